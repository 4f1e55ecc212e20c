package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/record"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// exportFlags are the flags of an export.
type exportFlags struct {
	problemFlags
	studyFlags
	mistakeCollector
	look                                     tui.Look
	format, out, size, layout, screen, draws string
	play                                     bool
	step                                     int
	force                                    bool
}

func newExport() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export SCENARIO|FILE|STUDY|TOUR|map",
		Short: "write pictures, recordings, a page, or the numbers",
		Long: `Run the explorer without a terminal and write what it shows:

  cast   a recording of the steps for asciinema, byte for byte the same each time
  txt    all steps as plain text, each with its story
  svg    a picture of one step: the last, or --step K
  png    the same in pixels
  gif    all steps as a picture that plays
  mp4    the same as a film, where the program ffmpeg is found
  html   one page that plays the steps; it needs no network and no other file
  csv    the numbers behind the charts: policy,step,series,PARAMETERS…,y
  json   the same as one object; docs/export.md has its shape

Without --format the extension of --out selects it. Without --out, or with --out -, it
goes to stdout. A file that exists is left alone unless --force is given, and a
file is written whole or not at all.

--layout figure2 puts steps 0, 1 and 2 side by side, as the paper's figure 2
does: of each policy the objective, the cost and the acquisition; for svg, png
and txt.

The compare screen shows two policies; of more, each further one follows beside
the first. Below 110 columns two are laid over each other in one set of charts,
and more take turns. --screen focus, tree and map show the last policy; --screen
luck shows how all fare on 100 drawn functions.

A STUDY is exported in its current state; nothing is written to it.
A TOUR is the word tour, or a tour's file: --step K is its frame K, counted from
1 as on the screen and in the page's address, tour.html#K. The word map is the map
of problems of farsight map, for all but csv and json.`,
		Example: `farsight export myopia --out myopia.html
farsight export myopia --format txt | less
farsight export myopia --out step2.svg --step 2 --theme light
farsight export planning --out planning.gif
farsight export myopia --out figure2.png --layout figure2 --theme light
farsight export myopia --out tree.png --screen tree --step 1
farsight export myopia --out draws.svg --step 2 --draws posterior
farsight export myopia --format txt --screen luck
farsight export overspend --policy ei --policy b-ms-ei --out talk.cast --size 160x48
farsight export problem.toml --out curves.csv
farsight export lab.study --out lab.json
farsight export tour --out tour.html
farsight export map --out map.svg --size 160x48`,
		Args:              exactlyOne("a SCENARIO, FILE, STUDY, TOUR or map"),
		RunE:              func(cmd *cobra.Command, args []string) error { return export(cmd, args[0], &f) },
		ValidArgsFunction: completeScenarios,
	}
	f.problemFlags.add(cmd)
	f.alter.add(cmd)
	fl := cmd.Flags()
	fl.BoolVar(&f.play, "play", false, "with svg: all steps, one after the other, for pages that run no scripts")
	fl.StringVar(&f.format, "format", "", strings.Join(exportFormats, ", ")+" (default: by the ending of --out)")
	fl.StringVarP(&f.out, "out", "o", "", "write to this file (default: stdout)")
	fl.BoolVar(&f.force, "force", false, "replace the file if it exists")
	fl.IntVar(&f.step, "step", 0, "only this step (default: all; of a picture the last)")
	fl.StringVar(&f.size, "size", "", "of a frame in characters (default: 120x40, for figure2 150x64)")
	fl.StringVar(&f.layout, "layout", "", "figure2: three steps in one picture")
	fl.StringVar(&f.screen, "screen", "", "compare, focus, tree, map or luck (default: compare)")
	fl.StringVar(&f.draws, "draws", "off", "posterior or prior: functions drawn from it over what is believed")
	fl.BoolVar(&f.salvage, "salvage", false, "if the study is damaged, continue with its sound lines; the damaged file is kept")
	f.addStrict(cmd)
	addLook(cmd, &f.look)
	for name, words := range map[string][]string{"format": exportFormats, "layout": {"figure2"}, "screen": {"compare", "focus", "tree", "map", "luck"}, "draws": {"posterior", "prior", "off"}} {
		_ = cmd.RegisterFlagCompletionFunc(name, completeNames(func() []string { return words }))
	}
	return cmd
}

// exporter describes one format.
type exporter struct {
	name     string
	numbers  bool // it writes the data, not the frames
	one      bool // it holds one frame
	captions bool // it has room for the words beside the frame
	hints    bool // it keeps the line of keys
	write    func(w io.Writer, r recording, l exportLook) error
}

var exporters = []exporter{
	{name: "cast", hints: true, write: func(w io.Writer, r recording, l exportLook) error {
		return picture.Cast(w, r.frames, l.options(r))
	}},
	{name: "txt", captions: true, write: func(w io.Writer, r recording, _ exportLook) error { return picture.Texts(w, r.frames) }},
	{name: "svg", one: true, write: func(w io.Writer, r recording, l exportLook) error {
		return picture.SVG(w, r.frames[0].Canvas, l.options(r))
	}},
	{name: "png", one: true, write: func(w io.Writer, r recording, l exportLook) error {
		o := l.options(r)
		o.CellWidth, o.CellHeight = pixelsWide, pixelsHigh
		return picture.PNG(w, r.frames[0].Canvas, o)
	}},
	{name: "gif", write: func(w io.Writer, r recording, l exportLook) error { return picture.GIF(w, r.frames, l.options(r)) }},
	{name: "mp4", write: func(w io.Writer, r recording, l exportLook) error { return film(w, r.frames, l.options(r)) }},
	{name: "html", captions: true, write: func(w io.Writer, r recording, l exportLook) error {
		return picture.HTML(w, picture.Page{Title: r.title, Lead: r.lead, Frames: r.frames, Dark: l.dark, Light: l.light, Theme: l.pinned})
	}},
	{name: "csv", numbers: true, write: func(w io.Writer, r recording, _ exportLook) error { return r.data.WriteCSV(w) }},
	{name: "json", numbers: true, write: func(w io.Writer, r recording, _ exportLook) error { return r.data.WriteJSON(w) }},
}

// A character of a PNG in pixels: 120 columns fill a screen of 1920.
const pixelsWide, pixelsHigh = 16, 32

// margin is the pixels around a picture.
const margin = 8

var exportFormats = func() (names []string) {
	for _, e := range exporters {
		names = append(names, e.name)
	}
	return names
}()

// exportLook is the colours of an export.
type exportLook struct {
	theme, dark, light theme.Theme
	pinned             string // of a page: which of the two, whatever the reader's system says
	terminal           chart.Terminal
}

func (l exportLook) options(r recording) picture.Options {
	return picture.Options{Background: l.theme.Background, Foreground: l.theme.Text, Padding: margin, Title: "farsight: " + r.title}
}

// looks are the colours of the flags, dark by default.
func (f *exportFlags) looks(e exporter) exportLook {
	l := exportLook{}
	named, ok := f.look.Named()
	manner := strings.TrimSuffix(named.Name, "-light")
	if manner == "dark" || manner == "light" {
		manner = ""
	}
	l.dark, _ = theme.For(manner, true)
	l.light, _ = theme.For(manner, false)
	if ok && theme.IsFile(f.look.Theme) { // a page in the other light is the usual one
		l.dark, _ = theme.For("", true)
		l.light, _ = theme.For("", false)
		if named.Dark {
			l.dark = named
		} else {
			l.light = named
		}
	}
	l.theme = l.dark
	if ok {
		l.theme, l.pinned = named, "light"
		if named.Dark {
			l.pinned = "dark"
		}
	}
	l.terminal.Glyphs = f.look.GlyphSet()
	if e.name == "txt" {
		l.terminal.Profile = chart.NoColor
	}
	return l
}

// export does all of the command: it checks what can be checked before anything
// is computed, and writes when everything is known.
func export(cmd *cobra.Command, name string, f *exportFlags) error {
	e, take, err := f.check(cmd)
	if err != nil {
		return usageMistake(err)
	}
	if err := f.checkOut(cmd, name, e); err != nil {
		return err
	}
	l := f.looks(e)
	rec, err := f.recording(cmd, name, e, take, l)
	if missing := record.TakeError(""); errors.As(err, &missing) {
		return usageMistake(err)
	} else if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := e.write(&b, rec, l); err != nil {
		return err
	}
	if f.toStdout() {
		_, err := cmd.OutOrStdout().Write(b.Bytes())
		return err
	}
	if err := files.WriteWhole(f.out, b.Bytes(), f.force); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s, %s\n", sanitize.Text(f.out), size(b.Len()))
	return nil
}

// check reads what the flags say.
func (f *exportFlags) check(cmd *cobra.Command) (e exporter, take record.Take, err error) {
	format := f.format
	if format == "" {
		format = strings.ToLower(strings.TrimPrefix(filepath.Ext(f.out), "."))
	}
	i := slices.Index(exportFormats, format)
	switch {
	case format == "":
		return e, take, fmt.Errorf("say what to write with --format: %s; or give --out an ending", strings.Join(exportFormats, ", "))
	case i < 0:
		return e, take, fmt.Errorf("unknown format %q%s (there are %s)", format, didYouMean(format, exportFormats, ""), strings.Join(exportFormats, ", "))
	}
	e = exporters[i]
	if f.play {
		if e.name != "svg" {
			return e, take, fmt.Errorf("--play makes an svg that plays; %s has its own way", e.name)
		}
		e.one, e.write = false, func(w io.Writer, r recording, l exportLook) error { return picture.Play(w, r.frames, l.options(r)) }
	}
	take = record.Take{Step: record.AllSteps, Screen: f.screen, Captions: e.captions}
	if e.one {
		take.Step = record.LastStep
	}
	draws, ok := session.ParseDraws(f.draws)
	if !ok {
		return e, take, fmt.Errorf("nothing can be drawn from %q: use posterior, prior or off", f.draws)
	}
	take.Draws = draws
	if cmd.Flags().Changed("step") {
		if take.Step = f.step; f.step < 0 {
			return e, take, fmt.Errorf("--step counts from 0; got %d", f.step)
		}
	}
	take.W, take.H = 120, 40
	switch {
	case f.layout != "" && f.layout != "figure2":
		return e, take, fmt.Errorf("there is no layout %q; there is figure2", f.layout)
	case f.layout != "" && !slices.Contains([]string{"svg", "png", "txt"}, e.name):
		return e, take, fmt.Errorf("--layout figure2 is for svg, png and txt, not for %s", e.name)
	case f.layout != "" && f.play:
		return e, take, errors.New("--layout figure2 is one picture; leave out --play")
	case f.layout != "" && f.screen != "":
		return e, take, errors.New("--layout figure2 is a screen of its own; leave out --screen")
	case f.layout != "":
		take.W, take.H = record.FigureWidth, record.FigureHeight
	case e.numbers && f.screen != "":
		return e, take, fmt.Errorf("--screen is for pictures, not for %s", e.name)
	}
	if f.size != "" {
		if take.W, take.H, err = parseSize(f.size); err != nil {
			return e, take, err
		}
	}
	return e, take, nil
}

// parseSize reads "120x40".
func parseSize(s string) (w, h int, err error) {
	a, b, ok := strings.Cut(strings.ToLower(s), "x")
	w, errW := strconv.Atoi(a)
	h, errH := strconv.Atoi(b)
	switch {
	case !ok || errW != nil || errH != nil:
		return 0, 0, fmt.Errorf("--size is written as 120x40, columns and rows; got %q", s)
	case w < record.LeastWidth || h < record.LeastHeight || w > record.MostWidth || h > record.MostHeight:
		return 0, 0, fmt.Errorf("--size takes %dx%d to %dx%d; got %s", record.LeastWidth, record.LeastHeight, record.MostWidth, record.MostHeight, s)
	}
	return w, h, nil
}

func (f *exportFlags) toStdout() bool { return f.out == "" || f.out == "-" }

// checkOut says before the work what would stop the result from being written.
func (f *exportFlags) checkOut(cmd *cobra.Command, name string, e exporter) error {
	if e.name == "mp4" {
		if err := canFilm(); err != nil {
			return err
		}
	}
	if f.toStdout() {
		if out := stdoutFile(cmd); slices.Contains([]string{"png", "gif", "mp4"}, e.name) && out != nil && isatty.IsTerminal(out.Fd()) {
			return usagef("a %s is not for a terminal: give --out FILE", strings.ToUpper(e.name))
		}
		return nil
	}
	if files.SameFile(f.out, name) {
		return usagef("--out %s is what is exported", sanitize.Text(f.out))
	}
	return files.CanWrite(f.out, f.force)
}

// size is a number of bytes for people.
func size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.0f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// filmRate is the frames of a film a second. Nothing moves between two steps.
const filmRate = 5

// ffmpeg is the program that makes films.
const ffmpeg = "ffmpeg"

// canFilm says before the work that the program for it is missing.
func canFilm() error {
	if _, err := exec.LookPath(ffmpeg); err != nil {
		return errors.New("mp4 needs the program ffmpeg, which is not found: install it, or take --format gif, which plays everywhere and needs nothing")
	}
	return nil
}

// film makes an mp4 of frames with ffmpeg, in a temporary file, because the format is not written
// from beginning to end.
func film(w io.Writer, frames []picture.Frame, o picture.Options) error {
	if err := canFilm(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "farsight-film-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "film.mp4")
	// Most players need even sizes and this pixel format; no date and no version is written.
	cmd := exec.Command(ffmpeg, "-loglevel", "error", "-f", "image2pipe", "-c:v", "png", "-framerate", strconv.Itoa(filmRate), "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", out)
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start ffmpeg: %w", err)
	}
	sent := picture.Stills(in, frames, o, filmRate)
	in.Close()
	if err := cmd.Wait(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("ffmpeg made no film (%w): %s; --format gif needs no other program", err, sanitize.Text(lines[len(lines)-1]))
	}
	if sent != nil {
		return sent
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}
