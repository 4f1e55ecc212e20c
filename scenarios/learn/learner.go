package learn

import (
	"context"
	"slices"
)

// Learner is a method of learning with settings that a problem may tune.
type Learner struct {
	Kind     string    // its section of a problem file, and the word of journals
	Name     string    // in messages: "a forest"
	training string    // how a point is evaluated: "training random forests"
	Tunables []tunable // the settings there are
	Rows     int       // the most it learns from; 0: maxTableRows
	// label turns the target into what is predicted of it; nil: the target itself.
	label func(y []float64) []float64
	// train learns from a table. Settings are one number for each tunable; equal
	// tables, settings and seeds give equal models.
	train func(ctx context.Context, t Table, settings []float64, seed uint64) (Model, error)
}

// Model is a trained model.
type Model interface {
	Predict(x []float64) float64
	// Work is what training took, in operations that the method counts. It does
	// not depend on the machine.
	Work() int64
}

// tunable is a setting that a problem may tune.
type tunable struct {
	name               string
	Low, High, Default float64
	Whole              bool
}

// Names lists the settings.
func (l *Learner) Names() []string {
	var names []string
	for _, t := range l.Tunables {
		names = append(names, t.name)
	}
	return names
}

// Find is the setting of a name; −1 if there is none.
func (l *Learner) Find(name string) int {
	return slices.IndexFunc(l.Tunables, func(t tunable) bool { return t.name == name })
}

// defaults are the settings whose work is the unit of cost.
func (l *Learner) defaults() []float64 {
	v := make([]float64, len(l.Tunables))
	for i, t := range l.Tunables {
		v[i] = t.Default
	}
	return v
}

// labelled is the table with what is predicted in the target's place.
func (l *Learner) labelled(t Table) Table {
	if l.label != nil {
		t.Y = l.label(t.Y)
	}
	return t
}
