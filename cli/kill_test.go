package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"farsight/study"
	"farsight/study/journal"
)

// Commands that write are killed at random moments (SIGKILL): what was there is
// there, byte by byte; what was acknowledged is there once; no file is half
// written; and the next command works. FARSIGHT_KILLS=1000 makes it so many:
//
//	FARSIGHT_KILLS=1000 go test ./cli -run TestKilled -v -timeout 1h
func TestKilled(t *testing.T) {
	t.Parallel()
	kills := 25
	if v := os.Getenv("FARSIGHT_KILLS"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil {
			t.Fatalf("FARSIGHT_KILLS=%s: want a number", v)
		}
		kills = n
	} else if testing.Short() {
		t.Skip("starts a hundred processes")
	}
	if _, err := exec.LookPath("farsight"); err != nil {
		t.Fatal(err) // testscript.Main sees to it
	}
	k := &killer{T: t, dir: t.TempDir(), rng: rand.New(rand.NewPCG(19, 1000)), took: map[string]time.Duration{}, tally: map[string][2]int{}}
	k.write("lab.toml", killedProblem)
	var moves []move
	for _, m := range killedMoves {
		if !known(m.needs) {
			t.Logf("%s: not there", m.name)
			continue
		}
		moves = append(moves, m)
	}
	for round := 0; k.killed < kills; round++ {
		if round%(6*len(moves)) == 0 {
			k.begin(round)
		}
		m := moves[round%len(moves)]
		m.do(k, m.name)
		if t.Failed() {
			t.Fatalf("in %s, after %d kills", m.name, k.killed)
		}
	}
	for _, m := range moves {
		t.Logf("%-20s %4d killed, %4d ended first", m.name, k.tally[m.name][0], k.tally[m.name][1])
	}
	t.Logf("%d kills, %d torn lines mended", k.killed, k.torn)
}

// known reports whether a command, or a command and its flag, exists.
func known(words string) bool {
	names, flag, _ := strings.Cut(words, " --")
	c, rest, err := newRoot().Find(strings.Fields(names))
	return err == nil && len(rest) == 0 && c.Name() == last(strings.Fields(names)) && (flag == "" || has(c, flag))
}

func last(words []string) string { return words[len(words)-1] }

func has(c *cobra.Command, flag string) bool { return c.Flags().Lookup(flag) != nil }

const killedProblem = `name = "lab"
budget = 40
[[parameter]]
name = "x"
low = 0
high = 1
[initial]
sobol = 2
[objective]
goal = "maximise"
expression = "sin(7*x)"
[cost]
expression = "1 + x"
`

// move is something to be killed in. needs is the command, and the flag, that it
// needs.
type move struct {
	name, needs string
	do          func(k *killer, name string)
}

var killedMoves = []move{
	{"new", "study new", (*killer).killNew},
	{"ask", "study ask", func(k *killer, name string) { k.killStudy(name, 1, "ask", "a.study", "--json") }},
	{"tell", "study tell", (*killer).killTell},
	{"skip", "study skip", func(k *killer, name string) {
		var asked struct{ Suggestion struct{ Line int } }
		if err := json.Unmarshal([]byte(k.must("study", "ask", "a.study", "--json")), &asked); err != nil {
			k.Fatal(err)
		}
		k.study = k.read("a.study")
		// A machine's may stand beside it, if the command that asked for it was killed late enough.
		k.killStudy(name, 1, "skip", "a.study", "--ask", fmt.Sprint(asked.Suggestion.Line), "--json")
	}},
	{"budget", "study budget", func(k *killer, name string) { k.killStudy(name, 1, "budget", "a.study", "+1", "--json") }},
	{"run", "study run", func(k *killer, name string) { k.killStudy(name, 8, "run", "a.study", "--limit", "4", "--json") }},
	{"undo", "study undo", func(k *killer, name string) { k.killStudy(name, 1, "undo", "a.study", "--json") }},
	{"amend", "study amend", (*killer).killAmend},
	{"set", "study set", func(k *killer, name string) {
		policy := []string{"random", "ei", "ei-puc"}[k.rng.IntN(3)]
		k.killStudy(name, 1, "set", "a.study", "--policy", policy, "--json")
		k.must("study", "set", "a.study", "--policy", "random")
		k.study = k.read("a.study")
	}},
	{"import", "study import", (*killer).killImport},
	{"ask for a machine", "study ask --count", func(k *killer, name string) {
		k.killStudy(name, 3, "ask", "a.study", "--count", "2", "--as", fmt.Sprint("m", k.rng.IntN(3)), "--json")
	}},
	{"serve", "study serve", (*killer).killServe},
	{"salvage", "study salvage", (*killer).killSalvage},
	{"export", "study export", func(k *killer, name string) {
		k.killFile(name, "a.csv", "study", "export", "a.study")
	}},
	{"picture", "export", func(k *killer, name string) {
		for _, file := range []string{"a.svg", "a.png"} {
			k.killFile(name, file, "export", "lab.toml", "--policy", "random", "--policy", "ei", "--limit", "1")
		}
	}},
	{"experiment", "experiment run", (*killer).killExperiment},
}

// killer runs commands and kills them.
type killer struct {
	*testing.T
	dir    string
	rng    *rand.Rand
	took   map[string]time.Duration // commands that were not killed
	tally  map[string][2]int        // killed, and not
	killed int
	torn   int
	value  float64 // told last; no two are the same

	study string // a.study's lines as they were last seen
	runs  int    // of the experiment that were seen
	turn  int    // of the experiment
}

func (k *killer) path(name string) string { return filepath.Join(k.dir, name) }

func (k *killer) write(name, text string) {
	k.Helper()
	if err := os.WriteFile(k.path(name), []byte(text), 0o600); err != nil {
		k.Fatal(err)
	}
}

func (k *killer) read(name string) string {
	k.Helper()
	text, err := os.ReadFile(k.path(name))
	if err != nil && !os.IsNotExist(err) {
		k.Fatal(err)
	}
	return string(text)
}

func (k *killer) command(args ...string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	cmd := exec.Command("farsight", args...)
	cmd.Dir = k.dir
	var out, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &talk
	return cmd, &out, &talk
}

// must runs a command to its end.
func (k *killer) must(args ...string) string {
	k.Helper()
	cmd, out, talk := k.command(args...)
	if err := cmd.Run(); err != nil {
		k.Fatalf("farsight %s: %v\n%s", strings.Join(args, " "), err, talk)
	}
	return out.String()
}

// kill runs a command and kills it at some moment of the time it takes. It
// returns what it printed, and whether it ended well before that.
func (k *killer) kill(name, stdin string, args ...string) (out string, ended bool) {
	k.Helper()
	cmd, stdout, talk := k.command(args...)
	cmd.Stdin = strings.NewReader(stdin)
	limit, measured := k.took[name], true
	if limit == 0 { // how long it takes
		limit, measured = time.Minute, false
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	share := 1.1 * k.rng.Float64()
	if k.rng.IntN(2) == 0 {
		share = 0.6 + 0.5*k.rng.Float64() // most is written late
	}
	after := time.Duration(share * float64(limit))
	if !measured {
		after = limit
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	n := k.tally[name]
	switch {
	case cmd.ProcessState.Exited() && err != nil:
		k.Fatalf("farsight %s: %v\n%s", strings.Join(args, " "), err, talk)
	case cmd.ProcessState.Exited():
		n[1]++
		k.took[name] = time.Since(began)
	default:
		n[0]++
		k.killed++
	}
	k.tally[name] = n
	return stdout.String(), err == nil
}

// begin starts the study that commands write to.
func (k *killer) begin(round int) {
	k.Helper()
	for _, name := range []string{"a.study", "a.study.lock"} {
		if err := os.RemoveAll(k.path(name)); err != nil {
			k.Fatal(err)
		}
	}
	k.must("study", "new", "lab.toml", "a.study", "--policy", "random", "--seed", fmt.Sprint(round))
	k.must("study", "budget", "a.study", "+100000")
	for range 4 {
		k.told()
	}
	k.study = k.read("a.study")
}

// told tells a number that was never told before, and returns it.
func (k *killer) told() float64 {
	k.Helper()
	k.must(k.next("--json")...)
	return k.value
}

func (k *killer) next(flags ...string) []string {
	k.value += 1.0 / 1024 // written exactly, and never far from the others
	args := []string{"study", "tell", "a.study", "--at", fmt.Sprintf("x=%.6f", k.rng.Float64()), "--value", fmt.Sprint(k.value), "--cost", "1.5"}
	if known("study tell --sure") {
		args = append(args, "--sure")
	}
	return append(args, flags...)
}

// open opens a study as the next command would.
func (k *killer) open(name string) *study.Live {
	k.Helper()
	l, err := study.OpenLive(k.path(name), journal.Settings{})
	if err != nil {
		k.Fatalf("%s cannot be opened: %v", name, err)
	}
	k.torn += len(l.Journal().Notices())
	return l
}

// killStudy kills a command that adds up to so many lines to a.study.
func (k *killer) killStudy(name string, most int, args ...string) {
	k.Helper()
	out, ended := k.kill(name, "", append([]string{"study"}, args...)...)
	k.check(most, out, ended)
}

// check looks at a.study after a command that adds up to so many lines and
// printed its answers as JSON.
func (k *killer) check(most int, out string, ended bool) *study.Live {
	k.Helper()
	l := k.open("a.study")
	text := k.read("a.study")
	if !strings.HasPrefix(text, k.study) {
		k.Errorf("what was there is not:\n%s\nhas become\n%s", k.study, text)
	}
	if added := strings.Count(text, "\n") - strings.Count(k.study, "\n"); added > most || !strings.HasSuffix(text, "\n") {
		k.Errorf("%d lines were added, up to %d expected; the file ends with %q", added, most, text[max(0, len(text)-20):])
	}
	for _, line := range strings.SplitAfter(out, "\n") {
		var said struct {
			Line int `json:"line"`
		}
		if !strings.HasSuffix(line, "\n") || json.Unmarshal([]byte(line), &said) != nil {
			continue // cut off, or nothing
		}
		if said.Line > l.State().Seq {
			k.Errorf("line %d was acknowledged, and the study ends with %d", said.Line, l.State().Seq)
		}
	}
	if ended && out == "" {
		k.Error("the command ended without a word")
	}
	k.study = text
	k.must("study", "status", "a.study")
	return l
}
