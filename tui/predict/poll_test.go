package predict

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	game "farsight/study/predict"
	"farsight/tui/chart"
	"farsight/tui/screentest"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// room is a poll on a problem, and what is known at its start.
func room(t *testing.T, name string) (*Poll, *scenarios.Problem, State) {
	t.Helper()
	p, err := builtin.Load(name, 0)
	testkit.OK(t, err)
	pl, err := game.New(t.Context(), p, study.Settings{})
	testkit.OK(t, err)
	snap := pl.Snapshot()
	r := session.NewExtent()
	r.Include(newScene(snap, 0, newMark(p).at, false))
	you := pl.Score("the room")
	you.You = true
	return NewPoll(), p, State{game: 1, open: true, hues: []int{0}, board: board{
		problem: p, snap: &snap, Range: r, marking: true, all: []contestant{{score: you, known: true, shape: chart.MarkYou}},
	}}
}

// votes count while the vote is open, for the look that is voted on, at points of
// the problem, once for each voter; they go with whoever leaves.
func TestVotes(t *testing.T) {
	t.Parallel()
	poll, _, open := room(t, "myopia")
	early := poll.Join() // before anything is known
	if early.Vote(1, 0, scenarios.Point{0.5}) {
		t.Error("a vote counts before there is one")
	}
	poll.publish(open)
	late := poll.Join()
	for _, c := range []struct {
		number, looks int
		at            scenarios.Point
		counts        bool
	}{
		{1, 0, scenarios.Point{0.5}, true},
		{1, 0, scenarios.Point{0.7}, true}, // changed
		{1, 1, scenarios.Point{0.5}, false},
		{2, 0, scenarios.Point{0.5}, false},
		{1, 0, scenarios.Point{1.5}, false},
		{1, 0, scenarios.Point{math.NaN()}, false},
		{1, 0, scenarios.Point{}, false},
	} {
		if got := early.Vote(c.number, c.looks, c.at); got != c.counts {
			t.Errorf("%+v counts: %v", c, got)
		}
	}
	late.Vote(1, 0, scenarios.Point{0.2})
	if voted, all := poll.Count(); voted != 2 || all != 2 {
		t.Errorf("%d of %d", voted, all)
	}
	late.unvote()
	if voted, _ := poll.Count(); voted != 1 {
		t.Errorf("%d votes after one was taken back", voted)
	}
	late.Vote(1, 0, scenarios.Point{0.3})
	late.Leave()
	votes := poll.close()
	if len(votes) != 1 || votes[0].at[0] != 0.7 {
		t.Errorf("the votes are %v", votes)
	}
	if early.Vote(1, 0, scenarios.Point{0.1}) || len(poll.close()) != 0 {
		t.Error("a closed vote takes votes")
	}
}

// Everybody's marks are paid from a budget of their own, and ranked; whoever comes
// late has a whole one, and a new game gives all a new one.
func TestOwnScores(t *testing.T) {
	t.Parallel()
	poll, p, open := room(t, "myopia")
	poll.publish(open)
	a, b := poll.Join(), poll.Join()
	a.Vote(1, 0, scenarios.Point{0.75})
	b.Vote(1, 0, scenarios.Point{0.2})
	poll.pay(t.Context(), p, 1, poll.close())
	shut := open
	shut.open, shut.looks = false, 1
	poll.publish(shut)
	late := poll.Join()
	sa, sb, sl := a.look(), b.look(), late.look()
	if sa.place != 1 || sb.place != 2 || sl.place != 2 || sa.account.Best < 1.5 || sb.account.Best != sl.account.Best {
		t.Errorf("places %d, %d and %d with %v, %v and %v", sa.place, sb.place, sl.place, sa.account.Best, sb.account.Best, sl.account.Best)
	}
	if sl.from != 1 || sl.account.Left != p.Budget || sa.account.Left > p.Budget-8 {
		t.Errorf("left are %v and, to one who came after %d, %v", sa.account.Left, sl.from, sl.account.Left)
	}
	again := open
	again.game = 2
	poll.publish(again)
	if s := a.look(); s.account.Left != p.Budget || s.from != 0 {
		t.Errorf("another game begins with %+v", s.account)
	}
	poll.pay(t.Context(), p, 1, []ballot{{a, scenarios.Point{0.7}}}) // of the game before
	if s := a.look(); len(s.account.Spent) != 0 {
		t.Error("a vote of another game was paid")
	}
}

// Many come, vote, look and leave while votes are opened and closed: for the race
// detector.
func TestManyVoteAtOnce(t *testing.T) {
	t.Parallel()
	poll, p, open := room(t, "myopia")
	poll.publish(open)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for range 20 {
				v := poll.Join()
				s := v.look()
				v.Vote(s.game, s.looks, scenarios.Point{float64(i) / 20})
				if i%3 == 0 {
					v.unvote()
				}
				v.look()
				v.Leave()
			}
		})
	}
	for k := range 50 {
		votes := poll.close()
		poll.pay(t.Context(), p, 1, votes)
		open.looks = k
		poll.publish(open)
	}
	wg.Wait()
	if voted, all := poll.Count(); voted != 0 || all != 0 {
		t.Errorf("%d of %d are left", voted, all)
	}
}

// A guest marks, asks, votes and takes back by keys, at any size and in any theme.
func TestGuest(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "dropwave", "ackley"} {
		poll, p, open := room(t, name)
		v := poll.Join()
		g := NewGuest(v, func(work func()) { work() })
		settle := func(cmd tea.Cmd) {
			for cmd != nil {
				msg := cmd()
				if batch, ok := msg.(tea.BatchMsg); ok {
					for _, c := range batch {
						if c != nil {
							g.Update(c())
						}
					}
					return
				}
				cmd, _ = g.Update(msg)
			}
		}
		press := func(keys ...string) {
			t.Helper()
			for _, k := range keys {
				msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
				switch k {
				case "enter":
					msg = tea.KeyMsg{Type: tea.KeyEnter}
				case "right":
					msg = tea.KeyMsg{Type: tea.KeyRight}
				}
				cmd, _ := g.Update(msg)
				settle(cmd)
			}
		}
		th, _ := theme.Named("light")
		frame := func(w, h int) string {
			c := chart.New(w, h, chart.Terminal{Profile: chart.NoColor})
			g.Draw(c, th)
			return c.Plain()
		}
		settle(g.Refresh())
		if f := frame(80, 24); !strings.Contains(f, "has not begun") {
			t.Errorf("%s: before the game:\n%s", name, f)
		}
		poll.publish(open)
		settle(g.Refresh())
		press("right", "}", "h")
		if f := frame(100, 30); !strings.Contains(f, "Hint: value") || strings.Contains(f, " — ") {
			t.Errorf("%s: no hint of the mark:\n%s", name, f)
		}
		press("h", "enter")
		if f := frame(100, 30); !strings.Contains(f, "You voted for") || !strings.Contains(f, "The one guest has voted") {
			t.Errorf("%s: no vote:\n%s", name, f)
		}
		press("?")
		if f := frame(80, 24); !strings.Contains(f, "keys of the game") {
			t.Errorf("%s: no keys:\n%s", name, f)
		}
		press("x", "u")
		if voted, _ := poll.Count(); voted != 0 {
			t.Errorf("%s: the vote was not taken back", name)
		}
		shut := open
		shut.open, shut.looks = false, 1
		shut.board.marking, shut.board.reveal, shut.board.counted = false, true, true
		shut.board.votes = []scenarios.Point{newMark(p).at}
		shut.board.chosen = shut.board.votes[0]
		over := shut
		over.board.reveal, over.board.counted, over.board.over = false, false, true
		over.board.words = []string{"The room ends at 1."}
		for i, s := range []State{open, shut, over} {
			poll.publish(s)
			settle(g.Refresh())
			for w := 60; w <= 200; w += 35 {
				for h := 18; h <= 60; h += 7 {
					f := frame(w, h)
					if !strings.Contains(f, "you") || !strings.Contains(f, "the room") || !strings.Contains(f, "q leave") {
						t.Fatalf("%s: state %d at %dx%d:\n%s", name, i, w, h, f)
					}
				}
			}
		}
		if f := frame(40, 10); !strings.Contains(f, "needs 60 by 18") {
			t.Error(f)
		}
		if _, done := g.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q")}); !done {
			t.Error("q does not leave")
		}
		v.Leave()
	}
}

// Marks move along any parameter, by at least one of its values, and never out of
// its bounds.
func TestMarksMove(t *testing.T) {
	t.Parallel()
	p := &scenarios.Problem{Name: "p", Parameters: []scenarios.Parameter{
		{Name: "x", Low: -1, High: 3},
		{Name: "n", Low: 1, High: 4, Integer: true},
		{Name: "l", Low: 0.01, High: 100, Log: true},
		{Name: "s", High: 2, Choices: []string{"a", "b", "c"}},
		{Name: "g", Low: 0, High: 1, Step: 0.3},
	}}
	m := newMark(p)
	for i := range p.Parameters {
		for _, by := range []int{1, -1, 10, -10} {
			for k := range 2 * cells {
				was, _ := m.point()
				m.Move(i, by)
				now, _ := m.point()
				if err := p.CheckPoint(now); err != nil {
					t.Fatalf("parameter %d by %d: %v", i, by, err)
				}
				if d := (now[i] - was[i]) * float64(by); k > 0 && d < 0 {
					t.Fatalf("parameter %d by %d goes from %v to %v", i, by, was[i], now[i])
				}
			}
			at, _ := m.point()
			end := p.Parameters[i].Snap(p.Parameters[i].High)
			if by < 0 {
				end = p.Parameters[i].Low
			}
			if math.Abs(at[i]-end) > 1e-9 {
				t.Errorf("parameter %d by %d ends at %v, not at %v", i, by, at[i], end)
			}
		}
	}
	for k, want := range map[string]string{"9": "", "x": "", "2": "2"} {
		m.axis = 1
		m.off()
		m.Type("=")
		m.Type(k)
		m.Type("enter")
		if x, on := m.point(); on != (want != "") || on && fmt.Sprint(x[1]) != want {
			t.Errorf("%q typed marks %v", k, x)
		}
		m.Type("esc")
	}
}

// The leader chooses by which rule the room plays; the screen says by which.
func TestRuleOfTheRoom(t *testing.T) {
	t.Parallel()
	poll := NewPoll()
	poll.Join()
	s := New(poll)
	x := screentest.ShowStill(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), s, 120, 40)
	s.game = newRound(x.View, 1, poll)
	x.Drain(s.game.start(x.View))
	for _, words := range []string{"most near it (mode)", "nearest to the median", "nearest to the mean", "most near it (mode)"} {
		x.Shows(words)
		x.Press("v")
	}
}
