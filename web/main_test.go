package main

import (
	"bytes"
	"strings"
	"testing"
)

// The command line: help is data, mistakes are talk, and the exit code says which.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, c := range []struct {
		args      string
		code      int
		out, talk string
	}{
		{"--help", 0, "Usage: go run ./web --out FOLDER", ""},
		{"", exitUsage, "", "no folder is named"},
		{"--ouf x", exitUsage, "", "flag provided but not defined"},
		{"--out x more", exitUsage, "", `"more" is not expected here`},
		{"--out " + folder + " --problem " + folder + "/none.toml", exitFailed, "", "none.toml"},
		{"--out " + folder + " --tour " + folder + "/none.toml", exitFailed, "", "none.toml"},
	} {
		var out, talk bytes.Buffer
		code := run(t.Context(), strings.Fields(c.args), &out, &talk)
		if code != c.code || !strings.Contains(out.String(), c.out) || c.out == "" && out.Len() > 0 || !strings.Contains(talk.String(), c.talk) {
			t.Errorf("%q: exit code %d, said %q and %q", c.args, code, out.String(), talk.String())
		}
	}
}
