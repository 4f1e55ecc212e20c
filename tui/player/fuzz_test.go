package player

import (
	"bytes"
	"context"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/tour"
)

// Whatever tour is read, its first frames can be drawn; of simulations a few
// functions.
func FuzzTour(f *testing.F) {
	for _, text := range testkit.Files(f, "../tour/builtin/*.toml", "../../examples/tour-*.toml") {
		f.Add(text)
	}
	for _, s := range []string{
		"[[scene]]\ntitle = \"a\"\ncaption = \"b\"\n",
		"problem = \"myopia\"\npolicies = [\"random\", \"ei\"]\nbudget = 3\n[[scene]]\ntitle = \"a\"\ncaption = \"{left.price at left.next - 1}\"\nstep = 1\n",
		"problem = \"myopia\"\npolicies = [\"random\", \"ei\"]\nbudget = 1e-9\n[[scene]]\ntitle = \"a\"\ncaption = \"b\"\nstep = 1000\nscreen = \"focus\"\nquestion = \"c?\"\nmoney = 1e308\n",
		"problem = \"theorem-1\"\n[[scene]]\ntitle = \"a\"\ncaption = \"b\"\nscreen = \"theorem\"\narms = 3\n",
		"problem = \"myopia\"\npolicies = [\"random\", \"ei\"]\n[[scene]]\ntitle = \"a\"\ncaption = \"b\"\nscreen = \"simulate\"\ndraws = 2\n",
	} {
		f.Add([]byte(s))
	}
	dir := f.TempDir() // empty: only built-in problems are found
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.RunBounded(t, func(ctx context.Context) {
			tr, err := tour.Parse("fuzz.toml", data, dir)
			if err != nil {
				return
			}
			tr.Length()
			const w, h = 80, 24
			frames, err := Frames(ctx, fewDraws(tr), tourOptions(chart.Braille, chart.NoColor), Shots{W: w, H: h, To: min(1, len(tr.Scenes)-1)})
			if err != nil {
				return // what cannot be run says so
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
		})
	})
}
