package theme

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/tui/chart"
)

// A custom theme is a TOML file: the base theme, and the colours that differ, each by its meaning.

const (
	maxFile    = 1 << 16
	maxNesting = 8
)

// IsFile reports whether the name of a theme is a file's.
func IsFile(name string) bool {
	return strings.HasSuffix(name, ".toml") || strings.ContainsRune(name, '/') || strings.ContainsRune(name, os.PathSeparator)
}

// Looks reports whether a file is a theme's, and no problem's: it names its base.
func Looks(path string) bool {
	data, err := mistake.ReadFile(path, "theme", maxFile)
	if err != nil {
		return false
	}
	d, found := tomlfile.Read(path, data, maxNesting)
	return found == nil && d.Top().Has("base") && !d.Top().Has("parameter")
}

// Load reads a theme from a file. The error is a mistake.List with all that is
// wrong.
func Load(path string) (Theme, error) {
	data, err := mistake.ReadFile(path, "theme", maxFile)
	if err != nil {
		return Theme{}, err
	}
	return parse(path, data)
}

// parse reads a theme's text. The name is that of the file in messages.
func parse(file string, data []byte) (Theme, error) {
	d, found := tomlfile.Read(file, data, maxNesting)
	if found != nil {
		return Theme{}, found
	}
	top := d.Top()
	if !top.Has("base") {
		top.Wrong("base", "name the theme to start from: %s", strings.Join(Names(), ", "))
	}
	t, ok := Named(top.Choice("base", Names()...))
	if !ok {
		t = all[0] // to look for further mistakes
	}
	base := t
	if t.Name = top.Text("name"); t.Name == "" {
		t.Name = strings.TrimSuffix(filepath.Base(d.File), ".toml")
	}
	given := map[string]bool{}
	for f, v := range reflect.ValueOf(&t).Elem().Fields() {
		if f.Type != reflect.TypeFor[chart.Color]() {
			continue
		}
		if c, ok := readColour(top, fieldName(f.Name)); ok {
			v.Set(reflect.ValueOf(standIn(c, v.Interface().(chart.Color))))
			given[f.Name] = true
		}
	}
	t.Dark = t.Background.Luminance() < 0.2
	t.Policies = readColours(top, "policies", base.Policies)
	t.ramp = readColours(top, "ramp", base.ramp)
	bands(&t, base, given)
	d.Close()
	if len(d.Mistakes) > 0 {
		return Theme{}, d.Mistakes.InOrder()
	}
	return t, nil
}

// bands mixes the bands that the file leaves open, as strong as the base's are.
func bands(t *Theme, base Theme, given map[string]bool) {
	for _, b := range []struct {
		name              string
		band              *chart.Color
		line              chart.Color
		baseBand, baseHue chart.Color
	}{
		{"Objective", &t.ObjectiveBand, t.Objective, base.ObjectiveBand, base.Objective},
		{"Cost", &t.CostBand, t.Cost, base.CostBand, base.Cost},
		{"Acquisition", &t.AcquisitionBand, t.Acquisition, base.AcquisitionBand, base.Acquisition},
	} {
		if given[b.name+"Band"] || b.line == b.baseHue && t.Background == base.Background {
			continue
		}
		want := chart.Contrast(b.baseBand, base.Background)
		for share := 0.1; share < 0.8; share += 0.02 {
			mixed := chart.Blend(t.Background, b.line, share)
			if *b.band = standIn(mixed, b.baseBand); chart.Contrast(mixed, t.Background) >= want {
				break
			}
		}
	}
}

// standIn is a colour with the stand-in among sixteen of the one it replaces.
func standIn(c, old chart.Color) chart.Color {
	n := int(chart.Quantise(old, chart.ANSI16))
	if old.Or16(n) != old {
		return c // it has none
	}
	return c.Or16(n)
}

// readColour reads a field "#rrggbb".
func readColour(s *tomlfile.Section, name string) (chart.Color, bool) {
	if !s.Has(name) {
		return 0, false
	}
	before := len(s.Mistakes)
	text := s.RawText(name)
	if len(s.Mistakes) > before {
		return 0, false // it is no text
	}
	c, ok := hex(text)
	if !ok {
		s.Wrong(name, `needs a colour such as "#7fb4e6", not %s`, mistake.Quote(text))
	}
	return c, ok
}

// readColours reads a list of as many colours as there are in old.
func readColours(s *tomlfile.Section, name string, old []chart.Color) []chart.Color {
	items, ok := s.Texts(name)
	if !ok {
		return old
	}
	if len(items) != len(old) {
		s.Wrong(name, "needs %d colours, not %d", len(old), len(items))
		return old
	}
	out := make([]chart.Color, len(old))
	for i, item := range items {
		c, ok := hex(item.Text)
		if !ok {
			s.Say(item.At, s.Name(fmt.Sprintf("%s[%d]", name, i+1)), `needs a colour such as "#7fb4e6", not %s`, mistake.Quote(item.Text))
		}
		out[i] = standIn(c, old[i])
	}
	return out
}

func hex(s string) (chart.Color, bool) {
	if len(s) != 7 || s[0] != '#' {
		return 0, false
	}
	if _, err := strconv.ParseUint(s[1:], 16, 24); err != nil {
		return 0, false
	}
	return chart.Hex(s), true
}

// fieldName is a meaning as files write it: runner_up.
func fieldName(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
