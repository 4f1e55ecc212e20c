package command

import (
	"math"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/scenarios"
)

// A program may say that a measurement failed, and what it cost all the same.
func TestCommandSaysItFailed(t *testing.T) {
	testkit.SkipEmulated(t)
	for _, c := range []struct {
		printed string
		cost    float64 // 0: the wall time
	}{
		{`{"failed": true, "cost": 1.5}`, 1.5}, {`{"failed": true}`, 0}, {`{"value": null, "failed": true, "cost": 2}`, 2},
	} {
		e, err := program(t, "print", c.printed).Evaluate(t.Context(), []float64{0.5, 2})
		if err != nil || !math.IsNaN(e.Value) || e.Note == "" || c.cost > 0 && e.Cost != c.cost || !(e.Cost > 0) {
			t.Errorf("%s: %+v, %v", c.printed, e, err)
		}
	}
	if e, err := program(t, "print", `{"failed": false, "value": 3, "cost": 2}`).Evaluate(t.Context(), []float64{0.5, 2}); err != nil || e.Value != 3 || e.Note != "" {
		t.Errorf("what did not fail: %+v, %v", e, err)
	}
	for printed, want := range map[string]string{`{"failed": "yes", "cost": 1}`: "not true or false", `{"failed": true, "cost": "dear"}`: "not a finite number", `{"failed": true, "cost": -1}`: "is -1"} {
		if _, err := program(t, "print", printed).Evaluate(t.Context(), []float64{0.5, 2}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", printed, err, want)
		}
	}
}

// If the problem says so, errors, time limits and garbage are data; what is not
// started or floods is still a mistake.
func TestCommandRecordsFailures(t *testing.T) {
	testkit.SkipEmulated(t)
	record := func(args ...string) *Source {
		c := program(t, args...)
		c.Record = true
		return c
	}
	priced := record("fail", "it")
	priced.FailureCost = 7
	known := record("fail", "it")
	known.Cost = func(scenarios.Point) float64 { return 4 }
	slow := record("sleep")
	slow.TimeLimit = 50 * time.Millisecond
	for _, c := range []struct {
		name  string
		c     *Source
		cost  float64 // 0: the wall time
		words string
	}{
		{"an error", record("fail", "it"), 0, "no data for it"}, {"a price", priced, 7, "exit status 3"}, {"a known cost", known, 4, "exit status 3"},
		{"out of time", slow, 0, "time limit"}, {"garbage", record("print", "nonsense\n404 not \x1b[31mfound"), 0, `its last line is "404 not found"`}, {"a long story", record("ramble"), 0, "exit status 1"},
	} {
		e, err := c.c.Evaluate(t.Context(), []float64{0.5, 2})
		if err != nil || !math.IsNaN(e.Value) || !(e.Cost > 0) || c.cost > 0 && e.Cost != c.cost || !strings.Contains(e.Note, c.words) || len([]rune(e.Note)) > keptNote || strings.ContainsAny(e.Note, "\x1b\n") {
			t.Errorf("%s: %+v, %v", c.name, e, err)
		}
	}
	missing := record()
	missing.Args = []string{"/no/such/program"}
	for _, c := range []*Source{record("flood"), missing} {
		if e, err := c.Evaluate(t.Context(), []float64{0.5, 2}); err == nil {
			t.Errorf("%v: %+v is recorded", c.Args, e)
		}
	}
}
