package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// knobs are parameters of all kinds, measured by a person.
const knobs = `
name = "knobs"
budget = 30
constraints = ["share + 0.7*rate <= 4"]
[[parameter]]
name = "share"
low = 0
high = 5
[[parameter]]
name = "rate"
low = 0.0001
high = 1
scale = "log"
[[parameter]]
name = "fine"
low = 1000
high = 1001
digits = 2
[[parameter]]
name = "loaves"
low = 1
high = 40
integer = true
[[parameter]]
name = "hours"
low = 1
high = 5
step = 0.25
[[parameter]]
name = "pan"
choices = ["iron", "clay"]
[initial]
sobol = 4
[policy.b-ms-ei]
effort = "quick"
[policy.p-ms-ei]
effort = "quick"
`

// canBeSet says why a point of knobs cannot be set; "" if it can.
func canBeSet(p *scenarios.Problem, x scenarios.Point) string {
	if err := p.CheckPoint(x); err != nil {
		return err.Error()
	}
	for i, par := range p.Parameters {
		if par.Round(x[i], scenarios.DefaultDigits) != x[i] {
			return par.Name + " is not rounded"
		}
		if len(par.Show(x[i])) > 8 {
			return par.Name + " is shown as " + par.Show(x[i])
		}
	}
	return ""
}

// Whatever is suggested by whatever policy can be set, is what stands in the
// file and what is shown, and its numbers are those of that very point.
func TestSuggestionsCanBeSet(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, name := range []string{"random", "ei", "ei-puc", "pbgi-d", "far", "ts-pc", "kg-pc", "2-b-ms-ei", "p-ms-ei"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLiveStudy(t, knobs, name)
			p := l.Problem()
			tellAll := func(all []Suggestion) {
				for _, s := range all {
					if wrong := canBeSet(p, s.X); wrong != "" {
						t.Errorf("%v is suggested: %s", s.X, wrong)
					}
					if a, ok := l.State().PendingAsk(s.Line); !ok || !same(a.X, s.X) {
						t.Errorf("%v is suggested, and %v stands in the file", s.X, a.X)
					}
				}
				for _, s := range all {
					y := 3 - math.Pow(s.X[0]-2.9173, 2) + 0.1*math.Log(s.X[1]) + s.X[5]
					tell(t, l, Answer{Ask: s.Line, Value: y, Cost: 1 + s.X[4]/5})
				}
			}
			for range 4 {
				tellAll([]Suggestion{ask(t, l)})
			}
			for range 2 {
				s := ask(t, l)
				snap := snapshot(t, reopen(t, l))
				d := snap.Decision
				if !same(d.X, s.X) || !slices.Equal(d.U, p.ToUnit(s.X)) {
					t.Errorf("%v is suggested and %v shown", s.X, d.X)
				}
				if d.Tree != nil && (!slices.Equal(d.Tree.Nodes[0].X, d.U) || math.Abs(d.Tree.Value-d.Acquisition) > 1e-9*math.Abs(d.Tree.Value)) {
					t.Errorf("the tree begins at %v and is worth %v: the suggestion is %v and worth %v", d.Tree.Nodes[0].X, d.Tree.Value, d.U, d.Acquisition)
				}
				if curve := snap.Acquisition([]model.Unit{d.U}); curve != nil && d.Tree == nil && name != "far" && math.Abs(curve[0]-d.Acquisition) > 1e-6*math.Abs(curve[0]) {
					t.Errorf("%v is worth %v, and %v was recorded", d.X, curve[0], d.Acquisition)
				}
				var ws model.Workspace
				if m := snap.Pair().Moments(&ws, p.ToUnit(s.X)); math.Abs(m.MuF-s.Expected.Value) > 1e-6*math.Max(1, math.Abs(m.MuF)) {
					t.Errorf("%v is expected where %v is believed", s.Expected.Value, m.MuF)
				}
				tellAll([]Suggestion{s})
			}
			tellAll(askFor(t, l, AskOptions{Count: 3}))
		})
	}
}

// The number a rounded point is given is the policy's own: at the point the
// policy chose it is the one the policy gave. (KG is reckoned over points that
// stand for the box, and these are others in its curve.)
func TestRoundedPointsAreJudgedAsThePolicyDoes(t *testing.T) {
	t.Parallel()
	p, err := problemfile.Parse("bread.toml", []byte(breadExpression), "")
	testkit.OK(t, err)
	for _, name := range []string{"ei", "log-ei", "ei-pc", "ei-puc", "ei-puc-cc", "ei-pes", "ucb-pc", "mes-pc", "pbgi", "pbgi-d", "far", "2-b-ms-ei", "b-ms-ei-p", "ms-ei", "p-ms-ei"} {
		q, err := policy.Parse(name)
		testkit.OK(t, err)
		s, err := New(context.Background(), p, q, Settings{Seed: 5})
		testkit.OK(t, err)
		if err := s.Decide(context.Background()); err != nil || s.decision == nil {
			t.Fatalf("%s: %v, %v", name, s.stop, err)
		}
		r, d := &liveRun{Study: s, state: journal.State{Created: journal.Created{Digits: 3}}}, s.decision
		var got float64
		if d.Tree != nil {
			_, got = r.treeAt(d, d.Tree.Nodes[0].X)
		} else {
			got = r.valueAt(d, d.U)
		}
		if !(math.Abs(got-d.Acquisition) <= 1e-6*math.Abs(d.Acquisition)) {
			t.Errorf("%s: the choice is worth %v, judged again %v", name, d.Acquisition, got)
		}
	}
}

// breadExpression is a problem that evaluates itself, in numbers only.
const breadExpression = `
name = "bread"
budget = 10
[[parameter]]
name = "hours"
low = 1
high = 5
[[parameter]]
name = "heat"
low = 0.01
high = 10
scale = "log"
[objective]
expression = "3 - (hours - 3.1234)^2 - 0.1*log(heat)^2"
[cost]
expression = "0.5 + hours/5"
[initial]
sobol = 5
[policy.b-ms-ei]
effort = "quick"
[policy.p-ms-ei]
effort = "quick"
`

// Where nobody sets anything nothing is rounded: a live study of a problem that
// evaluates itself takes the steps of a replay. Digits that a parameter has hold
// in live studies and not in replays.
func TestOnlyWhatIsSetIsRounded(t *testing.T) {
	t.Parallel()
	first := func(text string) (live, replayed scenarios.Point) {
		l := newLiveStudy(t, text, "ei-puc")
		for l.State().DesignLeft() != nil {
			s := ask(t, l)
			e, err := l.Problem().Source.Evaluate(context.Background(), s.X)
			testkit.OK(t, err)
			tell(t, l, Answer{Value: e.Value, Cost: e.Cost})
		}
		s, err := New(context.Background(), l.Problem(), policy.Must("ei-puc"), Settings{Seed: 3})
		testkit.OK(t, err)
		testkit.OK(t, s.Decide(context.Background()))
		return ask(t, l).X, s.decision.X
	}
	if live, replayed := first(breadExpression); !same(live, replayed) {
		t.Errorf("the live study asks for %v, the replay is at %v", live, replayed)
	}
	said := strings.Replace(breadExpression, "high = 5\n", "high = 5\ndigits = 2\n", 1)
	live, replayed := first(said)
	par := scenarios.Parameter{Low: 1, High: 5, Digits: 2}
	if par.Round(live[0], 0) != live[0] || live[1] == math.Round(live[1]*1e4)/1e4 || par.Round(replayed[0], 0) == replayed[0] {
		t.Errorf("with digits = 2 the live study asks for %v, the replay is at %v", live, replayed)
	}
}

// A study begun before there was rounding continues without it.
func TestOldStudiesAreNotRounded(t *testing.T) {
	t.Parallel()
	l, _ := oldStudy(t, "ei-puc.study", 0)
	if l.State().Created.Digits != 0 {
		t.Fatal("it was made with digits")
	}
	for range 2 {
		if s, ok := l.Pending(); ok {
			tell(t, l, Answer{Ask: s.Line, Value: 1, Cost: 0.1})
			continue
		}
		if s := ask(t, l); len(scenarios.ShowNumber(s.X[0])) < 6 {
			t.Errorf("%v is suggested", s.X)
		}
	}
}

// A rounded point may still be paid where the cost is known.
func TestRoundedPointsCanBePaid(t *testing.T) {
	t.Parallel()
	text := `
budget = 2.3457
[[parameter]]
name = "x"
low = 0.5
high = 5
[cost]
expression = "x"
known = true
[initial]
points = [[0.5], [1], [1.5]]
values = [1, 2, 3]
costs = [0.5, 1, 1.5]
`
	for _, name := range []string{"ei", "ei-puc", "2-b-ms-ei"} {
		s := ask(t, newLiveStudy(t, text, name))
		if s.X[0] > 2.3457 || s.Expected.FitsIn(2.3457) != 1 || math.Abs(s.X[0]-math.Round(s.X[0]*100)/100) > 1e-12 {
			t.Errorf("%s suggests %v of the 2.3457 left; it fits with %v", name, s.X[0], s.Expected.FitsIn(2.3457))
		}
	}
}

// What can be set and was measured is not asked for again where values are exact;
// once all of it was, the study has ended.
func TestRoundedPointsAreNotRepeated(t *testing.T) {
	t.Parallel()
	text := "budget = 100\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\ndigits = 1\n[initial]\npoints = [[0], [1]]\nvalues = [0, 1]\ncosts = [1, 1]\n"
	l := newLiveStudy(t, text, "ei")
	seen := map[float64]bool{0: true, 1: true}
	for {
		s, err := l.Ask(context.Background())
		if ended := (EndedError{}); errors.As(err, &ended) {
			if len(seen) != 11 && ended.Stop == GridExhausted {
				t.Errorf("ended after %v", seen)
			}
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if seen[s.X[0]] {
			t.Fatalf("%v is asked for again", s.X[0])
		}
		seen[s.X[0]] = true
		tell(t, l, Answer{Value: -math.Pow(s.X[0]-0.63, 2), Cost: 1})
	}
	if len(seen) < 8 {
		t.Errorf("only %v were measured", seen)
	}
}
