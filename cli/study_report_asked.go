package cli

import (
	"fmt"
	"strings"

	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/picture"
)

// head says what this is and how far it is.
func (r *labReport) head(p *reportPage, title string) {
	said := plural(r.now.Evaluations, "evaluation")
	if n := r.initial(); n > 0 {
		said += fmt.Sprintf(" after %d initial", n)
	}
	said += fmt.Sprintf(", %s of %s%s spent", short(r.state.Spent), short(r.state.Budget), text(unitText(r.problem.CostUnit)))
	if r.now.BestRow < 0 {
		said += ", no value yet"
	} else {
		said += fmt.Sprintf(", best %s%s", short(r.now.Best), text(unitText(r.problem.ValueUnit)))
	}
	if r.now.Stop != study.Running {
		said += ". It has ended: " + text(string(r.now.Stop))
	}
	p.printf("<header><h1>%s</h1>\n<p class=\"lead\">%s.</p>\n", text(title), said)
	if r.problem.Note != "" {
		p.paragraph("%s", text(r.problem.Note))
	}
	p.WriteString("</header>\n")
}

// asked says what was to be found, and by which means.
func (r *labReport) asked(p *reportPage) {
	defer p.section("asked", "What was asked")()
	goal := "maximise"
	if r.problem.Minimise {
		goal = "minimise"
	}
	if u := r.problem.ValueUnit; u != "" {
		goal += ", in" + text(unitText(u))
	}
	c := r.state.Created
	charged := "not charged to the budget"
	if c.ChargeInitial {
		charged = "charged to the budget"
	}
	over := "does not count, unless the budget is extended"
	if c.Overshoot == journal.Keep {
		over = "counts all the same, and ends the study"
	}
	facts := [][2]string{
		{"study", text(r.openStudy.path)},
		{"problem", text(r.problem.Name)},
		{"goal", goal},
		{"budget", amount(r.state.Budget, r.problem.CostUnit)},
		{"policy", text(r.Policy().Title()) + ` <span class="quiet">` + text(r.state.Policy) + "</span>"},
		{"seed", fmt.Sprint(c.Seed)},
		{"initial design", plural(len(c.Design), "point") + ", " + charged},
		{"what overshoots", over},
	}
	if g := r.problem.Region; g != nil {
		facts = append(facts, [2]string{"allowed where", text(strings.Join(g.Constraints, " and "))})
	}
	if len(r.events) > 0 {
		facts = append(facts, [2]string{"begun", when(r.events[0].Time) + " UTC"}, [2]string{"last entry", when(r.state.Updated) + " UTC"})
	}
	if c.Program != "" {
		facts = append(facts, [2]string{"made with", text(c.Program)})
	}
	p.facts(facts)
	var rows [][]string
	for _, par := range r.problem.Parameters {
		low, high := pageNumber(par.Low), pageNumber(par.High)
		if par.Categorical() {
			low, high = "", ""
		}
		rows = append(rows, []string{text(par.Name), text(par.Unit), low, high, kindOf(par), text(par.Note)})
	}
	p.table("parameters", []string{"parameter", "unit", "from", "to", "values", "note"}, rows, "parameter", "unit", "values", "note")
}

// kindOf says which values a parameter takes, and on which scale.
func kindOf(par scenarios.Parameter) string {
	s := "any"
	switch {
	case par.Categorical():
		return "one of " + text(strings.Join(par.Choices, ", "))
	case par.Integer:
		s = "whole numbers"
	case par.Step > 0:
		s = "steps of " + pageNumber(par.Step)
	case par.Digits > 0:
		s = fmt.Sprintf("any, to %d digits", par.Digits)
	}
	if par.Log {
		s += ", scaled by ratios"
	}
	return s
}

// result says what came out, as measured and as believed.
func (r *labReport) result(p *reportPage) {
	defer p.section("result", "Result")()
	i := r.now.BestRow
	if i < 0 {
		p.paragraph("No evaluation has given a value yet.")
		return
	}
	e := r.state.Evaluations[i]
	facts := [][2]string{
		{"best measured", fmt.Sprintf(`<span class="good">%s</span> on line %d, %s UTC`, amount(r.now.Best, r.problem.ValueUnit), e.Seq, when(e.Time))},
		{"measured at", place(r.problem, r.now.Rows[i].X)},
	}
	best := r.models.Recommended
	if r.models.Fitted != nil {
		b := r.models.Objective([]unitPoint{r.now.Rows[i].U})
		there := amount(b.Mean[0], r.problem.ValueUnit)
		if best == nil { // else hyperparameters are too little known for this interval
			there += fmt.Sprintf(", 95 %% from %s to %s", pageNumber(b.Low[0]), pageNumber(b.High[0]))
		}
		facts = append(facts, [2]string{"believed there", there})
	}
	if best != nil {
		facts = append(facts, [2]string{"recommended", fmt.Sprintf(`<span class="good">%s</span> believed, %s`, amount(best.Value, r.problem.ValueUnit), surely(best))},
			[2]string{"to be set", place(r.problem, best.X)})
	}
	p.facts(facts)
	if best != nil {
		p.paragraph("Values are noisy, and the best measured one is rather the luckiest: the recommended point is the measured one that is believed best.")
	}
	r.convergence(p)
}

// surely is how surely a recommended value is believed.
func surely(r *study.Recommendation) string {
	low, high, ok := r.Interval()
	if !ok {
		return "without an interval: the values tell nothing of their noise yet"
	}
	return fmt.Sprintf("95 %% from %s to %s (%s)", pageNumber(low), pageNumber(high), study.IntervalKind)
}

// convergence shows the best against what had been spent.
func (r *labReport) convergence(p *reportPage) {
	c := plot{said: "Best value against what was spent", width: broad}
	best := chart.Series{Color: valueColor, Heavy: true}
	var xs, ys []float64
	spent := 0.0
	for i, row := range r.now.Rows {
		e := r.state.Evaluations[i]
		if r.charged(e) {
			spent += row.Taken()
		}
		if isFinite(row.Best) {
			if n := len(best.Y); n > 0 {
				best.X, best.Y = append(best.X, spent), append(best.Y, best.Y[n-1]) // a step
			}
			best.X, best.Y = append(best.X, spent), append(best.Y, row.Best)
		}
		shape, color := chart.Disc, inkColor
		switch {
		case i == r.now.BestRow:
			color = goodColor
		case !row.Counted:
			shape, color = chart.Circle, quietColor
		}
		c.mark(spent, row.Y, shape, color, fmt.Sprintf("line %d: %s", e.Seq, number(row.Y)))
		xs, ys = append(xs, spent), append(ys, row.Y, row.Best)
	}
	c.Series = []chart.Series{best}
	c.Cursors = []chart.Cursor{{X: r.state.Budget, Color: quietColor, Dash: chart.Dashed}}
	c.X = picture.Around(named("spent", r.problem.CostUnit), false, xs, []float64{0, r.state.Budget})
	c.Y = picture.Around(named("value", r.problem.ValueUnit), false, ys)
	p.figure(c, "Every measured value (dots) and the best so far (line) against what had been spent; dashed, the budget.")
}

// named is a quantity with its unit, for an axis.
func named(what, unit string) string {
	if unit == "" {
		return what
	}
	return what + " (" + unit + ")"
}
