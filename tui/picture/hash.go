package picture

import (
	"math"

	"farsight/tui/chart"
)

// hash tells figures apart: the same figure gives the same number.
type hash uint64

// Int adds a number.
func (h *hash) Int(v uint64) {
	x := (uint64(*h) ^ v) * 0x9e3779b97f4a7c15
	*h = hash(x ^ x>>29)
}

func (h *hash) number(v ...float64) {
	for _, v := range v {
		h.Int(math.Float64bits(v))
	}
}

func (h *hash) numbers(all ...[]float64) {
	for _, v := range all {
		h.Int(uint64(len(v)))
		h.number(v...)
	}
}

// figure adds all that is drawn of a figure.
func (h *hash) figure(f *chart.Figure) {
	for _, v := range [...]int{f.Area.X, f.Area.Y, f.Area.W, f.Area.H} {
		h.Int(uint64(v))
	}
	h.Int(uint64(f.Style.Background)<<32 | uint64(f.Style.Text))
	h.Int(uint64(f.Style.Axis))
	for _, b := range [...]bool{f.Left, f.Below} {
		if b {
			h.Int(1)
		}
	}
	h.number(f.Fade, f.X.Min, f.X.Max, f.Y.Min, f.Y.Max)
	p := &f.Plot
	for _, v := range p.Hatches {
		h.number(v.X0, v.X1, v.Y0, v.Y1)
		h.Int(uint64(v.Color))
	}
	for _, v := range p.Bands {
		h.numbers(v.X, v.Lo, v.Hi)
		h.Int(uint64(v.Fill)<<32 | uint64(v.Edge))
	}
	for _, v := range p.Levels {
		h.number(v.Y)
		h.Int(uint64(v.Color)<<8 | uint64(v.Dash))
	}
	h.Int(uint64(len(p.Levels)))
	for _, v := range p.Cursors {
		h.number(v.X)
		h.Int(uint64(v.Color)<<8 | uint64(v.Dash))
	}
	for _, v := range p.Series {
		h.numbers(v.X, v.Y)
		h.Int(uint64(v.Color)<<8 | uint64(v.Dash))
	}
	for _, v := range p.Points {
		h.number(v.X, v.Y)
		h.Int(uint64(v.Color)<<8 | uint64(v.Shape))
	}
	if m := f.Map; m != nil {
		h.numbers(m.Values)
		h.number(m.Min, m.Max)
		h.Int(uint64(m.NX)<<32 | uint64(m.NY))
		for _, c := range m.Ramp {
			h.Int(uint64(c))
		}
		for _, p := range m.Cross {
			h.number(p.X, p.Y)
		}
	}
}

// cells adds what the figure's cells show.
func (h *hash) cells(seen []shows) {
	word := uint64(0)
	for i, s := range seen {
		word = word<<2 | uint64(s)
		if i%32 == 31 {
			h.Int(word)
			word = 0
		}
	}
	h.Int(word)
}
