package front

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// Link is a state that an address can carry. The zero value is the state the page
// opens in.
type Link struct {
	Map       bool   // the map of problems
	Tour      string // a tour by its name; "": none
	Frame     int    // of the tour, from 1
	Presenter bool

	Study string // one of the visitor's own, by its name

	Scenario string // by its name; or else
	Name     string // a file's name
	File     string // and its text

	Budget         float64 // 0: the problem's
	Part           int     // of theorem 1, and its sliders; 0: the problem's
	Epsilon, Delta float64

	Policies []string // as policy.Parse reads them; none: the usual ones
	Seed     uint64
	Step     int
	Screen   string // by its name; "": the first
	Node     int    // of the tree
}

// Bounds of what a link may hold: far more than a problem needs, and little
// enough for a chat to send.
const (
	mostLink     = 64 << 10
	mostFile     = 256 << 10 // unpacked
	mostName     = 100
	mostPolicies = 12
	mostStep     = 1_000_000
)

// String is the fragment of an address, without the #.
func (l Link) String() string { return l.fragment(pack) }

// fragment is String with a way to pack.
func (l Link) fragment(pack func(string) string) string {
	var parts []string
	add := func(name, value string) { parts = append(parts, name+"="+escapeLink(value)) }
	number := func(name string, n int) {
		if n != 0 {
			add(name, strconv.Itoa(n))
		}
	}
	if l.Map {
		add("map", "problems")
	}
	if l.Tour != "" {
		add("tour", l.Tour)
		number("frame", l.Frame)
		if l.Presenter {
			add("presenter", "on")
		}
	}
	if l.Study != "" {
		add("study", l.Study)
	}
	if l.Scenario != "" {
		add("scenario", l.Scenario)
	}
	if l.File != "" {
		add("name", l.Name)
		add("problem", pack(l.File))
	}
	number("part", l.Part)
	for _, v := range []struct {
		name  string
		value float64
	}{{"epsilon", l.Epsilon}, {"delta", l.Delta}, {"budget", l.Budget}} {
		if v.value != 0 {
			add(v.name, strconv.FormatFloat(v.value, 'g', -1, 64))
		}
	}
	for _, p := range l.Policies {
		add("policy", p)
	}
	if l.Seed != 0 {
		add("seed", strconv.FormatUint(l.Seed, 10))
	}
	if l.Screen != "" {
		add("screen", l.Screen)
	}
	number("step", l.Step)
	number("node", l.Node)
	return strings.Join(parts, "&")
}

// escapeLink escapes what has a meaning in a link; what people read stays as it is.
func escapeLink(s string) string {
	return strings.NewReplacer("+", "%20", "%2C", ",", "%3D", "=").Replace(url.QueryEscape(s))
}

// ParseLink reads the fragment of an address. It is untrusted input: every field is checked.
func ParseLink(fragment string) (Link, error) {
	var l Link
	if len(fragment) > mostLink {
		return l, fmt.Errorf("the link is too long: %d characters, and %d is the most; send the problem as a file", len(fragment), mostLink)
	}
	values, err := url.ParseQuery(fragment)
	if err != nil {
		return l, errors.New("the link is damaged: perhaps only a part of it was copied")
	}
	for name, all := range values {
		if len(all) > 1 && name != "policy" {
			return Link{}, fmt.Errorf("the link says %s twice", sanitize.Text(name))
		}
		for _, v := range all {
			if err := l.read(name, v); err != nil {
				return Link{}, fmt.Errorf("the link's %s: %w", sanitize.Text(name), err)
			}
		}
	}
	return l, l.check()
}

// read takes one part of a link.
func (l *Link) read(name, v string) (err error) {
	if name != "problem" && (!utf8.ValidString(v) || len(v) > mostName || strings.ContainsFunc(v, unicode.IsControl)) {
		return fmt.Errorf("it is no name of ours: at most %d characters, and nothing that cannot be seen", mostName)
	}
	switch name {
	case "map":
		l.Map = true
	case "tour":
		l.Tour = v
	case "frame":
		l.Frame, err = count(v, mostStep)
	case "presenter":
		l.Presenter = v == "on"
	case "study":
		l.Study = v
	case "scenario":
		if !slices.Contains(builtin.Names(), v) {
			return fmt.Errorf("there is no scenario %q; the list of problems has all (b)", sanitize.Text(v))
		}
		l.Scenario = v
	case "name":
		l.Name = v
	case "problem":
		l.File, err = unpack(v)
	case "budget":
		l.Budget, err = amount(v)
	case "epsilon":
		l.Epsilon, err = amount(v)
	case "delta":
		l.Delta, err = amount(v)
	case "part":
		l.Part, err = count(v, 2)
	case "policy":
		if len(l.Policies) == mostPolicies {
			return fmt.Errorf("it names more than %d", mostPolicies)
		}
		if _, err := policy.Parse(v); err != nil {
			return err
		}
		l.Policies = append(l.Policies, v)
	case "seed":
		l.Seed, err = strconv.ParseUint(v, 10, 64)
		if err != nil {
			return errors.New("it is no whole number")
		}
	case "screen":
		l.Screen = v
	case "step":
		l.Step, err = count(v, mostStep)
	case "node":
		l.Node, err = count(v, mostStep)
	default: // of a newer page: what else it says may still be right
	}
	return err
}

// check reports whether the parts of a link go together.
func (l *Link) check() error {
	switch {
	case l.File != "" && l.Scenario != "":
		return errors.New("the link names a scenario and brings a problem: it can do one")
	case l.File != "" && (l.Name == "" || slices.Contains(builtin.Names(), l.Name)):
		l.Name = unnamed
	case l.File == "":
		l.Name = ""
	}
	return nil
}

// unnamed is the name of a problem that came without one.
const unnamed = "problem.toml"

func count(v string, most int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("it is no number from 0 to %d", most)
	}
	return n, nil
}

func amount(v string) (float64, error) {
	x, err := strconv.ParseFloat(v, 64)
	if err != nil || !(x > 0) || math.IsInf(x, 1) {
		return 0, errors.New("it is no number above 0")
	}
	return x, nil
}

// pack makes a text short enough for an address.
func pack(text string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is right
	_, _ = io.WriteString(w, text)                     // into memory
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// packer compresses, and caches the last text: the address of every frame contains it.
type packer struct{ text, packed string }

func (p *packer) pack(text string) string {
	if p.text != text || p.packed == "" {
		p.text, p.packed = text, pack(text)
	}
	return p.packed
}

// unpack reads a packed text, up to a bound: a few bytes can be made to unpack
// into more than any memory holds.
func unpack(packed string) (string, error) {
	raw, err := base64.RawURLEncoding.DecodeString(packed)
	if err != nil {
		return "", errors.New("it is damaged: perhaps only a part of the link was copied")
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), mostFile+1))
	switch {
	case len(text) > mostFile:
		return "", fmt.Errorf("it is larger than %d kB", mostFile>>10)
	case err != nil:
		return "", errors.New("it is damaged: perhaps only a part of the link was copied")
	case len(text) == 0:
		return "", errors.New("it is empty")
	case !utf8.Valid(text):
		return "", errors.New("it is no text")
	}
	return string(text), nil
}
