package scenarios

import (
	"math"
	"testing"
)

func TestPrices(t *testing.T) {
	t.Parallel()
	p := &Problem{Budget: 50}
	if price, said := p.Prices(); said || price != (Price{5, 3}) {
		t.Errorf("%v, %v", price, said)
	}
	p.Price.Typical = 4
	if price, said := p.Prices(); !said || price != (Price{4, 3}) {
		t.Errorf("%v, %v", price, said)
	}
	// 95 % between 4/√9 and 4·√9: ±1.96 standard deviations of ln c are ln 3.
	price := Price{4, 9}
	if s := price.LogSpread(); math.Abs(s-math.Log(3)/1.959964) > 1e-6 {
		t.Errorf("standard deviation %v", s)
	}
	// The mean of the lognormal, by a sum over its quantiles.
	sum, n := 0.0, 2000
	for i := range n {
		sum += 4 * math.Exp(price.LogSpread()*math.Sqrt2*math.Erfinv(2*(float64(i)+0.5)/float64(n)-1)) / float64(n)
	}
	if math.Abs(price.Mean()/sum-1) > 1e-3 {
		t.Errorf("mean %v, want %v", price.Mean(), sum)
	}
	if s := (Price{4, 1}).LogSpread(); !(s > 0) {
		t.Errorf("no spread has the standard deviation %v: a process needs one", s)
	}
}
