package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/preferences"
	"farsight/tui/theme"
)

// faithfulWriter remembers the first write that failed, so that output lost to a full disk does not
// look like success.
type faithfulWriter struct {
	to    io.Writer
	err   error
	saved string // what is on disk whether or not it can be printed; "": nothing
}

// noteSaved notes what is on disk, so that a command whose output could not be written is not
// mistaken for a failed one and repeated.
func noteSaved(cmd *cobra.Command, format string, args ...any) {
	f, ok := cmd.OutOrStdout().(*faithfulWriter)
	if !ok {
		return
	}
	f.saved = fmt.Sprintf(format, args...)
	// A closed pipe must not end the program before it can report it. Caught, not ignored: started
	// commands would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
}

func (f *faithfulWriter) Write(p []byte) (int, error) {
	n, err := f.to.Write(p)
	if err != nil && f.err == nil {
		f.err = err
	}
	return n, err
}

// terminal returns the terminal behind a command, if there is a usable one on
// both sides.
func terminal(cmd *cobra.Command) (in, out *os.File, ok bool) {
	out = stdoutFile(cmd)
	in, okIn := cmd.InOrStdin().(*os.File)
	ok = out != nil && okIn && isatty.IsTerminal(out.Fd()) && isatty.IsTerminal(in.Fd()) && os.Getenv("TERM") != "dumb"
	return in, out, ok
}

// asked returns the terminal that a question can be answered at; ok is false in
// scripts.
func asked(cmd *cobra.Command) (in *os.File, ok bool) {
	in, isFile := cmd.InOrStdin().(*os.File)
	return in, isFile && isatty.IsTerminal(in.Fd())
}

// longestAnswer to a question, in bytes.
const longestAnswer = 400

// answer reads a line from a terminal; "" if there is none.
func answer(cmd *cobra.Command, in *os.File) (string, error) {
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(io.LimitReader(in, longestAnswer)).ReadString('\n')
		answer <- strings.TrimSpace(line)
	}()
	select {
	case a := <-answer:
		return a, nil
	case <-cmd.Context().Done():
		fmt.Fprintln(cmd.ErrOrStderr())
		return "", cmd.Context().Err()
	}
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

// addLook adds the flags of commands that draw, and checks them before it runs.
func addLook(cmd *cobra.Command, look *tui.Look) {
	cmd.PreRunE = func(*cobra.Command, []string) error { return look.Check() }
	cmd.Flags().StringVar(&look.Theme, "theme", "auto", "colours: auto, "+strings.Join(theme.Names(), ", ")+", or a file of your own")
	cmd.Flags().StringVar(&look.Glyphs, "glyphs", "auto", "drawn with pixels, braille, blocks or ascii")
}

// stdoutFile is the file behind stdout, if there is one.
func stdoutFile(cmd *cobra.Command) *os.File {
	w := cmd.OutOrStdout()
	if f, wrapped := w.(*faithfulWriter); wrapped {
		w = f.to
	}
	out, _ := w.(*os.File)
	return out
}

// addExplorer adds the flags of commands that open an explorer.
func addExplorer(cmd *cobra.Command, look *tui.Look) {
	addLook(cmd, look)
	cmd.Flags().StringVar(&look.Motion, "motion", "auto", "animate steps: "+strings.Join(tui.Motions, ", "))
	cmd.Flags().BoolVar(&look.Mouse, "mouse", false, "use the mouse; M gives it back to the terminal")
}

// explorerOptions is how an explorer in this terminal looks: as flags say, else as its
// user chose before, else as suits the terminal.
func explorerOptions(cmd *cobra.Command, look tui.Look, in, out *os.File) tui.Options {
	o := tui.Options{}
	if path := preferences.Default(); path != "" {
		o.Preferences = &preferences.File{Path: path}
		c, err := o.Preferences.Read()
		if err == nil {
			err = recall(cmd, &look, c, filepath.Dir(path))
		}
		if err != nil {
			o.Note = "What is remembered is not used: " + sanitize.Text(err.Error())
		}
	}
	o.Theme, o.Terminal = look.For(in, out)
	o.Adapt, o.Mouse, o.Motion = look.Adapt(), look.Mouse, look.Motion
	if own, ok := look.Named(); ok && theme.IsFile(look.Theme) {
		o.OwnTheme = look.Theme
		if abs, err := filepath.Abs(look.Theme); err == nil {
			o.OwnTheme = abs
		}
		if w := own.Warnings(); len(w) > 0 && o.Note == "" {
			o.Note = fmt.Sprintf("%s: %s; farsight check lists all mistakes.", sanitize.Text(filepath.Base(look.Theme)), w[0])
		}
	}
	return o
}

// recall takes over what no flag says otherwise. Themes are found from dir on.
func recall(cmd *cobra.Command, look *tui.Look, c preferences.Choices, dir string) error {
	said := func(flag string) bool { return cmd.Flags().Changed(flag) }
	if c.Mouse != "" && !said("mouse") && cmd.Flags().Lookup("mouse") != nil {
		look.Mouse = c.Mouse == "on"
	}
	if c.Motion != "" && !said("motion") {
		look.Motion = c.Motion
	}
	if c.Theme == "" || said("theme") {
		return nil
	}
	remembered := tui.Look{Theme: c.Theme}
	if theme.IsFile(c.Theme) && !filepath.IsAbs(c.Theme) {
		remembered.Theme = filepath.Join(dir, c.Theme)
	}
	if err := remembered.Check(); err != nil {
		return err
	}
	look.Theme = remembered.Theme
	return nil
}

// seldom returns a function that prints to stderr, at most once per interval: logs stay readable,
// and quick work prints nothing.
func seldom(cmd *cobra.Command, every time.Duration) func(format string, args ...any) {
	last := time.Now()
	return func(format string, args ...any) {
		if now := time.Now(); now.Sub(last) >= every {
			last = now
			fmt.Fprintf(cmd.ErrOrStderr(), format, args...)
		}
	}
}

// countdown reports on stderr how much is done, and how long the rest takes.
func countdown(cmd *cobra.Command, what string, total int) func(int) {
	start, tell := time.Now(), seldom(cmd, time.Second)
	return func(done int) {
		if done < total {
			rest := time.Duration(float64(time.Since(start)) / float64(done) * float64(total-done)).Round(time.Second)
			tell("%d of %d %s, about %v left\n", done, total, what, rest)
		}
	}
}
