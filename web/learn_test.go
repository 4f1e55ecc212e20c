//go:build unix

package main

import (
	"testing"

	"farsight/internal/testkit"
)

// The article can be read without scripts; with them its figures follow their sliders,
// drawn by the program, on a phone and in a window.
func TestArticleInABrowser(t *testing.T) {
	t.Parallel()
	address := served(t)
	b := testkit.NewBrowser(t)
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.Window(390, 844, true)
	b.Open(address + "learn/")
	b.Until("[...document.querySelectorAll('figure img')].filter((i) => i.complete && i.naturalWidth > 300).length === 6 && document.documentElement.scrollWidth <= innerWidth && !document.querySelector('.slider').offsetHeight")
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
	for _, width := range []int{390, 1440} {
		b.Window(width, 844, width < 500)
		b.Open(address + "learn/")
		b.Until("document.getElementById('state').textContent.includes('live')")
		b.Eval("(() => { const s = document.querySelector('#steps input'); s.value = 0; s.dispatchEvent(new Event('input')) })()")
		b.Until("document.querySelector('#steps .words').textContent.includes('Next: x=0 ') && document.querySelector('#steps .drawing').naturalWidth > 300")
		b.Eval("(() => { const s = document.querySelector('#order input'); s.focus(); s.value = 7; s.dispatchEvent(new Event('input')) })()")
		b.Until("document.querySelector('#order .words').textContent.includes('ends ahead') && document.querySelector('#order output').textContent === '14'")
		b.Until("document.documentElement.scrollWidth <= innerWidth")
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
}
