package sobol

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
)

// maxPoints is the number of points a sequence holds.
const maxPoints = 1<<depth - 1

// stream distinguishes the generator of a sequence's keys from other uses of a seed.
const stream = 0x736f626f6c // "sobol"

// Sequence hands out the points of a scrambled Sobol sequence one after the
// other. It is not for concurrent use; two sequences with the same dimension
// and seed hand out the same points.
type Sequence struct {
	index uint64   // of the next point
	x     []uint64 // the next point before scrambling, at most netDims long
	v     []uint64 // direction number i of dimension j is v[i·len(x)+j]
	key   []uint64 // one a dimension, seeding its scrambling
}

// New returns the Owen-scrambled Sobol sequence on the dim-dimensional unit
// cube. The seed fixes every point, and a coordinate depends on the seed and
// its own number alone, not on dim. Past dimension 64 coordinates are
// independent uniform draws. New panics if dim is not positive.
func New(dim int, seed uint64) *Sequence {
	if dim <= 0 {
		panic(fmt.Sprintf("sobol: dimension %d is not positive", dim))
	}
	nets := min(dim, netDims)
	s := &Sequence{
		x:   make([]uint64, nets),
		v:   make([]uint64, depth*nets),
		key: make([]uint64, dim),
	}
	for j := range nets {
		for i, v := range directions(j) {
			s.v[i*nets+j] = v
		}
	}
	rng := rand.NewPCG(seed, stream)
	for j := range s.key {
		s.key[j] = rng.Uint64()
	}
	return s
}

// Next writes the next point into dst: every coordinate is strictly between 0 and 1. It panics if
// dst is not dim long, or after 2⁴⁸ − 1 points.
func (s *Sequence) Next(dst []float64) {
	if len(dst) != len(s.key) {
		panic(fmt.Sprintf("sobol: room for %d coordinates, the sequence has %d", len(dst), len(s.key)))
	}
	s.mustHold(1)
	for j, x := range s.x {
		dst[j] = unit(scramble(x, s.key[j]))
	}
	for j := len(s.x); j < len(dst); j++ {
		dst[j] = unit(mix(s.key[j]+s.index*golden) >> (64 - depth))
	}
	// Successive points in Gray code order differ by one direction number.
	s.index++
	s.add(bits.TrailingZeros64(s.index))
}

// NextNormal writes the next point into dst as independent standard normals,
// the coordinates of Next through NormalQuantile.
func (s *Sequence) NextNormal(dst []float64) {
	s.Next(dst)
	for j, u := range dst {
		dst[j] = mathext.NormalQuantile(u)
	}
}

// Skip passes over the next n points at the cost of about one. It panics if the
// sequence does not hold that many more.
func (s *Sequence) Skip(n uint64) {
	s.mustHold(n)
	s.index += n
	clear(s.x)
	for gray := s.index ^ s.index>>1; gray != 0; gray &= gray - 1 {
		s.add(bits.TrailingZeros64(gray))
	}
}

// mustHold panics if fewer than n points are left.
func (s *Sequence) mustHold(n uint64) {
	if n > maxPoints-s.index {
		panic("sobol: past the end of the sequence's 2⁴⁸ − 1 points")
	}
}

// add adds direction number i to the point, bit by bit.
func (s *Sequence) add(i int) {
	v := s.v[i*len(s.x):][:len(s.x)]
	for j := range s.x {
		s.x[j] ^= v[j]
	}
}

// unit returns the midpoint of cell b of the 2⁴⁸ cells of the unit interval,
// exact in a float64 and never 0 or 1.
func unit(b uint64) float64 { return (float64(b) + 0.5) * 0x1p-48 }

// Streams are independent sources of random numbers in one run: each use has its own stream and a
// seed for each step, so that no draw depends on other uses.

// Stream is what a seed is for.
type Stream int

// The streams. Their numbers are part of every result: new ones go to the end.
const (
	Design    Stream = iota + 1 // the initial design
	Fantasies                   // base samples of scenario trees
	Search                      // starts of maximisations
	Random                      // points drawn at random
	Schedule                    // the rollout behind a fantasy budget
	Draw                        // functions drawn from what is believed
	Noise                       // of simulated measurements
)

// Seed derives the seed of one stream at one step from a run's seed (splitmix64).
func Seed(run uint64, s Stream, step int) uint64 {
	z := run + 0x9e3779b97f4a7c15*uint64(s) + 0xbf58476d1ce4e5b9*uint64(step+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
