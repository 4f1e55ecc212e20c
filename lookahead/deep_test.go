package lookahead

import (
	"math/rand/v2"
	"testing"

	"farsight/lookahead/fantasy"
)

// A deep tree's trials are judged by plain subtrees: the tree grown is worth what
// it says, and no less than the plain one from the same root.
func TestDeepTreesAreNotWorseThanPlainOnes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(151, 152))
	for d := 1; d <= 3; d++ {
		s := randomState(t, rng, 10, d, 12)
		search := testSearch(t, s, draw(t, fantasy.DefaultShape(fantasy.Sampled, 7), uint64(d)))
		w := search.workers[0]
		x := make([]float64, search.e.Nodes()*search.e.d)
		better := 0
		for root := range 8 {
			w.greedy.setBeam(func(int) int { return 1 })
			plain := w.greedy.tree(search.table, s, root, nil)
			w.greedy.setBeam(search.beamAt)
			v := w.greedy.tree(search.table, s, root, nil)
			search.table.plant(x, w.greedy.picks[0])
			if got := search.e.Value(x, nil); relative(v, got) > 1e-5 {
				t.Errorf("d = %d, root %d: greedy %v, evaluated %v", d, root, v, got)
			}
			if v < plain*(1-1e-12) {
				t.Errorf("d = %d, root %d: %v, the plain tree %v", d, root, v, plain)
			}
			if v > plain {
				better++
			}
		}
		if better == 0 {
			t.Errorf("d = %d: beams never found a better tree", d)
		}
	}
}

// A tree with more nodes than the table takes is held only approximately, and does not
// lose by it.
func TestRefreshOfLargeTreesDoesNotLose(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(153, 154))
	for _, text := range []string{"12,6,2", "4,4,2,2,1"} {
		s := randomState(t, rng, 10, 2, 12)
		search := testSearch(t, s, draw(t, shapeOf(t, fantasy.Sampled, text), 3))
		e, w := search.e, search.workers[0]
		if e.Nodes() <= ownPoints {
			t.Fatalf("%s has only %d nodes", text, e.Nodes())
		}
		for root := range 4 {
			w.greedy.tree(w.candidates(search), s, root, nil)
			x := make([]float64, search.e.Nodes()*search.e.d)
			search.table.plant(x, w.greedy.picks[0])
			b := search.grow(background, w, x)
			before := b.value
			w.rechoose(search, b)
			if b.value < before || relative(b.value, e.Value(b.x, nil)) > 1e-12 {
				t.Errorf("%s, root %d: %v, before %v, evaluated %v", text, root, b.value, before, e.Value(b.x, nil))
			}
		}
	}
}
