package policy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
)

// Policy is a policy's name with its options. It is a value that can be compared; the
// zero Policy is none.
type Policy struct {
	Name    string // base name: "ei-puc", "b-ms-ei", …
	As      string // another name: "4-b-ms-ei", or a label
	Options Options
}

// Usual returns the policies that are compared by default.
func Usual() []string { return []string{eiPUC, bmsEI} }

// recommended is the default policy of live studies (docs/research/money.md). It is
// defined here only.
const recommended = pmsEIJoint

// Recommended is the policy of live studies where neither they nor their problem
// say which; commands name it as their default.
func Recommended() string { return recommended }

// Parse reads a policy as journals and command lines write it: a name or a
// shorthand such as 4-b-ms-ei, and options after blanks: "b-ms-ei steps=3
// schedule=off".
func Parse(text string) (Policy, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return Policy{}, errors.New("no policy is named")
	}
	p, err := parseName(fields[0])
	if err != nil {
		return Policy{}, err
	}
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, "=")
		o, known := p.Kind().option(name)
		switch {
		case !known:
			err = errors.New("there is no such option")
		case value == "":
			err = errors.New("it has no value")
		default:
			err = o.Check(value)
		}
		if err != nil {
			return Policy{}, fmt.Errorf("policy %q: option %q: %w", sanitize.Text(text), sanitize.Text(f), err)
		}
		p = p.With(name, value)
	}
	return p, nil
}

// parseName reads a name, with the shorthands of kinds that have one.
func parseName(name string) (Policy, error) {
	if find(name) != nil {
		return Policy{Name: name, As: name}, nil
	}
	head, rest, _ := strings.Cut(name, "-")
	if k := find(rest); k != nil && k.Prefix != "" && len(head) <= 3 && strings.Trim(head, "0123456789") == "" && head != "" {
		o, _ := k.option(k.Prefix)
		n, _ := strconv.Atoi(head) // three digits
		if n < o.Least || n > o.Most {
			return Policy{}, fmt.Errorf("%s: plan from %d to %d steps", name, o.Least, o.Most)
		}
		return Policy{Name: rest, As: name, Options: Options("").With(o.Name, strconv.Itoa(n))}, nil
	}
	_, err := Find(name)
	return Policy{}, err
}

// Must is Parse of what is known to be right.
func Must(text string) Policy {
	p, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

// String is the policy as Parse reads it: as it was typed, and the options
// that say more than that. What was left open stays open, so that a problem's
// own defaults still hold.
func (p Policy) String() string {
	text := p.ID()
	typed, err := parseName(text)
	if err != nil { // a label
		text, typed = p.Name, Policy{Name: p.Name}
	}
	for name, value := range p.Options.All {
		if typed.Get(name) != value {
			text += " " + name + "=" + value
		}
	}
	return text
}

// Kind is what is special about the policy. A name that is none of ours is a
// caller's mistake: names from outside are read by Parse.
func (p Policy) Kind() *Kind {
	k := find(p.Name)
	if k == nil {
		panic(fmt.Sprintf("policy: there is none called %q", p.Name))
	}
	return k
}

// Get returns an option; "": not given.
func (p Policy) Get(option string) string { return p.Options.Get(option) }

// Option describes one of a filled policy's options; it reports false for one
// it does not have, or that has no meaning beside the others.
func (p Policy) Option(name string) (Option, bool) {
	k := p.Kind()
	o, ok := k.option(name)
	return o, ok && (k.Applies == nil || k.Applies(p, name))
}

// With returns the policy with an option set, or by "" open again.
func (p Policy) With(option, value string) Policy {
	p.Options = p.Options.With(option, value).in(p.Kind())
	return p
}

// Override is With as the last word: options that say the same in another way
// are open again.
func (p Policy) Override(option, value string) Policy {
	o, _ := p.Kind().option(option)
	for _, other := range o.Clears {
		p.Options = p.Options.With(other, "")
	}
	return p.With(option, value)
}

// Given returns the policy with some options as defaults: a shorthand such as
// 2-b-ms-ei overrides them.
func (p Policy) Given(o Options) Policy {
	for name, value := range o.All {
		if _, has := p.Kind().option(name); has && p.Get(name) == "" {
			p.Options = p.Options.With(name, value).in(p.Kind())
		}
	}
	return p
}

// Fill returns the policy with what it leaves open filled in: first by a
// problem's defaults, then by ours. What the policy says itself wins. An error
// says which option cannot be.
func (p Policy) Fill(defaults Options) (Policy, error) {
	k := p.Kind()
	if k.Fill != nil {
		return k.Fill(p, defaults)
	}
	p.Options = p.Options.or(defaults)
	for _, o := range k.Options {
		if o.Default != "" && p.Get(o.Name) == "" {
			p.Options = p.Options.With(o.Name, o.Default)
		}
		if v := p.Get(o.Name); v != "" {
			if err := o.Check(v); err != nil {
				return p, fmt.Errorf("policy %s: %s %w", p.Name, o.Name, err)
			}
		}
	}
	p.Options = p.Options.in(k)
	return p, nil
}

// Steps is how many evaluations a filled policy plans ahead; 0 for policies
// that plan none.
func (p Policy) Steps() int {
	n, _ := strconv.Atoi(p.Get(optionSteps)) // checked, or 0
	return n
}

// Tree reports whether the policy plans with a scenario tree.
func (p Policy) Tree() bool { return p.Kind().Plan != nil }

// Title is the policy's name as people write it: with the number before it, if
// it was asked for by one.
func (p Policy) Title() string {
	if n, _, ok := p.shorthand(); ok {
		return n + "-" + p.Kind().Title
	}
	return p.Kind().Title
}

// Details names what is special about a filled policy, as in "N=2,
// Gauss-Hermite 9x3"; empty where nothing is.
func (p Policy) Details() string {
	if d := p.Kind().Details; d != nil {
		return d(p)
	}
	return ""
}

// ID is what the policy was asked for by: it names a run's lines in exports.
func (p Policy) ID() string {
	if p.As != "" {
		return p.As
	}
	return p.Name
}
