package serve

import (
	"io"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// spinning is an explorer that does not end what it does after some key, until
// the test says so.
type spinning struct {
	attendance
	enough *atomic.Bool
	spins  *atomic.Bool
	most   time.Duration // 0: until it is enough
	draws  bool
}

func (s *spinning) spin() {
	s.spins.Store(true)
	for began := time.Now(); !s.enough.Load() && (s.most == 0 || time.Since(began) < s.most); {
	}
}

// The keys that make it spin: ctrl+x in an update, ctrl+y in a drawing.
func (s *spinning) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		switch key.Type {
		case tea.KeyCtrlX:
			s.spin()
		case tea.KeyCtrlY:
			s.draws = true
		}
	}
	_, cmd := s.attendance.Update(msg)
	return s, cmd
}

func (s *spinning) Still() chart.Still {
	if s.draws {
		s.spin()
	}
	return s.attendance.Still()
}

func (s *spinning) begin(p *tea.Program) { s.attendance.begin(p) }

// spinner has every guest's explorer spin when told to, until the test ends.
func spinner(t testing.TB) (wrap func(*session, attendance) attendance, enough, spins *atomic.Bool) {
	enough, spins = new(atomic.Bool), new(atomic.Bool)
	t.Cleanup(func() { enough.Store(true) })
	return func(_ *session, a attendance) attendance {
		return &spinning{attendance: a, enough: enough, spins: spins}
	}, enough, spins
}

// A drawing or an update that does not end closes its guest's session, which
// frees the seat; an address for which too many continue is refused until they end.
func TestWhatDoesNotEndIsClosed(t *testing.T) {
	var l logbook
	set := patient
	set.overrun = 6 * time.Second
	wrap, enough, _ := spinner(t)
	r, shut, wait := openUntil(t, Settings{timing: set, Log: l.log, wrap: wrap})
	for _, key := range []string{"\x18", "\x19"} {
		c := come(t, r, 100, 30)
		ready(t, c)
		testkit.OK(t, c.answer(key, "took too long"))
		if err := c.session.Wait(); err == nil {
			t.Error("the session ended as if all were well")
		}
		c.Close()
	}
	alone(t, r, 0)
	l.has(t, "a message does not end; the session is closed")
	l.has(t, "a drawing does not end; the session is closed")
	if s := r.Status(); s.Lost != 2 || s.guests != 0 {
		t.Errorf("after two that do not end: %v", s)
	}
	if _, err := dial(t, r); err == nil {
		t.Error("an address with two drawings that do not end comes in")
	}
	l.has(t, "refused: "+refusedLost)
	enough.Store(true)
	l.has(t, "a drawing has ended")
	testkit.WaitFor(t, "nothing goes on", func() bool { return r.Status().Lost == 0 })
	c := come(t, r, 100, 30)
	ready(t, c)
	c.leave(t)
	shut()
	wait()
}

// The room closes although a drawing continues.
func TestClosingDoesNotWaitForADrawing(t *testing.T) {
	wrap, enough, spins := spinner(t)
	set := patient
	set.linger = 5 * time.Second // for a last word, though it is waited for a second whether the drawing ends
	r, shut, wait := openUntil(t, Settings{timing: set, wrap: wrap})
	c := come(t, r, 100, 30)
	ready(t, c)
	testkit.OK(t, c.press("\x19"))
	testkit.WaitFor(t, "it spins", spins.Load)
	began := time.Now()
	shut()
	testkit.OK(t, c.see("The host has closed the room."))
	alone(t, r, 0)
	t.Logf("closed within %v", time.Since(began).Round(time.Millisecond))
	enough.Store(true)
	c.Close()
	wait()
}

// What is computed and never looks whether it should end loses its turn and its
// session.
func TestComputationsThatDoNotLookLoseTheirTurn(t *testing.T) {
	turns := newTurns(1)
	turns.patience = 500 * time.Millisecond
	lost := make(chan (<-chan struct{}), 1)
	deaf := turns.share(t.Context(), func(_ string, over <-chan struct{}) { lost <- over })
	_, end, err := deaf.Begin(t.Context())
	testkit.OK(t, err)
	ctx, other, err := turns.share(t.Context(), nil).Begin(t.Context()) // waits until the turn is taken away
	if err != nil || ctx.Err() != nil {
		t.Fatal(err)
	}
	over := <-lost
	select {
	case <-over:
		t.Error("it is over before it ends")
	default:
	}
	end()
	<-over
	other()
	if turns.free != 1 || len(turns.line) != 0 {
		t.Errorf("%d turns are free and %d wait at the end", turns.free, len(turns.line))
	}
}

// While the presenter's explorer does not answer, viewers can leave, and the
// presenter can quit.
func TestALectureThatStandsStillCanBeLeft(t *testing.T) {
	seen := make(chan *viewer, 2)
	r, keys, end := present(t, Settings{wrap: func(_ *session, a attendance) attendance {
		seen <- a.(*viewer)
		return a
	}})
	leaves, stays := come(t, r, 100, 30), come(t, r, 100, 30)
	for _, c := range []*client{leaves, stays} {
		testkit.OK(t, c.see("following the presenter"))
	}
	lc := (<-seen).lecture
	lc.using <- struct{}{} // as a drawing that does not end has it
	testkit.OK(t, leaves.session.WindowChange(40, 120))
	leaves.leave(t)
	alone(t, r, 1)
	closed := make(chan struct{})
	go func() { // the first key may wait behind what does not end
		again := time.NewTicker(100 * time.Millisecond)
		defer again.Stop()
		for {
			if _, err := io.WriteString(keys, "q"); err != nil {
				return
			}
			select {
			case <-again.C:
			case <-closed:
				return
			}
		}
	}()
	testkit.OK(t, stays.see("The host has closed the room."))
	close(closed)
	<-lc.using
	stays.Close()
	end()
}
