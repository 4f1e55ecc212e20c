package session

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/study"
)

// View is a session as screens see it: it answers, and changes nothing. It is
// Update's and Draw's; work in the background captures what it needs.
type View struct{ se *Session }

// View is the session to look at.
func (se *Session) View() View { return View{se} }

// Problem is the one being run, with the settings' changes in it.
func (v View) Problem() *scenarios.Problem { return v.se.Problem }

// Base is the problem as it was loaded.
func (v View) Base() *scenarios.Problem { return v.se.Base }

// Name is what the problem was loaded by; "": nothing one could load again.
func (v View) Name() string { return v.se.Name }

// Settings are those of the run, with as many evaluations as it may make.
func (v View) Settings() study.Settings { return v.se.bounded(v.se.Settings) }

// Plan is what is being run, First what the problem was opened with.
func (v View) Plan() Plan  { return v.se.Plan() }
func (v View) First() Plan { return v.se.First }

// Loading is what is known of problems on their way in.
func (v View) Loading() Loading { return v.se.Loading }

// Finder finds problems, as far as they are for this user.
func (v View) Finder() func(name string, seed uint64) (*scenarios.Problem, error) {
	return v.se.Finder()
}

// Guest tells whether the user is not the host's: files are not for guests.
func (v View) Guest() bool { return v.se.options.Guest }

// Run is the number of the run: what was computed for another is stale.
func (v View) Run() int { return v.se.Run }

// IsLive tells whether a study is shown, not a replay.
func (v View) IsLive() bool { return v.se.IsLive() }

// Track is a policy's replay as far as it is computed; Tracks is how many
// there are.
func (v View) Track(i int) *Track { return v.se.Tracks[i] }
func (v View) Tracks() int        { return len(v.se.Tracks) }

// Visible are the tracks whose charts are computed, Focused the one that screens of one
// policy show.
func (v View) Visible() []int { return v.se.Visible() }
func (v View) Focused() int   { return v.se.Focused() }

// Columns are the tracks that take part, in the order they are shown; Waiting is
// how many of them have no column of their own, for Overlaid tells whether all
// are laid over each other.
func (v View) Columns() []int            { return v.se.Columns }
func (v View) Waiting() int              { return v.se.Waiting() }
func (v View) Overlaid(narrow bool) bool { return v.se.OverEachOther(narrow) }

// SideBySide are the tracks in the columns there is room for.
func (v View) SideBySide() []int { return v.se.SideBySide() }

// Left and Right are the first two columns; the same where there is one.
func (v View) Left() int  { return v.se.column(0) }
func (v View) Right() int { return v.se.column(1) }

// Shown is the snapshot and the scene a track shows now; nil while they are
// being computed.
func (v View) Shown(track int) (*study.Snapshot, *Scene) { return v.se.Shown(track) }

// Motion is where a snapshot that is shown comes from while the step to it is
// under way, and the share of the way gone.
func (v View) Motion(s *study.Snapshot) (from *study.Snapshot, share float64, ok bool) {
	return v.se.motionTo(s)
}

// StepOf is the step a track shows.
func (v View) StepOf(track int) int { return v.se.StepOf(track) }

// Revealed is the last step of a track that charts may show: nothing tells how a
// run ends before it was played, or asked for.
func (v View) Revealed(track int) int { return v.se.Revealed(track) }

// Step and Money are the position; which of them counts ByMoney says.
func (v View) Step() int      { return v.se.Step }
func (v View) Money() float64 { return v.se.Money }
func (v View) ByMoney() bool  { return v.se.ByMoney }

// AtEnd tells whether there is nothing further to step to.
func (v View) AtEnd() bool { return v.se.AtEnd() }

// Axis is the parameter that slices go along, ViaBest tells whether they go
// through the incumbent.
func (v View) Axis() int     { return v.se.Axis }
func (v View) ViaBest() bool { return v.se.ViaBest }

// SceneKey is the key of a step's scene as the charts are set now.
func (v View) SceneKey(step int) SceneKey { return v.se.SceneKey(step) }

// Extent is the range of the shared axes: of the steps in the columns, or of the
// whole replay as far as it is computed, if Whole.
func (v View) Extent() Extent { return v.se.extent() }
func (v View) Whole() bool    { return v.se.Whole }

// Stopped tells whether the user stopped the work: nothing may be computed.
func (v View) Stopped() bool { return v.se.Stopped }

// Still tells whether there are no timers.
func (v View) Still() bool { return v.se.Still }

// Context ends with the run.
func (v View) Context() context.Context { return v.se.ctx }

// InTurn is a command that computes something short, in its turn.
func (v View) InTurn(cmd tea.Cmd) tea.Cmd { return v.se.InTurn(cmd) }

// Turns are for work in the background that takes long.
func (v View) Turns() Turns { return v.se.turns() }
