package serve

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/player"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

// present opens a room with a presenter who types into the writer returned; end
// waits until both have gone.
func present(t *testing.T, s Settings) (r *Room, keys *io.PipeWriter, end func()) {
	t.Helper()
	return lead(t, s, (*Room).Present, "myopia", "ei-puc", "b-ms-ei")
}

// lead opens a room in which one terminal shows something to all, as run says.
func lead(t *testing.T, s Settings, run func(*Room, context.Context, tui.Options, io.Reader, io.Writer) error, problem string, names ...string) (r *Room, keys *io.PipeWriter, end func()) {
	t.Helper()
	before := goroutines(t)
	s.Listen, s.HostKey = "127.0.0.1:0", newSigner(t)
	if s.timing == (timing{}) {
		s.timing = patient
	}
	r, err := Listen(s)
	testkit.OK(t, err)
	p, err := builtin.Load(problem, 0)
	testkit.OK(t, err)
	th, _ := theme.Named("dark")
	in, keys := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(r, context.Background(), tui.Options{
			Problem: p, Name: problem, Policies: policies(t, names...), Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor},
		}, in, io.Discard)
		in.Close()
	}()
	return r, keys, func() {
		if err := <-done; err != nil {
			t.Errorf("the room ended with %v", err)
		}
		nobodyLeft(t, before)
	}
}

func TestAllSeeThePresentersScreen(t *testing.T) {
	r, presenter, end := present(t, Settings{})
	wide, narrow := come(t, r, 130, 42), come(t, r, 80, 24, "LC_FARSIGHT=light,ascii", "NO_COLOR=1")
	tell := func(keys string) {
		t.Helper()
		for _, c := range []*client{wide, narrow} {
			c.forget()
		}
		if _, err := io.WriteString(presenter, keys); err != nil {
			t.Fatal(err)
		}
	}
	ready(t, wide)
	testkit.OK(t, narrow.see("following the presenter"))
	if s := narrow.seen(); strings.ContainsAny(s, "│⣀") || strings.Contains(s, "\x1b[38;") {
		t.Errorf("a viewer's own look is not used: %q", last(s, 300))
	}
	both := func(words string) {
		t.Helper()
		for _, c := range []*client{wide, narrow} {
			testkit.OK(t, c.see(words))
		}
	}
	tell("n")
	both("step 1")
	// A viewer's keys change nothing of what is shown, but for their look.
	testkit.OK(t, narrow.press("nnn\t?b"))
	testkit.OK(t, wide.answer("\x14", atStep(1))) // ctrl+t: all is drawn again
	testkit.OK(t, narrow.answer("\x07", "│"))     // ctrl+g
	tell("p")
	both("step 0")
	// Other screens are followed too, and whoever comes late sees the present.
	tell("t")
	both("imagine?")
	late := come(t, r, 100, 30)
	testkit.OK(t, late.see("imagine?"))
	testkit.OK(t, late.resize(120, 40))
	testkit.OK(t, late.see("\x1b[40H")) // drawn to the new last row
	late.leave(t)
	tell("\x1b")
	both("step 0")
	tell("q")
	both("The host has closed the room.")
	for _, c := range []*client{wide, narrow} {
		if err := c.session.Wait(); err != nil {
			t.Errorf("ended with %v", err)
		}
		c.Close()
	}
	end()
}

// Viewers who do not read hold up neither the presenter nor the others.
func viewersWhoDoNotReadHoldUpNobody(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	set := patient
	set.stall = 8 * time.Second // what is waited for
	r, presenter, end := present(t, Settings{timing: set})
	good := come(t, r, 120, 40)
	ready(t, good)
	conn, err := dial(t, r)
	testkit.OK(t, err)
	ch, requests := silent(t, conn, mostColumns, mostRows)
	go gossh.DiscardRequests(requests)
	gone := make(chan error, 1)
	go func() { gone <- conn.Wait() }()
	for n := 1; ; n = 1 - n {
		key := "p"
		if n == 1 {
			key = "n"
		}
		good.forget()
		if _, err := io.WriteString(presenter, key); err != nil {
			t.Fatal(err)
		}
		testkit.OK(t, good.see(atStep(n)))
		_, _ = io.WriteString(ch, "\x14") // more to send
		select {
		case <-gone:
		case <-time.After(5 * time.Millisecond):
			continue
		}
		break
	}
	conn.Close()
	if _, err := io.WriteString(presenter, "q"); err != nil {
		t.Fatal(err)
	}
	testkit.OK(t, good.see("The host has closed the room."))
	good.Close()
	end()
}

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
