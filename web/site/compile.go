package site

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// patches replace files of modules in pages: some lack definitions for them, and termenv has unused
// helpers that link all of text/template. The patched copies of the modules are made for every site
// and not kept: go.mod stays as it is.
var patches = map[string]struct {
	file string
	text []byte
}{
	"github.com/charmbracelet/bubbletea": {"farsight_js.go", teaLacks},
	"github.com/atotto/clipboard":        {"farsight_js.go", clipboardLacks}, // which the textinput of bubbles brings
	"github.com/muesli/termenv":          {"templatehelper.go", []byte("package termenv\n")},
}

var (
	//go:embed lacking/tea.go.txt
	teaLacks []byte
	//go:embed lacking/clipboard.go.txt
	clipboardLacks []byte
)

// compile builds the program for WebAssembly into a file. It needs Go and the
// modules of go.mod, from the cache or the proxy.
func compile(ctx context.Context, root, file string) error {
	tmp, err := os.MkdirTemp("", "farsight-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	module, err := modfile(ctx, root, tmp)
	if err != nil {
		return err
	}
	args := []string{"build", "-modfile", module, "-trimpath", "-ldflags", "-s -w", "-gcflags", "all=-l"}
	for _, pkg := range inlined {
		args = append(args, "-gcflags", pkg+"=")
	}
	_, err = goTool(ctx, root, append(args, "-o", file, "./web/app")...)
	return err
}

// inlined are the packages in which calls are inlined: those that compute for long. Elsewhere
// inlining costs a tenth of the download without a noticeable gain.
var inlined = []string{
	"runtime/...", "internal/runtime/...", "math/...",
	"farsight/internal/linalg", "farsight/internal/lbfgsb", "farsight/internal/sobol", "farsight/model", "farsight/acquisition", "farsight/lookahead/...",
}

// modfile writes a go.mod of the root's with modules replaced by patched copies.
func modfile(ctx context.Context, root, tmp string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	for module, patch := range patches {
		out, err := goTool(ctx, root, "mod", "download", "-json", module)
		if err != nil {
			return "", err
		}
		var found struct{ Dir string }
		if err := json.Unmarshal(out, &found); err != nil || found.Dir == "" {
			return "", fmt.Errorf("go mod download %s says %q, not where the module is: is this Farsight's own folder?", module, out)
		}
		copied := filepath.Join(tmp, path.Base(module))
		if err := copyPackage(found.Dir, copied); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(copied, patch.file), patch.text, 0o644); err != nil {
			return "", err
		}
		text = append(text, fmt.Sprintf("\nreplace %s => %s\n", module, copied)...)
	}
	module := filepath.Join(tmp, "go.mod")
	if err := os.WriteFile(module, text, 0o644); err != nil {
		return "", err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	return module, os.WriteFile(filepath.Join(tmp, "go.sum"), sums, 0o644)
}

// copyPackage copies the files of a module's root, which is one package: its
// examples are modules of their own.
func copyPackage(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, e.Name()), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// goTool runs the go command for pages in a folder, and returns what it prints.
func goTool(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOWORK=off")
	var out, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &talk
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("the go command is not on the PATH; https://go.dev/doc/install says how to install it")
		}
		return nil, fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, strings.TrimSpace(talk.String()), offline(talk.String()))
	}
	return out.Bytes(), nil
}

// offline says what to do where modules cannot be fetched.
func offline(talk string) string {
	for _, sign := range []string{"dial tcp", "no such host", "connection refused", "module lookup disabled"} {
		if strings.Contains(talk, sign) {
			return "\nThe modules are fetched once, from Go's proxy: try again with a connection, then none is needed."
		}
	}
	return ""
}

// starter is Go's own script that starts a program in a browser.
func starter(ctx context.Context, root string) ([]byte, error) {
	out, err := goTool(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	goroot := strings.TrimSpace(string(out))
	text, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("this installation of Go, in %s, lacks lib/wasm/wasm_exec.js: some packagers leave it out; take the one of https://go.dev/dl", goroot)
	}
	return text, err
}
