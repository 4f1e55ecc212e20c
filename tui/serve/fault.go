package serve

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"farsight/internal/sanitize"
	explored "farsight/tui/session"
)

// errBroke ends a session whose explorer panicked.
var errBroke = errors.New("a fault of the explorer")

// mostFaults is how many stacks a room keeps: a guest can cause many of a kind.
const mostFaults = 10

// broke closes a session after a panic in it. The host reads a line of it; the
// stack, which would bury the log, goes to a file.
func (s *session) broke(p explored.PanicMsg) {
	s.end(errBroke)
	r := s.room
	r.mu.Lock()
	r.faults++
	n := r.faults
	r.mu.Unlock()
	// A panic that was brought here from elsewhere has its stack below its words.
	said, below, _ := strings.Cut(fmt.Sprint(p.Value), "\n")
	where := "its stack is not kept: there are enough of them"
	if n <= mostFaults {
		name, err := keepStack(fmt.Sprintf("%s\n%s\n%s", said, below, p.Stack))
		if where = "its stack is in " + name; err != nil {
			where = fmt.Sprintf("its stack could not be kept: %v", err)
		}
	}
	r.set.Log(fmt.Sprintf("%s: a fault of the explorer, %s; the session is closed; %s", s.guest(), sanitize.Text(said), sanitize.Text(where)))
}

// keepStack writes a stack to a file of its own and returns its name.
func keepStack(text string) (string, error) {
	f, err := os.CreateTemp("", "farsight-fault-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	return f.Name(), errors.Join(err, f.Close())
}
