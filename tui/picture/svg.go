package picture

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"farsight/tui/chart"
)

// Text of pictures is set in the reader's font. 0.602 em is the advance of almost every monospaced
// one; textLength corrects the rest.
const (
	fontFamily  = "'DejaVu Sans Mono','JetBrains Mono',Menlo,Consolas,monospace"
	fontAdvance = 0.602
)

// SVG writes the frame as a scalable picture.
func SVG(out io.Writer, c chart.Still, o Options) error {
	o = o.filled()
	b := bufio.NewWriter(out)
	w, h := c.Size()
	o.open(b, w, h, "")
	o.body(b, single{c})
	o.close(b)
	return b.Flush()
}

// open writes what comes before the frame, with styles in addition to those of all pictures; close
// what comes after it.
func (o Options) open(b *bufio.Writer, w, h int, styles string) {
	cw, ch := o.CellWidth, o.CellHeight
	pw, ph := w*cw+2*o.Padding, h*ch+2*o.Padding
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", pw, ph, pw, ph)
	if o.Title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", escape(o.Title))
	}
	fmt.Fprintf(b, "<style>text{font:%spx %s;white-space:pre}.b{font-weight:bold}.i{font-style:italic}"+
		".h{stroke:%s;stroke-width:4px;paint-order:stroke;stroke-linejoin:round}.v{fill:none;pointer-events:all}.v path:hover{fill:%s;fill-opacity:.15}%s</style>\n", num(float64(cw)/fontAdvance), fontFamily, hex(o.Background), hex(o.Foreground), styles)
	fmt.Fprintf(b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", pw, ph, hex(o.Background))
	if o.Padding > 0 {
		fmt.Fprintf(b, `<g transform="translate(%d %d)">`+"\n", o.Padding, o.Padding)
	}
}

func (o Options) close(b *bufio.Writer) {
	if o.Padding > 0 {
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
}

// body writes the frame itself.
func (o Options) body(b *bufio.Writer, p picture) {
	o.figures(b, p)
	o.cells(b, p)
}

// cells writes all that is no figure.
func (o Options) cells(b *bufio.Writer, p picture) {
	o.shapes(b, o.tiles(p))
	o.texts(b, o.runs(p))
}

// tiles are the cells of a frame as shapes: their backgrounds, and upon them blocks and other signs.
func (o Options) tiles(p picture) []shape {
	var grounds, blocks, signs []shape
	w, h := float64(o.CellWidth), float64(o.CellHeight)
	columns, rows := p.Size()
	for i := range columns * rows {
		k, x, y := p.Cell(i%columns, i/columns), float64(i%columns)*w, float64(i/columns)*h
		if drawn(k) {
			continue
		}
		l := o.look(k)
		if o.carved(k.Rune, l) {
			blocks = append(blocks, bar(x, y, x+w, y+h*(1-float64(k.Rune-'▀')/8), l.bg))
			continue
		}
		if k.Of == 0 && l.bg != strip(o.Background) {
			grounds = append(grounds, bar(x, y, x+w, y+h, l.bg))
		}
		for _, s := range glyphShapes(k.Rune, x, y, w, h) {
			s.color, s.tile = l.fg, true
			if s.crisp = isBlock(k.Rune); s.crisp {
				blocks = append(blocks, s)
			} else {
				signs = append(signs, s)
			}
		}
		for i, at := range [...]float64{0.88, 0.55} {
			if l.attr&[...]chart.Attr{chart.Underline, chart.Strike}[i] != 0 {
				blocks = append(blocks, bar(x, y+at*h, x+w, y+(at+1.0/16)*h, l.fg))
			}
		}
	}
	return slices.Concat(byLook(grounds), byLook(blocks), byLook(signs))
}

// isBlock reports whether a rune is made of rectangles that touch the edges of its cell.
func isBlock(r rune) bool { return r >= '▀' && r <= '▟' && (r < '░' || r > '▓') }

// carved reports whether a cell is the lower edge of something: its colour reaches down to a block in
// the picture's own background, which is better left out than painted over.
func (o Options) carved(r rune, l look) bool {
	return r >= '▁' && r <= '▇' && l.fg == strip(o.Background) && l.bg != l.fg
}

// unseen is how far a line may be from where it is, in pixels.
const unseen = 0.1

// shapes writes shapes, from below; neighbours that differ only in where they are become one path.
func (o Options) shapes(b *bufio.Writer, all []shape) {
	for i := 0; i < len(all); {
		var d fills
		first, s := all[i], mixed(all[i], 0)
		for n := 0; n == 0 || i < len(all) && alike(all[i], first); n++ {
			one := all[i]
			one.poly = simplified(one.poly, unseen)
			d.add(one)
			i++
		}
		paint, attr := o.paint("fill", s.color, ""), ""
		if s.alpha > 0 && s.alpha < 1 {
			attr = fmt.Sprintf(` opacity="%s"`, num(s.alpha))
		}
		switch {
		case s.disc:
			paint, attr = o.paint("stroke", s.color, ""), attr+fmt.Sprintf(` stroke-width="%s" stroke-linecap="round"`, num(2*s.radius))
		case s.width > 0:
			paint, attr = o.paint("stroke", s.color, ""), attr+fmt.Sprintf(` stroke-width="%s"`, num(s.width))
			if on, off := s.dashes(); on > 0 {
				attr += fmt.Sprintf(` stroke-dasharray="%s %s"`, num(on), num(off))
			} else if len(s.poly) > 2 {
				attr += ` stroke-linejoin="round"`
			}
		case s.crisp:
			attr += ` shape-rendering="crispEdges"`
		}
		end := "/>"
		if s.title != "" && !o.Mute {
			end = "><title>" + escape(s.title) + "</title></path>"
		}
		fmt.Fprintf(b, `<path%s%s d="%s"%s`+"\n", paint, attr, d.path(), end)
	}
}

// alike tells whether two shapes, lines or tiles, differ only in where they are.
func alike(a, b shape) bool {
	return (a.width > 0 || a.tile) && a.title == "" && a.tile == b.tile && a.crisp == b.crisp && a.width == b.width && a.color == b.color &&
		a.dash == b.dash && a.alpha == b.alpha && a.title == b.title && a.closed == b.closed && a.disc == b.disc && a.radius == b.radius
}

// texts writes texts: those of a frame in its font and stretched to their cells, others in their own size.
func (o Options) texts(b *bufio.Writer, all []writing) {
	for _, w := range all {
		attr := o.paint("fill", w.look.fg, classes(w.look))
		switch {
		case w.size == 0 && utf8.RuneCountInString(w.text) > 1:
			attr += fmt.Sprintf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, num(w.width))
		case w.size > 0 && o.classes != nil: // the page's colours
			if attr = ""; w.quiet {
				attr = ` class="tick"`
			}
		}
		if w.size > 0 {
			attr = fmt.Sprintf(` font-size="%s"`, num(w.size)) + attr
		}
		if w.anchor > 0 {
			attr += fmt.Sprintf(` text-anchor="%s"`, map[bool]string{true: "middle", false: "end"}[w.anchor < 1])
		}
		if w.upright {
			attr += fmt.Sprintf(` transform="rotate(-90 %s %s)"`, num(w.at.x), num(w.at.y))
		}
		fmt.Fprintf(b, `<text x="%s" y="%s"%s>%s</text>`+"\n", num(w.at.x), num(w.at.y), attr, escape(w.text))
	}
}

// writing is a text, on its base line.
type writing struct {
	text    string
	at      point
	look    look
	size    float64 // 0: of a frame, whose font it has
	width   float64 // of a frame's, in pixels
	anchor  float64 // the part of it that stands at its place: 0 its start, 0.5 the middle, 1 the end
	upright bool    // read from below
	quiet   bool
}

// runs are the texts of a frame: cells of one look, broken at gaps.
func (o Options) runs(p picture) []writing {
	var out []writing
	w, h := p.Size()
	for y := range h {
		for x := 0; x < w; {
			l, text, end := o.run(p, x, y)
			if text != "" {
				at := point{float64(x * o.CellWidth), (float64(y) + 0.76) * float64(o.CellHeight)}
				out = append(out, writing{text: text, at: at, look: l, width: float64((end - x) * o.CellWidth)})
			}
			x = end
		}
	}
	return out
}

// isText reports whether a cell's sign is written, not drawn.
func isText(k chart.Cell) bool { return !drawn(k) && glyphShapes(k.Rune, 0, 0, 1, 2) == nil }

// run collects the text that starts at x: cells of one look, single blanks included. It returns ""
// and the next place to try where none starts.
func (o Options) run(p picture, x, y int) (l look, text string, end int) {
	w, _ := p.Size()
	var b strings.Builder
	for end = x; end < w; {
		k := p.Cell(end, y)
		n := cellWidth(p, end, y)
		if k.Rune == ' ' || k.Rune == 0 || !isText(k) {
			// one blank joins two words of the same look
			if k.Rune == ' ' && b.Len() > 0 && end+1 < w {
				if after := p.Cell(end+1, y); after.Rune != ' ' && after.Rune != 0 && o.look(after) == l && after.Of == k.Of && isText(after) {
					b.WriteByte(' ')
					end++
					continue
				}
			}
			break
		}
		now := o.look(k)
		now.label = k.Of.Text()
		if now.label {
			now.bg = strip(o.Background) // what the figure has there
		}
		if b.Len() > 0 && now != l {
			break
		}
		l = now
		b.WriteString(p.Cluster(k))
		end += n
	}
	return l, b.String(), max(end, x+1)
}

// paint is the attributes that give an element its colour and further classes. On a page the colour
// is a class too, which the reader's theme fills: f for fills, s for strokes.
func (o Options) paint(attr string, c chart.Color, class string) string {
	if o.themes {
		if class != "" {
			class = " " + class
		}
		return fmt.Sprintf(` class="%c%d%s"`, attr[0], index(c), class)
	}
	if o.classes != nil {
		return fmt.Sprintf(` class="%s %s"`, attr, strings.TrimSpace((*o.classes)[c]+" "+class))
	}
	out := fmt.Sprintf(` %s="%s"`, attr, hex(c))
	if attr == "stroke" {
		out += ` fill="none"`
	}
	if class != "" {
		out += fmt.Sprintf(` class="%s"`, class)
	}
	return out
}

func classes(l look) string {
	var s []string
	if l.attr&chart.Bold != 0 {
		s = append(s, "b")
	}
	if l.attr&chart.Italic != 0 {
		s = append(s, "i")
	}
	if l.label { // a halo parts it from what it lies on
		s = append(s, "h")
	}
	return strings.Join(s, " ")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

func escape(s string) string { return escaper.Replace(s) }

func hex(c chart.Color) string {
	r, g, b := c.RGB()
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

// num writes a coordinate with at most two decimals.
func num(v float64) string {
	s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
