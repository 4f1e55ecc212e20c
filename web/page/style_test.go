package page_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/web/page"
)

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := fs.ReadFile(page.Files, name)
	testkit.OK(t, err)
	return string(data)
}

// Words can be read on all they stand on (WCAG 2.1: 4.5), and the two places that
// say what light colours are agree.
func TestContrast(t *testing.T) {
	t.Parallel()
	rules := regexp.MustCompile(`\{(--bg:[^}]*)\}`).FindAllStringSubmatch(read(t, "style.css"), -1)
	if len(rules) != 3 {
		t.Fatalf("%d sets of colours, want dark, light by preference and light by choice", len(rules))
	}
	if rules[1][1] != rules[2][1] {
		t.Error("light by preference and light by choice differ")
	}
	for _, rule := range rules {
		colours := map[string]chart.Color{}
		for _, m := range regexp.MustCompile(`--(\w+):(#[0-9a-f]{6})`).FindAllStringSubmatch(rule[1], -1) {
			colours[m[1]] = chart.Hex(m[2])
		}
		for _, word := range []string{"fg", "strong", "quiet", "good", "bad", "key", "accent"} {
			for _, ground := range []string{"bg", "raised", "button"} {
				if c := chart.Contrast(colours[word], colours[ground]); !(c >= 4.5) {
					t.Errorf("%s on %s has a contrast of %.2f", word, ground, c)
				}
			}
		}
	}
}

// The policy in the page forbids all but its own folder, and nothing in the page
// needs more: no script or style is written into it, and no address leads away.
func TestPolicy(t *testing.T) {
	t.Parallel()
	html := read(t, "index.html")
	if !strings.Contains(html, `content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"`) {
		t.Error("the page has another policy than it should")
	}
	for _, wrong := range []string{`<style`, ` style=`, `<script>`, ` onclick=`, `href="/`, `src="/`, `href="http`, `src="http`} {
		if strings.Contains(html, wrong) {
			t.Errorf("index.html has %s", wrong)
		}
	}
	for _, m := range regexp.MustCompile(`(?:href|src)="([^"#]+)"`).FindAllStringSubmatch(html, -1) {
		if !strings.HasPrefix(m[1], "data:") {
			read(t, m[1])
		}
	}
	names, err := fs.Glob(page.Files, "*.js")
	testkit.OK(t, err)
	for _, name := range names {
		for _, m := range regexp.MustCompile(`(?m)^import .*'\./([^']+)'`).FindAllStringSubmatch(read(t, name), -1) {
			read(t, m[1])
			if !strings.Contains(html, `href="`+m[1]+`"`) {
				t.Errorf("%s is imported and not loaded at the start", m[1])
			}
		}
	}
}
