package acquisition

import (
	"math"
)

// Logarithms that are accurate enough to recognise what is negligible.
const (
	roughSlack  = 1e-3  // what the two together are off by, at most
	roughSquare = 1e9   // of a distance: beyond, its own last digit is as large as that
	roughFrom   = -40.0 // the least z
	roughTo     = 9.0   // from here on ln Φ is 0
	roughCells  = 16    // per unit of z
)

// roughTable holds ln Φ(z) + min(z, 0)²/2, which is almost linear.
var roughTable = func() (t [(roughTo-roughFrom)*roughCells + 2]float64) {
	for i := range t {
		z := roughFrom + float64(i)/roughCells
		v, _ := logCDF(z)
		t[i] = v + 0.5*math.Min(z, 0)*math.Min(z, 0)
	}
	return t
}()

// roughLogCDF is ln Φ(z), for z > roughFrom.
func roughLogCDF(z float64) float64 {
	if z >= roughTo {
		return 0
	}
	at := (z - roughFrom) * roughCells
	i := int(at)
	v := roughTable[i] + (at-float64(i))*(roughTable[i+1]-roughTable[i])
	if z < 0 {
		v -= 0.5 * z * z
	}
	return v
}

// roughLog is ln t of a positive normal number: of the leading digits by a polynomial.
func roughLog(t float64) float64 {
	b := math.Float64bits(t)
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	return float64(int64(b>>52)-1023)*math.Ln2 + (-1.7417939 + m*(2.8212026+m*(-1.4699568+m*(0.44717955-0.056570851*m))))
}
