package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farsight/acquisition"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Kind is one policy: all that is special about it. What is left nil is not
// special: nothing is remembered, no curve can be drawn, the problem's models
// are used as they are.
type Kind struct {
	ID       string // as it is typed: "ei-puc"
	Title    string // as people write it
	Order    int    // its place in lists
	Hue      int    // the number of its colour, from 1; 0: one that is free
	Sentence string // what it does, as a line of a list
	Formula  string // what it maximises, in symbols
	Symbol   string // of that, beside a number: "EI/c"; "": it has no short one
	Choose   string // when to choose it

	// Ahead: it plans beyond the next evaluation, so that reports hold it
	// against the policies that do not.
	Ahead   bool
	Options []Option
	// Prefix is the option that a number before the name sets, as in 4-b-ms-ei;
	// "": there is no such shorthand.
	Prefix string

	// Candidates are its entries in comparisons by default; nil: its name.
	Candidates []string
	// Aside: it enters none, being a baseline, another policy found in another
	// way, or made for something else than the best value within a budget.
	Aside bool

	// Fill returns the policy with all options set and checked; defaults are the
	// problem's. Nil: Options.or, every option by itself.
	Fill func(p Policy, defaults Options) (Policy, error)
	// CheckFile says what is wrong with options as a problem file has them, and
	// with which; nil: nothing beyond the options' own checks.
	CheckFile func(o Options) (option string, err error)
	// Applies reports whether an option has a meaning beside the others, which are
	// filled in; nil: always.
	Applies func(p Policy, option string) bool
	// Details names what is special about this one, as in "N=2, path".
	Details func(p Policy) string

	// Noise: it reckons with the noise of the next evaluation itself, or looks at
	// no value, so that it decides on what is believed as it is.
	Noise bool
	// Start returns what makes the decisions of one run; the policy is filled.
	Start func(p Policy) Decider
	// Function is the closed form whose curve is drawn, given the decision if
	// there is one.
	Function func(p Policy, s Situation, d *Decision) acquisition.Function
	// Curve draws what Function cannot; a nil curve leaves it to Function.
	Curve func(p Policy, s Situation, d *Decision, us []model.Unit) []float64
	// Plan is what the scenario tree of a decision is maximised on, given the budget it plans with
	// and its price of budget; set by policies that have one.
	Plan func(p Policy, s Situation, budget, price float64) (lookahead.State, fantasy.Samples, bool)
	// Recorded rebuilds the scenario tree of a decision from a journal's record.
	Recorded func(p Policy, s Situation, budget float64, record []byte) *lookahead.Snapshot

	// AnyScale: values may be negative, so that a chart does not begin at 0.
	AnyScale bool
	// ChartTitle says what the curve means; in fewer words where it is narrow.
	ChartTitle func(p Policy, d *Decision, narrow bool) string
	// Why continues "Next: x=0.85 for about 9.0 of the 27.3 left" with the reason for the choice.
	Why func(t Telling) string
	// Numbers writes the formula out with a decision's numbers.
	Numbers func(t Telling) []string
}

var kinds []*Kind

// Register adds a policy to the list. It is called while the program starts, by
// the policy's file; a name that is taken is a mistake of that file.
func Register(k Kind) {
	if k.ID == "" || k.Title == "" || k.Sentence == "" || k.Formula == "" || k.Choose == "" || k.Start == nil || k.ChartTitle == nil || k.Why == nil || k.Numbers == nil {
		panic(fmt.Sprintf("policy: %q is not whole: it needs a title, a sentence, a formula, when to choose it, Start, ChartTitle, Why and Numbers", k.ID))
	}
	if find(k.ID) != nil {
		panic(fmt.Sprintf("policy: there are two called %q", k.ID))
	}
	kinds = append(kinds, &k)
	slices.SortStableFunc(kinds, func(a, b *Kind) int { return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID)) })
}

// All lists the policies there are, in the order of lists.
func All() []*Kind { return slices.Clone(kinds) }

// Candidates returns the policies that are compared by default, in the order of
// lists.
func Candidates() []Policy {
	var out []Policy
	for _, k := range kinds {
		names := k.Candidates
		if names == nil && !k.Aside {
			names = []string{k.ID}
		}
		for _, n := range names {
			out = append(out, Must(n))
		}
	}
	return out
}

// IDs are their names.
func IDs() []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = k.ID
	}
	return out
}

func find(id string) *Kind {
	for _, k := range kinds {
		if k.ID == id {
			return k
		}
	}
	return nil
}

// Find is the policy of a name without options; an unknown one is an error
// that names the nearest.
func Find(id string) (*Kind, error) {
	if k := find(id); k != nil {
		return k, nil
	}
	hint := "; there is " + strings.Join(IDs(), ", ")
	if name, near := mistake.Nearest(id, IDs()); near {
		hint = fmt.Sprintf("; did you mean %q?", name)
	}
	return nil, fmt.Errorf(`there is no policy "%s"%s`, sanitize.Short(id, 40), hint)
}

// AllOptions are the options of all policies, each once, in the order of lists:
// what flags and forms are made from.
func AllOptions() []Option {
	var out []Option
	for _, k := range kinds {
		for _, o := range k.Options {
			if !slices.ContainsFunc(out, func(p Option) bool { return p.Name == o.Name }) {
				out = append(out, o)
			}
		}
	}
	return out
}

// Check says what is wrong with an option's value, or that there is no such
// option.
func (k *Kind) Check(option, value string) error {
	o, ok := k.option(option)
	if !ok {
		return fmt.Errorf("there is no option %q", sanitize.Short(option, 40))
	}
	if err := o.Check(value); err != nil {
		return fmt.Errorf("%s %w", option, err)
	}
	return nil
}

// Permits reports whether an option only allows what is refused without it.
func (k *Kind) Permits(option string) bool {
	o, _ := k.option(option)
	return o.Permits
}

// Sorted returns options in the order of the kind's list.
func (k *Kind) Sorted(o Options) Options { return o.in(k) }

// option finds one of a kind's options.
func (k *Kind) option(name string) (Option, bool) {
	for _, o := range k.Options {
		if o.Name == name {
			return o, true
		}
	}
	return Option{}, false
}
