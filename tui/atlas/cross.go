package atlas

import (
	"fmt"

	"farsight/scenarios/builtin"
	"farsight/tui/screen"
)

// ReadingRows is one.
func (*Screen) ReadingRows(screen.View) int { return 1 }

// Read reads the cell under the cursor, which is the crosshair of this screen.
func (s *Screen) Read(v screen.View) screen.Reading {
	c := s.cell()
	if c == nil || !v.Cross.On {
		return screen.Reading{}
	}
	cost := fmt.Sprintf("spread ×%.4g %s", c.Spread, c.Cost())
	if c.Cost() == builtin.CellConstant {
		cost = "constant cost"
	}
	r := c.rows[s.policy]
	row := screen.ReadingRow{Who: s.table.policies[s.policy].short(), Color: v.Theme.Policy(s.policy)}
	if r.Draws == 0 {
		row.Items = []screen.Item{{Value: "was not run here"}}
	} else {
		row.Items = []screen.Item{{Name: "improves", Value: improvement(r).String(), Unit: "sd"}}
	}
	switch {
	case r.Draws == 0 || c.best < 0:
	case s.policy == c.best:
		row.Items = append(row.Items, screen.Item{Value: "the best closed form"})
	case percent(r).known():
		row.Items = append(row.Items,
			screen.Item{Value: percent(r).signed() + " %"},
			screen.Item{Name: "than " + s.table.policies[c.best].short(), Value: improvement(c.rows[c.best]).String(), Unit: "sd"})
	}
	if r.Draws > 0 {
		row.Items = append(row.Items, screen.Item{Name: "draws", Value: fmt.Sprint(r.Draws)})
	}
	return screen.Reading{Place: fmt.Sprintf("d %d, worth %.4g, %s", c.Dim, c.Worth, cost), Rows: []screen.ReadingRow{row}, Loose: true}
}
