package cli

import (
	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/scenarios"
	"farsight/tui/pane"
	"farsight/tui/session"
)

// alterFlags change a problem as the explorer's sliders do, which show them to be
// copied.
type alterFlags struct {
	budget, prices, noise float64
	lengthscale           string
}

func (f *alterFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.Float64Var(&f.budget, "budget", 0, "another budget than the problem's")
	fl.Float64Var(&f.prices, "prices", 0, "multiply all prices by this")
	fl.StringVar(&f.lengthscale, "lengthscale", "", "another lengthscale of a fixed objective: one, or one for each parameter with commas")
	fl.Float64Var(&f.noise, "noise", 0, "add noise of this standard deviation to the values of an expression")
}

// of is what the flags change of a problem.
func (f *alterFlags) of(cmd *cobra.Command, p *scenarios.Problem) (a session.Alterations, err error) {
	given := func(flag string) bool { return cmd.Flags().Changed(flag) }
	name := sanitize.Text(p.Name)
	for _, one := range []struct {
		flag  string
		value float64
		into  *float64
	}{{"budget", f.budget, &a.Budget}, {"prices", f.prices, &a.Prices}, {"noise", f.noise, &a.Noise}} {
		if !given(one.flag) {
			continue
		}
		if err := model.CheckCost(one.value); err != nil || !(one.value > 0) {
			return a, usagef("--%s %v: give a number above 0", one.flag, one.value)
		}
		*one.into = one.value
	}
	switch {
	case p.Theorem != nil && (given("budget") || given("prices") || given("noise") || given("lengthscale")):
		return a, usagef("theorem 1 has a budget and prices of its own: leave out --budget, --prices, --lengthscale and --noise")
	case given("noise"):
		if _, ok := p.Source.(*scenarios.Expression); !ok {
			return a, usagef("--noise: the values of %s have noise of their own; it is added to objectives given by an expression", name)
		}
	}
	if !given("lengthscale") {
		return a, nil
	}
	if p.Objective.Fixed == nil {
		return a, usagef("--lengthscale: %s fits the objective's process at every step; fix it under [model.objective] in a problem file first", name)
	}
	scale, err := pane.ParseScale(f.lengthscale, p.Dim())
	if err != nil {
		return a, usagef("--lengthscale: %w", err)
	}
	plan := session.Plan{Altered: a}
	plan.Process(p, false, func(s *scenarios.ModelSettings) { s.Fixed.Scale = scale })
	return plan.Altered, nil
}
