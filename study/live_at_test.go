package study

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

// Any of the suggestions that stand can be a snapshot's decision, with what its
// record says, and the others are beside it.
func TestSnapshotAtASuggestion(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ei-puc", "2-b-ms-ei"} {
		l := newLiveStudy(t, measured(bread), name)
		all := askFor(t, l, AskOptions{Count: 3})
		for i, g := range all {
			s, err := l.SnapshotAt(t.Context(), g.Line)
			testkit.OK(t, err)
			d := s.Decision
			if d == nil || math.Abs(d.X[0]-g.X[0]) > 1e-9 || len(s.Pending) != 2 {
				t.Fatalf("%s, %d: decision %+v, %d beside it", name, i, d, len(s.Pending))
			}
			if want := g.Expected.Acquisition; math.Abs(d.Acquisition-want) > 1e-6*math.Abs(want) {
				t.Errorf("%s, %d: acquisition %v, of the record %v", name, i, d.Acquisition, want)
			}
			if (d.Tree != nil) != (name != "ei-puc") {
				t.Errorf("%s, %d: tree %v", name, i, d.Tree != nil)
			}
			for _, o := range s.Pending {
				if math.Abs(o.X[0]-g.X[0]) < 1e-9 {
					t.Errorf("%s, %d: beside itself", name, i)
				}
			}
		}
		common, err := l.Snapshot()
		if err != nil || math.Abs(common.Decision.X[0]-all[0].X[0]) > 1e-9 {
			t.Errorf("%s: the common one: %v, %v", name, common.Decision, err)
		}
	}
}
