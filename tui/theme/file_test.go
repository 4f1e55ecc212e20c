package theme

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

// The documentation's example is whole, is read as it says, and is read well.
func TestTheDocumentedThemeIsWhole(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/dusk.toml")
	testkit.OK(t, err)
	text := string(data)
	th, err := parse("dusk.toml", data)
	testkit.OK(t, err)
	if w := th.Warnings(); th.Name != "dusk" || !th.Dark || len(w) > 0 {
		t.Errorf("%s, dark %v: %s", th.Name, th.Dark, strings.Join(w, "\n"))
	}
	v, base := reflect.ValueOf(th), reflect.ValueOf(all[0])
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Type != reflect.TypeFor[chart.Color]() {
			continue
		}
		line := "\n" + fieldName(f.Name) + ` = "`
		_, after, found := strings.Cut(text, line)
		if !found {
			t.Errorf("the example has no %s", fieldName(f.Name))
			continue
		}
		got, old := v.Field(i).Interface().(chart.Color), base.Field(i).Interface().(chart.Color)
		if want := chart.Hex(after[:7]); got != standIn(want, old) {
			t.Errorf("%s is %x, want %x", f.Name, got, want)
		}
		if f.Name != "Background" && chart.Quantise(got, chart.ANSI16) != chart.Quantise(old, chart.ANSI16) {
			t.Errorf("%s has another stand-in among sixteen than in its base", f.Name)
		}
	}
}

// What a file leaves out is as in its base; bands follow their hue and ground, as
// strong as they were.
func TestWhatIsLeftOutIsTheBases(t *testing.T) {
	t.Parallel()
	for _, base := range themes(t) {
		same, err := parse("x.toml", []byte("base = \""+base.Name+"\"\nname = \""+base.Name+"\""))
		if err != nil || !reflect.DeepEqual(same, base) {
			t.Errorf("%s alone is not itself: %v", base.Name, err)
		}
		hue := map[bool]string{true: "#50d0a0", false: "#105030"}[base.Dark]
		other, err := parse("x.toml", []byte("base = \""+base.Name+"\"\nobjective = \""+hue+"\""))
		if err != nil || other.Cost != base.Cost || other.CostBand != base.CostBand || other.Name != "x" {
			t.Fatalf("%s: %v", base.Name, err)
		}
		want, got := chart.Contrast(base.ObjectiveBand, base.Background), chart.Contrast(other.ObjectiveBand, other.Background)
		if other.ObjectiveBand == base.ObjectiveBand || got < want || got > 1.25*want {
			t.Errorf("%s: the band of another hue has a contrast of %.2f, the base's %.2f", base.Name, got, want)
		}
	}
}

func TestMistakesInThemes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"text = \"#ffffff\"":                       "x.toml:1:1: base: name the theme to start from: dark, light",
		"base = \"drak\"":                          `x.toml:1:8: base: "drak" is not known; did you mean "dark"?`,
		"base = \"dark\"\ntxet = \"#ffffff\"":      "x.toml:2:1: txet: unknown field; did you mean text?",
		"base = \"dark\"\ntext = \"white\"":        `x.toml:2:8: text: needs a colour such as "#7fb4e6", not "white"`,
		"base = \"dark\"\ntext = \"\"":             `text: needs a colour`,
		"base = \"dark\"\ntext = 7":                "x.toml:2:8: text: needs text in quotes, not the number 7",
		"base = \"dark\"\ntext = \"#fffff\u202e\"": "needs a colour",
		"base = \"dark\"\nramp = [\"#ffffff\"]":    "x.toml:2:9: ramp: needs 5 colours, not 1",
		"base = \"dark\"\npolicies = [\"#111111\", \"#111111\", \"#111111\", \"#111111\", \"#111111\", \"#111111\", \"#11111g\", \"#111111\"]": "policies[7]: needs a colour",
		"base = ": "x.toml:1",
	} {
		_, err := parse("x.toml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.ContainsRune(err.Error(), '\u202e') {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What is hard to read is told with its name; the themes that ship are not.
func TestWarnings(t *testing.T) {
	t.Parallel()
	th, err := parse("x.toml", []byte("base = \"dark\"\nmuted = \"#30313a\"\nrunner_up = \"#222222\"\nselection = \"#dddddd\""))
	testkit.OK(t, err)
	got := strings.Join(th.Warnings(), "\n")
	for _, want := range []string{"muted has a contrast of 1.4 with background; from 4.5", "runner_up has a contrast of 1.1", "title has a contrast of 1.2 with selection"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, th := range themes(t) {
		if w := th.Warnings(); len(w) > 0 {
			t.Errorf("%s: %s", th.Name, strings.Join(w, "\n"))
		}
	}
}

func TestThemesAreTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for text, want := range map[string]bool{"base = \"dark\"": true, "name = \"x\"\nbudget = 3": false, "base = ": false, "base = \"x\"\n[[parameter]]\nname = \"x\"": false} {
		path := filepath.Join(dir, "x.toml")
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o600))
		if got := Looks(path); got != want {
			t.Errorf("%q looks like a theme: %v", text, got)
		}
	}
	if Looks(dir) || Looks(filepath.Join(dir, "none")) {
		t.Error("what is no file looks like a theme")
	}
	for name, want := range map[string]bool{"dark": false, "colour-blind": false, "my.toml": true, "./mine": true} {
		if IsFile(name) != want {
			t.Errorf("%s is a file: %v", name, !want)
		}
	}
}
