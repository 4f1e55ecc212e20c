package serve

import (
	"net"
	"runtime"
	"slices"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
)

// farthest is how far the connection that came farthest has come; -1: there is none.
func farthest(r *Room) stage {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := stage(-1)
	for c := range r.connections {
		at = max(at, c.stage)
	}
	return at
}

// unasked are packets that no client should send: answers to what it was not asked,
// for a channel that there may be and one that there is not, and requests of a
// channel before it was opened.
var unasked = [][]byte{
	{81},                // REQUEST_SUCCESS
	{82},                // REQUEST_FAILURE
	{99, 0, 0, 0, 0},    // CHANNEL_SUCCESS
	{100, 0, 0, 0, 0},   // CHANNEL_FAILURE
	{99, 0, 0, 0, 7},    // CHANNEL_SUCCESS, of another
	{92, 0, 0, 0, 0, 0}, // CHANNEL_OPEN_FAILURE, cut off
	{91, 16: 0},         // CHANNEL_OPEN_CONFIRMATION
	{98, 8: 1, 'x', 1},  // CHANNEL_REQUEST "x", to be answered
	{80, 4: 1, 'x', 1},  // GLOBAL_REQUEST "x", to be answered
	{0xfe},              // none of SSH's messages
}

// Guests who send a hundred such packets, before they are let in, after it and with
// a session, and hang up, leave nothing behind, each kind of them 12 times. With
// golang.org/x/crypto v0.36.0, and without intake also with v0.58.0, two to five
// goroutines were left by most.
func TestUnaskedAnswersLeaveNothing(t *testing.T) {
	before := goroutines(t) + 1 // that of the room, which accepts connections
	r := open(t, Settings{})
	for _, to := range []stage{loggingIn, admitted, seated} {
		var wg sync.WaitGroup
		places := make(chan struct{}, 8)
		const each = 12
		for n := range each * len(unasked) {
			places <- struct{}{}
			wg.Go(func() {
				defer func() { <-places }()
				if err := flood(r, to, unasked[n%len(unasked)], n/len(unasked)%2 == 0); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		testkit.WaitFor(t, "nobody is connected", func() bool { return farthest(r) < 0 })
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		t.Logf("after %d connections that got to stage %d: %d goroutines, before them %d; %.1f MB",
			each*len(unasked), to, runtime.NumGoroutine(), before, float64(memory.HeapInuse+memory.StackInuse)/1e6)
	}
	nobodyLeft(t, before)
}

// flood goes as far as it should, sends a packet a hundred times and hangs up.
func flood(r *Room, to stage, packet []byte, abruptly bool) error {
	c, err := dialRaw(r.Addr().String())
	if err != nil {
		return err
	}
	defer c.Close()
	if to >= admitted {
		if err := c.login(""); err != nil {
			return err
		}
	}
	if to >= seated {
		type channelOpen struct {
			Kind               string `sshtype:"90"`
			Ours, Window, Most uint32
		}
		if err := c.send(gossh.Marshal(&channelOpen{"session", 0, 1 << 20, 1 << 15})); err != nil {
			return err
		}
	}
	_ = c.send(slices.Repeat([][]byte{packet}, 100)...) // it may be hung up upon
	if abruptly {
		_ = c.Conn.(*net.TCPConn).SetLinger(0)
	}
	return nil
}

// A login that succeeds after the guest has hung up starts no timer, which would
// keep the connection in memory until it fires.
func TestNothingIsExpectedOfClosedConnections(t *testing.T) {
	r := open(t, Settings{})
	conn, err := net.Dial("tcp", r.Addr().String())
	testkit.OK(t, err)
	defer conn.Close()
	testkit.WaitFor(t, "the connection is at the door", func() bool { return farthest(r) == shaking })
	r.mu.Lock()
	var c *connection
	for c = range r.connections {
	}
	r.mu.Unlock()
	_ = c.Close()
	c.reach(admitted)
	if c.overdue.Stop() {
		t.Error("a timer waits for a connection that is closed")
	}
}
