package acquisition

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"farsight/model"
)

// Chosen among some forty variants on posteriors from whole runs of Dropwave and Alpine1, by how often a search missed
// the best score any variant found by 1e-4: with half the starts spread and a quarter more points around good
// observations 22 of 1536, with all starts drawn from Sobol points 102. Tuned and counted on the same posteriors, and
// before the climbs were simplified to one stage: it says that the scheme helps, not how often this code misses.
const (
	startShare = 1e-4 // a start may be drawn if its value is at least this share of the best one's

	spreadGap  = 0.5 // least distance of spread starts, in lengthscales of f
	scaleLimit = 0.3 // a longer lengthscale counts as this much of the cube

	goodShare    = 0.25 // more points to screen, of the number of Sobol points, around good observations
	goodLimit    = 10   // how many observations are good
	goodNearest  = 0.1  // how far around, in lengthscales of f, limited as above
	goodFarthest = 1.0

	nearestRadius  = 1e-3 // of the starts around the incumbent, in unit-cube lengths
	farthestRadius = 0.1

	nearShare = 0.25 // more points to screen, of the number of Sobol points, around where the way begins

	startStream = 0x737461727473 // distinguishes this generator from others of the same seed
)

// rawStarts returns the points to screen: n Sobol points, and a quarter as many scattered around the best
// observations, because with short lengthscales the modes there are narrower than the gaps between Sobol points.
func rawStarts(p *model.Pair, n int, seed uint64, rng *rand.Rand) []model.Unit {
	g, d := p.Objective, p.Dim()
	points := make([]model.Unit, n+int(goodShare*float64(n)))
	flat := make([]float64, len(points)*d)
	for i := range points {
		points[i] = flat[i*d : (i+1)*d : (i+1)*d]
	}
	Spread(points[:n], p, seed)
	good := bestObservations(g, goodLimit)
	scale := g.Hyper().Scale
	for i, x := range points[n:] {
		centre := g.Point(good[i%len(good)])
		radius := goodNearest * math.Pow(goodFarthest/goodNearest, rng.Float64())
		for j, c := range centre {
			x[j] = clip(c + radius*math.Min(scale[j], scaleLimit)*rng.NormFloat64())
		}
		p.Move(x)
	}
	if p.Moves() {
		points = append(points, nearby(p, int(nearShare*float64(n)), rng)...)
	}
	return points
}

// nearby returns n points around the last evaluated point, itself among them, up to the size of the
// cube: what a small budget can reach is smaller than the gaps between Sobol points.
func nearby(p *model.Pair, n int, rng *rand.Rand) []model.Unit {
	points := make([]model.Unit, n)
	for i := range points {
		points[i] = slices.Clone(p.At)
		if i > 0 {
			radius := math.Pow(nearestRadius, rng.Float64())
			for j, c := range p.At {
				points[i][j] = clip(c + radius*rng.NormFloat64())
			}
		}
		p.Move(points[i])
	}
	return points
}

// aroundIncumbent returns n points scattered about the best observation at radii from 0.001 to 0.1: late in a run the
// promising region is smaller than the gaps between any reasonable number of Sobol points.
func aroundIncumbent(p *model.Pair, n int, rng *rand.Rand) []model.Unit {
	g := p.Objective
	centre := g.Point(bestObservations(g, 1)[0])
	points := make([]model.Unit, n)
	for i := range points {
		radius := nearestRadius
		if n > 1 {
			radius *= math.Pow(farthestRadius/nearestRadius, float64(i)/float64(n-1))
		}
		points[i] = make([]float64, len(centre))
		for j, c := range centre {
			points[i][j] = clip(c + radius*rng.NormFloat64())
		}
		p.Move(points[i])
	}
	return points
}

// bestObservations returns the indices of up to n observations, the best first.
func bestObservations(g *model.GP, n int) []int {
	order := make([]int, g.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.Worth(b), g.Worth(a)) })
	return order[:min(n, len(order))]
}

// spreadStarts walks down the order and returns up to n indices of points at least half a lengthscale from each other:
// the best first, then the tops of other hills.
func spreadStarts(points []model.Unit, order []int, n int, scale []float64) []int {
	var picked []int
	for _, i := range order {
		if len(picked) == n {
			break
		}
		if !slices.ContainsFunc(picked, func(k int) bool { return scaledDistance(points[i], points[k], scale) < spreadGap }) {
			picked = append(picked, i)
		}
	}
	return picked
}

// scaledDistance is ‖(a − b)/ℓ‖, ℓ limited to 0.3.
func scaledDistance(a, b, scale []float64) float64 {
	ss := 0.0
	for j, v := range a {
		r := (v - b[j]) / math.Min(scale[j], scaleLimit)
		ss += r * r
	}
	return math.Sqrt(ss)
}

// drawStarts fills picked up to n indices, drawn without replacement with probability ∝ exp(v/max v − 1) among those
// with v ≥ 1e-4·max v, or the n best if those are fewer. Scores are logarithms, so v/max v = exp(score − max) needs no
// value that could underflow; a linear score has no such ratio and is weighed by exp((score − max)/sd) instead.
func drawStarts(picked []int, scores []float64, order []int, n int, linear bool, rng *rand.Rand) []int {
	if len(order) == 0 {
		return picked
	}
	top := scores[order[0]]
	eligible := len(order)
	weight := func(i int) float64 { return math.Exp(math.Exp(scores[i]-top) - 1) }
	switch {
	case math.IsInf(top, 1):
		weight = func(int) float64 { return 1 } // infinitely good points have no ratios
	case linear:
		sd := standardDeviation(scores, order)
		weight = func(i int) float64 { return math.Exp((scores[i] - top) / sd) }
	default:
		eligible = min(n, len(order))
		for eligible < len(order) && scores[order[eligible]] >= top+math.Log(startShare) {
			eligible++
		}
	}
	taken := make([]bool, len(scores))
	for _, i := range picked {
		taken[i] = true
	}
	// Efraimidis and Spirakis: the smallest of Exp(1)/weight are such a draw. Only those that can still win are kept, in
	// order; and since no weight exceeds 1, a ticket that has lost before it is weighed needs no weight.
	wins := max(0, n-len(picked))
	tickets := make([]ticket, 0, wins+1)
	for _, i := range order[:eligible] {
		if taken[i] {
			continue
		}
		key := rng.ExpFloat64()
		if full := len(tickets) == wins; !full || wins > 0 && key*(1-1e-9) < tickets[wins-1].key {
			tickets = insertTicket(tickets, ticket{key / weight(i), i}, wins)
		}
	}
	for _, t := range tickets {
		picked = append(picked, t.i)
	}
	return picked
}

// ticket of a draw: the smallest keys win.
type ticket struct {
	key float64
	i   int
}

// insertTicket puts a ticket behind those with no larger key and drops what then exceeds the number of wins.
func insertTicket(tickets []ticket, t ticket, wins int) []ticket {
	tickets = append(tickets, t)
	k := len(tickets) - 1
	for ; k > 0 && cmp.Less(t.key, tickets[k-1].key); k-- {
		tickets[k] = tickets[k-1]
	}
	tickets[k] = t
	return tickets[:min(len(tickets), wins)]
}

// standardDeviation of the scores at the given indices, 1 where they are all the same.
func standardDeviation(scores []float64, at []int) float64 {
	mean := 0.0
	for _, i := range at {
		mean += scores[i] / float64(len(at))
	}
	ss := 0.0
	for _, i := range at {
		ss += (scores[i] - mean) * (scores[i] - mean)
	}
	if sd := math.Sqrt(ss / float64(len(at))); sd > 0 {
		return sd
	}
	return 1
}

func clip(v float64) float64 { return math.Min(math.Max(v, 0), 1) }
