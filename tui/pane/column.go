// Package pane is drawing that several screens share: a policy's column and its
// charts, a scenario tree, a line of text being typed, words. Panes are
// functions of a View and a canvas.
package pane

import (
	"fmt"
	"math"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Column draws one policy: its name, its money, its charts, its story.
func Column(v screen.View, c chart.Canvas, i int) {
	t := v.Tracks[i]
	v.Veil = v.Veil.Of(i)
	s, sc := v.Shown(i)
	r := c.Rect()
	head, r := r.CutTop(1)
	drawName(v, c.Sub(head), t, s)
	gauge, r := r.CutTop(1)
	Gauge(v, c.Sub(gauge), t.Hue(), s)
	v.Spots.Of(i)
	v.Spots.Note("name", c.Sub(head))
	v.Spots.Note("gauge", c.Sub(gauge))
	if r.H >= scheduleRows {
		var below chart.Rect
		below, r = r.CutTop(rowsBelow(v, i))
		if t.Policy().Scheduled() {
			var plan chart.Rect
			plan, below = below.CutTop(1)
			Schedule(v, c.Sub(plan), s)
			v.Spots.Note("plan", c.Sub(plan))
		}
		if t.Policy().Priced() {
			Price(v, c.Sub(below), t, s)
			v.Spots.Note("price", c.Sub(below))
		}
	}
	if r.H >= statusRows || s == nil {
		var status chart.Rect
		status, r = r.CutTop(1)
		Status(v, c.Sub(status), i)
	}
	if t.Err() != nil {
		c.Paragraph(r, "This policy could not go on: "+sanitize.Text(t.Err().Error()), chart.Ink{Fg: v.Theme.Warning})
		return
	}
	if s == nil {
		return
	}
	if !v.Captioned {
		var words chart.Rect
		words, r = r.CutBottom(storyRows(r.W, r.H))
		drawStory(v, c.Sub(words), s)
		v.Spots.Note("narration", c.Sub(words))
	}
	Charts(v, c.Sub(r), s, sc)
}

// drawStory tells what happened, in fewer words where there is little room.
func drawStory(v screen.View, c chart.Canvas, s *study.Snapshot) {
	w, h := c.Size()
	c.Paragraph(c.Rect(), Story(s, w, h), v.Theme.TextInk())
}

// Story is what happened, in as many words as fit into h rows of w characters:
// in fewer where there is little room, then without the last sentences, then
// without the last words, but no number is the last.
func Story(s *study.Snapshot, w, h int) string {
	story := Narrate(s, false)
	if len(chart.Wrap(story, w)) > h {
		story = Narrate(s, true)
	}
	for len(chart.Wrap(story, w)) > h {
		i := strings.LastIndex(strings.TrimRight(story, "."), ". ")
		if i < 0 {
			return firstWords(story, w, h)
		}
		story = story[:i+1]
	}
	return story
}

// firstWords is a sentence as far as it fits, and the sign that it goes on.
func firstWords(s string, w, h int) string {
	for {
		i := strings.LastIndexByte(s, ' ')
		if i < 0 {
			return ""
		}
		s = strings.TrimRight(s[:i], ",;:")
		if !strings.ContainsAny(s[strings.LastIndexByte(s, ' ')+1:], "0123456789") && len(chart.Wrap(s+" …", w)) <= h {
			return s + " …"
		}
	}
}

// statusRows is the height from which a column has a row for what is being
// computed; lower ones say it in the title.
const statusRows = 22

// NarrationRows is how many rows of words a screen of h rows can spare.
func NarrationRows(h int) int {
	switch {
	case h < 14:
		return 2
	case h < 30:
		return 3
	}
	return 4
}

// storyRows is how many rows of words a column has: enough for the longest
// stories, if that leaves four fifths to the rest. It does not depend on the
// step, so that the charts stay put.
func storyRows(w, h int) int {
	return min(300/max(1, w)+1, max(2, h/5))
}

// drawName is the column's first row: who, how good, how much paid.
func drawName(v screen.View, c chart.Canvas, t *session.Track, s *study.Snapshot) {
	th := v.Theme
	w, _ := c.Size()
	x := c.Spans(0, 0, chart.Span{Text: t.Title(), Ink: chart.Ink{Fg: th.Policy(t.Hue()), Attr: chart.Bold}})
	sum := ""
	switch {
	case s == nil || v.Veil.Hides(0, "name"):
	case v.Veil.Hides(0, screen.Best):
		sum = fmt.Sprintf("step %d   %d paid", s.Step, s.Evaluations)
	default:
		sum = fmt.Sprintf("step %d   best %s   %d paid", s.Step, chart.Num(s.Best), s.Evaluations)
	}
	if n := chart.Width(sum); x+2+n <= w {
		c.TextRight(w, 0, sum, th.TextInk())
		w -= n
	}
	for d := t.Policy().Details(); d != ""; {
		if x+2+chart.Width(d)+2 <= w {
			c.Text(x+2, 0, d, th.MutedInk())
			return
		}
		d = d[:max(0, strings.LastIndex(d, ", "))] // with fewer of its parts
	}
}

// Gauge is the budget, cut into what each evaluation took, its move included; before anything
// is known (s is nil) all of it is left.
func Gauge(v screen.View, c chart.Canvas, hue int, s *study.Snapshot) {
	w, _ := c.Size()
	x := c.Text(0, 0, "budget ", v.Theme.MutedInk())
	gauge(v, hue, s).Draw(c.Sub(chart.Rect{X: x, W: w - x, H: 1}), v.Theme.Style())
}

func gauge(v screen.View, hue int, s *study.Snapshot) chart.Gauge {
	g := chart.Gauge{Budget: v.Problem.Budget, Fill: v.Theme.Policy(hue), Track: v.Theme.Left}
	if s != nil {
		g.Budget = s.Money.Total
		g.Paid = paid(v, s)
		if n := len(s.Rows); n > 0 && !s.Rows[n-1].Counted {
			g.Over = s.Rows[n-1].Taken()
		}
		if !math.IsNaN(s.Money.Fantasy) {
			g.Fantasy = s.Money.Fantasy
		}
	}
	return g
}

// Status is a row for what is being computed, if it takes long enough to
// wonder and nothing further can be shown meanwhile.
func Status(v screen.View, c chart.Canvas, i int) {
	words, share, ok := StatusOf(v, i)
	if !ok {
		return
	}
	th := v.Theme
	w, _ := c.Size()
	x := c.Text(0, 0, words+" ", th.MutedInk())
	if bar := min(24, w-x-6); share >= 0 && bar >= 6 {
		Progress(c, x, 0, bar, share, th.Acquisition, th.Left)
		c.Text(x+bar+1, 0, fmt.Sprintf("%.0f %%", 100*share), th.MutedInk())
	}
}

// StatusOf says what is being computed for a column that shows all there is of
// it; share is negative where it is not known.
func StatusOf(v screen.View, i int) (words string, share float64, ok bool) {
	t := v.Tracks[i]
	if t.Done() || t.Err() != nil || v.StepOf(i) < t.Last() {
		return "", 0, false
	}
	what := fmt.Sprintf("deciding step %d", t.Last()+1)
	if t.Last() < 0 {
		what = "deciding the first step"
	}
	progress, slow := t.Progress()
	switch {
	case v.Stopped:
		return what + " was stopped; r goes on", -1, true
	case slow && progress > 0:
		return what, progress, true
	case slow || t.Last() < 0:
		return what + " …", -1, true
	}
	return "", 0, false
}
