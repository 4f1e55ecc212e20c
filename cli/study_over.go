package cli

import (
	"fmt"
	"slices"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
)

// over is by how much a study is over its budget, in words; "" if it is not.
func (v studyView) over() string {
	by := v.state.Over()
	if by == 0 {
		return ""
	}
	return fmt.Sprintf("over budget by %s%s", number(by), unitText(v.problem.CostUnit))
}

// wayOn are the commands that let a study go on that is over its budget, the
// one that mends a slip first; "" for any other study.
func (v studyView) wayOn(l *study.Live) string {
	if v.now.Stop != study.OverBudget {
		return ""
	}
	name, s := shellArgument(v.path), ""
	if line, events := v.state.Undoable(), l.Journal().Events(); line > 0 && line <= len(events) {
		s = fmt.Sprintf("  if that is wrong   farsight study undo %s   (takes back line %d: %s)\n", name, line, sanitize.Text(study.Words(v.problem, events[line-1].Body)))
	}
	return s + fmt.Sprintf("  to go on           farsight study budget %s +%s   (room for one more at what they have cost)\n", name, extension(v.state.Over()+typicalCost(v.state)))
}

// typicalCost is the median of what evaluations have cost.
func typicalCost(st journal.State) float64 {
	var costs []float64
	for _, e := range st.Evaluations {
		costs = append(costs, e.Cost+e.Move)
	}
	if len(costs) == 0 {
		return 0
	}
	slices.Sort(costs)
	return costs[len(costs)/2]
}
