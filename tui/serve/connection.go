package serve

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
)

// stage is how far a connection has come. Only a guest with a terminal has a
// seat: all others are at the door, and not for long.
type stage int

const (
	shaking   stage = iota // hands: nothing is known of the other side
	loggingIn              // speaks SSH, and authenticates
	admitted               // may come in, and has not asked for a terminal
	seated
)

// connection is one to the room, from its first byte on.
type connection struct {
	net.Conn
	room  *Room
	host  string      // whom it counts for
	taken atomic.Bool // its one session has begun
	wrong atomic.Int32

	intake intake
	once   sync.Once
	closed chan struct{} // closed with the connection

	// Guarded by the room's mutex:
	stage   stage
	number  int         // in the order of coming
	overdue *time.Timer // closes it unless it gets on
	refused bool        // and that was counted
}

// strangers is how many more connections than guests there may be: those in the handshake, and
// those who are told that the room is full.
const strangers = 32

// fewStrangers is how many from one address may be at the door in any case.
const fewStrangers = 4

// hostOf is what an address counts for: itself, or for IPv6 its network, of whose
// addresses one machine has as many as it likes.
func hostOf(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok {
		return a.String()
	}
	ip := t.AddrPort().Addr().Unmap().WithZone("")
	if ip.Is6() && !ip.IsLoopback() {
		if p, err := ip.Prefix(64); err == nil {
			return p.String()
		}
	}
	return netip.Addr.String(ip)
}

// connect admits a connection, or returns nil if there are too many. If its address, or the whole
// server, is full, the connection that has been silent for longest is dropped, of the address that
// has most.
func (r *Room) connect(ctx ssh.Context, conn net.Conn) net.Conn {
	c := &connection{Conn: conn, room: r, host: hostOf(conn.RemoteAddr()), closed: make(chan struct{})}
	r.mu.Lock()
	if r.closing {
		r.mu.Unlock()
		return nil
	}
	why := ""
	var out *connection
	door := map[string]int{}
	waiting := 0
	for other := range r.connections {
		if other.stage != seated && !other.refused { // those are about to go
			door[other.host]++
			waiting++
		}
	}
	switch {
	case r.tooManyLost(c.host):
		why = refusedLost
	case door[c.host] >= max(fewStrangers, r.set.MostOf):
		if out = r.silent(c.host); out == nil {
			why = refusedMany
		}
	case waiting >= r.set.Most+strangers:
		most := ""
		for host, n := range door {
			if n > door[most] && r.silent(host) != nil {
				most = host
			}
		}
		if out = r.silent(most); out == nil {
			why = refusedDoor
		}
	}
	if out != nil {
		out.refused = true
	}
	if why == "" {
		r.number++
		c.number = r.number
		r.connections[c] = true
		c.expect(r.set.timing.shake, refusedSilent)
		ctx.SetValue(connectionKey{}, c)
	}
	r.mu.Unlock() // before the log, which may be slow
	if out != nil {
		r.refusals.add(out.host, refusedPushed)
		_ = out.Close()
	}
	if why != "" {
		r.refusals.add(c.host, why)
		return nil
	}
	return c
}

type connectionKey struct{}

// silent is the connection of an address that has been shaking hands for longest;
// nil if none is. The room's mutex is held.
func (r *Room) silent(host string) *connection {
	var first *connection
	for c := range r.connections {
		if c.host == host && c.stage == shaking && !c.refused && (first == nil || c.number < first.number) {
			first = c
		}
	}
	return first
}

// expect closes the connection unless it gets on within some time. The room's
// mutex is held.
func (c *connection) expect(within time.Duration, why string) {
	if c.overdue != nil {
		c.overdue.Stop()
	}
	at := c.stage
	c.overdue = time.AfterFunc(within, func() {
		c.room.mu.Lock()
		late := c.stage == at
		c.room.mu.Unlock()
		if late {
			c.refuse(fmt.Sprintf("%s within %v", why, within))
		}
	})
}

// reach notes how far the connection has come.
func (c *connection) reach(s stage) {
	c.room.mu.Lock()
	defer c.room.mu.Unlock()
	if s <= c.stage || !c.room.connections[c] { // closed meanwhile: nothing is expected of it
		return
	}
	c.stage = s
	switch s {
	case loggingIn:
		c.expect(c.room.set.timing.login, refusedStranger)
	case admitted:
		c.expect(c.room.set.timing.start, refusedAimless)
	case seated:
		c.overdue.Stop()
	}
}

// refuse counts and logs why a connection is closed, once, and closes it.
func (c *connection) refuse(why string) {
	c.room.mu.Lock()
	first := !c.refused
	c.refused = true
	c.room.mu.Unlock()
	if first {
		c.room.refusals.add(c.host, why)
	}
	_ = c.Close()
}

// Close hangs up. A handshake or a login that came to nothing is counted.
func (c *connection) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() {
		close(c.closed)
		r := c.room
		r.mu.Lock()
		c.overdue.Stop()
		delete(r.connections, c)
		r.gone.Broadcast()
		counted := c.refused || c.stage >= admitted || r.closing
		c.refused = true
		why := refusedGarbled
		if c.stage == loggingIn {
			why = refusedUnknown
		}
		r.mu.Unlock()
		if !counted {
			r.refusals.add(c.host, why)
		}
	})
	return err
}

// Deadlines are kept by the session: SSH's own housekeeping must not move them.

func (*connection) SetDeadline(time.Time) error      { return nil }
func (*connection) SetReadDeadline(time.Time) error  { return nil }
func (*connection) SetWriteDeadline(time.Time) error { return nil }
