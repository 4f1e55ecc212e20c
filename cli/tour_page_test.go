//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

const pageTour = `title = "A small one"
problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "Two columns"
step = 1
highlight = ["gauge"]
question = "Who is ahead?"
caption = "EI-PUC, at {right.best}."
[[scene]]
title = "Both ends"
screen = "finale"
caption = "{left.end.best} and {right.end.best}."
`

// A tour's page in a real browser: on a phone its columns stand below each other,
// with room for all of each; on a desk beside each other. Frames are called what
// the tour calls them.
func TestTourPageInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: no browser is started")
	}
	b := testkit.NewBrowser(t)
	dir := t.TempDir()
	source, file := filepath.Join(dir, "small.toml"), filepath.Join(dir, "small.html")
	testkit.OK(t, os.WriteFile(source, []byte(pageTour), 0o600))
	if code, _, talk := run("export", source, "--out", file); code != exitOK {
		t.Fatalf("exit code %d: %s", code, talk)
	}
	for _, s := range []struct {
		name    string
		w, h    int
		phone   bool
		columns float64
	}{{"phone", 360, 740, true, 1}, {"small-phone", 320, 640, true, 1}, {"desk", 1366, 768, false, 2}} {
		b.Window(s.w, s.h, s.phone)
		for number, said := range []string{1: "Who is ahead?", 2: "EI-PUC, at 0.", 3: "0.256 and 1.3"} {
			if number == 0 {
				continue
			}
			b.Open(fmt.Sprintf("file://%s?%s#%d", file, b.Fresh(), number))
			what := fmt.Sprintf("%s, frame %d", s.name, number)
			if got := b.Eval(on).(string); !strings.HasPrefix(got, fmt.Sprintf("frame-%d | %d / 3", number, number)) {
				t.Errorf("%s: the page is on %s", what, got)
			}
			if got := b.Eval(`document.querySelector('section:not([hidden]) .said').textContent`).(string); !strings.HasPrefix(got, said) {
				t.Errorf("%s: it says %q, want %q", what, got, said)
			}
			if wide := b.Eval(`document.documentElement.scrollWidth`).(float64); wide > float64(s.w) {
				t.Errorf("%s: the page is %v pixels wide", what, wide)
			}
			if cut := b.Eval(`[...document.querySelectorAll('section:not([hidden]) .scroll')].filter((x) => x.checkVisibility() && x.scrollWidth > x.clientWidth).length`); cut != 0.0 {
				t.Errorf("%s: %v pictures are wider than the window", what, cut)
			}
			if n := b.Eval(`document.querySelectorAll('section:not([hidden]) figure:not(.wide)').length`); n != 2.0 {
				t.Errorf("%s: %v columns", what, n)
			}
			if n := b.Eval(`(() => { const y = [...document.querySelectorAll('section:not([hidden]) figure:not(.wide)')].map((f) => f.getBoundingClientRect().top); return y[0] === y[1] ? 2 : 1 })()`); n != s.columns {
				t.Errorf("%s: %v pictures beside each other, want %v", what, n, s.columns)
			}
			testkit.OK(t, os.WriteFile(filepath.Join(t.ArtifactDir(), fmt.Sprintf("%s-%d.png", s.name, number)), b.Shot(), 0o644))
		}
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
}
