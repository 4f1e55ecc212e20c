package form

import (
	"strings"
	"testing"

	"farsight/tui/chart"
)

// Keys edit a line as shells do; keys that mean nothing are left to others.
func TestLineIsEdited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ keys, want string }{
		{"a b c", "abc"},
		{"a b left X", "aXb"},
		{"a b home X end Y", "XabY"},
		{"a b ctrl+a delete c", "cb"},
		{"a b c left backspace", "ac"},
		{"backspace delete left left", ""},
		{"ä ü ctrl+b backspace ß", "ßü"},
		{"a b c left ctrl+u", "c"},
		{"a b c left ctrl+k", "ab"},
		{"a b right X", "abX"},
	} {
		var l Line
		for _, k := range strings.Fields(c.keys) {
			if !l.Key(k) {
				t.Errorf("%s means nothing", k)
			}
		}
		if l.String() != c.want {
			t.Errorf("%s leaves %q, want %q", c.keys, l.String(), c.want)
		}
	}
	var l Line
	l.Set("one two  ")
	if l.Key("ctrl+w"); l.String() != "one " {
		t.Errorf("a word less is %q", l.String())
	}
	for _, k := range []string{"enter", "tab", "esc", "f1", "\x1b", "ctrl+v", "alt+d", "up"} {
		if l.Key(k) {
			t.Errorf("%q is taken", k)
		}
	}
}

// The cursor is always in sight, and where there is more is marked.
func TestLineScrolls(t *testing.T) {
	t.Parallel()
	var l Line
	l.Set("0123456789")
	for _, c := range []struct{ key, want string }{{"end", "‹89▏"}, {"left", "‹78▏"}, {"home", "▏01›"}} {
		l.Key(c.key)
		canvas := chart.New(6, 1, chart.Terminal{})
		l.Draw(canvas, 1, 0, 4, chart.Ink{}, chart.Ink{})
		if got := canvas.Plain(); got != " "+c.want+" " {
			t.Errorf("after %s: %q, want %q", c.key, got, c.want)
		}
	}
}

// What is offered is replaced by typing; any other key edits it as it edits every
// text: one backspace takes one character.
func TestOfferedText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ keys, want string }{
		{"", "74.738"},
		{"1 5 0", "150"},
		{"backspace 5", "74.735"},
		{"delete", "74.738"},
		{"end 1", "74.7381"},
		{"left X", "74.73X8"},
		{"home delete", "4.738"},
		{"tab", "74.738"},
	} {
		var l Line
		l.Offer("74.738")
		for _, k := range strings.Fields(c.keys) {
			l.Key(k)
		}
		if l.String() != c.want {
			t.Errorf("%q leaves %q, want %q", c.keys, l.String(), c.want)
		}
		if l.Offered() != (c.keys == "" || c.keys == "tab") {
			t.Errorf("after %q it is still as offered: %v", c.keys, l.Offered())
		}
	}
}
