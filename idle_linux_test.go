package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
)

// BenchmarkIdle is an explorer on a terminal at which nobody does anything, on a
// replay and on a live study whose file it watches: how often it wakes up in a
// second, and its share of a processor.
//
//	go test -run '^$' -bench Idle -benchtime 1x .
func BenchmarkIdle(b *testing.B) {
	b.Run("replay", func(b *testing.B) {
		p := explorer(b, 220, 60)
		p.Type("z")
		p.Wait("too little is left", "next 0.851 ▲")
		idle(b, p)
	})
	b.Run("study", func(b *testing.B) {
		dir := b.TempDir()
		commanded(b, dir, "study", "new", "myopia", "lab.study")
		p := testkit.StartTerminal(b, program(dir, "explore", "lab.study"), 220, 60)
		p.Wait("budget")
		p.Quiet(time.Minute) // the longer a file stays as it is, the less often it is looked at
		idle(b, p)
	})
}

// idle measures an explorer that is left alone.
func idle(b *testing.B, p *testkit.Terminal) {
	b.Helper()
	const for_ = 10 * time.Second
	p.Quiet(3 * time.Second)
	var wakes, busy, elapsed float64
	for b.Loop() {
		wakes0, busy0, began := threads(b, p.Cmd.Process.Pid)
		p.Quiet(for_)
		wakes1, busy1, ended := threads(b, p.Cmd.Process.Pid)
		wakes, busy, elapsed = wakes+wakes1-wakes0, busy+busy1-busy0, elapsed+ended.Sub(began).Seconds()
	}
	b.ReportMetric(wakes/elapsed, "wake-ups/s")
	b.ReportMetric(100*busy/elapsed, "%processor")
}

// threads is how often the threads of a process went to sleep, and how many
// seconds they have run.
func threads(b *testing.B, pid int) (wakes, busy float64, at time.Time) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	if err != nil || len(tasks) == 0 {
		b.Skip("this system does not tell what threads do")
	}
	for _, task := range tasks {
		status, err := os.ReadFile(filepath.Join(task, "status"))
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(status), "\nvoluntary_ctxt_switches:")
		wakes += number(b, rest)
		ran, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			b.Skip("this system does not tell how long threads have run")
		}
		busy += number(b, string(ran)) / 1e9
	}
	return wakes, busy, time.Now()
}

// number is the first one of a text.
func number(b *testing.B, text string) float64 {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		b.Fatalf("no number in %q", text)
	}
	v, err := strconv.ParseFloat(fields[0], 64)
	testkit.OK(b, err)
	return v
}
