package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"farsight/acquisition"
	"farsight/lookahead"
)

// A small study from drawing states to the table.
func TestRootStudy(t *testing.T) {
	t.Parallel()
	st := rootStudy{states: 4, fresh: "4,2,1", ways: []way{
		closedForm("EI", func(s lookahead.State, _ float64) acquisition.Function { return acquisition.NewEI(s.Best) }),
		grownTree("quick 4,4,2", "4,4,2", lookahead.Quick),
		grownTree(standardWay, "4,4,2", lookahead.Standard),
	}}
	report, err := st.run(context.Background(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 6 || len(report.Agreed) != 2 {
		t.Fatalf("%d rows, %d agreements", len(report.Rows), len(report.Agreed))
	}
	for _, r := range report.Rows {
		if r.States != 2 || !(r.Fresh > 0) || (r.Promised > 0) != (r.Choice != "EI") {
			t.Errorf("%+v", r)
		}
		if r.Choice == standardWay && (r.Fresh != 1 || r.Half != 0 || r.Better+r.Worse != 0) {
			t.Errorf("standard against itself: %+v", r)
		}
	}
	var out bytes.Buffer
	if err := writeRoots(&out, report); err != nil || strings.Count(out.String(), "\n") != 9 {
		t.Errorf("%v\n%s", err, &out)
	}
}

// Even states have room for 3 to 5 evaluations at the mean cost, odd ones for 50.
func TestRootStatesHaveTheirRoom(t *testing.T) {
	t.Parallel()
	st := rootStudy{seed: 3}
	for i := range 4 {
		s, initial, err := st.state(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		mean := 0.0
		for k := range s.Pair.LogCost.Len() {
			mean += math.Exp(s.Pair.LogCost.Target(k)) / float64(s.Pair.LogCost.Len())
		}
		room := s.Budget / mean
		if i%2 == 0 && !(room >= 3 && room <= 5) || i%2 == 1 && math.Abs(room-50) > 1e-6 || initial < s.Budget {
			t.Errorf("state %d has room for %.2f evaluations, budget %v of %v", i, room, s.Budget, initial)
		}
	}
}

func TestSummaries(t *testing.T) {
	t.Parallel()
	// 1, 2, 3: mean 2, s = 1, Student's 97.5 % quantile for 2 degrees of freedom is
	// 4.303; the expansion gives 3.85 there and is right to 1 % from 9 on.
	if m, h := meanInterval([]float64{1, 2, 3}); m != 2 || math.Abs(h-3.85/math.Sqrt(3)) > 0.01 {
		t.Errorf("mean %v ± %v", m, h)
	}
	v := make([]float64, 20)
	for i := range v {
		v[i] = float64(i % 2) // s² = 5/19
	}
	if _, h := meanInterval(v); math.Abs(h-2.093*math.Sqrt(5.0/19/20)) > 1e-3 {
		t.Errorf("half width %v", h)
	}
	if median([]float64{3, 1, 2}) != 2 || median([]float64{4, 1, 3, 2}) != 2.5 {
		t.Error("median")
	}
	// Two trees on the same samples in one state of each kind: agreeing, then not.
	ways := []way{{name: "quick 4,4,2"}, {name: standardWay}}
	a := agreements(ways, [][]float64{{1, 2}, {1, 2}}, [][]float64{{1, 1.1}, {1.1, 1}})
	if a[0] != (agreement{"3-5", 1, 1}) || a[1] != (agreement{"50", 1, 0}) {
		t.Errorf("%+v", a)
	}
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bench": main})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
