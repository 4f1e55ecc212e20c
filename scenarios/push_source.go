package scenarios

import (
	"context"
	"fmt"
	"strings"

	"farsight/scenarios/push"
)

// Push is a source that pushes a disc across a table (package push): the value
// is minus the distance of the disc's last place from a target, the cost the way
// it has to be brought back, plus 0.1.
type Push struct {
	Target     push.Point
	parameters []Parameter
}

var (
	_ Source = (*Push)(nil)
	_ Truth  = (*Push)(nil)
)

// pushNames are the parameters of a push, in order.
var pushNames = []string{"rx", "ry", "t"}

// Evaluate pushes once.
func (p *Push) Evaluate(_ context.Context, x []float64) (Evaluation, error) {
	value, cost, err := p.Truth(x)
	return Evaluation{value, cost}, err
}

// Truth is what Evaluate reveals, unpaid: the table is a simulation.
func (p *Push) Truth(x []float64) (value, cost float64, err error) {
	if err := push.Valid(x[0], x[1], x[2]); err != nil {
		return 0, 0, err
	}
	var w push.Point
	w.X, w.Y = push.Push(x[0], x[1], x[2])
	return push.Objective(w, p.Target), push.Cost(w), nil
}

// readPush reads the table [push].
func (p *parsing) readPush(s *section) {
	if target, items := s.numbers("target"); !s.has("target") {
		s.wrong("target", "is missing: where the disc should end, such as target = [3, -2]")
	} else if target != nil && len(target) != 2 {
		s.wrong("target", "needs two numbers, not %d", len(target))
	} else if target != nil {
		for i, v := range target {
			if v < -push.MaxStart || v > push.MaxStart {
				s.say(items[i].at, s.name("target"), "%v is farther than the %d a hand can reach", v, push.MaxStart)
			}
		}
		p.Source = &Push{push.Point{X: target[0], Y: target[1]}, p.Parameters}
	}
	if !p.fine {
		return
	}
	if names := parameterNames(p.Parameters); strings.Join(names, " ") != strings.Join(pushNames, " ") {
		p.top.wrong("parameter", "a push has the parameters %s, in this order, not %s", strings.Join(pushNames, ", "), strings.Join(names, ", "))
		return
	}
	x := [2][3]float64{}
	for i, par := range p.Parameters {
		x[0][i], x[1][i] = par.Low, par.High
	}
	for _, v := range x {
		if err := push.Valid(v[0], v[1], v[2]); err != nil {
			p.top.wrong("parameter", "%v", err)
			return
		}
	}
}

// pushTargets draws the targets that replications share.
const pushTargets = 0

// pushText writes the scenario with the seed's target.
func pushText(seed uint64) []byte {
	number := seed % push.TargetCount
	target := push.Targets(pushTargets)[number]
	var s strings.Builder
	fmt.Fprintf(&s, `# Robot pushing, target %d of %d: the seed chooses.
name = "push"
title = "Robot pushing: bring a disc to a target, by one push"
note = """
A hand starts at (rx, ry), is driven towards the disc in the middle of the table
for t tenths of a second and pushes it some way, if it meets it. The disc should
end at the target; what a push costs is the way to bring the disc back. Pushes
that miss are cheap and teach little. Nothing has noise, but the objective has
cliffs.
"""
budget = 200
compare = ["ei-puc", "b-ms-ei"]
`, number+1, push.TargetCount)
	units, notes := []string{"m", "m", "0.1 s"}, []string{"where the hand starts", "", "how long it is driven"}
	for i, name := range pushNames {
		fmt.Fprintf(&s, "\n[[parameter]]\nname = %q\nlow = %v\nhigh = %v\nunit = %q\n", name, push.Lower[i], push.Upper[i], units[i])
		if notes[i] != "" {
			fmt.Fprintf(&s, "note = %q\n", notes[i])
		}
	}
	fmt.Fprintf(&s, `
[objective]
goal = "maximise" # minus the distance from the target
unit = "m"

[cost]
unit = "m"

[push]
target = [%v, %v]

[optimum]
value = 0
`, target.X, target.Y)
	return []byte(s.String())
}
