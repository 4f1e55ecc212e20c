package big

import (
	"strings"
	"testing"

	"farsight/tui/chart"
)

// What the font knows is written, at most as wide as there is room; the rest is
// refused, and so is a terminal without blocks.
func TestWhatCanBeWritten(t *testing.T) {
	t.Parallel()
	c := chart.New(30, 4, chart.Terminal{Profile: chart.NoColor})
	for text, want := range map[string]bool{"+0.686": true, "-1.20e-5": false, "quite": true, "日本": false, "even": true} {
		c.Clear()
		if got := Draw(c, text, chart.Ink{}); got != want || want == (strings.TrimSpace(c.Plain()) == "") {
			t.Errorf("%q is written: %v, want %v\n%s", text, got, want, c.Plain())
		}
	}
	if n := len(lines("quite a few words", 40)); n < 2 {
		t.Errorf("a sentence takes %d lines", n)
	}
	if Draw(chart.New(30, 4, chart.Terminal{Glyphs: chart.ASCII}), "1", chart.Ink{}) {
		t.Error("ASCII has no half blocks")
	}
	if Draw(chart.New(30, Rows-1, chart.Terminal{}), "1", chart.Ink{}) {
		t.Error("it fits into too few rows")
	}
}

// Fill writes as large as there is room, in the middle.
func TestFillScalesAndCentres(t *testing.T) {
	t.Parallel()
	before := 0
	for _, size := range [][2]int{{30, 7}, {60, 7}, {80, 9}, {120, 12}, {220, 20}} {
		c := chart.New(size[0], size[1], chart.Terminal{Profile: chart.NoColor})
		if !Fill(c, "Looks", chart.Ink{}) {
			t.Fatalf("it does not fit into %v", size)
		}
		rows := strings.Split(strings.TrimRight(c.Plain(), "\n"), "\n")
		left, right, top, bottom, cells := size[0], size[0], -1, -1, 0
		for y, row := range rows {
			if strings.TrimSpace(row) == "" {
				continue
			}
			if bottom = y; top < 0 {
				top = y
			}
			wide := []rune(row)
			for x, r := range wide {
				if r != ' ' {
					left, cells = min(left, x), cells+1
					right = min(right, size[0]-1-x)
				}
			}
		}
		if d := left - right; d < -1 || d > 1 {
			t.Errorf("at %v there are %d cells on the left and %d on the right", size, left, right)
		}
		if d := top - (size[1] - 1 - bottom); d < -1 || d > 1 {
			t.Errorf("at %v there are %d rows above and %d below", size, top, size[1]-1-bottom)
		}
		if cells <= before {
			t.Errorf("at %v %d cells are written, %d at the size before", size, cells, before)
		}
		before = cells
	}
	if rows := balanced("Cheap left, dear right", 79, lines("Cheap left, dear right", 79)); len(rows) != 2 || rows[0] != "Cheap left," {
		t.Errorf("the lines are %q", rows)
	}
	if Fill(chart.New(30, 9, chart.Terminal{Glyphs: chart.ASCII}), "1", chart.Ink{}) || Fill(chart.New(9, 9, chart.Terminal{}), "wide", chart.Ink{}) || Fill(chart.New(30, 9, chart.Terminal{}), "日", chart.Ink{}) {
		t.Error("what cannot be written is said to be")
	}
}
