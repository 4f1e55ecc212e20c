// Package predict is the prediction game: a player chooses the next points and is scored as one
// more policy, with its own budget.
//
//	predict.go  a player, who marks points and pays for them
//	score.go    scores of players and policies, and how much of them was luck
//	words.go    the same in words
//	vote.go     the marks of a room, and the one it plays
package predict

import (
	"context"
	"errors"
	"math"

	"farsight/acquisition"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// stopped is why a game ends whose player has had enough.
const stopped study.Stop = "stopped"

// Player spends a problem's budget on points of their own. The rules are those of
// policies: what overshoots ends the run and does not count.
//
// One goroutine at a time may use it; what Snapshot returns is a value.
type Player struct {
	problem  *scenarios.Problem
	settings study.Settings
	run      *study.Study
	snap     study.Snapshot
	turns    []Turn
	start    float64 // the best of the initial design; NaN: nothing was found
}

// Turn is one mark and its result.
type Turn struct {
	Row study.Row
	// foreseen is the improvement that was to be expected there, by what was
	// known when it was marked: EI, times the chance to fit and to succeed.
	foreseen float64
}

// New begins a game. Its initial design is that of every policy with this seed.
func New(ctx context.Context, p *scenarios.Problem, s study.Settings) (*Player, error) {
	run, err := study.New(ctx, p, policy.Must("random"), s) // it makes no decision
	if err != nil {
		return nil, err
	}
	pl := &Player{problem: p, settings: s, run: run}
	if err := pl.look(ctx); err != nil {
		return nil, err
	}
	pl.start = pl.snap.Best
	return pl, nil
}

// errOver says that the game has ended.
var errOver = errors.New("the game has ended")

// Play pays for a point. A point that cannot be measured changes nothing.
func (p *Player) Play(ctx context.Context, x scenarios.Point) error {
	if p.snap.Stop != study.Running {
		return errOver
	}
	if err := p.problem.CheckPoint(x); err != nil {
		return err
	}
	foreseen := Expected(&p.snap, p.problem.ToUnit(x))
	if err := p.run.Measure(ctx, x); err != nil {
		return err
	}
	if err := p.look(ctx); err != nil {
		return err
	}
	p.turns = append(p.turns, Turn{Row: p.snap.Rows[len(p.snap.Rows)-1], foreseen: foreseen})
	return nil
}

// look fits the models to what is known now, and ends the game where nothing can
// be paid for any more.
func (p *Player) look(ctx context.Context) error {
	if err := p.run.Decide(ctx); err != nil {
		return err
	}
	snap := p.run.Snapshot()
	snap.Decision = nil // made by no policy
	if snap.Stop == study.Running && snap.Fitted != nil {
		now := policy.Situation{Pair: snap.Pair(), Left: snap.Money.Left, Seed: p.settings.Seed, Step: snap.Step, Workers: max(1, p.settings.Workers), Light: true}
		why, err := policy.StopReason(ctx, now)
		if err != nil {
			return err
		}
		if why == study.NothingAffordable {
			snap.Stop = why
		}
	}
	p.snap = snap
	return nil
}

// Stop ends the game.
func (p *Player) Stop() {
	if p.snap.Stop == study.Running {
		p.snap.Stop = stopped
	}
}

// Snapshot returns the player's rows, models and budget. It has no decision.
func (p *Player) Snapshot() study.Snapshot { return p.snap }

// Turns are the marks so far.
func (p *Player) Turns() []Turn { return append([]Turn(nil), p.turns...) }

// Expected is the improvement to be expected at a unit-cube point, as far as it
// fits what is left and succeeds: EI(x) · P(c ≤ left) · P(success). It is 0 before
// there is a model.
func Expected(s *study.Snapshot, u model.Unit) float64 {
	ei := s.Improvement([]model.Unit{u})
	if ei == nil {
		return 0
	}
	success, pair := 1.0, s.Pair()
	if pair.Success != nil {
		success = pair.Success.Chance(u)
	}
	var ws model.Workspace
	return ei[0] * fits(pair.Moments(&ws, u), s.Money.Left) * success
}

// fits is the chance that a cost with these moments is at most left, its way
// paid.
func fits(m model.Moments, left float64) float64 {
	if left -= m.Way; left <= 0 {
		return 0
	}
	switch z := math.Log(left) - m.MuC; {
	case m.SdC > 0:
		return acquisition.CDF(z / m.SdC)
	case z >= -1e-9: // as near as costs are added up
		return 1
	}
	return 0
}
