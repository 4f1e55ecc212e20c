package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/player"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// tourFlags are the flags of a tour.
type tourFlags struct {
	mistakeCollector
	look      tui.Look
	long      bool
	presenter bool
	autoplay  bool
	pace      time.Duration
	step      int
	notes     bool
	notesFor  string
}

func newTour() *cobra.Command {
	var f tourFlags
	cmd := &cobra.Command{
		Use:   "tour [FILE.toml]",
		Short: "a guided tour of five minutes: why plan ahead?",
		Long: `Lead through the story scene by scene, in three acts: EI-PUC squanders a budget,
plain EI overspends, and a constructed problem that only planning wins; then how
often it pays. --long has more scenes. Everything shown is computed.

space or Page Down advances, ← or Page Up goes back, esc explores freely from there
(T comes back), P is for presenters: large captions and a clock. ? lists all keys.

The presenter's notes are for a second terminal: farsight tour --notes-for last
shows those of the tour started last, and its keys control the tour.
The audience never sees them. --notes prints all notes.

A tour is a TOML file; docs/tour.md says how to write one, and examples/ has one.
Without a terminal the tour is printed as text.

The claims of scenes are checked against the computed numbers. False ones are shown
on the screen and listed at the end; with --strict all are checked first, and the
exit code is 1. farsight check --claims FILE checks and shows nothing.`,
		Example: `farsight tour
farsight tour --long
farsight tour --presenter
farsight tour --notes-for last
farsight tour --notes
farsight tour --autoplay --pace 12s
farsight tour examples/tour-overspend.toml --theme light
farsight tour mine.toml --strict
farsight tour --step 4
farsight tour | less`,
		Args: atMostOne("a FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return runTour(cmd, args, f) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.long, "long", false, "the long tour: what the one of five minutes leaves out")
	fl.BoolVar(&f.presenter, "presenter", false, "large captions, fewer numbers, a clock")
	fl.BoolVar(&f.autoplay, "autoplay", false, "advance by itself")
	fl.DurationVar(&f.pace, "pace", 0, "how long autoplay shows each scene, such as 12s (default: as long as it takes to read)")
	fl.IntVar(&f.step, "step", 0, "begin with this frame, as it is counted on the screen; without a terminal print it alone")
	fl.BoolVar(&f.notes, "notes", false, "print the notes of all scenes")
	fl.StringVar(&f.notesFor, "notes-for", "", "show the notes of a tour that runs in another terminal: last, or the number of its process")
	f.addStrict(cmd)
	addLook(cmd, &f.look)
	return cmd
}

// Bounds of autoplay's pace.
const leastPace, mostPace = time.Second, time.Hour

func runTour(cmd *cobra.Command, args []string, f tourFlags) error {
	if cmd.Flags().Changed("notes-for") {
		return showNotes(cmd, args, f)
	}
	if cmd.Flags().Changed("pace") && (f.pace < leastPace || f.pace > mostPace) {
		return usagef("--pace %v: use from %v to %v", f.pace, leastPace, mostPace)
	}
	name := tour.Default
	switch {
	case f.long && len(args) > 0:
		return usagef("--long is the long built-in tour; leave out it or the FILE")
	case f.long:
		name = tour.Long
	case len(args) > 0:
		name = args[0]
	}
	t, err := loadTour(name)
	if err != nil {
		return err
	}
	if n := t.Frames(); cmd.Flags().Changed("step") && (f.step < 1 || f.step > n) {
		return usagef("--step %d: %w", f.step, player.NoFrameError{Last: n})
	}
	if f.notes {
		return printNotes(cmd, t)
	}
	in, out, ok := terminal(cmd)
	if !ok {
		return printTour(cmd, t, f)
	}
	if f.strict { // before it is shown
		th, _ := theme.Named("dark")
		if f.found, err = player.Check(cmd.Context(), t, tui.Options{Theme: th}, tourProgress(cmd)); err == nil {
			err = f.end(cmd)
		}
		if err != nil {
			return err
		}
	}
	o := player.Options{Tour: t, Presenter: f.presenter, Frame: f.step, Autoplay: f.autoplay || f.pace > 0, Pace: f.pace, Mistakes: f.take}
	o.Explorer = explorerOptions(cmd, f.look, in, out)
	o.Explorer.Load, o.Explorer.Note = loadProblem, "" // its words are the tour's
	o.NotesServer = newNotesServer(cmd, name, f.presenter)
	return errors.Join(player.Run(cmd.Context(), o, in, out), f.end(cmd))
}

// mistakeCollector collects the false claims of a tour: each is a warning, or with
// --strict an error.
type mistakeCollector struct {
	strict bool
	found  mistake.List
}

func (c *mistakeCollector) take(m mistake.List) { c.found = m }

// end warns of what was found, or fails.
func (c *mistakeCollector) end(cmd *cobra.Command) error {
	if c.strict && len(c.found) > 0 {
		return c.found
	}
	for _, m := range c.found {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", m)
	}
	return nil
}

// addStrict adds the flag.
func (c *mistakeCollector) addStrict(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.strict, "strict", false, "of a tour: fail if anything it claims is not so, instead of warning")
}

// printTour prints a tour as text, scene by scene.
func printTour(cmd *cobra.Command, t *tour.Tour, f tourFlags) error {
	th, _ := theme.Named("dark")
	glyphs := chart.ASCII
	if g := f.look.Glyphs; g != "" && g != "auto" {
		glyphs = f.look.GlyphSet()
	}
	frames, err := player.Frames(cmd.Context(), t, tui.Options{Theme: th, Terminal: chart.Terminal{Glyphs: glyphs, Profile: chart.NoColor}},
		player.Shots{W: 80, H: 26, From: f.step, To: f.step, Captions: true, Progress: tourProgress(cmd), Mistakes: f.take})
	if err == nil {
		err = f.end(cmd)
	}
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s\n", sanitize.Text(t.Title))
	for _, fr := range frames {
		fmt.Fprintf(w, "\n%d/%d  %s\n\n%s\n", fr.Number, fr.Of, sanitize.Text(fr.Title), strings.TrimRight(picture.Text(fr.Canvas), "\n"))
		if err := writeParagraph(w, fr.Said, 78); err != nil {
			return err
		}
	}
	return nil
}

func writeParagraph(w io.Writer, text string, width int) error {
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(chart.Wrap(text, width), "\n"))
	return err
}

// newNotesServer offers the notes of a tour to a second terminal of the same user; nil if that is not
// possible, which is reported if told is set.
func newNotesServer(cmd *cobra.Command, name string, told bool) *player.NotesServer {
	d, err := player.NewNotesServer(name)
	if err != nil && told {
		fmt.Fprintf(cmd.ErrOrStderr(), "notes cannot be shown on a second terminal: %s\n", sanitize.Text(err.Error()))
	}
	return d
}

// showNotes shows the notes of a tour that another terminal shows.
func showNotes(cmd *cobra.Command, args []string, f tourFlags) error {
	other := stray(cmd, func(name string) bool { return !slices.Contains([]string{"notes-for", "theme", "glyphs"}, name) })
	in, out, ok := terminal(cmd)
	switch {
	case len(args) > 0:
		return usagef("--notes-for shows the notes of a tour that runs already; leave out the FILE")
	case other != "":
		return usagef("--notes-for shows the notes of a tour that runs already; leave out --%s", other)
	case !ok:
		return usagef("--notes-for needs a terminal")
	}
	err := player.Notes(cmd.Context(), f.notesFor, loadTour, explorerOptions(cmd, f.look, in, out), in, out)
	if errors.Is(err, player.ErrEnded) {
		fmt.Fprintln(cmd.ErrOrStderr(), "The tour has ended.")
		return nil
	}
	return err
}

// printNotes prints the notes of all scenes, with the numbers of their frames.
func printNotes(cmd *cobra.Command, t *tour.Tour) error {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s\n", sanitize.Text(t.Title))
	for i, sc := range t.Scenes {
		notes := sanitize.Block(sc.Notes)
		if notes == "" {
			notes = "This scene has no notes."
		}
		fmt.Fprintf(w, "\n%d/%d  %s\n", t.FrameOf(i, false), t.Frames(), sanitize.Text(sc.Title))
		for p := range strings.SplitSeq(notes, "\n") {
			if err := writeParagraph(w, p, 78); err != nil {
				return err
			}
		}
	}
	return nil
}
