package settings

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// Whatever is typed into a field of the form is refused in words, or run and
// drawn. how adds up 1 for fitted processes and 2 for a policy that looks ahead,
// with its options.
func FuzzEntries(f *testing.F) {
	const fields = 17 // of the form; they are counted round and round
	texts := []string{"", "2", "0.5", "-1", "1e16", "1e-9", "nan", "inf", "0x1p-3", "1_000", "99999999999999999999", "2,2", "3x1,2", "\x1b[2J", "\u202e1", "1,"}
	for field := range uint8(fields) {
		f.Add(field, true, byte(2), "2")
		f.Add(field, false, byte(1), "0.5")
		f.Add(field, true, byte(1), texts[int(field)%len(texts)])
	}
	const variance = 9 // where no policy has options
	for _, text := range texts {
		f.Add(uint8(variance), true, byte(0), text)
		f.Add(uint8(variance), false, byte(0), text)
	}
	fitted, _, _ := strings.Cut(screentest.Small, "[model.objective]")
	f.Fuzz(func(t *testing.T, field uint8, left bool, how byte, text string) {
		problem := screentest.Small
		if how&1 != 0 {
			problem = fitted
		}
		right := "ei"
		if how&2 != 0 {
			right = "2-b-ms-ei effort=quick"
		}
		se := screentest.OpenText(t, problem, 1, "random", right)
		s := New() // nothing is computed before something is typed: that is not what is tried here
		x := fixture{screentest.ShowStill(t, se, s, 80, 24), s, se, t}
		x.Tell(screen.EnteredMsg{})
		testkit.RunBounded(t, func(ctx context.Context) {
			rows := x.rows()
			x.s.row, x.s.col = int(field)%len(rows), 1
			if left {
				x.s.col = 0
			}
			x.s.row, x.s.col = x.s.cursor(rows)
			if rows[x.s.row].cells[x.s.col].choices != nil {
				x.Press(text) // a digit picks
			} else {
				x.Press("enter")
				x.Press("ctrl+u")
				for _, r := range text {
					x.Press(string(r))
				}
				x.Press("enter")
			}
			if x.s.edit != nil && x.s.wrong == "" {
				t.Error("refused without a word")
			}
			for _, c := range x.s.wrong {
				if c < 0x20 || c >= 0x7f && c < 0xa0 {
					t.Errorf("%q holds %U", x.s.wrong, c)
				}
			}
			cmd := x.run()
			ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond) // a tree can be large
			defer cancel()
			stop := context.AfterFunc(ctx, se.Close)
			defer stop()
			drain(ctx, x, cmd)
			c := chart.New(80, 24, chart.Terminal{Profile: chart.NoColor})
			x.Screen.Draw(x.View, c)
		})
	})
}

// drain runs commands and what follows from them until none is left, or the time
// is up.
func drain(ctx context.Context, x fixture, cmds ...tea.Cmd) {
	take := func(msg tea.Msg) tea.Cmd {
		if p, ok := msg.(session.PanicMsg); ok {
			p.Surface()
		}
		c, ok := x.se.Receive(msg)
		switch {
		case !ok:
			return x.Tell(msg)
		case c.Look:
			return tea.Batch(c.Cmd, x.Tell(screen.LookMsg{}))
		}
		return c.Cmd
	}
	for len(cmds) > 0 && ctx.Err() == nil {
		cmd := cmds[0]
		if cmds = cmds[1:]; cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case session.StreamMsg:
			cmds = append(cmds, take(msg.Msg), msg.Next)
		default:
			cmds = append(cmds, take(msg))
		}
	}
}
