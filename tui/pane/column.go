// Package pane is drawing that several screens share: a policy's column and its
// charts, a scenario tree, a line of text being typed, words. Panes are
// functions of a View and a canvas.
package pane

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Column draws one policy: its name, its budget, its charts, its story.
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
			price(v, c.Sub(below), t, s)
			v.Spots.Note("price", c.Sub(below))
		}
	}
	if r.H >= statusRows || s == nil {
		var status chart.Rect
		status, r = r.CutTop(1)
		Status(v, c.Sub(status), i)
	}
	if t.Err() != nil {
		c.Paragraph(r, "This policy could not continue: "+sanitize.Text(t.Err().Error()), chart.Ink{Fg: v.Theme.Warning})
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

// drawStory describes what happened, in fewer words where there is little room.
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

// firstWords is a sentence as far as it fits, with an ellipsis.
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
		return what + " was stopped; r continues", -1, true
	case slow && progress > 0:
		return what, progress, true
	case slow || t.Last() < 0:
		return what + " …", -1, true
	}
	return "", 0, false
}

// Where a policy plans with a fantasy budget, the rollout that gives it is drawn
// below the gauge: the base policy's steps, as wide as they would cost.

// scheduleRows is the height from which a column has rows for these.
const scheduleRows = 14

// rowsBelow is how many rows a column has below its gauge, for a plan and for a price: as many as
// any beside it needs, so that rows are aligned.
func rowsBelow(v screen.View, i int) int {
	beside := []int{i}
	if shown := v.SideBySide(); slices.Contains(shown, i) && screen.Columns(v.W) > 1 {
		beside = shown
	}
	most := 0
	for _, k := range beside {
		rows := 0
		for _, has := range []bool{v.Tracks[k].Policy().Scheduled(), v.Tracks[k].Policy().Priced()} {
			if has {
				rows++
			}
		}
		most = max(most, rows)
	}
	return most
}

// Schedule draws the rollout behind a decision's fantasy budget below the gauge.
func Schedule(v screen.View, c chart.Canvas, s *study.Snapshot) {
	if s == nil || s.Decision == nil || s.Decision.Rollout == nil {
		return
	}
	w, _ := c.Size()
	r := s.Decision.Rollout
	x := c.Text(0, 0, "plan   ", v.Theme.MutedInk())
	strip := chart.Strip{
		Gauge: gauge(v, 0, s), From: math.Max(0, s.Money.Total-r.Left), Parts: stepCosts(r),
		Words: scheduleWords(s, r), Color: v.Theme.Next,
	}
	strip.Draw(c.Sub(chart.Rect{X: x, W: w - x, H: 1}), v.Theme.Style())
}

func stepCosts(r *policy.Rollout) []float64 {
	out := make([]float64, len(r.Steps))
	for i, s := range r.Steps {
		out[i] = s.Cost
	}
	return out
}

// scheduleWords say what the steps give, in ever fewer words.
func scheduleWords(s *study.Snapshot, r *policy.Rollout) []string {
	sum := chart.Num(r.Cost())
	steps := fmt.Sprintf("%s of EI-PUC-CC", Plural(len(r.Steps), "imagined step"))
	switch {
	case r.Cost() > r.Left:
		return []string{"= " + sum + ", more than is left: " + steps, "= " + sum + ", more than is left", "= " + sum}
	case r.Step < s.Step:
		since := fmt.Sprintf(" at step %d, %s of it left", r.Step, chart.Num(s.Decision.Horizon))
		return []string{"= " + sum + since + ": " + steps, "= " + sum + since, "= " + sum}
	}
	return []string{"= " + sum + ": " + steps, "= " + sum + " to plan with", "= " + sum}
}

// RolloutWords describe the base policy's steps and their cost; "" if the plan uses the remaining
// budget.
func RolloutWords(s *study.Snapshot) string {
	if s == nil || s.Decision == nil || s.Decision.Rollout == nil {
		return ""
	}
	r := s.Decision.Rollout
	parts := make([]string, len(r.Steps))
	for i, step := range r.Steps {
		parts[i] = fmt.Sprintf("%s at %s", chart.Num(step.Cost), pointWords(s, scenarios.Point(s.Problem.Nearest(step.X)), true))
	}
	out := fmt.Sprintf("EI-PUC-CC would pay %s: %s", strings.Join(parts, ", "), chart.Num(r.Cost()))
	if r.Cost() > r.Left {
		out += ", more than the " + chart.Num(r.Left) + " left"
	}
	if r.Step < s.Step {
		out += fmt.Sprintf(" (played at step %d)", r.Step)
	}
	return out + fmt.Sprintf(". It plans with %s.", chart.Num(s.Decision.Horizon))
}

// Where a policy has a price, the price of each decision is drawn below the gauge,
// over the evaluation that was then made, and the present one is written behind it.

// price draws the price of a unit of budget over the run so far, below the gauge.
func price(v screen.View, c chart.Canvas, t *session.Track, s *study.Snapshot) {
	if s == nil || c.Rect().Empty() {
		return
	}
	w, _ := c.Size()
	x := c.Text(0, 0, "price  ", v.Theme.MutedInk())
	c = c.Sub(chart.Rect{X: x, W: w - x, H: 1})
	if w -= x; w <= 0 {
		return
	}
	most := 0.0
	for _, k := range t.Snaps() {
		most = math.Max(most, priceAt(&k))
	}
	unit := gauge(v, t.Hue(), s).Scale(w)
	end := 0
	for k, at := range t.Snaps() {
		// A live study has one snapshot, whatever its step: what a step paid is known from the next one only.
		if k >= s.Step || k+1 == len(t.Snaps()) || at.Decision == nil || !(most > 0) {
			break
		}
		from, to := int(math.Round(t.Spent(k)*unit)), int(math.Round(t.Spent(k+1)*unit))
		end = min(max(to, from+1), w)
		for cell := from; cell < end; cell++ {
			c.Set(cell, 0, Block(c, int(math.Ceil(8*priceAt(&at)/most))), chart.Ink{Fg: v.Theme.Cost})
		}
	}
	said := priceWords(t, s)
	for _, words := range said {
		if end+1+c.Width(words) <= w {
			c.Text(end+min(end, 1), 0, words, v.Theme.TextInk())
			return
		}
	}
	if n := len(said); n > 0 && c.Width(said[n-1]) < w { // the number rather than the end of the curve
		c.TextRight(w, 0, " "+said[n-1], v.Theme.TextInk())
	}
}

// priceAt returns the price of a unit of budget at a step; 0 where nothing is decided.
func priceAt(s *study.Snapshot) float64 {
	if s.Decision == nil {
		return 0
	}
	return s.Decision.Price
}

// Block is a block of some eighths of a row, from one to eight.
func Block(c chart.Canvas, eighths int) rune {
	blocks := []rune("▁▂▃▄▅▆▇█")
	if c.Glyphs() == chart.ASCII {
		blocks = []rune("_.-~=+*#")
	}
	return blocks[min(max(eighths, 1), len(blocks))-1]
}

// priceWords returns what a unit of budget is worth, from the longest to the
// shortest form; at the end of a run also what it was worth at first.
func priceWords(t *session.Track, s *study.Snapshot) []string {
	what := "a unit of budget"
	if u := s.Problem.CostUnit; u != "" {
		what = "1 " + sanitize.Text(u)
	}
	first := priceAt(&t.Snaps()[0])
	whole := s.Step < len(t.Snaps()) // a live study has only the present snapshot: what the price was is not known
	switch {
	case s.Decision == nil && s.Step > 0 && whole:
		last := chart.Num(priceAt(t.At(s.Step - 1)))
		return []string{fmt.Sprintf("%s was worth %s at first, %s at last", what, chart.Num(first), last), fmt.Sprintf("was %s, then %s", chart.Num(first), last), last}
	case s.Decision == nil:
		return nil
	}
	now := chart.Num(s.Decision.Price)
	words := fmt.Sprintf("%s is worth %s now", what, now)
	if s.Step == 0 || !whole {
		return []string{words, now}
	}
	return []string{fmt.Sprintf("%s, %s at first", words, chart.Num(first)), words, now + " now", now}
}
