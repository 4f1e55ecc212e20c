package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"farsight/internal/plain"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/journal"
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
		Long: `Open the explorer: two policies side by side, with what they believe of the
objective and of the cost, what they want, what they imagine and what is left.
? lists all keys. Without a terminal the replay is printed as text.

On a STUDY, made by farsight study new, it suggests what to measure next and takes
what came of it. Every entry is on disk before the screen says so, and what others
tell the same study appears. Without a terminal its status is printed.`,
		Example: `farsight explore myopia
farsight explore overspend --policy ei --policy ei-puc --policy b-ms-ei
farsight explore problem.toml --policy ei-puc-cc --policy 4-b-ms-ei
farsight explore lab.study
farsight explore myopia --theme light --glyphs blocks`,
		Args: exactlyOne("a SCENARIO, FILE or STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := s.openIfStudy(cmd, args[0])
			switch {
			case err != nil:
				return err
			case l != nil:
				return exploreStudy(cmd, args[0], l, &f, look)
			}
			return explore(cmd, args[0], &f, look)
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&s.salvage, "salvage", false, "if the study is damaged, go on with its sound lines; the damaged file is kept")
	addLook(cmd, &look)
	return cmd
}

// openIfStudy opens a study, or returns nil for what is none: scenarios,
// problem files and names of nothing.
func (f *studyFlags) openIfStudy(cmd *cobra.Command, name string) (*study.Live, error) {
	if slices.Contains(builtin.Names(), name) {
		return nil, nil
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, nil // the problem's reader says what is wrong
	}
	l, err := f.open(cmd, name)
	if errors.Is(err, journal.ErrNotJournal) {
		return nil, nil
	}
	return l, err
}

// exploreStudy opens the explorer on a live study, or prints its status where
// there is no terminal.
func exploreStudy(cmd *cobra.Command, name string, l *study.Live, f *problemFlags, looks tui.Look) error {
	if err := looks.Check(); err != nil {
		return usageError{err}
	}
	var stray error
	cmd.Flags().Visit(func(g *pflag.Flag) {
		if cmd.Flags().Lookup(g.Name) != nil && !slices.Contains([]string{"theme", "glyphs", "salvage", "allow-commands", "help"}, g.Name) {
			stray = fmt.Errorf("%s is a study: its policy, seed and settings were fixed when it was made; leave out --%s", plain.Text(name), g.Name)
		}
	})
	if stray != nil {
		return usageError{stray}
	}
	if f.allow {
		l.AllowCommands()
	}
	in, out, ok := terminal(cmd)
	if !ok {
		v, err := look(l, name)
		if err != nil {
			return err
		}
		return writeStatus(cmd.OutOrStdout(), v, l)
	}
	th, t := looks.For(in, out)
	return tui.Run(cmd.Context(), tui.Options{
		Problem: l.Problem(), Policies: []policy.Policy{l.Policy()}, Live: l, Theme: th, Adapt: looks.Adapt(), Terminal: t, Load: loadProblem,
	}, in, out)
}

func addLook(cmd *cobra.Command, look *tui.Look) {
	cmd.Flags().StringVar(&look.Theme, "theme", "auto", "colours: auto, "+strings.Join(theme.Names(), ", "))
	cmd.Flags().StringVar(&look.Glyphs, "glyphs", "auto", "drawn with braille, blocks or ascii")
}

// explore opens the explorer, or prints the replay where there is no terminal.
func explore(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	if err := look.Check(); err != nil {
		return usageError{err}
	}
	p, err := f.load(name)
	if err != nil {
		return err
	}
	if p.IsManual() {
		return fmt.Errorf("%s is measured by a person: there is nothing to replay. Make a study of it and open that:\n  farsight study new %s lab.study\n  farsight explore lab.study", plain.Text(p.Name), argument(name))
	}
	in, out, ok := terminal(cmd)
	if p.Theorem != nil && !ok {
		return replayTheorem(cmd, *p.Theorem, false)
	}
	policies, err := f.chosen(p)
	if err != nil {
		return err
	}
	if !ok {
		if err := replay(cmd, p, policies, f.settings(), false); err != nil {
			return err
		}
		return pictures(cmd, p, policies, f.settings())
	}
	th, t := look.For(in, out)
	return tui.Run(cmd.Context(), tui.Options{
		Problem: p, Name: name, Policies: policies, Settings: f.settings(), Theme: th, Adapt: look.Adapt(), Terminal: t, Load: loadProblem,
	}, in, out)
}

// terminal returns the terminal behind a command, if there is a usable one on
// both sides.
func terminal(cmd *cobra.Command) (in, out *os.File, ok bool) {
	w := cmd.OutOrStdout()
	if f, wrapped := w.(*faithful); wrapped {
		w = f.w
	}
	out, okOut := w.(*os.File)
	in, okIn := cmd.InOrStdin().(*os.File)
	ok = okOut && okIn && isatty.IsTerminal(out.Fd()) && isatty.IsTerminal(in.Fd()) && os.Getenv("TERM") != "dumb"
	return in, out, ok
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

// trimRight takes the blanks off the ends of lines, and the key hints, which
// mean nothing on paper.
func trimRight(frame string) string {
	lines := strings.Split(frame, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines[:len(lines)-1], "\n"), "\n")
}
