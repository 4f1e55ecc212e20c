package cli

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/picture"
)

func newStudyReport() *cobra.Command {
	var f studyFlags
	var file string
	var force bool
	cmd := f.command(&cobra.Command{
		Use:   "report STUDY --out FILE",
		Short: "write the study as one page for a lab book",
		Long: `Write a study as one page of HTML: what was asked, the result, what was spent on
what, every evaluation with its notes, the posterior along each parameter, how
good the predictions were, what else happened and how to continue. The page needs no
other file and no network, and prints well on A4.

Nothing is decided and nothing is written to the study.

--json prints what all study commands share (farsight study --help) and
  {"out":the file,"bytes"}`,
		Example: `farsight study report lab.study --out report.html
farsight study report lab.study --out report.html --force
farsight study report lab.study --out - > report.html`,
	}, nil, func(s *openStudy, _ []string) error {
		switch {
		case file == "":
			return usagef("where to? Give --out report.html, or --out - for stdout")
		case file == "-" && s.json:
			return usagef("--out - and --json both use stdout: leave one of them out")
		case file != "-" && files.SameFile(file, s.path):
			return usagef("--out %s is the study itself", sanitize.Text(file))
		case file != "-":
			if err := files.CanWrite(file, force); err != nil {
				return err
			}
		}
		page, err := s.page()
		if err != nil {
			return err
		}
		if file == "-" {
			_, err := s.cmd.OutOrStdout().Write(page)
			return err
		}
		if err := files.WriteWhole(file, page, force); err != nil {
			return err
		}
		v, err := s.view()
		if err != nil {
			return err
		}
		if !s.json {
			fmt.Fprintf(s.cmd.ErrOrStderr(), "wrote %s, %d kB: open it in a browser\n", sanitize.Text(file), (len(page)+999)/1000)
		}
		return s.say(v, fields{"out": file, "bytes": len(page)}, "")
	})
	cmd.Flags().StringVarP(&file, "out", "o", "", "the page's file; - for stdout")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// labReport is a study at one moment.
type labReport struct {
	*openStudy
	studyView
	events []journal.Event
	models study.Snapshot // the view's, with what is believed
}

// page writes the study as a page, with all numbers of one moment.
func (s *openStudy) page() ([]byte, error) {
	v, err := s.view()
	if err != nil {
		return nil, err
	}
	r := labReport{openStudy: s, studyView: v, events: s.Journal().Events()}
	if r.models, err = s.Snapshot(); err != nil {
		return nil, err
	}
	title := cmp.Or(v.problem.Title, v.problem.Name)
	var p reportPage
	p.begin(title)
	r.head(&p, title)
	for _, section := range []func(*reportPage){r.asked, r.result, r.spending, r.history, r.belief, r.foreseen, r.happened, r.onward, r.definition} {
		section(&p)
	}
	p.printf("<footer>Written by %s on %s UTC, from line %d of the study. The study is the record; this page is a view of it.</footer>\n", text(buildInfo().String()), when(time.Now()), r.state.Seq)
	p.WriteString("</body>\n</html>\n")
	return p.Bytes(), p.err
}

// foreseen holds what was expected, before it was measured, against what came.
func (r *labReport) foreseen(p *reportPage) {
	defer p.section("foreseen", "Were the predictions good?")()
	value := plot{width: narrow, said: "Measured against expected value"}
	cost := plot{width: narrow, said: "Measured against expected cost"}
	var rows [][]string
	var vs, cs []float64
	var inside, valued, costed, within int
	for _, e := range r.state.Evaluations {
		f := r.Foreseen(e.Answers)
		if f == nil {
			continue
		}
		residual, said := math.NaN(), "–"
		if !e.Failed {
			valued++
			if sd := (f.ValueHigh - f.ValueLow) / study.BandWidth; sd > 0 {
				residual = (e.Value - f.Value) / sd
			}
			if said = "no"; f.ValueLow <= e.Value && e.Value <= f.ValueHigh {
				inside, said = inside+1, "yes"
			}
			value.mark(f.Value, e.Value, chart.MarkChosen, inkColor, fmt.Sprintf("line %d: expected %s, measured %s", e.Seq, number(f.Value), number(e.Value)))
			value.line(valueColor, f.Value, e.Value, f.Value, f.Value)
			vs = append(vs, f.Value, e.Value)
		}
		costed++
		if f.CostLow <= e.Cost && e.Cost <= f.CostHigh {
			within++
		}
		cost.mark(f.Cost, e.Cost, chart.MarkChosen, inkColor, fmt.Sprintf("line %d: expected %s, paid %s", e.Seq, number(f.Cost), number(e.Cost)))
		cost.line(costColor, f.Cost, e.Cost, f.Cost, f.Cost)
		cs = append(cs, f.Cost, e.Cost)
		measured := pageNumber(e.Value)
		if e.Failed {
			measured = "failed"
		}
		rows = append(rows, []string{fmt.Sprint(e.Seq), pageNumber(f.Value), pageNumber(f.ValueLow), pageNumber(f.ValueHigh), measured, said, pageNumber(residual), pageNumber(f.Cost), pageNumber(e.Cost)})
	}
	if len(rows) == 0 {
		p.paragraph("The policy has not foreseen anything yet: what it expects is kept with each of its suggestions, and compared here once they are measured.")
		return
	}
	p.paragraph("Each suggestion was kept with what the policy expected there. Of %s, %d lie in their 95 %% interval; of %s, %d do. Many outside mean that the models are too sure; all of them inside, far from the ends, that they are too careful. The intervals are of the underlying function: noise of a measurement comes on top.",
		plural(valued, "value"), inside, plural(costed, "cost"), within)
	value.X, value.Y = picture.Around(named("expected value", r.problem.ValueUnit), false, vs), picture.Around(named("measured value", r.problem.ValueUnit), false, vs)
	cost.X, cost.Y = picture.Around(named("expected cost", r.problem.CostUnit), true, cs), picture.Around(named("paid", r.problem.CostUnit), true, cs)
	value.diagonal()
	cost.diagonal()
	p.WriteString("<div class=\"charts\">\n")
	if valued > 0 {
		p.figure(value, "")
	}
	p.figure(cost, "")
	p.WriteString("</div>\n")
	p.table("foreseen", []string{"line", named("expected", r.problem.ValueUnit), "from", "to", "measured", "inside", "residual, in sd", named("expected cost", r.problem.CostUnit), "paid"}, rows, "inside")
}

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
		said += ". It has ended: " + text(study.StopWords(r.now.Stop))
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
		return "without an interval: the values do not show their noise yet"
	}
	return fmt.Sprintf("95 %% from %s to %s (%s)", pageNumber(low), pageNumber(high), r.IntervalKind())
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
		shape, color := chart.MarkChosen, inkColor
		switch {
		case i == r.now.BestRow:
			shape, color = chart.MarkBest, goodColor
		case !row.Counted:
			shape, color = chart.MarkLost, quietColor
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
