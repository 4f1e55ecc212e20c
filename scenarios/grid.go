package scenarios

// mostGrid is the size up to which a grid is looked through for points that have
// not been evaluated.
const mostGrid = 100_000

// GridLeft reports whether a point can be evaluated that is none of some: there is
// always one, unless all parameters have grids.
func (p *Problem) GridLeft(done func(yield func(x Point) bool)) bool {
	sizes, size := make([]int, len(p.Parameters)), 1
	for i, par := range p.Parameters {
		sizes[i] = par.Values()
		if sizes[i] == 0 || size > mostGrid/sizes[i] {
			return true
		}
		size *= sizes[i]
	}
	known := make([]bool, size)
	for x := range done {
		at := 0
		for i, par := range p.Parameters {
			at = at*sizes[i] + par.GridIndex(x[i])
		}
		known[at] = true
	}
	x := make(Point, len(sizes))
	for at := range size {
		if known[at] {
			continue
		}
		rest := at
		for i := len(sizes) - 1; i >= 0; i-- {
			x[i] = p.Parameters[i].GridValue(rest % sizes[i])
			rest /= sizes[i]
		}
		if p.CheckPoint(x) == nil {
			return true
		}
	}
	return false
}
