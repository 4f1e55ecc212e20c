package lookahead

import (
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/model"
)

// Known costs make steps: an evaluation fits the remaining budget or it does not, and the cost
// jumps at a wall. The best point is often right beside such a step, where no climb ends and no
// spread point is.

const (
	edgePoints    = 10  // of the largest improvement, whose surroundings are searched
	edgeJump      = 1.2 // costs that differ by this factor have a step between them
	edgeBisection = 14
)

// edges are points on the near side of the steps around the points that promise
// most: where the price changes, where the budget ends, and where what is left
// ends that an expensive one of them needs.
func (w Candidates) edges(points []model.Unit, moments []model.Moments) []model.Unit {
	if w.Pair.Known == nil || math.IsInf(w.Budget, 1) {
		return nil
	}
	cost, ei := make([]float64, len(points)), make([]float64, len(points))
	rule := acquisition.NewEI(w.Best)
	for i, x := range points {
		cost[i] = w.Pair.Known(x)
		ei[i], _ = rule.Eval(moments[i])
	}
	top := bestStarts(points, slices.Clone(ei), edgePoints)
	levels := []float64{w.Budget}
	for _, i := range top {
		if l := w.Budget - cost[i]; l > 0 && !slices.Contains(levels, l) {
			levels = append(levels, l)
		}
	}
	var out []model.Unit
	add := func(x model.Unit) {
		if w.Pair.Move(x); !crowded(out, x) {
			out = append(out, x)
		}
	}
	for _, i := range top {
		if j := nearestWhere(points, i, func(j int) bool { return cost[j] > cost[i]*edgeJump || cost[j] < cost[i]/edgeJump }); j >= 0 {
			low, high := w.step(points[i], points[j], math.Sqrt(cost[i]*cost[j]))
			add(low)
			add(high)
		}
		for _, l := range levels {
			if j := nearestWhere(points, i, func(j int) bool { return (cost[j] > l) != (cost[i] > l) }); j >= 0 {
				low, _ := w.step(points[i], points[j], l)
				add(low)
			}
		}
	}
	return out
}

// nearestWhere is the point nearest to the i-th among those that are wanted, or −1.
func nearestWhere(points []model.Unit, i int, wanted func(int) bool) int {
	at, best := -1, math.Inf(1)
	for j, x := range points {
		if j != i && wanted(j) {
			if d := distance(x, points[i]); d < best {
				at, best = j, d
			}
		}
	}
	return at
}

// step finds where the cost passes a level between two points, one on each side of
// it, and returns a point at most as expensive and one more expensive.
func (w Candidates) step(a, b model.Unit, level float64) (low, high model.Unit) {
	low, high = slices.Clone(a), slices.Clone(b)
	if w.Pair.Known(low) > level {
		low, high = high, low
	}
	middle := make(model.Unit, len(a))
	for range edgeBisection {
		for c := range middle {
			middle[c] = (low[c] + high[c]) / 2
		}
		w.Pair.Choices.Snap(middle)
		if w.Pair.Known(middle) > level {
			high, middle = middle, high
		} else {
			low, middle = middle, low
		}
	}
	return low, high
}
