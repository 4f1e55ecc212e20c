package screentest

import (
	"testing"

	"farsight/policy"
	"farsight/study"
	"farsight/tui/session"
)

// Decided is a session on a built-in problem that knows a policy's first
// decision and computes no further.
func Decided(t testing.TB, name string, q policy.Policy) *session.Session {
	t.Helper()
	p, err := replays.Load(name, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := study.New(t.Context(), p, q, study.Settings{})
	if err == nil {
		err = run.Decide(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	snap := run.Snapshot()
	se := session.New(session.Options{Problem: p, Policies: []policy.Policy{q}})
	se.Still = true
	t.Cleanup(se.Close)
	se.Receive(session.SteppedMsg{Run: se.Run, Snap: snap, Scene: session.NewScene(&snap, se.SceneKey(0))})
	return se
}
