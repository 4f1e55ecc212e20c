package policy

import (
	"errors"
	"farsight/lookahead/fantasy"
)

func init() {
	path := fantasy.Path.String()
	onePath := paperTree
	onePath.rule = path
	Register(Kind{
		ID: "b-ms-ei-p", Title: "B-MS-EI-P", Order: 100, Hue: 6,
		Sentence: "B-MS-EI along a single path of fantasies",
		Formula:  "Q_N with one fantasy a stage, at the posterior mean: y = μ, z = exp(m)",
		Symbol:   "Q",
		Choose:   "as a faster B-MS-EI that plans further in the same time",
		Ahead:    true,
		Aside:    true,
		Options:  treeOptions, Prefix: optionSteps,
		Fill: func(p Policy, defaults Options) (Policy, error) { return treeFilled(p, defaults, onePath) },
		CheckFile: func(o Options) (string, error) {
			if rule := o.Get(optionRule); rule != "" && rule != path {
				return optionRule, errors.New("b-ms-ei-p follows one path; leave rule out, or use b-ms-ei")
			}
			return checkFantasies(o.With(optionRule, path))
		},
		Applies: func(p Policy, option string) bool { return option != optionRule && treeApplies(p, option) },
		Details: treeDetails,
		Start:   newPlanner, Plan: planTree, Recorded: recordedTree,
		ChartTitle: treeChart, Why: treeWhy, Numbers: treeNumbers,
	})
}
