package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"farsight/internal/golden"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
)

// otherTrees are those of the flags --steps and --shape, on which the reference has
// not raced.
type otherTrees struct {
	steps int
	text  string
}

// shape is nil if the trees are the reference's own.
func (o *otherTrees) shape() (*fantasy.Shape, error) {
	var s fantasy.Shape
	switch {
	case o.steps == 0 && o.text == "":
		return nil, nil
	case o.steps != 0 && o.text != "":
		return nil, errors.New("--steps and --shape: give one of them")
	case o.text != "":
		var err error
		if s, err = fantasy.ParseShape(fantasy.Sampled, o.text); err != nil {
			return nil, fmt.Errorf("--shape: %w", err)
		}
	case o.steps < 1:
		return nil, fmt.Errorf("--steps %d: must be at least 1", o.steps)
	default:
		s = fantasy.DefaultShape(fantasy.Sampled, o.steps)
	}
	if err := s.Check(false); err != nil {
		return nil, err
	}
	return &s, nil
}

// raceOthers are the races on trees of another shape, cases with the same data
// once: what the paper's protocol reaches there is the value to beat.
func raceOthers(ctx context.Context, races []golden.Race, shape fantasy.Shape) ([]golden.Race, error) {
	var out []golden.Race
next:
	for i, r := range races {
		for _, o := range out {
			if r.BudgetLeft == o.BudgetLeft && reflect.DeepEqual(r.Data, o.Data) && reflect.DeepEqual(r.Hyper, o.Hyper) {
				continue next
			}
		}
		s, err := raceState(r)
		if err != nil {
			return nil, fmt.Errorf("race %d: %w", i, err)
		}
		f, err := shape.Draw(uint64(r.Seed), false)
		if err != nil {
			return nil, fmt.Errorf("race %d: %w", i, err)
		}
		r.BaseSamples = nil
		for _, stage := range f {
			r.BaseSamples = append(r.BaseSamples, stage.Z)
		}
		start := time.Now()
		t, err := lookahead.Maximise(ctx, s, raceSamples(r), lookahead.Settings{Effort: lookahead.PaperEffort})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		r.Value = t.Value
		r.Runs = []golden.Run{{Value: t.Value, Seconds: time.Since(start).Seconds()}}
		out = append(out, r)
	}
	return out, nil
}
