package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/preferences"
	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/theme"
)

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
			o.Note = fmt.Sprintf("%s: %s; farsight check tells all.", sanitize.Text(filepath.Base(look.Theme)), w[0])
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
