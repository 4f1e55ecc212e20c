package learn

import "math"

// dual is the dual problem on its way to the optimum. Of a row's α and α* one is
// always 0, so that β says both.
type dual struct {
	rows, y  []float64
	settings svmSettings
	kernel   [][]float64 // a row when it is first needed, else nil

	beta  []float64 // β of every row, from −C to C
	error []float64 // F = Σ β K − y of every row, without b
	// What raising β gains to first order is up − F, what lowering it loses is
	// down − F: up is −ε where α grows and ε where α* shrinks, down −ε where α
	// shrinks and ε where α* grows; infinite where β is at its end.
	up, down []float64
	work     int64
}

func newDual(rows, y []float64, s svmSettings) *dual {
	n := len(y)
	column := func() []float64 { return make([]float64, n) }
	d := &dual{rows: rows, y: y, settings: s, kernel: make([][]float64, n), beta: column(), error: column(), up: column(), down: column()}
	for i, v := range y {
		d.error[i] = -v
		d.set(i, 0)
	}
	return d
}

// set moves β.
func (d *dual) set(i int, beta float64) {
	c, epsilon := d.settings.C, d.settings.Epsilon
	d.beta[i] = beta
	switch {
	case beta >= c:
		d.up[i] = math.Inf(-1)
	case beta < 0:
		d.up[i] = epsilon
	default:
		d.up[i] = -epsilon
	}
	switch {
	case beta <= -c:
		d.down[i] = math.Inf(1)
	case beta > 0:
		d.down[i] = -epsilon
	default:
		d.down[i] = epsilon
	}
}

// column is the kernel of a row with all rows.
func (d *dual) column(i int) []float64 {
	if d.kernel[i] == nil {
		n := len(d.y)
		p := len(d.rows) / n
		k := make([]float64, n)
		own := d.rows[i*p : (i+1)*p]
		for j := range k {
			k[j] = kernel(d.settings.Gamma, own, d.rows[j*p:(j+1)*p])
		}
		d.kernel[i] = k
		d.work += int64(n * p)
	}
	return d.kernel[i]
}

// extremes are the row whose β can be raised with the largest gain, and the
// smallest loss of lowering another. At the optimum the gain is not above the
// loss.
func (d *dual) extremes() (raised int, gain, loss float64) {
	gain, loss = math.Inf(-1), math.Inf(1)
	up, down := d.up[:len(d.error)], d.down[:len(d.error)]
	for i, e := range d.error {
		if g := up[i] - e; g > gain {
			raised, gain = i, g
		}
		if l := down[i] - e; l < loss {
			loss = l
		}
	}
	return raised, gain, loss
}

// flat is a curvature to divide by where there is none.
const flat = 1e-12

// step raises one β and lowers another by as much, those that gain most to second order, until
// nothing is gained or one reaches a bound. It returns false if the conditions of the optimum hold
// to within the tolerance.
func (d *dual) step() bool {
	raised, gain, loss := d.extremes()
	if gain-loss <= d.settings.Tolerance {
		return false
	}
	k := d.column(raised)
	lowered, slope, curvature := raised, 0.0, 1.0
	down, k1 := d.down[:len(d.error)], k[:len(d.error)]
	for i, e := range d.error {
		s := gain - (down[i] - e)
		if s <= 0 {
			continue
		}
		// s²/c, with c = K(i,i) + K(j,j) − 2K(i,j) and K(i,i) = 1
		c := max(2-float64(2*k1[i]), flat)
		if float64(float64(s*s)*curvature) > float64(float64(slope*slope)*c) {
			lowered, slope, curvature = i, s, c
		}
	}
	high, low := d.end(raised, 1), d.end(lowered, -1)
	by := min(slope/curvature, high-d.beta[raised], d.beta[lowered]-low)
	d.moveTo(raised, d.beta[raised]+by, high, by == high-d.beta[raised])
	d.moveTo(lowered, d.beta[lowered]-by, low, by == d.beta[lowered]-low)
	other := d.column(lowered)
	for i, v := range other {
		d.error[i] += float64(by * (k[i] - v))
	}
	d.work += int64(3 * len(k))
	return true
}

// end is where a β that is raised (+1) or lowered (−1) has to stop: at 0, beyond
// which ε counts the other way, or at ±C.
func (d *dual) end(i int, sign float64) float64 {
	if float64(sign*d.beta[i]) < 0 {
		return 0
	}
	return float64(sign * d.settings.C)
}

// moveTo moves β, to the very end if it gets there: sums are rounded.
func (d *dual) moveTo(i int, beta, end float64, there bool) {
	if there {
		beta = end
	}
	d.set(i, beta)
}

// bias is b, in the middle of what the conditions of the optimum leave to it.
func (d *dual) bias() float64 {
	_, gain, loss := d.extremes()
	return (gain + loss) / 2
}
