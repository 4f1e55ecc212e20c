package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/preferences"
	"farsight/tui/theme"
)

// remembering opens an explorer that remembers in a file.
func remembering(t *testing.T, o Options) (*Model, *preferences.File) {
	t.Helper()
	f := &preferences.File{Path: filepath.Join(t.TempDir(), "farsight", "explorer.toml")}
	o.Problem, o.Name, o.Policies, o.Preferences = scenario(t, "myopia"), "myopia", parsed(t, "random"), f
	m := newModelOf(t, o)
	m.w, m.h = 120, 40
	return m, f
}

// Theme, motion and mouse are remembered as they are chosen, and the help says
// where.
func TestChoicesAreRemembered(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.toml")
	testkit.OK(t, os.WriteFile(own, []byte("base = \"light\"\nname = \"mine\""), 0o600))
	m, f := remembering(t, Options{OwnTheme: own})
	for _, c := range []struct {
		query string
		want  preferences.Choices
	}{
		{"theme light", preferences.Choices{Theme: "light"}},
		{"motion off", preferences.Choices{Theme: "light", Motion: "off"}},
		{"mouse on", preferences.Choices{Theme: "light", Motion: "off", Mouse: "on"}},
		{"theme own", preferences.Choices{Theme: own, Motion: "off", Mouse: "on"}},
	} {
		find(t, m, c.query)
		if got, err := f.Read(); got != c.want || err != nil {
			t.Errorf("after %q: %+v, %v", c.query, got, err)
		}
	}
	if m.theme.Name != "mine" {
		t.Errorf("the theme is %s", m.theme.Name)
	}
	press(t, m, "M")
	if got, _ := f.Read(); got.Mouse != "off" || m.mouse {
		t.Errorf("after M: %+v", got)
	}
	press(t, m, "?")
	onScreen(t, m, "are remembered in", "farsight/explorer.toml")
}

// Nothing is remembered of guests, nor where there is no place for it.
func TestGuestsAreNotRemembered(t *testing.T) {
	m, f := remembering(t, Options{Guest: true})
	find(t, m, "theme light")
	press(t, m, "M")
	if _, err := os.Stat(f.Path); err == nil {
		t.Error("a guest's choice is on disk")
	}
	press(t, m, "?")
	if strings.Contains(screenText(m), "remembered") {
		t.Error("a guest is told of a file")
	}
	none := newModelOn(t, "myopia", "random")
	none.w, none.h = 120, 40
	find(t, none, "theme light")
	if none.theme.Name != "light" {
		t.Error("without a place to remember nothing changes")
	}
}

// A look is checked before anything is drawn: themes by name or file, and motion.
func TestLooksAreChecked(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.toml"), filepath.Join(dir, "bad.toml")
	for file, text := range map[string]string{good: "base = \"dark\"", bad: "base = \"dark\"\ntext = 1"} {
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o600))
	}
	for look, want := range map[Look]string{
		{}: "", {Theme: "auto", Motion: "auto"}: "", {Theme: "light", Motion: "off"}: "", {Theme: good}: "",
		{Theme: bad}: "bad.toml:2:8: text: needs", {Theme: "lihgt"}: `did you mean "light"`, {Theme: filepath.Join(dir, "none.toml")}: "cannot be opened",
		{Motion: "fast"}: "use on, off, auto",
	} {
		err := look.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%+v: %v, want %q", look, err, want)
		}
	}
	if (Look{Theme: good}).Adapt() != nil {
		t.Error("a theme of a file adapts")
	}
	if l := (Look{}).With(bad, good, "light"); l.Theme != "light" {
		t.Errorf("a guest's words name the file %s", l.Theme)
	}
	if _, ok := theme.Named("good"); ok {
		t.Error("a theme of a file is listed")
	}
}
