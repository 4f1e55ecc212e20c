package scenarios

import (
	"math"
	"slices"
	"strconv"
)

// DefaultDigits is the default precision of suggestions.
const DefaultDigits = 3

// MaxDigits is the most a parameter may say.
const MaxDigits = 9

// Round returns v as precisely as the parameter can be set: on its grid if it has
// one, else to Digits or, where it has none, to digits; 0: as it is. On a linear
// scale these are digits of the range's width, so that the parameter has about
// 10^digits values; on a log scale significant ones of the value. The bounds can
// always be set.
func (p Parameter) Round(v float64, digits int) float64 {
	near := p.roundTo(v, digits, math.Round)
	for _, bound := range []float64{p.Low, p.High} {
		if !p.onGrid() && math.Abs(v-bound) < math.Abs(v-near) {
			near = bound
		}
	}
	return near
}

// roundTo is Round with math.Floor or math.Ceil for a neighbour on one side.
func (p Parameter) roundTo(v float64, digits int, to func(float64) float64) float64 {
	if p.onGrid() {
		return p.Snap(v)
	}
	if p.Digits > 0 {
		digits = p.Digits
	}
	if digits == 0 {
		return v
	}
	return math.Max(p.Low, math.Min(p.High, decimal(v, p.lastPlace(v, digits), to)))
}

func (p Parameter) onGrid() bool { return p.Integer || p.Step > 0 || p.Categorical() }

// lastPlace is the k of the power of ten that v is rounded to a multiple of.
func (p Parameter) lastPlace(v float64, n int) int {
	// The power of ten nearest to a 10^n-th of the range.
	k := int(math.Round(math.Log10(p.High-p.Low))) - n
	if !p.Log {
		return k
	}
	significant := int(math.Floor(math.Log10(v))) + 1 - n
	if p.Digits > 0 {
		return significant
	}
	return min(k, significant) // the values of a log scale over less than a decade, too, are many
}

// decimal is v to a multiple of 10^k: the number that reads so, not a product
// that differs from it in the last bit.
func decimal(v float64, k int, to func(float64) float64) float64 {
	scaled, _ := strconv.ParseFloat(shifted(v, -k), 64)
	whole := strconv.FormatFloat(to(scaled), 'f', 0, 64)
	out, err := strconv.ParseFloat(whole+"e"+strconv.Itoa(k), 64)
	if err != nil {
		return v // beyond all numbers
	}
	return out + 0 // never -0
}

// shifted is v·10^k in decimals.
func shifted(v float64, k int) string {
	text := strconv.FormatFloat(v, 'e', -1, 64)
	at := slices.Index([]byte(text), 'e')
	e, _ := strconv.Atoi(text[at+1:])
	return text[:at] + "e" + strconv.Itoa(e+k)
}

// Rounded returns the point nearest x that can be set so precisely, at which the
// constraints hold and which is also allowed, if that is not nil: where the
// rounded point itself will not do, a neighbour of it. If none does it is x.
func (p *Problem) Rounded(x Point, digits int, also func(Point) bool) Point {
	allowed := func(x Point) bool { return p.Region.Check(x) == nil && (also == nil || also(x)) }
	near := make(Point, len(x))
	for i, par := range p.Parameters {
		near[i] = par.Round(x[i], digits)
	}
	if allowed(near) {
		return near
	}
	var free []int // what can be rounded either way
	for i, par := range p.Parameters {
		if !par.onGrid() {
			free = append(free, i)
		}
	}
	u, best := p.ToUnit(x), slices.Clone(x)
	found := false
	consider := func(up func(k int) bool) {
		y := slices.Clone(near)
		for k, i := range free {
			to := math.Floor
			if up(k) {
				to = math.Ceil
			}
			y[i] = p.Parameters[i].roundTo(x[i], digits, to)
		}
		if allowed(y) && (!found || closer(u, p.ToUnit(y), p.ToUnit(best)) < 0) {
			best, found = y, true
		}
	}
	if len(free) > mostCorners {
		consider(func(int) bool { return false })
		consider(func(int) bool { return true })
		if p.Region != nil { // towards a point that is inside
			inside := p.FromUnit(p.Region.anchor(u))
			consider(func(k int) bool { return inside[free[k]] > x[free[k]] })
		}
		return best
	}
	for corner := range 1 << len(free) {
		consider(func(k int) bool { return corner>>k&1 == 1 })
	}
	return best
}
