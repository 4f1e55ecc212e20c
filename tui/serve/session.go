package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/paint"
)

// session is one guest's terminal.
type session struct {
	room    *Room
	conn    *connection
	channel gossh.Channel
	idle    *time.Timer
	out     io.Writer // the guest's screen

	ctx context.Context // ends with the session
	end context.CancelCauseFunc

	mu      sync.Mutex
	env     map[string]string
	term    bool // it was asked for
	shell   bool
	size    tea.WindowSizeMsg
	resized chan struct{} // signalled for a new size
}

// session is SSH's handler of a channel of that kind: the only one there is.
func (r *Room) session(_ *ssh.Server, _ *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	c, ok := ctx.Value(connectionKey{}).(*connection)
	if !ok || !c.taken.CompareAndSwap(false, true) {
		_ = asked.Reject(gossh.ResourceShortage, "one session for each connection")
		return
	}
	channel, requests, err := asked.Accept()
	if err != nil {
		return
	}
	s := &session{room: r, conn: c, channel: channel, env: map[string]string{}, resized: make(chan struct{}, 1)}
	s.ctx, s.end = context.WithCancelCause(ctx)
	for req := range requests {
		granted := s.grant(req.Type, req.Payload)
		_ = req.Reply(granted, nil)
		if granted && req.Type == "shell" {
			go s.attend() // not before the answer, which would be lost if the session ended at once
		}
	}
	s.end(io.EOF) // the guest has hung up
}

// grant handles the few requests a guest may make. Whatever is not named here is
// refused: commands, subsystems, forwarding of ports, agents and displays.
func (s *session) grant(request string, payload []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch request {
	case "pty-req":
		var pty struct {
			Term          string
			Columns, Rows uint32
			Rest          []byte `ssh:"rest"`
		}
		if gossh.Unmarshal(payload, &pty) != nil || s.shell || s.term || len(pty.Term) > maxValue {
			return false
		}
		s.term, s.env["TERM"] = true, pty.Term
		s.resize(pty.Columns, pty.Rows)
		return true
	case "env":
		var v struct {
			Name, Value string
			Rest        []byte `ssh:"rest"`
		}
		if gossh.Unmarshal(payload, &v) != nil || s.shell || !slices.Contains(wantedNames, v.Name) || len(v.Value) > maxValue || len(s.env) >= maxValues {
			return false
		}
		s.env[v.Name] = v.Value
		return true
	case "window-change":
		var window struct {
			Columns, Rows uint32
			Rest          []byte `ssh:"rest"`
		}
		if gossh.Unmarshal(payload, &window) != nil || !s.term {
			return false
		}
		s.resize(window.Columns, window.Rows)
		return true
	case "shell":
		if s.shell {
			return false
		}
		s.shell = true
		return true
	}
	return false
}

// What is kept of a guest's environment: little, because it is untrusted.
const (
	maxValue  = 128
	maxValues = 24
)

// wantedNames are the variables that describe the terminal.
var wantedNames = []string{"LANG", "LC_ALL", "LC_CTYPE", lookVariable, "COLORTERM", "NO_COLOR"}

// lookVariable is where a guest can say what to look like: "light", "ascii". SSH
// clients send variables of such names unasked.
const lookVariable = "LC_FARSIGHT"

// The largest window drawn; the rest of a larger one stays empty.
const (
	mostColumns = 300
	mostRows    = 100
)

// resize takes in a window's size.
func (s *session) resize(columns, rows uint32) {
	s.size = tea.WindowSizeMsg{Width: int(min(columns, mostColumns)), Height: int(min(rows, mostRows))}
	select {
	case s.resized <- struct{}{}:
	default: // it is known that there is news
	}
}

// look is how the guest's terminal looks.
func (s *session) look() look {
	s.mu.Lock()
	defer s.mu.Unlock()
	words := strings.FieldsFunc(s.env[lookVariable], func(r rune) bool { return r == ',' || r == ' ' })
	l := s.room.set.Look.With(words...)
	out := look{open: l.Theme == "" || l.Theme == "auto"}
	out.theme, out.terminal = l.Remote(func(name string) string { return s.env[name] })
	return out
}

// guest names the guest in the host's log.
func (s *session) guest() string { return sanitize.Text(s.conn.RemoteAddr().String()) }

// attend is the session from the shell's beginning to its end.
func (s *session) attend() {
	s.mu.Lock()
	term := s.term
	s.mu.Unlock()
	if !term {
		s.room.refusals.add(s.conn.host, refusedTerminal)
		s.close("Farsight is a terminal program and your client did not ask for a terminal: use ssh -t.", 1)
		return
	}
	if err := s.room.join(s); err != nil {
		s.close(s.farewell(err), 1)
		return
	}
	s.conn.reach(seated)
	err := s.run()
	code := uint32(0)
	if errors.Is(err, tea.ErrProgramPanic) || errors.Is(err, errOverran) || errors.Is(err, errBroke) {
		code = 1
	}
	s.close(s.farewell(err), code)
	s.room.part(s, reason(err))
}

// reason is an end of a session in the host's words.
func reason(err error) string {
	switch {
	case err == nil:
		return "quit"
	case errors.Is(err, io.EOF), errors.Is(err, context.Canceled):
		return "hung up"
	}
	return err.Error()
}

// farewell is the message to the guest about the end; "" if they know.
func (s *session) farewell(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errIdle):
		return fmt.Sprintf("Closed after %v without a key press. Connect again to continue.", s.room.set.Idle)
	case errors.Is(err, errFull):
		return fmt.Sprintf("The room is full: all %d places are taken. Try again later.", s.room.set.Most)
	case errors.Is(err, errFullOf):
		return fmt.Sprintf("All %d places for your address are taken. Try again later.", s.room.set.MostOf)
	case errors.Is(err, errOverran):
		return "The explorer took too long and was stopped. Connect again to continue."
	case errors.Is(err, errClosed):
		return "The host has closed the room."
	case errors.Is(err, tea.ErrProgramPanic), errors.Is(err, errBroke):
		return "The explorer failed; the host has the details. Connect again to continue."
	}
	return "" // the connection is closed
}

// framesPerSecond is how often a guest's screen changes at most.
const framesPerSecond = 40

// run shows the guest their screen; the error says why it ended, nil if the guest quit.
func (s *session) run() error {
	defer s.end(nil)
	s.idle = time.AfterFunc(s.room.set.Idle, func() { s.end(errIdle) })
	defer s.idle.Stop()
	out := &output{to: s.channel, stall: s.room.set.timing.stall, giveUp: func() { _ = s.conn.Close() }}
	s.out = out
	shown := s.room.enter(s)
	if wrap := s.room.set.wrap; wrap != nil {
		shown = wrap(s, shown)
	}
	watched := tui.Watch(s.ctx, shown, s.room.set.timing.overrun, s.overran)
	watched.Broken, watched.Used = s.broke, s.room.set.used
	defer func() {
		over := watched.Late()
		if over == nil {
			shown.close()
			return
		}
		go func() { // what is still used is not closed
			<-over
			shown.close()
		}()
	}()
	var p *tea.Program
	var in io.Reader = &input{ctx: s.ctx, from: s.channel, typed: s.touch, closed: func(err error) { s.end(err) }}
	in = tui.WithoutAnswers(in, func(dark bool) { go p.Send(backgroundMsg{dark}) })
	p = paint.NewProgram(paint.New(out, framesPerSecond, nil), watched, tea.WithContext(s.ctx), tea.WithInput(harmless{in}),
		tea.WithoutBracketedPaste(), tea.WithoutSignalHandler(), tea.WithEnvironment([]string{}), tea.WithFilter(unharmed))
	if l := s.look(); l.open && !plainTerminal(s.env["TERM"]) {
		_, _ = io.WriteString(out, tui.BackgroundQuery)
	}
	var others sync.WaitGroup
	others.Go(func() {
		s.follow(s.resized, resizePeriod, func() bool { // the last of many sizes only
			s.mu.Lock()
			size := s.size
			s.mu.Unlock()
			p.Send(size)
			return true
		})
	})
	shown.begin(p)
	_, err := p.Run()
	s.end(nil)
	others.Wait()
	if err != nil && !errors.Is(err, tea.ErrProgramPanic) {
		if cause := context.Cause(s.ctx); cause != nil {
			return cause
		}
	}
	return err
}

// errOverran ends a session whose drawing, update or computation does not end.
var errOverran = errors.New("it took too long")

// overran closes the session because of something that does not end.
func (s *session) overran(what string, over <-chan struct{}) {
	s.end(errOverran)
	s.room.lose(s, what, over)
}

// plainTerminal reports whether a terminal may print a question instead of
// answering it.
func plainTerminal(term string) bool {
	return slices.Contains([]string{"", "dumb", "linux", "ansi", "cygwin"}, term) || strings.HasPrefix(term, "vt")
}

// touch notes that the guest is there.
func (s *session) touch() { s.idle.Reset(s.room.set.Idle) }

// resizePeriod is how often a window's new size is drawn at most.
const resizePeriod = 100 * time.Millisecond

// follow acts whenever there is news, once in a period at most, until the session ends or act returns
// false.
func (s *session) follow(news <-chan struct{}, period time.Duration, act func() bool) {
	for {
		select {
		case <-news:
		case <-s.ctx.Done():
			return
		}
		if !act() {
			return
		}
		select {
		case <-time.After(period):
		case <-s.ctx.Done():
			return
		}
	}
}

// unharmed keeps from the program what would concern the host: a stop of the
// process, of all.
func unharmed(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); ok {
		return nil
	}
	return msg
}

// close sends a last message and the exit status, and disconnects, unless the other side does so
// first.
func (s *session) close(word string, code uint32) {
	out := &output{to: s.channel, stall: s.room.set.timing.linger, giveUp: func() { _ = s.conn.Close() }}
	if word != "" {
		_, _ = io.WriteString(out, word+"\r\n")
	}
	patience := time.AfterFunc(s.room.set.timing.linger, func() { _ = s.conn.Close() })
	_, err := s.channel.SendRequest("exit-status", false, gossh.Marshal(struct{ code uint32 }{code}))
	if err := errors.Join(err, s.channel.Close()); err != nil {
		patience.Stop()
		_ = s.conn.Close()
	}
}
