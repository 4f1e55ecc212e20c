package theme

import (
	"math"
	"reflect"
	"testing"

	"github.com/lucasb-eyer/go-colorful"

	"farsight/tui/chart"
)

// lightness is L* of CIE Lab as a fraction of 1.
func lightness(c chart.Color) float64 {
	l, _, _ := colour(c).Lab()
	return l
}

func colour(c chart.Color) colorful.Color {
	r, g, b := c.RGB()
	return colorful.Color{R: float64(r) / 255, G: float64(g) / 255, B: float64(b) / 255}
}

func themes(t *testing.T) []Theme {
	t.Helper()
	var out []Theme
	for _, n := range Names() {
		th, ok := Named(n)
		if !ok {
			t.Fatalf("theme %q is listed but not found", n)
		}
		out = append(out, th)
	}
	return out
}

func TestContrast(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		for _, p := range []chart.Profile{chart.TrueColor, chart.ANSI256} {
			want, reduced := 4.5, 4.3
			if th.Name == "contrast" || th.Name == "contrast-light" {
				want, reduced = 7, 4.5 // the enhanced level
			}
			if p == chart.ANSI256 { // the cube is coarse: a step down at most
				want = reduced
			}
			for _, w := range words(th) {
				if c := chart.Contrast(chart.Quantised(w.color, p), th.Background); c < want {
					t.Errorf("%s in %v: %s has contrast %.2f with the background, want %.1f", th.Name, p, w.name, c, want)
				}
			}
			for _, g := range graphics(th) {
				if c := chart.Contrast(chart.Quantised(g.color, p), th.Background); c < 2.95 {
					t.Errorf("%s in %v: %s has contrast %.2f with the background, want 3", th.Name, p, g.name, c)
				}
			}
		}
	}
}

// Bands are seen on the background, and what is drawn over them is seen on them, in 256 colours too
// as far as the cube goes; words are read on selections.
func TestBands(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		for p, least := range map[chart.Profile]float64{chart.TrueColor: 3, chart.ANSI256: 2.4} {
			on := func(what string, ink, ground chart.Color, want float64) {
				t.Helper()
				if c := chart.Contrast(chart.Quantised(ink, p), chart.Quantised(ground, p)); c < want {
					t.Errorf("%s in %v: %s has contrast %.2f, want %.1f", th.Name, p, what, c, want)
				}
			}
			for _, b := range []struct {
				name       string
				band, line chart.Color
			}{{"objective", th.ObjectiveBand, th.Objective}, {"cost", th.CostBand, th.Cost}, {"acquisition", th.AcquisitionBand, th.Acquisition}} {
				if c := chart.Contrast(chart.Quantised(b.band, p), th.Background); c < 2 { // which is not ours to quantise
					t.Errorf("%s in %v: the %s band has contrast %.2f with the background, want 2", th.Name, p, b.name, c)
				}
				on("the "+b.name+" line on its band", b.line, b.band, least)
				if b.name == "acquisition" {
					continue // nothing else lies on it
				}
				for _, o := range []named{{"Truth", th.Truth}, {"Newest", th.Newest}, {"Older", th.Older}, {"Initial", th.Initial},
					{"Incumbent", th.Incumbent}, {"Next", th.Next}, {"RunnerUp", th.RunnerUp}, {"Exhausted", th.Exhausted}, {"Warning", th.Warning}} {
					on(o.name+" on the "+b.name+" band", o.color, b.band, least)
				}
			}
		}
		if c := chart.Contrast(th.Title, th.Selection); c < 4.5 {
			t.Errorf("%s: selected text has contrast %.2f, want 4.5", th.Name, c)
		}
	}
}

// Matrices of Machado, Oliveira and Fernandes (2009) at severity 1, on linear RGB.
var deficiencies = map[string][9]float64{
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
}

func seen(c chart.Color, m [9]float64) colorful.Color {
	r, g, b := colour(c).LinearRgb()
	return colorful.LinearRgb(m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b).Clamped()
}

// Hues that stand side by side on a screen keep apart for colour-blind eyes.
func TestColourBlind(t *testing.T) {
	t.Parallel()
	const least = 0.10 // about ten just noticeable differences
	for _, name := range []string{"colour-blind", "colour-blind-light"} {
		th, _ := Named(name)
		var policies []named
		for i, p := range th.Policies[:6] {
			policies = append(policies, named{"policy " + string(rune('0'+i)), p})
		}
		sets := [][]named{
			{{"objective", th.Objective}, {"cost", th.Cost}, {"acquisition", th.Acquisition}},
			{{"exhausted", th.Exhausted}, {"truncated", th.Truncated}, {"open", th.Open}},
			{{"incumbent", th.Incumbent}, {"next", th.Next}, {"objective", th.Objective}},
			policies,
		}
		for kind, m := range deficiencies {
			for _, set := range sets {
				for i, a := range set {
					for _, b := range set[:i] {
						if d := seen(a.color, m).DistanceLab(seen(b.color, m)); d < least {
							t.Errorf("%s under %s: %s and %s are %.3f apart in Lab, want %.2f", name, kind, a.name, b.name, d, least)
						}
					}
				}
			}
		}
	}
}

// Policies of every theme keep apart for the common eye too.
func TestPoliciesDiffer(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		for i, a := range th.Policies {
			for j, b := range th.Policies[:i] {
				if d := colour(a).DistanceLab(colour(b)); d < 0.12 {
					t.Errorf("%s: policies %d and %d are %.3f apart in Lab, want 0.12", th.Name, j, i, d)
				}
			}
		}
	}
}

// No meaning is left without a colour, and each colour but the assumed background names its stand-in among sixteen.
func TestComplete(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		v := reflect.ValueOf(th)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			c, ok := v.Field(i).Interface, f.Type == reflect.TypeFor[chart.Color]()
			if !ok {
				continue
			}
			col := c().(chart.Color)
			if col == chart.Default {
				t.Errorf("%s: %s has no colour", th.Name, f.Name)
			}
			if f.Name != "Background" && col.Or16(0) == col && chart.Quantise(col, chart.ANSI16) != 0 {
				t.Errorf("%s: %s names no ANSI colour", th.Name, f.Name)
			}
		}
		if dark := th.Background.Luminance() < 0.2; dark != th.Dark {
			t.Errorf("%s: Dark is %v", th.Name, th.Dark)
		}
	}
}

// On sixteen colours the quantities keep apart by number.
func TestSixteen(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		got := map[uint8]string{}
		for _, c := range []named{{"objective", th.Objective}, {"cost", th.Cost}, {"acquisition", th.Acquisition}, {"exhausted", th.Exhausted}, {"incumbent", th.Incumbent}} {
			n := chart.Quantise(c.color, chart.ANSI16)
			if other, taken := got[n]; taken {
				t.Errorf("%s: %s and %s are both ANSI colour %d", th.Name, c.name, other, n)
			}
			got[n] = c.name
		}
	}
}

func TestFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		manner string
		dark   bool
		want   string
	}{{"", true, "dark"}, {"", false, "light"}, {"contrast", true, "contrast"}, {"contrast", false, "contrast-light"},
		{"colour-blind", true, "colour-blind"}, {"colour-blind", false, "colour-blind-light"}} {
		th, ok := For(c.manner, c.dark)
		if !ok || th.Name != c.want {
			t.Errorf("For(%q, %v) = %q, %v, want %q", c.manner, c.dark, th.Name, ok, c.want)
		}
	}
	if _, ok := For("sepia", true); ok {
		t.Error("For found a theme nobody wrote")
	}
}

// Past the list come shades that can be read, keep apart from what they are
// shades of, and on sixteen colours are the same.
func TestPoliciesHaveShades(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		for i := range 3 * len(th.Policies) {
			c := th.Policy(i)
			if got := chart.Contrast(c, th.Background); got < 3 {
				t.Errorf("%s: hue %d has a contrast of %.2f, want 3", th.Name, i, got)
			}
			for _, kin := range []int{i - len(th.Policies), i - 2*len(th.Policies)} {
				if kin < 0 {
					continue
				}
				if d := colour(c).DistanceLab(colour(th.Policy(kin))); d < 0.05 {
					t.Errorf("%s: hues %d and %d are %.3f apart in Lab, want 0.05", th.Name, kin, i, d)
				}
				if chart.Quantise(c, chart.ANSI16) != chart.Quantise(th.Policy(kin), chart.ANSI16) {
					t.Errorf("%s: hues %d and %d are two of sixteen", th.Name, kin, i)
				}
			}
		}
		if th.Policy(-1) != th.Policy(1) {
			t.Errorf("%s: a number below 0 has no hue", th.Name)
		}
	}
}

// The ramp gets steadily lighter on dark themes and darker on light ones: it reads without hue.
func TestRampIsMonotone(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		r := th.Ramp()
		up := lightness(r[255]) > lightness(r[0])
		if up != th.Dark {
			t.Errorf("%s: the ramp runs the wrong way", th.Name)
		}
		for i := 1; i < 256; i++ {
			if d := lightness(r[i]) - lightness(r[i-1]); math.Abs(d) > 0.002 && (d > 0) != up {
				t.Errorf("%s: lightness of the ramp turns at %d", th.Name, i)
				break
			}
		}
	}
}

// Diverging scales carry text all along, in every profile that has colours; both ends keep apart from
// each other and from the middle, also for colour-blind eyes, and so do the sixteen.
func TestDiverging(t *testing.T) {
	t.Parallel()
	for _, th := range themes(t) {
		for i := -100; i <= 100; i++ {
			for p, want := range map[chart.Profile]float64{chart.TrueColor: 4.5, chart.ANSI256: 4.1} { // the cube is coarse
				if c := chart.Contrast(th.Title, chart.Quantised(th.Diverging(float64(i)/100), p)); c < want {
					t.Errorf("%s in %v: text on %d %% of the scale has contrast %.2f, want %.1f", th.Name, p, i, c, want)
				}
			}
		}
		parts := []named{{"worse", th.Diverging(-1)}, {"middle", th.Diverging(0)}, {"better", th.Diverging(1)}}
		for kind, m := range deficiencies {
			for i, a := range parts {
				for _, b := range parts[:i] {
					if d := seen(a.color, m).DistanceLab(seen(b.color, m)); d < 0.10 {
						t.Errorf("%s under %s: %s and %s are %.3f apart in Lab, want 0.10", th.Name, kind, a.name, b.name, d)
					}
				}
			}
		}
		numbers := map[uint8]string{}
		for _, p := range parts {
			n := chart.Quantise(p.color, chart.ANSI16)
			if other, taken := numbers[n]; taken {
				t.Errorf("%s: %s and %s are both ANSI colour %d", th.Name, p.name, other, n)
			}
			numbers[n] = p.name
		}
		if th.Diverging(7) != th.Diverging(1) || th.Diverging(-7) != th.Diverging(-1) || th.Diverging(math.NaN()) != th.Diverging(0) {
			t.Errorf("%s: beyond its ends the scale is not its ends", th.Name)
		}
	}
}
