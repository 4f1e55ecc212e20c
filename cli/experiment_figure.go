package cli

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/policy"
	"farsight/tui/picture"
)

// writeFigures draws a figure per problem, as SVG and PNG, beside the report.
func writeFigures(s experiment.Summary, dir string) error {
	hue := hues(s)
	for _, p := range s.Problems {
		f := regretFigure(p, hue)
		for ending, draw := range map[string]func(io.Writer) error{"svg": f.SVG, "png": f.PNG} {
			var b bytes.Buffer
			if err := draw(&b); err != nil {
				return fmt.Errorf("figure of %s: %w", sanitize.Text(p.Problem), err)
			}
			if err := writeWhole(filepath.Join(dir, p.File()+"."+ending), b.Bytes(), true); err != nil {
				return err
			}
		}
	}
	return nil
}

// hues gives every policy of a report a colour of its own, the same in every
// figure: the one it has on all screens, or where another label of the report
// has that, a shade of it.
func hues(s experiment.Summary) map[string]int {
	hue, taken := map[string]int{}, map[int]bool{}
	for _, p := range s.Problems {
		for _, q := range p.Policies {
			if _, seen := hue[q.Policy]; seen {
				continue
			}
			_, h, ok := policy.Named(q.Policy)
			step := policy.HueRound
			if !ok {
				step = 1
			}
			for taken[h] {
				h += step
			}
			hue[q.Policy], taken[h] = h, true
		}
	}
	return hue
}

// regretFigure is regret against the share of the budget used.
func regretFigure(p experiment.ProblemSummary, hue map[string]int) picture.Graph {
	g := picture.Graph{Title: p.Problem}
	for _, q := range p.Policies {
		addCurve(&g, q.Policy, hue[q.Policy], q.Curve, 1)
	}
	g.Fit("share of the budget used", measured(p.Regret))
	return g
}

// measured names the axis of curves.
func measured(regret bool) string {
	if regret {
		return "log10 regret, mean and 95 % interval"
	}
	return "best value, mean and 95 % interval"
}

// addCurve adds a curve over a share of the budget.
func addCurve(g *picture.Graph, name string, hue int, curve []stats.Summary, share float64) {
	var x, mean, low, high []float64
	for i, at := range curve {
		x, mean, low, high = append(x, experiment.Shares[i]*share), append(mean, at.Mean), append(low, at.Low), append(high, at.High)
	}
	g.Curve(name, hue, x, mean, low, high)
}
