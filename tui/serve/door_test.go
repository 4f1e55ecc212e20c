package serve

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
)

// logbook is what the host is told.
type logbook struct {
	mu    sync.Mutex
	lines []string
}

func (l *logbook) log(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

// has waits until a line with all the words was logged.
func (l *logbook) has(t testing.TB, words ...string) {
	t.Helper()
	testkit.WaitFor(t, fmt.Sprintf("a line with %q", words), func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, line := range l.lines {
			all := true
			for _, w := range words {
				all = all && strings.Contains(line, w)
			}
			if all {
				return true
			}
		}
		return false
	})
}

// 120 silent connections from one address keep nobody out: a guest from it comes
// in while they are there, and they are closed after the handshake's time.
func silentConnectionsKeepNobodyOut(t *testing.T) {
	var l logbook
	set := patient
	set.shake = 10 * time.Second
	r := open(t, Settings{MostOf: DefaultMost / 2, timing: set, Log: l.log})
	silent := make([]net.Conn, 120)
	for i := range silent {
		conn, err := net.Dial("tcp", r.Addr().String())
		testkit.OK(t, err)
		defer conn.Close()
		silent[i] = conn
	}
	// The last to come stands there for a moment with the one it pushes away.
	testkit.WaitFor(t, fmt.Sprintf("%d of one address at the door and all others refused", DefaultMost/2), func() bool {
		s := r.Status()
		return s.door == DefaultMost/2 && s.Refused[refusedPushed] == len(silent)-DefaultMost/2
	})
	c := come(t, r, 80, 24)
	testkit.OK(t, c.see("who spends"))
	for _, conn := range silent {
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.Copy(io.Discard, conn); err != nil {
			if e, ok := err.(net.Error); ok && e.Timeout() {
				t.Fatal("a silent connection stays open")
			}
		}
	}
	l.has(t, "127.0.0.1 refused: no handshake within 10s")
	l.has(t, "refused: silent at the door")
	testkit.WaitFor(t, "nobody at the door", func() bool { return r.Status().door == 0 })
	if s := r.Status(); s.guests != 1 || s.Refused[refusedPushed]+s.Refused["no handshake within 10s"] != len(silent) {
		t.Errorf("at last: %v", s)
	}
	c.leave(t)
}

// The seats of one address are limited, this machine's too, and whoever finds
// none is told.
func TestSeatsOfOneAddress(t *testing.T) {
	var l logbook
	r := open(t, Settings{Most: 5, MostOf: 2, Log: l.log})
	for range 2 {
		testkit.OK(t, come(t, r, 80, 24).see("who spends"))
	}
	testkit.OK(t, come(t, r, 80, 24).see("All 2 places for your address are taken"))
	l.has(t, "127.0.0.1 refused: "+refusedFullOf)
	// Another address of this machine, where there is one.
	from := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}
	plain, err := (&net.Dialer{LocalAddr: from}).Dial("tcp", r.Addr().String())
	if err != nil {
		t.Skipf("this machine is 127.0.0.1 only: %v", err)
	}
	conn, channels, requests, err := gossh.NewClientConn(plain, "", clientConfig(r))
	testkit.OK(t, err)
	c := enter(t, gossh.NewClient(conn, channels, requests), 80, 24)
	testkit.OK(t, c.see("who spends"))
	c.leave(t)
}

// Where many are logging in, and the door is full, those who are silent make room
// though their address has fewer there.
func TestAFullDoorKeepsNobodyOut(t *testing.T) {
	set := patient
	set.shake, set.login = patience, patience
	r := open(t, Settings{Most: 2, MostOf: 30, Password: "open sesame", timing: set})
	typed := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(typed)
	for range 20 {
		wg.Go(func() {
			conn, err := dial(t, r, gossh.PasswordCallback(func() (string, error) {
				<-typed
				return "", io.EOF
			}))
			if err == nil {
				conn.Close()
			}
		})
	}
	testkit.WaitFor(t, "all are asked for the password", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		n := 0
		for c := range r.connections {
			if c.stage == loggingIn {
				n++
			}
		}
		return n == 20
	})
	for range 2 + strangers - 20 {
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, 1)}}).Dial("tcp", r.Addr().String())
		if err != nil {
			t.Skipf("this machine is 127.0.0.1 only: %v", err)
		}
		defer conn.Close()
	}
	testkit.WaitFor(t, "the door is full", func() bool { return r.Status().door == 2+strangers })
	conn, err := dial(t, r, gossh.Password("open sesame"))
	if err != nil {
		t.Fatalf("%v; %v", err, r.Status())
	}
	conn.Close()
	if s := r.Status(); s.Refused[refusedPushed] != 1 || s.Refused[refusedDoor] != 0 {
		t.Errorf("refused were %v", s.Refused)
	}
}

// Garbage, strangers and those who ask for nothing are counted by what they did.
func TestRefusalsAreCounted(t *testing.T) {
	var l logbook
	set := patient
	set.start = time.Second
	r := open(t, Settings{Password: "open sesame", timing: set, Log: l.log})
	conn, err := net.Dial("tcp", r.Addr().String())
	testkit.OK(t, err)
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\n\r\n"+strings.Repeat("x", 1000))
	defer conn.Close()
	l.has(t, "127.0.0.1 refused: "+refusedGarbled)
	if _, err := dial(t, r); err == nil {
		t.Error("came in without a password")
	}
	l.has(t, "127.0.0.1 refused: "+refusedUnknown)
	idle, err := dial(t, r, gossh.Password("open sesame"))
	testkit.OK(t, err)
	defer idle.Close()
	l.has(t, "127.0.0.1 refused: "+refusedAimless+" within 1s")
}

// Passwords are guessed one after another, however many connections there are,
// and each wrong one is logged.
func passwordsAreGuessedSlowly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	var l logbook
	r := open(t, Settings{Password: "open sesame", Log: l.log})
	const seconds = 5
	ctx, stop := context.WithTimeout(t.Context(), seconds*time.Second)
	defer stop()
	var tried atomic.Int64
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			for ctx.Err() == nil {
				conn, err := net.Dial("tcp", r.Addr().String())
				if err != nil {
					continue
				}
				hang := context.AfterFunc(ctx, func() { conn.Close() })
				_, _, _, err = gossh.NewClientConn(conn, "", clientConfig(r, gossh.RetryableAuthMethod(gossh.PasswordCallback(func() (string, error) {
					tried.Add(1)
					return "open says me", nil
				}), 3)))
				if err == nil {
					t.Error("a wrong password was right")
				}
				hang()
				conn.Close()
			}
		})
	}
	wg.Wait()
	s := r.Status()
	t.Logf("%d passwords sent by 30 connections in %d s; %d looked at; %v", tried.Load(), seconds, s.Refused[refusedPassword], s)
	if n := s.Refused[refusedPassword]; n > seconds+3 || n == 0 {
		t.Errorf("%d wrong passwords were looked at in %d s", n, seconds)
	}
	l.has(t, "127.0.0.1 refused: wrong password")
	l.has(t, "refused: "+refusedGuesses)
	// Who knows it still comes in.
	err := fmt.Errorf("never tried")
	for range 10 {
		var conn *gossh.Client
		if conn, err = dial(t, r, gossh.Password("open sesame")); err == nil {
			conn.Close()
			break
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// offered reads what the server offers in a handshake: ten lists of names, which
// follow the cookie (RFC 4253, 7.1).
func offered(t *testing.T, r *Room) [10][]string {
	t.Helper()
	conn, err := net.Dial("tcp", r.Addr().String())
	testkit.OK(t, err)
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(conn, "SSH-2.0-test\r\n"); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	if _, err := in.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 5)
	if _, err := io.ReadFull(in, head); err != nil {
		t.Fatal(err)
	}
	packet := make([]byte, binary.BigEndian.Uint32(head)-1)
	if _, err := io.ReadFull(in, packet); err != nil {
		t.Fatal(err)
	}
	if packet[0] != 20 {
		t.Fatalf("message %d, want 20, KEXINIT", packet[0])
	}
	rest := packet[17:]
	var lists [10][]string
	for i := range lists {
		var list struct {
			Names []string
			Rest  []byte `ssh:"rest"`
		}
		testkit.OK(t, gossh.Unmarshal(rest, &list))
		lists[i], rest = list.Names, list.Rest
	}
	return lists
}

// Nothing is offered with SHA-1, and no checksum of the plain text: AES-CTR goes with
// encrypt-then-MAC only.
func TestWhatIsOffered(t *testing.T) {
	lists := offered(t, open(t, Settings{HostKey: rsaSigner(t)}))
	ciphers := "chacha20-poly1305@openssh.com aes128-gcm@openssh.com aes256-gcm@openssh.com aes128-ctr aes192-ctr aes256-ctr"
	macs := "hmac-sha2-256-etm@openssh.com hmac-sha2-512-etm@openssh.com"
	for i, want := range []string{
		"mlkem768x25519-sha256 curve25519-sha256 curve25519-sha256@libssh.org ecdh-sha2-nistp256 ecdh-sha2-nistp384 ecdh-sha2-nistp521 " +
			"diffie-hellman-group14-sha256 diffie-hellman-group16-sha512 kex-strict-s-v00@openssh.com",
		"rsa-sha2-256 rsa-sha2-512", ciphers, ciphers, macs, macs, "none", "none", "", "",
	} {
		if got := strings.Join(lists[i], " "); got != want {
			t.Errorf("list %d offers\n%s, want\n%s", i, got, want)
		}
	}
}

func rsaSigner(t *testing.T) gossh.Signer {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	testkit.OK(t, err)
	key, err := gossh.NewSignerFromKey(private)
	testkit.OK(t, err)
	return key
}
