package main

import (
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

	"farsight/internal/testkit"
)

// floors lists the packages from the ground up: one imports its own floor and
// those below. A package that is not listed stands where its parent folder does.
var floors = []string{
	"internal scenarios/formula scenarios/theorem1 study/journal tui/preferences",
	"model",
	"acquisition scenarios",
	"lookahead",
	"policy",
	"scenarios/problemfile scenarios/builtin", // files name policies
	"study",
	"experiment",
	"tui/session", // the state that screens show knows nothing of drawing
	"tui/chart tui/theme tui/picture tui/paint tui/futures",
	"tui/screen tui/form tui/pane tui/screentest",
	screens,
	"tui",
	"tui/player tui/record tui/serve",
	"web",
	"cli",
	"internal/tools internal/toypolicytest examples",
	".",
}

// screens is the floor on which no package knows another.
const screens = "tui/compare tui/tree tui/heat tui/theorem tui/live tui/browse tui/settings tui/atlas tui/predict tui/luck"

// floor is the floor of a package, -1 if it and its parents have none.
func floor(pkg string) int {
	for {
		if i := slices.IndexFunc(floors, func(f string) bool { return slices.Contains(strings.Fields(f), pkg) }); i >= 0 || pkg == "." {
			return i
		}
		if pkg = path.Dir(pkg); pkg == "." {
			return -1
		}
	}
}

// violation says why pkg may not import ours, or nothing if it may.
func violation(pkg, ours string, test bool) string {
	from, to := floor(pkg), floor(ours)
	switch {
	case from < 0:
		return "this package has no floor: add it to floors"
	case ours == "internal/testkit" || strings.HasSuffix(ours, "test"):
		if !test && !strings.HasSuffix(pkg, "test") {
			return "it serves tests only"
		}
	case to > from:
		return "it stands above"
	case to == from && floors[from] == screens && pkg != ours:
		return "no screen knows another"
	}
	return ""
}

// mayDraw reports whether pkg may know a module that draws on terminals.
func mayDraw(pkg, imp string) bool {
	return pkg == "tui" || strings.HasPrefix(pkg, "tui/") || pkg == "web/front" || pkg == "internal/noquery" ||
		pkg == "cli" && strings.HasPrefix(imp, "github.com/charmbracelet/lipgloss") // tables
}

// The test opens every file itself, also those of other systems: the go command
// notes which files a test opens, and reruns a cached one when they change.
func TestImportsFollowTheFloors(t *testing.T) {
	t.Parallel()
	for file := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		testkit.OK(t, err)
		pkg := path.Dir(filepath.ToSlash(file))
		for _, spec := range parsed.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			testkit.OK(t, err)
			if ours, ok := strings.CutPrefix(imp, modulePath(t)+"/"); ok {
				if why := violation(pkg, ours, strings.HasSuffix(file, "_test.go")); why != "" {
					t.Errorf("%s imports %s: %s", file, imp, why)
				}
			}
			if (strings.HasPrefix(imp, "github.com/charmbracelet/") || imp == "github.com/muesli/termenv") && !mayDraw(pkg, imp) {
				t.Errorf("%s imports %s: only tui and web/front draw", file, imp)
			}
		}
	}
}

// modulePath is what the module is called: any name will do.
func modulePath(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("go.mod")
	testkit.OK(t, err)
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
		testkit.OK(t, err)
	}
}

func TestViolationsAreSeen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pkg, ours string
		test, ok  bool
	}{
		{"model", "internal/lbfgsb", false, true},
		{"model", "acquisition", false, false},
		{"lookahead/fantasy", "policy", true, false},
		{"internal/lbfgsb", "model", true, false},
		{"tui/session", "tui/chart", false, false},
		{"tui/compare", "tui/heat", false, false},
		{"tui/compare", "tui/screentest", false, false},
		{"tui/compare", "tui/screentest", true, true},
		{"tui", "tui/serve", false, false},
		{"newcomer", "model", false, false},
	} {
		if why := violation(c.pkg, c.ours, c.test); (why == "") != c.ok {
			t.Errorf("%s imports %s: got %q, want allowed: %v", c.pkg, c.ours, why, c.ok)
		}
	}
}
