package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/paint"
	"farsight/tui/player"
	explored "farsight/tui/session"
)

// Room is the SSH server.
type Room struct {
	set      Settings
	listener net.Listener
	server   *ssh.Server
	enter    func(*session) attendance // what a session shows

	refusals *refusals

	mu          sync.Mutex
	closing     bool
	number      int            // of connections so far
	faults      int            // panics of explorers so far
	lost        map[string]int // what does not end, by address
	turns       *turns         // nil where nothing is computed for guests
	connections map[*connection]bool
	sessions    map[*session]bool
	gone        *sync.Cond // signalled whenever one of either ends
}

// attendance is what a guest sees.
type attendance interface {
	paint.Model
	// begin is called with the program that shows it, and close after its end.
	begin(p *tea.Program)
	close()
}

// Reasons for the end of a session, which the guest is told.
var (
	errClosed = errors.New("the room closed")
	errIdle   = errors.New("idle")
	errFull   = errors.New("full")
	errFullOf = errors.New("full for this address")
)

// maxTries is how many keys and passwords a guest may try on one connection: a
// client offers all the keys it has.
const maxTries = 10

// Listen opens the door; guests wait behind it until Serve or Present.
func Listen(s Settings) (*Room, error) {
	s = s.filled()
	if s.HostKey == nil {
		return nil, errNoKey
	}
	r := &Room{set: s, connections: map[*connection]bool{}, sessions: map[*session]bool{}, lost: map[string]int{}, refusals: newRefusals(s.Log)}
	r.gone = sync.NewCond(&r.mu)
	r.server = &ssh.Server{
		Version:              "farsight",
		ConnCallback:         r.connect,
		ServerConfigCallback: r.config,
		// All that is granted: a session, and nothing beside it.
		ChannelHandlers:   map[string]ssh.ChannelHandler{"session": r.session},
		RequestHandlers:   map[string]ssh.RequestHandler{},
		SubsystemHandlers: map[string]ssh.SubsystemHandler{},
	}
	r.server.AddHostKey(modern(s.HostKey))
	if s.Password != "" {
		r.server.PasswordHandler = r.passwords(s.Password)
	}
	if len(s.Keys) > 0 {
		r.server.PublicKeyHandler = publicKeys(s.Keys)
	}
	var err error
	if r.listener, err = net.Listen("tcp", s.Listen); err != nil {
		if op := (*net.OpError)(nil); errors.As(err, &op) {
			err = op.Err // without the address once more
		}
		return nil, fmt.Errorf("cannot listen on %s: %w; choose an address of this machine and a free port, such as %s", sanitize.Text(s.Listen), err, DefaultListen)
	}
	return r, nil
}

// Addr is the address of the room.
func (r *Room) Addr() net.Addr { return r.listener.Addr() }

// Fingerprint is that of the host key, as guests are shown it.
func (r *Room) Fingerprint() string { return gossh.FingerprintSHA256(r.set.HostKey.PublicKey()) }

// Serve gives every guest an explorer of their own, opened as o says, until ctx
// ends. Of o only the problem, by its name, the policies and the settings
// matter.
func (r *Room) Serve(ctx context.Context, o tui.Options) error {
	defer r.threads()()
	shared := explored.NewShared(o.Settings.Seed)
	p, err := shared.Load(o.Name, o.Settings.Seed)
	if err != nil {
		_ = r.listener.Close()
		return err
	}
	o.Problem, o.Load, o.Shared, o.Guest, o.Live, o.Most = p, shared.Load, shared, true, nil, mostSteps
	o.Settings.Workers = 1
	turns := r.takeTurns()
	r.enter = func(s *session) attendance { return newGuest(s, o, turns.share(s.ctx, s.overran)) }
	return r.serve(ctx)
}

// threads sees to it that keys and screens do not queue for a thread behind what
// is computed: some beyond the processors are for them, until it is over.
func (r *Room) threads() (over func()) {
	processors := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(processors, r.set.compute) + 2)
	return func() { runtime.GOMAXPROCS(processors) }
}

// takeTurns begins to share the processors among guests.
func (r *Room) takeTurns() *turns {
	t := newTurns(r.set.compute)
	t.patience = r.set.timing.unheard
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turns = t
	return t
}

// Present runs an explorer in this terminal, and lets every guest see it, until
// its user quits or ctx ends.
func (r *Room) Present(ctx context.Context, o tui.Options, in io.Reader, out io.Writer) error {
	return r.beside(ctx, func(ctx context.Context, open func(func(*session) attendance)) error {
		return tui.RunAs(ctx, o, in, out, func(m *tui.Model) paint.Model { return newPresenter(m, open) })
	})
}

// PresentTour leads through a tour in this terminal, and lets every guest see it,
// until its user quits or ctx ends.
func (r *Room) PresentTour(ctx context.Context, o player.Options, in io.Reader, out io.Writer) error {
	return r.beside(ctx, func(ctx context.Context, open func(func(*session) attendance)) error {
		return player.RunAs(ctx, o, in, out, func(g *player.Guide) paint.Model { return newPresenter(g, open) })
	})
}

// beside lets guests in for as long as run shows something here; it opens the
// door when there is something to see.
func (r *Room) beside(ctx context.Context, run func(ctx context.Context, open func(enter func(*session) attendance)) error) error {
	ctx, stop := context.WithCancel(ctx)
	var served chan error // nil until then
	err := run(ctx, func(enter func(*session) attendance) {
		r.enter, served = enter, make(chan error, 1)
		go func() { served <- r.serve(ctx) }()
	})
	stop()
	if served == nil {
		return errors.Join(err, r.listener.Close())
	}
	return errors.Join(err, <-served)
}

// serve lets guests in until ctx ends, and sees them out.
func (r *Room) serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = r.listener.Close() })
	defer stop()
	err := r.server.Serve(r.listener)
	r.close()
	if ctx.Err() != nil {
		return nil // asked to end: the listener's complaint is ours
	}
	return err
}

// close says good-bye to all guests and disconnects them, without waiting long for any.
func (r *Room) close() {
	defer r.refusals.close()
	linger := r.set.timing.linger
	hang := time.AfterFunc(linger, r.hangUp)
	defer hang.Stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closing = true
	for s := range r.sessions {
		s.end(errClosed)
	}
	enough := false
	end := time.AfterFunc(2*linger+closing, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		enough = true
		r.gone.Broadcast()
	})
	defer end.Stop()
	for len(r.sessions) > 0 && !enough {
		r.gone.Wait()
	}
	for c := range r.connections {
		go c.Close()
	}
	for len(r.connections) > 0 && !enough {
		r.gone.Wait()
	}
}

// closing is how long sessions may take to end beyond their terminals' slowness.
const closing = 2 * time.Second

// hangUp closes all connections at once.
func (r *Room) hangUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.connections {
		go c.Close()
	}
}

// join counts a session in, or says why there is no place for it.
func (r *Room) join(s *session) error {
	r.mu.Lock()
	closing, there, same := r.closing, len(r.sessions), 0
	for other := range r.sessions {
		if other.conn.host == s.conn.host {
			same++
		}
	}
	var err error
	switch {
	case closing:
		err = errClosed
	case there >= r.set.Most:
		err = errFull
	case same >= r.set.MostOf:
		err = errFullOf
	default:
		r.sessions[s] = true
	}
	r.mu.Unlock() // before the log, which may be slow
	switch err {
	case errFull:
		r.refusals.add(s.conn.host, refusedFull)
	case errFullOf:
		r.refusals.add(s.conn.host, refusedFullOf)
	case nil:
		r.set.Log(fmt.Sprintf("%s came: %d of %d", s.guest(), there+1, r.set.Most))
	}
	return err
}

// part counts a session out.
func (r *Room) part(s *session, why string) {
	r.mu.Lock()
	delete(r.sessions, s)
	there := len(r.sessions)
	r.gone.Broadcast()
	r.mu.Unlock()
	r.set.Log(fmt.Sprintf("%s went, %s: %d of %d", s.guest(), why, there, r.set.Most))
}

// Limits of work that ignores cancellation: of one address, and in all before addresses that have
// any are refused.
const (
	mostLostOf = 2
	mostLost   = 8
)

// tooManyLost reports whether too much such work runs for an address. The mutex is held.
func (r *Room) tooManyLost(host string) bool {
	all := 0
	for _, n := range r.lost {
		all += n
	}
	return r.lost[host] >= mostLostOf || r.lost[host] > 0 && all >= mostLost
}

// lose counts something that a guest caused and that does not end, until it does.
func (r *Room) lose(s *session, what string, over <-chan struct{}) {
	host := s.conn.host
	r.mu.Lock()
	r.lost[host]++
	r.mu.Unlock()
	r.set.Log(fmt.Sprintf("%s: %s does not end; the session is closed", s.guest(), what))
	go func() {
		<-over
		r.mu.Lock()
		if r.lost[host]--; r.lost[host] == 0 {
			delete(r.lost, host)
		}
		r.mu.Unlock()
		r.set.Log(fmt.Sprintf("%s: %s has ended", s.guest(), what))
	}()
}
