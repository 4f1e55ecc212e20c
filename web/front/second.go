package front

import (
	"sync"

	"farsight/scenarios"
	"farsight/tui/session"
	"farsight/web/peer"
)

// Second has another worker decide for every second policy from now on. What it
// answers is to be given to the client returned.
func (f *Front) Second(send func([]byte)) *peer.Client {
	c := peer.NewClient(send)
	f.library.mu.Lock()
	defer f.library.mu.Unlock()
	f.library.second = c.For(f.library.of)
	return c
}

// Serve decides for the first worker, instead of showing anything. What that one
// asks is to be given to the server returned; hide holds it while the page is hidden.
func Serve(h Host, send func([]byte)) (server *peer.Server, hide func(hidden bool)) {
	b := newScheduler(h.Breathe)
	return peer.NewServer(send, b, parse), b.hide
}

// library are the problem files that were read last, for the other worker to read
// them as well. It is safe for concurrent use.
type library struct {
	mu     sync.Mutex
	second session.Elsewhere // nil: there is no other worker
	read   []readText        // the last one last
}

type readText struct {
	problem *scenarios.Problem
	text    string
}

// mostTexts is how many are kept: explorers run one at a time, and others may
// still be on their way.
const mostTexts = 8

func (l *library) keep(p *scenarios.Problem, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.read) == mostTexts {
		l.read = l.read[1:]
	}
	l.read = append(l.read, readText{p, text})
}

// of is the text a problem was read from.
func (l *library) of(p *scenarios.Problem) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.read {
		if r.problem == p {
			return r.text, true
		}
	}
	return "", false
}

// Begin asks the other worker, if there is one (session.Elsewhere).
func (l *library) Begin(o session.Order) session.Away {
	l.mu.Lock()
	second := l.second
	l.mu.Unlock()
	if second == nil {
		return nil
	}
	return second.Begin(o)
}
