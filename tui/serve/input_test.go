package serve

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"farsight/internal/testkit"
)

// Keys that keep the explorer busy are read at a quarter of the speed, after a
// burst; human ones at once. The clock is the test's own.
func TestKeysAreReadNoFasterThanObeyed(t *testing.T) {
	for _, c := range []struct {
		name        string
		every, busy time.Duration // between keys, and for each key
		keys        int
		least, most time.Duration // of rest over all keys
	}{
		{"a person", 200 * time.Millisecond, 10 * time.Millisecond, 100, 0, 0},
		{"a held key", 33 * time.Millisecond, 5 * time.Millisecond, 300, 0, 0},
		// 100 × 10 ms busy, less 300 ms burst, at a quarter: 2.8 s.
		{"a flood", 0, 10 * time.Millisecond, 100, 2500 * time.Millisecond, 3 * time.Second},
	} {
		i := &input{}
		now := time.Unix(0, 0)
		rest := time.Duration(0)
		for range c.keys {
			i.given = now
			now = now.Add(c.busy)
			if d := i.rest(now); d > 0 {
				rest += d
				now = now.Add(d)
			}
			if wait := c.every - c.busy; wait > 0 {
				now = now.Add(wait)
				i.rested(wait)
			}
		}
		if rest < c.least || rest > c.most {
			t.Errorf("%s rests for %v, want %v to %v", c.name, rest, c.least, c.most)
		}
	}
	i := &input{given: time.Unix(0, 0)}
	if d := i.rest(time.Unix(3600, 0)); d != mostRest {
		t.Errorf("after an hour of being busy it rests for %v, want %v", d, mostRest)
	}
}

func TestPastesDoNotBegin(t *testing.T) {
	text := "a\x1b[200~b\x1b[20\x1b[200~0~\x1b[201~" + strings.Repeat("\x1b[200~", 50)
	for _, r := range []io.Reader{strings.NewReader(text), iotest.DataErrReader(strings.NewReader(text))} {
		got, err := io.ReadAll(harmless{r})
		testkit.OK(t, err)
		if len(got) != len(text) || bytes.Contains(got, pasteStart) {
			t.Errorf("read %q", got)
		}
	}
}
