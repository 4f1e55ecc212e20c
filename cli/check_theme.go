package cli

import (
	"errors"
	"fmt"

	"farsight/internal/mistake"
	"farsight/tui/theme"
)

// checkThemeFile is what farsight check says of a theme.
func checkThemeFile(r checkReport, file string) checkReport {
	t, err := theme.Load(file)
	var mistakes mistake.List
	if r.err = err; errors.As(err, &mistakes) {
		r.Mistakes = mistakes
	}
	if err == nil {
		manner := "light"
		if t.Dark {
			manner = "dark"
		}
		r.OK, r.Summary, r.Cannot = true, fmt.Sprintf("a theme, %s, for %s backgrounds", t.Name, manner), t.Warnings()
	}
	return r
}
