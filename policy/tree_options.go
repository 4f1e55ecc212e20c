package policy

import (
	"fmt"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Options of the policies that plan with a scenario tree.
const (
	optionSteps     = "steps"
	optionRule      = "rule"
	optionFantasies = "fantasies"
	optionEffort    = "effort"
	optionSchedule  = "schedule"
	optionLarge     = "large-trees"
	optionPrice     = "price"
	optionTaper     = "taper"
)

// maxSteps is the farthest lookahead that may be asked for.
const maxSteps = 10

// Defaults of B-MS-EI: the paper's four steps, scheduled as in the paper.
const (
	defaultSteps    = 4
	defaultSchedule = lookahead.SchedulePaper
)

// words turns the values of an enumeration into the words for them.
func words[T fmt.Stringer](values ...T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.String()
	}
	return out
}

// treeOptions are those of B-MS-EI.
var treeOptions = []Option{
	{
		Name: optionSteps, Type: Whole, Least: 1, Most: maxSteps, Default: strconv.Itoa(defaultSteps), Clears: []string{optionFantasies},
		Label: "steps ahead, N", About: "How many evaluations B-MS-EI plans. The tree's default fantasies follow.",
		Usage: "B-MS-EI: evaluations to plan ahead, N",
	},
	{
		Name: optionRule, Type: OneOf, Choices: words(fantasy.Sampled, fantasy.Path, fantasy.GaussHermite),
		Notes:   []string{"quasi-random draws, as in the paper", "one fantasy a stage, at the mean", "weighted nodes: accurate where few suffice"},
		Default: fantasy.Sampled.String(), Clears: []string{optionFantasies},
		Label: "fantasies by", About: "Where the imagined outcomes of a stage come from.",
		Usage: "B-MS-EI: fantasies by tree, path or gauss-hermite",
	},
	{
		Name: optionFantasies, Type: Text, Clears: []string{optionSteps},
		Label: "fantasies", About: "How many outcomes each stage imagines: 4,4,2; by gauss-hermite objective x cost, 9x3,5x1. N follows.",
		Usage:   "B-MS-EI: per stage, such as 4,4,2, or 9x3,5x1 for gauss-hermite",
		Example: "a number for every stage, such as 4,4,2",
	},
	{
		Name: optionEffort, Type: OneOf, Choices: words(lookahead.Quick, lookahead.Standard, lookahead.Thorough, lookahead.PaperEffort),
		Notes:   []string{"answers within a key press", "the default", "maximised further", "the paper's protocol: slow"},
		Default: lookahead.Standard.String(),
		Label:   "effort", About: "How hard the scenario tree is maximised.",
		Usage: "B-MS-EI: quick, standard, thorough or paper",
	},
	{
		Name: optionSchedule, Type: OneOf, Choices: words(lookahead.ScheduleOff, lookahead.SchedulePaper, lookahead.ScheduleReference),
		Notes:   []string{"plan with all that is left", "plan with a fantasy budget, refilled when spent", "refilled as the authors' code does"},
		Default: defaultSchedule.String(),
		Label:   "schedule", About: "Which budget the tree plans with when far more is left than N steps can spend.",
		Usage: "B-MS-EI: fantasy budget off, or refilled as in paper or reference",
	},
	jointOption,
	{
		Name: optionLarge, Type: Switch, Permits: true,
		Label: "large trees", About: fmt.Sprintf("Whether trees of more than %d nodes are allowed.", fantasy.MaxNodes),
		Usage: fmt.Sprintf("B-MS-EI: allow trees of more than %d nodes", fantasy.MaxNodes),
	},
}

// fillTree fills in and checks the options of a scenario tree.
func fillTree(p Policy, defaults Options) (Policy, error) {
	return treeFilled(p, defaults, paperTree)
}

// treeDefaults are the default options of a policy with a tree.
type treeDefaults struct {
	steps    int
	schedule lookahead.Schedule
	rule     string // fixed, if not ""
	price    string // "": it has none
	taper    string
	shape    func(r fantasy.Rule, steps int) fantasy.Shape
}

var paperTree = treeDefaults{steps: defaultSteps, schedule: defaultSchedule, shape: fantasy.DefaultShape}

// treeFilled is fillTree with other defaults.
func treeFilled(p Policy, defaults Options, own treeDefaults) (Policy, error) {
	o := p.Options
	// An own number of steps makes the problem's fantasies, which are for another number,
	// meaningless.
	same := o.Get(optionSteps) == "" || o.Get(optionSteps) == defaults.Get(optionSteps)
	sameRule := o.Get(optionRule) == "" || defaults.Get(optionRule) == "" || o.Get(optionRule) == defaults.Get(optionRule)
	for name, value := range defaults.All {
		switch {
		case name == optionSteps && o.Get(optionFantasies) != "":
		case name == optionFantasies && !(same && sameRule):
		default:
			o = o.or(Options("").With(name, value))
		}
	}
	if own.rule != "" {
		o = o.With(optionRule, own.rule)
	}
	o = o.or(Options("").With(optionRule, fantasy.Sampled.String()))
	p.Options = o.in(p.Kind())
	drawn, err := fantasy.ParseRule(o.Get(optionRule))
	if err != nil {
		return p, err
	}
	if f := o.Get(optionFantasies); f != "" {
		shape, err := fantasy.ParseShape(drawn, f)
		if err != nil {
			return p, err
		}
		if steps := o.Get(optionSteps); steps != "" && steps != strconv.Itoa(shape.Steps()) {
			return p, fmt.Errorf("policy %s: fantasies %q are for %d steps, not %s: give one count per stage after the first", p.Name, f, shape.Steps(), steps)
		}
		o = o.With(optionSteps, strconv.Itoa(shape.Steps()))
	}
	o = o.or(Options("").With(optionSteps, strconv.Itoa(own.steps)))
	if n, err := strconv.Atoi(o.Get(optionSteps)); err != nil || n < 1 || n > maxSteps {
		return p, fmt.Errorf("policy %s: %s steps: use 1 to %d", p.Name, o.Get(optionSteps), maxSteps)
	} else if o.Get(optionFantasies) == "" {
		o = o.With(optionFantasies, own.shape(drawn, n).String())
	}
	o = o.or(Options("").With(optionEffort, lookahead.Standard.String()).With(optionSchedule, own.schedule.String()).With(optionPrice, own.price).With(optionTaper, own.taper))
	if _, err := lookahead.ParseEffort(o.Get(optionEffort)); err != nil {
		return p, err
	}
	if _, err := lookahead.ParseSchedule(o.Get(optionSchedule)); err != nil {
		return p, err
	}
	if _, err := parsePrice(o.Get(optionPrice)); err != nil {
		return p, fmt.Errorf("policy %s: %w", p.Name, err)
	}
	p.Options = o.in(p.Kind())
	if err := p.plan().shape.Check(p.plan().large); err != nil {
		return p, fmt.Errorf("policy %s: %w", p.Name, err)
	}
	return p, nil
}

// treePlan are the options of a filled policy as trees take them.
type treePlan struct {
	shape    fantasy.Shape
	effort   lookahead.Effort
	schedule lookahead.Schedule
	price    priceRule
	large    bool
}

// plan reads the options of a policy that fillTree has checked.
func (p Policy) plan() treePlan {
	var t treePlan
	rule, err := fantasy.ParseRule(p.Get(optionRule))
	if err == nil {
		t.shape, err = fantasy.ParseShape(rule, p.Get(optionFantasies))
	}
	if err == nil {
		t.effort, err = lookahead.ParseEffort(p.Get(optionEffort))
	}
	if err == nil {
		t.schedule, err = lookahead.ParseSchedule(p.Get(optionSchedule))
	}
	if err == nil {
		t.price, err = parsePrice(p.Get(optionPrice))
	}
	if err != nil {
		panic(fmt.Sprintf("policy: %q was not filled: %v", p, err))
	}
	t.large = p.Get(optionLarge) == "true"
	if p.Get(optionTaper) == "true" {
		t.price.taper = t.shape.Steps()
	}
	return t
}

// treeDetails are "N=2, Gauss-Hermite 9x3".
func treeDetails(p Policy) string {
	parts := []string{fmt.Sprintf("N=%d", p.Steps())}
	switch rule := p.Get(optionRule); {
	case p.Steps() == 1, p.Get(optionFantasies) == "" && rule != fantasy.Path.String(): // none, or the default
	case rule == fantasy.GaussHermite.String():
		parts = append(parts, "Gauss-Hermite "+p.Get(optionFantasies))
	case rule == fantasy.Path.String():
		parts = append(parts, "path")
	default:
		parts = append(parts, "fantasies "+p.Get(optionFantasies))
	}
	if p.Scheduled() {
		parts = append(parts, "scheduled ("+p.Get(optionSchedule)+")")
	}
	if price := p.Get(optionPrice); price != "" {
		parts = append(parts, pricedDetails(price))
	}
	if joint := p.Get(optionJoint); joint != "" && joint != model.Separate.String() {
		parts = append(parts, "joint "+joint)
	}
	return strings.Join(parts, ", ")
}

// Scheduled reports whether a filled policy plans with a fantasy budget.
func (p Policy) Scheduled() bool {
	s := p.Get(optionSchedule)
	return s != "" && s != lookahead.ScheduleOff.String()
}

// Priced reports whether a filled policy has a price of budget, in the objective's
// unit: Decision.Price.
func (p Policy) Priced() bool {
	r, err := parsePrice(p.Get(optionPrice))
	return err == nil && !r.free()
}

// treeApplies: a path has one fantasy a stage, and one step imagines none.
func treeApplies(p Policy, option string) bool {
	if option == optionFantasies {
		return p.Get(optionRule) != fantasy.Path.String() && p.Steps() > 1
	}
	return true
}

// checkFantasies reads the number of fantasies of every stage as a problem file
// has them: "4,4,2", or for a Gauss–Hermite rule objective × cost nodes,
// "9x3,5x1".
func checkFantasies(o Options) (option string, err error) {
	text, pair := o.Get(optionFantasies), o.Get(optionRule) == fantasy.GaussHermite.String()
	if text == "" {
		return "", nil
	}
	if o.Get(optionRule) == fantasy.Path.String() {
		return optionFantasies, fmt.Errorf("a path has one fantasy at every stage; leave fantasies out")
	}
	stages := strings.Split(text, ",")
	for _, stage := range stages {
		counts := strings.Split(stage, "x")
		fine := len(counts) == 1 && !pair || len(counts) == 2 && pair
		for _, c := range counts {
			if n, err := strconv.Atoi(c); err != nil || n < 1 || n > 1024 {
				fine = false
			}
		}
		switch {
		case fine:
		case pair:
			return optionFantasies, fmt.Errorf(`"%s": write objective x cost nodes for every stage, such as "9x3" or "9x3,5x1"`, sanitize.Short(stage, 40))
		default:
			return optionFantasies, fmt.Errorf(`"%s": write a whole number for every stage, such as "4,4,2" (or set rule = "gauss-hermite" for "9x3")`, sanitize.Short(stage, 40))
		}
	}
	if n, err := strconv.Atoi(o.Get(optionSteps)); err == nil && len(stages) != n-1 {
		return optionFantasies, fmt.Errorf("%d steps imagine %d stages of fantasies, but %d are given", n, n-1, len(stages))
	}
	return "", nil
}
