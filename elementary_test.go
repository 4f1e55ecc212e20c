package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// byMachine are functions of Go's math that are assembly on some machines, or call one that is: their last bits depend
// on where they run.
var byMachine = []string{"Exp", "Exp2", "Log", "Log2", "Log10", "Pow", "Hypot", "Erf", "Erfc", "Sinh", "Cosh", "Tanh", "Gamma", "Asinh", "Acosh"}

// Numbers are the same bits in a page as on the command line of amd64 only if nobody computes by such a function.
func TestNumbersDoNotDependOnTheMachine(t *testing.T) {
	t.Parallel()
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (path == "examples" || path == filepath.Join("internal", "elementary") || path == ".git") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		seen++
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "math" && slices.Contains(byMachine, s.Sel.Name) {
					t.Errorf("%s: math.%s has other last bits elsewhere: internal/elementary has one", files.Position(s.Pos()), s.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || seen < 500 {
		t.Fatalf("%d files read: %v", seen, err)
	}
}
