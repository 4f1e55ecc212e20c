package push

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Go may fuse x*y + z into one instruction and arm64 does; float32(x*y) + z
// forbids it (Go specification, "Floating-point operators"). So every product
// outside constants must stand right inside a conversion.
func TestEveryProductIsRounded(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		rounded := map[ast.Expr]bool{}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				return n.Tok != token.CONST // constants are exact
			case *ast.CallExpr:
				if to, ok := n.Fun.(*ast.Ident); ok && (to.Name == "float32" || to.Name == "float64") {
					rounded[n.Args[0]] = true
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN {
					t.Errorf("%s: write x = float32(x * y)", set.Position(n.Pos()))
				}
			case *ast.BinaryExpr:
				if n.Op == token.MUL {
					products++
					if !rounded[n] {
						t.Errorf("%s: a product that is not rounded by float32(…) or float64(…)", set.Position(n.OpPos))
					}
				}
			}
			return true
		})
	}
	if products < 50 {
		t.Errorf("saw only %d products: is the test looking at the solver?", products)
	}
}
