package preferences

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"farsight/internal/testkit"
)

func fileIn(t *testing.T, text string) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deep", "explorer.toml")
	if text != "" {
		testkit.OK(t, os.MkdirAll(filepath.Dir(path), 0o700))
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return &File{Path: path}
}

func TestChoicesAreRemembered(t *testing.T) {
	f := fileIn(t, "")
	if c, err := f.Read(); c != (Choices{}) || err != nil {
		t.Fatalf("without a file: %+v, %v", c, err)
	}
	want := Choices{Theme: `my "own".toml`, Motion: "off", Mouse: "on"}
	for _, change := range []func(*Choices){
		func(c *Choices) { c.Theme = want.Theme },
		func(c *Choices) { c.Motion = want.Motion },
		func(c *Choices) { c.Mouse = want.Mouse },
	} {
		testkit.OK(t, f.Later(change)())
	}
	if c, err := (&File{Path: f.Path}).Read(); c != want || err != nil {
		t.Errorf("read back: %+v, %v", c, err)
	}
	left, err := os.ReadDir(filepath.Dir(f.Path))
	if err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
}

// A file that is not understood counts for nothing, is named with the place, and
// stays as it is.
func TestDamagedFilesAreLeftAlone(t *testing.T) {
	for text, want := range map[string]string{
		"theme = ":                     "explorer.toml:1",
		"mouse = true\n":               "explorer.toml:1:9: mouse: needs text",
		"motion = \"fast\"\n":          "motion: \"fast\" is not known",
		"theme = \"dark\"\nthem = 1\n": "explorer.toml:2:1: them: unknown field",
		"\xff\xfe\x00":                 "UTF-16",
		"a\x00b":                       "binary",
		strings.Repeat("# x\n", 40000): "too large",
	} {
		f := fileIn(t, text)
		c, err := f.Read()
		if c != (Choices{}) || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %+v, %v, want %q", text, c, err, want)
		}
		if err := f.Later(func(c *Choices) { c.Mouse = "on" })(); err == nil {
			t.Errorf("%.20q was written over", text)
		}
		if b, _ := os.ReadFile(f.Path); string(b) != text {
			t.Errorf("%.20q is %.20q now", text, b)
		}
	}
}

// No link is followed, neither to read nor to write.
func TestNoLinkIsFollowed(t *testing.T) {
	f := fileIn(t, "mouse = \"on\"\n")
	link := filepath.Join(filepath.Dir(f.Path), "link.toml")
	if err := os.Symlink(f.Path, link); err != nil {
		t.Skip(err)
	}
	l := &File{Path: link}
	if c, err := l.Read(); c != (Choices{}) || err == nil {
		t.Errorf("a link is read: %+v, %v", c, err)
	}
	if err := l.Later(func(c *Choices) { c.Mouse = "off" })(); err == nil {
		t.Error("a link is written through")
	}
	if b, _ := os.ReadFile(f.Path); string(b) != "mouse = \"on\"\n" {
		t.Errorf("the file it leads to is %q now", b)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
}

// Of many who change at once, in one program and in several, none ever meets half
// a file; in one program no change is lost.
func TestChangesAtOnce(t *testing.T) {
	f := fileIn(t, "")
	other := &File{Path: f.Path}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			file := f
			if i%4 == 3 {
				file = other
			}
			theme := strings.Repeat("x", i)
			if err := file.Later(func(c *Choices) { c.Theme = theme })(); err != nil {
				t.Error(err)
			}
			if _, err := other.Read(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var more sync.WaitGroup
	more.Go(func() { check(t, f.Later(func(c *Choices) { c.Motion = "off" })()) })
	more.Go(func() { check(t, f.Later(func(c *Choices) { c.Mouse = "on" })()) })
	more.Wait()
	if c, err := f.Read(); err != nil || c.Motion != "off" || c.Mouse != "on" {
		t.Errorf("%+v, %v", c, err)
	}
}

// Changes asked for one after another are made so, whichever is run first.
func TestLaterKeepsTheOrder(t *testing.T) {
	f := fileIn(t, "")
	first := f.Later(func(c *Choices) { c.Mouse = "on" })
	second := f.Later(func(c *Choices) { c.Mouse = "off" })
	check(t, second())
	check(t, first())
	if c, err := f.Read(); err != nil || c.Mouse != "off" {
		t.Errorf("%+v, %v", c, err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func TestThePlaceCanBeNamed(t *testing.T) {
	t.Setenv(variable, "/elsewhere/x.toml")
	if got := Default(); got != "/elsewhere/x.toml" {
		t.Errorf("the file is %s", got)
	}
	t.Setenv(variable, "")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if got := Default(); got != "" && !strings.HasSuffix(got, filepath.Join("farsight", "explorer.toml")) {
		t.Errorf("the file is %s", got)
	}
}
