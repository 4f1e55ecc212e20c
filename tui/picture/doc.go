// Package picture renders plots and frames at a finer resolution than cells: SVG, PNG, pages and
// the pixels of terminals.
//
// Plots are drawn as the curves they are, not as pictures of their dots; an SVG or a page says their
// values to who points at them. Blocks, dots, boxes and the shapes of points are drawn as geometry, so
// that they meet at the edges of cells whatever the reader's fonts; everything else is text. In a PNG
// it is set in Go's fonts, which come with the program; a character they lack becomes a hollow box.
//
//	picture.SVG(file, still, picture.Options{Background: th.Background, Foreground: th.Text})
//
// The canvas decides about glyphs and colours when it is drawn; a picture wants one made with
// chart.Terminal{}. The same canvas gives the same bytes.
//
//	shape.go, drawing.go, glyph.go  of what shapes plots and signs are made; raster.go fills them
//	hover.go, hash.go               what a plot says at a place; when two are the same
//	svg.go, svgfigure.go, paths.go  frames as SVG; png.go in pixels; options.go as text
//	graph.go, fonts.go              figures of reports and lab books, with axes of their own
//	frame.go, cast.go, play.go      recordings of many frames; gif.go in pixels; html.go, adaptive.go as a page
//	diff.go                         the changes from frame to frame, for a page that keeps them
//
// Terminals show pictures by Kitty's protocol or sixel (ask.go finds out). A Screen (screen.go) finds
// the figures of a frame that changed, has them painted (worker.go, indexed.go, kitty.go, sixel.go) and
// adds them to the frame's text (output.go), which package paint writes.
package picture
