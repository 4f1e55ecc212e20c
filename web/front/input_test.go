package front

import (
	"math"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"farsight/tui/screen"
)

// Every key of the explorer's has a name that a page can say.
func TestKeysByName(t *testing.T) {
	t.Parallel()
	names := []string{"left", "right", "up", "down", "enter", "esc", "tab", "shift+tab", "home", "end", "pgup", "pgdown", "backspace", "delete", "ctrl+c", "f5", " ", "a", "Z", "?", "ä", "alt+x"}
	for _, b := range screen.GlobalKeys {
		names = append(names, b.Keys()...)
	}
	for _, name := range names {
		k, ok := key(name, false)
		if got := k.String(); !ok || got != name {
			t.Errorf("%q is the key %q, %v", name, got, ok)
		}
	}
	for _, name := range []string{"", "nokey", "\xff", "ab"} {
		if k, ok := key(name, false); ok {
			t.Errorf("%q is the key %v", name, k)
		}
	}
	if k, ok := key("0.5\nq", true); !ok || !k.Paste || string(k.Runes) != "0.5\nq" {
		t.Errorf("a pasted text is %v, %v", k, ok)
	}
}

func TestMouseByCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		m    Message
		want tea.MouseMsg
	}{
		{Message{"x": 3.0, "y": 4.0, "kind": "press", "button": "left"}, tea.MouseMsg{X: 3, Y: 4, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}},
		{Message{"x": 3.0, "kind": "motion", "button": "none", "shift": true}, tea.MouseMsg{X: 3, Shift: true, Action: tea.MouseActionMotion}},
		{Message{"kind": "wheeldown"}, tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown}},
		{Message{"kind": "release", "button": "right"}, tea.MouseMsg{Action: tea.MouseActionRelease, Button: tea.MouseButtonRight}},
	} {
		if got, ok := mouse(c.m); !ok || got != c.want {
			t.Errorf("%v is %+v, %v", c.m, got, ok)
		}
	}
	if _, ok := mouse(Message{"kind": "dance"}); ok {
		t.Error("a mouse that dances")
	}
}

// Whatever a page says, the program goes on.
func TestNothingAPageSaysEndsTheProgram(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	odd := []any{nil, true, "", "left", "\x00\xff", math.NaN(), math.Inf(1), -5.0, 1e300, []byte{1}, []any{1.0}, map[string]any{"t": "key"}}
	fields := []string{"w", "h", "key", "x", "y", "kind", "link", "text", "name", "what", "do", "bytes", "dark", "paste", "button"}
	kinds := []string{"start", "size", "look", "key", "mouse", "link", "text", "open", "source", "say", "study", "compute", ""}
	rapid.Check(t, func(t *rapid.T) {
		m := Message{"t": rapid.SampledFrom(kinds).Draw(t, "t")}
		for range rapid.IntRange(0, 4).Draw(t, "fields") {
			m[rapid.SampledFrom(fields).Draw(t, "field")] = rapid.SampledFrom(odd).Draw(t, "value")
		}
		p.front.Take(m)
	})
	p.front.Take(Message{"t": "size", "w": 100.0, "h": 30.0})
	p.forgets()
	p.front.Take(Message{"t": "link", "link": "scenario=overspend&policy=ei&step=1"})
	p.shows("scenario=overspend")
}
