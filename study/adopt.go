package study

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"

	"farsight/model"
)

// Made is what a study has come to believe and decided at a step. Another that
// has made the same evaluations can go by it instead of computing it. All of it
// can be written down.
type Made struct {
	Measured uint64 // sum of the run and of the evaluations it follows from
	Fitted   *model.Fitted
	Decision *Decision // nil where the run has stopped
	Stop     Stop
}

// Made is what was decided last; it is of use once Decide has returned.
func (s *Study) Made() Made { return Made{s.measured(), s.pair.Fitted(), s.decision, s.stop} }

// errOther says that a decision is not of this run.
var errOther = errors.New("what was decided elsewhere follows from other evaluations than were made here")

// Adopt goes by what was decided elsewhere, as if Decide had. The policy's own
// memory is not brought along: who has adopted a decision adopts them all.
func (s *Study) Adopt(m Made) error {
	if m.Measured != s.measured() || m.Fitted == nil || (m.Decision == nil) == (m.Stop == Running) {
		return errOther
	}
	if s.stop != Running { // the last evaluation has ended it here as well
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
	pair = s.standing(pair)
	s.pair, s.previous, s.decision, s.stop = pair, pair.Lean(), m.Decision, m.Stop
	return nil
}

// measured sums up whose run it is and its evaluations, bit by bit.
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
