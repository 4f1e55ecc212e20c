package theme

import "farsight/tui/chart"

// theme turns a written palette into a Theme: colours with their stand-ins among sixteen.
func (k inks) theme() Theme {
	// the sixteen by meaning; bright ones on dark, dark ones on light
	const black, red, green, yellow, blue, magenta, cyan, white, bright = 0, 1, 2, 3, 4, 5, 6, 7, 8
	hue := func(s string, n int) chart.Color {
		if k.dark {
			n |= bright
		}
		return chart.Hex(s).Or16(n)
	}
	ink, quiet, strong, faint := white, white, white|bright, black|bright
	key, cost, next, runner, bad := yellow, yellow, yellow, yellow, red
	if !k.dark { // yellow cannot be read on white
		ink, quiet, strong, faint = black, black|bright, black, black|bright
		key, cost, next, runner, bad = blue, red, black, black|bright, red|bright
	}
	t := Theme{
		Name: k.name, Dark: k.dark,
		Background: chart.Hex(k.background), Text: chart.Hex(k.text).Or16(ink), Muted: chart.Hex(k.muted).Or16(quiet),
		Title: chart.Hex(k.title).Or16(strong), Key: hue(k.key, key), Good: hue(k.good, green), Warning: hue(k.warning, cost),
		Objective: hue(k.objective, blue), Cost: hue(k.cost, cost), Acquisition: hue(k.acquisition, magenta),
		Truth:  chart.Hex(k.truth).Or16(quiet),
		Newest: chart.Hex(k.newest).Or16(strong), Older: chart.Hex(k.older).Or16(quiet), Initial: chart.Hex(k.initial).Or16(faint),
		Incumbent: hue(k.incumbent, green), Next: hue(k.next, next), RunnerUp: chart.Hex(k.runnerUp).Or16(runner),
		Unaffordable: chart.Hex(k.unaffordable).Or16(faint), Exhausted: hue(k.exhausted, bad),
		Truncated: chart.Hex(k.truncated).Or16(quiet), Open: chart.Hex(k.open).Or16(ink), Axis: chart.Hex(k.axis).Or16(faint),
	}
	if k.dark { // on sixteen colours only grey can be a quiet background
		t.Selection, t.Left = chart.Hex(k.selection).Or16(blue), chart.Hex(k.left).Or16(black|bright)
	} else {
		t.Selection, t.Left = chart.Hex(k.selection).Or16(cyan), chart.Hex(k.left).Or16(white)
	}
	grey := black | bright // of sixteen, the quiet background
	if !k.dark {
		grey = white
	}
	t.ObjectiveBand, t.CostBand, t.AcquisitionBand = chart.Hex(k.bands[0]).Or16(grey), chart.Hex(k.bands[1]).Or16(grey), chart.Hex(k.bands[2]).Or16(grey)
	sixteen := [8]int{magenta, cyan, green, blue, yellow, red, white, magenta}
	if !k.dark {
		sixteen = [8]int{magenta, blue, green, red, cyan, black, magenta, blue}
	}
	for i, p := range k.policies {
		t.Policies = append(t.Policies, hue(p, sixteen[i]))
	}
	for i, s := range k.ramp {
		t.ramp[i] = chart.Hex(s)
	}
	return t
}
