package atlas

import (
	"math"
	"strings"
	"testing"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
	"farsight/tui/screentest"
)

// The rows are arranged whole: every row in its cell, policies that look ahead
// first, a policy nobody knows without one that could be run.
func TestTableOfRows(t *testing.T) {
	t.Parallel()
	text := strings.Join([]string{
		"d,worth,spread,cost,policy,draws,improvement,improvement_half,best_closed_form,difference,difference_half,percent,percent_half,settings",
		"1,2,10,rising,ei,3,0.5,0.2,ei,,,,,ei",
		"1,2,10,rising,\"2-b-ms-ei, true budget\",3,0.6,0.3,ei,0.1,0.05,20,10,2-b-ms-ei schedule=off",
		"2,2,1,constant,ei,1,0.4,,ei,,,,,ei",
		"2,2,1,constant,unheard-of,1,0.2,,ei,-0.2,,-50,,",
	}, "\n")
	rows, err := experiment.ReadAtlas(strings.NewReader(text))
	testkit.OK(t, err)
	a := newTable(rows)
	if len(a.policies) != 3 || len(a.cells) != 2 {
		t.Fatalf("%d policies, %d cells", len(a.policies), len(a.cells))
	}
	if p := a.policies[0]; p.name() != "2-B-MS-EI (true budget)" || !p.ahead || p.policy.Get("schedule") != "off" {
		t.Errorf("first is %+v", p)
	}
	if p := a.policies[1]; p.label != "unheard-of" || !p.ahead || p.policy.Name != "" {
		t.Errorf("then %+v", p)
	}
	c := a.cells[0]
	if want := (builtin.Cell{Dim: 1, Worth: 2, Spread: 10, Rising: true}); c.Cell != want || c.best != 2 {
		t.Errorf("the first cell is %v, compared to policy %d", c.Cell, c.best)
	}
	if r := c.rows[0]; r.Draws != 3 || r.Percent != 20 || r.PercentHalf != 10 || r.Difference != 0.1 || !percent(r).clear() {
		t.Errorf("%+v", r)
	}
	if c.rows[1].Draws != 0 {
		t.Error("a policy that was not run there has results")
	}
	if r := a.cells[1].rows[1]; !math.IsInf(r.PercentHalf, 1) || percent(r).clear() {
		t.Errorf("a single draw is %+v", r)
	}
	if s := New(Options{Rows: rows, Policy: "ei"}); s.policy != 2 {
		t.Errorf("asked for ei, policy %d is shown first", s.policy)
	}
}

// Uneven costs, known or not, are rows of their own with words of their own.
func TestUnevenCostsAreShown(t *testing.T) {
	t.Parallel()
	text := "d,worth,spread,cost,policy,draws,improvement,improvement_half,best_closed_form,difference,difference_half,percent,percent_half,settings\n" +
		"1,2,8,uneven-known,ei,3,0.5,0.2,ei,,,,,ei\n1,2,8,uneven,ei,3,0.5,0.2,ei,,,,,ei\n1,2,8,independent,ei,3,0.5,0.2,ei,,,,,ei\n"
	rows, err := experiment.ReadAtlas(strings.NewReader(text))
	testkit.OK(t, err)
	g := newGrid(newTable(rows).cells)
	words := map[string]bool{}
	for _, r := range g.rows {
		words[costWords(r.kind)] = true
	}
	if len(g.rows) != 3 || len(g.cells) != 3 || len(words) != 3 {
		t.Errorf("%d rows, %d cells, words %v", len(g.rows), len(g.cells), words)
	}
}

// The cursor begins where the first policy gains most beyond doubt.
func TestBeginsWhereItTells(t *testing.T) {
	t.Parallel()
	s := New(Options{Rows: screentest.WavyMap()})
	at := percent(s.cell().rows[0])
	for _, c := range s.table.cells {
		if e := percent(c.rows[0]); e.clear() && e.mean > at.mean {
			t.Fatalf("begins at %v, and there is %v", at, e)
		}
	}
}
