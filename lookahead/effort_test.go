package lookahead

import "testing"

// A small tree gets more roots and wider beams than one of the size of (4,4,2).
func TestSmallTreesGetMore(t *testing.T) {
	t.Parallel()
	small, usual := Quick.plan().fitted(4, 4, false), Quick.plan().fitted(4, 53, false)
	if small.roots != mostTimes*usual.roots || small.beamAt(1) <= usual.beamAt(1) || small.beamAt(0) != 1 || small.beamAt(3) != 1 {
		t.Errorf("a path %+v, (4,4,2) %+v", small, usual)
	}
}

// The best raw tree comes first, none comes twice, and those worth nothing beside it
// are left out; where none is worth anything, the first ones will do.
func TestRestarts(t *testing.T) {
	t.Parallel()
	got := paperStarts([]float64{0.5, 1e-6, 2, 1}, 4, 1)
	if len(got) != 3 || got[0] != 2 || got[1]+got[2] != 3 || got[1] == got[2] {
		t.Errorf("chosen %v of 0.5, 1e-6, 2 and 1", got)
	}
	if got := paperStarts([]float64{0, 0, 0}, 2, 1); len(got) != 2 || got[0] != 0 || got[1] != 1 {
		t.Errorf("chosen %v of nothing", got)
	}
}
