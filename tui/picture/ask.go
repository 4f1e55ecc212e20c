package picture

import (
	"bytes"
	"strconv"
	"strings"
)

// way is how a terminal is sent pictures.
type way uint8

// The ways.
const (
	noWay way = iota
	byKitty
	bySixel
)

// Query asks for Kitty's protocol and the size of a cell. A request for the terminal's attributes
// must follow: every terminal answers that, and it tells of sixel.
const Query = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t"

// answer is the answer of a terminal.
type answer struct {
	way                   way
	cellWidth, cellHeight int // in pixels; 0: unknown
}

// parseAnswer reads a terminal's answer.
func parseAnswer(answer []byte) (a answer) {
	if h, w, ok := cellSize(answer); ok {
		a.cellWidth, a.cellHeight = w, h
	}
	if bytes.Contains(answer, []byte("\x1b_Gi=31;OK\x1b\\")) {
		a.way = byKitty
	} else if _, rest, ok := bytes.Cut(answer, []byte("\x1b[?")); ok {
		attributes, _, _ := strings.Cut(string(rest), "c")
		for i, n := range strings.Split(attributes, ";") {
			if i > 0 && n == "4" { // the first is the terminal's kind
				a.way = bySixel
			}
		}
	}
	return a
}

// largestCell is more than the cell of any font has pixels, in either direction.
const largestCell = 200

// cellSize reads ESC [ 6 ; height ; width t.
func cellSize(answer []byte) (h, w int, ok bool) {
	_, rest, _ := bytes.Cut(answer, []byte("\x1b[6;"))
	text, _, found := strings.Cut(string(rest), "t")
	high, wide, two := strings.Cut(text, ";")
	h, err := strconv.Atoi(high)
	w, err2 := strconv.Atoi(wide)
	return h, w, found && two && err == nil && err2 == nil && h > 0 && w > 0 && h <= largestCell && w <= largestCell
}

// Possible reports whether a terminal may be asked at all, by its environment: multiplexers pass
// pictures on badly or not.
func Possible(env func(string) string) bool {
	term := env("TERM")
	return term != "" && term != "dumb" && env("TMUX") == "" && env("STY") == "" && env("ZELLIJ") == "" &&
		!strings.HasPrefix(term, "screen") && !strings.HasPrefix(term, "tmux")
}
