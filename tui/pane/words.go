package pane

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
)

// Narrate says in plain words what just happened and what comes next, from the
// snapshot's own numbers; terse says less of it.
func Narrate(s *study.Snapshot, terse bool) string {
	if s.Step == 0 {
		return begins(s) + follows(s, terse)
	}
	return happened(s, terse) + follows(s, terse)
}

// begins describes the initial design.
func begins(s *study.Snapshot) string {
	free := ", free of charge"
	if s.Problem.ChargeInitial {
		free = ""
	}
	if s.BestRow < 0 {
		return fmt.Sprintf("It starts from %s%s. ", Plural(len(s.Rows), "point"), free)
	}
	return fmt.Sprintf("It starts from %s%s; the best is %s. ", Plural(len(s.Rows), "point"), free, chart.Num(s.Best))
}

// happened describes the last evaluation.
func happened(s *study.Snapshot, terse bool) string {
	r, name := s.Rows[len(s.Rows)-1], s.Policy.Title()
	at, cost := pointWords(s, r.X, terse), chart.Num(r.Cost)
	if r.Move > 0 {
		cost += " and " + chart.Num(r.Move) + " for the way"
	}
	if !r.Counted {
		return fmt.Sprintf("%s chose %s, which cost %s when only %s was left: it does not count. ", name, at, cost, chart.Num(r.Remaining))
	}
	if r.Failed {
		return fmt.Sprintf("%s paid %s at %s and the evaluation failed: its cost was learned, and to avoid the place. ", name, cost, at)
	}
	paid := fmt.Sprintf("%s paid %s at %s and found %s", name, cost, at, chart.Num(r.Y))
	switch before := s.Rows[len(s.Rows)-2].Best; {
	case math.IsNaN(before):
		return paid + ". "
	case r.Best != before:
		return fmt.Sprintf("%s, better than %s. ", paid, chart.Num(before))
	case terse:
		return fmt.Sprintf("%s, no better than %s. ", paid, chart.Num(before))
	default:
		return fmt.Sprintf("%s: the best stays %s, and only the best counts. ", paid, chart.Num(before))
	}
}

// follows describes the decision, or why there is none.
func follows(s *study.Snapshot, terse bool) string {
	left := chart.Num(s.Money.Left)
	total := fmt.Sprintf("%s, best %s", Plural(s.Evaluations, "evaluation"), chart.Num(s.Best))
	switch s.Stop {
	case study.Unaffordable:
		return fmt.Sprintf("The run ends: %s, %s unspent.", total, left)
	case study.NothingAffordable:
		return fmt.Sprintf("Nothing worth choosing fits in the %s left. The run ends: %s.", left, total)
	case study.OverBudget:
		return fmt.Sprintf("The study is %s over its budget and ends: %s.", chart.Num(s.Money.Spent-s.Money.Total), total)
	case study.NothingToGain:
		return fmt.Sprintf("Nothing that fits in the %s left promises any improvement. The run ends: %s.", left, total)
	case study.GridExhausted:
		return fmt.Sprintf("Every point of the grid has been evaluated. The run ends: %s, %s unspent.", total, left)
	case study.BudgetSpent:
		return fmt.Sprintf("The budget is spent. The run ends: %s.", total)
	case study.Limit:
		return fmt.Sprintf("The run ends at its limit: %s, %s unspent.", total, left)
	case study.StoppingRule:
		return fmt.Sprintf("No point is worth its price any more. The run ends: %s, %s unspent.", total, left)
	}
	d := s.Decision
	if d == nil {
		return ""
	}
	moved := ""
	if d.Expect.Way > 0 {
		moved = fmt.Sprintf(" and %s to get there,", chart.Num(d.Expect.Way))
	}
	next := fmt.Sprintf("Next: %s for about %s%s of the %s left", pointWords(s, d.X, terse), chart.Num(math.Exp(d.Expect.MuC)), moved, left)
	if f := s.Money.Fantasy; f < 0.995*s.Money.Left && !terse { // never where there is none: NaN
		next += fmt.Sprintf(", planning with %s of it", chart.Num(f))
	}
	if d.Fits < 0.005 {
		next += " (it will not fit)"
	} else if d.Fits < 0.995 {
		next += fmt.Sprintf(" (it fits with a chance of %.0f %%)", 100*d.Fits)
	}
	if d.Success < Sure {
		next += fmt.Sprintf(" (it succeeds with a chance of %.0f %%)", 100*d.Success)
	}
	return next + why(s, terse) + "."
}

// why says what the policy sees in its choice.
func why(s *study.Snapshot, terse bool) string {
	t, _ := tell(s)
	t.Terse = terse
	return s.Policy.Kind().Why(t)
}

// tell is the decision for its policy to describe; it reports false where there is none.
func tell(s *study.Snapshot) (policy.Telling, bool) {
	return s.Telling(chart.Num, func(x scenarios.Point) string { return pointWords(s, x, false) })
}

// Formula writes out a policy's acquisition at its decision, in numbers.
func Formula(s *study.Snapshot) []string {
	t, ok := tell(s)
	if !ok {
		return []string{"Nothing: the run has ended (" + study.StopWords(s.Stop) + ")."}
	}
	return s.Policy.Kind().Numbers(t)
}

// mostTold is how many parameters of a point a terse story names.
const mostTold = 3

// pointWords names a point by its parameters.
func pointWords(s *study.Snapshot, x scenarios.Point, terse bool) string {
	if p := s.Problem.Parameters; len(x) == 1 && p[0].Unit == "" {
		return sanitize.Text(p[0].Name) + "=" + ShortSetting(p[0], x[0])
	}
	most := len(x)
	if terse {
		most = mostTold
	}
	return PointWords(s.Problem.Parameters, x, most)
}

// Plural writes a number of things.
func Plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// MistakeLines are the lines of what is wrong, harmless, file and place first.
func MistakeLines(err error) []string {
	return strings.Split(strings.TrimRight(sanitize.Block(err.Error()), "\n"), "\n")
}

// LowerIsBetter is the remark "(lower is better)" where the objective is minimised.
func LowerIsBetter(p *scenarios.Problem) string {
	if p.Minimise {
		return " (lower is better)"
	}
	return ""
}

// ParameterLabel is a parameter's name, with its unit if it has one.
func ParameterLabel(p scenarios.Parameter) string {
	if p.Unit == "" {
		return sanitize.Text(p.Name)
	}
	return sanitize.Text(p.Name) + " (" + sanitize.Text(p.Unit) + ")"
}

// Setting writes a parameter's value as it is to be set: rounded to its precision or grid,
// otherwise to six figures.
func Setting(p scenarios.Parameter, v float64) string {
	if p.Integer || p.Step > 0 {
		return strconv.FormatFloat(v, 'g', 12, 64)
	}
	return p.Show(v)
}

// ShortSetting is a parameter's value in three figures, whole numbers whole.
func ShortSetting(p scenarios.Parameter, v float64) string {
	if p.Integer {
		return Setting(p, v)
	}
	return Word(p, v)
}

// Word is a number in three figures, a whole one without decimals, or the name of
// a choice.
func Word(p scenarios.Parameter, v float64) string {
	switch {
	case p.Categorical():
		return p.Show(v)
	case v == math.Trunc(v) && math.Abs(v) < 1e5:
		return strconv.FormatFloat(v+0, 'f', 0, 64)
	}
	return chart.Num(v)
}

// Named is a parameter's value with its name, and its unit if it has one:
// "temperature 71.5 °C".
func Named(p scenarios.Parameter, v float64) string {
	text := sanitize.Text(p.Name) + " " + ShortSetting(p, v)
	if p.Unit != "" {
		text += " " + sanitize.Text(p.Unit)
	}
	return text
}

// PointWords names a point by its parameters, at most most of them: "hours 3.54 h,
// loaves 1 and 2 more".
func PointWords(parameters []scenarios.Parameter, x scenarios.Point, most int) string {
	n := min(len(x), len(parameters))
	if most < n-1 { // one more is no longer than saying so
		return fmt.Sprintf("%s and %d more", PointWords(parameters, x[:most], most), n-most)
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = Named(parameters[i], x[i])
	}
	return strings.Join(parts, ", ")
}

// Number writes v so that it reads back as the same number.
func Number(v float64) string {
	s := strconv.FormatFloat(v+0, 'g', -1, 64)
	return strings.ReplaceAll(strings.ReplaceAll(s, "e-0", "e-"), "e+0", "e")
}

// Round3 keeps three figures.
func Round3(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64) // it was just written
	return v
}

// ScaleText writes equal lengthscales once.
func ScaleText(scale []float64) string {
	if len(slices.Compact(slices.Clone(scale))) == 1 {
		return Number(scale[0])
	}
	parts := make([]string, len(scale))
	for i, v := range scale {
		parts[i] = Number(v)
	}
	return strings.Join(parts, ", ")
}

// ParseScale reads one lengthscale for all d parameters, or one for each.
func ParseScale(typed string, d int) ([]float64, error) {
	parts := strings.Split(typed, ",")
	if len(parts) != 1 && len(parts) != d {
		return nil, fmt.Errorf("%d lengthscales for %s: write one for all, or one for each", len(parts), Plural(d, "parameter"))
	}
	out := make([]float64, d)
	for i := range out {
		part := strings.TrimSpace(parts[min(i, len(parts)-1)])
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q: a lengthscale is a number above 0", part)
		}
		if err := model.ScaleRange.Check(v); err != nil {
			return nil, fmt.Errorf("a lengthscale %w", err)
		}
		out[i] = v
	}
	return out, nil
}
