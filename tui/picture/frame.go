package picture

import (
	"fmt"
	"io"
	"strings"
	"time"

	"farsight/tui/chart"
)

// Frame is one picture of a recording, with its caption.
type Frame struct {
	Canvas chart.Still
	Light  chart.Still // the same in colours for a light background: a page has both
	Title  string
	// Number is what the frame is called among Of; 0: its place among those that
	// are written.
	Number, Of int
	Said       string // of the picture as a whole
	Parts      []Part // none: the picture is one, and nothing is said of it
}

// Part is a piece of a picture that stands by itself where there is no room for the whole.
type Part struct {
	Rect    chart.Rect // of the canvas; the zero Rect is all of it
	Head    string     // who or what is seen
	Caption string     // what happens, in words
	Wide    bool       // left out where the parts stand below each other
}

// numbered is what the frame is called, the i-th of so many that are written.
func (f Frame) numbered(i, of int) (n, among int) {
	if f.Number > 0 {
		return f.Number, f.Of
	}
	return i + 1, of
}

// parts are the frame's, at least one, each with its rectangle.
func (f Frame) parts() []Part {
	if len(f.Parts) == 0 {
		return []Part{{Rect: f.Canvas.Rect()}}
	}
	out := append([]Part(nil), f.Parts...)
	for i := range out {
		if out[i].Rect == (chart.Rect{}) {
			out[i].Rect = f.Canvas.Rect()
		}
	}
	return out
}

// said is the caption, its head first, which it may begin with by itself.
func (p Part) said() (head, rest string) {
	switch rest, ok := strings.CutPrefix(p.Caption, p.Head); {
	case p.Caption == "":
		return "", ""
	case ok:
		return p.Head, rest
	}
	return p.Head + ":", " " + p.Caption
}

// words are what is said of the frame: of all of it, then a paragraph for each part.
func (f Frame) words() []string {
	var out []string
	if f.Said != "" {
		out = append(out, f.Said)
	}
	for _, p := range f.Parts {
		if head, rest := p.said(); rest != "" {
			out = append(out, head+rest)
		}
	}
	return out
}

// A frame stays as long as it takes to look at it and to read what is said of it.
const (
	lookTime = 2 * time.Second
	wordTime = 300 * time.Millisecond // 200 words a minute
	longest  = 25 * time.Second
)

// hold is how long the frame stays where a recording plays by itself.
func (f Frame) hold() time.Duration {
	n := 0
	for _, w := range f.words() {
		n += len(strings.Fields(w))
	}
	return min(lookTime+time.Duration(n)*wordTime, longest)
}

// textWidth is how wide paragraphs are set in text files.
const textWidth = 100

// Texts writes all frames as plain text: a heading, the picture, what is said of it.
func Texts(out io.Writer, frames []Frame) error {
	var b strings.Builder
	for i, f := range frames {
		if i > 0 {
			b.WriteByte('\n')
		}
		n, of := f.numbered(i, len(frames))
		head := fmt.Sprintf("%d/%d  %s", n, of, f.Title)
		fmt.Fprintf(&b, "%s\n%s\n\n", head, strings.Repeat("=", chart.Width(head)))
		b.WriteString(strings.TrimRight(Text(f.Canvas), "\n"))
		b.WriteByte('\n')
		w, _ := f.Canvas.Size()
		for _, p := range f.words() {
			fmt.Fprintf(&b, "\n%s\n", strings.Join(chart.Wrap(p, max(w, textWidth)), "\n"))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
