package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// BenchmarkExploreLong is an explorer that is left alone with two policies until
// it has computed every step of about so many evaluations each: its peak memory
// and its processor time. The longest takes ten minutes and more.
//
//	go test -run '^$' -bench ExploreLong -benchtime 1x -timeout 0 .
func BenchmarkExploreLong(b *testing.B) {
	for _, evaluations := range []int{100, 300, 1000} {
		b.Run("evaluations="+strconv.Itoa(evaluations), func(b *testing.B) {
			for b.Loop() {
				dir := b.TempDir()
				write(b, filepath.Join(dir, "long.toml"), fmt.Sprintf(`budget = %d
compare = ["ei-puc", "b-ms-ei"]
[[parameter]]
name = "x"
low = 0
high = 1
[[parameter]]
name = "y"
low = 0
high = 1
[objective]
goal = "maximise"
expression = "sin(9*x)*cos(7*y) + 0.5*sin(31*x*y) - (x-0.6)^2"
[cost]
expression = "0.9 + 0.15*x"
[initial]
sobol = 5
`, evaluations-10))
				busy, peak := untilItRests(b, testkit.StartTerminal(b, program(dir, "explore", "long.toml"), 160, 48))
				b.ReportMetric(busy, "s-processor")
				b.ReportMetric(peak/2, "MB/policy")
			}
		})
	}
}

// BenchmarkLargeStudy is a live study after 505 evaluations that were taken in
// from a file: its first suggestion and the next one by `farsight study`, and the
// work of an explorer that is opened on it and left alone; the least of each.
//
//	go test -run '^$' -bench LargeStudy -benchtime 3x .
func BenchmarkLargeStudy(b *testing.B) {
	for _, policy := range []string{"", "b-ms-ei"} {
		name := policy
		if name == "" {
			name = "as-it-comes"
		}
		b.Run("policy="+name, func(b *testing.B) {
			first, next, explored, peak := math.Inf(1), math.Inf(1), math.Inf(1), 0.0
			for b.Loop() {
				dir := b.TempDir()
				largeStudy(b, dir, policy)
				suggested, took := commanded(b, dir, "study", "ask", "lab.study", "--json")
				first = min(first, took)
				var answer struct {
					Suggestion struct{ X struct{ X, Y float64 } }
				}
				testkit.OK(b, json.Unmarshal([]byte(suggested), &answer))
				value, cost := measured(answer.Suggestion.X.X, answer.Suggestion.X.Y)
				commanded(b, dir, "study", "tell", "lab.study", "--value", fmt.Sprint(value), "--cost", fmt.Sprint(cost))
				_, took = commanded(b, dir, "study", "ask", "lab.study")
				next = min(next, took)
				busy, most := untilItRests(b, testkit.StartTerminal(b, program(dir, "explore", "lab.study"), 160, 48))
				explored, peak = min(explored, busy), max(peak, most)
			}
			b.ReportMetric(first, "s-first-ask")
			b.ReportMetric(next, "s-next-ask")
			b.ReportMetric(explored, "s-explored")
			b.ReportMetric(peak, "MB-explored")
		})
	}
}

// largeStudy makes lab.study in a folder, with 505 evaluations of a formula. An
// empty policy is the one that studies follow unless told otherwise.
func largeStudy(b *testing.B, dir, policy string) {
	b.Helper()
	write(b, filepath.Join(dir, "lab.toml"), "budget = 2000\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n[[parameter]]\nname = \"y\"\nlow = 0\nhigh = 1\n[objective]\ngoal = \"maximise\"\n")
	var past strings.Builder
	past.WriteString("x,y,value,cost\n")
	draws := rand.New(rand.NewPCG(505, 1))
	for range 505 {
		x, y := draws.Float64(), draws.Float64()
		value, cost := measured(x, y)
		fmt.Fprintf(&past, "%v,%v,%v,%v\n", x, y, value, cost)
	}
	write(b, filepath.Join(dir, "past.csv"), past.String())
	args := []string{"study", "new", "lab.toml", "lab.study", "--import", "past.csv"}
	if policy != "" {
		args = append(args, "--policy", policy)
	}
	commanded(b, dir, args...)
}

// measured is what the lab of a large study would find.
func measured(x, y float64) (value, cost float64) {
	return math.Sin(9*x)*math.Cos(7*y) + 0.5*math.Sin(31*x*y), math.Exp(0.5 + 0.4*math.Sin(5*x+3*y))
}

// commanded runs farsight in a folder, on one processor, and returns what it printed
// and the seconds of processor time that it took.
func commanded(b *testing.B, dir string, args ...string) (out string, seconds float64) {
	b.Helper()
	cmd := program(dir, args...)
	cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		b.Fatalf("farsight %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String(), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// untilItRests leaves an explorer alone until it has used less than a hundredth
// of a processor for ten seconds, and returns its seconds of processor time and
// the most memory it had, in megabytes.
func untilItRests(b *testing.B, p *testkit.Terminal) (busy, peak float64) {
	b.Helper()
	const rest = 10 * time.Second
	p.Wait("budget")
	for before := -1.0; busy-before > rest.Seconds()/100; {
		before = busy
		p.Quiet(rest)
		_, busy, _ = threads(b, p.Cmd.Process.Pid)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Cmd.Process.Pid))
		testkit.OK(b, err)
		_, rest, _ := strings.Cut(string(status), "\nVmHWM:")
		peak = number(b, rest) / 1024
	}
	p.Type("q")
	if code := p.Ended(); code != 0 {
		b.Errorf("exit code %d", code)
	}
	return busy, peak
}

// write makes a file.
func write(b *testing.B, path, text string) {
	b.Helper()
	testkit.OK(b, os.WriteFile(path, []byte(text), 0o644))
}
