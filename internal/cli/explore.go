package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

func newExplore() *cobra.Command {
	var f problemFlags
	var look tui.Look
	cmd := &cobra.Command{
		Use:   "explore SCENARIO|FILE",
		Short: "open the explorer on a problem",
		Long: `Open the explorer: two policies side by side, with what they believe of the
objective and of the cost, what they want, what they imagine and what is left.
? lists all keys. Without a terminal the replay is printed as text.`,
		Example: `farsight explore myopia
farsight explore overspend --policy ei --policy ei-puc --policy b-ms-ei
farsight explore problem.toml --policy ei-puc-cc --policy 4-b-ms-ei
farsight explore myopia --theme light --glyphs blocks`,
		Args: exactlyOne("a SCENARIO or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return explore(cmd, args[0], &f, look)
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	addLook(cmd, &look)
	return cmd
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
	in, out, ok := terminal(cmd)
	if p.Theorem != nil && !ok {
		return replayTheorem(cmd, p.Theorem, 0, nan, false)
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
		Problem: p, Policies: policies, Settings: f.settings(), Theme: th, Terminal: t, Load: loadProblem,
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
func pictures(cmd *cobra.Command, p *scenarios.Problem, policies []study.Policy, s study.Settings) error {
	th, _ := theme.Named("dark")
	for _, q := range policies {
		c, err := tui.Still(cmd.Context(), tui.Options{
			Problem: p, Policies: []study.Policy{q}, Settings: s, Theme: th,
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
