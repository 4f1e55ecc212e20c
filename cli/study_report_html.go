package cli

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/picture"
)

//go:embed study_report.css
var style string

// reportPage is the text of a page while it is written. Its tags are closed as in
// XML, so that a strict reader can read it, too.
type reportPage struct {
	bytes.Buffer
	err error // the first that a chart had
}

func (p *reportPage) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// begin writes everything before the first section.
func (p *reportPage) begin(title string) {
	sum := sha256.Sum256([]byte(style))
	p.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
	// Nothing may be fetched or run; of styles only the page's own is used.
	p.printf("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'\"/>\n",
		base64.StdEncoding.EncodeToString(sum[:]))
	p.printf("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n")
	p.printf("<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", text(title), style)
}

// section begins a part with a heading, and returns what ends it.
func (p *reportPage) section(id, heading string) func() {
	p.printf("<section id=\"%s\">\n<h2>%s</h2>\n", id, text(heading))
	return func() { p.WriteString("</section>\n") }
}

func (p *reportPage) paragraph(format string, args ...any) {
	p.WriteString("<p>")
	p.printf(format, args...)
	p.WriteString("</p>\n")
}

// table writes rows of cells that are HTML already. Columns named so are set to
// the left; all others are numbers.
func (p *reportPage) table(class string, head []string, rows [][]string, left ...string) {
	p.printf("<div class=\"wide\"><table class=\"%s\">\n<thead><tr>", class)
	aside := make([]string, len(head))
	for i, h := range head {
		if slices.Contains(left, h) {
			aside[i] = ` class="words"`
		}
		p.printf("<th%s>%s</th>", aside[i], text(h))
	}
	p.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range rows {
		p.WriteString("<tr>")
		for i, cell := range row {
			p.printf("<td%s>%s</td>", aside[i], cell)
		}
		p.WriteString("</tr>\n")
	}
	p.WriteString("</tbody></table></div>\n")
}

// facts writes names and what they are, in two columns.
func (p *reportPage) facts(rows [][2]string) {
	p.WriteString("<table class=\"facts\"><tbody>\n")
	for _, r := range rows {
		p.printf("<tr><th>%s</th><td>%s</td></tr>\n", text(r[0]), r[1])
	}
	p.WriteString("</tbody></table>\n")
}

// text is anything as a line of a page: harmless, and no tag.
func text(s string) string { return html.EscapeString(sanitize.Text(s)) }

// block is text of several lines.
func block(s string) string { return html.EscapeString(sanitize.Block(s)) }

// pageNumber shows a value to six figures and holds it in full; a dash where there
// is none.
func pageNumber(v float64) string { return data(v, strconv.FormatFloat(v, 'g', study.Figures, 64)) }

// short shows a value to three figures or four: in sentences.
func short(v float64) string { return data(v, number(v)) }

func data(v float64, shown string) string {
	if !isFinite(v) {
		return "–"
	}
	return fmt.Sprintf(`<data value="%s">%s</data>`, strconv.FormatFloat(v, 'g', -1, 64), shown)
}

// amount is a number with its unit.
func amount(v float64, unit string) string { return pageNumber(v) + text(unitText(unit)) }

// setting is a parameter's value: a number, or the name of a choice.
func setting(par scenarios.Parameter, v float64) string {
	if par.Categorical() {
		return text(par.Show(v))
	}
	return pageNumber(v)
}

// place is a point in words, parameter by parameter.
func place(p *scenarios.Problem, x scenarios.Point) string {
	parts := make([]string, len(x))
	for i, par := range p.Parameters {
		parts[i] = text(par.Name) + " " + setting(par, x[i]) + text(unitText(par.Unit))
	}
	return strings.Join(parts, ", ")
}

// when is a moment to the second.
func when(t time.Time) string {
	return fmt.Sprintf(`<time datetime="%s">%s</time>`, t.UTC().Format(time.RFC3339), t.UTC().Format("2006-01-02 15:04:05"))
}

// Colours of charts by the names that page.css has for them: what they are is the reader's theme's.
var (
	valueColor, costColor, chanceColor        = chart.RGB(0, 0, 1), chart.RGB(0, 0, 2), chart.RGB(0, 0, 3)
	inkColor, goodColor, badColor, quietColor = chart.RGB(0, 0, 4), chart.RGB(0, 0, 5), chart.RGB(0, 0, 6), chart.RGB(0, 0, 7)
)

var classes = map[chart.Color]string{valueColor: "value", costColor: "cost", chanceColor: "chance",
	inkColor: "ink", goodColor: "good", badColor: "bad", quietColor: "quiet"}

// Sizes of charts, in cells of eight pixels.
const (
	plotRows      = 22
	narrow, broad = 41, 91
)

// plot is a chart of a page.
type plot struct {
	chart.Plot
	said  string // to readers who listen
	width int
}

// figure writes the chart with its caption.
func (p *reportPage) figure(pl plot, caption string) {
	var svg strings.Builder
	if err := (picture.Graph{Plot: pl.Plot, Said: pl.said, Width: pl.width, Height: plotRows, Classes: classes}).SVG(&svg); err != nil {
		p.err = err
		return
	}
	if caption != "" {
		caption = "<figcaption>" + caption + "</figcaption>"
	}
	p.printf("<figure>%s%s</figure>\n", &svg, caption)
}

// mark adds a dot, with what it is in words.
func (p *plot) mark(x, y float64, shape chart.Shape, c chart.Color, words string) {
	if isFinite(x) && isFinite(y) {
		p.Points = append(p.Points, chart.Point{X: x, Y: y, Shape: shape, Color: c, Label: words})
	}
}

// line adds a straight line.
func (p *plot) line(c chart.Color, x0, y0, x1, y1 float64) {
	p.Series = append(p.Series, chart.Series{X: []float64{x0, x1}, Y: []float64{y0, y1}, Color: c})
}

// diagonal adds the line where both are the same.
func (p *plot) diagonal() {
	lo, hi := math.Max(p.X.Min, p.Y.Min), math.Min(p.X.Max, p.Y.Max)
	p.Series = append(p.Series, chart.Series{X: []float64{lo, hi}, Y: []float64{lo, hi}, Color: quietColor, Dash: chart.Dashed})
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
