package builtin

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"farsight/scenarios/formula"
)

// streamUneven is that of the boxes, beside the streams of package drawn.
const streamUneven = 0xb

// box is an interval of each parameter.
type box [][2]float64

// unevenPlaces are the kinds of boxes an uneven cost has, each as likely: how
// many, and between which volumes.
var unevenPlaces = []struct {
	fewest, most int
	small, large float64
	cheap        bool // in the boxes; else elsewhere
}{
	{1, 2, 0.1, 0.35, false}, // walls
	{1, 1, 0.05, 0.3, true},  // valleys
	{2, 4, 0.03, 0.1, true},  // islands
}

// uneven is the true cost of an uneven cell. It is a formula because a problem
// file has to hold it.
func (c Cell) uneven(seed uint64) (*formula.Formula, error) {
	rng := rand.New(rand.NewPCG(seed, streamUneven))
	k := unevenPlaces[rng.IntN(len(unevenPlaces))]
	boxes := make([]box, k.fewest+rng.IntN(k.most-k.fewest+1))
	root := func(v float64) float64 { return math.Pow(v, 1/float64(c.Dim)) }
	for i := range boxes {
		for range c.Dim {
			width := root(k.small) + (root(k.large)-root(k.small))*rng.Float64()
			low := (1 - width) * rng.Float64()
			boxes[i] = append(boxes[i], [2]float64{low, low + width})
		}
	}
	inside, outside := c.Spread, 1.0
	if k.cheap {
		inside, outside = 1, c.Spread
	}
	share := volume(boxes)
	mean := share*inside + (1-share)*outside
	return formula.New(fmt.Sprintf("(%s) ? %v : %v", condition(boxes), inside/mean, outside/mean), cellNames[:c.Dim])
}

// volume is that of all boxes together, by inclusion and exclusion:
//
//	|∪ᵢ Bᵢ| = Σ_S (−1)^{|S|+1} |∩_{i∈S} Bᵢ|, over the subsets S that are not empty
func volume(boxes []box) float64 {
	total := 0.0
	for set := 1; set < 1<<len(boxes); set++ {
		sign, common := -1.0, 1.0
		for j := range boxes[0] {
			low, high := 0.0, 1.0
			for i, b := range boxes {
				if set>>i&1 == 1 {
					low, high = max(low, b[j][0]), min(high, b[j][1])
				}
			}
			common *= max(high-low, 0)
		}
		for i := range boxes {
			if set>>i&1 == 1 {
				sign = -sign
			}
		}
		total += sign * common
	}
	return total
}

// condition says that a point is in one of the boxes.
func condition(boxes []box) string {
	var one []string
	for _, b := range boxes {
		var all []string
		for j, side := range b {
			all = append(all, fmt.Sprintf("%s >= %v and %s <= %v", cellNames[j], side[0], cellNames[j], side[1]))
		}
		one = append(one, "("+strings.Join(all, " and ")+")")
	}
	return strings.Join(one, " or\n")
}
