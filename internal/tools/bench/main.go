// Bench measures how well and how fast scenario trees are maximised.
//
//	go run ./internal/tools/bench tree internal/golden/testdata/races.json
//	go run ./internal/tools/bench tree --effort quick --repeat 7 internal/golden/testdata/races.json
//	go run ./internal/tools/bench tree --steps 6 internal/golden/testdata/races.json
//	go run ./internal/tools/bench tree --shape 16,8,4 internal/golden/testdata/races.json
//	go run ./internal/tools/bench roots
//	go run ./internal/tools/bench roots --states 8 --fresh 32,4,2
//
// Tree races the reference. For each case of a races file it maximises the
// scenario tree on its data, hyperparameters, budget and base samples, and
// compares value and time with what the reference reached by the paper's
// protocol. With --repeat R each case is maximised with R optimiser seeds: ms is
// the median time, value and ratio are the worst. With --steps or --shape the
// trees are others than the reference has raced on: base samples are drawn for
// them, cases with the same data count once, and the reference is the paper's
// protocol run by Farsight itself, one optimiser seed.
//
// Roots asks whether better maximised trees choose better points. It draws states
// of the benchmark problems, half with room for 3 to 5 evaluations and half for
// 50. In each, the closed forms, the paper's protocol, every effort and larger
// trees choose a point, and all points are judged on the same fresh fantasies, with every
// continuation maximised again. Printed for each effort: the value of its own tree and the value on
// fresh fantasies, both as shares of what the standard effort's point is worth on fresh fantasies,
// with 95 % intervals over the states. Then, of the pairs of efforts on the same base samples whose
// own values differ by more than 1 % and whose points differ in fresh value by more than 0.1 %: in
// how many the better maximised tree chose the better point. That takes minutes; a smaller --fresh
// or fewer --states takes less.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"

	flag "github.com/spf13/pflag"

	"farsight/internal/mistake"
)

// usage marks a mistake in the command line: exit code 2 instead of 1.
type usage struct{ error }

func main() {
	commands := map[string]func(*flag.FlagSet, []string) error{"tree": benchTree, "roots": benchRoots}
	err := error(usage{errors.New("usage: bench tree [flags] FILE..., or bench roots [flags]")})
	if len(os.Args) > 1 {
		if run := commands[os.Args[1]]; run != nil {
			err = run(flag.NewFlagSet("bench "+os.Args[1], flag.ExitOnError), os.Args[2:])
		}
	}
	if err == nil {
		return
	}
	mistake.Print(os.Stderr, "bench", err)
	if errors.As(err, &usage{}) {
		os.Exit(2)
	}
	os.Exit(1)
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
