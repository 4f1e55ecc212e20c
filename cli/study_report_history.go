package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/picture"
)

// charged reports whether an evaluation was paid from the budget.
func (r *labReport) charged(e journal.Evaluation) bool {
	return e.Counted && !e.Free && (e.Design == 0 || r.state.Created.ChargeInitial)
}

// purpose is what an evaluation was made for.
type purpose int

const (
	forInitial purpose = iota
	forPolicy
	forOther
	forNothing
	notFitting
	fromBefore
	purposes
)

var purposeNames = [purposes]string{
	forInitial: "initial design", forPolicy: "the policy's choices", forOther: "other points", forNothing: "failed",
	notFitting: "did not fit, not counted", fromBefore: "from before, free",
}

// rowNames are the same in a table's column.
var rowNames = [purposes]string{
	forInitial: "initial", forPolicy: "policy", forOther: "other point", forNothing: "failed", notFitting: "not counted", fromBefore: "from before",
}

func (r *labReport) purpose(e journal.Evaluation) purpose {
	switch {
	case e.Free:
		return fromBefore
	case !e.Counted:
		return notFitting
	case e.Failed:
		return forNothing
	case e.Design > 0:
		return forInitial
	case e.Answers > 0:
		return forPolicy
	}
	return forOther
}

// spending shows how the budget was spent.
func (r *labReport) spending(p *reportPage) {
	defer p.section("spending", "What was spent on what")()
	var count [purposes]int
	var cost, paid [purposes]float64
	for _, e := range r.state.Evaluations {
		k := r.purpose(e)
		count[k]++
		cost[k] += e.Cost + e.Move
		if r.charged(e) {
			paid[k] += e.Cost + e.Move
		}
	}
	if len(r.state.Evaluations) == 0 {
		p.paragraph("Nothing was spent yet.")
		return
	}
	share := func(v float64) string {
		if !(r.state.Budget > 0) {
			return "–"
		}
		return fmt.Sprintf("%.1f %%", 100*v/r.state.Budget)
	}
	var rows [][]string
	total, all := 0, 0.0
	for k, n := range count {
		if n == 0 {
			continue
		}
		total, all = total+n, all+cost[k]
		rows = append(rows, []string{text(purposeNames[k]), fmt.Sprint(n), pageNumber(cost[k]), pageNumber(paid[k]), share(paid[k])})
	}
	rows = append(rows, []string{"all", fmt.Sprint(total), pageNumber(all), pageNumber(r.state.Spent), share(r.state.Spent)})
	cost0 := named("cost", r.problem.CostUnit)
	p.table("spending", []string{"for", "evaluations", cost0, "charged", "of the budget"}, rows, "for")
	if moved := r.now.Money.Moves; moved > 0 {
		p.paragraph("Of that, %s were for getting from point to point.", amount(moved, r.problem.CostUnit))
	}
	switch left := r.state.Budget - r.state.Spent; {
	case left < 0:
		p.paragraph("The budget of %s was exceeded by %s.", amount(r.state.Budget, r.problem.CostUnit), amount(-left, r.problem.CostUnit))
	default:
		p.paragraph("Of the budget of %s, %s are left.", amount(r.state.Budget, r.problem.CostUnit), amount(left, r.problem.CostUnit))
	}
}

// history lists every evaluation.
func (r *labReport) history(p *reportPage) {
	defer p.section("history", "History")()
	if len(r.now.Rows) == 0 {
		p.paragraph("Nothing was measured yet.")
		return
	}
	moved := r.moves()
	head := []string{"line", "what"}
	for _, par := range r.problem.Parameters {
		head = append(head, named(par.Name, par.Unit))
	}
	head = append(head, named("value", r.problem.ValueUnit), named("cost", r.problem.CostUnit))
	if moved {
		head = append(head, named("move", r.problem.CostUnit))
	}
	head = append(head, "spent", "best", "time (UTC)", "by", "note")
	var rows [][]string
	spent := 0.0
	for i, row := range r.now.Rows {
		e := r.state.Evaluations[i]
		if r.charged(e) {
			spent += row.Taken()
		}
		what := rowNames[r.purpose(e)]
		if e.Design > 0 {
			if what != rowNames[forInitial] {
				what = fmt.Sprintf("initial %d, %s", e.Design, what)
			} else {
				what = fmt.Sprintf("initial %d", e.Design)
			}
		}
		if i == r.now.BestRow {
			what = "★ " + what
		}
		cells := []string{fmt.Sprint(e.Seq), text(what)}
		for k, par := range r.problem.Parameters {
			cells = append(cells, setting(par, row.X[k]))
		}
		value := pageNumber(row.Y)
		switch {
		case e.Failed:
			value = `<span class="bad">failed</span>`
		case e.Sd > 0:
			value += " ± " + pageNumber(e.Sd)
		}
		cells = append(cells, value, pageNumber(e.Cost))
		if moved {
			cells = append(cells, pageNumber(row.Move))
		}
		cells = append(cells, pageNumber(spent), pageNumber(row.Best), when(e.Time), text(e.Source), note(e))
		rows = append(rows, cells)
	}
	p.table("history", head, rows, "what", "time (UTC)", "by", "note")
	if i := r.now.BestRow; i >= 0 {
		p.paragraph(`<span class="quiet">★ marks the best, line %d.</span>`, r.state.Evaluations[i].Seq)
	}
}

// note is what was remarked of an evaluation, and which lines corrected it.
func note(e journal.Evaluation) string {
	s := text(e.Note)
	if len(e.Amended) == 0 {
		return s
	}
	if s != "" {
		s += "; "
	}
	return s + "amended on " + lines(e.Amended)
}

// happened lists all other events: neither suggestions nor results.
func (r *labReport) happened(p *reportPage) {
	var items []string
	for _, e := range r.events {
		switch e.Body.(type) {
		case journal.Created, journal.Asked, journal.Told:
			continue
		}
		items = append(items, fmt.Sprintf("<li>line %d, %s: %s</li>\n", e.Seq, when(e.Time), text(e.Body.String())))
	}
	if len(items) == 0 {
		return
	}
	defer p.section("happened", "What else happened")()
	p.printf("<ul>\n%s</ul>\n", strings.Join(items, ""))
}

// onward lists commands to continue with.
func (r *labReport) onward(p *reportPage) {
	defer p.section("onward", "How to continue")()
	file := shellArgument(r.openStudy.path)
	for _, a := range r.state.Asks {
		whose := ""
		if a.As != "" {
			whose = ", for " + text(a.As)
		}
		p.paragraph("To be measured next (line %d%s): %s.", a.Seq, whose, place(r.problem, a.X))
	}
	var lines []string
	switch {
	case len(r.state.Asks) > 0:
		lines = append(lines, "farsight study tell "+file+fmt.Sprintf(" --ask %d --value … --cost …", r.state.Asks[0].Seq))
	case r.now.Stop == "":
		lines = append(lines, "farsight study ask "+file)
	default:
		over := math.Max(0, r.state.Spent-r.state.Budget)
		more := "+" + number(over+math.Max(r.state.Budget, r.state.Spent)/4)
		lines = append(lines, "farsight study budget "+file+" "+more+"   # it has ended: "+study.StopWords(r.now.Stop), "farsight study ask "+file)
	}
	lines = append(lines, "farsight study status "+file, "farsight explore "+file, "farsight study export "+file+" --out data.csv")
	p.printf("<pre>%s</pre>\n", block(strings.Join(lines, "\n")))
}

// definition is the problem to the letter, so that all of it can be repeated.
func (r *labReport) definition(p *reportPage) {
	defer p.section("definition", "The problem's definition")()
	p.printf("<pre>%s</pre>\n", block(r.state.Problem))
}

// unitPoint is a point of the unit cube.
type unitPoint = model.Unit

// slicePoints is how finely a slice is drawn.
const slicePoints = 97

// belief shows what is believed along each parameter, through the best point.
func (r *labReport) belief(p *reportPage) {
	defer p.section("belief", "What is believed")()
	if r.models.Fitted == nil || r.now.BestRow < 0 {
		p.paragraph("Nothing is believed before an evaluation has given a value.")
		return
	}
	through := r.now.Rows[r.now.BestRow].X
	p.paragraph("Slices through the best measured point (%s), one parameter at a time: what the models expect, with 95 %% intervals. Large dots were measured on the slice, small ones elsewhere; × failed, ★ is the best.", place(r.problem, through))
	if r.models.Pair().Success != nil {
		p.paragraph("Where evaluations failed, others are believed likely to fail as well; what is suggested keeps away from there.")
	}
	for k, par := range r.problem.Parameters {
		xs := along(par)
		us := make([]unitPoint, len(xs))
		for i, v := range xs {
			at := slices.Clone(through)
			at[k] = v
			us[i] = r.problem.ToUnit(at)
		}
		p.printf("<h3>Along %s</h3>\n<div class=\"charts\">\n", text(par.Name))
		for _, c := range r.quantities(us) {
			pl := plot{width: narrow, said: fmt.Sprintf("Believed %s along %s", c.what, par.Name)}
			label := named(par.Name, par.Unit)
			switch {
			case par.Categorical():
				pl.X = chart.Named(label, par.Choices)
			case par.Low == par.High:
				pl.X = picture.Around(label, par.Log, []float64{par.Low})
			default:
				pl.X = chart.Axis{Min: par.Low, Max: par.High, Log: par.Log, Label: label}
			}
			var seen []float64
			for i, row := range r.now.Rows {
				shape, color := chart.MarkSmall, quietColor
				switch {
				case i == r.now.BestRow:
					shape, color = chart.MarkBest, goodColor
				case row.Failed:
					shape, color = chart.MarkLost, badColor
				case onSlice(row.X, through, k):
					shape, color = chart.MarkChosen, inkColor
				}
				pl.mark(row.X[k], c.at(i), shape, color, fmt.Sprintf("line %d: %s", r.state.Evaluations[i].Seq, number(c.at(i))))
				seen = append(seen, c.at(i))
			}
			pl.Y = picture.Around(named(c.what, c.unit), c.log, c.b.Mean, c.b.Low, c.b.High, seen)
			if c.color == chanceColor {
				pl.Y.Min, pl.Y.Max = 0, 1
			}
			if par.Categorical() { // choices have nothing between them
				for i, x := range xs {
					pl.line(c.color, x, c.b.Low[i], x, c.b.High[i])
					pl.line(c.color, x-0.15, c.b.Mean[i], x+0.15, c.b.Mean[i])
				}
			} else {
				pl.Series = []chart.Series{{X: xs, Y: c.b.Mean, Color: c.color, Heavy: true}}
				pl.Bands = []chart.Band{{X: xs, Lo: c.b.Low, Hi: c.b.High, Fill: c.color}}
				pl.Cursors = []chart.Cursor{{X: through[k], Color: quietColor, Dash: chart.Dashed}}
			}
			p.figure(pl, "")
		}
		p.WriteString("</div>\n")
	}
	r.processes(p)
}

// quantity is something that is believed at points.
type quantity struct {
	color      chart.Color
	what, unit string
	b          study.Band
	at         func(i int) float64 // as a row has it
	log        bool
}

// quantities are the value, the cost and, once something failed, the chance of
// success.
func (r *labReport) quantities(us []unitPoint) []quantity {
	out := []quantity{
		{valueColor, "value", r.problem.ValueUnit, r.models.Objective(us), func(i int) float64 { return r.now.Rows[i].Y }, false},
		{costColor, "cost", r.problem.CostUnit, r.models.Cost(us), func(i int) float64 { return r.now.Rows[i].Cost }, true},
	}
	if success := r.models.Pair().Success; success != nil {
		b := study.Band{Mean: make([]float64, len(us)), Low: make([]float64, len(us)), High: make([]float64, len(us))}
		for i, u := range us {
			b.Mean[i] = success.Chance(u)
			b.Low[i], b.High[i] = b.Mean[i], b.Mean[i]
		}
		out = append(out, quantity{chanceColor, "chance of success", "", b, func(i int) float64 {
			if r.now.Rows[i].Failed {
				return 0
			}
			return 1
		}, false})
	}
	return out
}

// along are the values of a parameter that a slice goes through.
func along(par scenarios.Parameter) []float64 {
	if par.Categorical() {
		out := make([]float64, len(par.Choices))
		for i := range out {
			out[i] = float64(i)
		}
		return out
	}
	out := make([]float64, slicePoints)
	for i := range out {
		t := float64(i) / (slicePoints - 1)
		out[i] = par.Low + t*(par.High-par.Low)
		if par.Log {
			out[i] = math.Exp(math.Log(par.Low) + t*(math.Log(par.High)-math.Log(par.Low)))
		}
	}
	// Rounding must not lead out of the bounds.
	out[0], out[slicePoints-1] = par.Low, par.High
	return out
}

// onSlice reports whether a point differs from another in one parameter only.
func onSlice(x, through scenarios.Point, k int) bool {
	for i := range x {
		if i != k && x[i] != through[i] {
			return false
		}
	}
	return true
}

// processes lists what the models are made of.
func (r *labReport) processes(p *reportPage) {
	p.WriteString("<h3>The models</h3>\n")
	p.paragraph("Gaussian processes of the value and of the logarithm of the cost; lengthscales are shares of each parameter's range, and the smaller, the more it matters.")
	head := []string{"", "mean", "standard deviation", "noise"}
	for _, par := range r.problem.Parameters {
		head = append(head, "lengthscale of "+par.Name)
	}
	var rows [][]string
	add := func(name string, g *model.GP, sign float64) {
		if g == nil {
			return
		}
		h := g.Hyper()
		row := []string{name, pageNumber(sign * h.Mean), pageNumber(math.Sqrt(h.Variance)), pageNumber(math.Sqrt(h.Noise))}
		for _, axis := range r.problem.Axes() { // the choices of one have one
			row = append(row, pageNumber(h.Scale[axis.At]))
		}
		rows = append(rows, row)
	}
	add(text(named("value", r.problem.ValueUnit)), r.models.Pair().Objective, r.problem.Sign())
	add("ln cost", r.models.Pair().LogCost, 1)
	p.table("models", head, rows, "")
	if r.models.Pair().LogCost == nil {
		p.paragraph("The cost is known beforehand; it needs no model.")
	}
}
