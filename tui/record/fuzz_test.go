package record

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/theme"
)

// Problems above these are not run: large is slow, and no mistake.
const fuzzPoints, fuzzParameters = 40, 4

// draw runs a problem for an evaluation or so and exports what is seen of it, as
// text and as numbers.
func draw(ctx context.Context, t *testing.T, p *scenarios.Problem, policies ...string) {
	if p.Dim() > fuzzParameters || p.Initial.Sobol > fuzzPoints || len(p.Initial.X) > fuzzPoints || p.IsManual() || p.Source != nil && p.Source.Permission() != nil {
		return
	}
	const w, h = 80, 24
	o := tui.Options{Problem: p, Name: "fuzz", Terminal: chart.Terminal{Profile: chart.NoColor}, Settings: study.Settings{Limit: 1, Workers: 1}}
	o.Theme, _ = theme.Named("dark")
	if p.Theorem == nil {
		for _, q := range policies {
			o.Policies = append(o.Policies, policy.Must(q))
		}
	}
	r, err := New(ctx, o, Take{W: w, H: h, Step: LastStep})
	if err != nil {
		return // what cannot be run says so
	}
	defer r.Close()
	frames, err := r.Frames()
	if err != nil {
		return
	}
	var b bytes.Buffer
	testkit.OK(t, picture.Texts(&b, frames))
	for _, f := range frames {
		if fw, fh := f.Canvas.Size(); fw != w || fh != h {
			t.Errorf("a frame of %d×%d", fw, fh)
		}
	}
	for _, c := range b.String() {
		if c < 0x20 && c != '\n' || c >= 0x7f && c < 0xa0 {
			t.Fatalf("the text holds %U", c)
		}
	}
	if p.Theorem != nil {
		return
	}
	if data, err := r.Data(); err == nil {
		if err := data.WriteCSV(&b); err != nil {
			t.Error(err)
		}
		if err := data.WriteJSON(&b); err != nil {
			t.Error(err)
		}
	}
}

// Whatever problem is read can be shown and exported.
func FuzzProblem(f *testing.F) {
	testkit.SkipRace(f)
	for _, text := range testkit.Files(f, "../../scenarios/builtin/*.toml", "../../examples/expression.toml", "../../examples/draw.toml") {
		f.Add(text)
	}
	dir := f.TempDir() // empty: tables are never found
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.RunBounded(t, func(ctx context.Context) {
			if p, err := problemfile.Parse("fuzz.toml", data, dir); err == nil {
				draw(ctx, t, p, "random", "ei")
			}
		})
	})
}

// numbersFile is a problem of one parameter with everything said by a number.
const numbersFile = `budget = %s
[[parameter]]
name = "x"
low = %s
high = %s
%s
[objective]
expression = "%s + %s*x"
[cost]
expression = "%s"
[initial]
points = [[%s], [%s]]
`

// Whatever the numbers of a problem, it can be run, shown and exported. They are
// the budget, the bounds of the parameter, the objective's offset and slope, the
// cost, a lengthscale and a noise; how adds up 1 for a logarithmic scale, 2 for
// whole numbers, 4 for fixed processes and 8 for a minimum.
func FuzzNumbers(f *testing.F) {
	for how := range byte(16) {
		f.Add(how, testkit.NumbersText(10, 0.5, 2, 1, 1, 1, 0.3, 1e-4))
	}
	for _, v := range testkit.Numbers {
		f.Add(byte(0), testkit.NumbersText(10, -v, v, 1, 1, 1, 0.3, 1e-4))
		f.Add(byte(0), testkit.NumbersText(v, 0, 1, 1, v, v, 0.3, 1e-4))
		f.Add(byte(4), testkit.NumbersText(10, 0, 1, v, 1, 1, v, v))
		f.Add(byte(12), testkit.NumbersText(10, 0, 1, -v, 1, 1, 0.3, 1e-4))
	}
	f.Fuzz(func(t *testing.T, how byte, words string) {
		v, ok := testkit.ReadNumbers(words, 8)
		if !ok {
			return
		}
		budget, low, high, offset, slope, cost, scale, noise := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
		number := func(v float64) string {
			s := strconv.FormatFloat(v, 'g', -1, 64)
			return strings.ToLower(s)
		}
		formula := func(v float64) string {
			if v < 0 {
				return "(0 - " + number(-v) + ")"
			}
			return number(v)
		}
		kind := ""
		if how&1 != 0 {
			kind = "scale = \"log\"\n"
		}
		if how&2 != 0 {
			kind += "integer = true\n"
		}
		text := fmt.Sprintf(numbersFile, number(budget), number(low), number(high), kind, formula(offset), formula(slope), formula(cost), number(low), number(high))
		if how&4 != 0 {
			for _, process := range []string{"objective", "cost"} {
				text += fmt.Sprintf("[model.%s]\nmean = %s\nvariance = %s\nlengthscale = %s\nnoise-variance = %s\n", process, number(offset), number(math.Abs(slope)), number(scale), number(noise))
			}
		}
		if how&8 != 0 {
			text = strings.Replace(text, "[objective]\n", "[objective]\ngoal = \"minimise\"\n", 1)
		}
		testkit.RunBounded(t, func(ctx context.Context) {
			p, err := problemfile.Parse("fuzz.toml", []byte(text), ".")
			if err != nil {
				return
			}
			draw(ctx, t, p, "ei-puc", "2-b-ms-ei effort=quick")
			if t.Failed() {
				t.Log(text)
			}
		})
	})
}
