package command

import (
	"bytes"
	"strings"

	"farsight/internal/sanitize"
)

// capped keeps output up to a limit; one byte more calls full and drops the
// rest, so that a runaway program is stopped instead of filling memory.
type capped struct {
	kept      bytes.Buffer // not embedded: its ReadFrom would go around Write
	limit     int
	full      func()
	overflown bool
}

func (c *capped) Write(p []byte) (int, error) {
	if space := c.limit - c.kept.Len(); len(p) > space {
		c.kept.Write(p[:space])
		c.overflown = true
		c.full()
		return len(p), nil
	}
	return c.kept.Write(p)
}

// tail keeps the last bytes written.
type tail struct {
	kept  []byte
	limit int
	cut   bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if extra := len(t.kept) - t.limit; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
		t.cut = true
	}
	return len(p), nil
}

// String is the tail as one harmless line.
func (t *tail) String() string {
	s := strings.TrimSpace(string(t.kept))
	if t.cut {
		s = "… " + strings.ToValidUTF8(s, "")
	}
	return sanitize.Text(strings.Join(strings.Fields(sanitize.Block(s)), " "))
}
