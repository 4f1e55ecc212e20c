package policy

import (
	"fmt"
	"strconv"

	"farsight/lookahead"
	"farsight/lookahead/fantasy"
)

const (
	pmsEI = "p-ms-ei"
	// The variant that won: joint model of value and cost where the data favour it, at the best
	// sustained rate.
	pmsEIJoint = pmsEI + " joint=auto price=sustained taper=false"
)

// Defaults of P-MS-EI: two steps, many fantasies, the true budget, and a price
// that was chosen by the runs of examples/price-design.toml.
const (
	pricedSteps     = 2
	pricedFantasies = "32"
	defaultPrice    = "0.5*" + priceRate
	defaultTaper    = "true"
)

func init() {
	Register(Kind{
		ID: pmsEI, Title: "P-MS-EI", Order: 95, Hue: 15,
		Sentence: "plans N evaluations ahead, with a price of budget",
		Formula:  "V_N(x) = Q₁(x) − λ E[min(c, b)] + E[ max(0, max V_{N−1}(x' | x, y, z)) ],  λ = what a unit of budget brings elsewhere",
		Symbol:   "V",
		Choose:   "first, with joint=auto price=sustained taper=false: 6.4 ± 0.8 % ahead of EI / E[c] on drawn problems whose costs spread tenfold, most where few evaluations fit; with fitted models not distinguished from it (docs/research/money.md)",
		Ahead:    true,
		AnyScale: true,
		Options:  append(treeOptions[:len(treeOptions):len(treeOptions)], priceOption, taperOption), Prefix: optionSteps, Candidates: []string{pmsEIJoint},
		Fill: func(p Policy, defaults Options) (Policy, error) {
			return treeFilled(p, defaults, treeDefaults{steps: pricedSteps, schedule: lookahead.ScheduleOff, price: defaultPrice, taper: defaultTaper, shape: pricedShape})
		},
		CheckFile: func(o Options) (string, error) {
			if _, err := parsePrice(o.Get(optionPrice)); err != nil {
				return optionPrice, err
			}
			return checkFantasies(o)
		},
		Applies: treeApplies, Details: treeDetails,
		Start: newPlanner, Plan: planTree, Recorded: recordedTree,
		ChartTitle: pricedChart, Why: pricedWhy, Numbers: pricedNumbers,
	})
}

// pricedShape returns the default shape of N steps: two steps have many fantasies.
func pricedShape(r fantasy.Rule, steps int) fantasy.Shape {
	shape := fantasy.DefaultShape(r, steps)
	if r == fantasy.Sampled && steps == pricedSteps {
		shape, _ = fantasy.ParseShape(r, pricedFantasies) // it is right
	}
	return shape
}

// priceOption is what P-MS-EI has beside the options of a tree.
var priceOption = Option{
	Name: optionPrice, Type: Text, Default: defaultPrice,
	Label: "price of budget", About: "What a unit of remaining budget is worth: the best rate of one step, all of it or as far as it lasts, a share of it, or a number; 0 is B-MS-EI.",
	Usage:   "P-MS-EI: price of budget: rate, 0.5*rate, sustained or a number",
	Example: priceExample,
}

// taperOption lets the price fall as the end comes near.
var taperOption = Option{
	Name: optionTaper, Type: Switch, Default: defaultTaper,
	Label: "price falls to 0", About: "Whether the price is multiplied by the chance that the budget pays for more than the N evaluations that are planned.",
	Usage: "P-MS-EI: let the price fall towards the end of the budget",
}

// pricedChart is what the curve V_N means.
func pricedChart(p Policy, _ *Decision, narrow bool) string {
	switch steps := p.Steps(); {
	case steps == 1:
		return "improvement less the price of what it spends"
	case narrow:
		return fmt.Sprintf("value less its price (%d steps)", steps)
	default:
		return fmt.Sprintf("value of this point and of what follows, less their price (%d steps)", steps)
	}
}

// pricedWhy says what a point brings, and what that costs at the price.
func pricedWhy(t Telling) string {
	d := t.Decision
	if d.Price == 0 || d.Tree == nil || len(d.Tree.Nodes) == 0 {
		return treeWhy(t)
	}
	root := d.Tree.Nodes[0]
	paid := d.Price * root.Spending
	if t.Terse {
		return fmt.Sprintf(": worth %s, its cost %s", t.Number(root.Value+paid), t.Number(paid))
	}
	if d.Tree.Steps == 1 {
		return fmt.Sprintf(": worth %s, and its cost would bring %s elsewhere", t.Number(root.Value+paid), t.Number(paid))
	}
	return fmt.Sprintf(": worth %s now and %s later, and its cost would bring %s elsewhere", t.Number(root.Value+paid), t.Number(root.Subtree-root.Value), t.Number(paid))
}

// pricedNumbers continues from Q₁ to the value of a priced tree.
func pricedNumbers(t Telling) []string {
	n, d := t.Number, t.Decision
	if d.Price == 0 || d.Tree == nil || len(d.Tree.Nodes) == 0 {
		return treeNumbers(t)
	}
	lines, q1 := treeOneStep(t)
	root := d.Tree.Nodes[0]
	paid := d.Price * root.Spending
	lines = append(lines,
		fmt.Sprintf("price   = λ · %s = %s · %s = %s:  what its cost would bring elsewhere", t.law("E[min(c, b)]", "(w + E[min(c, b − w)])"), n(d.Price), n(root.Spending), n(paid)))
	if d.Tree.Steps == 1 {
		return append(lines, fmt.Sprintf("V₁      = Q₁ − price = %s − %s = %s", n(q1), n(paid), n(d.Value)))
	}
	name := "V" + q(d.Tree.Steps)[1:]
	return append(lines,
		fmt.Sprintf("%-7s = Q₁(x) − price + E[ max(0, max V%s(x' | x, y, z)) ],  over the %d nodes of the scenario tree", name+"(x)", q(d.Tree.Steps - 1)[1:], len(d.Tree.Nodes)),
		fmt.Sprintf("        = %s − %s + %s from what follows, where that is worth its price = %s", n(q1), n(paid), n(root.Subtree-root.Value), n(d.Value)))
}

// pricedDetails names a price that is not the usual one.
func pricedDetails(price string) string {
	if v, err := strconv.ParseFloat(price, 64); err == nil {
		return fmt.Sprintf("price %v", v)
	}
	return "price " + price
}
