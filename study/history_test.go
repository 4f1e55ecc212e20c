package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/csvfile"
	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

func problem(t testing.TB, more string) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("lab.toml", []byte(`budget = 10
[[parameter]]
name = "t"
low = 0
high = 100
[[parameter]]
name = "cost"
low = 1
high = 9
integer = true
`+more), "")
	testkit.OK(t, err)
	return p
}

// One file as different programs write it: every one is read to the same
// numbers.
func TestHistory(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"plain":      "t,x_cost,value,cost,sd,failed,note,time,source\n20.5,3,1.25,2,0.1,false,hot,,ana\n60,4,,1.5,,true,,2026-03-01,\n",
		"semicolons": "t;x_cost;value;cost;sd;failed;note;time;source\n20,5;3;1,25;2;0,1;no;hot;;ana\n60;4;;1,5;;yes;;2026-03-01;\n",
		"tabs":       "t\tx_cost\tvalue\tcost\tsd\tnote\ttime\tsource\n20,5\t3\t1,25\t2\t0,1\thot\t\tana\n60\t4\tFailed\t1,5\t\t\t2026-03-01\t\n",
		"windows":    "note;source;value;cost;sd;time;x_cost;t;failed\r\n\"hot\";ana;\"1,25\";2;0,1;;3;20,5;\r\n;;failed;1,5;;2026-03-01;4;60;1\r\n",
	} {
		got, err := readHistory("dir/past.csv", []byte(text), problem(t, ""), HistorySettings{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, b := got.Told[0], got.Told[1]
		if !slices.Equal(a.X, []float64{20.5, 3}) || a.Value != 1.25 || a.Cost != 2 || a.Sd != 0.1 || a.Failed || a.Note != "hot" || a.Source != "ana" || !a.Free {
			t.Errorf("%s: %+v", name, a)
		}
		if !slices.Equal(b.X, []float64{60, 4}) || !math.IsNaN(b.Value) || b.Cost != 1.5 || b.Sd != 0 || !b.Failed || b.Note != "measured 2026-03-01" || b.Source != "past.csv" {
			t.Errorf("%s: %+v", name, b)
		}
		if len(got.Unused) > 0 || !slices.Equal(got.Lines, []int{2, 3}) {
			t.Errorf("%s: unused %v, lines %v", name, got.Unused, got.Lines)
		}
	}
}

// Rows that stand in a file twice are found, and so are empty values of those
// that failed.
func TestHistoryTwice(t *testing.T) {
	t.Parallel()
	got, err := readHistory("past.csv", []byte("t,x_cost,value,cost,failed,note\n1,2,3,4,,a\n1,2,,4,true,\n1,2,3,5,,\n1,2,3.0,4,,b\n1,2,failed,4,,\n2,2,3,4,,\n"), problem(t, ""), HistorySettings{})
	testkit.OK(t, err)
	if want := []csvfile.Again{{Line: 5, First: 2}, {Line: 6, First: 3}}; !slices.Equal(got.Again(), want) || !slices.Equal(got.Empty, []int{3}) {
		t.Errorf("again %v, want %v; empty %v", got.Again(), want, got.Empty)
	}
}

func choices(t testing.TB) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("lab.toml", []byte("budget = 9\n[[parameter]]\nname = \"solvent\"\nchoices = [\"THF\", \"DMF\", \"water\"]\n"), "")
	testkit.OK(t, err)
	return p
}

// What is wrong is said by line and column, all of it at once, and nothing is
// read then.
func TestHistoryMistakes(t *testing.T) {
	t.Parallel()
	head := "t,x_cost,value,cost,sd,failed\n"
	for text, want := range map[string]string{
		"t,value\n1,2\n":                   "past.csv: has no column x_cost for the parameter cost; there is t, value\npast.csv: has no column cost: say with --cost",
		"temp,x_cost,valu,cost\n1,2,3,4\n": `past.csv: has no column value: what was measured; did you mean "valu"?`,
		head:                               "past.csv: has no rows",
		head + "1,2,3,4,,\n120,2,3,4,,\n":  "past.csv:3:1: t: row 2: 120 is outside [0, 100]",
		head + "1,2.5,3,4,,\n":             "past.csv:2:3: x_cost: row 1: 2.5 is not a whole number",
		head + "1,2,,4,,\n":                "past.csv:2:5: value: row 1: the cell is empty; write failed",
		head + "1,2,3,0,,\n":               "past.csv:2:7: cost: row 1: 0: a cost is above 0",
		head + "1,2,3,,,\n":                "past.csv:2:7: cost: row 1: the cell is empty",
		head + "1,2,3,4,-1,\n":             "past.csv:2:9: sd: row 1: -1",
		head + "1,2,3,4,,maybe\n":          `past.csv:2:10: failed: row 1: "maybe": write true or false`,
		head + "1,2,3,4,,true\n":           "past.csv:2:5: value: row 1: a value although it failed",
		head + "1,2,\"3,5\",4,,\n":         `past.csv:2:5: value: row 1: "3,5" is not a number; write a decimal point`,
		head + "1,2,1e300,4,,\n":           "past.csv:2:5: value: row 1: 1e+300",
		head + "1,2\n":                     "past.csv:2:1: this row has not as many cells",
		head + "200,2,x,4,,\n1,2,3,x,,\n":  "past.csv:2:1: t: row 1: 200 is outside [0, 100]\npast.csv:2:7: value: row 1: \"x\" is not a finite number\npast.csv:3:7: cost: row 2",
	} {
		got, err := readHistory("past.csv", []byte(text), problem(t, ""), HistorySettings{})
		if err == nil || !strings.Contains(err.Error(), want) || len(got.Told) > 0 {
			t.Errorf("%q:\n%v\nwant …%s", text, err, want)
		}
	}
	if _, err := readHistory("past.csv", []byte("t,x_cost,value,cost\n1,2,3,4\n"), problem(t, ""), HistorySettings{Cost: 1}); err == nil || !strings.Contains(err.Error(), "has a column cost") {
		t.Errorf("two costs: %v", err)
	}
	if _, err := readHistory("past.csv", []byte("solvent,value,cost\nacetone,2,3\n"), choices(t), HistorySettings{}); err == nil || !strings.Contains(err.Error(), `past.csv:2:1: solvent: row 1: "acetone" is no choice of solvent`) {
		t.Errorf("no such choice: %v", err)
	}
}

// Whatever a file holds, it is read or refused.
func FuzzHistory(f *testing.F) {
	f.Add("t,x_cost,value,cost,sd,failed,note,time,source\n20.5,3,1.25,2,0.1,false,hot,,ana\n")
	f.Add("t;x_cost;value;cost\r\n20,5;3;failed;2\r\n")
	f.Add("\"t\"\tx_cost\tvalue\tcost\n1\t2\t'=3\t4\n")
	p := problem(f, "")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := readHistory("past.csv", []byte(text), p, HistorySettings{})
		if (err == nil) != (len(got.Told) > 0) {
			t.Fatalf("%d rows, %v", len(got.Told), err)
		}
		for _, m := range got.Told {
			if p.CheckPoint(m.X) != nil || !(m.Cost > 0) || m.Failed != math.IsNaN(m.Value) || math.IsInf(m.Value, 0) || !(m.Sd >= 0) {
				t.Fatalf("%+v", m)
			}
		}
	})
}

// A parameter that is called like a column which may be there has that column.
func TestHistoryParameterCalledTime(t *testing.T) {
	t.Parallel()
	p, err := problemfile.Parse("lab.toml", []byte("budget = 10\n[[parameter]]\nname = \"time\"\nlow = 1\nhigh = 9\n"), "")
	testkit.OK(t, err)
	for _, text := range []string{"time,value,cost\n3,1.5,2\n", "x_time,time,value,cost\n3,2026-03-01,1.5,2\n"} {
		got, err := readHistory("past.csv", []byte(text), p, HistorySettings{})
		if err != nil || len(got.Told) != 1 || got.Told[0].X[0] != 3 || got.Told[0].Value != 1.5 {
			t.Errorf("%q: %+v, %v", text, got.Told, err)
		}
	}
}
