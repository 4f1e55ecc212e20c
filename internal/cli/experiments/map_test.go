package experiments

import (
	"math"
	"strings"
	"testing"

	"farsight/experiment"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// What a cell opens is run with the settings of the specification that the
// shipped map was made with.
func TestPoliciesOpenAsTheMapRanThem(t *testing.T) {
	spec, err := experiment.Load("../../../examples/map.toml")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]policy.Policy{}
	for _, p := range spec.Policies {
		q := policy.Must(p.Name).Given(p.Options)
		q.As = p.Label()
		want[p.Label()] = q
	}
	rows, err := experiment.ShippedAtlas()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range rows {
		seen[r.Policy] = true
		if got := choice(r); got != want[r.Policy] {
			t.Fatalf("%q opens as %+v, want %+v", r.Policy, got, want[r.Policy])
		}
	}
	if len(seen) != len(want) {
		t.Errorf("the map has %d policies, its specification %d", len(seen), len(want))
	}
}

// The table reaches the explorer whole: every row in its cell, those that look
// ahead first, a policy nobody knows without one that could be run.
func TestAtlasOfRows(t *testing.T) {
	table := strings.Join([]string{
		"d,worth,spread,cost,policy,draws,improvement,improvement_half,best_closed_form,difference,difference_half,percent,percent_half,settings",
		"1,2,10,rising,ei,3,0.5,0.2,ei,,,,,ei",
		"1,2,10,rising,\"2-b-ms-ei, true budget\",3,0.6,0.3,ei,0.1,0.05,20,10,2-b-ms-ei schedule=off",
		"2,2,1,constant,ei,1,0.4,,ei,,,,,ei",
		"2,2,1,constant,unheard-of,1,0.2,,ei,-0.2,,-50,,",
	}, "\n")
	rows, err := experiment.ReadAtlas(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	a := atlasOf(rows)
	if len(a.Policies) != 3 || len(a.Cells) != 2 {
		t.Fatalf("%d policies, %d cells", len(a.Policies), len(a.Cells))
	}
	if p := a.Policies[0]; p.Name() != "2-b-ms-ei (true budget)" || !p.Ahead || p.Policy.Get("schedule") != "off" {
		t.Errorf("first is %+v", p)
	}
	if p := a.Policies[1]; p.Label != "unheard-of" || !p.Ahead || p.Policy.Name != "" {
		t.Errorf("then %+v", p)
	}
	c := a.Cells[0]
	if want := (builtin.Cell{Dim: 1, Worth: 2, Spread: 10, Rising: true}); c.Cell != want || c.Best != 2 {
		t.Errorf("the first cell is %v, compared to policy %d", c.Cell, c.Best)
	}
	if r := c.Results[0]; r.Draws != 3 || r.Percent.Mean != 20 || r.Percent.Half != 10 || r.Advantage.Mean != 0.1 || !r.Percent.Clear() {
		t.Errorf("%+v", r)
	}
	if c.Results[1].Draws != 0 {
		t.Error("a policy that was not run there has results")
	}
	if r := a.Cells[1].Results[1]; !math.IsInf(r.Percent.Half, 1) || r.Percent.Clear() {
		t.Errorf("a single draw is %+v", r)
	}
	if i, err := mapChoice(a, ""); err != nil || i != 0 {
		t.Errorf("shown first is %d, %v", i, err)
	}
}
