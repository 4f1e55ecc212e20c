package tour

import (
	"fmt"
	"math"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
)

// maxNesting of tables and lists is far beyond what a tour needs.
const maxNesting = 20

// table is a section of a tour, whose fields are read within bounds.
type table struct{ *tomlfile.Section }

// text reads harmless text; line breaks within a paragraph are blanks.
func (t table) text(name string) string {
	paragraphs := strings.Split(t.Block(name), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n")
}

// number reads a number from lo to hi.
func (t table) number(name string, lo, hi float64) (float64, bool) {
	v, ok := t.Number(name)
	if ok && !(v >= lo && v <= hi) {
		t.Wrong(name, "needs a number from %v to %v, not %v", lo, hi, v)
		return 0, false
	}
	return v, ok
}

// whole reads a whole number from lo to hi.
func (t table) whole(name string, lo, hi int) (int, bool) {
	v, ok := t.number(name, float64(lo), float64(hi))
	if ok && v != math.Trunc(v) {
		t.Wrong(name, "needs a whole number, not %v", v)
		return 0, false
	}
	return int(v), ok
}

// wholeOrEnd reads a whole number, or the word "end" as End.
func (t table) wholeOrEnd(name string, hi, absent int) int {
	e := t.Field(name)
	if e == nil {
		return absent
	}
	if e.IsText() {
		if e.Text != "end" {
			t.Wrong(name, "needs a whole number or \"end\", not %q", sanitize.Short(e.Text, 40))
		}
		return End
	}
	n, _ := t.whole(name, 0, hi)
	return n
}

// choice reads one of a few words.
func (t table) choice(name, absent string, options ...string) string {
	if word := t.Choice(name, options...); word != "" {
		return word
	}
	return absent
}

// entries are a text, or a list of texts.
func (t table) entries(name string) []*tomlfile.Entry {
	e := t.Field(name)
	if e == nil {
		return nil
	}
	if e.IsText() {
		return []*tomlfile.Entry{e}
	}
	items, _ := t.Texts(name)
	return items
}

// texts reads a text or a list of texts.
func (t table) texts(name string) []string {
	var out []string
	for _, e := range t.entries(name) {
		out = append(out, sanitize.Text(e.Text))
	}
	return out
}

// suggest names the nearest option, or all of them, however many.
func suggest(typed string, options []string) string {
	if near, ok := mistake.Nearest(typed, options); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	if len(options) == 0 {
		return ""
	}
	return "; there is " + strings.Join(options, ", ")
}
