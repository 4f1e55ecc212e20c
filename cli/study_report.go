package cli

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
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
what, every evaluation with its notes, what is believed along each parameter, how
good the predictions were, what else happened and how to go on. The page needs no
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
			return usagef("--out - and --json both want stdout: leave one of them out")
		case file != "-" && sameFile(file, s.path):
			return usagef("--out %s is the study itself", sanitize.Text(file))
		case file != "-":
			if err := canWrite(file, force); err != nil {
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
		if err := writeWhole(file, page, force); err != nil {
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

// page writes the study as a page. Nobody polls it here: all is of one moment.
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
			value.mark(f.Value, e.Value, chart.Disc, inkColor, fmt.Sprintf("line %d: expected %s, measured %s", e.Seq, number(f.Value), number(e.Value)))
			value.line(valueColor, f.Value, e.Value, f.Value, f.Value)
			vs = append(vs, f.Value, e.Value)
		}
		costed++
		if f.CostLow <= e.Cost && e.Cost <= f.CostHigh {
			within++
		}
		cost.mark(f.Cost, e.Cost, chart.Disc, inkColor, fmt.Sprintf("line %d: expected %s, paid %s", e.Seq, number(f.Cost), number(e.Cost)))
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
