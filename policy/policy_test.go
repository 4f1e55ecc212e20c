package policy

import (
	"context"
	"errors"
	"strings"
	"testing"

	"farsight/internal/testkit"
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
