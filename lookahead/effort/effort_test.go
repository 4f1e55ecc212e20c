package effort

import "testing"

// Trees of four steps multiply their beams, as docs/lookahead.md has it; deeper
// ones look at every leaf as often as the beams add up to.
func TestBeamsOfDeepTreesAdd(t *testing.T) {
	t.Parallel()
	p := Standard.Plan().Fitted(4, 53, 32)
	if p.Commits || p.BeamAt(1) != 4 || p.BeamAt(2) != 1 || p.BeamAt(0) != 1 || p.BeamAt(3) != 1 {
		t.Errorf("(4,4,2): %+v", p)
	}
	for steps := 5; steps <= 12; steps++ {
		p := Standard.Plan().Fitted(steps, 117+64*(steps-5), 64)
		if looks := p.looks(p.Beam); !p.Commits || looks > 4*(steps-2) || looks < 3*(steps-2) {
			t.Errorf("%d steps: every leaf is looked at %d times, %+v", steps, looks, p)
		}
	}
}

// A small tree gets more roots, and never more leaves looked at than the plan has.
func TestSmallTreesGetMore(t *testing.T) {
	t.Parallel()
	p := Quick.Plan().Fitted(4, 4, 1)
	if p.Roots != mostTimes*Quick.Plan().Roots || p.Scatter == 0 || p.looks(p.Beam)*mostTimes > p.Looks {
		t.Errorf("a path: %+v", p)
	}
}

// The best raw tree comes first, none comes twice, and those worth nothing beside it
// are left out; where none is worth anything, the first ones will do.
func TestRestarts(t *testing.T) {
	t.Parallel()
	got := Restarts([]float64{0.5, 1e-6, 2, 1}, 4, 1)
	if len(got) != 3 || got[0] != 2 || got[1]+got[2] != 3 || got[1] == got[2] {
		t.Errorf("chosen %v of 0.5, 1e-6, 2 and 1", got)
	}
	if got := Restarts([]float64{0, 0, 0}, 2, 1); len(got) != 2 || got[0] != 0 || got[1] != 1 {
		t.Errorf("chosen %v of nothing", got)
	}
}
