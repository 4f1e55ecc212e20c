package serve

import (
	"math"
	"net"
	"reflect"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// intake is how fast a connection is read: no faster than its packets are handled.
//
// The SSH library reads packets in one goroutine (handshakeTransport.readLoop) and handles them in
// another, with a queue of 16 between them. If the second ends first, because of a packet that is
// none, the first waits for ever to put the next packet into a full queue, and up to four
// goroutines with it: golang.org/x/crypto v0.58.0 does not empty the queue. So nothing more is read
// while there is much in it: the reader then never waits for the queue, but for the connection, and
// notices its end. The same keeps requests of a channel that could not be accepted, and that remain
// in the library, within the 16 that it stores.
type intake struct {
	mu     sync.Mutex
	keyed  bool       // we have sent NEWKEYS: what comes is encrypted before long
	left   int        // how much is read then before the login begins
	queued func() int // packets in the queue; nil before the login begins
}

const (
	// leastPacket is the shortest that any cipher of ours lets pass: its length, six
	// bytes and the checksum of chacha20-poly1305 or AES-GCM.
	leastPacket = 4 + 6 + 16
	// untilLogin are 14 such packets. Clients send fewer than half as many bytes, their
	// NEWKEYS and a request to log in, and then wait for an answer.
	untilLogin = 14 * leastPacket
	// mostQueued and mostRead fill the queue with no more than 14 packets: of mostRead
	// bytes ten can be the last ones of a packet.
	mostQueued = 4
	mostRead   = 256
)

// wrote looks for NEWKEYS in what is sent (RFC 4253, 6 and 7.3), which is not
// encrypted yet and a write of its own.
func (i *intake) wrote(p []byte) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.keyed && len(p) == 16 && p[5] == 21 {
		i.keyed, i.left = true, untilLogin
	}
}

// login begins to look at the queue.
func (i *intake) login(conn gossh.ServerPreAuthConn) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.queued = queueOf(conn)
}

// queueOf counts what is in a connection's queue. The library has no function for
// it; looking at a channel's length needs none. Where it is not found, as in a
// version to come, it counts nothing, and TestUnaskedAnswersLeaveNothing fails.
func queueOf(conn gossh.ServerPreAuthConn) func() int {
	v := reflect.ValueOf(conn)
	for _, field := range []string{"transport", "incoming"} {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			break
		}
		v = v.FieldByName(field)
	}
	if v.Kind() != reflect.Chan {
		return func() int { return 0 }
	}
	return v.Len
}

// most is how many bytes may be read now.
func (i *intake) most() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.queued != nil && i.queued() > mostQueued:
		return 0
	case i.queued != nil:
		return mostRead
	case i.keyed:
		return i.left
	}
	return math.MaxInt // nothing is in the queue before keys are exchanged
}

// read counts what was read.
func (i *intake) read(n int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.left -= n
}

// Read waits until the packets read before are handled.
func (c *connection) Read(p []byte) (int, error) {
	most := c.intake.most()
	for pause := time.Millisecond; most <= 0; pause = min(2*pause, 64*time.Millisecond) {
		select {
		case <-c.closed:
			return 0, net.ErrClosed
		case <-time.After(pause): // the library does not report that it has taken a packet
		}
		most = c.intake.most()
	}
	n, err := c.Conn.Read(p[:min(len(p), most)])
	c.intake.read(n)
	return n, err
}

// Write hangs up where the other side does not take it: nothing that it has sent
// before is read any more.
func (c *connection) Write(p []byte) (int, error) {
	c.intake.wrote(p)
	n, err := c.Conn.Write(p)
	if err != nil {
		_ = c.Close()
	}
	return n, err
}
