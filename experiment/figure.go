package experiment

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"farsight/internal/stats"
)

// hues tell policies apart, also for colour-blind eyes (Okabe and Ito), with
// dashes for the second round.
var hues = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {90, 90, 90, 255},
}

const (
	figureWidth  = 20 * vg.Centimeter
	figureHeight = 12 * vg.Centimeter
	bandAlpha    = 20 // of 255: ten bands lie on each other
)

// Figures draws regret against the share of the budget used, one figure per
// problem, as SVG and PNG, and returns the names of the files.
func (s Summary) Figures(dir string) ([]string, error) {
	var files []string
	for _, p := range s.Problems {
		fig, err := p.figure()
		if err != nil {
			return files, err
		}
		for _, ext := range []string{"svg", "png"} {
			name := slug(p.Problem) + "." + ext
			if err := fig.Save(figureWidth, figureHeight, filepath.Join(dir, name)); err != nil {
				return files, fmt.Errorf("figure of %s: %w", p.Problem, err)
			}
			files = append(files, name)
		}
	}
	return files, nil
}

// slug is a label as a file name.
func slug(label string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '.':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, label)
}

func (p ProblemSummary) figure() (*plot.Plot, error) {
	fig := plot.New()
	fig.Title.Text = p.Problem
	fig.X.Label.Text = "share of the budget used"
	fig.Y.Label.Text = "log10 regret, mean and 95 % interval"
	if !p.Regret {
		fig.Y.Label.Text = "best value, mean and 95 % interval"
	}
	fig.Legend.Top = true
	fig.Legend.TextStyle.Font.Size = font.Length(8)
	fig.Add(plotter.NewGrid())
	// All lines lie above all bands.
	var lines []plot.Plotter
	for i, q := range p.Policies {
		hue := hues[i%len(hues)]
		band, err := plotter.NewPolygon(outline(q.Curve))
		if err != nil {
			return nil, err
		}
		band.Color, band.LineStyle.Width = faint(hue), 0
		line, err := plotter.NewLine(means(q.Curve))
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = hue, vg.Points(1.5)
		if i >= len(hues) {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		fig.Add(band)
		lines = append(lines, line)
		fig.Legend.Add(q.Policy, line)
	}
	fig.Add(lines...)
	return fig, nil
}

// faint is a colour's band; colours are alpha-premultiplied.
func faint(c color.RGBA) color.RGBA {
	scale := func(v uint8) uint8 { return uint8(int(v) * bandAlpha / 255) }
	return color.RGBA{scale(c.R), scale(c.G), scale(c.B), bandAlpha}
}

func means(c []stats.Summary) plotter.XYs {
	out := make(plotter.XYs, len(c))
	for i, s := range c {
		out[i] = plotter.XY{X: Shares[i], Y: s.Mean}
	}
	return out
}

// outline runs along the upper ends of the intervals and back along the lower.
func outline(c []stats.Summary) plotter.XYs {
	var out plotter.XYs
	for i, s := range c {
		out = append(out, plotter.XY{X: Shares[i], Y: bounded(s.High, s.Mean)})
	}
	for i := len(c) - 1; i >= 0; i-- {
		out = append(out, plotter.XY{X: Shares[i], Y: bounded(c[i].Low, c[i].Mean)})
	}
	return out
}

// bounded draws no band where a single run leaves the interval open.
func bounded(v, mean float64) float64 {
	if math.IsInf(v, 0) {
		return mean
	}
	return v
}
