package serve

import (
	"encoding/base64"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// What a guest copies goes to the clipboard of the guest's own terminal.
func TestAGuestCopies(t *testing.T) {
	t.Parallel()
	r := open(t, Settings{})
	c := come(t, r, 120, 40)
	testkit.OK(t, c.see("who spends"))
	if _, err := c.answer("]", "fits"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.answer("y", "copied: x 0."); err != nil {
		t.Fatal(err)
	}
	_, sent, ok := strings.Cut(c.seen(), "\x1b]52;c;")
	sent, _, end := strings.Cut(sent, "\a")
	text, err := base64.StdEncoding.DecodeString(sent)
	if !ok || !end || err != nil || !strings.Contains(string(text), "EI-PUC  f ") {
		t.Errorf("sent %q (%v): %s", sent, err, text)
	}
	c.leave(t)
}
