// Package figure draws curves with their bands as a picture for a page: axes
// with names and round ticks, a legend beside the plot, as SVG and PNG.
//
// A figure is laid out once, as a list of shapes and texts in pixels; the two
// writers only set what stands in the list, so that both show the same.
package figure
