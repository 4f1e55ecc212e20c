package chart

import (
	"regexp"
	"strings"
	"testing"
)

// A text that does not fit ends before the number it would otherwise cut, whatever the room.
func TestNumbersAreNeverCut(t *testing.T) {
	number := regexp.MustCompile(`[-+−±×]*(\d[\d.,]*\d|\d|\.\d+)([eE][-+−]?\d+)?[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*`)
	for _, s := range []string{
		"Q 6.40e-4", "Q 6.40e-4 at x=12", "best −0.768, paid 25.1 of 27.3", "1234567", "x2y 3", "10⁻³ of 5", "±0.25 and .75",
		"budget 1,000,000 left", "a 1.5e+30 b", "3.5e", "12 evaluations, 8.40 of 20.0 EUR left", "no number at all here", "温度 71.5 °C", "1e5e5",
	} {
		whole := map[string]bool{}
		for _, n := range number.FindAllString(s, -1) {
			whole[n] = true
		}
		for _, g := range []Glyphs{Braille, ASCII} {
			for w := 1; w <= Width(s)+2; w++ {
				c := New(w, 1, Terminal{Glyphs: g, Profile: NoColor})
				end := c.Text(0, 0, s, Ink{})
				got, mark := strings.TrimRight(c.Plain(), " \n"), string(c.ellipsis())
				if end > w {
					t.Errorf("%q in %d cells ends at %d", s, w, end)
				}
				if c.Width(s) <= w {
					if g == Braille && got != s {
						t.Errorf("%q in %d cells is %q", s, w, got)
					}
					continue
				}
				head, cut := strings.CutSuffix(got, mark)
				if !cut || digitAtEnd(head) {
					t.Errorf("%q in %d cells is %q", s, w, got)
				}
				if g == ASCII {
					continue // signs are spelled
				}
				for _, n := range number.FindAllString(head, -1) {
					if !whole[n] {
						t.Errorf("%q in %d cells is %q: %s is not a number of it", s, w, got, n)
					}
				}
			}
		}
	}
}

// The longest form that fits is written; of the last, what fits.
func TestTextFit(t *testing.T) {
	forms := []string{"uncertainty 0.123", "sd 0.123", "0.12"}
	for w, want := range map[int]string{17: forms[0], 16: forms[1], 8: forms[1], 7: forms[2], 4: forms[2], 3: "…"} {
		c := New(w, 1, Terminal{Profile: NoColor})
		c.TextFit(0, 0, w, Ink{}, forms...)
		if got := strings.TrimRight(c.Plain(), " \n"); got != want {
			t.Errorf("in %d cells %q, want %q", w, got, want)
		}
	}
}
