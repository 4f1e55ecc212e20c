// Package sanitize makes text from files, commands and the network harmless
// before it reaches a terminal.
//
// A title in a problem file may hold escape sequences that move the cursor,
// rename the window or ask the terminal to answer, and direction marks that
// make a line read other than it is. Text removes whole sequences, not only
// their first byte, so that no debris such as "[31m" stays behind.
package sanitize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s as one harmless line: escape sequences, control characters,
// direction marks and invisible characters removed, line breaks and tabs
// turned into spaces, invalid UTF-8 replaced by U+FFFD.
func Text(s string) string { return clean(s, false) }

// Block is Text for several lines: line feeds stay.
func Block(s string) string { return clean(s, true) }

// Short is Text cut to at most n characters, the last of them "…" when
// something was cut. It keeps a quoted cell or file name from filling a screen.
func Short(s string, n int) string {
	s = Text(s)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count++; count == n {
			return s[:i] + "…"
		}
	}
	return s
}

func clean(s string, lines bool) string {
	if harmless(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == 0x1b:
			i += escape(s[i+1:]) + 1
			continue
		case isString(r): // the eight-bit forms of ESC P, ESC X, ESC ], ESC ^ and ESC _
			i += w + untilTerminator(s[i+w:])
			continue
		case r == 0x9b: // the eight-bit form of ESC [
			i += w + control(s[i+w:])
			continue
		case r == '\n' && lines:
			b.WriteByte('\n')
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
			// the line feed that follows is the line break
		case r == '\n' || r == '\r' || r == '\t' || r == 0x85 || r == 0x2028 || r == 0x2029:
			b.WriteByte(' ')
		case hidden(r):
		default:
			b.WriteRune(r) // RuneError for invalid bytes
		}
		i += w
	}
	return b.String()
}

// harmless is the usual case, found without copying.
func harmless(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return !strings.ContainsFunc(s, func(r rune) bool {
				return r == utf8.RuneError || r < 0x20 || r == 0x2028 || r == 0x2029 || hidden(r)
			})
		}
	}
	return true
}

// hidden reports characters that print nothing but change what is read: controls, direction marks
// and other format characters, lone surrogates. The joiners stay: several scripts and emoji need
// them.
func hidden(r rune) bool {
	const zwnj, zwj = 0x200c, 0x200d
	return r != zwnj && r != zwj && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}

func isString(r rune) bool {
	return r == 0x90 || r == 0x98 || r == 0x9d || r == 0x9e || r == 0x9f
}

// escape returns the length of the sequence that follows an ESC (ECMA-48 §5).
func escape(s string) int {
	if s == "" {
		return 0
	}
	switch c := s[0]; {
	case c == '[':
		return 1 + control(s[1:])
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		return 1 + untilTerminator(s[1:])
	case c >= 0x20 && c <= 0x2f: // intermediates, then one final byte
		i := 0
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
			i++
		}
		if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7e {
			i++
		}
		return i
	case c >= 0x30 && c <= 0x7e:
		return 1
	}
	return 0
}

// control returns the length of a control sequence after its introducer.
func control(s string) int {
	i := 0
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
		i++
	}
	return i
}

// untilTerminator returns the length of a control string with its end: BEL,
// ESC \ or the eight-bit ST. One that never ends is cut at the line's end, so
// that an unclosed title does not swallow a whole file.
func untilTerminator(s string) int {
	for i, r := range s {
		switch {
		case r == 0x07:
			return i + 1
		case r == 0x9c:
			return i + len("\u009c")
		case r == 0x1b && strings.HasPrefix(s[i:], "\x1b\\"):
			return i + 2
		case r == 0x1b || r == '\n':
			return i
		}
	}
	return len(s)
}
