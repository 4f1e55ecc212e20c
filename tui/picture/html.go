package picture

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// Page is a recording as one file for a browser: it needs nothing else and asks for nothing else.
// With scripts it plays; without it is a list of pictures and captions.
type Page struct {
	Title       string
	Lead        string // a paragraph below the title
	Frames      []Frame
	Dark, Light theme.Theme // those of the frames' two canvases
	Theme       string      // "dark" or "light" to begin with; "": as the reader's system has it
}

var (
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// leastCell is the width in pixels below which text cannot be read: a part that would be drawn
// smaller scrolls.
const leastCell = 5.0

// HTML writes the page.
func HTML(out io.Writer, p Page) error {
	var sections bytes.Buffer
	b := bufio.NewWriter(&sections)
	w := pageWriter{palette: &palette{number: map[[2]chart.Color]int{}}, widths: map[int]bool{}}
	w.dark = Options{Background: p.Dark.Background, Foreground: p.Dark.Text}.filled()
	w.light = Options{Background: p.Light.Background, Foreground: p.Light.Text}.filled()
	for i, f := range p.Frames {
		if dw, dh := f.Canvas.Size(); f.Light.Rect() != (chart.Rect{W: dw, H: dh}) {
			return errors.New("a page needs every frame in two themes of one size")
		}
		w.section(b, i, len(p.Frames), f)
	}
	if err := b.Flush(); err != nil {
		return err
	}
	style := pageStyle + w.style(p)
	b = bufio.NewWriter(out)
	own := ""
	if p.Theme != "" {
		own = fmt.Sprintf(` data-theme="%s"`, escape(p.Theme))
	}
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\"%s>\n<head>\n<meta charset=\"utf-8\">\n", own)
	// Nothing may be fetched or run but what stands here.
	fmt.Fprintf(b, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'">`+"\n", digest(style), digest(pageScript))
	fmt.Fprintf(b, "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", escape(p.Title), style)
	fmt.Fprintf(b, "<header><h1>%s</h1><button id=\"theme\" title=\"colours\">Light</button>", escape(p.Title))
	if p.Lead != "" {
		fmt.Fprintf(b, "<details><summary>About</summary><p>%s</p></details>", escape(p.Lead))
	}
	fmt.Fprintf(b, "</header>\n"+`<div id="controls" role="group" aria-label="Player"><button id="back">Back</button><button id="play">Play</button><button id="next">Next</button>`+
		`<input id="slider" type="range" min="0" max="%d" value="0" aria-label="Frame"><span id="place"></span><span id="keys">keys: ← → Home End, space plays</span></div>`+"\n", max(len(p.Frames)-1, 0))
	b.WriteString("<div id=\"said\" aria-live=\"polite\"></div>\n<div id=\"value\" hidden></div>\n<main>\n")
	b.Write(sections.Bytes())
	fmt.Fprintf(b, "</main>\n<script>%s</script>\n</body>\n</html>\n", pageScript)
	return b.Flush()
}

// digest names a script or a style to the browser by its content.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// pageWriter holds what the frames of a page share.
type pageWriter struct {
	dark, light Options
	palette     *palette
	widths      map[int]bool // of parts, in cells
	tallest     float64      // height of a frame as a share of its width
}

// section writes one frame.
func (w *pageWriter) section(b *bufio.Writer, i, of int, f Frame) {
	n, of := f.numbered(i, of)
	fmt.Fprintf(b, "<section id=\"frame-%d\" data-number=\"%d\" data-of=\"%d\" data-hold=\"%d\">\n<h2>%s</h2>\n", n, n, of, f.hold().Milliseconds(), escape(f.Title))
	if f.Said != "" {
		fmt.Fprintf(b, "<p class=\"said\">%s</p>\n", escape(f.Said))
	}
	b.WriteString("<div class=\"parts\">\n")
	for _, p := range f.parts() {
		r := p.Rect.Intersect(f.Canvas.Rect())
		if r.Empty() {
			continue
		}
		w.widths[r.W] = true
		class := fmt.Sprintf("w%d", r.W)
		if p.Wide {
			class += " wide"
		}
		label := f.Title
		if p.Head != "" {
			label = p.Head + ", " + f.Title
		}
		o := w.options()
		fmt.Fprintf(b, `<figure class="%s"><div class="scroll"><svg viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", class, r.W*o.CellWidth, r.H*o.CellHeight, escape(label))
		o.body(b, adaptive{f.Canvas.Sub(r), f.Light.Sub(r), w})
		b.WriteString("</svg></div>")
		if head, rest := p.said(); rest != "" {
			fmt.Fprintf(b, "<figcaption><b>%s</b>%s</figcaption>", escape(head), escape(rest))
		}
		b.WriteString("</figure>\n")
	}
	b.WriteString("</div>\n</section>\n")
	cw, ch := f.Canvas.Size()
	w.tallest = max(w.tallest, float64(ch*defaultCellHeight)/float64(max(1, cw*defaultCellWidth)))
}

// options are those pictures of a page are written with.
func (w *pageWriter) options() Options {
	return Options{
		Background: w.palette.of(w.dark.Background, w.light.Background),
		Foreground: w.palette.of(w.dark.Foreground, w.light.Foreground),
		themes:     true,
	}.filled()
}

// style is the part of the style sheet that depends on the frames.
func (w *pageWriter) style(p Page) string {
	var dark, light, rules strings.Builder
	add := func(name string, d, l chart.Color) {
		fmt.Fprintf(&dark, "--%s:%s;", name, hex(d))
		fmt.Fprintf(&light, "--%s:%s;", name, hex(l))
	}
	add("bg", w.dark.Background, w.light.Background)
	add("fg", w.dark.Foreground, w.light.Foreground)
	add("quiet", p.Dark.Muted, p.Light.Muted)
	add("accent", p.Dark.Objective, p.Light.Objective)
	add("button", p.Dark.Selection, p.Light.Selection)
	for i, c := range w.palette.pairs {
		add(fmt.Sprintf("c%d", i), c[0], c[1])
		fmt.Fprintf(&rules, ".f%d{fill:var(--c%d)}.s%d{fill:none;stroke:var(--c%d)}\n", i, i, i, i)
	}
	for _, n := range slices.Sorted(maps.Keys(w.widths)) {
		least := num(leastCell * float64(n))
		fmt.Fprintf(&rules, ".w%d{flex:%d 1 %spx}.w%d svg{min-width:%spx}\n", n, n, least, n, least)
	}
	// Where there is room a frame is as large as the window's height allows.
	fmt.Fprintf(&rules, "@media(min-width:60rem){body{max-width:max(48rem,calc((100vh - 13rem)/%s))}}\n", num(max(w.tallest, 0.1)))
	return fmt.Sprintf("svg text{font:%spx %s}\n:root{%s}\n@media(prefers-color-scheme:light){:root:not([data-theme=dark]){%s}}\n:root[data-theme=light]{%s}\n%s",
		num(defaultCellWidth/fontAdvance), fontFamily, dark.String(), light.String(), light.String(), rules.String())
}
