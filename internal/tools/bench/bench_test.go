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
	"farsight/internal/testkit"
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
	testkit.OK(t, err)
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
		testkit.OK(t, err)
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

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bench": main})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
