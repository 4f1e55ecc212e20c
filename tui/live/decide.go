package live

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// decidedMsg brings the models of the study and, once it is decided, the suggestion.
type decidedMsg struct {
	number     int
	read       reading
	snap       study.Snapshot
	scene      *session.Scene
	evidence   *evidence
	suggestion *study.Suggestion
	line       int  // of the suggestion that snap has as its decision; 0: none
	chosen     int  // line of the suggestion to show; 0: the one that was
	final      bool // the suggestion has been asked for
	err        error
	ctx        context.Context
}

// decide shows what is known now and then asks for the next point.
func (s *Screen) decide(v screen.View) tea.Cmd {
	ctx := s.start()
	number, live, key, turns, chosen := s.number, s.live, v.SceneKey(0), v.Turns(), s.chosen
	return func() tea.Msg {
		work, end, err := turns.Begin(ctx) // many may watch one study
		if err != nil {
			return decidedMsg{number: number, read: readStudy(live), err: err, ctx: ctx}
		}
		defer end()
		msg := look(work, live, number, key, false, chosen)
		msg.ctx = ctx
		return msg
	}
}

// start begins a decision in place of the one in progress.
func (s *Screen) start() context.Context {
	s.halt()
	ctx, cancel := context.WithCancel(s.ctx)
	s.number++
	s.stop, s.deciding, s.stopped, s.trouble, s.ended = cancel, true, false, "", study.Running
	s.started = time.Now()
	return ctx
}

// look fits the models to the current study. If there is no suggestion it asks for one first, which
// takes a decision. Of several suggestions it shows the chosen line.
func look(ctx context.Context, live *study.Live, number int, key session.SceneKey, ask bool, chosen int) decidedMsg {
	msg := decidedMsg{number: number, final: ask, ctx: ctx}
	if ask {
		if _, msg.err = live.Ask(ctx); msg.err != nil {
			msg.read = readStudy(live)
			return msg
		}
	}
	if g, ok := live.Pending(); ok {
		msg.suggestion, msg.final = &g, true
	}
	msg.line = lineShown(live.AllPending(), chosen, msg.suggestion)
	if msg.snap, msg.err = live.SnapshotAt(ctx, msg.line); msg.err == nil {
		msg.snap = session.Measured(msg.snap)
		key.Step = msg.snap.Step
		msg.scene = session.NewScene(&msg.snap, key)
		msg.evidence = newEvidence(live, &msg.snap, key)
		if r := msg.snap.Recommended; r != nil {
			r.Interval() // here, and not while a frame is drawn
		}
	}
	msg.read = readStudy(live)
	return msg
}

// decided takes models and suggestion in.
func (s *Screen) decided(v screen.View, msg decidedMsg) (w screen.Wants) {
	changed := s.takeIn(msg.read)
	if msg.number != s.number {
		if changed && !s.deciding {
			w.Cmd = s.decide(v)
		}
		return w
	}
	var end study.EndedError
	var wait *study.WaitError
	if msg.chosen != 0 {
		s.chosen = msg.chosen
	}
	switch {
	case errors.As(msg.err, &wait):
		s.deciding, s.next = false, s.onScreen(nil)
		s.say(tonePlain, "No more for now: "+wait.Error())
		s.forget()
		return w
	case errors.As(msg.err, &end):
		s.deciding, s.ended, s.next = false, end.Stop, nil
		s.forget()
		return w
	case msg.err != nil:
		s.deciding = false
		if msg.ctx.Err() == nil {
			s.trouble = "No suggestion could be made: " + msg.err.Error()
		}
		s.forget()
		return w
	}
	s.next = s.onScreen(msg.suggestion)
	s.snap, s.scene, s.evidence = &msg.snap, msg.scene, msg.evidence
	if v.IsLive() {
		w.Study = &screen.Study{Problem: s.problem, Policy: s.policy, Snap: s.snap, Scene: s.scene}
	}
	switch {
	case !msg.final && s.watch:
		s.watched()
		return w
	case !msg.final:
		number, live, key, chosen := s.number, s.live, v.SceneKey(0), s.chosen
		w.Cmd = func() tea.Msg { return look(msg.ctx, live, number, key, true, chosen) }
		return w
	case msg.suggestion == nil: // another process was faster
		s.forget()
	}
	s.deciding = false
	w.Cmd = s.deliver()
	if s.next != nil && s.next.Line != msg.line { // another was chosen meanwhile
		w.Cmd = tea.Batch(w.Cmd, s.decide(v))
	}
	return w
}

// halt ends the decision in progress.
func (s *Screen) halt() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
	s.deciding = false
}

// Several suggestions may be pending: for other machines, or because one more was requested. One of
// them is on the screen, and each has its form.

// onScreen is the pending suggestion to show: the chosen one or else the one without an owner.
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

// lineShown is the line of the pending suggestion to show; 0: there is none.
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

// place is the index of the pending suggestion on the screen, from 0; −1: none.
func (s *Screen) place() int {
	return slices.IndexFunc(s.out, func(g study.Suggestion) bool { return s.next != nil && g.Line == s.next.Line })
}

// atLine is the pending suggestion of a line; nil: it is not pending.
func (s *Screen) atLine(line int) *study.Suggestion {
	for i := range s.out {
		if s.out[i].Line == line {
			return &s.out[i]
		}
	}
	return nil
}

// turn shows the next pending suggestion, in the charts as well.
func (s *Screen) turn(v screen.View) tea.Cmd {
	if len(s.out) < 2 {
		s.say(tonePlain, "No other suggestion is pending. N asks for one more, to be measured at the same time.")
		return nil
	}
	g := s.out[(s.place()+1)%len(s.out)]
	s.next, s.chosen, s.said = &g, g.Line, said{}
	if s.deciding {
		return nil // the charts follow once that is done
	}
	return s.decide(v)
}

// oneMore asks for a suggestion to be measured at the same time as the pending ones.
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

// more asks until count suggestions without an owner are pending, and shows the last.
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

// whose describes the suggestion on the screen: which of several it is, its owner, and its age; ""
// if there is just one, without an owner.
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

// evaluate measures the suggestion, if it can be.
func (s *Screen) evaluate() tea.Cmd {
	if s.measuring != nil || s.next == nil || s.writing != writeNothing {
		return nil
	}
	if command := s.problem.CommandToAllow(); command != "" {
		s.say(toneWarning, "This study measures with a command, which is not allowed yet: "+command+"   Open it with --allow-commands if you trust it.")
		return nil
	}
	s.said = said{}
	return s.measure()
}

// measuredMsg is what the problem's own source measured.
type measuredMsg struct {
	number     int
	suggestion study.Suggestion
	seq        int
	value      float64
	cost       float64
	sd         float64
	note       string
	err        error
}

// measure evaluates the suggestion with the problem's own source.
func (s *Screen) measure() tea.Cmd {
	ctx, cancel := context.WithCancel(s.ctx)
	s.measureNumber++
	s.measuring, s.measureStarted = cancel, time.Now()
	live, number, g, seq := s.live, s.measureNumber, *s.next, s.state.Seq
	return func() tea.Msg {
		defer cancel()
		e, err := live.Evaluate(ctx, g)
		return measuredMsg{number, g, seq, e.Value, e.Cost, e.Sd, e.Note, err}
	}
}

// measured records the measurement of the problem's source, or opens the form with it if the study
// changed meanwhile.
func (s *Screen) measured(msg measuredMsg) tea.Cmd {
	if msg.number != s.measureNumber {
		return nil
	}
	s.measuring = nil
	if msg.err != nil {
		s.say(toneWarning, "Measuring failed, and nothing was recorded: "+msg.err.Error())
		return nil
	}
	f := newTell(s, &msg.suggestion, false)
	f.seq, f.Edited = msg.seq, true
	f.Find(valueField).Put(msg.value)
	f.Find(costField).Put(msg.cost)
	if f.known = msg.sd; msg.sd > 0 {
		f.Find(sdField).Put(msg.sd)
	}
	f.Find(failedField).On = math.IsNaN(msg.value)
	f.Find(noteField).Line.Set(sanitize.Text(msg.note))
	f.source = s.problem.SourceKind()
	if s.form != nil || s.writing != writeNothing {
		s.aside = f
		s.say(tonePlain, "Measured; leave this form and press enter to see and save it.")
		return nil
	}
	s.form = f
	return s.save()
}

// expectMsg is what the models expect at settings that are being typed.
type expectMsg struct {
	form *entry
	x    []float64
	e    *study.Expectation
}

// expect predicts what the point being typed will give, once all of it is
// there.
func (s *Screen) expect() tea.Cmd {
	f, snap := s.form, s.snap
	if f == nil || f.x != nil || f.kind != tellEntry || snap == nil || snap.Fitted == nil || !f.hasPoint() {
		return nil
	}
	x := f.point()
	return func() tea.Msg { return expectMsg{f, x, expectAt(snap, x)} }
}

// expectAt is the prediction of a snapshot's models at a point in problem units. Whether it fits is
// computed when it is shown: the budget may change meanwhile.
func expectAt(s *study.Snapshot, x []float64) *study.Expectation {
	u := []model.Unit{s.Problem.ToUnit(x)}
	f, c := s.Outcome(u), s.Cost(u)
	e := &study.Expectation{
		Value: f.Mean[0], ValueLow: f.Low[0], ValueHigh: f.High[0],
		Cost: c.Mean[0], CostLow: c.Low[0], CostHigh: c.High[0], Success: 1, Acquisition: math.NaN(),
	}
	if chance := s.Success(u); chance != nil {
		e.Success = chance[0]
	}
	if ways := s.Ways(u); ways != nil {
		e.Move = ways[0]
	}
	return e
}
