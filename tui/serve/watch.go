package serve

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui"
	"farsight/tui/chart"
	explored "farsight/tui/session"
)

// Watch shows every guest the study of a file as it grows, until ctx ends. Each
// guest has a view of their own, opened for reading: none of them can write.
func (r *Room) Watch(ctx context.Context, path string) error {
	defer r.threads()()
	if _, err := openToWatch(path); err != nil { // better to tell the host than each guest
		_ = r.listener.Close()
		return err
	}
	shared, turns := explored.NewShared(0), r.takeTurns()
	r.enter = func(s *session) attendance {
		l, err := openToWatch(path)
		if err != nil {
			r.set.Log(fmt.Sprintf("%s cannot be shown the study: %s", s.guest(), sanitize.Text(err.Error())))
			return unreadable{}
		}
		return newGuest(s, tui.Options{
			Problem: l.Problem(), Policies: []policy.Policy{l.Policy()}, Live: l, Settings: study.Settings{Workers: 1},
			Load: shared.Load, Shared: shared, Guest: true, Most: mostSteps,
		}, turns.share(s.ctx, s.overran))
	}
	return r.serve(ctx)
}

func openToWatch(path string) (*study.Live, error) {
	return study.OpenLive(path, journal.Settings{ReadOnly: true})
}

// unreadable is what a guest sees of a study that cannot be read at the moment; the reason is
// logged for the host.
type unreadable struct{}

func (unreadable) begin(*tea.Program) {}
func (unreadable) close()             {}
func (unreadable) Init() tea.Cmd      { return nil }
func (u unreadable) View() string     { return u.Still().ANSI() }

func (unreadable) Still() chart.Still {
	c := chart.New(60, 2, chart.Terminal{Profile: chart.NoColor})
	c.Paragraph(c.Rect(), "The study cannot be read at the moment.\nAny key leaves; connect again to try again.", chart.Ink{})
	return c.Still()
}

func (u unreadable) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyMsg); ok {
		return u, tea.Quit
	}
	return u, nil
}
