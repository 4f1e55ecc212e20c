package cli

import (
	"fmt"
	"math"
	"slices"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/picture"
)

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
	p.paragraph("Slices through the best measured point (%s), one parameter at a time: what the models expect, with 95 %% intervals. Filled dots were measured on the slice, hollow ones elsewhere.", place(r.problem, through))
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
				shape, color := chart.Circle, quietColor
				switch {
				case i == r.now.BestRow:
					shape, color = chart.Disc, goodColor
				case row.Failed:
					color = badColor
				case onSlice(row.X, through, k):
					shape, color = chart.Disc, inkColor
				}
				pl.mark(row.X[k], c.at(i), shape, color, fmt.Sprintf("line %d: %s", r.state.Evaluations[i].Seq, number(c.at(i))))
				seen = append(seen, c.at(i))
			}
			pl.Y = picture.Around(named(c.what, c.unit), c.log, c.b.Mean, c.b.Low, c.b.High, seen)
			if c.color == chanceColor {
				pl.Y.Min, pl.Y.Max = 0, 1
			}
			if par.Categorical() { // nothing lies between two choices
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

// onSlice tells whether a point differs from another in one parameter only.
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
