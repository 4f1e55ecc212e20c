package live

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Several suggestions may stand at once: for other machines, or because one more
// was asked for. One of them is on the screen, and each has its form.

// onScreen is the suggestion to show of those that stand: the one that was chosen
// or else the common one.
func (s *Screen) onScreen(common *study.Suggestion) *study.Suggestion {
	line := lineShown(s.out, s.chosen, common)
	if line != s.chosen {
		s.chosen = 0
	}
	if g := s.atLine(line); g != nil {
		return g
	}
	return common
}

// lineShown is the line of the suggestion to show of those that stand; 0: there is
// none.
func lineShown(out []study.Suggestion, chosen int, common *study.Suggestion) int {
	for _, g := range out {
		if g.Line == chosen {
			return chosen
		}
	}
	switch {
	case common != nil:
		return common.Line
	case len(out) > 0:
		return out[0].Line
	}
	return 0
}

// place is which of the standing suggestions is on the screen, from 0; −1: none.
func (s *Screen) place() int {
	return slices.IndexFunc(s.out, func(g study.Suggestion) bool { return s.next != nil && g.Line == s.next.Line })
}

// atLine is the suggestion of a line as it stands now; nil: it does not.
func (s *Screen) atLine(line int) *study.Suggestion {
	for i := range s.out {
		if s.out[i].Line == line {
			return &s.out[i]
		}
	}
	return nil
}

// turn shows the next of the suggestions that stand, in the charts as well.
func (s *Screen) turn(v screen.View) tea.Cmd {
	if len(s.out) < 2 {
		s.say(tonePlain, "No other suggestion stands. N asks for one more, to be measured at the same time.")
		return nil
	}
	g := s.out[(s.place()+1)%len(s.out)]
	s.next, s.chosen, s.said = &g, g.Line, said{}
	if s.deciding {
		return nil // the charts follow once that is done
	}
	return s.decide(v)
}

// oneMore asks for a suggestion to be measured at the same time as those that
// stand.
func (s *Screen) oneMore(v screen.View) tea.Cmd {
	if s.deciding || s.measuring != nil {
		s.say(tonePlain, "One thing after the other: esc stops what is under way.")
		return nil
	}
	own := 0
	for _, g := range s.out {
		if g.As == "" {
			own++
		}
	}
	live, ctx, number, key := s.live, s.start(), s.number, v.SceneKey(0)
	return func() tea.Msg { return more(ctx, live, number, key, own+1) }
}

// more asks until count suggestions stand in common, and shows the last.
func more(ctx context.Context, live *study.Live, number int, key session.SceneKey, count int) decidedMsg {
	all, err := live.AskFor(ctx, study.AskOptions{Count: count})
	chosen := 0
	if len(all) > 0 {
		chosen = all[len(all)-1].Line
	}
	msg := look(ctx, live, number, key, false, chosen)
	msg.final, msg.chosen = true, chosen
	if err != nil && msg.err == nil {
		msg.err = err
	}
	return msg
}

// whose says of the suggestion on the screen which of several it is, for whom,
// and since when; "" where there is just one, in common.
func (s *Screen) whose() string {
	g, i := s.next, s.place()
	if g == nil || i < 0 || len(s.out) == 1 && g.As == "" {
		return ""
	}
	text := fmt.Sprintf("%d of %d", i+1, len(s.out))
	if g.As != "" {
		text += ", for " + sanitize.Text(g.As)
	}
	if age := s.clock.Sub(g.Asked); !s.clock.IsZero() && age >= time.Minute {
		text += ", asked " + ago(age)
	}
	return text
}

// ago is how long something has been, in one unit.
func ago(d time.Duration) string {
	switch {
	case d < time.Hour:
		return fmt.Sprintf("%.0f min ago", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h ago", d.Hours())
	}
	return fmt.Sprintf("%.0f days ago", d.Hours()/24)
}
