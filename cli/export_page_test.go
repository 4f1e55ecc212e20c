//go:build unix

package cli

import (
	"bytes"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// The page of the myopia replay in a real browser.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: no browser is started")
	}
	b := testkit.NewBrowser(t)
	file := filepath.Join(t.TempDir(), "myopia.html")
	if code, _, talk := run("export", "myopia", "--out", file); code != exitOK {
		t.Fatalf("exit code %d: %s", code, talk)
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() > 2_000_000 {
		t.Errorf("the page has %d bytes, want 2 MB at most: %v", info.Size(), err)
	}
	for _, part := range []struct {
		name string
		test func(*testing.T, *testkit.Browser)
	}{{"steps", testPageSteps}, {"sizes", testPageSizes}, {"screen reader", testPageScreenReader}, {"network", testPageNetwork}, {"no scripts", testPageNoScripts}} {
		t.Run(part.name, func(t *testing.T) {
			b.For(t)
			b.Window(1366, 768, false)
			b.Open("file://" + file + "?" + b.Fresh()) // another address, so that it is loaded anew
			part.test(t, b)
		})
	}
}

// on reads which frame is shown, everywhere the page says so.
const on = `[
	[...document.querySelectorAll('section')].filter((s) => s.checkVisibility()).map((s) => s.id).join(),
	document.getElementById('place').textContent,
	document.getElementById('slider').value,
	document.getElementById('slider').getAttribute('aria-valuetext'),
].join(' | ')`

// It steps by keys, buttons and slider.
func testPageSteps(t *testing.T, b *testkit.Browser) {
	want := func(what string, frame string) {
		t.Helper()
		if got := b.Eval(on); !strings.HasPrefix(got.(string), frame) {
			t.Errorf("%s: the page is on %v, want %s", what, got, frame)
		}
	}
	first, second, third, last := "frame-1 | 1 / 6 | 0 | Step 0: who", "frame-2 | 2 / 6 | 1 | Step 1: who", "frame-3 | 3 / 6 | 2 | Step 2: who", "frame-6 | 6 / 6 | 5 | Step 5: B-MS-EI spent 27.3 better"
	want("opened", first)
	for _, s := range []struct{ key, frame string }{
		{"ArrowRight", second}, {"ArrowRight", third}, {"ArrowLeft", second}, {"ArrowLeft", first}, {"ArrowLeft", first},
		{"PageDown", second}, {"PageUp", first}, {"End", last}, {"ArrowRight", last}, {"Home", first},
	} {
		b.Press(s.key)
		want(s.key, s.frame)
	}
	b.Eval(`document.getElementById('next').click()`)
	want("a click on Next", second)
	if got := b.Eval(`document.getElementById('said').textContent`).(string); !strings.HasPrefix(got, "Step 1: who spends 27.3 better?. EI-PUC paid") || !strings.Contains(got, "B-MS-EI paid 8.94") {
		t.Errorf("readers who listen are told %q", got)
	}
	b.Eval(`document.getElementById('slider').focus()`)
	b.Press("ArrowRight") // which would move by itself too: one step, not two
	want("→ on the slider", third)
	b.Press(" ")
	if got := b.Eval(`document.getElementById('play').textContent`); got != "Pause" {
		t.Errorf("space does not play: the button says %v", got)
	}
	b.Press("ArrowLeft")
	b.Eval(`document.activeElement.blur()`)
	b.Press("ArrowLeft")
	want("← while it plays", first)
	if got := b.Eval(`document.getElementById('play').textContent`); got != "Play" {
		t.Errorf("a step does not stop it: the button says %v", got)
	}
	b.Open(strings.Split(b.Eval(`location.href`).(string), "#")[0] + "&again#3")
	want("opened at #3", third)
}

// testPageNetwork holds all that was done so far against the page's promise: it
// asks for nothing, and the browser has nothing to complain of.
func testPageNetwork(t *testing.T, b *testkit.Browser) {
	const late = `new Promise((done) => setTimeout(done, 200))`
	b.Eval(late)
	for _, r := range b.Requests {
		if !strings.HasPrefix(r, "file://") || !strings.Contains(r, "myopia.html") {
			t.Errorf("the page asked for %s", r)
		}
	}
	if len(b.Requests) < 4 {
		t.Errorf("only %d requests were seen: the page itself is one each time", len(b.Requests))
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the browser complains: %q", b.Troubles)
	}
	// The watcher sees what it is there to see: the page's policy stops a
	// request, and the browser says so.
	b.Eval(`document.body.append(Object.assign(new Image(), {src: 'https://example.invalid/x.png'}))`)
	b.Eval(late)
	if all := strings.Join(append(b.Troubles, b.Requests...), "\n"); !strings.Contains(all, "violates the following Content Security Policy directive") {
		t.Errorf("a request to the network was not refused:\n%s", all)
	}
}

// Dark and light, on a phone and on a desk: everything fits the width, text can
// be read, and the reader's system or the button decides on the colours.
func testPageSizes(t *testing.T, b *testkit.Browser) {
	background := func() any { return b.Eval(`getComputedStyle(document.documentElement).backgroundColor`) }
	const dark, light = "rgb(22, 23, 29)", "rgb(251, 250, 246)" // the themes' own
	for _, s := range []struct {
		name, scheme, background string
		w, h                     int
		phone                    bool
		columns                  float64 // pictures beside each other
	}{
		{"phone-light", "light", light, 360, 740, true, 1},
		{"phone-dark", "dark", dark, 320, 640, true, 1},
		{"desk-dark", "dark", dark, 1366, 768, false, 2},
		{"desk-light", "light", light, 1920, 1080, false, 2},
	} {
		b.Window(s.w, s.h, s.phone)
		b.Prefers(s.scheme)
		b.Press("Home", "ArrowRight", "ArrowRight")
		if got := background(); got != s.background {
			t.Errorf("%s: the background is %v, want %s", s.name, got, s.background)
		}
		if wide := b.Eval(`document.documentElement.scrollWidth`).(float64); wide > float64(s.w) {
			t.Errorf("%s: the page is %v pixels wide, the window %d", s.name, wide, s.w)
		}
		if cut := b.Eval(`[...document.querySelectorAll('.scroll')].filter((x) => x.scrollWidth > x.clientWidth).length`); cut != 0.0 {
			t.Errorf("%s: %v pictures are wider than the window", s.name, cut)
		}
		if least := b.Eval(`Math.min(...[...document.querySelectorAll('section:not([hidden]) svg text')].filter((x) => x.checkVisibility()).map((x) => x.getBoundingClientRect().height))`).(float64); least < 9 {
			t.Errorf("%s: there is text %v pixels high", s.name, least)
		}
		if n := b.Eval(`(() => { const y = [...document.querySelectorAll('section:not([hidden]) figure:not(.wide)')].slice(0, 2).map((f) => f.getBoundingClientRect().top); return y[0] === y[1] ? 2 : 1 })()`); n != s.columns {
			t.Errorf("%s: %v pictures beside each other, want %v", s.name, n, s.columns)
		}
		if share := b.Eval(`document.querySelector('section:not([hidden]) figure:not(.wide)').clientWidth / document.querySelector('main').clientWidth`).(float64); share*s.columns < 0.9 {
			t.Errorf("%s: a picture takes %.2f of the width", s.name, share)
		}
		if small := b.Eval(`[...document.querySelectorAll('button,input')].filter((x) => x.getBoundingClientRect().height < 44).length`); small != 0.0 {
			t.Errorf("%s: %v controls are too small for a finger", s.name, small)
		}
		picture := b.Shot()
		checkPicture(t, s.name, picture)
		// go test -artifacts keeps them, to be looked at
		testkit.OK(t, os.WriteFile(filepath.Join(t.ArtifactDir(), s.name+".png"), picture, 0o644))
	}
	b.Eval(`document.getElementById('theme').click()`)
	if got := background(); got != dark {
		t.Errorf("the button does not change the colours: the background is %v", got)
	}
}

// checkPicture wants a picture of something: dozens of colours, and not one of
// them all over it.
func checkPicture(t *testing.T, name string, data []byte) {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(data))
	testkit.OK(t, err)
	count, most, total := map[[3]uint32]int{}, 0, 0
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 2 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 2 {
			r, g, b, _ := img.At(x, y).RGBA()
			k := [3]uint32{r >> 12, g >> 12, b >> 12}
			count[k]++
			total++
			most = max(most, count[k])
		}
	}
	if len(count) < 24 || most > total*95/100 {
		t.Errorf("%s: the screenshot has %d colours, and one of them covers %d of %d", name, len(count), most, total)
	}
}

// What a screen reader finds: pictures with names, captions as text, controls
// with names.
func testPageScreenReader(t *testing.T, b *testkit.Browser) {
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value any }
		}
	}
	b.Call("Accessibility.getFullAXTree", nil, &tree)
	found := map[string]string{}
	for _, n := range tree.Nodes {
		if role, ok := n.Role.Value.(string); ok && !n.Ignored {
			name, _ := n.Name.Value.(string)
			found[strings.ToLower(role)] += name + "\n"
		}
	}
	images := found["image"] + found["img"]
	for _, want := range []struct{ where, what string }{
		{images, "EI-PUC, Step 0: who spends 27.3 better?\n"}, {images, "B-MS-EI, Step 0"},
		{found["slider"], "Frame\n"}, {found["button"], "Back\nPlay\nNext\n"}, {found["heading"], "myopia: EI-PUC and B-MS-EI\n"},
		{found["statictext"], "It starts from 6 points, free of charge; the best is 0.768."},
	} {
		if !strings.Contains(want.where, want.what) {
			t.Errorf("%q is missing in %q", want.what, want.where)
		}
	}
	if strings.Contains(found["statictext"], "⠤") || strings.Contains(images, "Step 1") {
		t.Error("dots of a chart, or a frame that is not shown, are read out")
	}
}

// Without scripts all frames stand below each other, with their captions.
func testPageNoScripts(t *testing.T, b *testkit.Browser) {
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.Open(b.Eval(`location.href`).(string) + "&again")
	if got := b.Eval(`[...document.querySelectorAll('section')].filter((s) => s.checkVisibility()).length`); got != 6.0 {
		t.Errorf("without scripts %v frames of 6 are shown", got)
	}
	if got := b.Eval(`[...document.querySelectorAll('button,input')].filter((s) => s.checkVisibility()).length`); got != 0.0 {
		t.Errorf("without scripts %v controls are shown that do nothing", got)
	}
}

// The report of a study in a real browser: nothing is fetched, nothing is
// refused, and it fits a phone as well as a sheet of paper.
func TestReportInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: no browser is started")
	}
	b := testkit.NewBrowser(t)
	path := newStudyFile(t, breadProblem)
	if code, _, talk := run("study", "run", path, "--limit", "4"); code != exitOK {
		t.Fatal(talk)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if code, _, talk := run("study", "report", path, "--out", file); code != exitOK {
		t.Fatal(talk)
	}
	for _, scheme := range []string{"light", "dark"} {
		b.Prefers(scheme)
		for _, size := range []struct {
			w, h  int
			phone bool
		}{{1366, 768, false}, {390, 844, true}} {
			b.Window(size.w, size.h, size.phone)
			b.Open("file://" + file + "?" + b.Fresh())
			if wide := b.Eval(`document.documentElement.scrollWidth`).(float64); int(wide) > size.w {
				t.Errorf("%s, %d wide: the page is %v wide", scheme, size.w, wide)
			}
		}
		dark := b.Eval(`getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)'`)
		if dark != (scheme == "dark") {
			t.Errorf("where the system is %s the page's own style is not used", scheme)
		}
	}
	if n := b.Eval(`document.querySelectorAll('svg path').length`).(float64); n < 3 {
		t.Errorf("%v lines are drawn", n)
	}
	for _, r := range b.Requests {
		if !strings.HasPrefix(r, "file://"+file) && !strings.HasPrefix(r, "data:") && r != "about:blank" {
			t.Errorf("the page asks for %s", r)
		}
	}
	if len(b.Troubles) > 0 {
		t.Errorf("the console says %q", b.Troubles)
	}
}
