package builtin

import (
	"farsight/scenarios/push"
	"fmt"
	"strings"
)

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
	for i, name := range push.Names {
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
