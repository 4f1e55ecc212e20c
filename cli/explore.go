package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

func newExplore() *cobra.Command {
	var f problemFlags
	var s studyFlags
	var look tui.Look
	cmd := &cobra.Command{
		Use:   "explore SCENARIO|FILE|STUDY",
		Short: "open the explorer on a problem or a live study",
		Long: `Open the explorer: policies side by side, with their posteriors of
objective and cost, acquisition functions, scenario trees and remaining budgets.
? lists all keys. Without a terminal the replay is printed as text.

On a STUDY, made by farsight study new, it suggests what to measure next and
records results. Every entry is on disk before the screen confirms it, and entries
of others appear as they are made. Without a terminal its status is printed.`,
		Example: `farsight explore myopia
farsight explore overspend --policy ei --policy ei-puc --policy b-ms-ei
farsight explore problem.toml --policy ei-puc-cc --policy 4-b-ms-ei
farsight explore lab.study
farsight explore myopia --theme light --glyphs blocks
farsight explore myopia --theme dusk.toml --mouse`,
		Args: exactlyOne("a SCENARIO, FILE or STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := s.openIfStudy(cmd, args[0])
			switch {
			case err != nil:
				return err
			case l != nil:
				return exploreStudy(cmd, args[0], l, &f, look)
			}
			return openExplorer(cmd, args[0], &f, look)
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	f.alter.add(cmd)
	cmd.Flags().BoolVar(&s.salvage, "salvage", false, "if the study is damaged, continue with its sound lines; the damaged file is kept")
	addExplorer(cmd, &look)
	return cmd
}

// exploreStudy opens the explorer on a live study, or prints its status where
// there is no terminal.
func exploreStudy(cmd *cobra.Command, name string, l *study.Live, f *problemFlags, looks tui.Look) error {
	if err := fixedInStudy(cmd, name, "allow-commands"); err != nil {
		return err
	}
	if f.allow {
		l.AllowCommands()
	}
	in, out, ok := terminal(cmd)
	if !ok {
		v, err := viewOf(l, name)
		if err != nil {
			return err
		}
		writeStatus(cmd.OutOrStdout(), v, l)
		return nil
	}
	o := explorerOptions(cmd, looks, in, out)
	o.Problem, o.Policies, o.Live, o.Load = l.Problem(), []policy.Policy{l.Policy()}, l, loadProblem
	return tui.Run(cmd.Context(), o, in, out)
}

// openExplorer opens the explorer, or prints the replay where there is no terminal.
func openExplorer(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	p, policies, err := f.alteredProblem(cmd, name)
	if err != nil {
		return err
	}
	if p.IsManual() {
		return fmt.Errorf("%s is measured by a person: there is nothing to replay. Make a study of it and open that:\n  farsight study new %s lab.study\n  farsight explore lab.study", sanitize.Text(p.Name), shellArgument(name))
	}
	in, out, ok := terminal(cmd)
	switch {
	case ok:
		return tui.Run(cmd.Context(), f.explorer(cmd, look, name, p, policies), in, out)
	case p.Theorem != nil:
		return printTheorem(cmd, *p.Theorem, false)
	}
	if err := printReplay(cmd, p, policies, f.settings(), false); err != nil {
		return err
	}
	return pictures(cmd, p, policies, f.settings())
}

// pictures prints the charts at the end of each policy's run in plain
// characters.
func pictures(cmd *cobra.Command, p *scenarios.Problem, policies []policy.Policy, s study.Settings) error {
	th, _ := theme.Named("dark")
	for _, q := range policies {
		c, err := tui.Still(cmd.Context(), tui.Options{
			Problem: p, Policies: []policy.Policy{q}, Settings: s, Theme: th,
			Terminal: chart.Terminal{Glyphs: chart.ASCII, Profile: chart.NoColor},
		}, 80, 32, tui.KeyEnd())
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", trimRight(c.Plain()))
	}
	return nil
}
