package chart

import (
	"strings"
	"unicode/utf8"
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

// digitAtEnd tells whether the last sign of s is a digit.
func digitAtEnd(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

// beforeNumber is where to cut s instead of at i, if that is inside a number or at its end.
func beforeNumber(s string, i int) int {
	for at := 0; at < i; {
		start := at
		for isSign(s[at:]) > 0 {
			at += isSign(s[at:])
		}
		end := numberEnd(s, at)
		if end == at {
			_, n := utf8.DecodeRuneInString(s[start:])
			at = start + n
			continue
		}
		if i <= end && i > start {
			return start
		}
		at = end
	}
	return i
}

// isSign is the length of a sign that begins s; 0: none does.
func isSign(s string) int {
	for _, sign := range [...]string{"-", "+", "−", "±", "×"} {
		if strings.HasPrefix(s, sign) {
			return len(sign)
		}
	}
	return 0
}

// numberEnd is where the number that begins at i ends; i: none begins there.
func numberEnd(s string, i int) int {
	digit := func(i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	start := i
	for digit(i) || i > start && i < len(s) && (s[i] == '.' || s[i] == ',') && digit(i+1) || i == start && i < len(s) && s[i] == '.' && digit(i+1) {
		i++
	}
	if i == start {
		return i
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		e := i + 1
		e += isSign(s[min(e, len(s)):])
		for digit(e) {
			e, i = e+1, e+1
		}
	}
	for i < len(s) { // 10⁻³
		r, n := utf8.DecodeRuneInString(s[i:])
		if !strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", r) {
			break
		}
		i += n
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
