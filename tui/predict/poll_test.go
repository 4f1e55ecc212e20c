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
	r.Include(NewScene(snap, 0, NewMark(p).at, false))
	you := pl.Score("the room")
	you.You = true
	return NewPoll(), p, State{Game: 1, Open: true, Hues: []int{0}, Board: Board{
		Problem: p, Snap: &snap, Range: r, Marking: true, All: []Contestant{{Score: you, Known: true, Shape: chart.MarkYou}},
	}}
}

// Votes count while the vote is open, for the look that is voted on, at points of
// the problem, once for each voter; they go with whoever leaves.
func TestVotes(t *testing.T) {
	t.Parallel()
	poll, _, open := room(t, "myopia")
	early := poll.Join() // before anything is known
	if early.Vote(1, 0, scenarios.Point{0.5}) {
		t.Error("a vote counts before there is one")
	}
	poll.Publish(open)
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
	late.Unvote()
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
	poll.Publish(open)
	a, b := poll.Join(), poll.Join()
	a.Vote(1, 0, scenarios.Point{0.75})
	b.Vote(1, 0, scenarios.Point{0.2})
	poll.pay(t.Context(), p, 1, poll.close())
	shut := open
	shut.Open, shut.Looks = false, 1
	poll.Publish(shut)
	late := poll.Join()
	sa, sb, sl := a.Look(), b.Look(), late.Look()
	if sa.Place != 1 || sb.Place != 2 || sl.Place != 2 || sa.Account.Best < 1.5 || sb.Account.Best != sl.Account.Best {
		t.Errorf("places %d, %d and %d with %v, %v and %v", sa.Place, sb.Place, sl.Place, sa.Account.Best, sb.Account.Best, sl.Account.Best)
	}
	if sl.From != 1 || sl.Account.Left != p.Budget || sa.Account.Left > p.Budget-8 {
		t.Errorf("left are %v and, to one who came after %d, %v", sa.Account.Left, sl.From, sl.Account.Left)
	}
	again := open
	again.Game = 2
	poll.Publish(again)
	if s := a.Look(); s.Account.Left != p.Budget || s.From != 0 {
		t.Errorf("another game begins with %+v", s.Account)
	}
	poll.pay(t.Context(), p, 1, []ballot{{a, scenarios.Point{0.7}}}) // of the game before
	if s := a.Look(); len(s.Account.Spent) != 0 {
		t.Error("a vote of another game was paid")
	}
}

// Many come, vote, look and leave while votes are opened and closed: for the race
// detector.
func TestManyVoteAtOnce(t *testing.T) {
	t.Parallel()
	poll, p, open := room(t, "myopia")
	poll.Publish(open)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for range 20 {
				v := poll.Join()
				s := v.Look()
				v.Vote(s.Game, s.Looks, scenarios.Point{float64(i) / 20})
				if i%3 == 0 {
					v.Unvote()
				}
				v.Look()
				v.Leave()
			}
		})
	}
	for k := range 50 {
		votes := poll.close()
		poll.pay(t.Context(), p, 1, votes)
		open.Looks = k
		poll.Publish(open)
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
		poll.Publish(open)
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
		shut.Open, shut.Looks = false, 1
		shut.Board.Marking, shut.Board.Reveal, shut.Board.Counted = false, true, true
		shut.Board.Votes = []scenarios.Point{NewMark(p).at}
		shut.Board.Chosen = shut.Board.Votes[0]
		over := shut
		over.Board.Reveal, over.Board.Counted, over.Board.Over = false, false, true
		over.Board.Words = []string{"The room ends at 1."}
		for i, s := range []State{open, shut, over} {
			poll.Publish(s)
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
	m := NewMark(p)
	for i := range p.Parameters {
		for _, by := range []int{1, -1, 10, -10} {
			for k := range 2 * cells {
				was, _ := m.Point()
				m.Move(i, by)
				now, _ := m.Point()
				if err := p.CheckPoint(now); err != nil {
					t.Fatalf("parameter %d by %d: %v", i, by, err)
				}
				if d := (now[i] - was[i]) * float64(by); k > 0 && d < 0 {
					t.Fatalf("parameter %d by %d goes from %v to %v", i, by, was[i], now[i])
				}
			}
			at, _ := m.Point()
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
		m.Off()
		m.Type("=")
		m.Type(k)
		m.Type("enter")
		if x, on := m.Point(); on != (want != "") || on && fmt.Sprint(x[1]) != want {
			t.Errorf("%q typed marks %v", k, x)
		}
		m.Type("esc")
	}
}
