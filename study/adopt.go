package study

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"

	"farsight/model"
)

// Made holds the models and the decision of a step, which another run with the same
// evaluations can adopt instead of computing them. It can be serialised.
type Made struct {
	Measured uint64 // checksum of the run and its evaluations
	Fitted   *model.Fitted
	Decision *Decision // nil where the run has stopped
	Stop     Stop
}

// Made returns the last decision, after Decide.
func (s *Study) Made() Made { return Made{s.measured(), s.pair.Fitted(), s.decision, s.stop} }

// errOther reports that a decision is of another run.
var errOther = errors.New("what was decided elsewhere follows from other evaluations than were made here")

// Adopt uses a decision of another run instead of Decide. The policy's state is not
// included: a run that adopts one decision must adopt all.
func (s *Study) Adopt(m Made) error {
	if m.Measured != s.measured() || m.Fitted == nil || (m.Decision == nil) == (m.Stop == Running) {
		return errOther
	}
	if s.stop != Running { // the last evaluation ended this run, too
		return nil
	}
	if d := m.Decision; d != nil {
		if err := s.problem.CheckPoint(d.X); err != nil {
			return err
		}
	}
	pair, err := rebuild(s.problem, s.policy, s.rows, *m.Fitted)
	if err != nil {
		return err
	}
	pair = s.fromLast(pair)
	s.pair, s.previous, s.decision, s.stop = pair, pair.Lean(), m.Decision, m.Stop
	return nil
}

// measured returns a checksum of the run's settings and evaluations.
func (s *Study) measured() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, s.policy, s.settings.Seed, s.settings.Limit, s.settings.Light)
	add := func(values ...float64) {
		for _, v := range values {
			_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	for _, r := range s.rows {
		add(r.X...)
		add(r.Y, r.Cost, r.Move, r.Sd)
	}
	add(s.budget.Left(), s.budget.Total)
	return h.Sum64()
}
