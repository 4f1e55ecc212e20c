package policy

import "strings"

// HueRound is how many hues a palette has of its own; numbers beyond are shades
// of them, one round after the other.
const HueRound = 8

// Hue returns the number of the policy's colour, from 0: the same on every screen and
// in every figure.
func (p Policy) Hue() int {
	if n, name, short := p.shorthand(); short && n == "1" && name == bmsEI {
		return Must("ei").Hue() + 5*HueRound // one step ahead it is EI times the chance to fit
	}
	k := p.Kind()
	hue := k.Hue - 1
	if k.Hue == 0 {
		hue = 2*HueRound + place(k)
	}
	return hue + HueRound*shade(p)
}

// place is how many policies without a hue of their own come before.
func place(k *Kind) int {
	n := 0
	for _, o := range kinds {
		if o == k {
			break
		}
		if o.Hue == 0 {
			n++
		}
	}
	return n
}

// shades are the numbers before a name whose hue is a shade of the name's: another
// number of steps than the default.
const shades = "23156789" // of B-MS-EI the 1 is a shade of EI's

// shade distinguishes policies of one name by the number before it.
func shade(p Policy) int {
	n, _, short := p.shorthand()
	if !short {
		return 0
	}
	return strings.Index(shades, n) + 1
}

// shorthand is the number before the name a policy was asked for by, as in
// 4-b-ms-ei, and that name; a label's remark is no part of it.
func (p Policy) shorthand() (number, name string, ok bool) {
	asked, _, _ := strings.Cut(p.As, ", ")
	number, name, _ = strings.Cut(asked, "-")
	return number, name, p.Kind().Prefix != "" && name == p.Name && number != "" && strings.Trim(number, "0123456789") == ""
}

// Named is the title and the hue of what results call a policy; where that is
// no policy's name, perhaps one with a remark, ok is false.
func Named(label string) (title string, hue int, ok bool) {
	name, remark, _ := strings.Cut(label, ", ")
	p, err := parseName(name)
	if err != nil {
		return "", 0, false
	}
	if title = p.Title(); remark != "" {
		title += ", " + remark
	}
	return title, p.Hue(), true
}
