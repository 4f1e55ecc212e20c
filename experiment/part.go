package experiment

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/policy"
)

// Only leaves the named problems in the experiment, by label or name; those of a map go.
func (s *Spec) Only(names []string) error {
	if len(names) == 0 {
		return nil
	}
	kept, err := named("problem", s.Problems, names, func(p ProblemSpec) []string { return []string{p.Label(), p.Name, p.base()} })
	s.Problems, s.Map = kept, nil
	return err
}

// OnlyPolicies leaves the named policies in the experiment, by label or name.
func (s *Spec) OnlyPolicies(names []string) error {
	if len(names) == 0 {
		return nil
	}
	kept, err := named("policy", s.Policies, names, func(p PolicySpec) []string { return []string{p.Label(), p.Name} })
	s.Policies = kept
	return err
}

// named are those of a list that have one of the names; a name that none has is an error.
func named[T any](what string, list []T, names []string, called func(T) []string) ([]T, error) {
	var out []T
	var known []string
	for _, e := range list {
		known = append(known, called(e)[0])
	}
	names = apart(names, known)
	wanted := map[string]bool{}
	for _, e := range list {
		labels := called(e)
		took := false
		for _, n := range names {
			// a label is one thing's, a name may be several's
			if n == labels[0] || slices.Contains(labels, n) && !slices.Contains(known, n) {
				wanted[n], took = true, true
			}
		}
		if took {
			out = append(out, e)
		}
	}
	for _, n := range names {
		if wanted[n] {
			continue
		}
		hint := ""
		if near, ok := mistake.Nearest(n, known); ok {
			hint = fmt.Sprintf(" (did you mean %s?)", sanitize.Text(near))
		}
		return nil, fmt.Errorf("the experiment has no %s %s%s: it has %s", what, sanitize.Text(n), hint, sanitize.Text(strings.Join(known, ", ")))
	}
	return out, nil
}

// apart takes lists separated by commas apart; a label may hold commas itself.
func apart(names, labels []string) []string {
	var out []string
	for _, n := range names {
		if slices.Contains(labels, n) {
			out = append(out, n)
			continue
		}
		for part := range strings.SplitSeq(n, ",") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

// Replicate makes it so many replications of every problem, whatever the specification says of them.
func (s *Spec) Replicate(n int) {
	s.Replications = n
	for i := range s.Problems {
		s.Problems[i].Replications = 0
	}
}

// Set gives an option to all policies that have it, whatever the specification says of it.
func (s *Spec) Set(o policy.Options) error {
	for name, value := range o.All {
		had := false
		for i := range s.Policies {
			q, err := policy.Parse(s.Policies[i].Name)
			if err != nil {
				return err
			}
			if q.Kind().Check(name, value) != nil {
				continue
			}
			if said := q.Get(name); said != "" && said != value { // a label that says something else than what runs
				return fmt.Errorf("--%s %s: %s says %s by its name", name, sanitize.Text(value), sanitize.Text(s.Policies[i].Name), said)
			}
			had = true
			s.Policies[i].Options = s.Policies[i].Options.With(name, value)
		}
		if !had {
			return fmt.Errorf("--%s %s: none of the policies takes it", name, sanitize.Text(value))
		}
	}
	return nil
}

// AllowCommands lets the problems run the commands they name. Call it on a person's word only.
func (s *Spec) AllowCommands() {
	for i := range s.Problems {
		s.Problems[i].allow = true
	}
}
