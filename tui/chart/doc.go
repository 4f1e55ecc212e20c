// Package chart draws the explorer: a compact buffer of terminal cells and the charts on top of it.
//
// A Canvas is a rectangle of cells (rune, two colours, attributes); Sub gives a clipping view of a
// part of it, so that a chart can never write outside the room it was given. Every chart is a plain
// value struct with a Draw method: it reads numbers and strings, keeps nothing, and knows neither
// the model nor the study.
//
//	c := chart.New(160, 48, chart.Terminal{})          // braille, true colour
//	chart.Plot{Title: "objective", Y: chart.Axis{Min: -1, Max: 2}, …}.Draw(c, style)
//	frame := c.ANSI()                                  // 48 lines of exactly 160 columns
//
// What the terminal can show (glyphs, colours) belongs to the canvas; what things mean (the palette)
// arrives in Style and in the colours of the values, both made by package theme.
//
//	Plot       lines, bands of uncertainty, observations, levels and cursors over shared axes
//	Fitted     an axis over rows or columns: where a value lies, for whatever draws; see Plot.Layout
//	Stack      several plots over one x axis, a cursor through all of them
//	Gauge      the budget, cut into the evaluations already paid
//	HeatMap    a function of two inputs, half blocks
//	Bars       horizontal bars with intervals
//	Table      text columns, numbers to the right
//	Timeline   the steps of each policy along its budget
//
// Values that are not finite are skipped everywhere; sizes too small to hold a part leave it out.
package chart
