package journal

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"farsight/internal/testkit"
)

// A skipped suggestion is dropped and remembered, a skipped initial point is
// not asked again, and undo brings both back.
func TestSkip(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	c := study()
	c.Dir = "../problems"
	j, err := Create(path, c, Settings{Now: clock()})
	testkit.OK(t, err)
	if got := j.State().Created.Dir; got != c.Dir {
		t.Errorf("dir %q", got)
	}
	for i, b := range []Body{
		Asked{X: []float64{1, 200}, Design: 1},
		Skipped{Seq: 2, Reason: "no oven"},
		Asked{X: []float64{2, 220}, Design: 2},
	} {
		if _, err := j.Append(i+1, b); err != nil {
			t.Fatal(err)
		}
	}
	before := j.State()
	if left := before.DesignLeft(); !slices.Equal(left, []int{2}) {
		t.Errorf("initial points left: %v", left)
	}
	if k := before.Skips; len(k) != 1 || k[0].Seq != 3 || k[0].Ask.Design != 1 || k[0].Reason != "no oven" || before.Pending.Seq != 4 {
		t.Errorf("skips %+v, pending %+v", k, before.Pending)
	}

	var fe *FieldError
	for _, seq := range []int{2, 3, 9} { // skipped already, not an ask, not there
		if _, err := j.Append(4, Skipped{Seq: seq}); !errors.As(err, &fe) || fe.Field != "line" {
			t.Errorf("skipping line %d: %v", seq, err)
		}
	}
	if _, err := j.Append(4, Skipped{Seq: 4}); err != nil {
		t.Fatal(err)
	}
	if s := j.State(); s.Pending != nil || len(s.Skips) != 2 || s.Undoable() != 5 || s.Spent != 0 {
		t.Errorf("after a second skip: %+v", s)
	}
	if _, err := j.Append(5, Undone{Seq: 5}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, j.State(), substance...); d != "" {
		t.Errorf("undoing a skip: %s", d)
	}

	// What was skipped can still be measured.
	if _, err := j.Append(6, Told{X: []float64{1, 200}, Value: 1, Cost: 1, Design: 1}); err != nil {
		t.Fatal(err)
	}
	if left := j.State().DesignLeft(); !slices.Equal(left, []int{2}) {
		t.Errorf("initial points left: %v", left)
	}
	again := mustOpen(t, path)
	if d := cmp.Diff(j.State(), again.State(), same...); d != "" {
		t.Errorf("read back: %s", d)
	}
}
