package linalg

import "math"

// Loops over the candidates of a greedy tree.

// Bounds tabulates upper bounds of h(u) = φ(u) + uΦ(u) and of Φ(u) between
// boundsLow and boundsHigh. They decide which candidates are looked at, not what
// is then seen.
type Bounds struct {
	h [boundsCells + 1][2]float64 // h at a knot, and the rise to the next: h is convex and below its chords
	p [boundsCells + 1]float64    // Φ at the next knot
}

const (
	boundsLow, boundsHigh = -10.0, 9.0 // below and above the first and the last knot will do
	boundsPer             = 32
	boundsCells           = (boundsHigh - boundsLow) * boundsPer
	// boundsSlack is room for rounding.
	boundsSlack = 1e-6
	// SpentSlack is the room that a priced branch's Lambda must leave.
	SpentSlack = 1e-5
)

// NewBounds takes h and Φ as they are computed where the bounds are used.
func NewBounds(h, cdf func(float64) float64) *Bounds {
	b := &Bounds{}
	for i := range b.h {
		u := boundsLow + float64(i)/boundsPer
		b.h[i] = [2]float64{h(u), h(u+1.0/boundsPer) - h(u)}
		b.p[i] = cdf(u + 1.0/boundsPer)
	}
	b.p[boundsCells] = 1
	return b
}

// Branch is what candidates look like on one branch of a tree. Their means are
// MuF + RF·ZF and MuC + RC·ZC.
type Branch struct {
	MuF, RF, SdF   []float64
	MuC, RC, SdC   []float64 // MuC is nil where the cost is known
	ZF, ZC         float64
	Best, LnBudget float64
	Bounds         *Bounds
	Limit          []float64 // what Begin and Refine write, for as many candidates as there are or more

	// Of a priced branch, whose Lambda is above 0: the variances of ln c there,
	// and before anything was imagined ln E[c], E[c] and exp(variance).
	Lambda, PerBudget   float64 // the price, and 1/b
	VarC, LnMean, Mean0 []float64
	Wide                []float64
}

// Begin bounds Q₁ = σ_f·h(u)·Φ(ζ) of all candidates, roughly, and returns one whose
// bound is highest: it is seldom not the best.
func (b *Branch) Begin() int {
	n := len(b.SdF)
	at, whole, limit := 0, 0, b.Limit[:n]
	if vectors && n >= 4 {
		whole = n &^ 3
		at = beginAVX(b, whole)
	}
	for i := whole; i < n; i++ {
		if limit[i] = b.coarse(i); limit[i] > limit[at] {
			at = i
		}
	}
	return at
}

// Refine bounds Q₁, less the price of what is spent at least, once more and better
// where it may exceed value, or be equal to it if that is not 0.
func (b *Branch) Refine(value float64) {
	n := len(b.SdF)
	value = room(value)
	from := 0
	if vectors && n >= 4 {
		from = n &^ 3
		refineAVX(b, from, value)
	}
	for i := from; i < n; i++ {
		if b.Limit[i] > value {
			b.Limit[i] = b.bound(i)
		}
	}
}

// Above returns the first i ≥ from whose bound is above value, or equal to it if that
// is not 0; len(SdF) if there is none.
func (b *Branch) Above(from int, value float64) int {
	n := len(b.SdF)
	value = room(value)
	if vectors {
		whole := from + (n-from)&^3
		if from = aboveAVX(b.Limit[:whole], from, value); from < whole {
			return from
		}
	}
	for limit := b.Limit[:n]; from < n && !(limit[from] > value); from++ {
	}
	return from
}

// room leaves some for rounding.
func room(value float64) float64 { return value - boundsSlack*math.Abs(value) }

// coarse is what bound does not exceed, without a division: h(u) = max(u, 0) + h(−|u|), and h is convex, so that it is
// below the largest of its chords, here those between 0, −0.7, −1.6 and −3, and beyond −3 below its value there. All are a
// ten-thousandth too high, against the rounding of both.
func (b *Branch) coarse(i int) float64 {
	a, sd := b.MuF[i]+b.RF[i]*b.ZF-b.Best, b.SdF[i]
	t := math.Abs(a)
	h := max(0.00039*sd, 0.04938*sd-0.01632*t, 0.23597*sd-0.1329*t, 0.39899*sd-0.36575*t)
	return (max(a, 0) + h) * 1.0001
}

// bound of candidate i's Q₁, less a bound of what it spends. As min(c, b) is at
// least cb/(c + b), Jensen's inequality for the weight c gives
//
//	E[min(c, b)] ≥ Mb/(M·exp(σ²) + b) where M ≤ E[c], and E[c] ≥ E₀[c]·(1 + ln E[c] − ln E₀[c])
func (b *Branch) bound(i int) float64 {
	q := b.unpriced(i, b.Bounds)
	if b.MuC != nil && b.Lambda > 0 {
		mu := b.MuC[i] + b.RC[i]*b.ZC
		m := b.Mean0[i] * max(1+(mu+0.5*b.VarC[i]-b.LnMean[i]), 0)
		q -= b.Lambda * m / (1 + m*b.Wide[i]*b.PerBudget)
	}
	return q
}

// unpriced is the bound of candidate i's Q₁.
func (b *Branch) unpriced(i int, bounds *Bounds) float64 {
	u := (b.MuF[i] + b.RF[i]*b.ZF - b.Best) / b.SdF[i]
	v := place(u)
	cell := &bounds.h[int(v)]
	q := max(cell[0]+(v-float64(int(v)))*cell[1], u) * b.SdF[i]
	if b.MuC != nil {
		z := (b.LnBudget - (b.MuC[i] + b.RC[i]*b.ZC)) / b.SdC[i]
		q *= bounds.p[int(place(z))]
	}
	return q
}

// Exceeds reports whether the bound of candidate i's Q₁ alone, by other bounds, is above value,
// compared as in Above.
func (b *Branch) Exceeds(i int, value float64, bounds *Bounds) bool {
	return b.unpriced(i, bounds) > room(value)
}

// place is the position of u among the cells; NaN is in the first, as in the assembly.
func place(u float64) float64 {
	v := (u - boundsLow) * boundsPer
	if !(v > 0) {
		return 0
	}
	return min(v, boundsCells)
}

// Shrink multiplies r by c and writes the variances v − r², not below floor,
// and their roots.
func Shrink(r []float64, c float64, dst, sd, v []float64, floor float64) {
	n := len(r)
	dst, sd, v = dst[:n], sd[:n], v[:n]
	for i := range r {
		a := r[i] * c
		t := max(v[i]-a*a, floor)
		r[i], dst[i], sd[i] = a, t, math.Sqrt(t)
	}
}
