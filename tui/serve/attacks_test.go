package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// attacks are what hostile guests do, one after another.
var attacks = []func(context.Context, *Room, string, *rand.Rand, net.IP){
	// Many connections that say nothing.
	func(ctx context.Context, r *Room, _ string, _ *rand.Rand, from net.IP) {
		var all []net.Conn
		for range 120 {
			if conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", r.Addr().String()); err == nil {
				all = append(all, conn)
			}
		}
		pause(ctx, 2*time.Second)
		for _, conn := range all {
			conn.Close()
		}
	},
	// Passwords, as fast as they are taken.
	func(ctx context.Context, r *Room, _ string, rng *rand.Rand, from net.IP) {
		ctx, stop := context.WithTimeout(ctx, 3*time.Second)
		defer stop()
		var wg sync.WaitGroup
		for k := range 10 {
			wg.Go(func() { _, _, _ = login(ctx, r, from, fmt.Sprint("guess ", k)) })
		}
		wg.Wait()
	},
	// Noise instead of SSH.
	func(ctx context.Context, r *Room, _ string, rng *rand.Rand, from net.IP) {
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", r.Addr().String())
		if err != nil {
			return
		}
		defer conn.Close()
		noise := make([]byte, 4096)
		for k := range noise {
			noise[k] = byte(rng.Uint32())
		}
		if rng.IntN(2) == 0 {
			_, _ = io.WriteString(conn, "SSH-2.0-noise\r\n")
		}
		_, _ = conn.Write(noise)
		pause(ctx, time.Second)
	},
	// A login that asks for nothing.
	func(ctx context.Context, r *Room, password string, _ *rand.Rand, from net.IP) {
		if conn, _, err := login(ctx, r, from, password); err == nil {
			pause(ctx, 3*time.Second)
			conn.Close()
		}
	},
	// Drawings and updates that do not end in time. One in all: it takes a
	// processor.
	func(ctx context.Context, r *Room, password string, rng *rand.Rand, from net.IP) {
		if r.Status().Lost > 0 {
			return
		}
		hostileShell(ctx, r, password, from, func(c *client) {
			_ = c.press([]string{"\x18", "\x19"}[rng.IntN(2)])
			_ = c.session.Wait()
		})
	},
	// A terminal that is never read, and changes all the time.
	func(ctx context.Context, r *Room, password string, _ *rand.Rand, from net.IP) {
		conn, plain, err := login(ctx, r, from, password)
		if err != nil {
			return
		}
		defer conn.Close()
		ch, requests, err := conn.OpenChannel("session", nil)
		if err != nil {
			return
		}
		go gossh.DiscardRequests(requests)
		terminal := struct {
			Term       string
			W, H, X, Y uint32
			Modes      string
		}{"xterm-256color", mostColumns, mostRows, 0, 0, ""}
		_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(&terminal))
		_, _ = ch.SendRequest("shell", true, nil)
		for until := time.Now().Add(20 * time.Second); ctx.Err() == nil && time.Now().Before(until); pause(ctx, 20*time.Millisecond) {
			if _, err := io.WriteString(ch, "\x14"); err != nil {
				break
			}
		}
		plain.Close()
	},
	// A key held down, in the largest window.
	func(ctx context.Context, r *Room, password string, _ *rand.Rand, from net.IP) {
		ctx, stop := context.WithTimeout(ctx, 3*time.Second)
		defer stop()
		hostileShell(ctx, r, password, from, func(c *client) {
			flood := bytes.Repeat([]byte("\x14"), 1000)
			for ctx.Err() == nil {
				if _, err := c.keys.Write(flood); err != nil {
					return
				}
			}
		})
	},
	// Windows of all sizes, a thousand times.
	func(ctx context.Context, r *Room, password string, rng *rand.Rand, from net.IP) {
		hostileShell(ctx, r, password, from, func(c *client) {
			for range 1000 {
				if c.session.WindowChange(int(rng.Uint32()>>rng.IntN(31)), int(rng.Uint32()>>rng.IntN(31))) != nil {
					return
				}
			}
		})
	},
	// Bytes that mean nothing, or begin something and do not end it.
	func(ctx context.Context, r *Room, password string, rng *rand.Rand, from net.IP) {
		hostileShell(ctx, r, password, from, func(c *client) {
			for range 200 {
				b := make([]byte, rng.IntN(40))
				for k := range b {
					if b[k] = byte(rng.Uint32()); b[k] == 0x18 || b[k] == 0x19 {
						b[k] = 0x1b
					}
				}
				if c.press([]string{"\x1b[", "\x1b[200~", "\x1b]11;rgb:", "\x1b[<65;99999999999;1M"}[rng.IntN(4)]+string(b)) != nil {
					return
				}
				pause(ctx, 10*time.Millisecond)
			}
		})
	},
	// What takes longest to compute, begun anew all the time.
	func(ctx context.Context, r *Room, password string, rng *rand.Rand, from net.IP) {
		hostileShell(ctx, r, password, from, func(c *client) {
			_ = c.press("b")
			pause(ctx, 300*time.Millisecond)
			_ = c.press(opening("shekel5"))
			for range 20 {
				if c.press("s\x1b[B++\x1b\tt") != nil {
					return
				}
				pause(ctx, 200*time.Millisecond)
			}
		})
	},
}

// hostileShell lets a hostile guest have a terminal of the largest size.
func hostileShell(ctx context.Context, r *Room, password string, from net.IP, do func(*client)) {
	conn, _, err := login(ctx, r, from, password)
	if err != nil {
		return
	}
	defer conn.Close()
	if c, err := shell(conn, mostColumns, mostRows); err == nil {
		do(c)
	}
}
