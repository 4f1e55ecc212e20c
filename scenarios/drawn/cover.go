package drawn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"farsight/internal/linalg"
)

// drawnAlong is the number of points along each parameter, for problems of one,
// two and three, at which functions are drawn: a grid that holds the corners,
// where policies like to look. The factor costs the cube of all of them, once.
var drawnAlong = []int{129, 23, 9}

// MaxParameters is the largest number of parameters of a drawn function.
var MaxParameters = len(drawnAlong)

// ShortestScale is the least lengthscale a function of d parameters can be
// drawn with.
func ShortestScale(d int) float64 { return leastLengthscale / float64(drawnAlong[d-1]-1) }

const (
	// drawnNoise keeps the factor sound; it is a variance, beside 1.
	drawnNoise = 1e-8
	// leastLengthscale is that of a drawn function, in steps of its grid. Below
	// it the interpolant would lose more than 2 % of the variance half-way
	// between points.
	leastLengthscale = 2.0
	// maxCovers bounds how many factors are kept (the largest has 4 MB).
	maxCovers = 16
)

// cover is a Gaussian process of mean 0 and variance 1 at the points of a grid,
// ready for any number of draws.
//
//	k(x, x') = (1 + s + s²/3)e^{−s}, s = √5‖(x − x')/ℓ‖   Matérn-5/2
//	LLᵀ      = k(X, X) + 1e-8·I
//	f(x)     = k(x, X)(LLᵀ)⁻¹(Lz) = k(x, X)L⁻ᵀz, z ~ N(0, I)
//
// f is the interpolant of values drawn jointly at X: smooth, the same for all
// who look, and short of the process only by what the grid leaves open.
type cover struct {
	d      int
	rate   []float64    // √5/ℓ
	points []float64    // √5 X/ℓ, row by row
	factor linalg.Lower // L
}

// covers keeps the factors of the lengthscales in use.
var covers struct {
	sync.Mutex
	of map[string]func() *cover
}

// coverOf is the cover for these lengthscales, made at the first call.
func coverOf(scale []float64) *cover {
	key := fmt.Sprint(scale)
	covers.Lock()
	get, ok := covers.of[key]
	if !ok {
		if len(covers.of) >= maxCovers || covers.of == nil {
			covers.of = map[string]func() *cover{} // old ones stay valid for their users
		}
		get = sync.OnceValue(func() *cover { return newCover(scale) })
		covers.of[key] = get
	}
	covers.Unlock()
	return get()
}

func newCover(scale []float64) *cover {
	d := len(scale)
	along := drawnAlong[d-1]
	c := &cover{d: d}
	for _, l := range scale {
		c.rate = append(c.rate, math.Sqrt(5)/l)
	}
	m := 1
	for range d {
		m *= along
	}
	for i := range m {
		for j, rest := 0, i; j < d; j, rest = j+1, rest/along {
			c.points = append(c.points, c.rate[j]*float64(rest%along)/float64(along-1))
		}
	}
	c.factor = linalg.NewLower(m)
	for i, row := range c.factor {
		c.kernels(row, c.points[i*d:(i+1)*d])
		row[i] += drawnNoise
	}
	if !c.factor.Factorise() { // the noise is far above the rounding of any kernel
		panic(fmt.Sprintf("drawn: no factor for lengthscales %v", scale))
	}
	return c
}

// size is the number of points.
func (c *cover) size() int { return len(c.points) / c.d }

// kernels writes k(x, X) for x in the scale of the points.
func (c *cover) kernels(dst, x []float64) {
	for i := range dst {
		dst[i] = c.kernel(x, i)
	}
}

func (c *cover) kernel(x []float64, i int) float64 {
	var r2 float64
	for j, v := range c.points[i*c.d : (i+1)*c.d] {
		r2 += (x[j] - v) * (x[j] - v)
	}
	s := math.Sqrt(r2)
	return (1 + s + s*s/3) * math.Exp(-s)
}

// draw returns the weights of a function, L⁻ᵀz.
func (c *cover) draw(rng *rand.Rand) []float64 {
	w := make([]float64, c.size())
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	c.factor.Backward(w)
	return w
}

// at is the function of weights w at a point of the unit cube.
func (c *cover) at(w, u []float64) float64 {
	var scratch [3]float64
	x := c.scaled(scratch[:], u)
	var f float64
	for i, v := range w {
		f += v * c.kernel(x, i)
	}
	return f
}

// slope is the same with its gradient.
func (c *cover) slope(w, u, grad []float64) float64 {
	var scratch [3]float64
	x := c.scaled(scratch[:], u)
	clear(grad)
	var f float64
	for i, v := range w {
		p := c.points[i*c.d : (i+1)*c.d]
		var r2 float64
		for j, q := range p {
			r2 += (x[j] - q) * (x[j] - q)
		}
		s := math.Sqrt(r2)
		e := v * math.Exp(-s)
		f += e * (1 + s + s*s/3)
		// ∂k/∂xⱼ = −(1 + s)e^{−s}/3 · √5/ℓⱼ · (xⱼ − Xⱼ), x in the scale of the points
		for j, q := range p {
			grad[j] -= e * (1 + s) / 3 * c.rate[j] * (x[j] - q)
		}
	}
	return f
}

func (c *cover) scaled(dst, u []float64) []float64 {
	for i, v := range u {
		dst[i] = c.rate[i] * v
	}
	return dst[:len(u)]
}
