package site

import (
	"bytes"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/web/front"
)

// The article has every figure with a picture for all windows and colours, its words and
// a slider that waits for the program, and leads to nothing that is not there.
func TestArticle(t *testing.T) {
	t.Parallel()
	files, err := pageFiles()
	testkit.OK(t, err)
	testkit.OK(t, addArticle(t.Context(), files))
	page := string(files["learn/index.html"])
	figures := front.Figures()
	if n := strings.Count(page, `type="range"`); n != len(figures) || strings.Contains(page, "<!--") || files[articlePage] != nil {
		t.Errorf("%d sliders of %d figures", n, len(figures))
	}
	for _, f := range figures {
		for _, ending := range []string{".svg", "-light.svg", "-phone.svg", "-phone-light.svg"} {
			if name := "pictures/learn-" + f.Name + ending; !bytes.HasPrefix(files[name], []byte("<svg")) || !strings.Contains(page, `"../`+name+`"`) {
				t.Errorf("%s is no picture of the article", name)
			}
		}
	}
	for _, want := range []string{`"../learn.js"`, `"../learn.css"`, "B-MS-EI ends ahead of 1-B-MS-EI"} {
		if !strings.Contains(page, want) {
			t.Errorf("the article lacks %s", want)
		}
	}
}
