package predict

import (
	"fmt"
	"math"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	game "farsight/study/predict"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// refresh brings up to date what Draw shows of others, and the words.
func (g *round) refresh(v screen.View) {
	if g.run != v.Run {
		return
	}
	g.all, g.hues = g.all[:0], g.hues[:0]
	if g.snap == nil {
		g.words = []string{"A moment: the models are being fitted to the points that are known."}
		return
	}
	player := chart.MarkYou
	if g.poll != nil {
		player = chart.MarkRoom
	}
	g.all = append(g.all, contestant{score: g.score, known: true, shape: player, looks: looksOf(g.snap)})
	g.hues = append(g.hues, 0)
	for _, i := range v.Columns {
		g.all = append(g.all, rival(v.Tracks[i], g.phase == over, len(g.turns), i))
		g.hues = append(g.hues, v.Tracks[i].Hue())
	}
	g.hint = ""
	if x, on := g.mark.point(); on && g.hinted {
		g.hint = hint(g.snap, x)
	}
	g.words = g.say()
}

// looksOf are the evaluations of a run after its initial design.
func looksOf(s *study.Snapshot) (out []study.Row) {
	for _, r := range s.Rows {
		if !r.Initial {
			out = append(out, r)
		}
	}
	return out
}

// rival is the i-th policy as the board shows it after some steps, or at its end.
func rival(t *session.Track, end bool, steps, i int) contestant {
	k := contestant{shape: chart.Policy(i)}
	k.score.Name = t.Title()
	if end {
		steps = max(t.Last(), 0)
	}
	snap := t.At(steps)
	if snap == nil {
		return k
	}
	score, ok := game.ScoreOf(t.Title(), t.Snaps(), steps)
	if !ok {
		return k
	}
	k.known, k.looks, k.score = true, looksOf(snap), score
	switch {
	case t.Err() != nil:
		k.note = "could not continue"
	case steps > t.Last() && !t.Done() || end && !t.Done():
		k.note = "deciding …"
	case steps >= t.Last() && t.Done() && score.Stop != study.Running:
		k.note = study.StopWords(score.Stop)
	}
	return k
}

// hint is the model's prediction at a point, in one line.
func hint(s *study.Snapshot, x scenarios.Point) string {
	u := s.Problem.ToUnit(x)
	r, ok := session.ReadAt(s, u)
	if !ok {
		return "Nothing is known yet."
	}
	text := fmt.Sprintf("Hint: value %s (%s to %s), price %s (%s to %s), fits with %s",
		chart.Num(r.Mean), chart.Num(r.Low), chart.Num(r.High), chart.Num(r.Cost), chart.Num(r.CostLow), chart.Num(r.CostHigh), percent(r.Fits))
	if !math.IsNaN(r.Success) {
		text += fmt.Sprintf(", succeeds with %s", percent(r.Success))
	}
	expected := "next to nothing"
	if e := game.Expected(s, u); e > 1e-3*(r.High-r.Low) {
		expected = chart.Num(e)
	}
	return text + "; improvement to expect: " + expected + "."
}

// percent writes a chance; none is certain.
func percent(p float64) string {
	switch {
	case p > 0.99:
		return "> 99 %"
	case p < 0.01:
		return "< 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// where writes a point.
func where(p *scenarios.Problem, x scenarios.Point) string {
	if len(x) == 1 && p.Parameters[0].Unit == "" {
		return sanitize.Text(p.Parameters[0].Name) + " = " + pane.ShortSetting(p.Parameters[0], x[0])
	}
	return pane.PointWords(p.Parameters, x, 3)
}

// did describes one evaluation: who, where, for how much, and what it found.
func did(p *scenarios.Problem, name, verb string, r study.Row) string {
	at := where(p, r.X)
	switch {
	case !r.Counted:
		return fmt.Sprintf("%s %s %s at %s, more than was left: it does not count.", name, verb, chart.Num(r.Taken()), at)
	case r.Failed:
		return fmt.Sprintf("%s %s %s at %s, and it failed.", name, verb, chart.Num(r.Taken()), at)
	}
	return fmt.Sprintf("%s %s %s at %s and found %s.", name, verb, chart.Num(r.Taken()), at, chart.Num(r.Y))
}

// say is what the game says now.
func (g *round) say() []string {
	switch g.phase {
	case waiting:
		return []string{"A moment: it is being measured, and the models are fitted again."}
	case marking:
		return []string{g.ask()}
	case shown:
		return g.told()
	}
	return g.verdict()
}

// ask asks for the next mark.
func (g *round) ask() string {
	if g.poll != nil {
		voted, all := g.poll.Count()
		text := fmt.Sprintf("The room has %s to spend. %s. enter closes the vote; your own mark is one more. It plays %s; v changes that.",
			chart.Num(g.snap.Money.Left), turnout(voted, all), ruleWords[g.rule])
		if all == 0 {
			text = "No guests yet: they join with ssh, by the address printed when the room opened. Your own mark counts as a vote."
		}
		return text
	}
	better := "the higher the better"
	if g.problem.Minimise {
		better = "the lower the better"
	}
	if len(g.turns) == 0 {
		return fmt.Sprintf("You have %s to spend on evaluations, as the policies have; only the best value counts, %s. Where would you look first? What they choose is shown once you have.", chart.Num(g.snap.Money.Left), better)
	}
	return fmt.Sprintf("%s remains. Where would you look next?", chart.Num(g.snap.Money.Left))
}

// told describes where all evaluated.
func (g *round) told() []string {
	last := g.turns[len(g.turns)-1]
	out := []string{did(g.problem, capital(g.name()), "paid", last.Row)}
	for _, k := range g.all[1:] {
		switch {
		case len(k.looks) == len(g.turns):
			out = append(out, did(g.problem, k.score.Name, "paid", k.looks[len(k.looks)-1]))
		case k.note == "" || !k.known || strings.HasPrefix(k.note, "deciding"):
			out = append(out, k.score.Name+" is still deciding.")
		default:
			out = append(out, fmt.Sprintf("%s has ended: %s.", k.score.Name, k.note))
		}
	}
	return []string{strings.Join(out, " ")}
}

// verdict is the end of the game in words.
func (g *round) verdict() []string {
	for _, k := range g.all[1:] {
		if strings.HasPrefix(k.note, "deciding") || !k.known {
			return []string{fmt.Sprintf("The game has ended, at %s. %s is still deciding; a moment.", chart.Num(g.score.Best), k.score.Name)}
		}
	}
	out := game.Words(scoresOf(g.all), g.problem.Sign(), sanitize.Text(g.file), chart.Num)
	if g.hints > 0 {
		out = append(out, fmt.Sprintf("You asked for %s.", pane.Plural(g.hints, "hint")))
	}
	return out
}

func scoresOf(all []contestant) (out []game.Score) {
	for _, k := range all {
		out = append(out, k.score)
	}
	return out
}

// title says which contestant is best, for the title row.
func (g *round) title(v screen.View) string {
	ranked := game.Ranked(scoresOf(g.all), g.problem.Sign())
	budget := chart.Num(v.Problem.Budget)
	if len(ranked) == 0 || math.IsNaN(ranked[0].Best) {
		return "no one found anything"
	}
	verb := "spent"
	if len(ranked) > 1 && chart.Num(ranked[0].Best) == chart.Num(ranked[1].Best) {
		return fmt.Sprintf("%s and %s %s %s best: %s", ranked[0].Name, ranked[1].Name, verb, budget, chart.Num(ranked[0].Best))
	}
	return fmt.Sprintf("%s %s %s best: %s", ranked[0].Name, verb, budget, chart.Num(ranked[0].Best))
}

// ruleWords say which mark a room plays.
var ruleWords = map[game.Rule]string{
	game.Mode:   "the mark with the most near it (mode)",
	game.Median: "the mark nearest to the median",
	game.Mean:   "the mark nearest to the mean",
}

// turnout says how many have voted.
func turnout(voted, all int) string {
	switch {
	case all == 1 && voted == 1:
		return "The one guest has voted"
	case all == 1:
		return "The one guest has not voted yet"
	}
	return fmt.Sprintf("%d of %d have voted", voted, all)
}
