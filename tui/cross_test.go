package tui

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// crossColumns are the columns of the frame in which the crosshair is drawn; the
// budget, which looks like it, is at the end of its chart.
func crossColumns(m *Model) []int {
	c := m.Frame()
	rows := map[int]int{}
	for _, p := range m.plots.Found {
		for y := range p.Area.H {
			for x := range p.Area.W {
				if c.Cell(p.Area.X+x, p.Area.Y+y).Rune == '┊' && (p.XOf != screen.MoneyAxis || x < p.Area.W-1) {
					rows[p.Area.X+x]++
				}
			}
		}
	}
	var out []int
	for x, n := range rows {
		if n >= 3 {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return out
}

// One key is one column, with shift ten, in both columns of charts at once; the
// line stays where it is while one steps, and esc takes it away.
func TestCrosshairGoesByColumns(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "n", "[")
	press(t, m, "{")
	start := crossColumns(m)
	if len(start) != 2 {
		t.Fatalf("lines in columns %v:\n%s", start, screenText(m))
	}
	by := func(n int) {
		t.Helper()
		if got := crossColumns(m); !slices.Equal(got, []int{start[0] + n, start[1] + n}) {
			t.Errorf("lines in columns %v, want %v and %d further", got, start, n)
		}
	}
	press(t, m, "]")
	by(1)
	press(t, m, "]]]")
	by(4)
	press(t, m, "{")
	by(-6)
	press(t, m, "n", "n", "p")
	by(-6)
	press(t, m, "}", "[")
	by(3)
	for range 9 {
		press(t, m, "{")
	}
	onScreen(t, m, "x 0.000 ┊")
	for range 9 {
		press(t, m, "}")
	}
	onScreen(t, m, "x 1.000 ┊")
	press(t, m, "esc")
	if got := crossColumns(m); len(got) != 0 || m.view().CrossRows != 0 {
		t.Errorf("after esc lines in columns %v", got)
	}
	if m.screens[m.current].Name() != "compare" {
		t.Error("esc did more than that")
	}
}

// readingRow finds the numbers of a row of a reading.
var readingRow = regexp.MustCompile(`(-?[0-9.e-]+) ± ([0-9.e-]+) +c ([0-9.e-]+) .*fits ([<>]? ?[0-9]+) %`)

// Every row says what the model of its policy says at the place it names, to the
// figures shown: at each step, and wherever the line is.
func TestCrosshairTellsTheModel(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "[")
	rows := 0
	for _, key := range []string{"]", "}", "n", "}", "}", "]", "n", "{", "="} {
		if key == "=" {
			press(t, m, "=", "0", ".", "2", "2", "3", "4", "5", "enter")
		} else {
			press(t, m, key)
		}
		lines := strings.Split(screenText(m), "\n")
		h := m.h
		first := lines[h-3]
		x, err := strconv.ParseFloat(strings.Fields(first)[1], 64)
		if err != nil {
			t.Fatalf("no place in %q", first)
		}
		for i, track := range m.s.Visible() {
			s, _ := m.s.Shown(track)
			u := []model.Unit{{x}}
			f, c := s.Objective(u), s.Cost(u)
			found := readingRow.FindStringSubmatch(lines[h-3+i])
			if found == nil {
				t.Fatalf("no numbers in %q", lines[h-3+i])
			}
			want := []string{chart.Num(f.Mean[0]), chart.Num((f.High[0] - f.Low[0]) / 2), chart.Num(c.Mean[0])}
			if !slices.Equal(found[1:4], want) {
				t.Errorf("after %s, %s at %g: read %v, the model says %v", key, s.Policy.Title(), x, found[1:4], want)
			}
			rows++
		}
	}
	if rows != 18 {
		t.Errorf("%d rows were held against the model", rows)
	}
}

// A typed place is taken to the last figure, and what is none is refused with
// words.
func TestCrosshairIsTyped(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "myopia", 80, 24, "ei-puc", "b-ms-ei")
	press(t, m, "=")
	onScreen(t, m, "x = ", "enter goes there")
	for typed, words := range map[string]string{"1.5": "outside [0, 1]", "abc": "not a number", "0,5": "write 0", "": "a number is needed", "NaN": "a number is needed"} {
		press(t, m, strings.Split(typed, "")...)
		press(t, m, "enter")
		if words == "write 0" {
			words = "write 1.5, not 1,5"
		}
		onScreen(t, m, words)
		for range typed {
			press(t, m, "backspace")
		}
	}
	press(t, m, "q") // a letter, not a key
	press(t, m, "backspace", "0", ".", "1", "2", "3", "4", "5", "6", "enter")
	onScreen(t, m, "x 0.123456 ┊")
	press(t, m, "=", "7", "esc")
	onScreen(t, m, "x 0.123456 ┊")
}

// y sends the row to the terminal's clipboard, and says what it sent; where
// there is no terminal it says that.
func TestReadingIsCopied(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	var out bytes.Buffer
	m.options.Out = &out
	press(t, m, "y")
	if out.Len() > 0 {
		t.Fatalf("without a crosshair %q was sent", out.String())
	}
	press(t, m, "[", "y")
	sent, ok := strings.CutPrefix(out.String(), "\x1b]52;c;")
	sent, bell := strings.CutSuffix(sent, "\a")
	text, err := base64.StdEncoding.DecodeString(sent)
	if !ok || !bell || err != nil {
		t.Fatalf("%q was sent", out.String())
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "EI-PUC  f ") || !strings.Contains(lines[1], "B-MS-EI  f ") || !strings.Contains(lines[1], "true ") {
		t.Errorf("copied:\n%s", text)
	}
	onScreen(t, m, "copied: x 0.851  EI-PUC  f ")
	m.options.Out = nil
	press(t, m, "y")
	onScreen(t, m, "no terminal to copy to: x 0.851")
}

// The mouse moves the line where it hovers over a chart, and a click holds it
// until the next; on a map it has two coordinates.
func TestMousePointsAtValues(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m.View()
	plots := slices.Clone(m.plots.Found[1:])
	if score := m.plots.Found[0]; len(plots) != 6 || score.XOf != screen.MoneyAxis {
		t.Fatalf("charts to point at: %+v", m.plots.Found)
	}
	mouse := func(p screen.Plot, x, y int, action tea.MouseAction) {
		t.Helper()
		msg := tea.MouseMsg{X: p.Area.X + x, Y: p.Area.Y + y, Action: action}
		if action == tea.MouseActionPress {
			msg.Button = tea.MouseButtonLeft
		}
		_, cmd := m.Update(msg)
		drain(t, m, cmd)
		m.View()
	}
	at := func(x int) {
		t.Helper()
		if got, want := crossColumns(m), []int{plots[0].Area.X + x, plots[3].Area.X + x}; !slices.Equal(got, want) {
			t.Errorf("lines in columns %v, want %v", got, want)
		}
	}
	mouse(plots[0], 11, 1, tea.MouseActionMotion)
	at(11)
	mouse(plots[5], 30, 1, tea.MouseActionMotion)
	at(30)
	mouse(plots[0], -3, 1, tea.MouseActionMotion) // beside the chart
	at(30)
	mouse(plots[4], 25, 1, tea.MouseActionPress)
	mouse(plots[0], 5, 1, tea.MouseActionMotion)
	at(25)
	mouse(plots[0], 40, 1, tea.MouseActionPress)
	at(40)
	mouse(plots[0], 40, 1, tea.MouseActionPress) // the same place lets go
	mouse(plots[0], 41, 1, tea.MouseActionMotion)
	at(41)

	m = newTestModel(t, "dropwave", 120, 40, "ei-puc", "b-ms-ei")
	press(t, m, "m")
	m.View()
	i := slices.IndexFunc(m.plots.Found, func(p screen.Plot) bool { return p.YOf != screen.NoAxis })
	p := m.plots.Found[i]
	mouse(p, 20, 3, tea.MouseActionMotion)
	p = m.plots.Found[i] // lower now, for the row
	mouse(p, 20, 3, tea.MouseActionMotion)
	c := m.Frame()
	if ch := c.Cell(p.Area.X+20, p.Area.Y+3).Rune; ch != '┼' {
		t.Errorf("%q under the mouse:\n%s", ch, c.Plain())
	}
	press(t, m, "=", "1", ",", "-", "2", "enter")
	onScreen(t, m, "x1 1.00, x2 -2.00 ┊")
	press(t, m, "}", "]")
	if x, y := m.cross.At[0], m.cross.At[1]; !(x > 1) || !(y > -2) {
		t.Errorf("a column right and a row up of 1, -2 is %g, %g", x, y)
	}
}

// Whatever the screen and the size, the frame holds the row, and no number of it
// is cut; keys and sizes in any order harm nothing.
func TestCrosshairOnAllScreensAndSizes(t *testing.T) {
	testkit.SkipRace(t)
	cut := regexp.MustCompile(`[0-9.]…`)
	open := map[string]func(w, h int) *Model{
		"myopia":   func(w, h int) *Model { return newTestModel(t, "myopia", w, h, "ei-puc", "b-ms-ei") },
		"dropwave": func(w, h int) *Model { return newTestModel(t, "dropwave", w, h, "random", "ei-puc") },
		"map":      func(w, h int) *Model { return atlasModel(t, screentest.WavyMap(), w, h) },
	}
	shown := 0
	for name, f := range open {
		m := f(80, 24)
		press(t, m, "n")
		for _, size := range [][2]int{{60, 18}, {80, 24}, {99, 30}, {100, 24}, {120, 40}, {160, 48}, {220, 60}} {
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
				m.options.Terminal.Glyphs = glyphs
				for _, keys := range [][]string{{"["}, {"}"}, {"tab"}, {"]"}, {"t"}, {"right"}, {"["}, {"m"}, {"{"}, {"esc"}, {"esc"}} {
					press(t, m, keys...)
					text := screenText(m)
					lines := strings.Split(text, "\n")
					if len(lines) != size[1] {
						t.Fatalf("%s %v: %d lines", name, size, len(lines))
					}
					rows := m.cross.reading.Rows
					if !m.cross.On || len(rows) == 0 {
						continue
					}
					shown++
					row := lines[size[1]-2]
					if !strings.ContainsAny(row, "┊!") || cut.MatchString(row) {
						t.Errorf("%s %v %s after %v: %q", name, size, glyphs, keys, row)
					}
					if w, h := m.view().BodySize(); h != screen.Arrange(size[0], size[1]).Body.H-m.view().CrossRows || w != size[0]-2 {
						t.Errorf("%s %v: the body has %d by %d", name, size, w, h)
					}
				}
			}
		}
	}
	if shown < 100 {
		t.Errorf("only %d frames had a reading", shown)
	}
}

// The crosshair as it looks, for reviewing.
func TestGoldenCrosshair(t *testing.T) {
	testkit.SkipRace(t)
	for _, c := range []struct {
		problem string
		w, h    int
		glyphs  chart.Glyphs
		keys    []string
	}{
		{"myopia", 80, 24, chart.Braille, []string{"n", "n", "[", "{"}},
		{"myopia", 160, 48, chart.Braille, []string{"n", "n", "[", "{"}},
		{"myopia", 100, 30, chart.ASCII, []string{"n", "[", "{"}},
		{"dropwave", 120, 40, chart.Braille, []string{"m", "[", "[", "}"}},
		{"tree", 120, 40, chart.Braille, []string{"t", "right", "[", "{"}},
	} {
		name := fmt.Sprintf("cross-%s-%dx%d", c.problem, c.w, c.h)
		t.Run(name, func(t *testing.T) {
			problem := c.problem
			if problem == "tree" {
				problem = "myopia"
			}
			m := newTestModel(t, problem, c.w, c.h, "ei-puc", "b-ms-ei")
			m.options.Terminal.Glyphs = c.glyphs
			press(t, m, c.keys...)
			checkGolden(t, name+".txt", edged(m))
		})
	}
	t.Run("atlas", func(t *testing.T) {
		m := atlasModel(t, screentest.WavyMap(), 80, 24)
		press(t, m, "]", "]", "}")
		checkGolden(t, "cross-atlas-80x24.txt", edged(m))
	})
}

// Over the money the row says what each policy had found for it: the best of the
// evaluations that much paid for.
func TestCrosshairOverMoney(t *testing.T) {
	testkit.SkipRace(t)
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m.View()
	press(t, m, "|")
	if got := crossColumns(m); len(got) != 1 {
		t.Fatalf("lines in columns %v:\n%s", got, screenText(m))
	}
	for _, key := range []string{"[", "]", "}", "}", "}", "{", "="} {
		if press(t, m, key); key == "=" {
			press(t, m, "9", "enter")
			onScreen(t, m, "spent 9.00 ┊")
		}
		for i, track := range m.s.Columns {
			best := chart.Num(m.s.Tracks[track].Snaps()[0].Best)
			for k, s := range m.s.Tracks[track].Snaps() {
				if m.s.Tracks[track].Spent(k) <= m.cross.Money {
					best = chart.Num(s.Best)
				}
			}
			if row := m.cross.reading.Rows[i]; row.Items[0].Value != best {
				t.Errorf("after %s, at %g: %s has %v, want %s", key, m.cross.Money, row.Who, row.Items, best)
			}
		}
	}
	press(t, m, "=", "9", "9", "enter")
	onScreen(t, m, "outside [0, ")
	press(t, m, "esc", "2") // a screen without money
	onScreen(t, m, "x 0.851 ┊")
	press(t, m, "1", "|", "|")
	if got := crossColumns(m); len(got) != 2 {
		t.Errorf("back at the parameters the lines are in columns %v", got)
	}
}

// The charts of a study have the line too: in the parameters' own units, whole
// numbers by ones, and nothing of the truth. A form takes its keys as text.
func TestCrosshairOfAStudy(t *testing.T) {
	testkit.SkipRace(t)
	for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		m := openTestStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 120, 40)
		m.options.Terminal.Glyphs = glyphs
		press(t, m, "]", "]")
		x := m.cross.At[0]
		row := pressed(t, m, "]")
		if !strings.HasPrefix(row, "hours ") || !strings.Contains(row, " h ") || !strings.Contains(row, " points ") || !strings.Contains(row, " EUR ") || strings.Contains(row, "true") {
			t.Errorf("the row is %q", row)
		}
		if !(m.cross.At[0] > x) {
			t.Errorf("a column right of %g is %g", x, m.cross.At[0])
		}
		press(t, m, "a", "=", "7", "enter")
		onScreen(t, m, "loaves 7 ")
		press(t, m, "]")
		onScreen(t, m, "loaves 8 ")
		press(t, m, "=", "2", ".", "5", "enter")
		onScreen(t, m, "not a whole number")
		press(t, m, "esc", "esc")
		if m.cross.On {
			t.Error("esc left the line")
		}
		press(t, m, "]", "enter", "]", "esc", "]")
		if at := m.cross.At[1]; !m.cross.On || at != 9 {
			t.Errorf("after a form the line is at %g", at)
		}
	}
}

// pressed is the row of a reading after a key.
func pressed(t *testing.T, m *Model, key string) string {
	t.Helper()
	press(t, m, key)
	lines := strings.Split(screenText(m), "\n")
	return strings.TrimSpace(lines[len(lines)-2])
}
