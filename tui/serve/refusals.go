package serve

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"farsight/internal/sanitize"
)

// Reasons for refusals, for the host.
const (
	refusedSilent   = "no handshake"
	refusedStranger = "no login"
	refusedAimless  = "asked for no terminal"
	refusedGarbled  = "the handshake failed"
	refusedUnknown  = "came with no password or key that is known"
	refusedPushed   = "silent at the door while others came"
	refusedMany     = "too many connections from this address"
	refusedDoor     = "too many connections at the door"
	refusedFull     = "the room is full"
	refusedFullOf   = "the seats of this address are taken"
	refusedLost     = "drawings for this address do not end"
	refusedPassword = "wrong password"
	refusedGuesses  = "too many passwords at a time"
	refusedTerminal = "asked for a shell without a terminal"
)

// summary is how often one reason is logged for one address: what comes in
// between is counted.
const summary = 5 * time.Second

// mostLines is for how many addresses and reasons lines are kept apart; beyond
// them they are logged together.
const mostLines = 256

// refusals counts and logs who was refused, and why.
type refusals struct {
	log func(string)

	mu     sync.Mutex
	counts map[string]int // by reason
	lines  map[[2]string]*refusal
	closed bool
}

// refusal is an address refused for a reason some moments ago.
type refusal struct {
	more  int // since it was logged
	timer *time.Timer
}

func newRefusals(log func(string)) *refusals {
	return &refusals{log: log, counts: map[string]int{}, lines: map[[2]string]*refusal{}}
}

// add counts one, and logs it now or with others.
func (r *refusals) add(host, why string) {
	r.mu.Lock()
	r.counts[why]++
	key := [2]string{host, why}
	line := r.lines[key]
	if line == nil && len(r.lines) >= mostLines {
		key[0] = "others"
		line = r.lines[key]
	}
	if line != nil || r.closed {
		if line != nil {
			line.more++
		}
		r.mu.Unlock()
		return
	}
	line = &refusal{}
	line.timer = time.AfterFunc(summary, func() { r.sum(key, line) })
	r.lines[key] = line
	r.mu.Unlock()
	r.log(fmt.Sprintf("%s refused: %s", sanitize.Text(key[0]), why))
}

// sum logs what came since a line.
func (r *refusals) sum(key [2]string, line *refusal) {
	r.mu.Lock()
	more := line.more
	line.more = 0
	if more > 0 && !r.closed {
		line.timer.Reset(summary)
	} else {
		delete(r.lines, key)
	}
	r.mu.Unlock()
	if more > 0 {
		r.log(fmt.Sprintf("%s refused %d more times: %s", sanitize.Text(key[0]), more, key[1]))
	}
}

// close logs what was not yet.
func (r *refusals) close() {
	r.mu.Lock()
	r.closed = true
	left := maps.Clone(r.lines)
	r.mu.Unlock()
	for key, line := range left {
		line.timer.Stop()
		r.sum(key, line)
	}
}

// count is how many were refused, by reason.
func (r *refusals) count() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}
