package compare

import (
	"fmt"
	"slices"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// drawTimeline shows where each policy is and, once that was played, where its budget ended; where a
// policy has no column of its own, also what it has paid.
func drawTimeline(v screen.View, c chart.Canvas, l Layout) {
	v.Spots.Of(-1)
	v.Spots.Note("timeline", c)
	tl := chart.Timeline{Now: float64(v.Step)}
	_, h := c.Size()
	sums := len(l.Columns) == 1 && !v.Overlaid()
	for _, st := range pick(v, standings(v), h) {
		i := st.track
		t := v.Tracks[i]
		row := chart.TimelineRow{Name: st.name, Color: st.color}
		for k := 1; k <= v.Revealed(i); k++ {
			at := float64(k)
			if v.ByMoney {
				at = t.Spent(k)
			}
			if t.Overshot(k) {
				row.Bad = at
				continue
			}
			row.At = append(row.At, at)
		}
		row.Note = trackNote(v, i)
		if s := t.At(v.StepOf(i)); s != nil && (sums || !slices.Contains(l.Tracks, i)) {
			row.Note = fmt.Sprintf("%d paid, %s left", s.Evaluations, chart.Num(s.Money.Left))
		}
		tl.Rows = append(tl.Rows, row)
		tl.Max = max(tl.Max, float64(t.Last()), 1)
	}
	if v.ByMoney {
		tl.Now, tl.Max = v.Money, v.Problem.Budget
	}
	v.Spots.Note("steps", c.Sub(tl.Steps(c)))
	tl.Draw(c, v.Theme.Style())
}

// trackNote says how a policy's run ended, or how far it has been computed.
func trackNote(v screen.View, i int) string {
	t := v.Tracks[i]
	switch {
	case t.Err() != nil:
		return "failed"
	case t.Done() && v.Revealed(i) < t.Last():
		return "computed"
	case t.Done():
		return study.StopWords(t.Snaps()[t.Last()].Stop)
	case v.Stopped:
		return "stopped"
	}
	if share, slow := t.Progress(); slow && share > 0 {
		return fmt.Sprintf("deciding %2.0f %%", 100*share)
	}
	return "deciding"
}
