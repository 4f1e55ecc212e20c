package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"farsight/experiment"
	"farsight/internal/testkit"
)

var (
	codeSpan  = regexp.MustCompile("`([^`\n]+)`")
	codeBlock = regexp.MustCompile("(?s)\n```[a-z]*\n(.*?)\n```")
	heading   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	link      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// Every path of the repository that a document names exists: links, and words
// in code that begin with one of our folders or end in .go.
func TestDocumentsNamePathsThatExist(t *testing.T) {
	t.Parallel()
	tree := newRepository(t)
	documents := append(pages(t), "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "internal/golden/testdata/README.md")
	paths := 0
	for _, document := range documents {
		data, err := os.ReadFile(document)
		testkit.OK(t, err)
		text := string(data)
		var code []string
		for _, m := range slices.Concat(codeBlock.FindAllStringSubmatch(text, -1), codeSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, "\n"), -1)) {
			code = append(code, strings.Fields(m[1])...)
		}
		for _, word := range code {
			if name := strings.Trim(word, `"'(),:;`); tree.claims(name) {
				paths++
				if !tree.has(name) {
					t.Errorf("%s names %s, which does not exist", document, name)
				}
			}
		}
		for _, m := range link.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, "\n"), -1) {
			target, section, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			paths++
			file := document
			if target != "" {
				file = filepath.Join(filepath.Dir(document), filepath.FromSlash(target))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which does not exist", document, m[1])
			} else if section != "" && !slices.Contains(sections(t, file), section) {
				t.Errorf("%s links to %s, which has no such section", document, m[1])
			}
		}
	}
	if paths < 100 {
		t.Errorf("found only %d paths in %d documents", paths, len(documents))
	}
}

// sections returns the anchors of a page's headings, as GitHub makes them.
func sections(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	testkit.OK(t, err)
	var all []string
	for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(string(data), "\n"), -1) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return all
}

// The start page of the documents leads to every other page.
func TestStartPageListsEveryPage(t *testing.T) {
	t.Parallel()
	start, err := os.ReadFile("docs/README.md")
	testkit.OK(t, err)
	for _, page := range pages(t) {
		if name := strings.TrimPrefix(filepath.ToSlash(page), "docs/"); name != "README.md" && !strings.Contains(string(start), "]("+name) {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
}

// pages returns the files of the documentation.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		testkit.OK(t, err)
		all = append(all, found...)
	}
	return all
}

// repository is what there is to be named.
type repository struct {
	top   map[string]bool // folders at the root
	files map[string]bool // names of Go files, wherever they are
}

func newRepository(t *testing.T) repository {
	t.Helper()
	r := repository{map[string]bool{}, map[string]bool{}}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.IsDir() && file != "." && !strings.Contains(filepath.ToSlash(file), "/") && file != "out":
			r.top[file] = true
		case strings.HasSuffix(file, ".go"):
			r.files[entry.Name()] = true
		}
		return nil
	})
	testkit.OK(t, err)
	return r
}

// claims reports whether a word looks like a path of the repository.
func (r repository) claims(word string) bool {
	first, rest, deep := strings.Cut(strings.TrimPrefix(word, "./"), "/")
	return deep && rest != "" && rest != "..." && r.top[first] || !deep && path.Ext(word) == ".go" && word != ".go"
}

// has reports whether it is one: a file, a folder, a pattern that fits something,
// or the name of a Go file in some package.
func (r repository) has(word string) bool {
	if !strings.Contains(word, "/") {
		return r.files[word]
	}
	found, err := filepath.Glob(filepath.FromSlash(strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/...")))
	return err == nil && len(found) > 0
}

// Runs have the same bits on one kind of processor only, and no document promises
// more: numbers agree to 1e-9 between them.
func TestNothingPromisesTheSameBitsEverywhere(t *testing.T) {
	t.Parallel()
	promise := regexp.MustCompile(`(?i)same bits (on|for) (every|any|all) machine|nothing else: not on the machine|same (run|runs|numbers) on (every|any|all) machine`)
	read := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name == ".git":
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".md" && path.Ext(name) != ".go" || name == "docs_test.go":
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		read++
		for i, line := range strings.Split(string(data), "\n") {
			if promise.MatchString(line) {
				t.Errorf("%s:%d promises the same bits on every machine: they are the same on the same kind of processor", name, i+1)
			}
		}
		return nil
	})
	if err != nil || read < 500 {
		t.Fatalf("%d files read: %v", read, err)
	}
}

// The page about the map counts cells as the map that ships does: one number for
// the same thing on the page, on the screen and in the tour.
func TestMapPageCountsTheShippedMap(t *testing.T) {
	t.Parallel()
	rows, err := experiment.ShippedAtlas()
	testkit.OK(t, err)
	var better, worse, cells int
	for _, r := range rows {
		if r.Policy != "p-ms-ei, sustained, joint" {
			continue
		}
		cells++
		if r.Pays() {
			better++
		}
		if r.Loses() {
			worse++
		}
	}
	page, err := os.ReadFile("docs/research/map.md")
	testkit.OK(t, err)
	if want := fmt.Sprintf("over %d cells, better by a 95 %% interval in %d and worse in %d", cells, better, worse); !strings.Contains(string(page), want) {
		t.Errorf("docs/research/map.md does not say %q", want)
	}
}
