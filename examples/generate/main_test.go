package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"farsight/internal/testkit"
)

// The tables that ship are what this program prints.
func TestShippedTables(t *testing.T) {
	for name, file := range map[string]string{
		"lda": filepath.Join("..", "..", "scenarios", "table", "lda.csv"),
		"cnn": filepath.Join("..", "cnn.csv"),
	} {
		want, err := os.ReadFile(file)
		testkit.OK(t, err)
		var got bytes.Buffer
		if code := run([]string{name}, &got, io.Discard); code != 0 {
			t.Fatalf("exit code %d", code)
		}
		if !bytes.Equal(got.Bytes(), bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
			t.Errorf("%s is not what generate %s prints", file, name)
		}
	}
	for _, args := range [][]string{nil, {"svm"}, {"lda", "cnn"}} {
		if code := run(args, io.Discard, io.Discard); code != 2 {
			t.Errorf("%q: exit code %d, want 2", args, code)
		}
	}
}
