package tui

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
)

// Answers never reach the keys, wherever a read cuts them; keys do, all and in
// order.
func TestAnswersAreNotKeys(t *testing.T) {
	const colour, abilities = "\x1b]11;rgb:1616/1616/1e1e\x07", "\x1b[?62;22c"
	for _, c := range []struct{ name, in, keys string }{
		{"nothing", "", ""},
		{"keys", "nnp\x1b[C\x1bOP\x1b", "nnp\x1b[C\x1bOP\x1b"},
		{"an answer", colour + abilities, ""},
		{"between keys", "n" + colour + "p" + abilities + "q", "npq"},
		{"ended by ST", "a\x1b]11;rgb:ff/ff/ff\x1b\\b", "ab"},
		{"alt+] and on", "\x1b]\x1b[Cn", "\x1b]\x1b[Cn"},
		{"alt+] and text", "\x1b] hello", "\x1b] hello"},
		{"a mode report is none", "\x1b[?25$yn", "\x1b[?25$yn"},
	} {
		var told bytes.Buffer
		a := answers{late: func(b []byte) { told.Write(b) }}
		got, err := io.ReadAll(readerFunc(func(p []byte) (int, error) { return 0, io.EOF }))
		if err != nil || len(got) != 0 {
			t.Fatal(err)
		}
		for _, cut := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.HalfReader} {
			a.held = nil
			r := cut(bytes.NewReader([]byte(c.in)))
			got, _ := io.ReadAll(readerFunc(func(p []byte) (int, error) { return a.read(r, p) }))
			if string(got)+string(a.held) != c.keys {
				t.Errorf("%s: %q leaves %q", c.name, c.in, got)
			}
		}
		if len(told.Bytes())/2 != len(c.in)-len(c.keys) {
			t.Errorf("%s: told %q", c.name, told.String())
		}
	}
}

// What begins like an answer and never ends is given up after a while.
func TestEndlessAnswersAreGivenUp(t *testing.T) {
	var a answers
	in := append([]byte("\x1b]"), bytes.Repeat([]byte("1"), 4*maxAnswer)...)
	if got := a.strip(in); !bytes.Equal(got, in) {
		t.Errorf("%d bytes leave %d", len(in), len(got))
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte("n\x1b]11;rgb:1616/1616/1e1e\x07p"), 3)
	f.Add([]byte("\x1b[?62;c\x1b[A"), 1)
	f.Fuzz(func(t *testing.T, in []byte, at int) {
		whole := (&answers{}).strip(bytes.Clone(in))
		if len(whole) > len(in) {
			t.Errorf("%q grows to %q", in, whole)
		}
		at = max(0, min(at, len(in)))
		var a answers
		parts := append(a.strip(bytes.Clone(in[:at])), a.strip(bytes.Clone(in[at:]))...)
		if len(parts)+len(a.held) > len(in) {
			t.Errorf("%q in two reads grows to %q", in, parts)
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// The background a terminal tells late sets the theme, unless one was named.
func TestLateBackgroundSetsTheTheme(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc")
	m.Update(BackgroundMsg{Dark: false})
	if m.theme.Name != "dark" {
		t.Errorf("a named theme became %s", m.theme.Name)
	}
	m.options.Adapt = Look{}.Adapt()
	m.Update(BackgroundMsg{Dark: false})
	if m.theme.Dark {
		t.Errorf("on a light background the theme is %s", m.theme.Name)
	}
	if (Look{Theme: "light"}).Adapt() != nil {
		t.Error("a named theme adapts")
	}
}
