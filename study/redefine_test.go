package study

import (
	"errors"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
)

const lab = `budget = 20
constraints = ["t + p <= 130"]
[[parameter]]
name = "t"
low = 20
high = 100
[[parameter]]
name = "p"
low = 1
high = 40
scale = "log"
[objective]
goal = "minimise"
[cost]
unit = "h"
[initial]
points = [[30, 2], [90, 20]]
`

// Bounds and priors are others afterwards, and everything else is as it was.
func TestEditText(t *testing.T) {
	t.Parallel()
	p, err := problemfile.Parse("lab.toml", []byte(lab), "")
	testkit.OK(t, err)
	text, err := Edit{Bounds: map[int][2]float64{1: {2, 60}}, Priors: "dimension-scaled"}.Text(p)
	testkit.OK(t, err)
	q, err := problemfile.Parse("lab.toml", []byte(text), "")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if a, b := q.Parameters[0], q.Parameters[1]; a.Low != 20 || a.High != 100 || b.Low != 2 || b.High != 60 || !b.Log {
		t.Errorf("parameters %+v %+v", a, b)
	}
	if q.Objective.Priors != model.DimensionScaled || q.Cost.Priors != model.DimensionScaled || !q.Minimise || q.CostUnit != "h" || q.Region == nil || len(q.Initial.X) != 0 {
		t.Errorf("the rest: %s", text)
	}
	if p.Parameters[1].Low != 1 || len(p.Initial.X) != 2 {
		t.Error("the problem itself was changed")
	}
}

func TestEditTextRefuses(t *testing.T) {
	t.Parallel()
	myopia, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	if _, err := (Edit{Priors: "paper"}).Text(myopia); !errors.Is(err, errPriorsFixed) || !PriorsFixed(myopia) {
		t.Errorf("priors of fixed processes: %v", err)
	}
	if _, err := (Edit{Priors: "pepper"}).Text(myopia); err == nil || !strings.Contains(err.Error(), "paper") {
		t.Errorf("unknown priors: %v", err)
	}
}
