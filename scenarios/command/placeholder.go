package command

import (
	"strings"

	"farsight/scenarios/formula"
)

// Substitute replaces every {name} whose name is known; {{name}} is the literal text {name}. Braces
// around anything but a name are left alone.
func Substitute(s string, value func(name string) (string, bool)) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:open])
		s = s[open:]
		if literal, rest, ok := doubled(s); ok {
			b.WriteString(literal)
			s = rest
			continue
		}
		name, rest, ok := placeholder(s)
		if v, known := value(name); ok && known {
			b.WriteString(v)
			s = rest
			continue
		}
		b.WriteByte('{')
		s = s[1:]
	}
}

// placeholder reads {name} at the start of s.
func placeholder(s string) (name, rest string, ok bool) {
	if end := strings.IndexByte(s, '}'); end > 1 && formula.IsName(s[1:end]) {
		return s[1:end], s[end+1:], true
	}
	return "", s, false
}

// doubled reads {{name}} at the start of s.
func doubled(s string) (literal, rest string, ok bool) {
	if !strings.HasPrefix(s, "{{") {
		return "", s, false
	}
	name, rest, ok := placeholder(s[1:])
	if !ok || !strings.HasPrefix(rest, "}") {
		return "", s, false
	}
	return "{" + name + "}", rest[1:], true
}
