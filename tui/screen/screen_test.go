package screen

import (
	"slices"
	"testing"

	"farsight/tui/chart"
)

// No key is bound twice, and every binding is told of: by itself or beside the
// one before.
func TestGlobalKeysAreSound(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i, b := range GlobalKeys {
		for _, k := range b.Keys() {
			if seen[k] {
				t.Errorf("%s is bound twice", k)
			}
			seen[k] = true
		}
		if b.Show() == "" || b.Long == "" && i == 0 {
			t.Errorf("%v is not told of", b.Keys())
		}
	}
}

// The footer and the help show a binding each in its own way.
func TestBindingsInFooterAndHelp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		b           Binding
		hint, shown string
	}{
		{Binding{Binding: On("→", "step"), All: "→ ←"}, "→ step", "→ ←"},
		{Binding{Binding: On("x", "swap")}, "x swap", "x"},
		{Binding{Binding: On("w", "")}, "w", "w"},
	} {
		if c.b.Hint() != c.hint || c.b.Shown() != c.shown {
			t.Errorf("%+v: %q and %q", c.b, c.b.Hint(), c.b.Shown())
		}
	}
}

// Title, body and footer stand below each other within the window, and the body
// has what a View says it has.
func TestWindowIsDivided(t *testing.T) {
	t.Parallel()
	for w := LeastWidth; w < 200; w += 17 {
		for h := LeastHeight; h < 70; h++ {
			l := Arrange(w, h)
			if l.Header.Y != 0 || l.Header.H < 1 || l.Header.H > 2 || l.Header.H != l.Body.Y || l.Footer.Y != h-1 || l.Footer.H != 1 {
				t.Fatalf("%d x %d: title %v, footer %v", w, h, l.Header, l.Footer)
			}
			if l.Body.Y < 1 || l.Body.Y > 2 || l.Body.Y+l.Body.H != l.Footer.Y || l.Body.X < 1 || l.Body.X+l.Body.W > w-1 {
				t.Fatalf("%d x %d: body %v", w, h, l.Body)
			}
			if bw, bh := (View{W: w, H: h}).BodySize(); bw != l.Body.W || bh != l.Body.H {
				t.Fatalf("%d x %d: the body has %d x %d, the view says %d x %d", w, h, l.Body.W, l.Body.H, bw, bh)
			}
		}
	}
}

// Spots remember what was drawn and in whose column; where nobody asks nothing
// happens.
func TestSpots(t *testing.T) {
	t.Parallel()
	c := chart.New(10, 4, chart.Terminal{})
	var nobody *Spots
	nobody.Of(1)
	nobody.Note("gauge", c)
	s := NewSpots()
	s.Note("timeline", c)
	s.Of(1)
	s.Note("gauge", c)
	if len(s.Found) != 2 || s.Found[0].Track != -1 || s.Found[1].Track != 1 || s.Found[1].Part != "gauge" {
		t.Errorf("found %+v", s.Found)
	}
}

// Some of the global keys come in the table's order, whatever the order asked for.
func TestGlobalsOf(t *testing.T) {
	t.Parallel()
	var acts []Action
	for _, b := range GlobalsOf(ActQuit, ActForward, ActNone) {
		acts = append(acts, b.Act)
	}
	if !slices.Equal(acts, []Action{ActForward, ActQuit}) {
		t.Errorf("got actions %v", acts)
	}
}

// The first table that binds a key wins; keys nobody binds do nothing.
func TestFirstTableWins(t *testing.T) {
	t.Parallel()
	own := []Binding{{Act: ActFold, Binding: On("", "", "t", "z")}}
	for key, want := range map[string]Action{"t": ActFold, "z": ActFold, "n": ActForward, "ctrl+c": ActQuit, "nonsense": ActNone} {
		if got := Find(key, own, GlobalKeys); got != want {
			t.Errorf("%s is action %d, want %d", key, got, want)
		}
	}
	if got := Find("t", GlobalKeys); got != ActTree {
		t.Errorf("without the first table t is action %d", got)
	}
}
