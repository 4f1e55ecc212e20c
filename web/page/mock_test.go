//go:build unix

package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/web/page"
)

// mock stands for the program: it answers every message with a frame whose title
// is all it has heard, and does what a message "do" says.
const mock = `
const heard = [];
let cells = { w: 60, h: 18 };
const frame = (more) => postMessage({ t: 'frame', n: 1, w: cells.w, h: cells.h, background: '#000000', foreground: '#ffffff', cell: { w: 10, h: cells.tall ? 24 : 20 },
	pieces: [], gone: [], order: null, title: JSON.stringify(heard), ...more });
onmessage = ({ data }) => {
	const { program, ...m } = data;
	heard.push(m);
	if (m.w) cells = m;
	if (m.t === 'start') frame({ problem: 'myopia' });
	if (m.t === 'start') postMessage({ t: 'ready', scenarios: [{ name: 'myopia', title: 'Myopia', kind: 'teaching' }], tours: [], policies: [] });
	if (m.t === 'start') frame({ pieces: [{ id: 'a', svg: '<text x="0" y="15">first</text>' }], order: ['a'], tabs: [{ title: 'compare', key: '1', on: true }, { title: 'tree', key: '2' }] });
	if (m.t === 'source') postMessage({ t: 'source', name: m.name, text: 'one\ntwo\nthree', file: 'mine.toml' });
	if (m.t === 'text') postMessage({ t: 'checked', ok: !m.text.includes('wrong'), mistakes: m.text.includes('wrong') ? [{ line: 2, column: 3, field: 'budget', text: 'is <b>no</b> number', mend: 'write one' }] : [] });
	if (m.do === 'list') postMessage({ t: 'studies', open: '', keeps: { ok: true }, list: [{ name: '<i>lab</i>', title: 'Ester', policy: 'EI', initial: 3, evaluations: 1, budget: 20, left: 17.5, unit: 'h', best: '71.5 %' }] });
	if (m.key === 'K') postMessage({ t: 'changed' });
	if (m.do === 'open') postMessage({ t: 'study', did: 'open', name: m.name, ok: false, why: 'It is open in another tab.' });
	if (m.do === 'new') postMessage({ t: 'study', did: 'new', name: m.name, ok: m.name === 'fine', why: m.name === 'fine' ? '' : 'There is one of that name.' });
	if (m.key === 'X') return postMessage({ t: 'fatal', text: 'it was told to' });
	if (m.key === 'S') return say();
	if (m.key === 'F') return frames();
	if (m.key === 'C') return frame({ link: 'scenario=myopia', closed: { link: 'study=lab.study', why: 'it is open in another tab' } });
	if (m.key === 'T') return frame({ link: 'scenario=myopia&screen=tree&step=3' });
	if (m.key === 'N') return frame({ link: 'scenario=myopia&screen=tree&step=4' });
	if (m.t === 'link') { frame({ link: 'scenario=myopia' }); return frame({ link: m.link }); } // on the way there
	if (m.key === 'R') return postMessage({ t: 'kept', ok: false, why: 'there is no room' });
	if (m.t === 'dismiss') return frame({ link: 'scenario=myopia', closed: { link: '', why: '' } });
	frame();
};
function say() {
	for (let i = 0; i < 30; i++) frame({ said: 'sentence ' + i, link: 'step=' + i });
}
// Faster than a screen shows them: what comes later holds, and order with it.
function frames() {
	frame({ pieces: [{ id: 'b', svg: '<text>b1</text>' }, { id: 'c', svg: '<text>c</text>' }], order: ['a', 'b', 'c'] });
	frame({ pieces: [{ id: 'b', svg: '<text>b2</text>' }] });
	frame({ pieces: [], gone: ['a'], order: ['c', 'b'] });
}
`

// nothing is the shortest program there is.
var nothing = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// brotliFile is served as the plain program, compressed on the way.
const brotliFile = "farsight.wasm, sent as Brotli"

// nothingBrotli is nothing as brotli writes it.
var nothingBrotli = []byte{0x8f, 0x03, 0x80, 0, 'a', 's', 'm', 1, 0, 0, 0, 0x03}

func packed(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// serve serves the page from a sub-folder, with the mock for a program; files are
// served instead of the page's own, and those that are nil are not there; policies
// are sent along.
func serve(t *testing.T, files map[string][]byte, policies ...string) string {
	t.Helper()
	own := map[string][]byte{"worker.js": []byte(mock), "farsight.wasm.gz": packed(nothing), "farsight.wasm": nothing}
	for name, data := range files {
		own[name] = data
	}
	rest := http.StripPrefix("/course/page/", http.FileServerFS(page.Files))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, policy := range policies {
			w.Header().Add("Content-Security-Policy", policy)
		}
		data, ok := own[strings.TrimPrefix(r.URL.Path, "/course/page/")]
		if sent, packed := own[brotliFile]; packed && strings.HasSuffix(r.URL.Path, "/farsight.wasm") {
			w.Header().Set("Content-Encoding", "br")
			data = sent
		}
		switch {
		case ok && data == nil:
			http.NotFound(w, r)
		case ok:
			if strings.HasSuffix(r.URL.Path, ".js") {
				w.Header().Set("Content-Type", "text/javascript")
			}
			_, _ = w.Write(data)
		default:
			rest.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/course/page/"
}

// visitor is a browser on the page.
type visitor struct {
	*testkit.Browser
	t *testing.T
}

func visit(t *testing.T) visitor {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	b := testkit.NewBrowser(t)
	return visitor{b, t}
}

// open opens the page and waits for its first frame.
func (v visitor) open(url string) {
	v.t.Helper()
	v.Open(url)
	v.Until("document.querySelector('#frame text')")
}

// heard is what the program was told, messages of one kind.
func (v visitor) heard(kind string) (out []map[string]any) {
	v.t.Helper()
	title, _ := v.Eval("document.title.replace(/ · Farsight$/, '')").(string)
	var all []map[string]any
	if err := json.Unmarshal([]byte(title), &all); err != nil {
		v.t.Fatalf("%v in %s", err, title)
	}
	for _, m := range all {
		if m["t"] == kind {
			out = append(out, m)
		}
	}
	return out
}

// key presses a key by its name and code, with modifiers (1 alt, 2 ctrl, 8 shift).
func (v visitor) key(key string, code, modifiers int) {
	v.t.Helper()
	event := map[string]any{"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
	if len(key) == 1 && modifiers&^8 == 0 {
		event["type"], event["text"] = "keyDown", key
	}
	v.Call("Input.dispatchKeyEvent", event, nil)
	event["type"] = "keyUp"
	delete(event, "text")
	v.Call("Input.dispatchKeyEvent", event, nil)
}

// click clicks the middle of what a selector finds.
func (v visitor) click(selector string) {
	v.t.Helper()
	at, ok := v.Eval(fmt.Sprintf("(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]; })()", selector)).([]any)
	if !ok {
		v.t.Fatalf("no %s", selector)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		v.Call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}, nil)
	}
}

// touch draws a finger along points.
func (v visitor) touch(points ...[2]int) {
	v.t.Helper()
	for i, p := range points {
		kind := "touchMove"
		if i == 0 {
			kind = "touchStart"
		}
		v.Call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": []map[string]int{{"x": p[0], "y": p[1]}}}, nil)
	}
	v.Call("Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": []any{}}, nil)
}

// phone makes the window a phone's.
func (v visitor) phone(w, h int) {
	v.t.Helper()
	v.Window(w, h, true)
	v.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true}, nil)
}

// quiet fails the test if the browser complained.
func (v visitor) quiet() {
	v.t.Helper()
	if len(v.Troubles) > 0 {
		v.t.Errorf("the browser says %q", v.Troubles)
	}
}
