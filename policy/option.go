package policy

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Type is what an option's value may be.
type Type int

// The types.
const (
	Text   Type = iota // words without blanks
	Whole              // a whole number, Least to Most
	Number             // a number above 0, up to Most if that is not 0
	OneOf              // one of Choices
	Switch             // true or false
)

// Option is one setting of a policy, as files, flags, journals and forms have
// it.
type Option struct {
	Name    string // in files and journals; its flag is --Name
	Type    Type
	Default string // the default; "": it depends, see About
	Label   string // in a form
	About   string // what it is, in a sentence
	Usage   string // the same for a list of flags
	Example string // of a Text, in words
	Choices []string
	Notes   []string // what each choice means
	Least   int
	Most    int
	// Clears are options that say the same in another way: the last word counts.
	Clears []string
	// Permits says that the option allows what is refused without it: it
	// changes no result.
	Permits bool
}

// Check says what is wrong with a value.
func (o Option) Check(value string) error {
	switch o.Type {
	case Whole:
		if n, err := strconv.Atoi(value); err != nil || n < o.Least || n > o.Most {
			return fmt.Errorf("%s: use %d to %d", value, o.Least, o.Most)
		}
	case Number:
		if v, err := strconv.ParseFloat(value, 64); err != nil || !(v > 0) || math.IsInf(v, 0) {
			return errors.New("write a number above 0, such as 0.25 or 1e-4")
		} else if o.Most > 0 && v > float64(o.Most) {
			return fmt.Errorf("%s: use a number up to %d", value, o.Most)
		}
	case OneOf:
		if !slices.Contains(o.Choices, value) {
			return fmt.Errorf("%q: use %s", value, orList(o.Choices))
		}
	case Switch:
		if _, err := strconv.ParseBool(value); err != nil {
			return fmt.Errorf("%q: use true or false", value)
		}
	}
	return nil
}

// orList is "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Options are the options given for a policy: name=value, separated by blanks, in the
// order of the policy's list. Others have their defaults. Being text, they can be
// compared and stored.
type Options string

// All yields the options that were set.
func (o Options) All(yield func(name, value string) bool) {
	for field := range strings.FieldsSeq(string(o)) {
		if name, value, _ := strings.Cut(field, "="); !yield(name, value) {
			return
		}
	}
}

// Get is an option's value; "": it is open.
func (o Options) Get(name string) string {
	for n, v := range o.All {
		if n == name {
			return v
		}
	}
	return ""
}

// With returns the options with one set, or, by an empty value, open again.
// Blanks in a value count for nothing.
func (o Options) With(name, value string) Options {
	value = strings.Join(strings.Fields(value), "")
	var fields []string
	set := value == ""
	for n, v := range o.All {
		switch {
		case n != name:
			fields = append(fields, n+"="+v)
		case !set:
			fields, set = append(fields, name+"="+value), true
		}
	}
	if !set {
		fields = append(fields, name+"="+value)
	}
	return Options(strings.Join(fields, " "))
}

// in returns the options in the order of a kind's list.
func (o Options) in(k *Kind) Options {
	var out, rest Options
	for _, option := range k.Options {
		out = out.With(option.Name, o.Get(option.Name))
	}
	for name, value := range o.All {
		if _, known := k.option(name); !known {
			rest = rest.With(name, value)
		}
	}
	return Options(strings.TrimSpace(string(out) + " " + string(rest)))
}

// or fills what is open from others.
func (o Options) or(others Options) Options {
	for name, value := range others.All {
		if o.Get(name) == "" {
			o = o.With(name, value)
		}
	}
	return o
}
