//go:build unix

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// deck is a page as lecturers have them: arrow keys turn its slides, as long as it
// hears them, and one slide has the explorer in a frame.
const deck = `<!DOCTYPE html><title>deck</title><link rel="icon" href="data:,"><body><h1 id="slide">1</h1>
<iframe src="%s" width="960" height="540" title="Farsight"></iframe>
<script>addEventListener('keydown', (e) => { if (e.key === 'ArrowRight') slide.textContent = Number(slide.textContent) + 1; });</script>`

// In another page the explorer is a picture that takes no key and loads no program
// until it is clicked; then keys are its own, until F6 gives them back.
func TestEmbeddedInADeck(t *testing.T) {
	t.Parallel()
	served(t)
	dir, err := built()
	testkit.OK(t, err)
	const source = "/site/myopia.html?embed=1&policy=ei-puc&step=1&utm_source=mail"
	mux := http.NewServeMux()
	mux.Handle("/site/", http.StripPrefix("/site/", http.FileServer(http.Dir(dir))))
	mux.HandleFunc("/deck", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, deck, source)
	})
	host := httptest.NewServer(mux)
	defer host.Close()
	b := testkit.NewBrowser(t)
	b.Window(1200, 800, false)
	b.Open(host.URL + "/deck")
	inside := func(what string) string { return "frames[0].document." + what }
	b.Until(inside("querySelector('#poster img')") + "?.naturalWidth > 500")
	b.Until(inside("body.innerText") + ".includes('Click to explore')")
	for _, id := range []string{"top", "foot", "keys"} {
		if b.Eval(inside(fmt.Sprintf("getElementById(%q).getClientRects().length", id))) != 0.0 {
			t.Errorf("embedded it shows #%s", id)
		}
	}
	b.Press("ArrowRight", "ArrowRight")
	b.Until("slide.textContent === '3'")
	for _, r := range b.Requests {
		if strings.Contains(r, "farsight.wasm") {
			t.Errorf("%s was asked for before a click", r)
		}
	}
	b.Prefers("light")
	b.Until(inside("querySelector('#poster img')") + "?.currentSrc.endsWith('-light.svg')")
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.Call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": 400, "y": 300, "button": "left", "clickCount": 1}, nil)
	}
	hears := func(text string) {
		b.Until(inside("getElementById('words').textContent") + fmt.Sprintf(".replace(/\\s+/g, ' ').includes(%q)", text))
	}
	hears("step 1 ")
	b.Until(inside("activeElement.id") + " === 'stage'")
	before := b.Eval("history.length")
	b.Press("ArrowRight")
	hears("step 2 ")
	if at := b.Eval("slide.textContent"); at != "3" {
		t.Errorf("with the explorer's key the deck went to slide %v", at)
	}
	b.Press("t")
	hears("tree: what does")
	if after := b.Eval("history.length"); after != before {
		t.Errorf("the deck's history grew from %v to %v", before, after)
	}
	b.Press("F6", "ArrowRight")
	b.Until("slide.textContent === '4'")
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
}

// The picture of a link is of its step and screen, and of its scene of a tour; with other
// policies it is the problem's.
func TestPictureOfALink(t *testing.T) {
	t.Parallel()
	address := served(t)
	b := testkit.NewBrowser(t)
	b.Prefers("dark")
	for link, want := range map[string]string{
		"myopia.html?embed=1&scenario=myopia&step=2&screen=tree": "myopia-tree-2.svg",
		"index.html?embed=1#scenario=planning&step=99":           "planning-compare-2.svg",
		"myopia.html?embed=1&step=2&policy=ei":                   "myopia.svg",
		"index.html?embed=1&tour=tour&frame=2&look=light":        "scene-tour-2-light.svg",
	} {
		b.Open("about:blank")
		b.Open(address + link)
		b.Until(fmt.Sprintf("document.querySelector('#poster img')?.currentSrc.endsWith('/%s') && document.querySelector('#poster img').naturalWidth > 500", want))
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
}

// What is shared leads back to what is shown, as a link and as a frame.
func TestSharedInABrowser(t *testing.T) {
	t.Parallel()
	b, address := visit(t, "scenario=myopia&policy=ei&step=1")
	says(b, "step 1 ", "EI paid")
	b.Until("!document.getElementById('link').disabled")
	b.Eval("document.getElementById('link').click()")
	ways, _ := b.Eval("[...document.querySelectorAll('#share-ways textarea')].map((t) => t.value)").([]any)
	if len(ways) != 3 {
		t.Fatalf("it is shared as %q", ways)
	}
	link, frame, markdown := ways[0].(string), ways[1].(string), ways[2].(string)
	if link != address+"myopia.html#scenario=myopia&policy=ei&step=1" || !strings.HasPrefix(markdown, "[![") || !strings.Contains(markdown, "("+address+"pictures/myopia.png)]("+link+")") {
		t.Errorf("it is shared as %q and %q", link, markdown)
	}
	b.Open("about:blank")
	b.Open(link)
	says(b, "step 1 ", "EI paid")
	source, _ := b.Eval(fmt.Sprintf("new DOMParser().parseFromString(%q, 'text/html').querySelector('iframe').src", frame)).(string)
	b.Open(source)
	b.Until("document.querySelector('#poster img')?.naturalWidth > 500 && document.body.innerText.includes('Click to explore')")
	b.Eval("document.getElementById('loading').click()")
	says(b, "step 1 ", "EI paid")
	harmless(t, b, address)
}
