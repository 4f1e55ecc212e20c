package scenarios

import (
	"context"
	"testing"
)

// guarded is a source that asks for permission.
type guarded struct {
	Code
	given bool
}

func (g guarded) Evaluate(context.Context, Point) (Evaluation, error) { return Evaluation{}, nil }

func (g guarded) Permission() *Permission {
	return &Permission{Command: "rm -r tmp", Given: g.given, Allow: func() Source { return guarded{given: true} }}
}

// A problem asks its source; without one it knows the answers itself.
func TestProblemAsksItsSource(t *testing.T) {
	t.Parallel()
	p := &Problem{Source: guarded{}}
	if p.CommandToAllow() != "rm -r tmp" || p.AllowCommands().CommandToAllow() != "" || p.CommandToAllow() == "" {
		t.Error("permission is not asked for, or given to the original")
	}
	if p.EvaluatedBy() != "code" || p.SourceKind() != "expression" || p.IsManual() {
		t.Errorf("code is %s, %s", p.EvaluatedBy(), p.SourceKind())
	}
	if o, err := p.BestKnown(); o != nil || err != nil {
		t.Errorf("the best of code is %v, %v", o, err)
	}
	known := &Problem{Optimum: &Optimum{Value: 3}, Source: guarded{}}
	if o, err := known.BestKnown(); err != nil || o.Value != 3 {
		t.Errorf("the optimum given is %v, %v", o, err)
	}
	manual := &Problem{}
	if o, err := manual.BestKnown(); o != nil || err != nil || manual.EvaluatedBy() != "a person" || manual.Permission() != nil {
		t.Errorf("a person: %v, %v, %s", o, err, manual.EvaluatedBy())
	}
}
