package acquisition

import "math"

// Mills' ratio and its slope are Laplace transforms,
//
//	J_n(t) = ∫₀^∞ sⁿ exp(−ts − s²/2) ds,  M = J₀,  k = −M′ = J₁,
//
// so all derivatives at a point follow from one recurrence of positive terms, nJ_{n−1} = J_{n+1} + tJ_n, and a table
// of short Taylor series gives both to a few units in the last place without ever forming the difference 1 − tM.
const (
	millsShift  = 4              // cells are spaced by the floating-point format of t + 4: width 1/8 at t = 0, 1 at t = 28…60
	millsBits   = 5              // leading mantissa bits that pick the cell
	millsDegree = 10             // the first neglected term is below 1e-15 of k
	millsEnd    = 60             // beyond it six terms of the asymptotic series are exact
	millsCells  = 4 << millsBits // t + 4 covers the octaves 4…8, 8…16, 16…32, 32…64
	millsDrop   = 52 - millsBits // mantissa bits below the cell's
	millsLow    = 1<<millsDrop - 1
)

// millsTable holds (−1)ⁿJ_n/n!, n = 0…millsDegree, at the centre of each cell.
var millsTable = tabulateMills()

func tabulateMills() (table [millsCells][millsDegree + 1]float64) {
	first := math.Float64bits(millsShift)
	for i := range table {
		centre := math.Float64frombits(first+uint64(i)<<millsDrop|1<<(millsDrop-1)) - millsShift
		j := laplaceMoments(centre)
		factorial := 1.0
		for n, jn := range j {
			table[i][n] = jn / factorial
			factorial *= -float64(n + 1)
		}
	}
	return table
}

// laplaceMoments returns J_0…J_millsDegree at t > 0.
func laplaceMoments(t float64) (j [millsDegree + 1]float64) {
	if t < 0.5 {
		// M = √(π/2)·exp(t²/2)·erfc(t/√2); forward, J_{n+1} = nJ_{n−1} − tJ_n is harmless at small t.
		j[0] = math.Sqrt(math.Pi/2) * math.Exp(t*t/2) * math.Erfc(t/math.Sqrt2)
		j[1] = 1 - t*j[0]
		for n := 1; n < millsDegree; n++ {
			j[n+1] = float64(n)*j[n-1] - t*j[n]
		}
		return j
	}
	// Backward, in ratios r_n = J_n/J_{n−1} = n/(t + r_{n+1}): Laplace's continued fraction, of positive terms only.
	last := millsDegree + 20 + int(400/(t*t))
	r := (math.Sqrt(t*t+4*float64(last)) - t) / 2 // the fixed point the ratios drift along
	for n := last; n >= 1; n-- {
		r = float64(n) / (t + r)
		if n <= millsDegree {
			j[n] = r
		}
	}
	j[0] = 1 / (t + r)
	for n := 1; n <= millsDegree; n++ {
		j[n] *= j[n-1]
	}
	return j
}

// mills returns M(t) = Φ(−t)/φ(t) and k(t) = 1 − tM(t), both to about 1e-15 relative, for t ≥ 0.
func mills(t float64) (M, k float64) {
	if !(t < millsEnd) {
		return millsFar(t)
	}
	b := math.Float64bits(t + millsShift)
	c := &millsTable[((b-(1023+2)<<52)>>millsDrop)%millsCells]
	x := t + millsShift - math.Float64frombits(b&^millsLow|1<<(millsDrop-1))
	// Horner's scheme for the series and for its derivative at the same time.
	p := c[millsDegree]
	d := p
	for n := millsDegree - 1; n >= 1; n-- {
		p = p*x + c[n]
		d = d*x + p
	}
	return p*x + c[0], -d
}

// millsFar is mills for t ≥ 60: M ~ (1 − 1/t² + 3/t⁴ − 15/t⁶ + …)/t, k ~ (1 − 3/t² + 15/t⁴ − …)/t².
func millsFar(t float64) (M, k float64) {
	q := 1 / (t * t)
	k = 1 - q*(3-q*(15-q*(105-q*(945-q*10395))))
	return (1 - q*k) / t, q * k
}
