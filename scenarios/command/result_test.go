package command

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/scenarios"
)

// What was once taken for a number by luck, with exit code 0: each is refused
// with its line, and nothing of it is recorded but a failure where the problem
// says so, whose cost is never a time in EUR.
func TestNoNumberByLuck(t *testing.T) {
	for printed, want := range map[string]string{
		"ERROR 404 not found":             "one number and nothing else",
		"Traceback: NaN in pump 3":        `{"failed": true`,
		"value: 12,5":                     "use a decimal point",
		"12,5":                            "use a decimal point",
		"yield 55.2 % in 3 h":             "one number and nothing else",
		"55.2 %":                          "one number and nothing else",
		"55.2%":                           "one number and nothing else",
		`{"value":55,"cost":1} done`:      "text after the JSON object",
		`{"value":55,"cost":1}{}`:         "text after the JSON object",
		`{"value":55.2}`:                  `EUR is no unit of time: print {"value": …, "cost": …}`,
		"55.2":                            "it names no cost, and EUR is no unit of time",
		`{"failed": true}`:                "it names no cost, and EUR is no unit of time",
		"55 3":                            `prints = "value and cost"`,
		"55 3 1":                          "one number and nothing else",
		`[55, 3]`:                         "one JSON object on the last line",
		"{\"value\": 1, \"cost\": 1}\nok": "one number and nothing else",
	} {
		c := program(t, "print", printed)
		c.CostUnit = "EUR"
		_, err := c.Evaluate(t.Context(), []float64{0.5, 2})
		var e *Error
		if line := lastLine([]byte(printed)); !errors.As(err, &e) || e.failure != noResult || e.Cost != 0 ||
			!strings.Contains(err.Error(), `its last line is "`+line+`": `) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", printed, err, want)
		}
		c.Record = true
		if _, err = c.Evaluate(t.Context(), []float64{0.5, 2}); err == nil || !strings.Contains(err.Error(), "give failure-cost in [command]") {
			t.Errorf("%s: recorded without a cost: %v", printed, err)
		}
		c.FailureCost = 7
		got, err := c.Evaluate(t.Context(), []float64{0.5, 2})
		if said := printed == `{"failed": true}`; err != nil || !math.IsNaN(got.Value) || got.Cost != 7 || !said && !strings.Contains(got.Note, "its last line is") {
			t.Errorf("%s: recorded as %+v, %v", printed, got, err)
		}
	}
}

// A failure costs what the program said of it, if that can be a cost.
func TestUnusableResultKeepsItsCost(t *testing.T) {
	for printed, want := range map[string]float64{
		`{"value": "high", "cost": 2}`: 2, `{"cost": 2}`: 2, `{"value": 3, "cost": -2}`: 7, `{"value": 3, "cost": "dear"}`: 7,
	} {
		c := program(t, "print", printed)
		c.Record, c.FailureCost = true, 7
		if e, err := c.Evaluate(t.Context(), []float64{0.5, 2}); err != nil || !math.IsNaN(e.Value) || e.Cost != want {
			t.Errorf("%s: %+v, %v; want a failure that costs %v", printed, e, err, want)
		}
	}
}

func TestTwoNumbers(t *testing.T) {
	for printed, want := range map[string]string{
		"hello 1\n55.5\t3": "", `{"value": 55.5, "cost": 3}`: "",
		"55.5": "two numbers, value and cost", "55.5, 3": "two numbers", "55.5 0": "is 0; costs must be", "1 2 3": "two numbers", "55,5 3": "decimal point",
		`{"value": 55.5}`: "it names no cost",
	} {
		c := program(t, "print", printed)
		c.CostUnit, c.Both = "EUR", true
		e, err := c.Evaluate(t.Context(), []float64{0.5, 2})
		if want == "" && (err != nil || e.Value != 55.5 || e.Cost != 3) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %+v, %v; want %q", printed, e, err, want)
		}
	}
}

// The wall time is a cost in units of time, and where the file says so.
func TestTimeIsTheCost(t *testing.T) {
	for unit, want := range map[string]float64{ // of 90 seconds
		"s": 90, "seconds": 90, "Sec": 90, "ms": 90e3, "min": 1.5, "Minutes": 1.5, " mins": 1.5, "h": 0.025, "hrs": 0.025, "hours": 0.025, "d": 90. / 86400, "days": 90. / 86400, "week": 90. / 604800, "µs": 90e6, "\u03bcs": 90e6,
		"": 0, "EUR": 0, "S": 0, "H": 0, "m": 0, "MS": 0, "GPU-hours": 0, "EUR/h": 0, "hs": 0,
	} {
		for _, timed := range []bool{false, true} {
			c := Source{CostUnit: unit, Timed: timed}
			cost, err := c.costOf(result{value: 1}, nil, 90*time.Second)
			expected := want
			if timed && want == 0 {
				expected = 90
			}
			if math.Abs(cost-expected) > 1e-12*expected || (err == nil) != (expected > 0) {
				t.Errorf("unit %q, timed %v: %v, %v; want %v", unit, timed, cost, err, expected)
			}
		}
	}
	known := Source{CostUnit: "EUR", Cost: func(scenarios.Point) float64 { return 4 }}
	if cost, err := known.costOf(result{value: 1}, nil, time.Second); cost != 4 || err != nil {
		t.Errorf("a known cost: %v, %v", cost, err)
	}
}

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

// A program may say how far off its value is.
func TestCommandSaysItsNoise(t *testing.T) {
	testkit.SkipEmulated(t)
	e, err := program(t, "print", `{"value": 3, "cost": 2, "sd": 0.25}`).Evaluate(t.Context(), []float64{0.5, 2})
	if err != nil || e.Sd != 0.25 || e.Value != 3 {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err = program(t, "print", `{"failed": true, "cost": 2, "sd": 0.25}`).Evaluate(t.Context(), []float64{0.5, 2}); err != nil || e.Sd != 0 {
		t.Errorf("a failure has a noise: %+v, %v", e, err)
	}
	for printed, want := range map[string]string{`{"value": 3, "sd": 0}`: "must be positive and finite", `{"value": 3, "sd": "much"}`: "not a finite number", `{"value": 3, "sd": 1e200}`: "express it in another unit"} {
		if _, err := program(t, "print", printed).Evaluate(t.Context(), []float64{0.5, 2}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", printed, err, want)
		}
	}
}
