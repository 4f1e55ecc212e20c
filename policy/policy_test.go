package policy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/lookahead"
	"farsight/model"
)

func TestPolicyIsWrittenAsItIsRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Policy{
		"ei":          {Name: "ei", As: "ei"},
		"4-b-ms-ei-p": {Name: "b-ms-ei-p", As: "4-b-ms-ei-p", Options: "steps=4"},
		"b-ms-ei steps=3 rule=tree fantasies=4,2 effort=quick schedule=off large-trees=true": {Name: "b-ms-ei", As: "b-ms-ei", Options: "steps=3 rule=tree fantasies=4,2 effort=quick schedule=off large-trees=true"},
		"pbgi lambda=0.0625": {Name: "pbgi", As: "pbgi", Options: "lambda=0.0625"},
	} {
		if got := want.String(); got != text {
			t.Errorf("%+v is written %q, want %q", want, got, text)
		}
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "nonsense", "ei colour=red", "b-ms-ei steps=many", "pbgi lambda=", "99-b-ms-ei", "4-ei", "-b-ms-ei", "b-ms-ei effort=lazy"} {
		if p, err := Parse(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, p)
		}
	}
	if a, b := Must("b-ms-ei effort=quick steps=3"), Must("b-ms-ei steps=3 effort=quick"); a != b {
		t.Errorf("the order of options matters: %q, %q", a.Options, b.Options)
	}
	label := Must("2-b-ms-ei schedule=off")
	label.As = "two steps, true budget"
	if got := label.String(); got != "b-ms-ei steps=2 schedule=off" {
		t.Errorf("under a label it is written %q", got)
	}
}

func TestWhatIsAskedForWins(t *testing.T) {
	t.Parallel()
	defaults := Options("steps=2 rule=gauss-hermite fantasies=9x3 schedule=off")
	for asked, want := range map[string]Options{
		"b-ms-ei":                       "steps=2 rule=gauss-hermite fantasies=9x3 effort=standard schedule=off",
		"b-ms-ei steps=3":               "steps=3 rule=gauss-hermite fantasies=9x3,5x1 effort=standard schedule=off",
		"2-b-ms-ei effort=quick":        "steps=2 rule=gauss-hermite fantasies=9x3 effort=quick schedule=off",
		"b-ms-ei rule=tree":             "steps=2 rule=tree fantasies=4 effort=standard schedule=off",
		"b-ms-ei fantasies=5x1,3x1":     "steps=3 rule=gauss-hermite fantasies=5x1,3x1 effort=standard schedule=off",
		"b-ms-ei schedule=paper":        "steps=2 rule=gauss-hermite fantasies=9x3 effort=standard schedule=paper",
		"b-ms-ei rule=path steps=2":     "steps=2 rule=path fantasies=1 effort=standard schedule=off",
		"b-ms-ei steps=1 schedule=off":  "steps=1 rule=gauss-hermite effort=standard schedule=off",
		"b-ms-ei rule=tree fantasies=6": "steps=2 rule=tree fantasies=6 effort=standard schedule=off",
	} {
		got, err := Must(asked).Fill(defaults)
		if err != nil || got.Options != want {
			t.Errorf("%s: %q, %v; want %q", asked, got.Options, err, want)
		}
	}
	if got := Must("2-b-ms-ei").Given("steps=5 effort=quick lambda=3"); got.Options != "steps=2 effort=quick" {
		t.Errorf("flags beside a shorthand: %q", got.Options)
	}
	if got := Must("b-ms-ei steps=3 effort=quick").Override("fantasies", "4, 4"); got.Options != "fantasies=4,4 effort=quick" {
		t.Errorf("fantasies as the last word: %q", got.Options)
	}
}

// Every policy that is registered can be named, filled and put into words.
func TestEveryPolicyIsWhole(t *testing.T) {
	t.Parallel()
	for _, k := range All() {
		p, err := Must(k.ID).Fill("")
		if err != nil {
			t.Errorf("%s: %v", k.ID, err)
			continue
		}
		for _, o := range k.Options {
			if o.Name == "" || o.Label == "" || o.About == "" || o.Usage == "" {
				t.Errorf("%s: option %q is not described", k.ID, o.Name)
			}
			if v := p.Get(o.Name); v != "" && o.Check(v) != nil {
				t.Errorf("%s: default %s=%s: %v", k.ID, o.Name, v, o.Check(v))
			}
			if len(o.Notes) != len(o.Choices) {
				t.Errorf("%s: %s has %d choices and %d notes", k.ID, o.Name, len(o.Choices), len(o.Notes))
			}
		}
		for _, narrow := range []bool{false, true} {
			if title := k.ChartTitle(p, nil, narrow); title == "" || strings.Contains(title, "(0 steps)") {
				t.Errorf("%s: its chart is called %q", k.ID, title)
			}
		}
	}
}

// A search that was called off says nothing about stopping.
func TestCancelledIndexDoesNotStop(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	s := hill(t)
	p, err := Must("pbgi lambda=0.5").Fill("")
	testkit.OK(t, err)
	whole := p.Kind().Start(p)
	want, stop, err := whole.Decide(t.Context(), s)
	testkit.OK(t, err)
	ended := 0
	for after := range 400 {
		d, got, err := p.Kind().Start(p).Decide(&countdown{Context: t.Context(), left: after}, s)
		switch {
		case errors.Is(err, context.Canceled):
			ended++
		case err != nil:
			t.Fatal(err)
		case got != stop || (d == nil) != (want == nil):
			t.Fatalf("cancelled after %d looks: stop %q, whole: %q", after, got, stop)
		}
	}
	if ended < 10 {
		t.Errorf("only %d of 400 searches were called off", ended)
	}
}

// countdown is a context that ends after it was looked at some times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

var ended = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

func (c *countdown) Done() <-chan struct{} {
	if c.Err() != nil {
		return ended
	}
	return c.Context.Done()
}

// Every policy has a hue of its own, and so have those a number before the name
// tells apart.
func TestEveryPolicyHasAHueOfItsOwn(t *testing.T) {
	t.Parallel()
	names := IDs()
	for _, k := range kinds {
		if k.Prefix != "" {
			names = append(names, "1-"+k.ID, "2-"+k.ID, "3-"+k.ID)
		}
	}
	seen := map[int]string{}
	for _, n := range names {
		hue := Must(n).Hue()
		if other, taken := seen[hue]; taken {
			t.Errorf("%s and %s both have hue %d", n, other, hue)
		}
		seen[hue] = n
	}
}

// A policy's name and hue do not depend on how it was filled in, nor on a
// remark of whoever ran it.
func TestOneNameAndOneHue(t *testing.T) {
	t.Parallel()
	for asked, title := range map[string]string{"b-ms-ei": "B-MS-EI", "2-b-ms-ei": "2-B-MS-EI", "4-b-ms-ei-p": "4-B-MS-EI-P", "ei-puc": "EI-PUC"} {
		p := Must(asked)
		filled, err := p.Fill("")
		testkit.OK(t, err)
		if p.Title() != title || filled.Title() != title || filled.Hue() != p.Hue() {
			t.Errorf("%s is %q in hue %d, filled in %q in hue %d", asked, p.Title(), p.Hue(), filled.Title(), filled.Hue())
		}
		p.As += ", true budget"
		if p.Title() != title {
			t.Errorf("with a remark %s is %q", asked, p.Title())
		}
		if got, hue, ok := Named(p.As); !ok || got != title+", true budget" || hue != p.Hue() {
			t.Errorf("results call it %q in hue %d", got, hue)
		}
	}
	if _, _, ok := Named("of my own"); ok {
		t.Error("a label that is no policy's has a policy's hue")
	}
}

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
	dear, plain := dearHill(t), hill(t)
	dear.Left = 2.7
	for name, s := range map[string]Situation{"ei-pes joint=on": dear, "ei-puc joint=on": dear, "ei-puc-cc joint=on": dear, "ei-pc joint=on": dear, "ei-pes": plain, "ei-puc": plain} {
		p, err := Must(name).Fill("")
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

// The equation of the index has the chance of success in it where evaluations have failed; a priced
// point says what it brings before its price is paid.
func TestNumbersOfPrices(t *testing.T) {
	t.Parallel()
	var d Decision
	d.Value = 3
	number := func(v float64) string { return fmt.Sprintf("%.6g", v) }
	for w, want := range map[float64]string{1: "at which EI(x; g) = p E[c]:  0.398942 =", 0.5: "w = 0.5, = p E[c]:  0.199471 ="} {
		lines := strings.Join(gittinsNumbers(Telling{
			Decision: d, Expect: model.Moments{MuF: 3, SdF: 1, LnW: math.Log(w)},
			Number: number, Point: func(model.Unit) string { return "x" },
		}), "\n")
		if !strings.Contains(lines, want) {
			t.Errorf("with the chance %v:\n%s", w, lines)
		}
	}
	d.Price, d.Tree = 0.5, &lookahead.Snapshot{Steps: 2, Nodes: []lookahead.NodeView{{Value: 1, Subtree: 4, Spending: 2}}}
	if got := pricedWhy(Telling{Decision: d, Number: number}); got != ": worth 2 now and 3 later, and its cost would bring 1 elsewhere" {
		t.Error(got)
	}
}

// hill is a situation on one parameter: five looks at a hill whose right side
// is dear.
func hill(t testing.TB) Situation {
	t.Helper()
	var d model.Data
	s := Situation{Left: 10, Total: 20, Workers: 1, Point: func(u model.Unit) []float64 { return u }}
	for _, x := range []float64{0.1, 0.3, 0.5, 0.7, 0.95} {
		y, z := math.Sin(5*x), math.Exp(2*x)
		d.X, d.Y, d.Cost = append(d.X, []float64{x}), append(d.Y, y), append(d.Cost, z)
		s.Seen = append(s.Seen, Seen{Value: y, Cost: z, Initial: true})
	}
	s.Best = slices.Max(d.Y)
	var err error
	s.Pair, err = model.FitPair(d, model.PairSettings{}, nil)
	testkit.OK(t, err)
	return s
}
