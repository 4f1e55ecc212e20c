package policy

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

func TestJointIsAnOptionOfTheModels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.JointRule{
		"ei-pes": model.Separate, "ei-pes joint=on": model.Together, "ei-puc joint=auto": model.ByEvidence,
		"pbgi-d joint=off": model.Separate, "ei": model.Separate,
	} {
		p, err := Must(text).Fill("")
		testkit.OK(t, err)
		if got := p.Models(model.PairSettings{}).Joint; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if _, err := Parse("ei joint=on"); err == nil {
		t.Error("EI, whatever it costs, has the option")
	}
	if got := Must("far").Models(model.PairSettings{}).Objective.NoiseMin; got != farNoise {
		t.Errorf("FAR's own settings are lost: %v", got)
	}
}

// dearHill is hill with a cost that follows the value, and is found to.
func dearHill(t testing.TB) Situation {
	t.Helper()
	s := hill(t)
	var d model.Data
	for i, seen := range s.Seen {
		d.X, d.Y = append(d.X, s.Pair.Objective.Point(i)), append(d.Y, seen.Value)
		d.Cost = append(d.Cost, math.Exp(seen.Value+0.2*d.X[i][0]))
		s.Seen[i].Cost = d.Cost[i]
	}
	var err error
	s.Pair, err = model.FitPair(d, model.PairSettings{Joint: model.Together}, nil)
	testkit.OK(t, err)
	if s.Pair.Link == nil || s.Pair.Link.Beta < 0.3 {
		t.Fatalf("the cost is not found to follow: %+v", s.Pair.Link)
	}
	return s
}

var lastNumber = regexp.MustCompile(`= (\S+)$`)

// The formula with its numbers in it ends with the value of the decision, also
// where the cost follows the value.
func TestNumbersOfWhatFollows(t *testing.T) {
	t.Parallel()
	s := dearHill(t)
	for _, name := range []string{"ei-pes", "ei-puc", "ei-puc-cc", "ei-pc"} {
		p, err := Must(name + " joint=on").Fill("")
		testkit.OK(t, err)
		d, _, err := p.Kind().Start(p).Decide(t.Context(), s)
		if err != nil || d == nil {
			t.Fatalf("%s: %v, %v", name, d, err)
		}
		var ws model.Workspace
		tell := Telling{
			Policy: p, Decision: *d, Expect: s.Pair.Moments(&ws, d.U), Best: s.Best, Left: s.Left, Total: s.Total,
			Number: func(v float64) string { return fmt.Sprintf("%.9g", v) }, Point: func(model.Unit) string { return "x" },
		}
		lines := p.Kind().Numbers(tell)
		found := false
		for _, line := range lines {
			if m := lastNumber.FindStringSubmatch(line); m != nil && strings.HasPrefix(line, "EI") && m[1] == tell.Number(d.Value) {
				found = true
			}
		}
		if !found {
			t.Errorf("%s decides for %.9g and says\n%s", name, d.Value, strings.Join(lines, "\n"))
		}
	}
}
