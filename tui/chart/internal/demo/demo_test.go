package demo

import (
	"testing"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// BenchmarkFrame draws and encodes the whole Compare screen: two columns of three charts.
func BenchmarkFrame(b *testing.B) {
	th, _ := theme.Named("dark")
	left, right := Columns()
	for _, s := range []struct {
		name string
		w, h int
		t    chart.Terminal
	}{
		{"160x48", 160, 48, chart.Terminal{}}, {"220x60", 220, 60, chart.Terminal{}},
		{"160x48-256", 160, 48, chart.Terminal{Profile: chart.ANSI256}}, {"160x48-ascii", 160, 48, chart.Terminal{Glyphs: chart.ASCII, Profile: chart.NoColor}},
	} {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			var e chart.Encoder
			c := chart.New(s.w, s.h, s.t)
			for b.Loop() {
				c.Clear()
				Compare(c, th, left, right)
				_ = e.Frame(c)
			}
		})
	}
}

// BenchmarkEncode encodes a drawn frame.
func BenchmarkEncode(b *testing.B) {
	th, _ := theme.Named("dark")
	left, right := Columns()
	c := chart.New(160, 48, chart.Terminal{})
	Compare(c, th, left, right)
	var e chart.Encoder
	b.ReportAllocs()
	for b.Loop() {
		_ = e.Frame(c)
	}
}
