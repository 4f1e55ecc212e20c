package explorer

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/problems"
	"farsight/internal/cli/usage"
	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/player"
	"farsight/tui/render"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// tourFlags are what the command line says of a tour.
type tourFlags struct {
	look      tui.Look
	presenter bool
	autoplay  bool
	pace      time.Duration
}

// Tour is the command "tour".
func Tour() *cobra.Command {
	var f tourFlags
	cmd := &cobra.Command{
		Use:   "tour [FILE.toml]",
		Short: "a guided tour of three minutes: why look ahead?",
		Long: `Lead through the story scene by scene: what is unknown and what it costs to look,
what EI-PUC, EI and B-MS-EI make of a budget, how bad it can get, whether it was
luck, and when looking ahead does not pay. Everything shown is computed.

space or Page Down goes on, ← or Page Up back, esc explores freely from there
(T comes back), P is for presenters: large captions and a clock. ? lists all keys.

A tour is a TOML file; docs/tour.md says how to write one, and examples/ has one.
Without a terminal the tour is printed as text.`,
		Example: `farsight tour
farsight tour --presenter
farsight tour --autoplay --pace 12s
farsight tour examples/tour-overspend.toml --theme light
farsight tour | less`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("farsight tour takes one FILE at most; got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runTour(cmd, args, f) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.presenter, "presenter", false, "large captions, fewer numbers, a clock")
	fl.BoolVar(&f.autoplay, "autoplay", false, "go on by itself")
	fl.DurationVar(&f.pace, "pace", 0, "how long autoplay shows each scene, such as 12s (default: as long as it takes to read)")
	output.AddLook(cmd, &f.look)
	return cmd
}

// Bounds of autoplay's pace.
const leastPace, mostPace = time.Second, time.Hour

func runTour(cmd *cobra.Command, args []string, f tourFlags) error {
	if err := f.look.Check(); err != nil {
		return usage.Mistake(err)
	}
	if cmd.Flags().Changed("pace") && (f.pace < leastPace || f.pace > mostPace) {
		return usage.Mistake(fmt.Errorf("--pace %v: use from %v to %v", f.pace, leastPace, mostPace))
	}
	t, err := findTour(args...)
	if err != nil {
		return err
	}
	in, out, ok := output.Terminal(cmd)
	if !ok {
		return printTour(cmd, t, f.look)
	}
	o := player.Options{Tour: t, Presenter: f.presenter, Autoplay: f.autoplay || f.pace > 0, Pace: f.pace}
	o.Explorer = output.Explorer(cmd, f.look, in, out)
	o.Explorer.Load, o.Explorer.Note = problems.Load, "" // its words are the tour's
	return player.Run(cmd.Context(), o, in, out)
}

// findTour is the built-in tour, or one from a file.
func findTour(name ...string) (*tour.Tour, error) {
	if len(name) == 0 || name[0] == tour.Default {
		return tour.Builtin(), nil
	}
	return tour.Load(name[0])
}

// printTour prints a tour as text, scene by scene.
func printTour(cmd *cobra.Command, t *tour.Tour, look tui.Look) error {
	th, _ := theme.Named("dark")
	glyphs := chart.ASCII
	if look.Glyphs != "" && look.Glyphs != "auto" {
		glyphs = look.GlyphSet()
	}
	frames, err := player.Frames(cmd.Context(), t, tui.Options{Theme: th, Terminal: chart.Terminal{Glyphs: glyphs, Profile: chart.NoColor}},
		player.Shots{W: 80, H: 26, To: -1, Captions: true, Progress: tourProgress(cmd)})
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s\n", sanitize.Text(t.Title))
	for i, fr := range frames {
		fmt.Fprintf(w, "\n%d/%d  %s\n\n%s\n", i+1, len(frames), sanitize.Text(fr.Title), strings.TrimRight(render.Text(fr.Canvas), "\n"))
		if err := writeParagraph(w, fr.Parts[0].Caption, 78); err != nil {
			return err
		}
	}
	return nil
}

// tourProgress tells on stderr which scene is being computed, if it takes long.
func tourProgress(cmd *cobra.Command) func(title string, scene int) {
	last := time.Now()
	return func(title string, scene int) {
		if now := time.Now(); now.Sub(last) >= 2*time.Second {
			last = now
			fmt.Fprintf(cmd.ErrOrStderr(), "computing scene %d, %s …\n", scene+1, sanitize.Text(title))
		}
	}
}

func writeParagraph(w io.Writer, text string, width int) error {
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(chart.Wrap(text, width), "\n"))
	return err
}
