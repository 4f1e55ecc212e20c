//go:build linux || darwin || freebsd || netbsd || openbsd

package testkit

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/sys/unix"
)

// Terminal is a program on a terminal that understands what it is sent, for
// tests that press keys and look at the screen.
type Terminal struct {
	Cmd *exec.Cmd

	t      testing.TB
	master *os.File
	slave  *os.File
	before *unix.Termios // of the terminal, before the program
	read   chan struct{}
	ended  chan struct{}

	mu    sync.Mutex
	wrote chan struct{} // closed by what is written next, which makes another
	vt    vt10x.Terminal
	bytes int
	first time.Duration // after the start, when something was on the screen
	start time.Time
}

// StartTerminal runs cmd on a terminal of the given size. It skips the test where there
// are no pseudo-terminals. The terminal is closed with the test.
func StartTerminal(t testing.TB, cmd *exec.Cmd, cols, rows int) *Terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal to be had here: %v", err)
	}
	p := &Terminal{Cmd: cmd, t: t, master: master, slave: slave, read: make(chan struct{}), ended: make(chan struct{}), wrote: make(chan struct{}), vt: vt10x.New(vt10x.WithSize(cols, rows))}
	p.Resize(cols, rows)
	if p.before, err = unix.IoctlGetTermios(int(slave.Fd()), getTermios); err != nil {
		t.Fatal(err)
	}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=", "COLORFGBG=15;0", "LC_ALL=C.UTF-8", "CI=", ownConfig(t, cmd))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	p.start = time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.listen()
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-p.ended
		slave.Close()
		master.Close()
		<-p.read
	})
	return p
}

// listen shows what the program writes.
func (p *Terminal) listen() {
	defer close(p.read)
	buf := make([]byte, 1<<16)
	for {
		n, err := p.master.Read(buf)
		p.mu.Lock()
		p.bytes += n
		_, _ = p.vt.Write(buf[:n])
		if p.first == 0 && strings.TrimSpace(p.vt.String()) != "" {
			p.first = time.Since(p.start)
		}
		close(p.wrote)
		p.wrote = make(chan struct{})
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Type presses keys, as the bytes a terminal sends for them.
func (p *Terminal) Type(keys string) {
	p.t.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Fatalf("typing %q: %v", keys, err)
	}
}

// Resize changes the size of the window and notifies the program.
func (p *Terminal) Resize(cols, rows int) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := pty.Setsize(p.master, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		p.t.Fatal(err)
	}
	p.vt.Resize(cols, rows)
}

// HangUp takes the terminal away, as when a connection is lost.
func (p *Terminal) HangUp() {
	p.slave.Close()
	p.master.Close()
}

// Screen is what is on the screen.
func (p *Terminal) Screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.vt.String()
}

// Bytes is how much the program has sent.
func (p *Terminal) Bytes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}

// First is the time from the start until something was on the screen.
func (p *Terminal) First() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.first
}

// written is closed as soon as something more is on the screen.
func (p *Terminal) written() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wrote
}

// Wait waits until all of the words are on the screen.
func (p *Terminal) Wait(words ...string) {
	p.t.Helper()
	p.Until(strings.Join(words, ", "), func(screen string) bool {
		for _, w := range words {
			if !strings.Contains(screen, w) {
				return false
			}
		}
		return true
	})
}

// Until waits until the screen is as wanted.
func (p *Terminal) Until(what string, ok func(screen string) bool) {
	p.t.Helper()
	for late := time.After(terminalPatience); ; {
		wrote := p.written()
		if ok(p.Screen()) {
			return
		}
		select {
		case <-wrote:
		case <-late:
			p.t.Fatalf("never on the screen: %s. It shows:\n%s", what, p.Screen())
		}
	}
}

// Quiet waits until nothing more is sent for some time, and returns how much has been.
func (p *Terminal) Quiet(for_ time.Duration) int {
	p.t.Helper()
	for late := time.After(for_ + terminalPatience); ; {
		select {
		case <-p.written():
		case <-time.After(for_):
			return p.Bytes()
		case <-late:
			p.t.Fatalf("it never rests; it shows:\n%s", p.Screen())
		}
	}
}

// Ended waits until the program has ended and returns its exit code, negative
// for a signal.
func (p *Terminal) Ended() int {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(terminalPatience):
		p.t.Fatalf("still running; it shows:\n%s", p.Screen())
	}
	return p.Cmd.ProcessState.ExitCode()
}

// Restored fails the test unless the terminal, after the program, is as it was:
// its own screen, a cursor, no raw mode, no mouse.
func (p *Terminal) Restored() {
	p.t.Helper()
	// Its last words may still be on their way.
	late := time.After(terminalPatience / 6)
	for wrote := p.written(); p.strange() != ""; wrote = p.written() {
		select {
		case <-wrote:
			continue
		case <-late:
			p.t.Error(p.strange())
		}
		break
	}
	after, err := unix.IoctlGetTermios(int(p.slave.Fd()), getTermios)
	if err != nil {
		p.t.Fatal(err)
	}
	if *after != *p.before {
		p.t.Errorf("the terminal's modes were %+v and are %+v", *p.before, *after)
	}
}

// strange says in what the terminal's screen is not as before the program.
func (p *Terminal) strange() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.vt.Mode()&vt10x.ModeAltScreen != 0:
		return "the alternate screen was not left"
	case !p.vt.CursorVisible():
		return "the cursor is hidden"
	case p.vt.Mode()&(vt10x.ModeMouseButton|vt10x.ModeMouseMotion|vt10x.ModeMouseMany) != 0:
		return "the mouse was not given back"
	}
	return ""
}
