package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// below is what no package of tui is below.
const below = "model/... acquisition/... scenarios/... lookahead/... policy/... study/... experiment/... "

// perScreen is what the package of a screen draws with. No screen knows another.
const perScreen = "tui/chart tui/theme tui/session tui/screen tui/pane "

// mayImport says which of our packages each of ours may import, besides leaves
// and (for test files) itself. "x/..." means x and everything below it, on
// either side. The first line that names a package rules it; a package no line
// names has no business here.
var mayImport = []struct {
	pkg     string
	imports string // separated by blanks
}{
	{"model/...", "model/..."},
	{"acquisition/...", "acquisition/... model/..."},
	{"scenarios/...", "scenarios/... model/..."},
	{"lookahead/...", "lookahead/... model/... acquisition/..."},
	{"study/journal", ""}, // the file of a study, which knows nothing of what is studied
	{"study/...", "study/... model/... acquisition/... scenarios/... lookahead/..."},
	{"experiment/...", "experiment/... study/... model/... acquisition/... scenarios/... lookahead/..."},
	{"tui/chart/...", below + "tui/chart/... tui/theme tui/render"}, // examples are drawn in a theme
	{"tui/theme", below + "tui/chart"},
	{"tui/render/...", below + "tui/chart tui/theme tui/render/..."},
	{"tui/tour", below + "tui/chart tui/theme"},
	{"tui/session", below}, // what screens look at knows nothing of drawing
	{"tui/screen", below + "tui/chart tui/theme tui/session"},
	{"tui/pane", below + "tui/chart tui/theme tui/session tui/screen"},
	{"tui/screentest", below + "tui/chart tui/theme tui/session tui/screen"},
	{"tui/compare", below + perScreen},
	{"tui/focus", below + perScreen},
	{"tui/tree", below + perScreen},
	{"tui/heat", below + perScreen},
	{"tui/theorem", below + perScreen},
	{"tui/live", below + perScreen},
	{"tui/browse", below + perScreen},
	{"tui/settings", below + perScreen},
	{"tui/atlas", below + perScreen},
	{"tui", below + perScreen + "tui/render tui/compare tui/focus tui/tree tui/heat tui/theorem tui/live tui/browse tui/settings tui/atlas tui/tour"},
	{"tui/...", below + "tui/..."}, // above the program: player, recorder, server
	{"internal/verify", "model/... acquisition/... scenarios/... lookahead/..."},
	{"internal/cli", "internal/verify model/... acquisition/... scenarios/... lookahead/... study/... experiment/... tui/..."},
	{".", "internal/cli"},
	{"internal/triangular", "internal/lanes"}, // a leaf all the same: whole matrices of the rows that lanes knows
	{"internal/...", ""},                      // leaves
}

// notLeaves are the packages below internal/ that import others of ours, so
// that not everybody may import them.
var notLeaves = []string{"internal/verify", "internal/cli"}

// drawing lists the modules only tui/... may know.
var drawing = []string{"github.com/charmbracelet", "github.com/muesli/termenv", "github.com/NimbleMarkets/ntcharts"}

// violation says why pkg may not import imp, or nothing if it may. Our packages
// are paths relative to the module, "." its root; imp is an import path.
func violation(pkg, imp string, test bool) string {
	if within(imp, drawing...) && !under(pkg, "tui/...") &&
		(pkg != "internal/quiet" || imp != "github.com/charmbracelet/lipgloss") {
		return "only tui/... draws; internal/quiet may know lipgloss and nothing else"
	}
	if !within(imp, "farsight") {
		return ""
	}
	ours := strings.TrimPrefix(imp, "farsight/")
	if test && ours == pkg {
		return ""
	}
	// As net/http/httptest: a helper of tests, to all tests and to nothing else.
	if strings.HasSuffix(ours, "test") && (under(ours, "internal/...") || under(ours, "tui/...")) {
		if test {
			return ""
		}
		return "packages named …test serve tests only"
	}
	for _, rule := range mayImport {
		if !under(pkg, rule.pkg) {
			continue
		}
		for _, allowed := range strings.Fields(rule.imports) {
			if under(ours, allowed) {
				return ""
			}
		}
		leaf := under(pkg, "internal/...") && !slices.Contains(notLeaves, pkg)
		if under(ours, "internal/...") && !slices.Contains(notLeaves, ours) && (!leaf || test) {
			return ""
		}
		return fmt.Sprintf("%s may import leaves of internal/ and %q, no more of ours", pkg, rule.imports)
	}
	return "no rule names this package: add one to mayImport"
}

// under reports whether pkg is pattern, or below it if pattern is "x/...".
func under(pkg, pattern string) bool {
	parent, deep := strings.CutSuffix(pattern, "/...")
	return pkg == parent || deep && strings.HasPrefix(pkg, parent+"/")
}

func within(imp string, modules ...string) bool {
	return slices.ContainsFunc(modules, func(m string) bool { return under(imp, m+"/...") })
}

// Every file is opened by this test itself, test files and files of other
// systems too: the go command notes which files and folders of the module a
// test opens and reruns a cached test when one of them changes or appears.
// (Package go/build or `go list` would read them unseen.)
func TestImportsFollowTheRules(t *testing.T) {
	files := 0
	for file := range goFiles(t) {
		files++
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		pkg := path.Dir(filepath.ToSlash(file))
		for _, spec := range parsed.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatalf("%s: import %s: %v", file, spec.Path.Value, err)
			}
			if why := violation(pkg, imp, strings.HasSuffix(file, "_test.go")); why != "" {
				t.Errorf("%s imports %s: %s", file, imp, why)
			}
		}
	}
	if files < 5 {
		t.Fatalf("saw only %d files: is this the root of the module?", files)
	}
}

// goFiles yields the Go files the go command would see below the module's root.
func goFiles(t *testing.T) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
			name := entry.Name()
			switch {
			case err != nil:
				return err
			case entry.IsDir() && file != "." && (name == "testdata" || name[0] == '.' || name[0] == '_'):
				return fs.SkipDir
			case !entry.IsDir() && strings.HasSuffix(name, ".go") && !yield(file):
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheRulesThemselves(t *testing.T) {
	for _, c := range []struct {
		pkg, imp string
		test, ok bool
	}{
		{"model", "math", false, true},
		{"model", "gonum.org/v1/gonum/mat", false, true},
		{"model", "farsight/internal/lbfgsb", false, true},
		{"model", "farsight/acquisition", false, false},
		{"model", "farsight/internal/cli", false, false},
		{"model", "farsight/internal/verify", true, false},
		{"model", "farsight/model", true, true},
		{"model", "farsight/scenarios", true, false},
		{"acquisition", "farsight/model", false, true},
		{"acquisition", "farsight/lookahead", false, false},
		{"acquisition", "farsight/internal/golden", true, true},
		{"scenarios", "farsight/model", false, true},
		{"scenarios", "farsight/acquisition", false, false},
		{"scenarios", "farsight/scenarios/push", false, true},
		{"scenarios/push", "farsight/acquisition", false, false},
		{"lookahead", "farsight/acquisition", false, true},
		{"lookahead", "farsight/scenarios", false, false},
		{"study", "farsight/lookahead", false, true},
		{"study", "farsight/study/journal", false, true},
		{"study/journal", "farsight/study", false, false},
		{"study", "farsight/experiment", false, false},
		{"study", "farsight/tui", false, false},
		{"experiment", "farsight/study/journal", false, true},
		{"experiment", "farsight/tui", false, false},
		{"tui", "farsight/study", false, true},
		{"tui/chart", "farsight/scenarios", false, true},
		{"tui", "farsight/model", false, true},
		{"tui/pane", "farsight/acquisition", false, true},
		{"tui", "farsight/experiment", false, true},
		{"tui/session", "farsight/tui/chart", false, false},
		{"tui/session", "farsight/tui/screen", false, false},
		{"tui/screen", "farsight/tui/session", false, true},
		{"tui/screen", "farsight/tui/pane", false, false},
		{"tui/compare", "farsight/tui/pane", false, true},
		{"tui/compare", "farsight/tui/focus", false, false},
		{"tui/compare", "farsight/tui", false, false},
		{"tui/compare", "farsight/tui/screentest", false, false},
		{"tui/compare", "farsight/tui/screentest", true, true},
		{"tui", "farsight/tui/compare", false, true},
		{"tui", "farsight/tui/serve", false, false},
		{"tui/serve", "farsight/tui", false, true},
		{"tui", "farsight/internal/cli", false, false},
		{"tui/serve", "github.com/charmbracelet/wish", false, true},
		{"tui/chart", "github.com/NimbleMarkets/ntcharts/canvas", false, true},
		{"study", "github.com/charmbracelet/lipgloss", false, false},
		{"study", "github.com/charmbracelet/lipgloss", true, false},
		{"experiment", "github.com/muesli/termenv", false, false},
		{"internal/cli", "github.com/charmbracelet/bubbletea", false, false},
		{"internal/cli", "github.com/NimbleMarkets/ntcharts/linechart", false, false},
		{"internal/cli", "github.com/spf13/cobra", false, true},
		{"internal/cli", "farsight/tui", false, true},
		{"internal/cli", "farsight/internal/verify", false, true},
		{"internal/cli", "farsight", false, false},
		{"internal/verify", "farsight/lookahead", false, true},
		{"internal/verify", "farsight/study", false, false},
		{"internal/verify", "farsight/internal/cli", false, false},
		{"internal/quiet", "github.com/charmbracelet/lipgloss", false, true},
		{"internal/quiet", "github.com/charmbracelet/bubbletea", false, false},
		{"internal/quiet", "github.com/muesli/termenv", false, false},
		{"internal/lbfgsb", "farsight/model", false, false},
		{"internal/lbfgsb", "farsight/internal/sobol", false, false},
		{"internal/lbfgsb", "farsight/internal/sobol", true, true},
		{"internal/quiet", "farsight/internal/ptytest", true, true},
		{"internal/cli", "farsight/internal/ptytest", false, false},
		{"internal/cli", "farsight/internal/ptytest", true, true},
		{".", "farsight/internal/cli", false, true},
		{".", "farsight/internal/quiet", false, true},
		{".", "farsight/model", false, false},
		{"newcomer", "farsight/model", false, false},
		{"newcomer", "math", false, true},
		{"modelling", "farsight/internal/sobol", false, false},
	} {
		if why := violation(c.pkg, c.imp, c.test); (why == "") != c.ok {
			t.Errorf("%s imports %s (test file: %v): got %q, want allowed: %v", c.pkg, c.imp, c.test, why, c.ok)
		}
	}
}
