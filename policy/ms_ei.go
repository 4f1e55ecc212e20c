package policy

import (
	"context"
	"fmt"
	"slices"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
)

func init() {
	Register(Kind{
		ID: "ms-ei", Title: "MS-EI", Order: 85, Hue: 16,
		Sentence: "plans N evaluations ahead, whatever they cost",
		Formula:  "V_N(x) = EI(x) + E[ max V_{N−1}(x' | x, y) ],  V₁(x) = EI(x)",
		Symbol:   "V",
		Choose:   "to see what planning does without a budget: costs are ignored (Jiang et al. 2020)",
		Ahead:    true,
		Aside:    true,
		Options: slices.DeleteFunc(slices.Clone(treeOptions), func(o Option) bool {
			return o.Name == optionSchedule || o.Name == optionJoint
		}), Prefix: optionSteps,
		Fill: func(p Policy, defaults Options) (Policy, error) {
			return treeFilled(p, defaults, treeDefaults{steps: defaultSteps, schedule: lookahead.ScheduleOff, shape: fantasy.DefaultShape})
		},
		CheckFile: checkFantasies, Applies: treeApplies, Details: treeDetails,
		Start: func(p Policy) Decider { return &unbudgeted{planner{policy: p, plan: p.plan()}} }, Plan: planUnbudgeted, Recorded: recordedTree,
		ChartTitle: func(p Policy, _ *Decision, _ bool) string {
			return fmt.Sprintf("improvement now and later, whatever it costs (%s)", plural(p.Steps(), "step"))
		},
		Why: treeWhy, Numbers: unbudgetedNumbers,
	})
}

// unbudgeted plans as if every evaluation cost one of the N that are planned.
type unbudgeted struct{ planner }

// counting returns the situation with evaluations in place of the budget.
func counting(p Policy, s Situation) Situation {
	s.Pair = s.Pair.Costless()
	s.Left = float64(p.Steps())
	s.Total = s.Left
	return s
}

func (u *unbudgeted) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	before := u.planner
	d, _, err := u.planner.Decide(ctx, counting(u.policy, s))
	if err != nil {
		return nil, Running, err
	}
	if d != nil {
		d.Horizon = s.Left
		if s.Pair.Known == nil || s.Pair.Known(d.U) <= s.Left {
			return d, Running, nil
		}
		u.planner = before // it is known that it cannot be paid for
	}
	return maximise(ctx, s, acquisition.NewEI(s.Best))
}

// planUnbudgeted is what the tree of a step is maximised on.
func planUnbudgeted(p Policy, s Situation, _, _ float64) (lookahead.State, fantasy.Samples, bool) {
	if s.Pair == nil {
		return lookahead.State{}, nil, false
	}
	return planTree(p, counting(p, s), float64(p.Steps()), 0)
}

// unbudgetedNumbers writes out EI and what the tree adds.
func unbudgetedNumbers(t Telling) []string {
	n, d := t.Number, t.Decision
	lines, _ := t.Improvement()
	if d.Tree == nil || len(d.Tree.Nodes) == 0 || d.Tree.Steps == 1 {
		return append(lines, "Costs are ignored.")
	}
	root := d.Tree.Nodes[0]
	return append(lines,
		fmt.Sprintf("V%s(x)   = EI(x) + E[ max V%s(x' | x, y) ],  over the %d nodes of the scenario tree", q(d.Tree.Steps)[1:], q(d.Tree.Steps - 1)[1:], len(d.Tree.Nodes)),
		fmt.Sprintf("        = %s now + %s later = %s;  costs are ignored", n(root.Value), n(root.Subtree-root.Value), n(d.Value)))
}
