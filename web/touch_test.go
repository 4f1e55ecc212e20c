//go:build unix

package main

import (
	"testing"

	"farsight/internal/testkit"
)

// A finger drags a slider of the explorer, as a mouse does, and does not step.
func TestFingerDragsASlider(t *testing.T) {
	t.Parallel()
	address := served(t)
	b := testkit.NewBrowser(t)
	b.Window(1024, 800, true)
	b.Open(address + "#scenario=myopia&policy=ei&policy=ei-puc")
	says(b, "EI: It starts from")
	b.Press("S")
	const mark = "[...document.querySelectorAll('#frame text')].find((e) => e.textContent.includes('as it was'))"
	b.Until(mark)
	x := b.Eval(mark + ".getBoundingClientRect().left").(float64)
	y := b.Eval("(() => { const r = " + mark + ".getBoundingClientRect(); return r.top - r.height / 3 })()").(float64)
	touch := func(kind string, at ...map[string]any) {
		if at == nil {
			at = []map[string]any{}
		}
		b.Call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": at}, nil)
	}
	touch("touchStart", map[string]any{"x": x + 3, "y": y})
	for _, by := range []float64{20, 40, 60, 80} {
		touch("touchMove", map[string]any{"x": x + by, "y": y})
	}
	touch("touchEnd")
	b.Until("location.hash.includes('budget=') && !location.hash.includes('step=')")
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
}
