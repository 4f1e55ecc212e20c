// Package render turns frames into files: one as plain text, SVG or PNG; a recording of many as text
// (Texts), asciicast (Cast) or a page for browsers (HTML).
//
// Plots are drawn as the curves they are, not as pictures of their dots; an SVG or a page says their
// values to who points at them. Blocks, dots, boxes and the shapes of points are drawn as geometry, so that they meet at
// the edges of cells whatever the reader's fonts; everything else is text. In a PNG the text is set
// in Go Mono, which comes with the program; a character it lacks becomes a hollow box.
//
//	render.SVG(file, canvas, render.Options{Background: th.Background, Foreground: th.Text})
//
// The canvas decides about glyphs and colours when it is drawn; a picture wants one made with
// chart.Terminal{}. The same canvas gives the same bytes.
package render
