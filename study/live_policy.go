package study

import (
	"fmt"
	"strconv"
	"strings"
)

// A journal names a policy as it was typed, followed by the options that were
// given, spelled as the flags are: "b-ms-ei steps=3 schedule=off". What was
// left open stays open, so that the problem's own defaults still hold.

// formatPolicy is the policy as a journal names it.
func formatPolicy(p Policy) string {
	parts := []string{p.ID()}
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	if short, err := ParsePolicy(p.ID()); err == nil && p.Steps != 0 && p.Steps != short.Steps {
		add("steps", strconv.Itoa(p.Steps))
	}
	add("rule", p.Rule)
	add("fantasies", strings.ReplaceAll(p.Fantasies, " ", ""))
	add("effort", p.Effort)
	add("schedule", p.Schedule)
	if p.Large {
		add("large-trees", "true")
	}
	if p.Lambda != 0 {
		add("lambda", strconv.FormatFloat(p.Lambda, 'g', -1, 64))
	}
	return strings.Join(parts, " ")
}

// readPolicy is the inverse of formatPolicy.
func readPolicy(text string) (Policy, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return Policy{}, fmt.Errorf("the study names no policy")
	}
	p, err := ParsePolicy(fields[0])
	if err != nil {
		return Policy{}, err
	}
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, "=")
		var err error
		switch name {
		case "steps":
			p.Steps, err = strconv.Atoi(value)
		case "rule":
			p.Rule = value
		case "fantasies":
			p.Fantasies = value
		case "effort":
			p.Effort = value
		case "schedule":
			p.Schedule = value
		case "large-trees":
			p.Large, err = strconv.ParseBool(value)
		case "lambda":
			p.Lambda, err = strconv.ParseFloat(value, 64)
		default:
			err = fmt.Errorf("there is no such option")
		}
		if err != nil {
			return Policy{}, fmt.Errorf("policy %q: option %q: %w", text, f, err)
		}
	}
	return p, nil
}
