package picture

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"maps"
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
	o.backgrounds(b, p)
	o.blocks(b, p)
	o.glyphs(b, p)
	o.texts(b, p)
}

// backgrounds writes runs of cells of one colour as rectangles.
func (o Options) backgrounds(b *bufio.Writer, p picture) {
	var all layers[fills]
	for k, at := range o.cells(p) {
		if l := o.look(k); k.Of == 0 && l.bg != strip(o.Background) && !o.carved(k.Rune, l) {
			all.of(l.bg).rect(at.x, at.y, at.x+float64(o.CellWidth), at.y+float64(o.CellHeight))
		}
	}
	o.crisp(b, all)
}

// cells are those of a picture, each with its corner in pixels.
func (o Options) cells(p picture) iter.Seq2[chart.Cell, point] {
	return func(yield func(chart.Cell, point) bool) {
		w, h := p.Size()
		for i := range w * h {
			if x, y := i%w, i/w; !yield(p.Cell(x, y), point{float64(x * o.CellWidth), float64(y * o.CellHeight)}) {
				return
			}
		}
	}
}

// blocks writes the blocks, in the manner of backgrounds: those of one colour must meet.
func (o Options) blocks(b *bufio.Writer, p picture) {
	var all layers[fills]
	w, h := float64(o.CellWidth), float64(o.CellHeight)
	for k, at := range o.cells(p) {
		l := o.look(k)
		if drawn(k) || !isBlock(k.Rune) {
			continue
		}
		if o.carved(k.Rune, l) {
			all.of(l.bg).rect(at.x, at.y, at.x+w, at.y+h*(1-float64(k.Rune-'▀')/8))
			continue
		}
		for _, s := range glyphShapes(k.Rune, at.x, at.y, w, h) {
			all.of(l.fg).add(s)
		}
	}
	o.crisp(b, all)
}

// isBlock reports whether a rune is made of rectangles that touch the edges of its cell.
func isBlock(r rune) bool { return r >= '▀' && r <= '▟' && (r < '░' || r > '▓') }

// carved reports whether a cell is the lower edge of something: its colour reaches down to a block in
// the picture's own background, which is better left out than painted over.
func (o Options) carved(r rune, l look) bool {
	return r >= '▁' && r <= '▇' && l.fg == strip(o.Background) && l.bg != l.fg
}

// crisp writes rectangles without blurred edges, which would show as seams.
func (o Options) crisp(b *bufio.Writer, all layers[fills]) {
	for _, c := range all.colours() {
		fmt.Fprintf(b, `<path%s shape-rendering="crispEdges" d="%s"/>`+"\n", o.paint("fill", c, ""), all.of(c).path())
	}
}

// layer is what is drawn in one colour.
type layer struct {
	fills fills
	discs strings.Builder
	dots  map[float64]*strings.Builder // discs of a page, by radius
	lines map[float64]*strings.Builder // by width: a dotted line is one path, not three for each cell
}

// glyphs writes the shapes, gathered by colour: cells do not overlap, so their order is free.
func (o Options) glyphs(b *bufio.Writer, p picture) {
	var all layers[layer]
	for k, at := range o.cells(p) {
		if k.Rune <= ' ' || isBlock(k.Rune) || drawn(k) {
			continue
		}
		for _, s := range glyphShapes(k.Rune, at.x, at.y, float64(o.CellWidth), float64(o.CellHeight)) {
			o.gather(all.of(o.look(k).fg), s)
		}
	}
	for _, c := range all.colours() {
		g := all.of(c)
		if d := g.fills.path(); d != "" {
			fmt.Fprintf(b, `<path%s d="%s"/>`+"\n", o.paint("fill", c, ""), d)
		}
		if g.discs.Len() > 0 {
			fmt.Fprintf(b, `<g%s>%s</g>`+"\n", o.paint("fill", c, ""), g.discs.String())
		}
		for _, radius := range slices.Sorted(maps.Keys(g.dots)) {
			fmt.Fprintf(b, `<path%s stroke-width="%s" d="%s"/>`+"\n", o.paint("stroke", c, "r"), num(2*radius), g.dots[radius])
		}
		for _, width := range slices.Sorted(maps.Keys(g.lines)) {
			fmt.Fprintf(b, `<path%s stroke-width="%s" d="%s"/>`+"\n", o.paint("stroke", c, ""), num(width), g.lines[width])
		}
	}
}

// gather adds a shape to its layer.
func (o Options) gather(g *layer, s shape) {
	switch {
	case s.disc && o.themes: // browsers draw the round ends of a line of no length
		fmt.Fprintf(sized(&g.dots, s.radius), "M%s %sh0", num(s.poly[0].x), num(s.poly[0].y))
	case s.disc:
		fmt.Fprintf(&g.discs, `<circle cx="%s" cy="%s" r="%s"/>`, num(s.poly[0].x), num(s.poly[0].y), num(s.radius))
	case s.width > 0:
		sized(&g.lines, s.width).WriteString(path(s))
	case s.alpha > 0:
		fmt.Fprintf(&g.discs, `<path d="%s" fill-opacity="%s"/>`, path(s), num(s.alpha))
	default:
		g.fills.add(s)
	}
}

// sized is the path of a size.
func sized(all *map[float64]*strings.Builder, size float64) *strings.Builder {
	if *all == nil {
		*all = map[float64]*strings.Builder{}
	}
	if (*all)[size] == nil {
		(*all)[size] = new(strings.Builder)
	}
	return (*all)[size]
}

// texts writes runs of one look, broken at gaps, each stretched to its cells.
func (o Options) texts(b *bufio.Writer, p picture) {
	w, h := p.Size()
	base := 0.76 * float64(o.CellHeight)
	for y := range h {
		for x := 0; x < w; {
			l, text, end := o.run(p, x, y)
			if text == "" {
				x = end
				continue
			}
			attr := o.paint("fill", l.fg, classes(l))
			switch {
			case l.attr&chart.Underline != 0:
				attr += ` text-decoration="underline"`
			case l.attr&chart.Strike != 0:
				attr += ` text-decoration="line-through"`
			}
			if utf8.RuneCountInString(text) > 1 {
				attr += fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, (end-x)*o.CellWidth)
			}
			fmt.Fprintf(b, `<text x="%d" y="%s"%s>%s</text>`+"\n", x*o.CellWidth, num(float64(y*o.CellHeight)+base), attr, escape(text))
			x = end
		}
	}
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
