package study

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// gridded is a problem of nine points; %s: what is said of its values.
const gridded = `name = "gridded"
budget = 1000
[[parameter]]
name = "n"
low = 1
high = 3
integer = true
[[parameter]]
name = "x"
low = 0
high = 1
step = 0.5
[initial]
sobol = 2
[objective]
goal = "maximise"
expression = "n*x - x^2"
%s
[cost]
expression = "n"
known = true
`

func parsed(t *testing.T, text string) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("gridded.toml", []byte(text), "")
	testkit.OK(t, err)
	return p
}

// A run on a grid ends when all of its points are evaluated, and says so; where
// values are noisy it goes on.
func TestExhaustedGrid(t *testing.T) {
	t.Parallel()
	r := replayOf(t, parsed(t, fmt.Sprintf(gridded, "")), "random", Settings{Seed: 1}).Last()
	seen := map[string]bool{}
	for _, row := range r.Rows {
		seen[fmt.Sprint(row.X)] = true
	}
	if r.Stop != GridExhausted || len(seen) != 9 {
		t.Errorf("random stops with %q after %d of 9 points", r.Stop, len(seen))
	}
	if r = replayOf(t, parsed(t, fmt.Sprintf(gridded, "noisy = true")), "random", Settings{Seed: 1, Limit: len(r.Rows)}).Last(); r.Stop != Limit {
		t.Errorf("noisy values are evaluated once: %q", r.Stop)
	}
}

// A live study on a grid ends likewise, unless a point measured twice gave two
// values.
func TestExhaustedLiveGrid(t *testing.T) {
	t.Parallel()
	text := strings.Replace(fmt.Sprintf(gridded, ""), `expression = "n*x - x^2"`, "", 1)
	l, err := CreateLive(filepath.Join(t.TempDir(), "grid.study"), "gridded.toml", []byte(text), LiveSettings{Policy: policy.Must("random")})
	testkit.OK(t, err)
	tell := func(x scenarios.Point, y float64) {
		t.Helper()
		if _, err := l.Tell(l.State().Seq, Answer{X: x, Value: y, Cost: x[0]}); err != nil {
			t.Fatal(err)
		}
	}
	for n := 1.0; n <= 3; n++ {
		for x := 0.0; x <= 1; x += 0.5 {
			if _, err := l.Ask(t.Context()); err != nil {
				t.Fatalf("before (%v, %v): %v", n, x, err)
			}
			tell(scenarios.Point{n, x}, n*x)
		}
	}
	var end EndedError
	if _, err := l.Ask(context.Background()); !errors.As(err, &end) || end.Stop != GridExhausted || !strings.Contains(err.Error(), "every point of the grid") {
		t.Errorf("after all points: %v", err)
	}
	tell(scenarios.Point{2, 0.5}, 7)
	if _, err := l.Ask(context.Background()); err != nil {
		t.Errorf("after two values at a point: %v", err)
	}
}

// What is out of money is not out of promise.
func TestNothingAffordable(t *testing.T) {
	t.Parallel()
	const text = `name = "dear"
budget = 1
[[parameter]]
name = "x"
low = 0
high = 1
[initial]
points = [[0.1], [0.9]]
[objective]
goal = "maximise"
expression = "%s"
[cost]
expression = "%s"
known = true
`
	for _, name := range []string{"ei", "ei-puc", "b-ms-ei steps=2 effort=quick"} {
		if r := replayOf(t, parsed(t, fmt.Sprintf(text, "sin(9*x)", "2 + x")), name, Settings{}).Last(); r.Stop != NothingAffordable {
			t.Errorf("%s: %q though everything costs twice what there is", name, r.Stop)
		}
	}
}
