package chart

import "math"

// Timeline is a strip with a row for each policy: its evaluations along the budget, or one a step.
type Timeline struct {
	Rows []TimelineRow
	Max  float64 // the value at the right end
	Now  float64 // steps after it are still to be played
}

// TimelineRow is one policy.
type TimelineRow struct {
	Name  string
	Color Color
	At    []float64 // ascending: budget used after each step, or the step's number
	Bad   float64   // where an evaluation overshot; 0: none
	Note  string    // at the right end
}

// Draw draws one row a policy.
func (t Timeline) Draw(c Canvas, s Style) {
	names, x0, x1 := t.columns(c)
	for y, r := range t.Rows {
		if y >= c.h {
			return
		}
		c.TextIn(0, y, names, r.Name, Ink{Fg: r.Color, Attr: Bold})
		if x1 < c.w {
			c.TextRight(c.w, y, r.Note, Ink{Fg: s.Muted})
		}
		if w := t.length(x1 - x0); w >= 2 {
			t.row(c.Sub(Rect{x0, y, w, 1}), s, r)
		}
	}
}

// length is how many of w cells the strip takes: all, or where steps are counted so many that each
// is as wide as the next.
func (t Timeline) length(w int) int {
	whole := func(v float64) bool { return v == math.Trunc(v) }
	if !whole(t.Max) || !(t.Max >= 1 && t.Max < float64(w)) {
		return w
	}
	for _, r := range t.Rows {
		for _, v := range r.At {
			if !whole(v) {
				return w
			}
		}
	}
	n := int(t.Max)
	return (w-1)/n*n + 1
}

// Steps is the part of c whose columns are the steps, or the budget: from nothing to Max.
func (t Timeline) Steps(c Canvas) Rect {
	_, x0, x1 := t.columns(c)
	return Rect{x0, 0, max(0, t.length(x1-x0)), min(c.h, len(t.Rows))}
}

// columns divides a row into a name, the steps and a note.
func (t Timeline) columns(c Canvas) (names, x0, x1 int) {
	notes := 0
	for _, r := range t.Rows {
		names, notes = max(names, c.Width(r.Name)), max(notes, c.Width(r.Note))
	}
	names = min(names, c.w/3)
	x0, x1 = names+2, c.w
	if notes > 0 && notes+1 <= (c.w-x0)/2 {
		x1 -= notes + 2
	}
	return names, x0, x1
}

func (t Timeline) row(c Canvas, s Style, r TimelineRow) {
	at := func(v float64) int {
		if !(t.Max > 0) || !finite(v) {
			return -1
		}
		return clamp(int(math.Round(v/t.Max*float64(c.w-1))), 0, c.w-1)
	}
	done, last := at(math.Min(t.Now, t.Max)), -1
	for _, v := range r.At {
		last = max(last, at(v))
	}
	played := min(last, done) + 1
	c.HLine(0, 0, played, '━', Ink{Fg: r.Color})
	c.HLine(played, 0, c.w-played, '┄', Ink{Fg: s.Axis})
	newest := -1
	for _, v := range r.At {
		if x := at(v); x >= 0 {
			shape := MarkChosen
			if v > t.Now {
				shape = MarkPending
			} else {
				newest = x
			}
			c.Set(x, 0, shape.Rune(), Ink{Fg: r.Color})
		}
	}
	if newest >= 0 {
		c.Set(newest, 0, MarkNewest.Rune(), Ink{Fg: r.Color, Attr: Bold})
	}
	if r.Bad > 0 {
		if x := at(r.Bad); x >= 0 {
			c.Set(x, 0, MarkLost.Rune(), Ink{Fg: s.Bad, Attr: Bold})
		}
	}
}
