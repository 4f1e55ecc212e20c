package scenarios

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"farsight/internal/sanitize"
	"farsight/internal/sobol"
	"farsight/model"
	"farsight/scenarios/formula"
)

// Region is the part of the box that a problem's constraints allow. To a model
// it is a weight: 1 inside, falling beyond the edge, so that a search that
// strays finds back. What is chosen in the end meets every constraint.
type Region struct {
	Constraints []string // as they are written
	Share       float64  // of the box that is allowed, of well-spread points

	parameters []Parameter
	axes       []model.Axis
	all        []formula.Comparison
	steep      []float64    // what each comparison's sides differ by along a width of the cube
	inside     []model.Unit // well-spread points that are allowed, grids included
}

var _ model.Region = (*Region)(nil)

const (
	// wall is how far beyond the edge, in widths of the cube, a weight falls to
	// e^(−1/2). The narrower, the less a search strays and the worse it slides along.
	wall = 0.01

	regionTries  = 1 << 14 // points that are looked at for some that are allowed
	regionLeast  = 4       // of them, so many must be
	regionInside = 512     // so many are kept
	regionSlopes = 256     // points at which slopes are measured
	regionStep   = 1e-6    // half-width of the differences that approximate gradients

	// tolerance forgives rounding, relative to the sides compared: 0.1 + 0.2 <= 0.3 holds.
	tolerance = 1e-9
)

// errEmpty says that constraints leave too little to search.
var errEmpty = errors.New("allows nothing, or next to nothing, of the box")

// NewRegion is where all comparisons hold; nil if there are none. The error is
// ErrEmpty.
func NewRegion(parameters []Parameter, constraints []string, all []formula.Comparison) (*Region, error) {
	if len(all) == 0 {
		return nil, nil
	}
	r := &Region{Constraints: constraints, parameters: parameters, axes: Axes(parameters), all: all, steep: make([]float64, len(all))}
	seq := sobol.New(len(parameters), 1)
	share, grad := make([]float64, len(parameters)), make([]float64, Width(parameters))
	found := 0
	for i := range regionTries {
		seq.Next(share)
		x := FromShares(parameters, share)
		if i < regionSlopes {
			u := ToUnit(parameters, x)
			for k, c := range all {
				r.gradient(c, u, grad)
				if g := norm(grad); !math.IsNaN(g) && !math.IsInf(g, 0) {
					r.steep[k] += g * g / regionSlopes
				}
			}
		}
		if r.Check(x) != nil {
			continue
		}
		if found++; len(r.inside) < regionInside {
			r.inside = append(r.inside, ToUnit(parameters, x))
		}
	}
	for k, g := range r.steep {
		if r.steep[k] = math.Sqrt(g); !(r.steep[k] > 0) {
			r.steep[k] = 1 // stairs: any slope will do
		}
	}
	if r.Share = float64(found) / regionTries; found < regionLeast {
		return r, errEmpty
	}
	return r, nil
}

// excess is by how much a comparison does not hold; negative where it does.
func excess(c formula.Comparison, x Point) float64 { return c.Less.Eval(x) - c.More.Eval(x) }

// holds forgives rounding where equality is allowed.
func holds(c formula.Comparison, x Point) bool {
	less, more := c.Less.Eval(x), c.More.Eval(x)
	if c.Strict {
		return less < more
	}
	return less <= more+tolerance*math.Max(math.Abs(less), math.Abs(more))
}

// Check says which constraint does not hold at x, and by how much.
func (r *Region) Check(x Point) error {
	if r == nil {
		return nil
	}
	for _, c := range r.all {
		if !holds(c, x) {
			return &OutsideError{c, r.parameters, x}
		}
	}
	return nil
}

// OutsideError says that a point does not meet a constraint.
type OutsideError struct {
	broken     formula.Comparison
	parameters []Parameter
	x          Point
}

// Short names the condition and no more.
func (e *OutsideError) Short() string { return sanitize.Text(e.broken.Text + " does not hold") }

func (e *OutsideError) Error() string {
	var sides, at []string
	for _, f := range []*formula.Formula{e.broken.Less, e.broken.More} {
		uses := f.Uses()
		if len(uses) == 0 {
			continue
		}
		if f.String() != uses[0] {
			sides = append(sides, fmt.Sprintf("%s is %.6g", f, f.Eval(e.x)))
		}
	}
	used := strings.Join(append(e.broken.Less.Uses(), e.broken.More.Uses()...), "\n") + "\n"
	for i, p := range e.parameters {
		if strings.Contains("\n"+used, "\n"+p.Name+"\n") {
			at = append(at, p.Name+" = "+p.Show(e.x[i]))
		}
	}
	message := fmt.Sprintf("%s does not hold at %s", e.broken.Text, strings.Join(at, ", "))
	if len(sides) > 0 {
		message += ": " + strings.Join(sides, ", ")
	}
	return sanitize.Text(message)
}

// Allows reports whether the constraints hold at u, grids aside.
func (r *Region) Allows(u model.Unit) bool {
	var scratch [pointScratch]float64
	x := r.relaxed(scratch[:0], u)
	for _, c := range r.all {
		if !holds(c, x) {
			return false
		}
	}
	return true
}

// LogWeight is −½ Σ (v/wall)² over the constraints that do not hold, v by how
// much, in widths of the cube.
func (r *Region) LogWeight(u model.Unit, grad []float64) float64 {
	var scratch, slope [pointScratch]float64
	x := r.relaxed(scratch[:0], u)
	clear(grad)
	w := 0.0
	for k, c := range r.all {
		v := excess(c, x) / (r.steep[k] * wall)
		switch {
		case math.IsNaN(v):
			clear(grad)
			return math.Inf(-1)
		case v <= 0:
			continue
		}
		w -= 0.5 * v * v
		if grad != nil {
			d := append(slope[:0], u...)
			r.gradient(c, u, d)
			for i, g := range d {
				grad[i] -= v * g / (r.steep[k] * wall)
			}
		}
	}
	return w
}

// pointScratch is the dimension up to which nothing is allocated.
const pointScratch = 64

// relaxed is the point at u without regard to grids; choices are made.
func (r *Region) relaxed(dst Point, u model.Unit) Point {
	for i, p := range r.parameters {
		a := r.axes[i]
		if a.Choices > 0 {
			dst = append(dst, float64(a.Chosen(u)))
			continue
		}
		p.Integer, p.Step = false, 0
		dst = append(dst, p.FromUnit(u[a.At]))
	}
	return dst
}

// gradient writes that of the excess by central differences, one-sided at the
// faces of the cube; along choices there is none. u is as it was when it
// returns.
func (r *Region) gradient(c formula.Comparison, u model.Unit, grad []float64) {
	var scratch [pointScratch]float64
	clear(grad)
	for _, a := range r.axes {
		if a.Choices > 0 {
			continue
		}
		i, v := a.At, u[a.At]
		hi, lo := math.Min(v+regionStep, 1), math.Max(v-regionStep, 0)
		u[i] = hi
		up := excess(c, r.relaxed(scratch[:0], u))
		u[i] = lo
		down := excess(c, r.relaxed(scratch[:0], u))
		u[i] = v
		grad[i] = (up - down) / (hi - lo)
	}
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}
