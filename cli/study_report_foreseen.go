package cli

import (
	"fmt"
	"math"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/picture"
)

// foreseen holds what was expected, before it was measured, against what came.
func (r *labReport) foreseen(p *reportPage) {
	defer p.section("foreseen", "Were the predictions good?")()
	value := plot{width: narrow, said: "Measured against expected value"}
	cost := plot{width: narrow, said: "Measured against expected cost"}
	var rows [][]string
	var vs, cs []float64
	var inside, valued, costed, within int
	for _, e := range r.state.Evaluations {
		f := r.Study.Foreseen(e.Answers)
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
