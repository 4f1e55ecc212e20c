package chart

import (
	"math"
)

// fit widens a scale to n cells, such that ticks stand in the middle of cells and equal steps between
// them have equal numbers of cells: every step on a linear axis, every decade (or several at once) on
// a logarithmic one. It returns the ticks, about want of them, and the step between them, 0 on decades.
//
// With a unit u a cell, the middles of the cells are the whole multiples of u, and a step of k cells
// makes every k-th of them a tick. Of all round steps the one is taken that wastes least of the cells,
// has about as many ticks as wanted and is easy to read.
func (s scale) fit(n, want int) (fitted scale, ticks []float64, step float64) {
	if n < 2 || want < 1 {
		ticks, step = s.Ticks(want)
		return s, ticks, step
	}
	b := search{s: s, n: n, want: want, cost: math.Inf(1)}
	if !s.Log {
		b.linear()
	} else {
		b.decades()
		b.parts()
		if s.Hi-s.Lo < 1 {
			b.narrow(want, 0)
			b.narrow(2*want, 0)
			if b.count < 2 {
				b.narrow(4*want, 0.5)
			}
		}
	}
	if b.place.unit == 0 || len(b.ticks()) == 0 {
		ticks, step = s.Ticks(want)
		return s, ticks, step
	}
	return b.fitted(), b.ticks(), b.step
}

// names fits an axis of choices, those at 0, 1, …: each has equally many cells.
func (s scale) names(n int) scale {
	b := search{s: s, n: n, want: n, cost: math.Inf(1)}
	for k := 1; k <= n; k++ {
		b.try(1, 0, k, 0)
	}
	if b.place.unit == 0 {
		return s
	}
	return b.fitted()
}

// place is where cells lie: the middle of the first, from below, is first·unit.
type place struct {
	unit, first float64
}

// search is the best way found so far to lay an axis over n cells.
type search struct {
	s       scale
	n, want int

	cost  float64
	place place
	count int     // ticks in view
	step  float64 // as Scale.Ticks has it
	at    func(p place) []float64
}

// roundSteps are the steps people count in, and what a step that is harder to count in costs, as a
// share of the cells wasted.
var roundSteps = [...]struct{ m, cost float64 }{{1, 0}, {1.5, 0.3}, {2, 0}, {2.5, 0.06}, {3, 0.22}, {4, 0.12}, {5, 0}, {6, 0.26}, {8, 0.3}}

func (b *search) linear() {
	least := (b.s.Hi - b.s.Lo) / float64(b.n) // of a unit
	for k := 1; k < b.n; k++ {
		e := math.Floor(math.Log10(least * float64(k)))
		for _, e := range [...]float64{e, e + 1} {
			ten := times(1, e)
			for _, r := range roundSteps {
				if r.m*ten > 0.999*least*float64(k) {
					b.try(r.m, e, k, r.cost+longLabel(r.m, e))
				}
			}
		}
	}
}

// longLabel is what it costs that a step makes labels longer by half a figure, as 0.0025 does.
func longLabel(m, e float64) float64 {
	if m == math.Floor(m) || e > -2 {
		return 0
	}
	return 0.1
}

// decades marks whole decades, one or several a step.
func (b *search) decades() {
	least := (b.s.Hi - b.s.Lo) / float64(b.n)
	for e, ten := range [...]float64{1, 10, 100} {
		for _, m := range [...]float64{1, 2, 3, 5} {
			for k := 1; k <= b.n && m*ten > 0.999*least*float64(k); k++ {
				b.try(m, float64(e), k, 0.02*m)
			}
		}
	}
}

// try looks at a step of m·10^e over k cells.
func (b *search) try(m, e float64, k int, cost float64) {
	step := times(m, e)
	p, ok := b.around(step / float64(k))
	if !ok || !(step > 0) {
		return
	}
	count := int(math.Floor((p.first+float64(b.n-1))/float64(k)) - math.Ceil(p.first/float64(k)) + 1)
	if !b.better(p, count, cost) {
		return
	}
	b.step = step
	log := b.s.Log
	if log {
		b.step = 0
	}
	b.at = func(p place) (ticks []float64) {
		for i := math.Ceil(p.first / float64(k)); i*float64(k) < p.first+float64(b.n); i++ {
			v := times(i*m, e)
			if log {
				v = math.Pow(10, v)
			}
			if finite(v) && (v > 0 || !log) {
				ticks = append(ticks, v)
			}
		}
		return ticks
	}
}

// times is m·10^e, rounded once where e is negative: 3/10, not 3 times 0.1.
func times(m, e float64) float64 {
	if e < 0 && e >= -300 {
		return m / math.Pow(10, -e)
	}
	return m * math.Pow(10, e)
}

// parts marks 1, 2 and 5 of every decade, or 1 and 3, at the cells nearest to them; decades are whole
// numbers of cells.
func (b *search) parts() {
	most := float64(b.n) / (b.s.Hi - b.s.Lo) // cells a decade
	if b.s.Hi-b.s.Lo > 4 || most > 1e6 {
		return
	}
	for k := math.Floor(most); k >= 1 && k > 0.6*most; k-- {
		for _, set := range [...][]float64{{1, 2, 5}, {1, 3}} {
			p, ok := b.around(1 / k)
			if !ok {
				continue
			}
			at := func(p place) []float64 { return b.partsIn(p, set) }
			ticks, off := at(p), 0.0
			for _, v := range ticks {
				off += p.off(math.Log10(v))
			}
			if b.better(p, len(ticks), offCost*off/float64(max(1, len(ticks)))) {
				b.step, b.at = 0, at
			}
		}
	}
}

func (b *search) partsIn(p place, set []float64) (ticks []float64) {
	lo, hi := p.unit*(p.first-0.5), p.unit*(p.first+float64(b.n)-0.5)
	last := math.Inf(-1)
	for d := math.Floor(lo); d <= hi; d++ {
		for _, m := range set {
			v := times(m, d)
			l := d + math.Log10(m)
			row := math.Round(l / p.unit)
			if l < lo || l > hi || row <= last || !(v > 0) || !finite(v) {
				continue
			}
			last = row
			ticks = append(ticks, v)
		}
	}
	return ticks
}

// narrow marks round numbers within less than a decade: the first and the last in the middle of a
// cell, those between at the nearest. Where too many are found, it tries every second, every third, …;
// it looks beyond the limits by a share of the range.
func (b *search) narrow(most int, beyond float64) {
	d := beyond * (b.s.Hi - b.s.Lo)
	all, step := linearTicks(b.s.Value(b.s.Lo-d), b.s.Value(b.s.Hi+d), most)
	if len(all) == 0 || !(all[0] > 0) {
		return
	}
	logs := make([]float64, len(all))
	for i, v := range all {
		logs[i] = math.Log10(v)
	}
	for every := 1; every < len(all); every++ {
		for start := range every {
			b.anchor(all, logs, start, every, step)
		}
	}
}

// anchor looks at every so manieth tick.
func (b *search) anchor(all, logs []float64, start, every int, step float64) {
	count := (len(all) - 1 - start) / every // after the first
	if count < 1 {
		return
	}
	from, to := logs[start], logs[start+count*every]
	for k := count; k < b.n; k++ {
		unit := (to - from) / float64(k)
		below := max(0, math.Ceil((from-b.s.Lo)/unit-0.5)) // cells under the first tick
		above := max(0, math.Ceil((b.s.Hi-to)/unit-0.5))
		spare := float64(b.n-1-k) - below - above
		if !(unit > 0) || spare < 0 {
			continue
		}
		p := place{unit: unit, first: from/unit - below - math.Floor(spare/2)}
		off := 0.0
		for i := 1; i < count; i++ {
			off += p.off(logs[start+i*every])
		}
		if b.better(p, count+1, offCost*off/float64(count+1)) {
			b.step, b.at = step, func(place) (ticks []float64) {
				for i := 0; i <= count; i++ {
					ticks = append(ticks, all[start+i*every])
				}
				return ticks
			}
		}
	}
}

// offCost is what it costs that ticks do not lie in the middle of cells, by how many cells on average.
const offCost = 0.4

// off is how far a coordinate lies from the middle of a cell, in cells.
func (p place) off(l float64) float64 {
	c := l/p.unit - p.first
	return math.Abs(c - math.Round(c))
}

// around places cells of a unit each so that they hold the scale: in the middle, or from 0 on where
// it begins there.
func (b *search) around(unit float64) (place, bool) {
	s := b.s
	lo, hi := math.Ceil(s.Hi/unit-float64(b.n)+0.5-1e-9), math.Floor(s.Lo/unit+0.5+1e-9)
	if !(unit > 0) || !(lo <= hi) || math.Abs(lo) > 1<<50 || math.Abs(hi) > 1<<50 {
		return place{}, false
	}
	p := place{unit: unit, first: math.Floor((lo + hi + 1) / 2)}
	switch {
	case s.Log:
	case s.Lo == 0:
		p.first = hi
	case s.Hi == 0:
		p.first = lo
	}
	edges := p.edges(b.n)
	return p, finite(edges[0]) && finite(edges[1]) && finite(edges[1]-edges[0])
}

// better takes a place if it is the best so far.
func (b *search) better(p place, count int, cost float64) bool {
	cost += 1.2 * (1 - (b.s.Hi-b.s.Lo)/(p.unit*float64(b.n)))
	switch {
	case count < 1:
		return false
	case count < 2:
		cost += 1
	case count > b.want:
		cost += 0.12 * float64(count-b.want)
	default:
		cost += 0.6 * max(0, 0.75-float64(count)/float64(b.want))
	}
	if !(cost < b.cost) {
		return false
	}
	b.cost, b.place, b.count = cost, p, count
	return true
}

func (p place) edges(n int) [2]float64 {
	return [2]float64{p.unit * (p.first - 0.5), p.unit * (p.first + float64(n) - 0.5)}
}

func (b *search) fitted() scale {
	e := b.place.edges(b.n)
	return scale{Lo: e[0], Hi: e[1], Log: b.s.Log}
}

func (b *search) ticks() []float64 { return b.at(b.place) }
