package tui

import (
	"encoding/xml"
	"os"
	"strings"
	"testing"
)

// w writes the frame as a picture that parses, never over another, and tells
// its name; guests write nothing.
func TestSaveFrame(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newTestModel(t, "myopia", 100, 30, "ei-puc", "b-ms-ei")
	for _, name := range []string{"farsight-myopia-1.svg", "farsight-myopia-2.svg"} {
		press(t, m, "w")
		onScreen(t, m, "Saved this frame as "+name)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(data, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(string(data), "B-MS-EI") {
			t.Errorf("%s does not show B-MS-EI", name)
		}
	}
	m.options.Guest = true
	press(t, m, "w")
	if files, _ := os.ReadDir("."); len(files) != 2 {
		t.Errorf("a guest wrote: %v", files)
	}
}

// A picture that cannot be written is told of, and nothing else happens.
func TestSaveFailureIsTold(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Skip("this system keeps the present folder:", err)
	}
	m := newTestModel(t, "myopia", 100, 30, "ei-puc", "b-ms-ei")
	press(t, m, "w")
	onScreen(t, m, "could not be saved")
}

func TestFileStem(t *testing.T) {
	for name, want := range map[string]string{
		"myopia": "myopia", "a b/c": "a-b-c", "../../etc/passwd": "etc-passwd", "": "problem", "...": "problem", "\x1b[31m": "31m",
		strings.Repeat("x", 200): strings.Repeat("x", 60),
	} {
		if got := fileStem(name); got != want {
			t.Errorf("fileStem(%q) = %q, want %q", name, got, want)
		}
	}
}
