package chart

import "strings"

// fold holds the spelling in ASCII of the signs our texts use. Spellings of one letter serve single
// cells too.
var fold = map[rune]string{
	'…': "~", '–': "-", '—': "-", '−': "-", '‐': "-", '·': ".", '•': "o", '×': "x", '÷': "/",
	'≤': "<=", '≥': ">=", '≈': "~", '≠': "!=", '≡': "==", '±': "+-", '∞': "inf", '√': "sqrt", '∑': "sum", '∈': "in",
	'←': "<-", '→': "->", '↑': "^", '↓': "v", '↔': "<->", '⇥': "tab", '⏎': "enter", '␣': "space",
	'‘': "'", '’': "'", '“': "\"", '”': "\"", '«': "<<", '»': ">>", '‹': "<", '›': ">",
	'°': "deg", '²': "^2", '³': "^3", '¹': "1", '⁻': "-", '½': "1/2", '¼': "1/4",
	'₀': "0", '₁': "1", '₂': "2", '₃': "3", '₄': "4", '₅': "5", '₆': "6", '₇': "7", '₈': "8", '₉': "9",
	'ₙ': "n", 'ᵢ': "i", 'ᵀ': "T", 'ℓ': "l",
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "eps", 'ζ': "zeta", 'κ': "kappa", 'λ': "lambda",
	'μ': "mu", 'µ': "u", 'ν': "nu", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'τ': "tau", 'φ': "phi",
	'Φ': "Phi", 'Σ': "sum", 'Δ': "Delta",
	'ä': "ae", 'ö': "oe", 'ü': "ue", 'Ä': "Ae", 'Ö': "Oe", 'Ü': "Ue", 'ß': "ss", 'é': "e", 'è': "e", 'ê': "e",
	'á': "a", 'à': "a", 'â': "a", 'å': "a", 'ç': "c", 'í': "i", 'ï': "i", 'ñ': "n", 'ó': "o", 'ô': "o", 'ø': "o", 'ú': "u",
	'▲': "A", '△': "^", '▼': "V", '▽': "v", '◆': "*", '◇': "$", '●': "@", '○': "o", '■': "#", '□': "%",
	'▶': ">", '▸': ">", '◀': "<", '⏸': "||", '★': "*", '☆': "*", '✓': "ok", '✗': "x", '✕': "x", '⋯': "..", '⋮': ":",
	'─': "-", '━': "=", '╸': "=", '│': "|", '┃': "#", '┄': "-", '╌': "-", '┅': "-", '┆': ":", '╎': ":", '┊': "!", '╱': "/", '╲': "\\",
	'█': "#", '▀': "#", '▄': "#", '▌': "#", '▐': "|", '▏': "|", '▕': "|", '░': ":", '▒': "%", '▓': "#", '▔': "-",
	'\u00a0': " ", '\u2009': " ", '\u202f': " ", '\u00ad': "",
}

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

// foldASCII spells s in printable ASCII; a cluster nobody thought of becomes one question mark a cell.
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
			b.WriteRune(foldRune(first))
		} else {
			b.WriteString("??"[:w])
		}
	}
	return b.String()
}
