package tui

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/session"
)

// BenchmarkFrame is a whole frame: what BenchmarkPaint looks for changes in.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {160, 48}, {220, 60}} {
		m := newTestModel(b, "myopia", size[0], size[1], "ei-puc", "b-ms-ei")
		m.options.Terminal = chart.Terminal{}
		press(b, m, "n", "n")
		for _, screen := range []string{"compare", "focus", "tree", "predict"} {
			drain(b, m, m.show(screen))
			b.Run(fmt.Sprintf("%s-%dx%d", screen, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.Still()
				}
			})
		}
	}
}

// BenchmarkStep is a key and the frame that answers it.
func BenchmarkStep(b *testing.B) {
	m := newTestModel(b, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m.options.Terminal = chart.Terminal{}
	keys := []tea.KeyMsg{keyMsg("n"), keyMsg("p")}
	i := 0
	for b.Loop() {
		m.Update(keys[i%2])
		m.Still()
		i++
	}
}

// BenchmarkPaint is what of a step's frame the terminal is sent, found among what
// it shows: bytes with nothing moving, and the time beside drawing the frame.
func BenchmarkPaint(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {160, 48}, {220, 60}} {
		m := newTestModel(b, "myopia", size[0], size[1], "ei-puc", "b-ms-ei")
		m.options.Terminal = chart.Terminal{}
		var frames []chart.Still
		for range 5 {
			frames = append(frames, m.Frame().Still())
			m.Update(keyMsg("n"))
		}
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			var s paint.Screen
			s.Resize(size[0], size[1])
			var buf []byte
			for _, f := range frames {
				buf = s.Append(buf[:0], f, false, false)
			}
			bytes, steps := 0, 0
			for i := 0; b.Loop(); i = (i + 1) % (2*len(frames) - 2) { // forth and back
				buf = s.Append(buf[:0], frames[min(i, 2*len(frames)-2-i)], false, false)
				bytes, steps = bytes+len(buf), steps+1
			}
			b.ReportMetric(float64(bytes)/float64(steps), "bytes/step")
		})
	}
}

// longReplay is an explorer on replays of a thousand evaluations, made up of the
// first steps of short ones: what it takes to compute them is no matter here.
func longReplay(t testing.TB, steps, w, h int) *Model {
	t.Helper()
	full := newTestModel(t, "myopia", w, h, "ei-puc", "b-ms-ei")
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	for i, tr := range full.s.Tracks {
		snap, scene := tr.Snaps()[1], tr.Scene(full.s.SceneKey(1))
		rows := append([]study.Row(nil), snap.Rows[:len(snap.Rows)-1]...)
		total := snap.Money.Total
		for k := range steps {
			if k > 0 {
				row := snap.Rows[len(snap.Rows)-1]
				row.Cost = total / float64(2*steps)
				row.Remaining = total - float64(k)*row.Cost
				rows = append(rows, row)
			}
			s, sc := snap, *scene
			s.Rows, s.Step, s.Evaluations = rows[:len(rows):len(rows)], k, k
			s.Money.Left = total * (1 - float64(k)/float64(2*steps))
			s.Money.Spent = total - s.Money.Left
			sc.Key.Step = k
			m.Update(session.SteppedMsg{Run: m.s.Run, Track: i, Snap: s, Scene: &sc})
		}
	}
	return m
}

// A step back in replays of a thousand evaluations, from the key to the frame, on
// every screen that shows one.
func BenchmarkLongReplayFrame(b *testing.B) {
	for _, money := range []bool{false, true} {
		for _, key := range []string{"1", "2", "3"} {
			b.Run(fmt.Sprintf("money=%v/screen=%s", money, key), func(b *testing.B) {
				m := longReplay(b, 1000, 160, 48)
				m.s.GoTo(true)
				m.Update(keyMsg(key))
				if money {
					m.s.TogglePace()
				}
				m.View()
				n := 0
				for b.Loop() {
					if n++; n%400 == 0 {
						m.s.GoTo(true)
					}
					m.Update(tea.KeyMsg{Type: tea.KeyLeft})
					m.Still()
				}
			})
		}
	}
}
