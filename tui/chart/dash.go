package chart

import "farsight/tui/chart/internal/raster"

// Dash is the pattern of a line.
type Dash = raster.Dash

// The patterns.
const (
	Solid  = raster.Solid
	Dashed = raster.Dashed
	Dotted = raster.Dotted
)
