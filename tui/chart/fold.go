package chart

import (
	"math"
	"strings"
)

// fold holds the spelling in ASCII of the signs our texts use. Spellings of one letter serve single
// cells too.
var fold = map[rune]string{
	'…': "~", '–': "-", '—': "-", '−': "-", '‐': "-", '·': ".", '•': ",", '×': "x", '÷': "/",
	'≤': "<=", '≥': ">=", '≈': "~", '≠': "!=", '≡': "==", '±': "+-", '∞': "inf", '√': "sqrt", '∑': "sum", '∈': "in",
	'←': "<-", '→': "->", '↑': "^", '↓': "v", '↔': "<->", '⇥': "tab", '⏎': "enter", '␣': "space",
	'‘': "'", '’': "'", '“': "\"", '”': "\"", '«': "<<", '»': "}", '‹': "<", '›': ">",
	'°': "deg", '²': "^2", '³': "^3", '¹': "1", '⁻': "-", '½': "1/2", '¼': "1/4",
	'₀': "0", '₁': "1", '₂': "2", '₃': "3", '₄': "4", '₅': "5", '₆': "6", '₇': "7", '₈': "8", '₉': "9",
	'ₙ': "n", 'ᵢ': "i", 'ᵀ': "T", 'ℓ': "l",
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "eps", 'ζ': "zeta", 'κ': "kappa", 'λ': "lambda",
	'μ': "mu", 'µ': "u", 'ν': "nu", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'τ': "tau", 'φ': "phi",
	'Φ': "Phi", 'Σ': "sum", 'Δ': "Delta",
	'ä': "ae", 'ö': "oe", 'ü': "ue", 'Ä': "Ae", 'Ö': "Oe", 'Ü': "Ue", 'ß': "ss", 'é': "e", 'è': "e", 'ê': "e",
	'á': "a", 'à': "a", 'â': "a", 'å': "a", 'ç': "c", 'í': "i", 'ï': "i", 'ñ': "n", 'ó': "o", 'ô': "o", 'ø': "o", 'ú': "u",
	'▲': "A", '△': "a", '◆': "N", '◇': "?", '●': "@", '○': "o", '★': "B", '☆': "O", '◎': "I", '✚': "&", '◈': "R", '╋': "+",
	'■': "#", '▼': "V", '□': "%", '▽': "Y", '◣': "L", '◥': "T",
	'↗': "/", '↘': "\\", '║': "H", '∅': "0", '¤': "$",
	'▶': ">", '▸': ">", '◀': "<", '⏸': "||", '✓': "ok", '✗': "x", '✕': "x", '⋯': "..", '⋮': ":",
	'─': "-", '━': "=", '╸': "=", '│': "|", '┃': "#", '┄': "-", '╌': "-", '┅': "-", '┆': ":", '╎': ":", '┊': "!", '╱': "/", '╲': "\\",
	'▁': ".", '▂': ".", '▃': ".", '█': "#", '▀': "#", '▄': "#", '▌': "#", '▐': "|", '▏': "|", '▕': "|", '░': ":", '▒': "%", '▓': "#", '▔': "-",
	'\u00a0': " ", '\u2009': " ", '\u202f': " ", '\u00ad': "",
}

// fold replaces a rune that the glyph set lacks: the one place where drawing depends on it. All lines
// are drawn as dots of braille.
func (g Glyphs) fold(r rune) rune {
	switch {
	case g == Braille:
	case r > 0x2800 && r < 0x2900:
		return thinLines[g-1][r&0xff]
	case g == ASCII && (r > '~' || r < ' '):
		return foldRune(r)
	}
	return r
}

// thinLines are the characters in place of eight dots, with blocks and in ASCII: the height of the left
// column against that of the right one tells the slope, the mean height the level. Dots that stand
// alone are of dotted lines; among blocks lines without gaps matter more, and those have their colours.
var thinLines = func() (t [2][256]rune) {
	runes := [2][]rune{[]rune("│╱╲▔──▁▔──▁┊"), []rune("|/\\'--_''..:")}
	for b := 1; b < 256; b++ {
		var sum, n [2]float64
		apart := true // no dot stands right above another
		for row := range dotsY {
			for col := range dotsX {
				if rune(b)&brailleRow[row][col] != 0 {
					sum[col] += float64(row)
					n[col]++
					apart = apart && (row == 0 || rune(b)&brailleRow[row-1][col] == 0)
				}
			}
		}
		l, r := sum[0]/n[0], sum[1]/n[1]
		level := int(math.Round((sum[0] + sum[1]) / (n[0] + n[1])))
		at := 3 + level
		switch single := min(n[0], n[1]) == 0; {
		case n[0]+n[1] == 1:
			at = 7 + level
		case single && apart:
			at = 11
		case single || max(n[0], n[1]) == 4:
			at = 0
		case l-r > 1:
			at = 1
		case r-l > 1:
			at = 2
		}
		t[0][b], t[1][b] = runes[0][at], runes[1][at]
	}
	t[0][shadeDots], t[1][shadeDots] = '░', ':'
	return t
}()

// shadeDots are the dots of a band that is a pattern, which no line has.
const shadeDots = 0x21

// foldRune gives the one ASCII character that stands for r.
func foldRune(r rune) rune {
	if s, ok := fold[r]; ok && len(s) == 1 {
		return rune(s[0])
	}
	switch {
	case r >= 0x2500 && r < 0x2580: // the other boxes are corners and crossings
		return '+'
	case r >= 0x2580 && r < 0x25a0:
		return '#'
	case r > 0x2800 && r < 0x2900:
		return '*'
	case r < ' ', r == 0x2800:
		return ' '
	}
	return '?'
}

// foldASCII spells s in printable ASCII; an unknown cluster becomes one question mark a cell.
func foldASCII(s string) string {
	i := 0
	for i < len(s) && s[i] >= ' ' && s[i] <= '~' {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:i])
	for s = s[i:]; s != ""; {
		var cluster string
		var w int
		cluster, w, s = next(s)
		if cluster == "" {
			continue
		}
		var first rune
		for _, first = range cluster {
			break
		}
		if first >= ' ' && first <= '~' {
			b.WriteByte(byte(first))
		} else if t, ok := fold[first]; ok {
			b.WriteString(t)
		} else if w == 1 {
			b.WriteRune(ASCII.fold(first))
		} else {
			b.WriteString("??"[:w])
		}
	}
	return b.String()
}
