package session

import (
	"math"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study"
)

// replays are computed once for all tests.
var replays = NewShared(0)

// open is a session on myopia with all that its first commands ask for
// computed.
func open(t *testing.T, names ...string) *Session {
	t.Helper()
	p, err := replays.Load("myopia", 0)
	testkit.OK(t, err)
	o := Options{Problem: p, Name: "myopia", Shared: replays}
	for _, n := range names {
		q, err := policy.Parse(n)
		testkit.OK(t, err)
		o.Policies = append(o.Policies, q)
	}
	se := New(o)
	se.Still = true
	t.Cleanup(se.Close)
	drain(t, se, se.Start())
	return se
}

// drain runs commands and what follows from them until none is left.
func drain(t *testing.T, se *Session, cmds ...tea.Cmd) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for len(cmds) > 0 {
		if time.Now().After(deadline) {
			t.Fatal("the work does not end")
		}
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case StreamMsg:
			c, _ := se.Receive(msg.Msg)
			cmds = append(cmds, c.Cmd, msg.Next)
		default:
			c, _ := se.Receive(msg)
			cmds = append(cmds, c.Cmd)
		}
	}
}

// A curve out of sight is called off, and computed when it is seen again.
func TestCurvesFollowTheEye(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	se.Tracks[1].shared = nil // computed, not remembered
	for _, sc := range se.Tracks[1].scenes {
		if sc.Key.Step == 1 {
			sc.Acquisition, sc.updates, sc.Final = nil, 0, false
		}
	}
	se.Move(1)
	cmd := se.Want()
	id := curveID{1, se.SceneKey(1)}
	if se.curves[id] == nil {
		t.Fatal("the curve on the screen is not computed")
	}
	se.Move(1) // before it has begun
	drain(t, se, se.Want(), cmd)
	if se.curves[id] != nil {
		t.Error("a curve out of sight is not called off")
	}
	if sc := se.Tracks[1].scenes[id.key]; sc.Final {
		t.Error("a curve out of sight was computed to the end")
	}
	se.Move(-1)
	drain(t, se, se.Want())
	if sc := se.Tracks[1].scenes[id.key]; !sc.Final || len(sc.Acquisition) != Samples {
		t.Errorf("the curve has %d points, final: %v", len(sc.Acquisition), sc.Final)
	}
}

// Steps and curves of an earlier run are dropped, and so are those of tracks that
// no longer exist.
func TestStaleResultsAreDropped(t *testing.T) {
	t.Parallel()
	se := open(t, "ei-puc", "b-ms-ei")
	sc := se.Tracks[1].scenes[se.SceneKey(0)]
	old := se.Run
	se.Begin(se.Problem, se.Policies[:1])
	snap := study.Snapshot{Stop: study.Running}
	for _, msg := range []tea.Msg{
		SteppedMsg{Run: old, Snap: snap, Scene: sc}, SteppedMsg{Run: se.Run, Track: 1, Snap: snap, Scene: sc},
		sceneMsg{run: old, scenes: []*Scene{sc}}, sceneMsg{run: se.Run, track: 1, scenes: []*Scene{sc}},
		curveMsg{run: old, id: curveID{0, sc.Key}, n: 9, values: sc.Acquisition, done: true}, curveMsg{run: se.Run, id: curveID{5, sc.Key}},
	} {
		if c, ok := se.Receive(msg); !ok || c.Cmd != nil || c.Look {
			t.Errorf("%T of an earlier run: %+v, %v", msg, c, ok)
		}
	}
	if tr := se.Tracks[0]; tr.Last() >= 0 || len(tr.scenes) > 0 {
		t.Error("results of an earlier run are kept")
	}
}

// What a slow decision tells on the way is looked at by one timer, as long as
// something is decided.
func TestPulses(t *testing.T) {
	t.Parallel()
	p, err := replays.Load("myopia", 0)
	testkit.OK(t, err)
	se := New(Options{Problem: p, Policies: []policy.Policy{policy.Must("b-ms-ei")}})
	defer se.Close()
	if cmd := se.Start(); cmd == nil || !se.pulsing {
		t.Fatal("nobody looks at the progress")
	}
	if se.pulse() != nil {
		t.Error("two timers look at the progress")
	}
	tr := se.Tracks[0]
	tr.told.Store(math.Float64bits(0.4))
	if share, slow := tr.Progress(); share != 0 || slow {
		t.Errorf("before any look it is at %v, slow: %v", share, slow)
	}
	for range slowPulses {
		se.Receive(PulseMsg{})
	}
	if share, slow := tr.Progress(); share != 0.4 || !slow {
		t.Errorf("after some looks it is at %v, slow: %v", share, slow)
	}
	tr.busy = false
	if c, _ := se.Receive(PulseMsg{}); c.Cmd != nil || se.pulsing {
		t.Error("an idle session keeps looking")
	}
}
