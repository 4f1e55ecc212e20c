package render

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

// SVG writes the frame as a scalable picture.
func SVG(out io.Writer, c chart.Canvas, o Options) error {
	o = o.filled()
	w, h := c.Size()
	cw, ch := o.CellWidth, o.CellHeight
	pw, ph := w*cw+2*o.Padding, h*ch+2*o.Padding
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", pw, ph, pw, ph)
	if o.Title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", escape(o.Title))
	}
	// 0.6 em is the advance of nearly every monospaced font; textLength mends the rest
	fmt.Fprintf(b, "<style>text{font:%spx 'DejaVu Sans Mono','JetBrains Mono',Menlo,Consolas,monospace;white-space:pre}.b{font-weight:bold}.i{font-style:italic}</style>\n",
		num(float64(cw)/0.602))
	fmt.Fprintf(b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", pw, ph, hex(o.Background))
	if o.Padding > 0 {
		fmt.Fprintf(b, `<g transform="translate(%d %d)">`+"\n", o.Padding, o.Padding)
	}
	o.backgrounds(b, c)
	o.glyphs(b, c)
	o.texts(b, c)
	if o.Padding > 0 {
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

// backgrounds writes runs of cells of one colour as rectangles.
func (o Options) backgrounds(b *bufio.Writer, c chart.Canvas) {
	w, h := c.Size()
	b.WriteString(`<g shape-rendering="crispEdges">` + "\n")
	for y := range h {
		for x := 0; x < w; {
			bg, end := o.look(c.Cell(x, y)).bg, x+1
			for end < w && o.look(c.Cell(end, y)).bg == bg {
				end++
			}
			if bg != strip(o.Background) {
				fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x*o.CellWidth, y*o.CellHeight, (end-x)*o.CellWidth, o.CellHeight, hex(bg))
			}
			x = end
		}
	}
	b.WriteString("</g>\n")
}

// glyphs writes the shapes, gathered by colour: cells do not overlap, so their order is free.
func (o Options) glyphs(b *bufio.Writer, c chart.Canvas) {
	w, h := c.Size()
	type bundle struct{ fills, discs, lines strings.Builder }
	byColor := map[chart.Color]*bundle{}
	var order []chart.Color
	for y := range h {
		for x := range w {
			k := c.Cell(x, y)
			if k.Rune <= ' ' {
				continue
			}
			fg := o.look(k).fg
			for _, s := range shapes(k.Rune, float64(x*o.CellWidth), float64(y*o.CellHeight), float64(o.CellWidth), float64(o.CellHeight)) {
				g := byColor[fg]
				if g == nil {
					g = new(bundle)
					byColor[fg] = g
					order = append(order, fg)
				}
				switch {
				case s.disc:
					fmt.Fprintf(&g.discs, `<circle cx="%s" cy="%s" r="%s"/>`, num(s.poly[0].x), num(s.poly[0].y), num(s.radius))
				case s.width > 0:
					fmt.Fprintf(&g.lines, `<path d="%s" stroke-width="%s"/>`, path(s), num(s.width))
				case s.alpha > 0:
					fmt.Fprintf(&g.discs, `<path d="%s" fill-opacity="%s"/>`, path(s), num(s.alpha))
				default:
					g.fills.WriteString(path(s))
				}
			}
		}
	}
	slices.Sort(order)
	for _, fg := range order {
		g := byColor[fg]
		if g.fills.Len() > 0 {
			fmt.Fprintf(b, `<path fill="%s" d="%s"/>`+"\n", hex(fg), g.fills.String())
		}
		if g.discs.Len() > 0 {
			fmt.Fprintf(b, `<g fill="%s">%s</g>`+"\n", hex(fg), g.discs.String())
		}
		if g.lines.Len() > 0 {
			fmt.Fprintf(b, `<g stroke="%s" fill="none">%s</g>`+"\n", hex(fg), g.lines.String())
		}
	}
}

func path(s shape) string {
	var b strings.Builder
	for i, p := range s.poly {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(num(p.x))
		b.WriteByte(' ')
		b.WriteString(num(p.y))
	}
	if s.width == 0 || s.closed {
		b.WriteByte('z')
	}
	return b.String()
}

// texts writes runs of one look, broken at gaps, each stretched to its cells.
func (o Options) texts(b *bufio.Writer, c chart.Canvas) {
	w, h := c.Size()
	base := 0.76 * float64(o.CellHeight)
	for y := range h {
		for x := 0; x < w; {
			l, text, end := o.run(c, x, y)
			if text == "" {
				x = end
				continue
			}
			attr := ""
			if class := classes(l.attr); class != "" {
				attr += ` class="` + class + `"`
			}
			switch {
			case l.attr&chart.Underline != 0:
				attr += ` text-decoration="underline"`
			case l.attr&chart.Strike != 0:
				attr += ` text-decoration="line-through"`
			}
			if utf8.RuneCountInString(text) > 1 {
				attr += fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, (end-x)*o.CellWidth)
			}
			fmt.Fprintf(b, `<text x="%d" y="%s" fill="%s"%s>%s</text>`+"\n", x*o.CellWidth, num(float64(y*o.CellHeight)+base), hex(l.fg), attr, escape(text))
			x = end
		}
	}
}

// run collects the text that starts at x: cells of one look, single blanks included. It returns ""
// and the next place to try where none starts.
func (o Options) run(c chart.Canvas, x, y int) (l look, text string, end int) {
	w, _ := c.Size()
	var b strings.Builder
	for end = x; end < w; {
		k := c.Cell(end, y)
		n := cellWidth(c, end, y)
		if k.Rune == ' ' || k.Rune == 0 || shapes(k.Rune, 0, 0, 1, 2) != nil {
			// one blank joins two words of the same look
			if k.Rune == ' ' && b.Len() > 0 && end+1 < w {
				if after := c.Cell(end+1, y); after.Rune != ' ' && after.Rune != 0 && o.look(after) == l && shapes(after.Rune, 0, 0, 1, 2) == nil {
					b.WriteByte(' ')
					end++
					continue
				}
			}
			break
		}
		now := o.look(k)
		if b.Len() > 0 && now != l {
			break
		}
		l = now
		b.WriteString(c.Cluster(k))
		end += n
	}
	return l, b.String(), max(end, x+1)
}

func classes(a chart.Attr) string {
	s := ""
	if a&chart.Bold != 0 {
		s = "b"
	}
	if a&chart.Italic != 0 {
		s = strings.TrimSpace(s + " i")
	}
	return s
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

func escape(s string) string { return escaper.Replace(s) }

func hex(c chart.Color) string {
	r, g, b := c.RGB()
	return fmt.Sprintf("#%02x%02x%02x", r, g, b)
}

// num writes a coordinate with at most two decimals.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
