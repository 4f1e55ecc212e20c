package lookahead

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// The oracle enumerates: Q_N on a grid of roots, every later decision the best
// point of the grid, by plain recursion over its own posterior. It shares with
// the search only the numbers of the state.

// oracle is Q_N over a grid of points.
type oracle struct {
	s      State
	f      fantasy.Samples
	n      int // points
	x      []model.Unit
	set    [][]int // by stage, which points are tried
	levels []oracleLevel
	cost   []float64 // where it is known
	obj    *gridProcess
	lnc    *gridProcess // nil: the cost is known
}

// gridProcess is one process over the points.
type gridProcess struct {
	cov   []float64
	noise float64
}

type oracleLevel struct{ f, c moments }

// moments of all points at one stage, and what the point chosen there tells.
type moments struct{ mu, v, sd, r []float64 }

// newOracle tabulates the points; stages after the root try those of inner.
func newOracle(s State, f fantasy.Samples, points []model.Unit, inner []int) *oracle {
	o := &oracle{s: s, f: f, n: len(points), x: points, set: make([][]int, f.Steps()), levels: make([]oracleLevel, f.Steps())}
	for st := 1; st < f.Steps(); st++ {
		o.set[st] = inner
	}
	for i := range o.levels {
		o.levels[i] = oracleLevel{newMoments(o.n), newMoments(o.n)}
	}
	o.obj = o.tabulate(s.Pair.Objective, &o.levels[0].f)
	if s.Pair.Known == nil {
		o.lnc = o.tabulate(s.Pair.LogCost, &o.levels[0].c)
	} else {
		for _, x := range points {
			o.cost = append(o.cost, s.Pair.Known(x))
		}
	}
	return o
}

func newMoments(n int) moments {
	return moments{make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
}

// tabulate computes the posterior by a plain Cholesky factor.
func (o *oracle) tabulate(g *model.GP, m *moments) *gridProcess {
	h, f := g.Hyper(), g.Factor()
	n, d := f.N, f.D
	kernel := func(a, b []float64) float64 {
		s := 0.0
		for i, l := range h.Scale {
			s += (a[i] - b[i]) * (a[i] - b[i]) / (l * l)
		}
		r := math.Sqrt(5 * s)
		return h.Variance * (1 + r + r*r/3) * math.Exp(-r)
	}
	data := func(i int) []float64 { return f.X[i*d : i*d+d] }
	L := make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			v := kernel(data(i), data(j))
			if i == j {
				v += h.Noise
			}
			for k := range j {
				v -= L[i*n+k] * L[j*n+k]
			}
			if i == j {
				L[i*n+i] = math.Sqrt(v)
			} else {
				L[i*n+j] = v / L[j*n+j]
			}
		}
	}
	// V = L⁻¹K(X, points), so that cov = κ − VᵀV; μ by Kα.
	V := make([]float64, o.n*n)
	for p, x := range o.x {
		v := V[p*n : p*n+n]
		m.mu[p] = h.Mean
		for i := range n {
			k := kernel(x, data(i))
			m.mu[p] += k * f.Alpha[i]
			for j := range i {
				k -= L[i*n+j] * v[j]
			}
			v[i] = k / L[i*n+i]
		}
	}
	out := &gridProcess{cov: make([]float64, o.n*o.n), noise: h.Noise}
	for p, x := range o.x {
		for q := range p + 1 {
			k := kernel(x, o.x[q])
			for i := range n {
				k -= V[p*n+i] * V[q*n+i]
			}
			out.cov[p*o.n+q], out.cov[q*o.n+p] = k, k
		}
		m.v[p] = max(out.cov[p*o.n+p], h.MinVariance())
		m.sd[p] = math.Sqrt(m.v[p])
	}
	return out
}

// condition prepares the next stage for an evaluation at point i of stage s.
func (g *gridProcess) condition(n, s, i int, level func(int) *moments) (rr float64) {
	v, next := level(s), level(s+1)
	rr = math.Sqrt(v.v[i] + g.noise)
	for p := range n {
		c := g.cov[i*n+p]
		for j := range s {
			c -= level(j).r[p] * level(j).r[i]
		}
		v.r[p] = c / rr
		next.v[p] = max(v.v[p]-v.r[p]*v.r[p], 1e-12)
		next.sd[p] = math.Sqrt(next.v[p])
	}
	return rr
}

// q1 is EI times the chance to fit at point i of stage s, or 0 if it is at most
// the value to beat.
func (o *oracle) q1(s, i int, best, budget, lnB, beat float64) float64 {
	f := &o.levels[s].f
	if o.lnc == nil && affordable(o.cost[i], budget) == 0 {
		return 0
	}
	d := f.mu[i] - best
	if 0.399*f.sd[i]+max(d, 0) <= beat {
		return 0
	}
	u := d / f.sd[i]
	h, _, _ := acquisition.ReducedEI(u)
	q := f.sd[i] * h
	if o.lnc != nil && q > beat {
		c := &o.levels[s].c
		q *= acquisition.CDF((lnB - c.mu[i]) / c.sd[i])
	}
	return q
}

// at is the value of evaluating point i at stage s and going on as well as the
// grid allows.
func (o *oracle) at(s, i int, best, budget float64) float64 {
	lnB := math.Log(budget)
	value := o.q1(s, i, best, budget, lnB, -1)
	if s == o.f.Steps()-1 {
		return value
	}
	f, c := func(s int) *moments { return &o.levels[s].f }, func(s int) *moments { return &o.levels[s].c }
	rrF, rrC := o.obj.condition(o.n, s, i, f), 0.0
	if o.lnc != nil {
		rrC = o.lnc.condition(o.n, s, i, c)
	}
	for j, z := range o.f[s].Z {
		cost := 0.0
		if o.lnc == nil {
			cost = o.cost[i]
		} else {
			cost = math.Exp(c(s).mu[i] + rrC*z[1])
		}
		left := budget - cost
		if left <= o.s.Exhausted() {
			continue
		}
		for p := range o.n {
			f(s + 1).mu[p] = f(s).mu[p] + f(s).r[p]*z[0]
		}
		if o.lnc != nil {
			for p := range o.n {
				c(s + 1).mu[p] = c(s).mu[p] + c(s).r[p]*z[1]
			}
		}
		value += o.f[s].Weight[j] * o.most(s+1, max(best, f(s).mu[i]+rrF*z[0]), left)
	}
	return value
}

// most is the value of the best point at stage s.
func (o *oracle) most(s int, best, budget float64) float64 {
	value := 0.0
	if s == o.f.Steps()-1 {
		lnB := math.Log(budget)
		for _, i := range o.set[s] {
			value = max(value, o.q1(s, i, best, budget, lnB, value))
		}
		return value
	}
	for _, i := range o.set[s] {
		value = max(value, o.at(s, i, best, budget))
	}
	return value
}

// costFamily is a kind of cost in d dimensions, drawn at random.
type costFamily struct {
	name string
	draw func(rng *rand.Rand, d int) func(x model.Unit) float64
}

// interval draws where a family does something.
func interval(rng *rand.Rand, narrow, wide float64) (float64, float64) {
	w := narrow + (wide-narrow)*rng.Float64()
	a := (1 - w) * rng.Float64()
	return a, a + w
}

// inside reports whether x lies in one of some boxes.
func inside(boxes [][][2]float64, x model.Unit) bool {
	return slices.ContainsFunc(boxes, func(b [][2]float64) bool {
		for i, v := range x {
			if v < b[i][0] || v > b[i][1] {
				return false
			}
		}
		return true
	})
}

func boxes(rng *rand.Rand, count, d int, narrow, wide float64) [][][2]float64 {
	out := make([][][2]float64, count)
	for i := range out {
		for range d {
			a, b := interval(rng, math.Pow(narrow, 1/float64(d)), math.Pow(wide, 1/float64(d)))
			out[i] = append(out[i], [2]float64{a, b})
		}
	}
	return out
}

var costFamilies = []costFamily{
	{"smooth", func(rng *rand.Rand, d int) func(model.Unit) float64 {
		phase, wave := 6*rng.Float64(), 3+6*rng.Float64()
		return func(x model.Unit) float64 {
			s := 0.0
			for _, v := range x {
				s += math.Sin(wave*v + phase)
			}
			return math.Exp(1.2 * s / math.Sqrt(float64(len(x))))
		}
	}},
	{"walls", func(rng *rand.Rand, d int) func(model.Unit) float64 {
		in, dear := boxes(rng, 1+rng.IntN(2), d, 0.1, 0.35), 4+8*rng.Float64()
		return func(x model.Unit) float64 {
			if inside(in, x) {
				return dear
			}
			return 1
		}
	}},
	{"valleys", func(rng *rand.Rand, d int) func(model.Unit) float64 {
		in, dear := boxes(rng, 1, d, 0.05, 0.3), 4+8*rng.Float64()
		return func(x model.Unit) float64 {
			if inside(in, x) {
				return 1
			}
			return dear
		}
	}},
	{"islands", func(rng *rand.Rand, d int) func(model.Unit) float64 {
		in, dear := boxes(rng, 2+rng.IntN(3), d, 0.03, 0.1), 4+8*rng.Float64()
		return func(x model.Unit) float64 {
			if inside(in, x) {
				return 1
			}
			return dear
		}
	}},
	{"ramps", func(rng *rand.Rand, d int) func(model.Unit) float64 {
		top, turn := 4+8*rng.Float64(), rng.IntN(2) == 0
		return func(x model.Unit) float64 {
			v := x[0]
			if turn {
				v = 1 - v
			}
			return 1 + top*v
		}
	}},
	{"levels", func(rng *rand.Rand, d int) func(model.Unit) float64 {
		edge, dear, turn := 0.2+0.6*rng.Float64(), 3+9*rng.Float64(), rng.IntN(2) == 0
		return func(x model.Unit) float64 {
			if (x[0] < edge) == turn {
				return 1
			}
			return dear
		}
	}},
}

// unevenState is a decision among costs of a family: 1 to 10 data drawn from the
// prior, money for 1 to 6 evaluations, hyperparameters known.
func unevenState(t testing.TB, rng *rand.Rand, fam costFamily, d int, known bool) State {
	t.Helper()
	cost := fam.draw(rng, d)
	n := []int{1, 1, 2, 3, 5, 10}[rng.IntN(6)]
	h := &model.Hyper{Variance: 1, Noise: 1e-6}
	hc := &model.Hyper{Mean: 1, Variance: 1, Noise: 1e-6}
	scale := 0.1 * math.Pow(8, rng.Float64())
	for range d {
		h.Scale, hc.Scale = append(h.Scale, scale*math.Sqrt(float64(d))), append(hc.Scale, 0.25*math.Sqrt(float64(d)))
	}
	var data model.Data
	cheap, dear := math.Inf(1), 0.0
	draw := func() model.Unit {
		x := make([]float64, d)
		for i := range x {
			x[i] = rng.Float64()
		}
		cheap, dear = min(cheap, cost(x)), max(dear, cost(x))
		return x
	}
	for range 500 {
		draw()
	}
	for range n {
		// Half of them where it is cheap, as after cheap evaluations.
		x := draw()
		for tries := 0; tries < 50 && len(data.X)%2 == 0 && cost(x) > (cheap+dear)/2; tries++ {
			x = draw()
		}
		data.X, data.Cost = append(data.X, x), append(data.Cost, cost(x))
	}
	data.Y = drawValues(rng, h, data.X)
	set := model.PairSettings{Objective: model.Settings{Fixed: h}, Cost: model.Settings{Fixed: hc}}
	if known {
		set.Known = func(x model.Unit) float64 { return cost(x) }
	}
	p, err := model.FitPair(data, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Room for 1 to 6: so many expensive ones, cheap ones beside them, and some change.
	budget := dear*float64(rng.IntN(3)) + cheap*float64(1+rng.IntN(3)) + rng.Float64()*cheap
	return State{Pair: p, Budget: budget, Best: p.Incumbent()}
}

// drawValues draws a function from the prior at points.
func drawValues(rng *rand.Rand, h *model.Hyper, x []model.Unit) []float64 {
	n := len(x)
	L, y := make([]float64, n*n), make([]float64, n)
	for i := range n {
		for j := range i + 1 {
			s := 0.0
			for c, l := range h.Scale {
				s += (x[i][c] - x[j][c]) * (x[i][c] - x[j][c]) / (l * l)
			}
			r := math.Sqrt(5 * s)
			v := h.Variance * (1 + r + r*r/3) * math.Exp(-r)
			if i == j {
				v += 1e-9
			}
			for k := range j {
				v -= L[i*n+k] * L[j*n+k]
			}
			if i == j {
				L[i*n+i] = math.Sqrt(max(v, 1e-12))
			} else {
				L[i*n+j] = v / L[j*n+j]
			}
		}
	}
	for i := range n {
		y[i] = h.Mean
	}
	for j := range n {
		z := rng.NormFloat64()
		for i := j; i < n; i++ {
			y[i] += L[i*n+j] * z
		}
	}
	return y
}

// judged is one decision beside the oracle.
type judged struct {
	family string
	share  float64 // of the oracle's value
	root   model.Unit
	best   model.Unit
	value  float64
	state  State
	seed   uint64
}

// gridOf is how finely each N is enumerated: roots, and every so many of them later.
func gridOf(steps int) (roots, stride int) {
	switch steps {
	case 2:
		return 401, 2
	case 3:
		return 101, 1
	}
	return 41, 1
}

// judgeDecision compares what a decision is worth with the best root of the
// grid; nothing to gain counts as 1.
func judgeDecision(t testing.TB, s State, f fantasy.Samples, tree *Tree) (share float64, best model.Unit, value float64) {
	roots, stride := gridOf(f.Steps())
	var points []model.Unit
	var inner []int
	for i := range roots {
		if points = append(points, model.Unit{float64(i) / float64(roots-1)}); i%stride == 0 {
			inner = append(inner, i)
		}
	}
	points = append(points, tree.Root)
	o := newOracle(s, f, points, inner)
	at := 0
	for i := range roots {
		if v := o.at(0, i, s.Best, s.Budget); v > value {
			value, at = v, i
		}
	}
	own := max(tree.Value, o.at(0, roots, s.Best, s.Budget))
	if !(value > 1e-9) {
		return 1, points[at], value
	}
	return own / value, points[at], value
}

var oracleDecisions = flag.Int("decisions", 60, "decisions per row of the oracle's table")

// oracleShapes are the trees that are compared with the oracle.
func oracleShapes(t testing.TB) map[string]fantasy.Shape {
	return map[string]fantasy.Shape{
		"N=2 gauss-hermite": shapeOf(t, fantasy.GaussHermite, "7x1"),
		"N=2 tree":          shapeOf(t, fantasy.Sampled, "4"),
		"N=2 path":          fantasy.DefaultShape(fantasy.Path, 2),
		"N=3 gauss-hermite": shapeOf(t, fantasy.GaussHermite, "5x1,3x1"),
		"N=3 tree":          shapeOf(t, fantasy.Sampled, "4,4"),
		"N=3 path":          fantasy.DefaultShape(fantasy.Path, 3),
		"N=4 gauss-hermite": shapeOf(t, fantasy.GaussHermite, "3x1,3x1,3x1"),
		"N=4 tree":          shapeOf(t, fantasy.Sampled, "4,4,2"),
		"N=4 path":          fantasy.DefaultShape(fantasy.Path, 4),
	}
}

// judgeMany judges decisions on a shape of tree, families in turn.
func judgeMany(t testing.TB, shape fantasy.Shape, known bool, count int) []judged {
	t.Helper()
	var all []judged
	for i := range count {
		fam, seed := costFamilies[i%len(costFamilies)], uint64(i)*2+1
		s := unevenState(t, rand.New(rand.NewPCG(77, seed)), fam, 1, known)
		f := draw(t, shape, seed)
		tree := maximise(t, s, f, Settings{Seed: seed, Workers: 1})
		share, best, value := judgeDecision(t, s, f, tree)
		all = append(all, judged{fam.name, share, tree.Root, best, value, s, seed})
	}
	return all
}

func (j judged) String() string {
	g := j.state.Pair.Objective
	return fmt.Sprintf("%-8s seed %3d: %.3f of %.4f: root %.4f instead of %.4f, budget %.3f, n = %d, ℓ = %.2f", j.family, j.seed, j.share, j.value, j.root[0], j.best[0], j.state.Budget, g.Len(), g.Hyper().Scale[0])
}

// Decisions are worth what the oracle finds, whatever the costs: few lie more than
// 3 % below it, none more than 10 %.
func TestDecisionsSeePlans(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: hundreds of decisions and an oracle")
	}
	shapes, below, all := oracleShapes(t), 0, 0
	for name, count := range map[string]int{"N=2 gauss-hermite": 36, "N=2 tree": 36, "N=2 path": 36, "N=3 path": 12, "N=3 tree": 6, "N=3 gauss-hermite": 6} {
		for _, known := range []bool{true, false} {
			for _, j := range judgeMany(t, shapes[name], known, count) {
				if all++; j.share < 0.97 {
					below++
					t.Logf("%s, known %v: %v", name, known, j)
				}
				if j.share < 0.9 {
					t.Errorf("%s, known %v: %v", name, known, j)
				}
			}
		}
	}
	if 50*below > all {
		t.Errorf("%d of %d decisions lie more than 3 %% below the oracle", below, all)
	}
}

// scouting is a state in which only a plan sees what to do: a known start in the
// middle, evaluations beside it cheap, elsewhere expensive, money for one of each.
// A cheap one beside the start gains little, and tells which way is uphill.
func scouting(t testing.TB) State {
	t.Helper()
	h := &model.Hyper{Variance: 1, Noise: 1e-6, Scale: []float64{0.6}}
	p, err := model.FitPair(model.Data{X: []model.Unit{{0.5}}, Y: []float64{0}, Cost: []float64{1}}, model.PairSettings{
		Objective: model.Settings{Fixed: h}, Known: func(x model.Unit) float64 {
			if math.Abs(x[0]-0.5) <= 0.07 {
				return 1
			}
			return 8
		},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return State{Pair: p, Budget: 9.3, Best: 0}
}

// Where one cheap evaluation tells where the expensive one should go, trees of
// every kind that learn begin with it.
func TestPlansScout(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	s := scouting(t)
	for _, shape := range []fantasy.Shape{
		fantasy.DefaultShape(fantasy.GaussHermite, 2), fantasy.DefaultShape(fantasy.GaussHermite, 4), shapeOf(t, fantasy.Sampled, "16"), shapeOf(t, fantasy.Sampled, "8,4,2"),
	} {
		f := draw(t, shape, 1)
		for _, effort := range []Effort{Quick, Standard, Thorough} {
			tree := maximise(t, s, f, Settings{Effort: effort})
			if math.Abs(tree.Root[0]-0.5) > 0.0701 || tree.Value < 0.45 {
				t.Errorf("%v %v, %v: evaluates x = %.3f, worth %.3f", shape.Rule, shape, effort, tree.Root[0], tree.Value)
			}
		}
	}
	exact, best, _ := judgeDecision(t, s, draw(t, shapeOf(t, fantasy.GaussHermite, "15x1"), 0), maximise(t, s, draw(t, shapeOf(t, fantasy.GaussHermite, "15x1"), 0), Settings{}))
	if exact < 0.999 {
		t.Errorf("two steps ahead: %.4f of what x = %v is worth", exact, best)
	}
}

// How decisions compare with the oracle: go test -run xxx -bench Oracle
// -benchtime 1x ./lookahead -decisions 500
func BenchmarkOracle(b *testing.B) {
	shapes := oracleShapes(b)
	var names []string
	for name := range shapes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, known := range []bool{true, false} {
			kind := "unknown"
			if known {
				kind = "known"
			}
			b.Run(strings.ReplaceAll(name, " ", "-")+"/"+kind, func(b *testing.B) {
				for b.Loop() {
					all := map[string][]judged{}
					for _, j := range judgeMany(b, shapes[name], known, *oracleDecisions) {
						all[j.family] = append(all[j.family], j)
					}
					below, worst, n := 0, 1.0, 0
					for _, fam := range costFamilies {
						low, w := 0, 1.0
						for _, j := range all[fam.name] {
							n++
							if j.share < 0.97 {
								low++
							}
							if w = min(w, j.share); j.share < 0.97 {
								b.Log(j)
							}
						}
						below += low
						worst = min(worst, w)
						b.ReportMetric(float64(low), fmt.Sprintf("%s-below", fam.name))
					}
					b.ReportMetric(float64(below), "below")
					b.ReportMetric(float64(n), "decisions")
					b.ReportMetric(worst, "worst")
				}
			})
		}
	}
}

// How far decisions lie below the peaks of their own curves, on the same base
// samples.
func BenchmarkCurvePeak(b *testing.B) {
	for _, c := range []struct {
		name  string
		shape fantasy.Shape
	}{
		{"gauss-hermite-N=2", fantasy.DefaultShape(fantasy.GaussHermite, 2)}, {"gauss-hermite-N=4", shapeOf(b, fantasy.GaussHermite, "5x1,3x1,3x1")},
		{"tree-N=2", fantasy.DefaultShape(fantasy.Sampled, 2)}, {"tree-N=4", fantasy.DefaultShape(fantasy.Sampled, 4)}, {"tree-N=6", fantasy.DefaultShape(fantasy.Sampled, 6)},
		{"path-N=4", fantasy.DefaultShape(fantasy.Path, 4)},
	} {
		for _, known := range []bool{true, false} {
			b.Run(fmt.Sprint(c.name, "/known=", known), func(b *testing.B) {
				for b.Loop() {
					below1, below3, worst := 0, 0, 1.0
					for i := range *oracleDecisions {
						seed := uint64(i)*2 + 1
						s := unevenState(b, rand.New(rand.NewPCG(78, seed)), costFamilies[i%len(costFamilies)], 1, known)
						f := draw(b, c.shape, seed)
						tree := maximise(b, s, f, Settings{Seed: seed})
						u, err := Curve(b.Context(), s, f, Line{From: model.Unit{0}, To: model.Unit{1}}, 121, Settings{Seed: seed}, nil)
						if err != nil {
							b.Fatal(err)
						}
						peak := slices.Max(u.Value)
						if !(peak > 1e-4) {
							continue
						}
						share := tree.Value / peak
						worst = min(worst, share)
						if share < 0.99 {
							below1++
							at := u.T[slices.Index(u.Value, peak)]
							b.Logf("%-8s seed %3d: %.3f of %.4f: root %.4f instead of %.4f", costFamilies[i%len(costFamilies)].name, seed, share, peak, tree.Root[0], at)
						}
						if share < 0.97 {
							below3++
						}
					}
					b.ReportMetric(float64(below1), "below-1%")
					b.ReportMetric(float64(below3), "below-3%")
					b.ReportMetric(worst, "worst")
				}
			})
		}
	}
}
