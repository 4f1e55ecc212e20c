package journal

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// A move is charged beside the cost, found again, undone with its evaluation,
// and written in a version of its own; without one nothing is said of it.
func TestMoveIsCharged(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j, err := Create(path, study(), Settings{Now: clock()})
	testkit.OK(t, err)
	for _, told := range []Told{
		{X: []float64{1, 200}, Value: 1, Cost: 2},
		{X: []float64{2, 210}, Value: 3, Cost: 2, Move: 0.75},
		{X: []float64{2, 220}, Cost: 1, Move: 0.5, Failed: true},
	} {
		if _, err := j.Append(j.State().Seq, told); err != nil {
			t.Fatal(err)
		}
	}
	j = mustOpen(t, path)
	if s := j.State(); s.Spent != 6.25 || s.Evaluations[1].Move != 0.75 || s.Evaluations[1].Cost != 2 {
		t.Errorf("spent %v: %+v", s.Spent, s.Evaluations[1])
	}
	if text := j.State().Evaluations[1].Told.String(); !strings.Contains(text, "cost 2, move 0.75") {
		t.Errorf("told as %q", text)
	}
	lines := bytes.Split(readBytes(t, path), []byte("\n"))
	for i, want := range []string{`{"v":1,"n":2,`, `{"v":3,"n":3,`, `{"v":3,"n":4,`} {
		if line := string(lines[i+1]); !strings.HasPrefix(line, want) || (i == 0) == strings.Contains(line, "move") {
			t.Errorf("line %d is %s", i+2, line)
		}
	}
	if _, err := j.Append(j.State().Seq, Undone{Seq: 4}); err != nil {
		t.Fatal(err)
	}
	if s := mustOpen(t, path).State(); s.Spent != 4.75 {
		t.Errorf("undone, %v is spent", s.Spent)
	}
	// A cost that fits does not count if its move does not.
	left := j.State().Remaining()
	if _, err := j.Append(j.State().Seq, Told{X: []float64{1, 200}, Value: 1, Cost: left, Move: 0.01}); err != nil {
		t.Fatal(err)
	}
	if s := j.State(); s.Evaluations[2].Counted || s.Spent != 4.75 {
		t.Errorf("counted beyond the budget: %+v", s.Evaluations[2])
	}
	for _, bad := range []Told{{Move: -1}, {Move: math.NaN()}, {Move: math.Inf(1)}, {Move: 1, Free: true}} {
		bad.X, bad.Value, bad.Cost = []float64{1, 200}, 1, 1
		var field *FieldError
		if _, err := j.Append(j.State().Seq, bad); !errors.As(err, &field) || field.Field != "move" {
			t.Errorf("a move of %v: %v", bad.Move, err)
		}
	}
	// A study whose problem has a price of moves says so on its first line.
	c := study()
	if c.Moves = true; c.version() != 3 {
		t.Errorf("version %d", c.version())
	}
}
