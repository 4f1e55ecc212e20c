package settings

import (
	"context"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/watchdogtest"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

// Whatever is typed into a field of the form is refused in words, or run and
// drawn.
func FuzzEntries(f *testing.F) {
	fields := 24 // more than the form has: they are counted round and round
	for field := range fields {
		for _, text := range []string{"1", "2", "0.5", "", "4", "1e-4"} {
			f.Add(uint8(field), field%2 == 0, text)
		}
	}
	for field := range fields {
		for _, text := range []string{"-1", "1e16", "1e-9", "nan", "inf", "0x1p-3", "1_000", "99999999999999999999", "2,2", "3x1,2", "\x1b[2J", "\u202e1", "1,"} {
			f.Add(uint8(field), true, text)
		}
	}
	f.Fuzz(func(t *testing.T, field uint8, left bool, text string) {
		se := screentest.OpenText(t, screentest.Small, 2, "ei", "2-b-ms-ei effort=quick")
		x := fixture{screentest.Show(t, se, New(), 80, 24), nil, se, t}
		x.s = x.Screen.(*Screen)
		watchdogtest.Run(t, func(ctx context.Context) {
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
			if x.s.editing && x.s.wrong == "" {
				t.Error("refused without a word")
			}
			for _, c := range x.s.wrong {
				if c < 0x20 || c >= 0x7f && c < 0xa0 {
					t.Errorf("%q holds %U", x.s.wrong, c)
				}
			}
			cmd := x.run()
			stop := context.AfterFunc(ctx, se.Close) // a tree can be large
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
