//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// The gallery and the picture of a problem are there without the program, and where
// no script may run.
func TestSeenWithoutTheProgram(t *testing.T) {
	t.Parallel()
	address := served(t)
	b := testkit.NewBrowser(t)
	b.Window(1440, 900, false)
	b.Open(address + "?utm_source=mail") // what others add to a link
	b.Until("document.querySelectorAll('.cards a').length > 2 && document.querySelector('.hero img').naturalWidth > 500")
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	for _, width := range []int{1440, 390} {
		b.Window(width, 844, width < 500)
		b.Open(address + "myopia.html")
		if got := b.Eval("(() => { const r = document.querySelector('#poster img').getBoundingClientRect(); return document.querySelector('#poster img').naturalWidth > 500 && r.width > innerWidth / 2 && r.height > 200 && r.top < innerHeight / 2 && document.documentElement.scrollWidth <= innerWidth })()"); got != true {
			t.Errorf("without scripts the picture is not seen in a window of %d pixels", width)
		}
		if text, _ := b.Eval("document.body.innerText").(string); !strings.Contains(text, "The left is cheap and dull") || !strings.Contains(text, "EI-PUC: It starts from 6 points") {
			t.Errorf("without scripts it says %q", text)
		}
	}
	for _, r := range b.Requests {
		if strings.Contains(r, "farsight.wasm") {
			t.Errorf("%s was asked for", r)
		}
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
	// On a phone the picture is as wide as the window while the program does not come.
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
	b.Call("Network.setBlockedURLs", map[string]any{"urls": []string{"*farsight.wasm*"}}, nil)
	b.Open(address + "myopia.html")
	b.Until("(() => { const i = document.querySelector('#poster img'), r = i.getBoundingClientRect(); return r.width === innerWidth && Math.abs(r.height / r.width * i.naturalWidth / i.naturalHeight - 1) < 0.02 })()")
}

// The explorer takes over where its picture was; links to anything else than the
// gallery go past it; and once it was there, it opens without a host.
func TestExplorerTakesOver(t *testing.T) {
	t.Parallel()
	served(t)
	dir, err := built()
	testkit.OK(t, err)
	host := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer host.Close()
	b := testkit.NewBrowser(t)
	b.Window(1440, 900, false)
	b.Open(host.URL + "/myopia.html")
	says(b, "EI-PUC: It starts from 6 points")
	b.Until("!document.getElementById('poster').offsetParent && document.querySelectorAll('#frame text').length > 30")
	b.Eval("navigator.serviceWorker.ready.then(() => 0)")
	b.Until("navigator.serviceWorker.controller")
	host.Close()
	b.Open(host.URL + "/index.html#scenario=overspend&policy=ei&step=1")
	says(b, "EI paid")
	b.Open(host.URL + "/planning.html")
	says(b, "B-MS-EI: It starts from one point")
	b.Open(host.URL + "/learn/")
	b.Until("document.getElementById('state').textContent.includes('live')")
	b.Open(host.URL + "/")
	b.Until("document.getElementById('gallery').offsetParent || document.getElementById('gallery').offsetHeight > 500")
}
