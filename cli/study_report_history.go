package cli

import (
	"fmt"
	"math"
	"strings"

	"farsight/study/journal"
)

// charged tells whether an evaluation was paid from the budget.
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

// spending says where the money went.
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

// happened lists what else was done: whatever is neither asked nor told.
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

// onward says how to go on, in commands that can be typed.
func (r *labReport) onward(p *reportPage) {
	defer p.section("onward", "How to go on")()
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
		lines = append(lines, "farsight study budget "+file+" "+more+"   # it has ended: "+string(r.now.Stop), "farsight study ask "+file)
	}
	lines = append(lines, "farsight study status "+file, "farsight explore "+file, "farsight study export "+file+" --out data.csv")
	p.printf("<pre>%s</pre>\n", block(strings.Join(lines, "\n")))
}

// definition is the problem to the letter, so that all of it can be repeated.
func (r *labReport) definition(p *reportPage) {
	defer p.section("definition", "The problem's definition")()
	p.printf("<pre>%s</pre>\n", block(r.state.Problem))
}
