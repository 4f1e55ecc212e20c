package session

import (
	"context"
	"errors"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// Elsewhere decides for tracks in another place, such as the second worker of a
// page, which has processors of its own.
type Elsewhere interface {
	// Begin is a run there; nil: it is to be computed here. It waits for nothing.
	Begin(o Order) Away
}

// Order is all that a run depends on.
type Order struct {
	Track    int
	Problem  *scenarios.Problem // as it was loaded
	Name     string             // what by
	Altered  Alterations        // what the settings change of it
	Policy   policy.Policy      // filled
	Settings study.Settings
}

// Away is a run that is computed elsewhere.
type Away interface {
	// Decide returns what is decided after so many evaluations, at most one more
	// than before. It tells how far it is. If ctx ends the error is its own, and
	// the same may be asked for again.
	Decide(ctx context.Context, evaluations int, tell func(share float64)) (study.Made, error)
}

// ErrGone says that nothing more comes from there.
var ErrGone = errors.New("the process that computed this is gone")
