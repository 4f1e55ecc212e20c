package theorem

import (
	"context"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios/theorem1"
	"farsight/tui/pane"
)

// What the screen of theorem 1 computes, always in commands: exact values,
// single runs, many runs and the ratio over ε.

// playedRun is one simulated run of the policy and of the other choice.
type playedRun struct {
	number int
	pulls  [2][]theorem1.Pull   // of the policy, of the other
	scores [2]theorem1.ArmScore // of the arms before the first pull
	ahead  int                  // which of the two B-MS-EI plays like
	lo, hi float64              // of the values shown
}

// length is the number of arms the longer of the two measures.
func (r *playedRun) length() int { return max(len(r.pulls[0]), len(r.pulls[1])) }

// best is the best value of play i after so many arms; arm 0 makes it at least
// 0.
func (r *playedRun) best(i, arms int) float64 {
	if n := min(arms, len(r.pulls[i])); n > 0 {
		return r.pulls[i][n-1].Best
	}
	return 0
}

func newRun(t theorem1.Instance, number int, seed uint64) *playedRun {
	r := &playedRun{number: number}
	for i, play := range [2]theorem1.Play{t.Policy(), t.Other()} {
		run := t.Run(play, seed+uint64(number))
		if i == 0 {
			r.scores = run.Scores()
		}
		for p, ok := run.Next(); ok; p, ok = run.Next() {
			r.pulls[i] = append(r.pulls[i], p)
			r.lo, r.hi = min(r.lo, p.Value), max(r.hi, p.Value)
		}
		first, _ := t.First(play)
		if ahead, _ := t.First(theorem1.PlayAhead); ahead == first {
			r.ahead = i // two classes of arms, two choices: it is one of them
		}
	}
	return r
}

// tally is the average of the runs so far.
type tally struct {
	runs         int
	sum, squares [2]float64
}

// add counts one run's final values.
func (t *tally) add(values [2]float64) {
	t.runs++
	for i, v := range values {
		t.sum[i] += v
		t.squares[i] += v * v
	}
}

// merge counts the runs of a simulation: its standard error gives the sum of
// squares back, se² = (Σv²/n − mean²)/(n − 1).
func (t *tally) merge(s theorem1.Simulation) {
	n := float64(s.Runs)
	t.runs += s.Runs
	for i, m := range [2][2]float64{{s.Policy, s.PolicySE}, {s.Other, s.OtherSE}} {
		t.sum[i] += n * m[0]
		t.squares[i] += n * (m[1]*m[1]*(n-1) + m[0]*m[0])
	}
}

// mean is the average of play i with its standard error, NaN before two runs.
func (t *tally) mean(i int) (mean, se float64) {
	n := float64(t.runs)
	if t.runs == 0 {
		return math.NaN(), math.NaN()
	}
	mean = t.sum[i] / n
	if t.runs == 1 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(max(0, t.squares[i]/n-mean*mean) / (n - 1))
}

// history is how the averages came about.
type history struct {
	runs []float64
	mean [2][]float64
}

// apart is how far points of a history are from each other, as a share: more a log scale does not show.
const apart = 0.02

// note adds where the tally is now, or moves the last point there.
func (h *history) note(t *tally) {
	if n := len(h.runs); n > 1 && float64(t.runs) < (1+apart)*h.runs[n-2] {
		h.runs, h.mean[0], h.mean[1] = h.runs[:n-1], h.mean[0][:n-1], h.mean[1][:n-1]
	}
	h.runs = append(h.runs, float64(t.runs))
	for i := range h.mean {
		m, _ := t.mean(i)
		h.mean[i] = append(h.mean[i], m)
	}
}

// exactMsg brings the exact values of a setting and its first run.
type exactMsg struct {
	version int
	numbers theorem1.Numbers
	run     *playedRun
}

// exactly computes what a setting of the sliders shows first.
func exactly(version int, t theorem1.Instance, seed uint64) tea.Cmd {
	return func() tea.Msg {
		n, err := t.Exact()
		if err != nil {
			return nil // the sliders stay within the bounds
		}
		return exactMsg{version, n, newRun(t, 1, seed)}
	}
}

// runMsg brings a further run.
type runMsg struct {
	version int
	run     *playedRun
}

func furtherRun(version int, t theorem1.Instance, number int, seed uint64) tea.Cmd {
	return func() tea.Msg { return runMsg{version, newRun(t, number, seed)} }
}

// ratioCurve is V(other)/V(policy) of both parts against 1/ε.
type ratioCurve struct {
	delta   float64
	inverse []float64 // 1/ε
	ratio   [2][]float64
	bound   [2][]float64 // below it, in closed form
}

// ratioPoints is the number of exact values of each curve.
const ratioPoints = 241

// ratioMsg brings the curves of a δ.
type ratioMsg struct{ curve *ratioCurve }

// ratios computes the curves over the sliders' range of ε.
func ratios(ctx context.Context, delta float64) tea.Cmd {
	return func() tea.Msg {
		c := &ratioCurve{delta: delta}
		lo, hi := math.Log(1/epsilonValues[len(epsilonValues)-1]), math.Log(1/epsilonValues[0])
		for i := range ratioPoints {
			inverse := math.Exp(lo + (hi-lo)*float64(i)/(ratioPoints-1))
			c.inverse = append(c.inverse, inverse)
			for part := range 2 {
				if ctx.Err() != nil {
					return nil
				}
				n, err := theorem1.Instance{Part: part + 1, Epsilon: 1 / inverse, Delta: delta}.Exact()
				if err != nil {
					n.Ratio, n.Bound = math.NaN(), math.NaN()
				}
				c.ratio[part], c.bound[part] = append(c.ratio[part], n.Ratio), append(c.bound[part], n.Bound)
			}
		}
		return ratioMsg{c}
	}
}

// manyMsg brings a batch of runs.
type manyMsg struct {
	version, job int
	sim          theorem1.Simulation
}

// ManyRuns is how many runs are made at a key press. A batch of them measures
// no more than about batchArms, so that the bar moves and a stop is handled, and
// adds no more than a third to what there is, so that the average can be seen
// to settle.
const (
	ManyRuns   = 10_000
	batchArms  = 400_000
	leastBatch = 10
	mostBatch  = 1000
)

// batch simulates the next runs of a job.
func batch(version, job int, t theorem1.Instance, left, before int, seed uint64) tea.Cmd {
	runs := min(left, max(leastBatch, min(mostBatch, batchArms/t.N(), before/3)))
	if left-runs == 1 {
		runs++ // a batch needs two
	}
	return func() tea.Msg {
		s, err := t.Simulate(max(2, runs), seed)
		if err != nil {
			return nil // the sliders stay within the bounds
		}
		return manyMsg{version, job, s}
	}
}

// batchSeed keeps the batches' streams apart from those of single runs.
func batchSeed(seed uint64, batches int) uint64 {
	return seed ^ 0xd1342543de82ef95*uint64(batches+1)
}

// epsilonValues and deltaValues are the values of the sliders: ten round numbers a decade,
// ascending.
var (
	epsilonValues = decades(1e-4, 0.9)
	deltaValues   = decades(0.01, 10)
)

func decades(lo, hi float64) []float64 {
	var out []float64
	for decade := -4; decade <= 1; decade++ {
		for _, d := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8} {
			if v := pane.Round3(d * math.Pow10(decade)); v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				out = append(out, v)
			}
		}
	}
	if v := pane.Round3(hi); out[len(out)-1] < v {
		out = append(out, v)
	}
	return out
}

// slide is the next value up or down the slider, the same beyond its end.
func slide(values []float64, v float64, by int) float64 {
	if by > 0 {
		if i := slices.IndexFunc(values, func(next float64) bool { return next > v*(1+1e-9) }); i >= 0 {
			return values[i]
		}
		return v
	}
	for _, next := range slices.Backward(values) {
		if next < v*(1-1e-9) {
			return next
		}
	}
	return v
}
