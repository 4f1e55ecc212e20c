package serve

import (
	"context"
	"io"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/player"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

const guidedTour = `title = "A small one"
problem = "overspend"
policies = ["ei", "ei-puc"]
[[scene]]
title = "The start"
caption = "There are {budget} coins."
notes = "Greet the last row."
[[scene]]
title = "The end"
step = "end"
question = "Who ends better?"
caption = "EI-PUC, at {right.end.best}."
[[scene]]
title = "Home"
screen = "text"
caption = "That is all."
`

// All guests are led through a tour, each at their own size and in their own
// look: questions before answers, free exploration too, and never the notes.
func TestAllAreLedThroughATour(t *testing.T) {
	before := goroutines(t)
	r, err := Listen(Settings{Listen: "127.0.0.1:0", HostKey: newSigner(t), timing: patient, MostOf: DefaultMost})
	testkit.OK(t, err)
	tr, err := tour.Parse("small.toml", []byte(guidedTour), ".")
	testkit.OK(t, err)
	th, _ := theme.Named("dark")
	in, presenter := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- r.PresentTour(context.Background(), player.Options{Tour: tr, Explorer: tui.Options{Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}}}, in, io.Discard)
		in.Close()
	}()
	wide, narrow := come(t, r, 130, 42), come(t, r, 80, 24, "LC_FARSIGHT=light,ascii", "NO_COLOR=1")
	guests := []*client{wide, narrow}
	tell := func(keys, words string) {
		t.Helper()
		for _, c := range guests {
			c.forget()
		}
		if _, err := io.WriteString(presenter, keys); err != nil {
			t.Fatal(err)
		}
		for _, c := range guests {
			if err := c.see(words); err != nil {
				t.Fatalf("after %q: %v", keys, err)
			}
		}
	}
	for _, c := range guests {
		for _, words := range []string{"The start", "9.7 coins", "following the presenter"} {
			testkit.OK(t, c.see(words))
		}
	}
	if s := narrow.seen(); strings.ContainsAny(s, "│⣀") || strings.Contains(s, "\x1b[38;") {
		t.Error("a guest's own look is not used")
	}
	tell(" ", "Who ends better?")
	for _, c := range guests {
		if strings.Contains(c.seen(), "EI-PUC, at") {
			t.Error("a guest sees the answer before it is given")
		}
	}
	tell(" ", "EI-PUC, at 1.3")
	late := come(t, r, 100, 30) // who comes late sees the present
	testkit.OK(t, late.see("EI-PUC, at 1.3"))
	guests = append(guests, late)
	tell("\x1b[D", "9.7 coins") // back
	if _, err := io.WriteString(presenter, "N"); err != nil {
		t.Fatal(err)
	}
	tell(" ", "Who ends") // what N showed would have been drawn before
	for _, c := range guests {
		if strings.Contains(c.seen(), "Greet") {
			t.Error("a guest sees the notes")
		}
	}
	tell(" ", "EI-PUC, at")
	tell(" ", "That is all.")
	if _, err := io.WriteString(presenter, "q"); err != nil {
		t.Fatal(err)
	}
	for _, c := range guests {
		if err := c.see("the room"); err != nil {
			t.Error(err)
		}
	}
	if err := <-done; err != nil {
		t.Errorf("the tour ended with %v", err)
	}
	nobodyLeft(t, before)
}
