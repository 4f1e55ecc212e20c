package policy

import (
	"math"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead"
	"farsight/model"
)

// decide is the first decision of a policy.
func decide(t *testing.T, name string, s Situation) *Decision {
	t.Helper()
	p, err := Must(name).Fill("")
	testkit.OK(t, err)
	d, stop, err := p.Kind().Start(p).Decide(t.Context(), s)
	if err != nil || d == nil {
		t.Fatalf("%s: %q, %v", name, stop, err)
	}
	return d
}

// Without a price it is B-MS-EI, to the last bit.
func TestMoneyWithoutAPrice(t *testing.T) {
	t.Parallel()
	for _, options := range []string{" steps=1 schedule=off", " steps=2 schedule=off", " steps=2 schedule=paper", " steps=4 schedule=off effort=quick", " fantasies=9x3 rule=gauss-hermite schedule=off"} {
		for _, left := range []float64{1.5, 3, 10} {
			s := hill(t)
			s.Left = left
			a, b := decide(t, "b-ms-ei"+options, s), decide(t, "p-ms-ei price=0"+options, s)
			if options == " steps=2 schedule=off" || options == " steps=2 schedule=paper" { // the default fantasies differ
				b = decide(t, "p-ms-ei price=0 fantasies=4"+options[len(" steps=2"):], s)
			}
			if a.U[0] != b.U[0] || a.Value != b.Value || a.Tree.Value != b.Tree.Value || b.Price != 0 || len(a.Tree.Nodes) != len(b.Tree.Nodes) {
				t.Errorf("%s, %v left: %v worth %v, B-MS-EI %v worth %v", options, left, b.U, b.Value, a.U, a.Value)
			}
			for k := range a.Tree.Nodes {
				if a.Tree.Nodes[k].X[0] != b.Tree.Nodes[k].X[0] {
					t.Fatalf("%s, %v left: node %d at %v and %v", options, left, k, a.Tree.Nodes[k].X, b.Tree.Nodes[k].X)
				}
			}
		}
	}
}

// One step at the best rate is EI-PES: the same point, worth nothing more than
// its money.
func TestOneStepAtTheRateIsEIPES(t *testing.T) {
	t.Parallel()
	s := hill(t)
	for _, left := range []float64{1.5, 2, 10, 1e6} {
		s.Left = left
		want := decide(t, "ei-pes", s)
		d := decide(t, "1-p-ms-ei taper=false price=rate", s)
		var ws model.Workspace
		rate := acquisition.NewEIPES(s.Best, left).Value(s.Pair.Moments(&ws, d.U))
		if math.Abs(rate/want.Value-1) > 1e-4 || math.Abs(d.Price/want.Value-1) > 1e-4 || math.Abs(d.Value) > 1e-4*d.Price*d.Tree.Nodes[0].Spending {
			t.Errorf("%v left: %v at rate %v and price %v, worth %v; EI-PES %v at rate %v", left, d.U, rate, d.Price, d.Value, want.U, want.Value)
		}
	}
}

// The best rate is a price as long as the money brings a third of it on average;
// with money for hundreds of evaluations it does not.
func TestTheRateIsSustained(t *testing.T) {
	t.Parallel()
	s := hill(t)
	short := 0
	for _, left := range []float64{1.3, 4, 12, 400} {
		s.Left = left
		price := func(rule string) float64 { return decide(t, "p-ms-ei fantasies=8 taper=false price="+rule, s).Price }
		got, rate := price("sustained"), price("rate")
		later, err := lookahead.PlayBudget(t.Context(), lookahead.State{Pair: s.Pair, Budget: left, Best: s.Best}, 0, lookahead.PlayoutSettings{Seed: s.search().Seed})
		testkit.OK(t, err)
		if got != min(rate, sustainedTimes*later.Worth) {
			t.Errorf("%v left: price %v, the rate is %v and the average %v", left, got, rate, later.Worth)
		}
		if got < rate {
			short++
		}
	}
	if short == 0 || short == 4 {
		t.Errorf("the price is below the rate at %d of 4 budgets", short)
	}
}

func TestPricesAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]priceRule{
		"": {}, "rate": {"rate", 1, 0}, "0.5*rate": {"rate", 0.5, 0}, "sustained": {"sustained", 1, 0}, "1e-3": {"", 1e-3, 0}, "0": {}, "0*rate": {"rate", 0, 0}, "0.7*sustained": {"sustained", 0.7, 0},
	} {
		if got, err := parsePrice(text); err != nil || got != want {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"dear", "average", "-1", "NaN", "Inf", "0.5*", "rate*0.5", "*rate", "1e999", "-0.5*rate", "2rate"} {
		if got, err := parsePrice(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, got)
		}
		if _, err := Must("p-ms-ei").With("price", bad).Fill(""); err == nil {
			t.Errorf("a policy takes the price %q", bad)
		}
		if _, err := Must("pbgi").With(optionLambda, bad).Fill(""); err == nil {
			t.Errorf("an index takes the price %q", bad)
		}
	}
}

// A price nobody would pay does not end a run: whether anything is worth
// choosing is judged without it.
func TestAPriceEndsNothing(t *testing.T) {
	t.Parallel()
	s := hill(t)
	if d := decide(t, "p-ms-ei taper=false price=1e9", s); !(d.Value < 0) {
		t.Errorf("at a price nobody pays it is worth %v", d.Value)
	}
	if d := decide(t, "p-ms-ei taper=false price=1e-9", s); !(d.Value > 0) {
		t.Errorf("next to no price, and it is worth %v", d.Value)
	}
}

// Money that cannot be left after the plan has no price, and with much of it the
// price is whole, whatever the rule.
func TestThePriceFallsAtTheEnd(t *testing.T) {
	t.Parallel()
	s := hill(t)
	for _, rule := range []string{"0.5*rate", "sustained"} {
		last := 0.0
		for _, left := range []float64{1.3, 4, 12, 400} {
			s.Left = left
			whole, tapered := decide(t, "p-ms-ei fantasies=8 taper=false price="+rule, s).Price, decide(t, "p-ms-ei fantasies=8 taper=true price="+rule, s).Price
			if share := tapered / whole; share < last || share > 1 || left == 1.3 && share > 0.5 || left == 400 && share != 1 {
				t.Errorf("%s, %v left: %v of the price, with less %v", rule, left, share, last)
			} else {
				last = share
			}
		}
	}
}
