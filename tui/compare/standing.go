package compare

import (
	"cmp"
	"slices"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// standing is how a policy stands at the present step.
type standing struct {
	track int
	name  string
	color chart.Color
	shape chart.Shape
	dash  chart.Dash // solid where there are colours
	best  float64
	spent float64
	known bool // it has found something
}

// dashes tell policies apart where there are no colours, beside their symbols.
var dashes = [...]chart.Dash{chart.Solid, chart.Dashed, chart.Dotted}

// inOrder are the policies that take part, as they were asked for: whatever is
// said of all of them stays put when columns are swapped.
func inOrder(v screen.View) []int { return slices.Sorted(slices.Values(v.Columns)) }

// standings are those of all policies.
func standings(v screen.View) []standing {
	var out []standing
	for _, i := range inOrder(v) {
		t := v.Tracks[i]
		st := standing{track: i, name: t.Title(), color: v.Theme.Policy(t.Hue()),
			shape: chart.Policy(i)}
		if v.Terminal.Profile == chart.NoColor {
			st.dash = dashes[i%len(dashes)]
		}
		if s := t.At(v.StepOf(i)); s != nil {
			st.best, st.known = s.Best, s.BestRow >= 0
			st.spent = t.Spent(min(v.StepOf(i), t.Last()))
		}
		out = append(out, st)
	}
	return out
}

// ahead are the best policy and the second; nil where there is none.
func ahead(v screen.View, all []standing) (first, second *standing) {
	sign := v.Problem.Sign()
	for i := range all {
		switch st := &all[i]; {
		case !st.known:
		case first == nil || sign*st.best > sign*first.best:
			first, second = st, first
		case second == nil || sign*st.best > sign*second.best:
			second = st
		}
	}
	return first, second
}

// ranked are the standings, the best last.
func ranked(v screen.View, all []standing) []standing {
	sign := v.Problem.Sign()
	return slices.SortedStableFunc(slices.Values(all), func(a, b standing) int { return cmp.Compare(sign*a.best, sign*b.best) })
}

// level tells whether two policies are even, as far as numbers are shown.
func level(a, b *standing) bool { return chart.Num(a.best) == chart.Num(b.best) }

// allLevel tells whether all policies are even.
func allLevel(all []standing) bool {
	for i := range all {
		if !all[i].known || !level(&all[0], &all[i]) {
			return false
		}
	}
	return true
}

// lead is by how much the first is ahead, with its sign: below 0 where lower is
// better.
func lead(first, second *standing) string {
	d := first.best - second.best
	if d > 0 {
		return "+" + chart.Num(d)
	}
	return chart.Num(d)
}

// pick chooses n policies where there is no room for all: first whoever is
// ahead and the one in front, then the others. They stay in their order.
func pick(v screen.View, all []standing, n int) []standing {
	if n >= len(all) {
		return all
	}
	first, _ := ahead(v, all)
	var wanted []int
	if first != nil {
		wanted = append(wanted, first.track)
	}
	for _, i := range append([]int{v.Focused()}, inOrder(v)...) {
		if !slices.Contains(wanted, i) {
			wanted = append(wanted, i)
		}
	}
	wanted = wanted[:max(0, n)]
	out := slices.Clone(all)
	return slices.DeleteFunc(out, func(st standing) bool { return !slices.Contains(wanted, st.track) })
}

// better says which values are.
func better(v screen.View) string {
	if v.Problem.Minimise {
		return "lower is better"
	}
	return "higher is better"
}
