package acquisition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"farsight/internal/lbfgsb"
	"farsight/internal/workers"
	"farsight/model"
)

const (
	screenChunk   = 64   // points a worker scores at a time
	largeChunk    = 120  // and where there are many observations, whose factors are then read once for all
	manyRows      = 128  // observations are many
	initialStep   = 0.01 // of a climb, in widths of the cube: a start that was chosen should not be jumped away from
	mergeDistance = 1e-3 // times √d: climbs that end closer than this ended on the same peak
)

// softening is the standard deviation assumed for a known cost in successive climbs: from smooth to
// almost a step.
var softening = [...]float64{0.05, 0.005, 0.0005, 5e-5, 5e-6}

// peak is a start, later the end of a climb.
type peak struct {
	x     []float64
	score float64
}

// climber is one maximisation in progress.
type climber struct {
	p            *model.Pair
	fn           Function
	s            Settings
	lower, upper []float64
	workers      []worker
	screen       *Screen
	peaks        []peak // in the end highest first
	cancelled    bool
}

type worker struct {
	ws          Workspace
	minimizer   lbfgsb.Minimizer
	evaluations int
}

func newClimber(p *model.Pair, r Function, s Settings) *climber {
	d := p.Dim()
	c := &climber{
		p: p, fn: r, s: s.filled(d),
		lower: make([]float64, d), upper: make([]float64, d),
	}
	c.workers = make([]worker, c.s.Workers)
	for j := range c.upper {
		c.upper[j] = 1
	}
	return c
}

// climb runs a whole maximisation and leaves its peaks, at least one, highest first.
func climb(ctx context.Context, p *model.Pair, r Function, s Settings) (*climber, error) {
	if len(s.Starts) > 0 {
		if err := checkPoints(s.Starts, p.Dim()); err != nil {
			return nil, fmt.Errorf("starts: %w", err)
		}
	}
	whole := p
	p = withoutCost(p, r)
	c := newClimber(p, r, s)
	if c.screen = new(Screen); s.Screen != nil {
		c.workers = s.Screen.lend(c.s.Workers)
		c.screen = s.Screen.without(whole, p)
	}
	tracks := [][]Function{{r}}
	if e := r.Traits().Edge; e != nil && p.Known != nil && !math.IsInf(e.Limit, 0) {
		// Climbing the step itself stops where it first meets the edge; climbing its softened versions slides along the
		// edge but can be lured beyond it. Each finds what the other misses.
		var soft []Function
		for _, s := range softening {
			soft = append(soft, e.soften(s))
		}
		tracks = append(tracks, append(soft, r))
	}
	var peaks []peak
	for _, stages := range tracks {
		if !c.start(ctx, stages[0]) {
			return nil, ctx.Err()
		}
		for i, stage := range stages {
			if i > 0 {
				c.rescore(stage)
			}
			c.polish(ctx, stage)
			c.rank()
		}
		c.comeBack(stages[len(stages)-1])
		peaks = append(peaks, c.peaks...)
	}
	c.peaks = peaks
	c.rank()
	c.change(ctx, r)
	c.cancelled = ctx.Err() != nil
	return c, nil
}

// start screens, and leaves the starts as peaks: the caller's, those around the incumbent and the screened ones chosen.
// It is false if ctx ended before anything was evaluated.
func (c *climber) start(ctx context.Context, r Function) bool {
	c.screen.begin(c.p, c.s.RawStarts, c.s.Seed)
	after := c.screen.rng
	rng, raw := rand.New(&after), c.screen.points
	if c.s.Screen != nil {
		c.screen.share(r)
	}
	scores := c.judge(ctx, raw, c.screen.moments, c.screen.known, c.screen.scoring(r))
	c.screen.known = c.screen.known || ctx.Err() == nil
	if c.evaluations() == 0 {
		return false
	}
	order := c.screen.ranking.of(scores)
	if len(order) == 0 {
		c.peaks = []peak{{slices.Clone(raw[0]), math.Inf(-1)}} // worth nothing anywhere
		return true
	}
	c.peaks = nil
	var own []model.Unit
	for _, x := range c.s.Starts {
		own = append(own, slices.Clone(x))
	}
	if c.s.AroundIncumbent > 0 {
		own = append(own, aroundIncumbent(c.p, c.s.AroundIncumbent, rng)...)
	}
	c.snap(own)
	for i, score := range c.score(ctx, r, own) {
		c.peaks = append(c.peaks, peak{own[i], score})
	}
	isLinear := c.fn.Traits().Unit > 0
	picked := spreadStarts(raw, order, (c.s.Restarts+1)/2, c.p.Objective.Hyper().Scale)
	picked = drawStarts(picked, scores, order, c.s.Restarts, isLinear, rng)
	for _, i := range c.everyCombination(picked, raw, order) {
		c.peaks = append(c.peaks, peak{slices.Clone(raw[i]), scores[i]})
	}
	return true
}

// score returns the scores of points, −Inf for those not reached before ctx ended.
func (c *climber) score(ctx context.Context, r Function, points []model.Unit) []float64 {
	moments := make([]model.Moments, len(points))
	return c.judge(ctx, points, moments, false, func(i int) float64 { return scoreOf(r, moments[i]) })
}

// judge is score by a function of the moments, which it writes unless they are known.
func (c *climber) judge(ctx context.Context, points []model.Unit, moments []model.Moments, known bool, score func(i int) float64) []float64 {
	scores := make([]float64, len(points))
	for i := range scores {
		scores[i] = math.Inf(-1)
	}
	size := screenChunk
	if c.p.Objective.Len() >= manyRows {
		size = largeChunk
	}
	c.each(ctx, (len(points)+size-1)/size, func(w *worker, chunk int) {
		first := chunk * size
		last := min(first+size, len(points))
		if !known {
			c.p.MomentsInto(&w.ws.model, moments[first:last], points[first:last])
		}
		for i := first; i < last; i++ {
			scores[i] = score(i)
			w.evaluations++
		}
	})
	return scores
}

// each runs do for 0 ≤ i < n on all workers, until ctx ends. do writes to slot i only, so who runs it does not matter.
func (c *climber) each(ctx context.Context, n int, do func(w *worker, i int)) {
	var next atomic.Int64
	work := func(w *worker) {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(w, i)
		}
	}
	var wg workers.Group
	for k := 1; k < min(len(c.workers), n); k++ {
		wg.Go(func() { work(&c.workers[k]) })
	}
	work(&c.workers[0])
	wg.Wait()
}

// polish climbs from every peak.
func (c *climber) polish(ctx context.Context, r Function) {
	settings := lbfgsb.Settings{MaxIterations: c.s.Iterations, InitialStep: initialStep}
	unit := r.Traits().unit()
	c.each(ctx, len(c.peaks), func(w *worker, i int) {
		pk := &c.peaks[i]
		if math.IsInf(pk.score, 0) {
			return // no slope to climb
		}
		// What is minimised is −1 less the gain since the start: the minimiser's tolerance is
		// relative to that, where the score itself is large or small with the units of value and
		// cost.
		start, best, least := pk.score, pk.score, math.Inf(1)
		lower, upper := c.bounds(pk.x)
		res, err := w.minimizer.Minimize(ctx, pk.x, lower, upper, func(x, grad []float64) float64 {
			w.evaluations++
			score := Gradient(c.p, r, &w.ws, x, grad)
			for j := range grad {
				grad[j] /= -unit
			}
			f := (start-score)/unit - 1
			if f <= least { // as the minimiser does, of equals the later
				best, least = score, f
			}
			return f
		}, settings)
		if err == nil && res.Evaluations > 0 {
			pk.score = best // else pk is as it was: a start without a slope, or cancelled
		}
	})
}

// comeBack moves peaks at points that may not be chosen, such as those on the edge of a region, to
// allowed points.
func (c *climber) comeBack(r Function) {
	if c.p.Weight == nil {
		return
	}
	for i := range c.peaks {
		pk := &c.peaks[i]
		if c.p.Allows(pk.x) {
			continue
		}
		pk.x = slices.Clone(pk.x)
		c.p.Move(pk.x)
		pk.score = Score(c.p, r, &c.workers[0].ws, pk.x)
		c.workers[0].evaluations++
	}
}

// rescore judges the peaks by another function.
func (c *climber) rescore(r Function) {
	w := &c.workers[0]
	for i := range c.peaks {
		c.peaks[i].score = Score(c.p, r, &w.ws, c.peaks[i].x)
		w.evaluations++
	}
}

// rank sorts the peaks, the highest first and ties in order, and drops those next to a higher one.
func (c *climber) rank() {
	slices.SortStableFunc(c.peaks, func(a, b peak) int { return cmp.Compare(b.score, a.score) })
	near := mergeDistance * math.Sqrt(float64(len(c.lower)))
	kept := c.peaks[:0]
	for _, pk := range c.peaks {
		if !slices.ContainsFunc(kept, func(k peak) bool { return distance(k.x, pk.x) < near }) {
			kept = append(kept, pk)
		}
	}
	c.peaks = kept
}

func (c *climber) evaluations() int {
	n := 0
	for i := range c.workers {
		n += c.workers[i].evaluations
	}
	return n
}

// choice copies a peak for the caller.
func (c *climber) choice(pk peak) Choice {
	v := value(c.fn, c.p.Moments(&c.workers[0].ws.model, pk.x))
	return Choice{X: slices.Clone(pk.x), Score: pk.score, Value: v, Index: -1}
}

// modes returns up to k peaks, the highest first, each apart from all before it.
func (c *climber) modes(k int) []peak {
	var out []peak
	for _, pk := range c.peaks {
		if len(out) == k {
			break
		}
		if !slices.ContainsFunc(out, func(m peak) bool { return !c.apart(m, pk) }) {
			out = append(out, pk)
		}
	}
	return out
}

// apart says whether low is a mode other than high's: far enough away, and the way up to high first leads down.
func (c *climber) apart(high, low peak) bool {
	if distance(high.x, low.x) < separation*math.Sqrt(float64(len(low.x))) || math.IsInf(low.score, -1) {
		return false
	}
	if !c.p.Choices.Same(high.x, low.x) {
		return true // there is no way from one to the other
	}
	w := &c.workers[0]
	x := make([]float64, len(low.x))
	for _, t := range []float64{0.0625, 0.125, 0.25, 0.5} {
		for j := range x {
			x[j] = low.x[j] + t*(high.x[j]-low.x[j])
		}
		w.evaluations++
		if Score(c.p, c.fn, &w.ws, x) < low.score {
			return true
		}
	}
	return false
}

func distance(a, b []float64) float64 {
	ss := 0.0
	for j, v := range a {
		ss += (v - b[j]) * (v - b[j])
	}
	return math.Sqrt(ss)
}

// checkPoints says which of the caller's points is not one of the d-dimensional unit cube.
func checkPoints(points []model.Unit, d int) error {
	if len(points) == 0 {
		return errors.New("no points to choose from: give at least one")
	}
	for i, x := range points {
		if len(x) != d {
			return fmt.Errorf("point %d has %d coordinates, the model has %d", i, len(x), d)
		}
		for j, v := range x {
			if !(v >= 0 && v <= 1) {
				return fmt.Errorf("point %d, coordinate %d is %g: it must lie in [0, 1], scale it to the unit cube", i, j, v)
			}
		}
	}
	return nil
}
