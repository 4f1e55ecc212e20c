package serve

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/predict"
	"farsight/tui/screen"
	explored "farsight/tui/session"
)

// Predict runs an explorer in this terminal on the game of marking points, and
// lets every guest vote where the room looks next, until its user quits or ctx
// ends.
func (r *Room) Predict(ctx context.Context, o tui.Options, in io.Reader, out io.Writer) error {
	poll, turns := predict.NewPoll(), r.takeTurns()
	o.Predict, o.Poll = true, poll
	return r.beside(ctx, func(ctx context.Context, open func(func(*session) attendance)) error {
		return tui.RunAs(ctx, o, in, out, func(m *tui.Model) paint.Model {
			open(func(s *session) attendance { return newVoter(s, poll, turns.share(s.ctx, s.overran)) })
			return m
		})
	})
}

// voter is a guest who votes. The screen is drawn here from the poll's published state: no one
// waits for a voter, and a voter only for the poll's lock.
type voter struct {
	session *session
	vote    *predict.Voter
	guest   *predict.Guest
	done    chan struct{} // closed when it watches no more

	look   look
	w, h   int
	canvas chart.Canvas
	frames chart.Frames
}

func newVoter(s *session, poll *predict.Poll, turns explored.Background) *voter {
	v := &voter{session: s, vote: poll.Join(), done: make(chan struct{}), look: s.look()}
	v.guest = predict.NewGuest(v.vote, func(work func()) {
		_, end, err := turns.Begin(s.ctx)
		if err != nil {
			return
		}
		defer end()
		work()
	})
	return v
}

// changedMsg says that there may be something new to see.
type changedMsg struct{}

// begin signals news to the program, no more often than a terminal is drawn.
func (v *voter) begin(p *tea.Program) {
	go func() {
		defer close(v.done)
		v.session.follow(v.vote.News(), viewPeriod, func() bool {
			v.session.touch() // a session with output is not idle
			p.Send(changedMsg{})
			return true
		})
	}()
}

func (v *voter) close() {
	v.vote.Leave()
	v.session.end(nil)
	<-v.done
}

func (v *voter) Init() tea.Cmd { return v.guest.Refresh() }

func (v *voter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if v.look.changed(msg) {
		return v, nil
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		v.w, v.h = screen.Clip(msg.Width, msg.Height)
		return v, nil
	case changedMsg:
		return v, v.guest.Refresh()
	}
	cmd, leaves := v.guest.Update(msg)
	if leaves {
		return v, tea.Quit
	}
	return v, cmd
}

func (v *voter) Still() chart.Still {
	v.canvas = v.canvas.Resized(v.w, v.h, v.look.terminal)
	v.guest.Draw(v.canvas, v.look.theme)
	return v.frames.Take(v.canvas)
}

func (v *voter) View() string { return v.Still().ANSI() }
