package chart

import (
	"strings"
	"testing"
)

func TestTextClipsAndMarks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, want string
		x, n             int
	}{
		{"fits", "abc", "abc·····", 0, 8},
		{"exactly", "abcdefgh", "abcdefgh", 0, 8},
		{"cut", "abcdefghi", "abcdefg…", 0, 8},
		{"cut in a part", "abcdef", "·abc…···", 1, 4},
		{"from outside", "abcdef", "cdef····", -2, 8},
		{"beyond the edge", "abc", "········", 8, 3},
		{"wide runes", "日本", "日本····", 0, 8},
		{"wide rune cut", "日本語版x", "日本語… ", 0, 8},
		{"wide rune does not fit at all", "日", "…·······", 0, 1},
		{"combining mark", "e\u0301x", "e\u0301x······", 0, 8},
		{"emoji of several runes", "👩‍🔬x", "👩‍🔬x·····", 0, 8},
		{"escape sequence", "a\x1b[31mb", "a\uFFFD[31mb·", 0, 8},
		{"newline and tab", "a\nb\tc", "a b c···", 0, 8},
		{"direction override", "a\u202eb", "ab······", 0, 8},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb·····", 0, 8},
		{"trailing marks are no text", "abcdefgh\u200b\u200b", "abcdefgh", 0, 8},
		{"half a flag", "a\U0001F1E9", "a\uFFFD······", 0, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := New(8, 1, Terminal{})
			k.Fill(k.Rect(), '·', Ink{})
			k.TextIn(c.x, 0, c.n, c.text, Ink{})
			if got := k.Plain(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			checkFrame(t, k)
		})
	}
}

// Writing over half of a wide rune blanks the other half: the rest of the line must not shift.
func TestHalfOfAWideRune(t *testing.T) {
	t.Parallel()
	for x := range 6 {
		k := New(6, 1, Terminal{})
		k.Text(1, 0, "日本", Ink{})
		k.Set(x, 0, 'x', Ink{})
		checkFrame(t, k)
		if k.Cell(x, 0).Rune != 'x' {
			t.Errorf("cell %d holds %q", x, k.Cell(x, 0).Rune)
		}
		k = New(6, 1, Terminal{})
		k.Text(1, 0, "日本", Ink{})
		k.Text(x, 0, "語", Ink{})
		checkFrame(t, k)
		// and from inside a view whose edge runs through the rune
		k = New(6, 1, Terminal{})
		k.Text(1, 0, "日本", Ink{})
		k.Sub(Rect{x, 0, 1, 1}).Text(0, 0, "y", Ink{})
		checkFrame(t, k)
	}
}

func TestEmptyCanvases(t *testing.T) {
	t.Parallel()
	for _, c := range []Canvas{{}, New(-3, 5, Terminal{}), New(0, 0, Terminal{}), New(5, -1, Terminal{})} {
		c.Text(0, 0, "abc", Ink{})
		c.Set(0, 0, 'x', Ink{})
		c.Clear()
		if strings.Trim(c.ANSI(), "\n") != "" {
			t.Errorf("an empty canvas shows %q", c.ANSI())
		}
	}
}

func TestParagraph(t *testing.T) {
	t.Parallel()
	k := New(12, 2, Terminal{})
	if n := k.Paragraph(k.Rect(), "cheap points look good per coin", Ink{}); n != 2 {
		t.Errorf("used %d rows, want 2", n)
	}
	if want := "cheap points\nlook good p…"; k.Plain() != want {
		t.Errorf("got\n%s\nwant\n%s", k.Plain(), want)
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"one two three", 7, "one two|three"},
		{"a verylongword b", 5, "a|veryl|ongwo|rd b"},
		{"two\nlines", 20, "two|lines"},
		{"", 5, ""},
		{"日本語", 4, "日本|語"},
		{"日", 1, "日"},
	} {
		if got := strings.Join(Wrap(c.text, c.w), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.w, got, c.want)
		}
	}
	if Wrap("x", 0) != nil {
		t.Error("no room should give no lines")
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"abc", "日本語", "e\u0301", "\x1b]0;x\a", "👩‍🔬", "a\xff\xfe", "\u200b\u200d", "🇩🇪🇫"} {
		f.Add(s, 2, 5)
	}
	f.Fuzz(func(t *testing.T, s string, x, n int) {
		for _, g := range []Glyphs{Braille, ASCII} {
			k := New(9, 2, Terminal{Glyphs: g})
			k.TextIn(x%12, 0, n%12, s, Ink{Fg: red})
			k.TextRight(x%12, 1, s, Ink{})
			checkFrame(t, k)
			// no check of the width from here on: scripts whose letters join across cells may meet
			k.Sub(Rect{x % 9, 0, 3, 2}).TextCentre(0, 0, 3, s, Ink{})
			k.Paragraph(k.Rect(), s, Ink{})
		}
	})
}

// Frames with the same cells are the same, unless there are figures in pixels.
func TestSameFrames(t *testing.T) {
	t.Parallel()
	c := New(4, 1, Terminal{Pixels: struct{ Pixels }{}})
	a, drawn := c.Still(), c.Still()
	drawn.figures = make([]Figure, 1)
	c.Text(0, 0, "x", Ink{})
	if !a.Same(a) || a.Same(drawn) || drawn.Same(a) || a.Same(c.Still()) {
		t.Error("frames are taken for others")
	}
}
