package picture

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// castHeader is the first line of an asciicast v2 file. It holds no date and no machine, so that the
// same frames give the same bytes.
type castHeader struct {
	Version int               `json:"version"`
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Title   string            `json:"title,omitempty"`
	Env     map[string]string `json:"env"`
	Theme   castTheme         `json:"theme"`
}

// castTheme is the colours of the terminal that players imitate.
type castTheme struct {
	Fg      string `json:"fg"`
	Bg      string `json:"bg"`
	Palette string `json:"palette"`
}

// castPalette is the usual sixteen; frames use none of them.
const castPalette = "#000000:#cd0000:#00cd00:#cdcd00:#0000ee:#cd00cd:#00cdcd:#e5e5e5:#7f7f7f:#ff0000:#00ff00:#ffff00:#5c5cff:#ff00ff:#00ffff:#ffffff"

// Cast writes the frames as an asciicast v2 recording, each with a marker to jump to. The terminal
// is as large as the largest frame and has the colours of the options.
func Cast(out io.Writer, frames []Frame, o Options) error {
	o = o.filled()
	h := castHeader{
		Version: 2, Title: o.Title, Env: map[string]string{"TERM": "xterm-256color"},
		Theme: castTheme{hex(o.Foreground), hex(o.Background), castPalette},
	}
	for _, f := range frames {
		fw, fh := f.Canvas.Size()
		h.Width, h.Height = max(h.Width, fw), max(h.Height, fh)
	}
	b := bufio.NewWriter(out)
	lines := json.NewEncoder(b)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(h); err != nil {
		return err
	}
	var at time.Duration
	event := func(kind, text string) error {
		return lines.Encode([]any{json.Number(fmt.Sprintf("%.3f", at.Seconds())), kind, text})
	}
	start := "\x1b[?25l" // no cursor over the charts
	for _, f := range frames {
		if err := event("m", f.Title); err != nil {
			return err
		}
		// A whole frame is drawn over the last one: clearing the screen would flicker.
		if fw, fh := f.Canvas.Size(); fw < h.Width || fh < h.Height {
			start += "\x1b[2J"
		}
		if err := event("o", start+"\x1b[H"+strings.ReplaceAll(f.Canvas.ANSI(), "\n", "\r\n")); err != nil {
			return err
		}
		start = ""
		at += f.hold()
	}
	// The end is an event too: without it players would not hold the last frame.
	if err := event("o", "\x1b[?25h"); err != nil {
		return err
	}
	return b.Flush()
}
