package serve

import (
	"io"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// play opens a room that plays, led by whoever types into the writer returned.
func play(t *testing.T, problem string, s Settings) (r *Room, keys *io.PipeWriter, end func()) {
	t.Helper()
	return lead(t, s, (*Room).Predict, problem, "ei-puc", "ei")
}

// do presses keys and waits for what they should show.
func do(t *testing.T, c *client, keys, words string) {
	t.Helper()
	testkit.OK(t, c.answer(keys, words))
}

// Three guests vote, the presenter closes the vote, the room's choice is played and
// everybody sees it with their own score; whoever comes late fits in, and whoever
// leaves takes their vote along.
func TestThreeGuestsPlay(t *testing.T) {
	r, presenter, end := play(t, "myopia", Settings{MostOf: 8})
	guests := []*client{come(t, r, 130, 42, "NO_COLOR=1"), come(t, r, 100, 30, "NO_COLOR=1"), come(t, r, 80, 24, "NO_COLOR=1", "LC_FARSIGHT=light,ascii")}
	all := func(words string) {
		t.Helper()
		for i, c := range guests {
			if err := c.see(words); err != nil {
				t.Fatalf("guest %d: %v", i+1, err)
			}
		}
	}
	forget := func() {
		for _, c := range guests {
			c.forget()
		}
	}
	lead := func(keys string) {
		t.Helper()
		if _, err := io.WriteString(presenter, keys); err != nil {
			t.Fatal(err)
		}
	}
	all("0 of 3 have voted")
	// Two want the right, one the left; one changes their mind and back.
	do(t, guests[0], "0.76\r", "0.760")
	do(t, guests[0], "\r", "You voted for x = 0.760")
	do(t, guests[1], "0.9\r\r", "You voted for x = 0.900")
	do(t, guests[1], "u", "1 of 3 have voted") // hers is taken back, then cast elsewhere
	do(t, guests[1], "0.74\r\r", "You voted for x = 0.740")
	do(t, guests[2], "0.2\r", "0.200")
	forget()
	do(t, guests[2], "\r", "3 of 3 have voted")
	forget()
	lead("\r")
	all("place")
	for i, c := range guests {
		if err := c.see("3 votes"); err != nil {
			t.Fatalf("guest %d: %v", i+1, err)
		}
	}
	// Of the two near each other the first by its value is played; who wanted the
	// best place leads.
	testkit.OK(t, guests[0].see("The room paid 8.98 at x = 0.740"))
	// The next look: keys of a closed vote do nothing until it is open.
	do(t, guests[0], "0.5\r\r?", "keys of the game")
	testkit.OK(t, guests[0].press("x"))
	testkit.OK(t, guests[0].until("the game again", func() bool {
		shown := guests[0].vt.String() // the list of keys may not have covered what was paid
		return strings.Contains(shown, "The room paid") && !strings.Contains(shown, "keys of the game")
	}))
	late := come(t, r, 100, 30, "NO_COLOR=1")
	testkit.OK(t, late.see("you came after evaluation 1"))
	forget()
	late.forget()
	lead("\r")
	all("0 of 4 have voted")
	testkit.OK(t, late.see("0 of 4 have voted"))
	do(t, late, "0.8\r\r", "You voted for x = 0.800")
	guests[2].leave(t)
	guests = guests[:2]
	testkit.OK(t, guests[0].see("of 3 have voted"))
	forget()
	lead("\r")
	testkit.OK(t, guests[0].see("The room paid 8.98 at x = 0.800"))
	// The presenter stops the game, and all are told how it ended.
	lead("\r")
	all("evaluation 3")
	forget()
	lead("ss")
	all("The room ends at")
	all("Your own marks have found")
	late.leave(t)
	forget()
	lead("r")
	all("evaluation 1") // and again
	lead("q")
	all("The host has closed the room.")
	for _, c := range guests {
		c.Close()
	}
	end()
}
