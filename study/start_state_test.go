package study

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/internal/sobol"
	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// twoParameters is what problems of them begin with.
const twoParameters = `
budget = 12
[[parameter]]
name = "x"
low = 0
high = 10
[[parameter]]
name = "y"
low = 1
high = 2
`

// unmeasured is a problem that a person measures and nobody has.
const unmeasured = twoParameters + `
[objective]
goal = "minimise"
[cost]
typical = 3
spread = 5
[initial]
sobol = 4
`

func startStateOf(t *testing.T, p *scenarios.Problem) *StartState {
	t.Helper()
	o, err := NewStartState(context.Background(), p, Settings{Seed: 2})
	testkit.OK(t, err)
	return o
}

// What is to be expected at points, one after another, is what a process
// conditioned on one after another predicts.
func TestSequenceIsConditioning(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(n int) (xs []model.Unit, ys []float64) {
		seq := sobol.New(2, rng.Uint64())
		for range n {
			u := make(model.Unit, 2)
			seq.Next(u)
			xs, ys = append(xs, u), append(ys, rng.NormFloat64())
		}
		return xs, ys
	}
	xs, ys := draw(4)
	g, err := model.New(xs, ys, model.Hyper{Mean: 0.3, Variance: 2, Scale: []float64{0.3, 0.5}, Noise: 1e-9})
	testkit.OK(t, err)
	points, values := draw(6)
	got := sequence(g, points, values)
	var ws model.Workspace
	for i, u := range points {
		m, v := g.Predict(&ws, u)
		if math.Abs(got[i].mean-m) > 1e-5 || math.Abs(got[i].sd-math.Sqrt(v)) > 1e-5 {
			t.Errorf("point %d: %v, want %v and %v", i, got[i], m, math.Sqrt(v))
		}
		g, err = g.Condition(u, values[i])
		testkit.OK(t, err)
	}
}

// Whatever a policy does, its luck has the mean 0, from what is measured and
// from the priors, with costs that are known, learnt and drawn: 16 draws, four
// standard errors. So the mean of the gains is that of the improvements.
func TestLuckHasNoMean(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	if testing.Short() {
		t.Skip("many whole runs")
	}
	problems := map[string]*scenarios.Problem{
		"posterior": scenario(t, "myopia", 0), "priors": parsed(t, unmeasured),
		"charged": parsed(t, "charge-initial = true\n"+unmeasured),
		"moving":  parsed(t, unmeasured+"\n[move]\nprice = 0.3\nparameters = [\"x\"]\n"),
		"choices": parsed(t, strings.Replace(unmeasured, "low = 1\nhigh = 2", `choices = ["THF", "DMF", "water"]`, 1)),
	}
	for name, p := range problems {
		for _, q := range []string{"ei-puc", "random"} {
			o := startStateOf(t, p)
			var luck, gains []float64
			for i := range 16 {
				d, err := o.Draw(i)
				testkit.OK(t, err)
				r, err := d.Play(context.Background(), policy.Must(q))
				testkit.OK(t, err)
				luck, gains = append(luck, r.Luck[0]+r.Luck[1]+r.Luck[2]), append(gains, r.Gain)
			}
			s := stats.Summarise(luck)
			if half := 2 * s.Half(); math.Abs(s.Mean) > half || !(half > 0) {
				t.Errorf("%s, %s: luck %v ± %v", name, q, s.Mean, half)
			}
			if slices.Min(gains) < 0 || !(slices.Max(gains) > 0) {
				t.Errorf("%s, %s: gains from %v to %v", name, q, slices.Min(gains), slices.Max(gains))
			}
		}
	}
}

// Before anything is measured, drawn functions have the prices that the problem
// speaks of: half of them below the typical one, and 95 % within the spread.
func TestPricesAreAsTheProblemSays(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	if testing.Short() {
		t.Skip("many draws")
	}
	o := startStateOf(t, parsed(t, unmeasured))
	if price, assumed, drawn := o.Prices(); price != (scenarios.Price{Typical: 3, Spread: 5}) || assumed || !drawn || o.Measured() != 0 || o.Left() != 12 {
		t.Errorf("prices %v, assumed %v, drawn %v, measured %d, left %v", price, assumed, drawn, o.Measured(), o.Left())
	}
	const n = 100
	below, within := 0.0, 0.0
	for i := range n {
		d, err := o.Draw(i)
		testkit.OK(t, err)
		e, err := d.world.source().Evaluate(context.Background(), scenarios.Point{2.5, 1.5})
		testkit.OK(t, err)
		if e.Cost < 3 {
			below++
		}
		if e.Cost > 3/math.Sqrt(5) && e.Cost < 3*math.Sqrt(5) {
			within++
		}
	}
	if math.Abs(below/n-0.5) > 4*0.5/math.Sqrt(n) || math.Abs(within/n-0.95) > 4*math.Sqrt(0.95*0.05/n) {
		t.Errorf("%.3f below the typical price, %.3f within the spread", below/n, within/n)
	}
	bare := startStateOf(t, parsed(t, "budget = 12\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n"))
	if price, assumed, _ := bare.Prices(); !assumed || price != (scenarios.Price{Typical: 1.2, Spread: 3}) {
		t.Errorf("assumed %v: %v", assumed, price)
	}
}

// At what has been measured, drawn functions are what is believed there.
func TestDrawsAgreeWithMeasurements(t *testing.T) {
	t.Parallel()
	o := startStateOf(t, scenario(t, "myopia", 0))
	if n := o.Measured(); n != len(o.run.rows) || n == 0 {
		t.Fatalf("%d measured of %d", n, len(o.run.rows))
	}
	d, err := o.Draw(0)
	testkit.OK(t, err)
	var ws model.Workspace
	for _, r := range o.run.rows {
		m := o.pair.Moments(&ws, r.U)
		e, err := d.world.source().Evaluate(context.Background(), r.X)
		testkit.OK(t, err)
		if math.Abs(e.Value-m.MuF) > 5*m.SdF {
			t.Errorf("%v at %v, believed to be %v ± %v", e.Value, r.X, m.MuF, m.SdF)
		}
	}
}

// A live study is played on from where it stands, with the money it has left;
// one that has ended is not, and one with a single value tells too little.
func TestStartStateOfLiveStudies(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-puc")
	tell := func(value, cost float64) {
		t.Helper()
		s, err := l.Ask(context.Background())
		testkit.OK(t, err)
		if _, err := l.Tell(l.State().Seq, Answer{X: s.X, Value: value, Cost: cost}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(measured, design int, left float64) {
		t.Helper()
		o, err := l.StartState(context.Background())
		testkit.OK(t, err)
		if o.Measured() != measured || len(o.design) != design || o.Left() != left {
			t.Errorf("%d measured, %d to measure, %v left; want %d, %d, %v", o.Measured(), len(o.design), o.Left(), measured, design, left)
		}
		d, err := o.Draw(1)
		testkit.OK(t, err)
		r, err := d.Play(context.Background(), policy.Must("ei-pc"))
		if err != nil || !(r.Gain > 0) || r.Decisions < 1 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	n, budget := len(l.State().Created.Design), l.State().Budget
	check(0, n, budget)
	tell(1, 1)
	check(0, n, budget)
	for i := 1; i < n; i++ {
		tell(float64(1+i), 1)
	}
	check(n, 0, budget)
	tell(3, budget/4)
	check(n+1, 0, budget-budget/4)
	tell(3.5, budget) // too much
	if _, err := l.StartState(context.Background()); !errors.As(err, new(EndedError)) {
		t.Errorf("an ended study: %v", err)
	}
}

// What was measured before a study is what it begins to believe.
func TestStartStateWithPastMeasurements(t *testing.T) {
	t.Parallel()
	past := []journal.Told{
		{X: []float64{1, 1.1}, Value: 3, Cost: 2, Free: true}, {X: []float64{5, 1.5}, Value: 1, Cost: 3, Free: true},
		{X: []float64{8, 1.9}, Value: 2, Cost: 4, Free: true},
	}
	o, err := LiveStartState(context.Background(), "lab.toml", []byte(unmeasured), LiveSettings{Past: past})
	testkit.OK(t, err)
	if o.Measured() != 3 || o.Left() != 12 {
		t.Errorf("%d measured, %v left", o.Measured(), o.Left())
	}
	d, err := o.Draw(0)
	testkit.OK(t, err)
	if r, err := d.Play(context.Background(), policy.Must("ei-pc")); err != nil || !(r.Gain > 0) {
		t.Errorf("%+v, %v", r, err)
	}
}

// Where values are noisy, draws have noise, and a policy is judged by what is
// there where it believes the best to be.
func TestNoisyDraws(t *testing.T) {
	t.Parallel()
	noisy := strings.Replace(unmeasured, "[objective]", "[objective]\nnoisy = true", 1)
	for name, want := range map[string]float64{noisy: assumedNoise, strings.Replace(noisy, "noisy = true", "sd = 7", 1): assumedNoise, unmeasured: 0} {
		o := startStateOf(t, parsed(t, name))
		if o.noise() != want {
			t.Errorf("noise %v, want %v", o.noise(), want)
		}
		d, err := o.Draw(0)
		testkit.OK(t, err)
		r, err := d.Play(context.Background(), policy.Must("ei-pc"))
		if err != nil || math.IsNaN(r.Gain) || want > 0 && r.Luck != [3]float64{} {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// What a person says of the initial design when a study is made is in the study,
// whatever its problem says.
func TestStudiesSayHowTheyBegin(t *testing.T) {
	t.Parallel()
	yes := true
	p, err := LiveSettings{ChargeInitial: &yes, Initial: 7}.Adapt(parsed(t, unmeasured))
	if err != nil || !p.ChargeInitial || !p.ChargeSaid || p.Initial.Sobol != 7 {
		t.Errorf("%+v, %v", p, err)
	}
	l, err := CreateLive(liveDir(t)+"/a.study", "lab.toml", []byte(unmeasured), LiveSettings{ChargeInitial: &yes, Initial: 7, Note: "why"})
	testkit.OK(t, err)
	l = reopen(t, l)
	c := l.State().Created
	if !c.ChargeInitial || len(c.Design) != 7 || !l.Problem().ChargeInitial || len(l.State().Notes) != 1 {
		t.Errorf("charged %v, %d points, notes %v", c.ChargeInitial, len(c.Design), l.State().Notes)
	}
	if points, err := Unmeasured(l.Problem(), 0); err != nil || len(points) != 4 {
		t.Errorf("%d points to be measured, %v", len(points), err)
	}
	if _, err := (LiveSettings{Initial: 3}).Adapt(parsed(t, strings.Replace(unmeasured, "sobol = 4", "points = [[1, 1]]", 1))); err == nil {
		t.Error("the points that a problem lists were replaced by others")
	}
}
