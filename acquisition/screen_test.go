package acquisition

import (
	"context"
	"math/rand/v2"
	"testing"
)

// Where there are many observations points are scored many at a time, to the bits they have one by one.
func TestScreeningManyAtATime(t *testing.T) {
	t.Parallel()
	for _, n := range []int{manyRows - 1, manyRows, manyRows + 5} {
		p := testPair(t, n, 2, 3, 0.2)
		c := newClimber(p, NewEIPUC(p.Incumbent()), Settings{Workers: 2})
		points := rawStarts(p, 3*largeChunk+7, 1, rand.New(rand.NewPCG(1, 2)))
		var ws Workspace
		for i, got := range c.score(context.Background(), c.fn, points) {
			if want := Score(p, c.fn, &ws, points[i]); got != want {
				t.Fatalf("n = %d: point %d scores %v, by itself %v", n, i, got, want)
			}
		}
		if got := c.evaluations(); got != len(points) {
			t.Errorf("n = %d: %d evaluations of %d points", n, got, len(points))
		}
	}
}
