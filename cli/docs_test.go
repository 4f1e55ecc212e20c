package cli

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"farsight/internal/testkit"
)

var (
	fenced = regexp.MustCompile("(?s)\n```[a-z]*\n(.*?)\n```")
	inline = regexp.MustCompile("`([^`\n]+)`")
	// calling is how documents call the program.
	calling = regexp.MustCompile(`(?:^|[ (\[=])(?:go run \.|\.?/?farsight) +([^#]*)`)
)

// Commands in the documents are ones the program understands: in a block to be
// copied they are whole; within a sentence arguments may be missing.
func TestDocumentsNameCommandsThatParse(t *testing.T) {
	t.Parallel()
	files := []string{"../README.md", "../ARCHITECTURE.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../examples/README.md"}
	for _, pattern := range []string{"../docs/*.md", "../docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		testkit.OK(t, err)
		files = append(files, found...)
	}
	count := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		testkit.OK(t, err)
		text := string(data)
		for _, block := range fenced.FindAllStringSubmatch(text, -1) {
			for line := range strings.Lines(block[1]) {
				for _, m := range calling.FindAllStringSubmatch(line, -1) {
					count++
					checkCall(t, file, m[1], true)
				}
			}
		}
		for _, span := range inline.FindAllStringSubmatch(fenced.ReplaceAllString(text, "\n"), -1) {
			if m := calling.FindStringSubmatch(span[1]); m != nil {
				count++
				checkCall(t, file, m[1], false)
			}
		}
	}
	if count < 60 {
		t.Errorf("found only %d commands in %d documents", count, len(files))
	}
}

// checkCall parses what follows the program's name; whole also wants the
// arguments to be as many as the command takes.
func checkCall(t *testing.T, file, call string, whole bool) {
	t.Helper()
	shown := strings.TrimSpace(call)
	whole = whole && !strings.Contains(call, "$") // what a shell would fill in is not ours to guess
	call, _, _ = strings.Cut(call+"  ", "  ")
	call, _, _ = strings.Cut(call, " ::: ") // what GNU parallel fills in
	call = strings.FieldsFunc(call+" ", func(r rune) bool { return strings.ContainsRune("|)>;'$", r) })[0]
	words := strings.Fields(call)
	cmd, rest, err := newRoot().Find(words)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil && (whole || cmd.HasSubCommands()) {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil && !errors.Is(err, pflag.ErrHelp) {
		t.Errorf("%s: farsight %s: %v", filepath.Base(file), shown, err)
	}
}
