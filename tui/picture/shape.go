package picture

import (
	"cmp"
	"math"
	"slices"

	"farsight/tui/chart"
)

// point is a place in pixels.
type point struct{ x, y float64 }

// shape is a filled polygon, a disc, or a stroked line.
type shape struct {
	poly   []point // filled if Width is 0, else stroked
	closed bool    // of a stroked one
	width  float64
	dash   chart.Dash // of a stroked one that is not closed
	disc   bool       // Poly[0] is the centre
	radius float64
	alpha  float64 // 0 counts as 1
	tile   bool    // part of a cell: it overlaps no other of them
	crisp  bool    // without blurred edges, which would show as seams

	color chart.Color
	// Ground, if not Default, is what the shape lets through: drawn with the
	// colour and the opacity of thinned it has its colour on this ground.
	ground chart.Color
	title  string // what it is, for who points at it
}

// bar is a rectangle that must meet its neighbours.
func bar(x0, y0, x1, y1 float64, c chart.Color) shape {
	return shape{poly: []point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, tile: true, crisp: true, color: c}
}

// byLook sorts tiles, whose order is free, so that those of one look become one path.
func byLook(tiles []shape) []shape {
	slices.SortStableFunc(tiles, func(a, b shape) int {
		return cmp.Or(cmp.Compare(a.color, b.color), cmp.Compare(a.radius, b.radius), cmp.Compare(a.width, b.width), cmp.Compare(a.alpha, b.alpha))
	})
	return tiles
}

// leastOpaque keeps what is let through from being as strong as the shape.
const leastOpaque = 0.55

// opacityOn is the least with which a colour can be had on the ground.
func opacityOn(c, ground chart.Color) float64 {
	a := leastOpaque
	cs, gs := channels(c), channels(ground)
	for i, v := range cs {
		g := gs[i]
		switch {
		case v < g:
			a = max(a, 1-v/g)
		case v > g:
			a = max(a, (v-g)/(255-g))
		}
	}
	return a
}

// thinned is the colour that has the look of c on the ground when it is drawn with an opacity.
func thinned(c, ground chart.Color, opacity float64) chart.Color {
	cs, gs := channels(c), channels(ground)
	var out [3]uint8
	for i, v := range cs {
		out[i] = uint8(min(max((v-(1-opacity)*gs[i])/opacity, 0), 255) + 0.5)
	}
	return chart.RGB(out[0], out[1], out[2])
}

func channels(c chart.Color) [3]float64 {
	r, g, b := c.RGB()
	return [3]float64{float64(r), float64(g), float64(b)}
}

// simplified is a line without the points that are within a distance of the way between the others
// (Ramer, Douglas and Peucker).
func simplified(poly []point, within float64) []point {
	if len(poly) < 4 {
		return poly
	}
	keep := make([]bool, len(poly))
	keep[0], keep[len(poly)-1] = true, true
	simplify(poly, keep, within)
	var out []point
	for i, k := range keep {
		if k {
			out = append(out, poly[i])
		}
	}
	return out
}

func simplify(poly []point, keep []bool, within float64) {
	a, b := poly[0], poly[len(poly)-1]
	dx, dy := unit(a, b)
	far, at := within, 0
	for i := 1; i < len(poly)-1; i++ {
		px, py := poly[i].x-a.x, poly[i].y-a.y
		d := math.Abs(px*dy - py*dx)
		if dx == 0 && dy == 0 {
			d = math.Hypot(px, py)
		}
		if d > far {
			far, at = d, i
		}
	}
	if at > 0 {
		keep[at] = true
		simplify(poly[:at+1], keep[:at+1], within)
		simplify(poly[at:], keep[at:], within)
	}
}
