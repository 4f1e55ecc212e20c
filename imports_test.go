package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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
	{"scenarios/problemfile", "scenarios/... policy model/..."}, // files name policies
	{"scenarios/builtin", "scenarios/... policy model/..."},
	{"scenarios/theorem1", ""},
	{"scenarios/formula", ""},
	{"scenarios/...", "scenarios/... model/..."},
	{"lookahead/...", "lookahead/... model/... acquisition/..."},
	{"policy/...", "policy/... model/... acquisition/... lookahead/..."}, // problem files name policies, so that they stand above them
	{"study/journal", ""},                                                // the file of a study, which knows nothing of what is studied
	{"study/...", "study/... policy/... model/... acquisition/... scenarios/... lookahead/..."},
	{"experiment/...", "experiment/... study/... policy/... model/... acquisition/... scenarios/... lookahead/..."},
	{"tui/chart/...", below + "tui/chart/... tui/theme tui/picture"}, // examples are drawn in a theme
	{"tui/futures", "tui/chart tui/theme tui/picture"},               // as a chart: it is told what to draw
	{"tui/theme", below + "tui/chart"},
	{"tui/paint", ""}, // frames are text to it
	{"tui/picture", below + "tui/chart tui/theme tui/paint"},
	{"tui/tour", below + "tui/chart tui/theme"},
	{"tui/session", below}, // what screens look at knows nothing of drawing
	{"tui/screen", below + "tui/chart tui/theme tui/session"},
	{"tui/form", below + "tui/chart tui/theme tui/session tui/screen"},
	{"tui/pane", below + "tui/chart tui/futures tui/theme tui/session tui/screen"},
	{"tui/screentest", below + "tui/chart tui/theme tui/session tui/screen"},
	{"tui/compare", below + perScreen},
	{"tui/tree", below + perScreen},
	{"tui/heat", below + perScreen},
	{"tui/theorem", below + perScreen},
	{"tui/live", below + perScreen},
	{"tui/browse", below + perScreen},
	{"tui/settings", below + perScreen},
	{"tui/atlas", below + perScreen},
	{"tui/predict", below + perScreen},
	{"tui/luck", below + perScreen},
	{"tui/preferences", ""}, // a file that theme, motion and mouse are kept in
	{"tui", below + perScreen + "tui/preferences tui/picture tui/paint tui/compare tui/tree tui/heat tui/theorem tui/live tui/browse tui/settings tui/atlas tui/predict tui/luck"},
	{"tui/...", below + "tui/..."}, // above the program: player, recorder, server
	{"web/studies", below},         // studies that a page keeps
	{"internal/toypolicytest", "policy model acquisition cli tui/... study scenarios/... experiment"}, // one policy more, and the test that finds it everywhere
	{"internal/tools/...", below + "tui/picture cli"},                                                 // programs for developers, and their tests
	{"cli", "model/... acquisition/... scenarios/... lookahead/... policy/... study/... experiment/... tui/..."},
	{".", "cli"},
	{"web", "web/... tui/chart policy scenarios/builtin study study/journal"}, // tests replay, put numbers as the page does, and open its studies
	{"web/app", "web/front web/peer"},                                         // the program a page runs: web/front and JavaScript, no more
	{"web/front", below + "tui/... web/studies web/peer"},
	{"web/peer", below + "tui/session"}, // one worker asks another
	{"web/page", "tui/chart"},           // nothing; its test asks how colours contrast
	{"web/site", "web/page scenarios/... tui/tour"},
	{"internal/...", "internal/..."}, // leaves, which may stand on each other
}

// below is what no package of tui is below.
const below = "model/... acquisition/... scenarios/... lookahead/... policy/... study/... experiment/... "

// perScreen is what the package of a screen draws with. No screen knows another.
const perScreen = "tui/chart tui/chart/big tui/futures tui/theme tui/session tui/screen tui/form tui/pane "

// notLeaves are the packages below internal/ that import others of ours, so
// that not everybody may import them.
var notLeaves = []string{"internal/tools/..."}

// drawing lists the modules only tui/... and what shows it in a page may know.
var drawing = []string{"github.com/charmbracelet", "github.com/muesli/termenv"}

// querying lists those whose questions to the terminal internal/noquery prevents.
var querying = []string{"github.com/charmbracelet/bubbletea", "github.com/charmbracelet/lipgloss", "github.com/muesli/termenv"}

// violation says why pkg may not import imp, or nothing if it may. Our packages
// are paths relative to the module, "." its root; imp is an import path.
func violation(module, pkg, imp string, test bool) string {
	if within(imp, drawing...) && !under(pkg, "tui/...") && pkg != "web/front" &&
		(pkg != "cli" || !within(imp, "github.com/charmbracelet/lipgloss")) &&
		(pkg != "internal/noquery" || !slices.Contains(querying, imp)) {
		return "only tui/... and web/front draw, and cli has its tables from lipgloss; internal/noquery may know those who question the terminal, and nothing else"
	}
	if !within(imp, module) {
		return ""
	}
	ours := strings.TrimPrefix(imp, module+"/")
	if test && ours == pkg {
		return ""
	}
	// As net/http/httptest: a helper of tests, to all tests and to nothing else.
	if ours == "internal/testkit" || strings.HasSuffix(ours, "test") && (under(ours, "internal/...") || under(ours, "tui/...") || under(ours, "model/...")) {
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
		leaf := under(pkg, "internal/...") && !slices.ContainsFunc(notLeaves, func(p string) bool { return under(pkg, p) })
		if under(ours, "internal/...") && !slices.ContainsFunc(notLeaves, func(p string) bool { return under(ours, p) }) && (!leaf || test) {
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
	t.Parallel()
	files, module := 0, modulePath(t)
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
			if why := violation(module, pkg, imp, strings.HasSuffix(file, "_test.go")); why != "" {
				t.Errorf("%s imports %s: %s", file, imp, why)
			}
		}
	}
	if files < 5 {
		t.Fatalf("saw only %d files: is this the root of the module?", files)
	}
}

// modulePath is what the module is called: any name will do.
func modulePath(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
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
	t.Parallel()
	for _, c := range []struct {
		pkg, imp string
		test, ok bool
	}{
		{"model", "math", false, true},
		{"model", "gonum.org/v1/gonum/mat", false, true},
		{"model", "./internal/lbfgsb", false, true},
		{"model", "./acquisition", false, false},
		{"model", "./cli", false, false},
		{"model", "./internal/tools/verify", true, false},
		{"model", "./model", true, true},
		{"model", "./scenarios", true, false},
		{"acquisition", "./model", false, true},
		{"acquisition", "./lookahead", false, false},
		{"acquisition", "./internal/golden", true, true},
		{"scenarios", "./model", false, true},
		{"scenarios", "./acquisition", false, false},
		{"scenarios", "./scenarios/theorem1", false, true},
		{"scenarios/push", "./scenarios", false, true},
		{"scenarios/problemfile", "./scenarios/table", false, true},
		{"scenarios/builtin", "./scenarios/problemfile", false, true},
		{"internal/tomlfile", "./internal/mistake", false, true},
		{"scenarios/push", "./acquisition", false, false},
		{"lookahead", "./acquisition", false, true},
		{"lookahead", "./scenarios", false, false},
		{"study", "./lookahead", false, true},
		{"study", "./study/journal", false, true},
		{"study/journal", "./study", false, false},
		{"study", "./experiment", false, false},
		{"study", "./tui", false, false},
		{"experiment", "./study/journal", false, true},
		{"experiment", "./tui", false, false},
		{"tui", "./study", false, true},
		{"tui/chart", "./scenarios", false, true},
		{"tui/futures", "./lookahead", false, false},
		{"tui/futures", "./tui/chart", false, true},
		{"policy", "./lookahead", false, true},
		{"policy", "./study", false, false},
		{"policy", "./scenarios", false, false},
		{"lookahead", "./policy", false, false},
		{"tui", "./model", false, true},
		{"tui", "./acquisition", false, true},
		{"tui", "./experiment", false, true},
		{"tui", "./policy", false, true},
		{"tui/session", "./tui/chart", false, false},
		{"tui/session", "./tui/screen", false, false},
		{"tui/screen", "./tui/session", false, true},
		{"tui/screen", "./tui/pane", false, false},
		{"tui/compare", "./tui/pane", false, true},
		{"tui/compare", "./tui/heat", false, false},
		{"tui/compare", "./tui", false, false},
		{"tui/compare", "./tui/screentest", false, false},
		{"tui/compare", "./tui/screentest", true, true},
		{"tui", "./tui/compare", false, true},
		{"tui", "./tui/serve", false, false},
		{"tui", "./tui/tour", false, false},
		{"tui", "./tui/player", false, false},
		{"tui/player", "./tui", false, true},
		{"tui/player", "./tui/tour", false, true},
		{"tui/tour", "./tui/player", false, false},
		{"tui/serve", "./tui", false, true},
		{"tui", "./cli", false, false},
		{"tui/serve", "github.com/charmbracelet/ssh", false, true},
		{"study", "github.com/charmbracelet/lipgloss", false, false},
		{"study", "github.com/charmbracelet/lipgloss", true, false},
		{"experiment", "github.com/muesli/termenv", false, false},
		{"cli", "github.com/charmbracelet/bubbletea", false, false},
		{"cli", "github.com/spf13/cobra", false, true},
		{"cli", "./tui", false, true},
		{"cli", "./internal/tools/verify", false, false},
		{"cli", ".", false, false},
		{"cli", "github.com/charmbracelet/lipgloss/table", false, true},
		{"internal/tools/verify", "./lookahead", false, true},
		{"internal/tools/verify", "./tui", false, false},
		{"internal/noquery", "github.com/charmbracelet/lipgloss", false, true},
		{"internal/noquery", "github.com/charmbracelet/bubbletea", false, true},
		{"internal/noquery", "github.com/charmbracelet/ssh", false, false},
		{"internal/noquery", "./internal/noquery/hold", false, true},
		{"internal/noquery/hold", "github.com/charmbracelet/lipgloss", false, false},
		{"internal/lbfgsb", "./model", false, false},
		{"internal/lbfgsb", "./internal/sobol", true, true},
		{"internal/noquery", "./internal/testkit", true, true},
		{"cli", "./internal/testkit", false, false},
		{"cli", "./internal/testkit", true, true},
		{"web/front", "./tui/player", false, true},
		{"web/front", "github.com/charmbracelet/bubbletea", false, true},
		{"web/front", "./cli", false, false},
		{"web/app", "./web/front", false, true},
		{"web/app", "./tui", false, false},
		{"web", "./web/site", false, true},
		{"web", "./internal/testkit", true, true},
		{"web", "./internal/testkit", false, false},
		{"tui", "./web/front", false, false},
		{"cli", "./web/site", false, false},
		{".", "./cli", false, true},
		{".", "./internal/noquery", false, true},
		{".", "./model", false, false},
		{"newcomer", "./model", false, false},
		{"newcomer", "math", false, true},
		{"modelling", "./internal/sobol", false, false},
	} {
		imp := c.imp
		if below, ours := strings.CutPrefix(imp, "."); ours {
			imp = modulePath(t) + below
		}
		if why := violation(modulePath(t), c.pkg, imp, c.test); (why == "") != c.ok {
			t.Errorf("%s imports %s (test file: %v): got %q, want allowed: %v", c.pkg, c.imp, c.test, why, c.ok)
		}
	}
}
