package tour

import (
	"slices"

	"farsight/experiment"
	"farsight/scenarios/builtin"
)

// onMap reads what of the map of problems is shown: a policy by its name there,
// and a cell.
func (p *parser) onMap(s table, sc *Scene) {
	rows, err := experiment.ShippedAtlas()
	if err != nil {
		s.Wrong("screen", "%s", err.Error()) // our own mistake
		return
	}
	labels := experiment.AtlasPolicies(rows)
	given := s.texts("policies")
	switch {
	case len(given) != 1:
		s.Wrong("policies", "the map of problems shows one policy%s", suggest("", labels))
	case !slices.Contains(labels, given[0]):
		s.Wrong("policies", "%q is not on the map%s", given[0], suggest(given[0], labels))
	default:
		sc.Backdrop.Atlas = given[0]
	}
	if !s.Has("cell") {
		return
	}
	c, err := builtin.ParseCell(s.text("cell"))
	if err != nil {
		s.Wrong("cell", "%s", err.Error())
		return
	}
	if !slices.ContainsFunc(rows, func(r experiment.AtlasRow) bool { return r.Cell == c }) {
		s.Wrong("cell", "%v is not on the map", c)
		return
	}
	sc.Backdrop.Cell = c
}
