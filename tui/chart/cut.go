package chart

import (
	"regexp"
	"strings"
)

// fitted is what is written of s into n cells, and whether the rest is left out for an ellipsis. It
// never ends inside a number or right after one, which would read as another number.
func fitted(s string, n int) (head string, short bool) {
	if len(s) <= n {
		return s, false // no cluster is wider than it is long
	}
	if _, rest := cut(s, n); !visible(rest) {
		return s, false
	}
	head, _ = cut(s, n-1)
	head = s[:beforeNumber(s, len(head))]
	bare := strings.TrimRight(head, " ")
	if digitAtEnd(bare) {
		bare += " "
	}
	return bare, true
}

// digitAtEnd reports whether the last sign of s is a digit.
func digitAtEnd(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

// number is one as texts have it, with its sign and its power: −1.5e-3, 10⁻³, ±2.
var number = regexp.MustCompile(`[-+−±×]*\.?\d+(?:[.,]\d+)*(?:[eE][-+−±×]?\d+)?[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*`)

// beforeNumber is where to cut s instead of at i, if that is inside a number or at its end.
func beforeNumber(s string, i int) int {
	for _, at := range number.FindAllStringIndex(s, -1) {
		if i > at[0] && i <= at[1] {
			return at[0]
		}
	}
	return i
}

// TextFit writes the first of some forms of a text that fits into n cells from x on, and if none
// does, what fits of the last. It returns the column after it.
func (c Canvas) TextFit(x, y, n int, k Ink, forms ...string) int {
	for i, s := range forms {
		if i == len(forms)-1 || c.Width(s) <= min(n, c.w-x) {
			return c.TextIn(x, y, n, s, k)
		}
	}
	return x
}
