package player

import (
	"context"
	"strings"
	"testing"

	"farsight/internal/mistake"
	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/tour"
)

// doubtful is a tour with a true scene between two that are not.
const doubtful = `problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "a"
step = "end"
show = "left"
caption = "It claims too much."
claims = ["left.end.best > 1"]
[[scene]]
title = "b"
step = 1
caption = "At {left.next} or {right.next}."
claims = ["0 <= left.next <= 1"]
[[scene]]
title = "c"
caption = "Past the end: {right.step99.best}, {left.price at 1.5}."
`

func doubtfulTour(t *testing.T) *tour.Tour {
	t.Helper()
	tr, err := tour.Parse("t.toml", []byte(doubtful), ".")
	testkit.OK(t, err)
	return tr
}

// What is computed is the same for who checks, who prints and who looks.
func TestDoubts(t *testing.T) {
	o := tourOptions(chart.Braille, chart.NoColor)
	scenes := 0
	found, err := Check(context.Background(), doubtfulTour(t), o, func(string, int) { scenes++ })
	if err != nil || scenes != 3 || len(found) != 3 {
		t.Fatalf("%d scenes, error %v, found\n%v", scenes, err, found)
	}
	for i, want := range []string{"t.toml:8:12: scene[1].claims: left.end.best > 1 is false", "t.toml:16:27: scene[3].caption: step99 is past the end: the last step of right is ", "t.toml:16:48: scene[3].caption: 1.5 lies outside"} {
		if got := found[i].String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s; want %s", got, want)
		}
	}
	var printed mistake.List
	if _, err := Frames(context.Background(), doubtfulTour(t), o, Shots{W: 80, H: 24, To: -1, Doubts: func(m mistake.List) { printed = m }}); err != nil || printed.Error() != found.Error() {
		t.Errorf("frames find\n%v\nand not\n%v\n%v", printed, found, err)
	}
	g := stillGuide(t, doubtfulTour(t), 80, 24)
	visit(t, g, func(p place) {
		frame := strings.Join(strings.Fields(g.Frame().Plain()), " ")
		if doubted := strings.Contains(frame, "Not so:"); doubted != (p.scene != 1) {
			t.Errorf("scene %d: doubted %v:\n%s", p.scene+1, doubted, frame)
		}
		if p.scene == 2 && !strings.Contains(frame, "Past the end: …, ….") { // and no number that is another's
			t.Errorf("the frame says\n%s", frame)
		}
	})
	if all := g.allDoubts(); all.Error() != found.Error() {
		t.Errorf("who looks is told\n%v", all)
	}
}
