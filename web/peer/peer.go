// Package peer lets the explorer in one worker of a page have policies decide in
// another. Both run the same program, and speak in bytes over a channel that the
// page gives them.
//
//	peer.go    what they say
//	client.go  who asks; it is a session.Elsewhere
//	server.go  who computes
package peer

import (
	"errors"
	"slices"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/session"
)

// ask asks for a decision, or calls one off.
type ask struct {
	ID          uint64 // 0: only whether anybody is there
	Run         uint64
	Cancel      bool
	Evaluations int    // made before it
	Order       *order // nil: as it was said for this run before
}

// answer is what came of an ask, or how far it is.
type answer struct {
	ID      uint64 // 0: somebody is there
	Share   float64
	Final   bool
	Unknown bool   // the order is not known, or not any more
	Failed  string // why the run cannot go on; ""
	Made    *study.Made
}

// order is a run in words: session.Order, the problem's file with it.
type order struct {
	Name     string // of a scenario, or of the file
	Text     string // of the file; "": it is a scenario
	Altered  session.Alterations
	Policy   policy.Policy
	Seed     uint64
	Limit    int
	Light    bool
	Scenario bool
}

// newOrder puts a run into words; false: that cannot be done.
func newOrder(o session.Order, text func(*scenarios.Problem) (string, bool)) (*order, bool) {
	out := &order{Name: o.Name, Altered: o.Altered, Policy: o.Policy, Seed: o.Settings.Seed, Limit: o.Settings.Limit, Light: o.Settings.Light}
	if out.Scenario = slices.Contains(builtin.Names(), o.Name); out.Scenario {
		return out, true
	}
	var ok bool
	out.Text, ok = text(o.Problem)
	return out, ok
}

// problem is what is run; parse reads files.
func (o *order) problem(parse func(name, text string) (*scenarios.Problem, error)) (*scenarios.Problem, error) {
	var p *scenarios.Problem
	var err error
	if o.Scenario {
		p, err = builtin.Load(o.Name, o.Seed)
	} else {
		p, err = parse(o.Name, o.Text)
	}
	if err != nil {
		return nil, err
	}
	return o.Altered.Of(p), nil
}

// errStrange says that what came in is none of this package's messages.
var errStrange = errors.New("the other worker sent a message that is not understood")
