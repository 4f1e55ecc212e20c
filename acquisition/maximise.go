package acquisition

import (
	"context"
	"math"

	"farsight/model"
)

// Choice is a point with its score.
type Choice struct {
	X     model.Unit
	Score float64
	Value float64
	Index int // in the set MaximiseOver was given; −1 on the cube
}

// Result of a maximisation.
type Result struct {
	Best        Choice
	RunnerUp    Choice // the best mode apart from Best's, or the second-best point of a finite set
	HasRunnerUp bool
	Evaluations int  // of the function, with or without gradient
	Cancelled   bool // the context ended the search early: Best is the best so far
}

// Empty says that the function is worth nothing anywhere it was looked at: there is no point to choose.
func (r Result) Empty() bool { return math.IsInf(r.Best.Score, -1) }

// Maximise finds the point of the unit cube with the highest score: Sobol points are screened by score alone, L-BFGS-B
// climbs from the promising ones, from points around the incumbent and from s.Starts. The result depends on p, r and s
// only. If ctx ends, the best point so far is returned, and an error only if there is none. A known cost is called from
// several goroutines at once.
func Maximise(ctx context.Context, p *model.Pair, r Function, s Settings) (Result, error) {
	c, err := climb(ctx, p, r, s)
	if err != nil {
		return Result{}, err
	}
	modes := c.modes(2)
	res := Result{Best: c.choice(modes[0]), Cancelled: c.cancelled}
	if len(modes) > 1 {
		res.RunnerUp, res.HasRunnerUp = c.choice(modes[1]), true
	}
	res.Evaluations = c.evaluations()
	return res, nil
}

// MaximiseOver finds the best and the second-best of a finite set of points of the unit cube; ties go to the earlier.
// Choices carry copies of the points and their indices.
func MaximiseOver(p *model.Pair, r Function, points []model.Unit) (Result, error) {
	if err := checkPoints(points, p.Dim()); err != nil {
		return Result{}, err
	}
	c := newClimber(p, r, Settings{})
	scores := c.score(context.Background(), r, points)
	best, second := 0, -1
	for i := 1; i < len(scores); i++ {
		switch {
		case scores[i] > scores[best]:
			best, second = i, best
		case second < 0 || scores[i] > scores[second]:
			second = i
		}
	}
	choose := func(i int) Choice {
		choice := c.choice(peak{x: points[i], score: scores[i]})
		choice.Index = i
		return choice
	}
	res := Result{Best: choose(best), Evaluations: len(points)}
	if second >= 0 && !math.IsInf(scores[second], -1) {
		res.RunnerUp, res.HasRunnerUp = choose(second), true
	}
	return res, nil
}
