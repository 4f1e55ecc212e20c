package live

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/study"
)

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

// measured tells what the problem's source measured, or opens the form with it
// if the study went on meanwhile.
func (s *Screen) measured(msg measuredMsg) tea.Cmd {
	if msg.number != s.measureNumber {
		return nil
	}
	s.measuring = nil
	if msg.err != nil {
		s.say(toneWarning, "Measuring did not work, and nothing was told: "+msg.err.Error())
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
