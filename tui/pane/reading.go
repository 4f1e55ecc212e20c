package pane

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// SliceReading is what the charts of some policies say at the crosshair.
func SliceReading(v screen.View, tracks ...int) screen.Reading {
	x, ok := v.Cross.Along(v.Axis)
	if !ok {
		return screen.Reading{}
	}
	p := v.Problem.Parameters[v.Axis]
	out := screen.Reading{Place: PlaceWord(p, x, true), Brief: PlaceWord(p, x, false)}
	for _, i := range tracks {
		out.Rows = append(out.Rows, sliceRow(v, i, x))
	}
	return out
}

// sliceRow is what a policy's charts say at x.
func sliceRow(v screen.View, track int, x float64) screen.ReadingRow {
	t := v.Tracks[track]
	row := screen.ReadingRow{Who: t.Title(), Color: v.Theme.Policy(t.Hue())}
	s, sc := v.Shown(track)
	if s == nil || sc == nil {
		row.Items = []screen.Item{{Value: "being computed"}}
		return row
	}
	r, ok := sc.Read(s, x)
	if !ok {
		row.Items = []screen.Item{{Value: "nothing is known yet"}}
		return row
	}
	row.Items = ReadingItems(s, r, Symbol(s.Policy), sc.Final)
	return row
}

// Columns kept for the numbers of a reading: their usual widths.
const (
	leastBelief = len("-0.123 - 0.123")
	leastCost   = len("12.3 - 0.123")
	leastNumber = len("0.0123")
	leastChance = len("> 99 %")
)

// ReadingItems are the numbers of a reading; name is what the acquisition is
// called ("": there is none), and final says that no better one follows.
func ReadingItems(s *study.Snapshot, r session.Reading, name string, final bool) []screen.Item {
	p := s.Problem
	var items []screen.Item
	if p.Region != nil {
		items = append(items, screen.Item{Value: map[bool]string{true: "allowed", false: "not allowed"}[r.Allowed], Least: len("not allowed")})
	}
	items = append(items,
		screen.Item{Name: "f", Value: chart.Num(r.Mean) + " ± " + chart.Num((r.High-r.Low)/2), Unit: sanitize.Text(p.ValueUnit), Least: leastBelief},
		screen.Item{Name: "c", Value: costWords(r), Unit: sanitize.Text(p.CostUnit), Least: leastCost},
	)
	if !math.IsNaN(r.Way) {
		items = append(items, screen.Item{Name: "move", Value: chart.Num(r.Way), Unit: sanitize.Text(p.CostUnit), Least: leastNumber})
	}
	if name != "" {
		seen := screen.Item{Value: acquisitionWord(s, r, final)}
		if seen.Value != "" { // else it keeps the place, for other rows
			seen.Name, seen.Least = name, leastNumber
		}
		items = append(items, seen)
	}
	items = append(items, screen.Item{Name: "fits", Value: Percent(r.Fits), Least: leastChance})
	if !math.IsNaN(r.Truth) {
		items = append(items, screen.Item{Name: "true", Value: chart.Num(r.Truth), Least: leastNumber})
	}
	if !math.IsNaN(r.Success) {
		items = append(items, screen.Item{Name: "succeeds", Value: Percent(r.Success), Least: leastChance})
	}
	return items
}

// skewed is the ratio of an interval's two halves from which it is written by its ends: a lognormal
// one reaches further up than down.
const skewed = 1.3

// costWords are the median of a cost with its 95 % interval.
func costWords(r session.Reading) string {
	up, down := r.CostHigh-r.Cost, r.Cost-r.CostLow
	switch {
	case !(up > 0):
		return chart.Num(r.Cost) // it is known
	case up > skewed*down:
		return chart.Num(r.Cost) + " (" + chart.Interval(r.CostLow, r.CostHigh) + ")"
	}
	return chart.Num(r.Cost) + " ± " + chart.Num((up+down)/2)
}

// acquisitionWord is what the policy sees in the point; "": it looks at none.
func acquisitionWord(s *study.Snapshot, r session.Reading, final bool) string {
	switch {
	case math.IsNaN(r.Acquisition) && final:
		return ""
	case math.IsNaN(r.Acquisition):
		return "not yet"
	case !s.Policy.Kind().AnyScale && policy.Negligible(r.Acquisition, s.Fitted.Objective.Hyper):
		return "0"
	case r.Rough:
		return "≈ " + chart.Num(r.Acquisition)
	}
	return chart.Num(r.Acquisition)
}

// Symbol is what a policy's number is called.
func Symbol(q policy.Policy) string {
	if s := q.Kind().Symbol; s != "" {
		return s
	}
	return "acquisition"
}

// Percent writes a chance; only what is certain is 0 or 100 %.
func Percent(p float64) string {
	switch {
	case p > 0.995 && p < 1:
		return "> 99 %"
	case p < 0.005 && p > 0:
		return "< 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// PlaceWord is a parameter with its value, and its unit.
func PlaceWord(p scenarios.Parameter, x float64, unit bool) string {
	word := sanitize.Text(p.Name) + " " + CrossWord(p, x)
	if unit && p.Unit != "" {
		word += " " + sanitize.Text(p.Unit)
	}
	return word
}

// places is how many places a crosshair has along a parameter at least: more
// than there are columns.
const places = 1000

// decimals is how many of a value say where on a linear axis it stands.
func decimals(p scenarios.Parameter) int {
	return max(0, -int(math.Floor(math.Log10((p.High-p.Low)/places))))
}

// CrossValue is the place of a crosshair nearest to v: one whose few figures say
// all of it, on the parameter's grid.
func CrossValue(p scenarios.Parameter, v float64) float64 {
	switch {
	case p.Categorical() || p.Integer || p.Step > 0:
		return p.Snap(v)
	case p.Log:
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', logFigures, 64), 64) // it was just written
	default:
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals(p), 64), 64)
	}
	return math.Max(p.Low, math.Min(p.High, v+0)) // never -0
}

// MoneyValue is the place of a crosshair on an axis of cost that is nearest to v, MoneyWord all of
// its figures.
func MoneyValue(budget, v float64) float64 { return CrossValue(moneyAxis(budget), v) }

// MoneyWord writes an amount of cost.
func MoneyWord(budget, v float64) string { return CrossWord(moneyAxis(budget), v) }

// moneyAxis returns the budget as a parameter.
func moneyAxis(budget float64) scenarios.Parameter {
	return scenarios.Parameter{Name: "spent", High: budget}
}

// logFigures say where on a logarithmic axis a value stands.
const logFigures = 4

// CrossWord writes a crosshair's place: in full, because its values are those of exactly that
// place.
func CrossWord(p scenarios.Parameter, x float64) string {
	if p.Categorical() || p.Integer || p.Step > 0 {
		return Setting(p, x)
	}
	word := strconv.FormatFloat(x, 'f', decimals(p), 64)
	if p.Log {
		word = strconv.FormatFloat(x, 'g', logFigures, 64)
	}
	if back, _ := strconv.ParseFloat(word, 64); back != x { // it was typed, or is a bound
		return Number(x)
	}
	return word
}

// ReadSetting reads a parameter's value as it was typed, or says what is wrong with
// it.
func ReadSetting(p scenarios.Parameter, text string) (v float64, wrong string) {
	text = strings.TrimSpace(text)
	v, err := p.Read(text)
	switch {
	case text == "" || err == nil && math.IsNaN(v):
		return v, "a number is needed"
	case !p.Categorical() && strings.Contains(text, ","):
		return v, "write 1.5, not 1,5"
	case err != nil:
		return v, sanitize.Text(err.Error())
	}
	return v, sanitize.Text(p.Complain(v))
}

// CrossCursor is the crosshair in charts along a parameter: none where it is off.
func CrossCursor(v screen.View, parameter int) []chart.Cursor {
	x, ok := v.Cross.Along(parameter)
	if !ok {
		return nil
	}
	return []chart.Cursor{CrossLine(v, x)}
}

// CrossLine is the crosshair as it looks.
func CrossLine(v screen.View, x float64) chart.Cursor {
	return chart.Cursor{X: x, Dash: chart.Dotted, Color: v.Theme.Text}
}

// rowLayout is how much of a reading stands in its rows.
type rowLayout struct {
	gap   int
	least bool // numbers have their usual columns
	units bool
	who   bool
	items int
}

// DrawReading writes a reading, its rows below each other so that like stands
// under like. What does not fit is left out, the last first: a number is whole
// or not there.
func DrawReading(v screen.View, c chart.Canvas, r screen.Reading) {
	w, h := c.Size()
	rows := r.Rows[:min(h, len(r.Rows))]
	if blank := h - len(rows); blank > 0 {
		c = c.Sub(chart.Rect{Y: blank, W: w, H: h - blank})
	}
	groups := [][]screen.ReadingRow{rows}
	if r.Loose {
		groups = nil
		for y := range rows {
			groups = append(groups, rows[y:y+1])
		}
	}
	// One place for all: brief if some row would lose a number to it.
	place := r.Place
	for _, g := range groups {
		if l, _ := fitReading(c, place, g, w); l.items < most(g) && r.Brief != "" {
			place = r.Brief
		}
	}
	c.Spans(0, 0, chart.Span{Text: place, Ink: v.Theme.TitleInk()})
	y := 0
	for _, g := range groups {
		drawRows(v.Theme, c.Sub(chart.Rect{Y: y, W: w, H: len(g)}), place, g)
		y += len(g)
	}
}

// most is how many items a row has at most.
func most(rows []screen.ReadingRow) int {
	n := 0
	for _, row := range rows {
		n = max(n, len(row.Items))
	}
	return n
}

// drawRows writes rows below each other, right of the place.
func drawRows(th theme.Theme, c chart.Canvas, place string, rows []screen.ReadingRow) {
	w, _ := c.Size()
	l, columns := fitReading(c, place, rows, w)
	for y, row := range rows {
		x := c.Spans(c.Width(place), y, chart.Span{Text: " ┊ ", Ink: th.TextInk()})
		texts := l.texts(row)
		for i, text := range texts {
			at, ink := columns[i], th.TextInk()
			switch {
			case i == 0:
				ink = chart.Ink{Fg: row.Color, Attr: chart.Bold}
			case i%2 == 1:
				ink = th.MutedInk()
			case texts[i-1] == "": // a value without a name
				at = columns[i-1]
			}
			c.Spans(x+at, y, chart.Span{Text: text, Ink: ink})
		}
	}
}

// texts are what a row says: who, then the name and the value of each item.
func (l rowLayout) texts(row screen.ReadingRow) []string {
	out := []string{""}
	if l.who {
		out[0] = row.Who
	}
	for _, it := range row.Items[:min(l.items, len(row.Items))] {
		value := it.Value
		if l.units && it.Unit != "" {
			value += " " + it.Unit
		}
		out = append(out, it.Name, value)
	}
	return out
}

// columns are where these begin, over all rows, and where the last one ends.
func (l rowLayout) columns(c chart.Canvas, rows []screen.ReadingRow) (at []int, end int) {
	widths := make([]int, 1+2*l.items)
	for _, row := range rows {
		for i, text := range l.texts(row) {
			if widths[i] = max(widths[i], c.Width(text)); l.least && i > 0 && i%2 == 0 {
				widths[i] = max(widths[i], row.Items[i/2-1].Least)
			}
		}
	}
	for i, w := range widths {
		at = append(at, end)
		switch {
		case w == 0:
		case i%2 == 1: // its value follows
			end += w + 1
		default:
			end += w + l.gap
		}
	}
	return at, end - l.gap
}

// fitReading finds the fullest layout that fits.
func fitReading(c chart.Canvas, place string, rows []screen.ReadingRow, w int) (rowLayout, []int) {
	most, named := most(rows), len(rows) > 1
	var tries []rowLayout
	for _, who := range []bool{true, named} {
		tries = append(tries, rowLayout{3, true, true, who, most}, rowLayout{3, true, false, who, most}, rowLayout{2, true, false, who, most})
	}
	for n := most; n >= 0; n-- {
		tries = append(tries, rowLayout{2, false, false, named, n})
	}
	for i, l := range tries {
		if at, end := l.columns(c, rows); i == len(tries)-1 || c.Width(place)+3+end <= w { // with the line
			return l, at
		}
	}
	return rowLayout{}, nil
}

// ReadingText is a reading to be copied: all of it, harmless, a line for each
// row.
func ReadingText(r screen.Reading) string {
	var lines []string
	for _, row := range r.Rows {
		parts := []string{}
		for _, s := range []string{r.Place, row.Who} {
			if s != "" {
				parts = append(parts, s)
			}
		}
		for _, it := range row.Items {
			if text := strings.Join(strings.Fields(it.Name+" "+it.Value+" "+it.Unit), " "); text != "" {
				parts = append(parts, text)
			}
		}
		lines = append(lines, sanitize.Text(strings.Join(parts, "  ")))
	}
	return strings.Join(lines, "\n")
}
