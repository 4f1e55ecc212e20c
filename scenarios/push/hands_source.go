package push

import (
	"context"

	"farsight/internal/tomlfile"
	"farsight/scenarios"
)

// HandsSource is a source in which two hands push a square and a disc: the value
// is by how much both together came nearer to their goals, the cost the ways
// they have to be brought back, plus 0.1.
type HandsSource struct {
	Square, Disc Point // the goals
}

var (
	_ scenarios.Source = (*HandsSource)(nil)
	_ scenarios.Truth  = (*HandsSource)(nil)
)

// HandsKind is the section of a problem file, and the word of journals.
const HandsKind = "push14"

// Evaluate pushes once.
func (h *HandsSource) Evaluate(_ context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	value, cost, err := h.Truth(x)
	return scenarios.Evaluation{Value: value, Cost: cost}, err
}

// Truth returns the value and cost without an evaluation.
func (h *HandsSource) Truth(x scenarios.Point) (value, cost float64, err error) {
	if err := ValidHands(x); err != nil {
		return 0, 0, err
	}
	square, disc := pushBoth(x)
	value = h.most() - square.to(h.Square) - disc.to(h.Disc)
	return value, square.to(squareStart) + disc.to(discStart) + 0.1, nil
}

// most is the value of a push that brings both objects to their very goals.
func (h *HandsSource) most() float64 { return squareStart.to(h.Square) + discStart.to(h.Disc) }

// Kind is the word of journals.
func (*HandsSource) Kind() string { return HandsKind }

// EvaluatedBy says what is simulated.
func (*HandsSource) EvaluatedBy() string { return "a simulated push of two objects by two hands" }

// Text is the section [push14].
func (h *HandsSource) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[%s]", HandsKind)
	for _, g := range []struct {
		name string
		goal Point
	}{{"square", h.Square}, {"disc", h.Disc}} {
		w.Line("%s = %s", g.name, tomlfile.List([]float64{g.goal.X, g.goal.Y}, tomlfile.Number))
	}
	return scenarios.Text{Section: w.String()}, true
}

// Best is not known but by what the problem says: goals may be out of reach.
func (*HandsSource) Best() (*scenarios.Optimum, error) { return nil, nil }

// Permission is not needed.
func (*HandsSource) Permission() *scenarios.Permission { return nil }
