package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// A playing picture has every frame once, each seen from the end of the one before to its own, and the last one where
// nothing plays.
func TestPlay(t *testing.T) {
	t.Parallel()
	var frames []Frame
	for i := range 3 {
		c := chart.New(20, 2, chart.Terminal{})
		c.Text(0, 0, fmt.Sprintf("frame %d <&>", i), chart.Ink{})
		frames = append(frames, Frame{Canvas: c.Still(), Parts: []Part{{Caption: strings.Repeat("word ", 10*i)}}})
	}
	var out bytes.Buffer
	testkit.OK(t, Play(&out, frames, Options{Title: "three"}))
	d := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	groups := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		testkit.OK(t, err)
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "g" && len(e.Attr) > 0 && strings.HasPrefix(e.Attr[0].Value, "f") {
			groups++
		}
	}
	if groups != 3 || strings.Count(out.String(), `class="f last"`) != 1 {
		t.Errorf("%d frames, %d of them last", groups, strings.Count(out.String(), `class="f last"`))
	}
	// 2 s, 4.4 s, 6.8 s: the first ends where the second begins.
	for _, want := range []string{"@keyframes k0{0%{visibility:visible}15.1", "@keyframes k1{0%{visibility:hidden}15.1", "13.2s step-end infinite", "prefers-reduced-motion"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in it: %.600s", want, out.String())
		}
	}
	if err := Play(&out, nil, Options{}); err == nil {
		t.Error("nothing plays")
	}
}
