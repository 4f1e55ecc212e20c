package tui

import (
	"encoding/xml"
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
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
		testkit.OK(t, err)
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
