package policy

const bmsEI = "b-ms-ei"

func init() {
	Register(Kind{
		ID: bmsEI, Title: "B-MS-EI", Order: 90, Hue: 2,
		Sentence: "plans N evaluations ahead, within the budget",
		Formula:  "Q_N(x) = Q₁(x) + E[ max Q_{N−1}(x' | x, y, z) ],  Q₁(x) = EI(x) · Φ((ln b − m)/s)",
		Symbol:   "Q",
		Choose:   "to see the paper's method; against EI-PUC it pays when the budget is good for a few evaluations (docs/research/map.md)",
		Ahead:    true,
		Options:  treeOptions, Prefix: optionSteps, Candidates: []string{"2-" + bmsEI, "4-" + bmsEI},
		Fill: fillTree, CheckFile: checkFantasies, Applies: treeApplies, Details: treeDetails,
		Start: newPlanner, Plan: planTree, Recorded: recordedTree,
		ChartTitle: treeChart, Why: treeWhy, Numbers: treeNumbers,
	})
}
