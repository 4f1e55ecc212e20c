package chart

import (
	"strconv"

	"github.com/lucasb-eyer/go-colorful"
)

// Color is a 24-bit colour, or Default: whatever the terminal uses. It may carry the number of the
// ANSI colour to use where there are only sixteen, because the nearest of sixteen is often the wrong one.
//
//	bits 0-23 red, green, blue; bit 24 set: not Default; bit 25 set: bits 28-31 hold an ANSI colour
type Color uint32

// Default is the terminal's own colour.
const Default Color = 0

const (
	colorSet  Color = 1 << 24
	colorHas4 Color = 1 << 25
)

// RGB returns the colour with these components.
func RGB(r, g, b uint8) Color {
	return colorSet | Color(r)<<16 | Color(g)<<8 | Color(b)
}

// Hex reads "#rrggbb". It panics on anything else: colours are written by programmers.
func Hex(s string) Color {
	v, err := strconv.ParseUint(s[1:], 16, 24)
	if err != nil || len(s) != 7 || s[0] != '#' {
		panic("chart: a colour is written #rrggbb, not " + strconv.Quote(s))
	}
	return colorSet | Color(v)
}

// Or16 returns c with the ANSI colour n (0 to 15) to use on a terminal of sixteen colours.
func (c Color) Or16(n int) Color {
	return c&0x01ffffff | colorHas4 | Color(n&15)<<28
}

// RGB returns the components; Default gives zeros.
func (c Color) RGB() (r, g, b uint8) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c)
}

// isDefault reports whether c is the terminal's own colour.
func (c Color) isDefault() bool { return c&colorSet == 0 }

// Or returns c, or d where c is Default.
func (c Color) Or(d Color) Color {
	if c.isDefault() {
		return d
	}
	return c
}

// Blend mixes two colours in Lab: t = 0 gives a, t = 1 gives b. A Default gives the other one.
func Blend(a, b Color, t float64) Color {
	switch {
	case a.isDefault():
		return b
	case b.isDefault():
		return a
	}
	return RGB(a.colorful().BlendLab(b.colorful(), t).Clamped().RGB255())
}

// Contrast is the contrast ratio of WCAG 2.1, from 1 to 21.
func Contrast(a, b Color) float64 {
	x, y := a.Luminance(), b.Luminance()
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// Luminance is the relative luminance of WCAG 2.1.
func (c Color) Luminance() float64 {
	r, g, b := c.colorful().LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// lightness is L* of CIE Lab as a fraction of 1.
func (c Color) lightness() float64 { return c.lab()[0] }

func (c Color) lab() [3]float64 {
	l, a, b := c.colorful().Lab()
	return [3]float64{l, a, b}
}

func (c Color) colorful() colorful.Color {
	r, g, b := c.RGB()
	return colorful.Color{R: float64(r) / 255, G: float64(g) / 255, B: float64(b) / 255}
}

// readable picks the one of two text colours that stands out more on fill.
func readable(fill, a, b Color) Color {
	l := fill.lightness()
	da, db := a.lightness()-l, b.lightness()-l
	if da*da >= db*db {
		return a
	}
	return b
}

// Attr is a set of text attributes.
type Attr uint8

// The attributes a cell can have.
const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Underline
	Reverse
	Strike
)

// Ink is how text is written. A Default background keeps what lies beneath.
type Ink struct {
	Fg, Bg Color
	Attr   Attr
}

// With returns the ink with further attributes.
func (k Ink) With(a Attr) Ink {
	k.Attr |= a
	return k
}

// On returns the ink on a background.
func (k Ink) On(bg Color) Ink {
	k.Bg = bg
	return k
}

// Style holds the colours every chart shares. Colours of the data arrive with the data.
type Style struct {
	Background Color // assumed, for blending; the canvas is not painted with it
	Text       Color
	Muted      Color // labels and notes
	Title      Color
	Axis       Color // axis lines and ticks
	Selection  Color // background of what is selected
	Bad        Color // overshooting, exhausted
}
