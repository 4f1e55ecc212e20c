package model

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// The time of a fit grows with the cube of the number of places that were evaluated, that of a decision with its square:
// with 2 000 both take a minute. So of very many evaluations some are chosen. They are chosen by where they are and by
// what their neighbours found, not by their own values: the highest of many noisy values are high by luck, too.
const (
	mostPlaces   = 500 // that are chosen, of the evaluations up to the last multiple of chooseEvery
	chooseEvery  = 125
	nearestFound = 8 // places whose mean value says what a place between them promises
)

// Relevant are the evaluations that models are made of, in their order: all of fewer than 625. Of
// more, those at 500 places, half of them space-filling and half where values are highest, and all
// since the last multiple of 125, so that new results always count. The place of the best value is
// always among them. The selection depends on the evaluations alone.
func (d Data) Relevant() Data {
	settled := len(d.X) / chooseEvery * chooseEvery
	if settled <= mostPlaces {
		return d
	}
	place, at := d.places(settled)
	if len(at) <= mostPlaces {
		return d
	}
	chosen := d.chosenPlaces(place, at)
	var out Data
	for i := range d.X {
		if i < settled && !chosen[place[i]] {
			continue
		}
		out.X, out.Y, out.Cost = append(out.X, d.X[i]), append(out.Y, d.Y[i]), append(out.Cost, d.Cost[i])
		if d.Noise != nil {
			out.Noise = append(out.Noise, d.Noise[i])
		}
	}
	return out
}

// places numbers the places of the first n evaluations; at are their points.
func (d Data) places(n int) (place []int, at []Unit) {
	known := map[string]int{}
	var key []byte
	for _, u := range d.X[:n] {
		key = key[:0]
		for _, v := range u {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
		}
		p, ok := known[string(key)]
		if !ok {
			p = len(at)
			known[string(key)], at = p, append(at, u)
		}
		place = append(place, p)
	}
	return place, at
}

// chosenPlaces are mostPlaces of the places at, by their numbers.
func (d Data) chosenPlaces(place []int, at []Unit) map[int]bool {
	sum, count := make([]float64, len(at)), make([]float64, len(at))
	best, bestValue := -1, math.Inf(-1)
	for i, p := range place {
		if v := d.Y[i]; !math.IsNaN(v) { // NaN: it failed
			sum[p], count[p] = sum[p]+v, count[p]+1
			if v > bestValue {
				best, bestValue = p, v
			}
		}
	}
	chosen := map[int]bool{}
	if best >= 0 {
		chosen[best] = true
	}

	// What fills the space: the place that is farthest from those chosen, and again.
	far := make([]float64, len(at)) // squared distance to the nearest chosen
	for p := range far {
		far[p] = math.Inf(1)
	}
	next := max(best, 0)
	for len(chosen) < mostPlaces/2 {
		chosen[next] = true
		farthest := 0
		for p, u := range at {
			far[p] = math.Min(far[p], squaredDistance(u, at[next]))
			if far[p] > far[farthest] {
				farthest = p
			}
		}
		next = farthest
	}

	// What promises most: by the mean of the nearest others.
	promise := make([]float64, len(at))
	order := make([]int, len(at))
	for p := range at {
		promise[p], order[p] = foundAround(at, p, sum, count), p
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(promise[b], promise[a]) })
	for _, p := range order {
		if len(chosen) >= mostPlaces {
			break
		}
		chosen[p] = true
	}
	return chosen
}

// foundAround is the mean of the values at the nearestFound places around place p that have any; −Inf where none has.
func foundAround(at []Unit, p int, sum, count []float64) float64 {
	type neighbour struct{ distance, value float64 }
	var nearest []neighbour // in order
	for q, u := range at {
		if q == p || count[q] == 0 {
			continue
		}
		r := squaredDistance(u, at[p])
		if len(nearest) == nearestFound && !(r < nearest[nearestFound-1].distance) {
			continue
		}
		if len(nearest) < nearestFound {
			nearest = append(nearest, neighbour{})
		}
		i := len(nearest) - 1
		for ; i > 0 && nearest[i-1].distance > r; i-- {
			nearest[i] = nearest[i-1]
		}
		nearest[i] = neighbour{r, sum[q] / count[q]}
	}
	if len(nearest) == 0 {
		return math.Inf(-1)
	}
	mean := 0.0
	for _, n := range nearest {
		mean += n.value / float64(len(nearest))
	}
	return mean
}

func squaredDistance(a, b Unit) float64 {
	s := 0.0
	for j, v := range a {
		s += (v - b[j]) * (v - b[j])
	}
	return s
}
