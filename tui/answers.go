package tui

import (
	"bytes"
	"io"
)

// A terminal that is slow to answer what Look.For asked must not have its
// answer taken for keys: "\x1b]11;rgb:1616/1616/1e1e" holds a b for browse.

// maxAnswer is the length from which what begins like an answer is none.
const maxAnswer = 64

// answers takes answers to our questions out of a terminal's input. It is one
// reader's.
type answers struct {
	held []byte       // what may be the beginning of an answer
	late func([]byte) // told every whole answer; may be nil
}

// strip returns b, which follows what came before, without answers.
func (a *answers) strip(b []byte) []byte {
	b = append(a.held, b...)
	a.held = nil
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\x1b')
		if i < 0 {
			return append(out, b...)
		}
		out, b = append(out, b[:i]...), b[i:]
		n, more := answerLength(b)
		switch {
		case more:
			a.held = append(a.held, b...)
			return out
		case n > 0 && a.late != nil:
			a.late(b[:n])
		case n == 0:
			n = 1
			out = append(out, b[0])
		}
		b = b[n:]
	}
	return out
}

// answerLength is the length of the answer b begins with, 0 if there is none;
// more says that b may be the beginning of one.
func answerLength(b []byte) (n int, more bool) {
	switch {
	case bytes.HasPrefix(b, []byte("\x1b]")): // a colour: ESC ] 11 ; … BEL, or ESC \
		for i := 2; i < min(len(b), maxAnswer); i++ {
			switch {
			case b[i] == '\a':
				return i + 1, false
			case b[i] == '\\' && b[i-1] == '\x1b':
				return i + 1, false
			case b[i] != '\x1b' && !isAnswer(b[i]):
				return 0, false
			}
		}
	case bytes.HasPrefix(b, []byte("\x1b[?")): // the terminal's abilities: ESC [ ? … c
		for i := 3; i < min(len(b), maxAnswer); i++ {
			switch {
			case b[i] == 'c':
				return i + 1, false
			case b[i] != ';' && (b[i] < '0' || b[i] > '9'):
				return 0, false
			}
		}
	case bytes.HasPrefix(b, []byte("\x1b_G")): // whether it shows pictures: ESC _ G … ESC \
		for i := 3; i < min(len(b), maxAnswer); i++ {
			switch {
			case b[i] == '\\' && b[i-1] == '\x1b':
				return i + 1, false
			case b[i] < ' ' && b[i] != '\x1b':
				return 0, false
			}
		}
	case bytes.HasPrefix(b, []byte("\x1b[6;")): // the size of a cell: ESC [ 6 ; … t
		for i := 4; i < min(len(b), maxAnswer); i++ {
			switch {
			case b[i] == 't':
				return i + 1, false
			case b[i] != ';' && (b[i] < '0' || b[i] > '9'):
				return 0, false
			}
		}
	default:
		return 0, false
	}
	return 0, len(b) < maxAnswer
}

// isAnswer tells whether a byte may stand in a colour: 11;rgb:1616/1616/1e1e.
func isAnswer(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == ';' || c == ':' || c == '/' || c == '#'
}

// read fills p from r with what is not an answer.
func (a *answers) read(r io.Reader, p []byte) (int, error) {
	space := len(p) - len(a.held)
	if space <= 0 { // held is short, and nobody reads into so little
		n := copy(p, a.held)
		a.held = a.held[n:]
		return n, nil
	}
	n, err := r.Read(p[:space])
	return copy(p, a.strip(p[:n])), err
}
