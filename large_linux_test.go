package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"farsight/internal/ptytest"
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
				busy, peak := untilItRests(b, ptytest.Start(b, program(dir, "explore", "long.toml"), 160, 48))
				b.ReportMetric(busy, "s-processor")
				b.ReportMetric(peak/2, "MB/policy")
			}
		})
	}
}

// BenchmarkLargeStudy is a live study after 505 evaluations that were taken in
// from a file: its first suggestion and the next one by `farsight study`, and the
// work of an explorer that is opened on it and left alone.
//
//	go test -run '^$' -bench LargeStudy -benchtime 3x .
func BenchmarkLargeStudy(b *testing.B) {
	for _, policy := range []string{"", "b-ms-ei"} {
		name := policy
		if name == "" {
			name = "as-it-comes"
		}
		b.Run("policy="+name, func(b *testing.B) {
			var first, next, explored, peak float64
			n := 0
			for b.Loop() {
				dir := b.TempDir()
				largeStudy(b, dir, policy)
				first += commanded(b, dir, "study", "ask", "lab.study")
				commanded(b, dir, "study", "tell", "lab.study", "--value", "0.3", "--cost", "1.4")
				next += commanded(b, dir, "study", "ask", "lab.study")
				busy, most := untilItRests(b, ptytest.Start(b, program(dir, "explore", "lab.study"), 160, 48))
				explored, peak = explored+busy, max(peak, most)
				n++
			}
			b.ReportMetric(first/float64(n), "s-first-ask")
			b.ReportMetric(next/float64(n), "s-next-ask")
			b.ReportMetric(explored/float64(n), "s-explored")
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
		fmt.Fprintf(&past, "%v,%v,%v,%v\n", x, y, math.Sin(9*x)*math.Cos(7*y)+0.5*math.Sin(31*x*y), math.Exp(0.5+0.4*math.Sin(5*x+3*y)))
	}
	write(b, filepath.Join(dir, "past.csv"), past.String())
	args := []string{"study", "new", "lab.toml", "lab.study", "--import", "past.csv"}
	if policy != "" {
		args = append(args, "--policy", policy)
	}
	commanded(b, dir, args...)
}

// commanded runs farsight in a folder and returns the seconds of processor time
// that it took.
func commanded(b *testing.B, dir string, args ...string) float64 {
	b.Helper()
	cmd := program(dir, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("farsight %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
}

// program is farsight in a folder, not yet started.
func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1")
	return cmd
}

// untilItRests leaves an explorer alone until it has used less than a hundredth
// of a processor for ten seconds, and returns its seconds of processor time and
// the most memory it had, in megabytes.
func untilItRests(b *testing.B, p *ptytest.Terminal) (busy, peak float64) {
	b.Helper()
	const rest = 10 * time.Second
	p.Wait("budget")
	for before := -1.0; busy-before > rest.Seconds()/100; {
		before = busy
		time.Sleep(rest)
		_, busy, _ = threads(b, p.Cmd.Process.Pid)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Cmd.Process.Pid))
		if err != nil {
			b.Fatal(err)
		}
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
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
}
