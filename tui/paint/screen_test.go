package paint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"
	"pgregory.net/rapid"

	"farsight/tui/screentest"
)

// pens are ways to write in frames as ours, which begin and end in the terminal's own look.
var pens = []string{"", "\x1b[31m", "\x1b[1m", "\x1b[38;5;120m", "\x1b[38;2;1;2;3m", "\x1b[38;2;200;100;0;48;2;10;20;30m", "\x1b[48;2;10;20;30m", "\x1b[48;5;17m", "\x1b[7m", "\x1b[7;31m", "\x1b[4m", "\x1b[97;104m", "\x1b[2;3;9m"}

// letters are what cells hold; the last two are wide.
var letters = []string{" ", "a", "Z", "é", "σ", "─", "▄", "⠿", "漢", "🙂"}

// grid is a frame in the making: what every cell is written with.
type grid [][]struct{ pen, letter int }

func newGrid(w, h int) grid {
	g := make(grid, h)
	for y := range g {
		g[y] = make([]struct{ pen, letter int }, w)
	}
	return g
}

// change fills a part of it with something else.
func (g grid) change(t *rapid.T, letter int) {
	pen, l := rapid.IntRange(0, len(pens)-1).Draw(t, "pen"), rapid.IntRange(0, letter-1).Draw(t, "letter")
	y, x := rapid.IntRange(0, len(g)-1).Draw(t, "y"), rapid.IntRange(0, len(g[0])-1).Draw(t, "x")
	h, w := rapid.IntRange(1, len(g)).Draw(t, "h"), rapid.IntRange(1, len(g[0])).Draw(t, "w")
	for _, row := range g[y:min(y+h, len(g))] {
		for i := x; i < min(x+w, len(row)); i++ {
			row[i].pen, row[i].letter = pen, l
		}
	}
}

// frame is the grid as text, of which lines may end early.
func (g grid) frame() string {
	var b strings.Builder
	for y, row := range g {
		if y > 0 {
			b.WriteByte('\n')
		}
		for x := 0; x < len(row); x++ {
			k := row[x]
			letter := letters[k.letter]
			if wide := ansi.StringWidth(letter); x+wide > len(row) {
				letter = " "
			} else {
				x += wide - 1
			}
			b.WriteString(pens[k.pen] + letter + "\x1b[m")
		}
	}
	return b.String()
}

// Whatever is shown, in windows of whatever sizes, after whatever was there: the terminal shows what it
// would if every frame were sent as a whole, and a frame it shows is not sent again.
func TestScreenShowsFrames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s Screen
		var got, want vt10x.Terminal
		var w, h int
		var g grid
		letter := rapid.SampledFrom([]int{len(letters) - 2, len(letters)}).Draw(t, "letters")
		resize := func(t *rapid.T) {
			w, h = rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 8).Draw(t, "h")
			if got == nil {
				got, want = vt10x.New(vt10x.WithSize(w, h)), vt10x.New(vt10x.WithSize(w, h))
			}
			got.Resize(w, h)
			want.Resize(w, h)
			s.Resize(w, h)
			g = newGrid(rapid.IntRange(1, w).Draw(t, "columns"), rapid.IntRange(1, h).Draw(t, "rows"))
		}
		resize(t)
		for range rapid.IntRange(1, 20).Draw(t, "frames") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				resize(t)
			case 1: // somebody else writes
				for _, vt := range []vt10x.Terminal{got, want} {
					fmt.Fprint(vt, "\x1b[1;1H\x1b[31;44mnoise\x1b[m")
				}
				s.known = false
			default:
				for range rapid.IntRange(0, 3).Draw(t, "changes") {
					g.change(t, letter)
				}
			}
			frame := g.frame()
			whole := rapid.Bool().Draw(t, "whole")
			sent := s.Append(nil, frame, whole)
			got.Write(sent)
			fmt.Fprint(want, screentest.Whole(frame, w, h))
			if d := screentest.Different(got, want); d != "" {
				t.Fatalf("%s\nsent %q", d, sent)
			}
			if again := s.Append(nil, frame, whole); len(again) > 0 {
				t.Fatalf("a frame that is shown is sent again: %q", again)
			}
		}
	})
}

// From any look to any other, what is sent selects it; of spaces the background, and what lies upon it.
func TestLooksAreReached(t *testing.T) {
	t.Parallel()
	colors := []uint32{0, few, few | 9, fixed | 200, free, free | 0x010203}
	anyLook := rapid.Custom(func(t *rapid.T) look {
		return look{rapid.SampledFrom(colors).Draw(t, "fg"), rapid.SampledFrom(colors).Draw(t, "bg"), uint8(rapid.IntRange(0, 127).Draw(t, "attr"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		now, to, empty := anyLook.Draw(t, "from"), anyLook.Draw(t, "to"), rapid.Bool().Draw(t, "empty")
		if empty {
			to.fg, to.attr = 0, 0
		}
		terminal := now
		sent := string(now.turn(nil, to, empty))
		if n := terminal.change(sent); n != len(sent) {
			t.Fatalf("%q is not understood from %d on", sent, n)
		}
		if terminal != now {
			t.Fatalf("%q leads to %+v, not to %+v", sent, terminal, now)
		}
		if empty && (now.bg != to.bg || now.attr&seen != 0) || !empty && now != to {
			t.Fatalf("%q leads to %+v instead of %+v (empty: %t)", sent, now, to, empty)
		}
	})
}

// Rows of which terminals may disagree how wide they are, or that hold what we do not know, are never
// sent in part.
func TestOddRowsAreSentWhole(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]string{
		"wide": "漢字", "a mark": "e\u0301", "emoji": "⭐", "joined": "👩‍🔬", "made emoji": "✔️", "right to left": "שלום", "soft hyphen": "a\u00adb",
		"a control": "a\tb", "another sequence": "\x1b[2Gx", "a link": "\x1b]8;;x\x1b\\y", "an unfinished sequence": "x\x1b[3", "colours with colons": "\x1b[4:3mx",
	} {
		var s Screen
		s.Resize(40, 2)
		if parse(odd, make([]cell, 40)) {
			t.Errorf("%s: %q is taken for simple", name, odd)
		}
		before, after := "words and more words "+odd+" 1", "words and more words "+odd+" 2"
		s.Append(nil, before, false)
		if sent := string(s.Append(nil, after, false)); !strings.Contains(sent, "\x1b[Hwords and more words ") {
			t.Errorf("%s: of a row only %q is sent", name, sent)
		}
		if sent := string(s.Append(nil, "words and more words 3", false)); !strings.Contains(sent, "\x1b[Hwords and more words 3\x1b[K") {
			t.Errorf("%s: after it only %q is sent", name, sent)
		}
		if sent := string(s.Append(nil, "words and more words 4", false)); strings.Contains(sent, "words") || !strings.Contains(sent, "4") {
			t.Errorf("%s: then %q is sent", name, sent)
		}
	}
	if !parse("Latin é, Greek σ², Cyrillic я, ─│╭ ▁▄█ ⠿ ▲● ← ≤ ∞ … “”", make([]cell, 80)) {
		t.Error("what explorers are made of is odd")
	}
}

// A change of one number sends little more than it.
func TestLittleIsSentForLittle(t *testing.T) {
	t.Parallel()
	var s Screen
	s.Resize(200, 50)
	line := strings.Repeat("\x1b[38;2;1;2;3m│ \x1b[38;2;200;2;3m⠿⠿\x1b[m", 40)
	frame := strings.Repeat(line+"\n", 40)
	s.Append(nil, frame+"step 1", false)
	if sent := s.Append(nil, frame+"step 2", false); len(sent) > 20 {
		t.Errorf("%d bytes for a digit: %q", len(sent), sent)
	}
	if !s.Written(40) || s.Written(39) || s.Written(50) || s.Written(-1) {
		t.Error("it is not known which rows were written to")
	}
}

// Painting takes no memory.
func TestNothingIsAllocated(t *testing.T) {
	var s Screen
	s.Resize(120, 40)
	frames := [2]string{}
	for i := range frames {
		frames[i] = strings.Repeat("\x1b[38;2;1;2;3m│ \x1b[38;2;200;2;3m⠿⠿\x1b["+[]string{"", "1"}[i]+"m "+strings.Repeat("─ ", 40+10*i)+"\x1b[m\n", 39)
	}
	var b []byte
	i := 0
	if n := testing.AllocsPerRun(100, func() {
		b = s.Append(b[:0], frames[i%2], false)
		i++
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
