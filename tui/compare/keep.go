package compare

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// command is the command line that opens a plan; "": the problem has no name to be
// opened by.
func command(v screen.View, p session.Plan) string {
	if v.Name == "" {
		return ""
	}
	words := []string{"farsight", "explore", quoted(v.Name)}
	base, a := v.Base, p.Altered
	words = append(words, policyFlags(base, p)...)
	add := func(flag string, value float64) {
		if value > 0 {
			words = append(words, "--"+flag, pane.Number(value))
		}
	}
	add("budget", a.Budget)
	add("prices", a.Prices)
	if h := a.Objective; h != nil && h.Fixed != nil && !slices.Equal(h.Fixed.Scale, fixedScale(base)) {
		words = append(words, "--lengthscale", strings.ReplaceAll(pane.ScaleText(h.Fixed.Scale), " ", ""))
	}
	add("noise", a.Noise)
	if p.Run.Seed != 0 {
		words = append(words, "--seed", fmt.Sprint(p.Run.Seed))
	}
	return strings.Join(words, " ")
}

func fixedScale(p *scenarios.Problem) []float64 {
	if p.Objective.Fixed == nil {
		return nil
	}
	return p.Objective.Fixed.Scale
}

// policyFlags are those that make a plan's policies of the problem's: nothing where
// they are the same, --steps where that is the one difference, else every policy.
func policyFlags(base *scenarios.Problem, p session.Plan) []string {
	usual := session.UsualPolicies(base)
	if samePolicies(base, usual, p.Policies) {
		return nil
	}
	if _, steps := farthestPolicy(p, base); steps > 0 {
		var options policy.Options
		n := fmt.Sprint(steps)
		given := slices.Clone(usual)
		for i, q := range given {
			given[i] = q.Given(options.With("steps", n))
		}
		if samePolicies(base, given, p.Policies) {
			return []string{"--steps", n}
		}
	}
	var out []string
	for _, q := range p.Policies {
		out = append(out, "--policy", quoted(q.String()))
	}
	return out
}

// samePolicies tells whether policies do the same on a problem.
func samePolicies(base *scenarios.Problem, a, b []policy.Policy) bool {
	return slices.EqualFunc(a, b, func(a, b policy.Policy) bool {
		x, errX := study.Filled(a, base)
		y, errY := study.Filled(b, base)
		x.As, y.As = "", ""
		return errX == nil && errY == nil && x == y
	})
}

// quoted is a word of a command line.
func quoted(s string) string {
	s = sanitize.Text(s)
	if s != "" && !strings.ContainsAny(s, " \t'\"\\$`!*?[]{}()<>|&;#~\n") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// keep wants a plan's problem written as a file, with its policies.
func keep(v screen.View, p session.Plan) screen.Wants {
	w := screen.Wants{Taken: true}
	q := *p.Altered.Of(v.Base)
	q.Compare = nil
	for _, one := range p.Policies {
		q.Compare = append(q.Compare, one.String())
	}
	text, err := problemfile.Format(&q)
	if err != nil {
		w.Note = "No problem file: " + sanitize.Text(err.Error()) + ". The command in the row above opens it, too."
		return w
	}
	w.Save = &screen.File{Stem: q.Name, Ext: ".toml", Data: text, Said: "setting"}
	return w
}
