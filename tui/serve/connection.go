package serve

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
)

// connection is one to the room, from its first byte on.
type connection struct {
	net.Conn
	room    *Room
	host    string
	taken   atomic.Bool // its one session has begun
	overdue *time.Timer // closes it unless a session begins
	once    sync.Once
}

// strangers is how many more connections than guests there may be: those still
// shaking hands, and those who are told that the room is full.
const strangers = 32

// connect lets a connection in, or returns nil: too many are connected.
func (r *Room) connect(ctx ssh.Context, conn net.Conn) net.Conn {
	c := &connection{Conn: conn, room: r}
	loopback := false
	if a, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		c.host, loopback = a.IP.String(), a.IP.IsLoopback()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	same := 0
	for other := range r.connections {
		if other.host == c.host {
			same++
		}
	}
	if r.closing || len(r.connections) >= r.set.Most+strangers || !loopback && same >= r.set.MostOf {
		return nil
	}
	r.connections[c] = true
	c.overdue = time.AfterFunc(r.set.timing.start, func() { _ = c.Close() })
	ctx.SetValue(connectionKey{}, c)
	return c
}

type connectionKey struct{}

// Close hangs up.
func (c *connection) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() {
		c.overdue.Stop()
		c.room.mu.Lock()
		defer c.room.mu.Unlock()
		delete(c.room.connections, c)
		c.room.gone.Broadcast()
	})
	return err
}

// Deadlines are kept by the session: SSH's own housekeeping must not move them.

func (*connection) SetDeadline(time.Time) error      { return nil }
func (*connection) SetReadDeadline(time.Time) error  { return nil }
func (*connection) SetWriteDeadline(time.Time) error { return nil }
