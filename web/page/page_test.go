//go:build unix

package page_test

import (
	"fmt"
	"strings"
	"testing"
)

// On a desk two policies stand side by side, on a phone one column is as wide as
// the explorer needs, and letters can be made larger for a lecture hall.
func TestCellsSuitTheWindow(t *testing.T) {
	v := visit(t)
	url := serve(t, nil)
	for _, c := range []struct {
		w, h                int
		phone               bool
		leastW, mostW, rows int
	}{
		{1440, 900, false, 120, 160, 40},
		{1920, 1080, false, 120, 180, 40},
		{1280, 720, false, 120, 170, 34},
		{360, 740, true, 60, 62, 40},
		{740, 360, true, 60, 120, 18},
		{820, 1180, true, 100, 120, 45},
	} {
		v.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": c.phone}, nil)
		v.Window(c.w, c.h, c.phone)
		v.open(url + "?" + v.Fresh())
		first := v.heard("start")[0]
		w, h := int(first["w"].(float64)), int(first["h"].(float64))
		if w < c.leastW || w > c.mostW || h < c.rows {
			t.Errorf("%d x %d pixels have %d x %d cells", c.w, c.h, w, h)
		}
		v.Until("parseFloat(getComputedStyle(document.getElementById('frame')).fontSize) * document.getElementById('frame').getScreenCTM().a > 11.99") // letters, once the bar of keys has its place
		if v.Eval("document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight") == true {
			t.Errorf("%d x %d pixels scroll", c.w, c.h)
		}
		if box := v.Eval("(() => { const s = document.getElementById('stage').getBoundingClientRect(), f = document.getElementById('frame').getBoundingClientRect(); return f.left >= s.left - 1 && f.right <= s.right + 1 && f.bottom <= s.bottom + 1; })()"); box != true {
			t.Errorf("%d x %d pixels: the frame is larger than its stage", c.w, c.h)
		}
	}
	v.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": false}, nil)
	v.Window(1920, 1080, false)
	v.open(url + "?" + v.Fresh())
	before := v.heard("start")[0]["w"].(float64)
	v.click("#larger")
	v.click("#larger")
	v.Until("JSON.parse(document.title.replace(/ · Farsight$/, '')).some((m) => m.t === 'size')")
	sizes := v.heard("size")
	if after := sizes[len(sizes)-1]["w"].(float64); after > before*0.8 {
		t.Errorf("letters twice larger: %v columns, before %v", after, before)
	}
	v.quiet()
}

// Keys are the terminal's; the browser's own, and those typed into a field, are not sent.
func TestKeysGoWhereTheyBelong(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil))
	for _, k := range []struct {
		key             string
		code, modifiers int
	}{
		{"ArrowRight", 39, 0}, {"?", 191, 8}, {" ", 32, 0}, {"Escape", 27, 0}, {"PageDown", 34, 0}, {"Tab", 9, 0}, {"Tab", 9, 8}, {"G", 71, 8}, {"Enter", 13, 0},
		{"c", 67, 2}, {"ArrowLeft", 37, 1}, {"F1", 112, 0}, {"Shift", 16, 8}, // not sent
	} {
		v.key(k.key, k.code, k.modifiers)
	}
	v.Eval("document.getElementById('stage').dispatchEvent(new KeyboardEvent('keydown', { key: '{', ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true }))")
	v.key("]", 221, 0)
	v.Until("document.title.includes(']\"}')")
	got := keysOf(v)
	if want := "right ? \" \" esc pgdown tab shift+tab G enter { ]"; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}

	v.click("#edit")
	v.Until("document.activeElement.id === 'text' && document.activeElement.value")
	v.key("q", 81, 0)
	v.key("Tab", 9, 0) // no trap
	if at := v.Eval("document.activeElement.id"); at != "stage" {
		t.Errorf("the tab key goes from the editor to %v", at)
	}
	v.key("F6", 117, 0)
	if v.Eval("document.activeElement.closest('#top') !== null") != true {
		t.Errorf("F6 goes to %v", v.Eval("document.activeElement.id"))
	}
	v.key("F6", 117, 0)
	if at := v.Eval("document.activeElement.id"); at != "stage" {
		t.Errorf("F6 comes back to %v", at)
	}
	v.Eval("document.getElementById('text').focus()")
	v.key("Escape", 27, 0)
	if at := v.Eval("document.activeElement.id"); at != "stage" {
		t.Errorf("escape goes from the editor to %v", at)
	}
	if after := keysOf(v); after != got {
		t.Errorf("what was typed into the editor was sent as well: %s", after)
	}
	v.quiet()
}

func keysOf(v visitor) string {
	var out []string
	for _, m := range v.heard("key") {
		k := m["key"].(string)
		if k == " " {
			k = `" "`
		}
		out = append(out, k)
	}
	return strings.Join(out, " ")
}

// A swipe steps, a tap presses, a drag up moves down a list; keys of the bar are
// large enough to be hit.
func TestFingers(t *testing.T) {
	v := visit(t)
	v.phone(360, 740)
	v.open(serve(t, nil))
	v.touch([2]int{300, 300}, [2]int{240, 305}, [2]int{180, 305})
	v.touch([2]int{100, 300}, [2]int{160, 300}, [2]int{220, 300})
	v.touch([2]int{180, 500}, [2]int{180, 470}, [2]int{180, 445})
	v.click("#keys [data-key=t]")
	v.touch([2]int{183, 200})
	v.Until("document.title.includes('release')")
	if got, want := keysOf(v), "right left down down t"; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	presses := v.heard("mouse")
	if len(presses) != 2 || presses[0]["kind"] != "press" || presses[0]["x"] != 30.0 {
		t.Errorf("a tap is %v", presses)
	}
	v.click("#dots")
	v.click("#keyboard")
	v.Until("document.activeElement.id === 'type'")
	for _, text := range []string{"1", "2.", "5"} {
		v.Call("Input.insertText", map[string]any{"text": text}, nil)
	}
	for range 5 { // one more than there are letters
		v.key("Backspace", 8, 0)
	}
	v.key("Enter", 13, 0)
	v.Until("document.title.includes('enter')")
	if got, want := keysOf(v), "right left down down t 1 2 . 5 backspace backspace backspace backspace backspace enter"; got != want {
		t.Errorf("typed on a phone: %s, want %s", got, want)
	}
	for _, panel := range []string{"", "#menu", "#edit", "#lab"} {
		if panel != "" {
			v.Eval(fmt.Sprintf("document.querySelector(%q).click()", panel))
		}
		small := v.Eval(`[...document.querySelectorAll('button, select, input')].filter((e) => e.offsetParent && e.checkVisibility()).
			map((e) => [e.id || e.textContent, e.getBoundingClientRect()]).filter(([, r]) => r.height < 44).map(([id, r]) => id + ' ' + r.height).join()`)
		if small != "" {
			t.Errorf("after %q too small to be hit: %v", panel, small)
		}
	}
	v.quiet()
}

// The mouse is told in cells.
func TestMouse(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil))
	at := v.Eval("(() => { const m = document.getElementById('frame').getScreenCTM(); return [m.e + 25 * m.a, m.f + 70 * m.d]; })()").([]any)
	event := func(kind string, more map[string]any) {
		e := map[string]any{"type": kind, "x": at[0], "y": at[1]}
		for k, x := range more {
			e[k] = x
		}
		v.Call("Input.dispatchMouseEvent", e, nil)
	}
	event("mouseMoved", nil)
	v.Until("document.title.includes('motion')")
	event("mousePressed", map[string]any{"button": "left", "clickCount": 1})
	event("mouseReleased", map[string]any{"button": "left", "clickCount": 1})
	event("mouseWheel", map[string]any{"deltaX": 0, "deltaY": 120})
	v.Until("document.title.includes('wheel')")
	at = []any{600, 10} // the header
	event("mouseMoved", nil)
	v.Until("document.title.includes('leave')")
	var got []string
	for _, m := range v.heard("mouse") {
		got = append(got, fmt.Sprintf("%v %v %v,%v", m["kind"], m["button"], m["x"], m["y"]))
	}
	if want := "motion none 2,3; press left 2,3; release left 2,3; wheeldown none 2,3; leave <nil> <nil>,<nil>"; strings.Join(got, "; ") != want {
		t.Errorf("told %s, want %s", strings.Join(got, "; "), want)
	}
	v.quiet()
}

// Frames that come faster than a screen shows them are merged, and only the last
// sentence is said aloud and kept in the address.
func TestFramesAreMerged(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil))
	v.Until("document.getElementById('problem').value === 'myopia'") // its frame came before the list
	v.key("F", 70, 8)
	v.Until("document.getElementById('frame').textContent === 'cb2'")
	v.Eval(`globalThis.spoken = []; new MutationObserver(() => spoken.push(document.getElementById('words').textContent)).observe(document.getElementById('words'), { childList: true, characterData: true, subtree: true })`)
	v.key("S", 83, 8)
	v.Until("document.getElementById('words').textContent === 'sentence 29' && location.hash === '#step=29'")
	if n := v.Eval("spoken.length"); n != 1.0 {
		t.Errorf("%v sentences are said of one motion", n)
	}
	v.Eval("location.hash = '#step=7'")
	v.Until("document.title.includes('\"link\":\"step=7\"')")
	v.quiet()
}

// A page that nobody sees says so: it has nothing computed.
func TestHiddenPage(t *testing.T) {
	v := visit(t)
	v.open(serve(t, nil))
	for _, hidden := range []string{"true", "false"} {
		v.Eval("Object.defineProperty(document, 'hidden', { value: " + hidden + ", configurable: true }), document.dispatchEvent(new Event('visibilitychange'))")
		v.Until("document.title.includes('\"hidden\":" + hidden + "')")
	}
	v.quiet()
}

// Another screen is an entry of the browser's history, a step changes the entry, and
// what is shown on the way to a link is none.
func TestHistory(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil) + "#scenario=overspend&step=1")
	v.key("S", 83, 8) // not the problem of the link: a visitor's key leads
	v.Until("location.hash === '#step=29'")
	before := v.Eval("history.length").(float64)
	v.key("T", 84, 8)
	v.Until("location.hash === '#scenario=myopia&screen=tree&step=3'")
	v.key("N", 78, 8)
	v.Until("location.hash === '#scenario=myopia&screen=tree&step=4'")
	if after := v.Eval("history.length").(float64); after != before+1 {
		t.Errorf("a screen and a step are %v entries", after-before)
	}
	v.Eval("history.back()")
	v.Until("document.title.includes('\"link\":\"step=29\"') && location.hash === '#step=29'")
	v.Eval("history.forward()")
	v.Until("document.title.includes('\"link\":\"scenario=myopia&screen=tree&step=4\"')")
	if at, n := v.Eval("location.hash"), v.Eval("history.length"); at != "#scenario=myopia&screen=tree&step=4" || n != before+1 {
		t.Errorf("forward leads to %v, and there are %v entries", at, n)
	}
	v.quiet()
}

// What goes wrong is said with what to do; a program that stopped starts again
// where it was.
func TestTroubleIsSaid(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	for _, c := range []struct {
		name  string
		files map[string][]byte
		says  string
	}{
		{"not there", map[string][]byte{"farsight.wasm.gz": nil, "farsight.wasm": nil}, "404"},
		{"something else", map[string][]byte{"farsight.wasm.gz": []byte("<html>not found</html>")}, "is the folder complete?"},
		{"a broken worker", map[string][]byte{"worker.js": []byte("throw new Error('broken')")}, "broken"},
		{"no module", map[string][]byte{"stage.js": nil}, "page.js"},
	} {
		v.Open(serve(t, c.files))
		v.Until("!document.getElementById('trouble').hidden")
		if text, _ := v.Eval("document.getElementById('trouble').innerText").(string); !strings.Contains(text, c.says) {
			t.Errorf("%s: the page says %q", c.name, text)
		}
	}
	v.Troubles = nil
	for _, files := range []map[string][]byte{
		{"farsight.wasm.gz": nothing}, // a host that unpacks
		{"farsight.wasm.gz": nil},     // one that has lost the small one
	} {
		v.open(serve(t, files))
	}
	v.Requests = nil
	v.open(serve(t, map[string][]byte{brotliFile: nothingBrotli}))
	if all := strings.Join(v.Requests, " "); strings.Contains(all, "farsight.wasm.gz") {
		t.Errorf("where the host sends Brotli the page asks for %s", all)
	}
	v.Troubles = nil
	v.key("S", 83, 8)
	v.Until("location.hash === '#step=29'")
	v.key("X", 88, 8)
	v.Until("document.getElementById('trouble').innerText.includes('it was told to')")
	v.click("#trouble button")
	v.Until("document.getElementById('trouble').hidden && document.getElementById('frame').textContent === 'first'")
	if first := v.heard("start"); len(first) != 1 || first[0]["link"] != "step=29" {
		t.Errorf("it starts again with %v", first)
	}
	v.quiet()
}

// Where the program cannot run at all the reason is said, and stands: without
// WebAssembly, where it is blocked, and without scripts.
func TestWhyItCannotStart(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	stands := func(name, text string) {
		t.Helper()
		v.Until("!document.getElementById('menu').hidden && !document.getElementById('trouble').hidden") // the page's own code has run
		if got, _ := v.Eval("document.getElementById('trouble').innerText").(string); !strings.Contains(got, text) {
			t.Errorf("%s: the page says %q", name, got)
		}
		if v.Eval("['progress', 'loaded'].some((id) => document.getElementById(id).offsetParent)") == true {
			t.Errorf("%s: it seems to load", name)
		}
	}
	v.Open(serve(t, nil, "script-src 'self'"))
	stands("blocked", "WebAssembly is blocked for this page")
	var script struct{ Identifier string }
	v.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "delete globalThis.WebAssembly"}, &script)
	v.Open(serve(t, nil))
	stands("missing", "This browser has no WebAssembly")
	v.Call("Page.removeScriptToEvaluateOnNewDocument", map[string]any{"identifier": script.Identifier}, nil)
	for _, r := range v.Requests {
		if strings.Contains(r, "farsight.wasm") { // and when it came the message would be another
			t.Errorf("%s was asked for in vain", r)
		}
	}

	v.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	v.Open(serve(t, nil))
	if text, _ := v.Eval("document.body.innerText").(string); !strings.Contains(text, "JavaScript is switched off") || strings.Contains(text, "Starting") {
		t.Errorf("without scripts the page says %q", text)
	}
	if at := v.Eval("document.querySelector('noscript p').getBoundingClientRect().bottom < innerHeight / 2"); at != true {
		t.Error("without scripts the message is not where one looks first")
	}
}

// A link that cannot be opened is said to be so beside what else is wrong, with what
// can be done; the address stays its own as long.
func TestLinkThatCannotOpen(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil))
	v.key("C", 67, 8)
	v.Until("document.getElementById('trouble').innerText.includes('it is open in another tab') && location.hash === '#study=lab.study'")
	v.key("R", 82, 8)
	v.Until("document.getElementById('trouble').innerText.includes('there is no room')")
	v.key("S", 83, 8) // frames of what is shown instead
	v.Until("document.getElementById('words').textContent === 'sentence 29'")
	if at := v.Eval("location.hash"); at != "#study=lab.study" {
		t.Errorf("the address has become %v", at)
	}
	if text, _ := v.Eval("document.getElementById('trouble').innerText").(string); !strings.Contains(text, "it is open in another tab") {
		t.Errorf("the page says %q", text)
	}
	v.Eval("navigator.clipboard.writeText = (text) => { globalThis.copied = text; }")
	v.click("#link")
	v.click("#share-ways button")
	v.Until("globalThis.copied")
	v.click("#share-close")
	if copied, _ := v.Eval("copied").(string); !strings.HasSuffix(copied, "#step=29") {
		t.Errorf("the link to what is shown is %q", copied)
	}
	v.click("[data-about=link] button")
	v.Until("document.title.includes('\"link\":\"study=lab.study\"')")
	v.click("[data-about=link] button:last-child")
	v.Until("location.hash === '#scenario=myopia' && !document.querySelector('[data-about=link]')")
	v.click("[data-about=kept] button")
	v.Until("document.getElementById('trouble').hidden")
	v.quiet()
}

// What the check says stands below the text, and leads to its place; it is text,
// whatever a file holds.
func TestEditor(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil))
	v.click("#edit")
	v.Until("document.getElementById('text').value === 'one\\ntwo\\nthree'")
	v.Eval("document.getElementById('text').setSelectionRange(7, 7)")
	v.Call("Input.insertText", map[string]any{"text": "wrong"}, nil)
	v.Until("document.getElementById('mistakes').children.length === 1")
	if text := v.Eval("document.getElementById('mistakes').innerText"); text != "2:3 budget: is <b>no</b> number\nwrite one" {
		t.Errorf("it says %q", text)
	}
	if wrong := v.Eval("[...document.querySelectorAll('#numbers .wrong')].map((e) => e.textContent).join()"); wrong != "2" {
		t.Errorf("marked lines: %v", wrong)
	}
	v.click("#mistakes button")
	if at := v.Eval("[document.activeElement.id, document.activeElement.selectionStart].join()"); at != "text,6" {
		t.Errorf("it leads to %v", at)
	}
	v.Eval(`(() => { const d = new DataTransfer(); d.items.add(new File(['four\r\nwrong'], 'other.toml')); document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: d, bubbles: true, cancelable: true })); })()`)
	v.Until("document.getElementById('text').value === 'four\\nwrong'")
	v.Eval("document.getElementById('text').focus(), document.execCommand('undo')")
	v.Until("document.getElementById('text').value.startsWith('one')")
	v.Eval("document.execCommand('undo')")
	v.Until("document.getElementById('verdict').className === 'right' && document.getElementById('mistakes').children.length === 0")
	v.quiet()
}

// A study is removed when the visitor has said so twice; what the program says of
// one is text.
func TestStudies(t *testing.T) {
	v := visit(t)
	v.Window(1200, 800, false)
	v.open(serve(t, nil))
	v.click("#lab")
	v.Until("document.querySelector('.studies b')")
	if text := v.Eval("document.querySelector('.studies li').innerText.split('\\n').slice(0, 2).join('; ')"); text != "<i>lab</i>; Ester · EI · 1 measured after 3 initial · 17.5 of 20 h left · best 71.5 %" {
		t.Errorf("it is listed as %q", text)
	}
	does := func() string {
		var out []string
		for _, m := range v.heard("study") {
			if m["do"] != "list" {
				out = append(out, fmt.Sprint(m["do"]))
			}
		}
		return strings.Join(out, " ")
	}
	v.click("[data-act=remove]")
	v.click("[data-act=keep]")
	v.click("[data-act=remove]")
	v.Eval("document.querySelector('.studies li').dataset.old = 'yes'")
	v.key("K", 75, 8) // the list comes anew
	v.Until("document.querySelector('.studies li') && !document.querySelector('.studies li').dataset.old")
	if at := v.Eval("document.activeElement.dataset.act"); at != "keep" {
		t.Errorf("with a new list the focus is at %v", at)
	}
	v.click("[data-act=open]")
	v.Until("!document.querySelector('#studies .trouble').hidden")
	if text := v.Eval("document.querySelector('.studies li .trouble').textContent"); text != "It is open in another tab." {
		t.Errorf("at the study it says %q", text)
	}
	if got := does(); got != "open" {
		t.Errorf("before it was confirmed: %s", got)
	}
	v.click("[data-act=removeNow]")
	v.Until("document.title.includes('\"remove\"')")
	v.click("[data-act=begin]")
	v.Until("document.title.includes('\"new\"')")
	if all := v.heard("study"); all[len(all)-1]["scenario"] != "myopia" || all[len(all)-1]["name"] != "myopia" {
		t.Errorf("a study is begun by %v", all[len(all)-1])
	}
	v.Until("document.querySelector('#studies p:has([data-act=begin]) + .trouble')?.textContent === 'There is one of that name.'")
	v.Eval("document.getElementById('study-name').value = 'fine', document.getElementById('study-name').focus()")
	v.click("[data-act=begin]")
	v.Until("document.querySelector('#studies .trouble').hidden")
	v.quiet()
}

// Everything one can press has a name for those who do not see it.
func TestNames(t *testing.T) {
	v := visit(t)
	v.phone(360, 740)
	v.open(serve(t, nil))
	for _, open := range []string{"#dots", "#menu", "#edit", "#lab"} {
		v.Eval(fmt.Sprintf("document.querySelector(%q).click()", open))
		v.Until("document.querySelector('#tabs button')")
		var tree struct {
			Nodes []struct {
				Ignored    bool
				Role, Name struct{ Value any }
			}
		}
		v.Call("Accessibility.getFullAXTree", nil, &tree)
		pressed := 0
		for _, n := range tree.Nodes {
			switch n.Role.Value {
			case "button", "combobox", "textbox", "tab", "img", "application", "menuitem":
				if pressed++; !n.Ignored && (n.Name.Value == nil || n.Name.Value == "") {
					t.Errorf("after %s a %v has no name", open, n.Role.Value)
				}
			}
		}
		if pressed < 5 {
			t.Errorf("after %s only %d can be pressed", open, pressed)
		}
	}
	v.quiet()
}

// At a zoom of 400 % letters are four times as large, and the page scrolls.
func TestZoomed(t *testing.T) {
	t.Parallel()
	v := visit(t)
	v.Window(360, 225, false)
	v.open(serve(t, nil))
	if got := v.Eval("[document.getElementById('frame').getBoundingClientRect().width >= 60 * 8, document.documentElement.scrollHeight > innerHeight, scrollY].join()"); got != "true,true,0" {
		t.Errorf("letters of 8 pixels, a page that scrolls, and where it stands: %v", got)
	}
	v.quiet()
}
