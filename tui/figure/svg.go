package figure

import (
	"bufio"
	"fmt"
	"html"
	"image/color"
	"io"
	"strconv"
	"strings"

	"farsight/internal/sanitize"
)

// SVG writes the figure as a scalable picture, its texts in the reader's font.
func (f Figure) SVG(out io.Writer) error {
	s, err := f.lay()
	if err != nil {
		return err
	}
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s" role="img" font-family="'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif">`+"\n", num(s.width), num(s.height))
	fmt.Fprintf(b, `<rect width="%s" height="%s" fill="#ffffff"/>`+"\n", num(s.width), num(s.height))
	for _, it := range s.items {
		switch {
		case it.text != "":
			it.svgText(b)
		case it.width > 0:
			fmt.Fprintf(b, `<path d="%s" fill="none"%s stroke-width="%s" stroke-linejoin="round"`, it.d(), paint("stroke", it.colour), num(it.width))
			if it.dashes != nil {
				fmt.Fprintf(b, ` stroke-dasharray="%s"`, nums(it.dashes))
			}
			b.WriteString("/>\n")
		default:
			fmt.Fprintf(b, `<path d="%sz"%s/>`+"\n", it.d(), paint("fill", it.colour))
		}
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

func (it item) svgText(b *bufio.Writer) {
	at := it.path[0]
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s"%s`, num(at.x), num(at.y), num(it.size), paint("fill", it.colour))
	if it.anchor != start {
		fmt.Fprintf(b, ` text-anchor="%s"`, [...]string{centre: "middle", end: "end"}[it.anchor])
	}
	if it.upright {
		fmt.Fprintf(b, ` transform="rotate(-90 %s %s)"`, num(at.x), num(at.y))
	}
	b.WriteByte('>')
	b.WriteString(html.EscapeString(sanitize.Text(it.text)))
	b.WriteString("</text>\n")
}

// d is the path's outline in SVG's words.
func (it item) d() string {
	var b strings.Builder
	for i, p := range it.path {
		fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], num(p.x), num(p.y))
	}
	return b.String()
}

func paint(attr string, c color.NRGBA) string {
	out := fmt.Sprintf(` %s="#%02x%02x%02x"`, attr, c.R, c.G, c.B)
	if c.A < 255 {
		out += fmt.Sprintf(` %s-opacity="%s"`, attr, num(float64(c.A)/255))
	}
	return out
}

// num writes a coordinate with at most two decimals.
func num(v float64) string {
	s := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

func nums(vs []float64) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = num(v)
	}
	return strings.Join(out, " ")
}
