package record

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/scenarios/theorem1"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// options are an explorer of a built-in problem without colours.
func options(t testing.TB, name string, policies ...string) tui.Options {
	t.Helper()
	p, err := builtin.Load(name, 0)
	testkit.OK(t, err)
	o := tui.Options{Problem: p, Name: name, Terminal: chart.Terminal{Profile: chart.NoColor}}
	o.Theme, _ = theme.Named("dark")
	for _, n := range policies {
		q, err := policy.Parse(n)
		testkit.OK(t, err)
		o.Policies = append(o.Policies, q)
	}
	return o
}

// long marks tests of whole replays with all their curves.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: no whole replays")
	}
}

func newTestRecorder(t testing.TB, o tui.Options, take Take) *recorder {
	t.Helper()
	r, err := New(context.Background(), o, take)
	testkit.OK(t, err)
	t.Cleanup(r.Close)
	return r
}

func recorded(t testing.TB, o tui.Options, take Take) []picture.Frame {
	t.Helper()
	frames, err := newTestRecorder(t, o, take).Frames()
	testkit.OK(t, err)
	return frames
}

// explorer is one that is not recorded, with its first frame computed.
func explorer(t testing.TB, o tui.Options, w, h int) *tui.Model {
	t.Helper()
	m := tui.New(o)
	m.Session().Still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

func drain(t testing.TB, m *tui.Model, cmds ...tea.Cmd) {
	t.Helper()
	testkit.OK(t, tui.Drain(m, t.Context().Err, cmds...))
}

// A recording shows what the explorer shows after the same keys, step by step,
// and the same each time, on axes for all of them. Its title names no screens: on
// paper there is nothing to press.
func TestRecordingIsWhatTheExplorerShows(t *testing.T) {
	long(t)
	take := Take{W: 120, H: 40, Step: AllSteps}
	frames := recorded(t, options(t, "myopia", "ei-puc", "b-ms-ei"), take)
	again := recorded(t, options(t, "myopia", "ei-puc", "b-ms-ei"), take)
	m := explorer(t, options(t, "myopia", "ei-puc", "b-ms-ei"), take.W, take.H)
	if len(frames) != 6 { // EI-PUC makes five evaluations, the last of which does not fit
		t.Fatalf("%d frames, want 6", len(frames))
	}
	_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("z")})
	drain(t, m, cmd)
	// The score and the strips of z tell how it ends, those of a recording do not.
	columns := func(c chart.Still) string {
		w, h := c.Size()
		return c.Sub(chart.Rect{Y: 11, W: w, H: h - 15}).Plain()
	}
	for i, f := range frames {
		if i > 0 {
			_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRight})
			drain(t, m, cmd)
		}
		if got, want := columns(f.Canvas), columns(m.Frame().Still()); got != want {
			t.Errorf("step %d is recorded as\n%s\nand shown as\n%s", i, got, want)
		}
		if again[i].Canvas.ANSI() != f.Canvas.ANSI() || again[i].Title != f.Title {
			t.Errorf("step %d is recorded differently the second time", i)
		}
		if want := "Step " + strconv.Itoa(i) + ": "; !strings.HasPrefix(f.Title, want) {
			t.Errorf("frame %d is titled %q", i, f.Title)
		}
	}
	if want := "B-MS-EI spent 27.3 better"; !strings.Contains(frames[5].Title, want) {
		t.Errorf("the last frame is titled %q, want %q in it", frames[5].Title, want)
	}
}

// At every size a frame has that size and its parts lie in it; twins say the
// same in other colours.
func TestRecordingSizes(t *testing.T) {
	o := options(t, "myopia", "ei-puc", "b-ms-ei")
	o.Terminal = chart.Terminal{}
	light, _ := theme.Named("light")
	r := newTestRecorder(t, o, Take{W: 120, H: 40, Step: 1, Captions: true, Twin: light})
	for _, s := range [][2]int{{60, 18}, {80, 24}, {99, 30}, {100, 30}, {120, 40}, {240, 70}} {
		r.m.Update(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
		frames, err := r.Frames()
		testkit.OK(t, err)
		if len(frames) != 1 { // in narrow windows they are laid over each other
			t.Errorf("%v: %d frames, want one", s, len(frames))
		}
		for _, f := range frames {
			if w, h := f.Canvas.Size(); w != s[0] || h != s[1] {
				t.Errorf("%v: a frame of %dx%d", s, w, h)
			}
			if f.Canvas.Plain() != f.Light.Plain() {
				t.Errorf("%v: the themes do not say the same", s)
			}
			if f.Canvas.ANSI() == f.Light.ANSI() {
				t.Errorf("%v: the themes have the same colours", s)
			}
			for _, p := range f.Parts {
				if p.Rect != p.Rect.Intersect(f.Canvas.Rect()) || p.Rect.Empty() {
					t.Errorf("%v: part %+v is not in the frame", s, p)
				}
			}
		}
	}
}

// No policy that was asked for is left out.
func TestRecordingManyPolicies(t *testing.T) {
	o := options(t, "myopia", "ei", "ei-puc", "random")
	frames := recorded(t, o, Take{W: 120, H: 40, Step: 0})
	if len(frames) != 2 || !strings.HasSuffix(frames[0].Title, "(EI and EI-PUC)") || !strings.HasSuffix(frames[1].Title, "(EI and Random)") {
		t.Errorf("got %d frames: %q …", len(frames), frames[0].Title)
	}
}

// The paper's figure: for each policy three steps side by side, each the same
// charts as the explorer's.
func TestFigure2(t *testing.T) {
	long(t)
	o := options(t, "myopia", "ei-puc", "b-ms-ei")
	f, err := newTestRecorder(t, o, Take{W: FigureWidth, H: FigureHeight, Step: AllSteps}).Figure2()
	testkit.OK(t, err)
	text := f.Canvas.Plain()
	for want, n := range map[string]int{
		"step 0 ": 2, "step 1 ": 2, "step 2 ": 2, "objective ": 6, "cost, log ": 6, "expected improvement per unit of cost": 3, "value now and later (2 steps)": 3,
		"next 0.257": 1, "next 0.851": 1, "next 0.746": 1, // the points of replay's steps 1 and 3
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%q occurs %d times, want %d\n%s", want, got, n, text)
		}
	}
	if len(f.Parts) != 2 || !strings.Contains(f.Parts[1].Caption, "Step 2: B-MS-EI paid 8.98") {
		t.Errorf("parts %+v", f.Parts)
	}
	late, err := newTestRecorder(t, o, Take{W: FigureWidth, H: FigureHeight, Step: 3}).Figure2()
	if err != nil || !strings.Contains(late.Canvas.Plain(), "The run ended with step 3.") {
		t.Errorf("%v\n%s", err, late.Canvas.Plain())
	}
	if _, err := newTestRecorder(t, o, Take{W: 100, H: 40, Step: AllSteps}).Figure2(); err == nil || !strings.Contains(err.Error(), "at least 108x43 characters, not 100x40") {
		t.Errorf("a small figure: %v", err)
	}
}

// Theorem 1 has no replay: both parts are shown before and after a run, and the
// numbers are exact.
func TestRecordingTheorem(t *testing.T) {
	o := options(t, "theorem-1")
	r := newTestRecorder(t, o, Take{W: 120, H: 40, Step: AllSteps, Captions: true})
	frames, err := r.Frames()
	testkit.OK(t, err)
	if len(frames) != 4 || !strings.Contains(frames[0].Title, "part 1") || !strings.Contains(frames[3].Title, "part 2") || frames[1].Parts[0].Caption == "" {
		t.Errorf("%d frames", len(frames))
	}
	d, err := r.Data()
	testkit.OK(t, err)
	for _, x := range d.Theorem {
		n, err := theorem1.Instance{Part: x.Part, Epsilon: float64(x.Epsilon), Delta: float64(x.Delta)}.Exact()
		if err != nil || n.Ratio != float64(x.Ratio) {
			t.Errorf("%+v: %v, %v", x, n, err)
		}
	}
	if _, err := r.Figure2(); err == nil {
		t.Error("theorem 1 has a figure 2")
	}
}

// bread is a problem whose initial design is known.
const bread = `
name = "bread"
budget = 20

[[parameter]]
name = "hours"
low = 1
high = 5

[objective]
goal = "maximise"
expression = "hours"

[cost]
expression = "1"

[initial]
points = [[1.5], [2.5], [4.5]]
values = [3.0, 5.5, 4.0]
costs = [1.2, 3.1, 2.9]
`

// A study is only looked at: not a byte of it changes, and nothing is asked.
func TestRecordingStudyWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.study")
	q, _ := policy.Parse("ei")
	l, err := study.CreateLive(path, "bread.toml", []byte(bread), study.LiveSettings{Policy: q})
	testkit.OK(t, err)
	tell := func() {
		t.Helper()
		if _, err := l.Tell(l.State().Seq, study.Answer{Value: 6, Cost: 8}); err != nil {
			t.Fatal(err)
		}
	}
	ask := func() {
		t.Helper()
		if _, err := l.Ask(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	ask()
	tell()
	ask() // it stands: the explorer would show it
	for _, answered := range []bool{false, true} {
		if answered {
			tell() // the explorer would ask for another one
		}
		before, _ := os.ReadFile(path)
		open, err := study.OpenLive(path, journal.Settings{})
		testkit.OK(t, err)
		o := options(t, "myopia") // for its looks
		o.Problem, o.Policies, o.Live = open.Problem(), []policy.Policy{open.Policy()}, open
		r := newTestRecorder(t, o, Take{W: 120, H: 40, Step: AllSteps, Captions: true})
		frames, err := r.Frames()
		testkit.OK(t, err)
		d, err := r.Data()
		testkit.OK(t, err)
		after, _ := os.ReadFile(path)
		if !bytes.Equal(before, after) {
			t.Error("the study was written to")
		}
		steps := 1
		if answered {
			steps = 2
		}
		if len(frames) != 1 || !strings.HasPrefix(frames[0].Parts[0].Caption, "EI paid 8.00") || strings.Contains(frames[0].Canvas.Plain(), "true") {
			t.Errorf("%d frames; caption %q; the truth of a study is not known:\n%s", len(frames), frames[0].Parts[0].Caption, frames[0].Canvas.Plain())
		}
		if p := d.Policies[0]; len(p.Evaluations) != 3+steps || len(p.Steps) != 1 || p.Steps[0].Step != steps || (p.Steps[0].Next == nil) != answered || len(p.Steps[0].Slice.X) != session.Samples || p.Steps[0].Slice.Objective.True != nil {
			t.Errorf("%d evaluations, %d steps", len(p.Evaluations), len(p.Steps))
		}
	}
}

// A recording that nobody waits for ends.
func TestRecordingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options(t, "dropwave", "b-ms-ei")
	_, err := New(ctx, o, Take{W: 120, H: 40, Progress: func(_ string, step int) {
		if step == 1 {
			time.AfterFunc(10*time.Millisecond, cancel) // amid a decision
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
