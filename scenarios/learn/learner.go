package learn

import (
	"context"
	"slices"
)

// Learner is a method of learning with settings that a problem may tune.
type Learner struct {
	Kind     string    // its section of a problem file, and the word of journals
	Name     string    // in messages: "a forest"
	Training string    // how a point is evaluated: "training random forests"
	Tunables []Tunable // the settings there are
	Rows     int       // the most it learns from; 0: maxTableRows
	// Label turns the target into what is predicted of it; nil: the target itself.
	Label func(y []float64) []float64
	// Train learns from a table. Settings are one number for each tunable; equal
	// tables, settings and seeds give equal models.
	Train func(ctx context.Context, t Table, settings []float64, seed uint64) (Model, error)
}

// Model is a trained model.
type Model interface {
	Predict(x []float64) float64
	// Work is what training took, in operations that the method counts. It does
	// not depend on the machine.
	Work() int64
}

// Tunable is a setting that a problem may tune.
type Tunable struct {
	Name               string
	Low, High, Default float64
	Whole              bool
}

// Names lists the settings.
func (l *Learner) Names() []string {
	var names []string
	for _, t := range l.Tunables {
		names = append(names, t.Name)
	}
	return names
}

// Find is the setting of a name; −1 if there is none.
func (l *Learner) Find(name string) int {
	return slices.IndexFunc(l.Tunables, func(t Tunable) bool { return t.Name == name })
}

// Defaults are the settings whose work is the unit of cost.
func (l *Learner) Defaults() []float64 {
	v := make([]float64, len(l.Tunables))
	for i, t := range l.Tunables {
		v[i] = t.Default
	}
	return v
}

// labelled is the table with what is predicted in the target's place.
func (l *Learner) labelled(t Table) Table {
	if l.Label != nil {
		t.Y = l.Label(t.Y)
	}
	return t
}
