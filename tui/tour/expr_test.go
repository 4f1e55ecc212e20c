package tour

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// Mistakes in an expression are said in plain words, at the character that is
// wrong.
func TestExpressionMistakes(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{ // the caret stands below the place
		"{left.best +}\n" +
			"           ^": "something is missing at the end",
		"{(left.best}\n" +
			" ^": "a ( is never closed with a )",
		"{budget-left.cost}\n" +
			" ^": "put blanks around -",
		"{left.stop + 1}\n" +
			" ^": "stop is a word",
		"{floor 2}\n" +
			"       ^": "write floor(…)",
		"{left.best > 2}\n" +
			"           ^": "> compares, and belongs into a claim",
		"{left.price}\n" +
			" ^": "price needs a point: write left.price at 0.5",
		"{2 at 3}\n" +
			"   ^": "at follows mean, low",
		"{flor(2)}\n" +
			" ^": `there is no function "flor"; did you mean "floor"?`,
		"{left.price at (left.nxet + 1)}\n" +
			"                ^": `"nxet" is not known here; did you mean "next"?`,
		"{1e999}\n" +
			" ^": "too large a number",
		"{left.best} {right.best\n" +
			"            ^": "a { is never closed",
	} {
		source, caret, _ := strings.Cut(source, "\n")
		_, err := parseText(source, []string{"ei-puc", "b-ms-ei"})
		var e textError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || e.at != len(caret)-1 {
			t.Errorf("%s: %v at %d; want %q at %d", source, err, e.at, want, len(caret)-1)
		}
	}
	for _, source := range []string{"{" + strings.Repeat("(", 5000) + "1}", "{" + strings.Repeat("-", 250) + "1}", "{1" + strings.Repeat(" + 1", 5000) + "}", "{" + strings.Repeat("left.price at ", 90) + "1}"} {
		if _, err := parseText(source, []string{"a"}); err == nil {
			t.Errorf("%.30s… of %d characters is taken", source, len(source))
		}
	}
}

func TestClaimMistakes(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"left.best":                      "a claim is two quantities",
		"> left.best":                    "something is missing before it",
		"left.best >":                    "something is missing at the end",
		"left.best == 2":                 "write =",
		"left.best =< 2":                 "write <=",
		"left.best > left.stop":          "stop is a word",
		"left.stop > limit":              "stop is a word: it is = to another",
		"left.stop = unafordable":        `no run ends with "unafordable"; did you mean "unaffordable"?`,
		"left.stop =":                    "a claim is two quantities",
		"left.best = high":               `"high" is not known`,
		"left.best > (1 + 2":             "never closed",
		"left.best > 1 + 2)":             "it has no ( before it",
		"left.best > 1 and 2 > 1":        `unexpected "and"`,
		"left.best > {right.best}":       `did you mean "right"?`,
		"1 < left.best < left.best at 2": "best is not of a point",
	} {
		if _, err := parseClaim(source, []string{"a", "b"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
}

// The manual lists every function.
func TestManualListsAllFunctions(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/tour.md")
	testkit.OK(t, err)
	for name := range functions {
		if call := "`" + name + "(A"; !strings.Contains(string(data), call) {
			t.Errorf("the manual has no %s)`", call)
		}
	}
}

// ones answers every reference.
type ones struct{}

func (ones) Value(r Ref, at float64) (Value, bool) {
	return Value{Number: 1}, r.At == nil || !math.IsNaN(at)
}

// Whatever is written in braces or claimed, it is read, computed and written
// without a panic, and a mistake lies within the text.
func FuzzExpression(f *testing.F) {
	for _, s := range []string{
		"", "left.best", "left.best - (right.best + 0.1) * 2", "floor(budget / left.price at left.next)", "left.price at (left.next - 1)", "min(1, max(2, left.best), -3)",
		"left.stop = nothing affordable", "0 < left.best < 2 < 3", "1e-5 - 1e+5/3", "--1", "((((", "))))", "a}b", "1 2", ",", "=", ">==", "left.name = EI / E[c]",
		"4-b-ms-ei.end.best", "\u00a0left.best\u2003", "5e-324 / 1e308 / 0", "\x00", "\xff{",
	} {
		f.Add(s)
	}
	policies := []string{"ei-puc", "4-b-ms-ei"}
	f.Fuzz(func(t *testing.T, s string) {
		testkit.RunBounded(t, func(context.Context) {
			inside := func(err error) {
				var e textError
				if err != nil && (!errors.As(err, &e) || e.at < 0 || e.at > len(s)+2) {
					t.Errorf("%q: mistake %v at %d of %d", s, err, e.at, len(s))
				}
			}
			text, err := parseText("{"+s+"}", policies)
			inside(err)
			if err == nil {
				text.Fill(ones{}, func(float64) string { return "n" })
			}
			claim, err := parseClaim(s, policies)
			inside(err)
			if err == nil {
				claim.Check(ones{})
				claim.said(ones{})
			}
		})
	})
}
