package tour

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"farsight/internal/mistake"
	"farsight/internal/testkit"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/theorem1"
)

// write puts the lines of a tour into one text.
func write(lines ...string) []byte { return []byte(strings.Join(lines, "\n")) }

func TestDefaultsAndFields(t *testing.T) {
	t.Parallel()
	tour, err := Parse("t.toml", write(
		`title = "Mine"`,
		`problem = "overspend"`,
		`policies = ["ei", "b-ms-ei"]`,
		`[[scene]]`,
		`title = "One"`,
		`step = "end"`,
		`highlight = ["left.cost", "gauge"]`,
		`question = "Who?"`,
		`caption = """`,
		`Two`,
		`lines.`,
		``,
		`A paragraph."""`,
		`[[scene]]`,
		`title = "Two"`,
		`screen = "theorem"`,
		`part = 2`,
		`epsilon = 0.01`,
		`caption = "c"`,
		`seconds = 7`,
	), ".")
	testkit.OK(t, err)
	a, b := tour.Scenes[0], tour.Scenes[1]
	if a.Backdrop.Problem != "overspend" || a.Backdrop.policies != "ei b-ms-ei" || a.Screen != Compare || a.Step != End {
		t.Errorf("first scene %+v", a)
	}
	if got := a.Caption.source; got != "Two lines.\nA paragraph." {
		t.Errorf("caption %q", got)
	}
	if a.Side() != Left || !a.Lights(Left, "cost") || a.Lights(Right, "cost") || !a.Lights(Right, "gauge") || a.Lights(Left, "objective") {
		t.Errorf("highlights %+v", a.Highlight)
	}
	if want := (theorem1.Instance{Part: 2, Epsilon: 0.01, Delta: 0.1}); b.Backdrop.Problem != "theorem-1" || *tour.Problem(b.Backdrop).Theorem != want {
		t.Errorf("second scene %+v", b.Backdrop)
	}
	if b.Hold(false) != 7*time.Second {
		t.Errorf("it holds %v, not the seconds it says", b.Hold(false))
	}
	// One word to read and a second to look.
	if got := a.Hold(true); got != time.Second+240*time.Millisecond {
		t.Errorf("the question holds %v", got)
	}
}

// Mistakes are reported with line, column, field and how to mend them, all at
// once.
func TestMistakes(t *testing.T) {
	t.Parallel()
	head := []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "b"`}
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"empty", []string{``}, []string{"t.toml: has no scenes"}},
		{"language", []string{`title = `}, []string{"t.toml:1:8: title: a value is missing"}},
		{"deep lists", []string{"a = " + strings.Repeat("[", 1000)}, []string{"t.toml:1:25: tables or lists are nested more than 20 deep"}},
		{"deep keys", []string{strings.Repeat("a.", 1000) + "b = 1"}, []string{"t.toml:1:41: tables or lists are nested more than 20 deep"}},
		{"deep keys inside", []string{"x = {" + strings.Repeat("a.", 1000) + "b = 1}"}, []string{"t.toml:1:46: tables or lists are nested more than 20 deep"}},
		{"scenes are tables", []string{`scene = 3`}, []string{"t.toml:1:9: scene: needs one to 200 tables"}},
		{"unknown at the top", append([]string{`tittle = "x"`}, head...), []string{"t.toml:1:1: tittle: unknown field; did you mean title?"}},
		{"unknown in a scene", append(head, `highligth = ["cost"]`), []string{"t.toml:5:1: scene[1].highligth: unknown field; did you mean highlight?"}},
		{"types", append(head, `step = true`, `seconds = "4"`, `policies = 3`, `show = 1`), []string{
			"t.toml:5:8: scene[1].step: needs a number, not true", "t.toml:6:11: scene[1].seconds: needs a number, not text",
			"t.toml:7:12: scene[1].policies: needs a list of texts", "t.toml:8:8: scene[1].show: needs text in quotes, not the number 1"}},
		{"bounds", append(head, `step = -1`, `draws = 1`, `seconds = 0`, `money = -2`), []string{"step: needs a number from 0", "draws: needs a number from 2", "seconds: needs a number from 1", "money: needs a number from 0"}},
		{"whole", append(head, `step = 1.5`), []string{"t.toml:5:8: scene[1].step: needs a whole number, not 1.5"}},
		{"a word for a step", append(head, `step = "last"`), []string{`needs a whole number or "end", not "last"`}},
		{"screen", append(head, `screen = "compere"`), []string{`t.toml:5:10: scene[1].screen: "compere" is not known; did you mean "compare"?`}},
		{"no title, no caption", []string{`problem = "myopia"`, `[[scene]]`, `step = 1`}, []string{"t.toml:2:3: scene[1].title: is missing", "t.toml:2:3: scene[1].caption: is missing"}},
		{"no problem", []string{`[[scene]]`, `title = "a"`, `caption = "b"`}, []string{"scene[1].problem: is missing: name a scenario, such as myopia"}},
		{"no such problem", []string{`problem = "myopa"`, `[[scene]]`, `title = "a"`, `caption = "b"`}, []string{`t.toml:1:11: problem: there is no scenario "myopa"; did you mean "myopia"?`}},
		{"no such file", []string{`problem = "gone.toml"`, `[[scene]]`, `title = "a"`, `caption = "b"`}, []string{"t.toml:1:11: problem: ", "gone.toml", "cannot be opened"}},
		{"a person measures", []string{`problem = "manual.toml"`, `[[scene]]`, `title = "a"`, `caption = "b"`}, []string{"it is measured by a person"}},
		{"a command measures", []string{`problem = "command.toml"`, `[[scene]]`, `title = "a"`, `caption = "b"`}, []string{"tours run none"}},
		{"theorem on a wrong screen", append(head, `[[scene]]`, `title = "a"`, `caption = "b"`, `problem = "theorem-1"`), []string{`theorem-1 cannot be shown on the screen "compare"`}},
		{"theorem's fields elsewhere", append(head, `epsilon = 0.1`), []string{`t.toml:5:11: scene[1].epsilon: is only of the screen "theorem"`}},
		{"a gauge elsewhere", append(head, `[[scene.gauge]]`, `title = "a"`), []string{`scene[1].gauge: is only of the screen "gauges"`}},
		{"no gauge", append(head, `screen = "gauges"`), []string{"t.toml:5:10: scene[1].screen: there is nothing to show: a gauge is a table after a line [[scene.gauge]]"}},
		{"a gauge's amount", append(head, `screen = "gauges"`, `[[scene.gauge]]`, `paid = ["left.cost", "left.bset"]`, `over = "left.stop"`), []string{
			`t.toml:7:23: scene[1].gauge[1].paid: "bset" is not known here; did you mean "best"?`, "t.toml:8:9: scene[1].gauge[1].over: stop is a word"}},
		{"a gauge's names", append(head, `screen = "gauges"`, `[[scene.gauge]]`, `paid = ["left.cost"]`, `names = ["a", "b"]`), []string{"there are 2 names of 1 amounts"}},
		{"a gauge's side", append(head, `screen = "gauges"`, `policies = ["ei"]`, `[[scene.gauge]]`, `of = "right"`), []string{"there is no right column"}},
		{"map's policy", append(head, `screen = "problems"`, `policies = ["4-b-ms-ei, tru budget"]`), []string{`t.toml:6:13: scene[1].policies: "4-b-ms-ei, tru budget" is not on the map; did you mean "4-b-ms-ei, true budget"?`}},
		{"map's cell", append(head, `screen = "problems"`, `policies = ["ei"]`, `cell = "d=1 worth 5"`), []string{"t.toml:7:8: scene[1].cell: ", "is not a cell of the map"}},
		{"a kind that is none", []string{`problem = "d=9 worth 5 spread 3 rising"`, `[[scene]]`, `title = "a"`, `caption = "b"`}, []string{"there is no scenario"}},
		{"policy", append(head, `policies = ["ei-pux"]`), []string{"t.toml:5:13: scene[1].policies: ", `did you mean "ei-puc"?`}},
		{"policy twice", append(head, `policies = ["ei", "ei"]`), []string{"ei is named twice"}},
		{"fantasies", append(head, `fantasies = "many"`), []string{"scene[1].policies: "}},
		{"one column", append(head, `policies = ["ei"]`, `show = "right"`), []string{"there is no right column"}},
		{"tree of a policy without", append(head, `screen = "tree"`, `show = "left"`), []string{"ei-puc has no scenario tree"}},
		{"axis", append(head, `axis = "y"`), []string{`"y" is no parameter of the problem; there is x`}},
		{"highlight", append(head, `highlight = ["costs", "middle.cost"]`), []string{`"costs" is not on the screen "compare"; did you mean "cost"?`, "as in left.cost"}},
		{"open brace", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "b {left.best"`}, []string{"t.toml:4:14: scene[1].caption: a { is never closed with a }"}},
		{"empty braces", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "b {}"`}, []string{"there is nothing between the braces"}},
		{"reference", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = """`, `b`, `  and {left.bset}"""`}, []string{`t.toml:6:8: scene[1].caption: "bset" is not known here; did you mean "best"?`}},
		{"who", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "{ei.best}"`}, []string{`"ei" is none of the scene's policies`}},
		{"no point", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "{left.price}"`}, []string{"price needs a point: write left.price at 0.5"}},
		{"no blanks", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "{left.best right.best}"`}, []string{`t.toml:4:23: scene[1].caption: unexpected "right.best": an operator such as + or * is missing before it`}},
		{"claim", append(head, `claims = ["left.best"]`), []string{`t.toml:5:12: scene[1].claims: "left.best": a claim is two quantities`}},
		{"claim's reference", append(head, `claims = ["left.best > left.wurst"]`), []string{`t.toml:5:24: scene[1].claims: "wurst" is not known here`}},
		{"the second of two", []string{`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = """`, `\"é\u0041\" is {left.best},`, `  then {left.best + (left.bset)}"""`}, []string{`t.toml:6:22: scene[1].caption: "bset"`}},
		{"the second claim", append(head, `claims = [`, `  "left.best > 0",`, `  "0 < (left.best - 1) * 2 < left.bset",`, `]`), []string{`t.toml:7:30: scene[1].claims: "bset"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("t.toml", write(c.lines...), "../../examples")
			var m mistake.List
			if !errors.As(err, &m) {
				t.Fatalf("error %v", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in\n%v", want, err)
				}
			}
		})
	}
}

// Text of files reaches terminals only harmless.
func TestTextIsHarmless(t *testing.T) {
	t.Parallel()
	tour, err := Parse("t.toml", write(`title = "a\u001b[31mred"`, `problem = "myopia"`, `[[scene]]`, `title = "b\u0007"`, `caption = "c\u202e\u001b]0;x\u0007d"`, `notes = "e\u001b[2J"`), ".")
	testkit.OK(t, err)
	s := tour.Scenes[0]
	if all := tour.Title + s.Title + s.Caption.source + s.Notes; strings.ContainsAny(all, "\x1b\x07\u202e") {
		t.Errorf("%q", all)
	}
}

func TestLoadSaysWhatIsWrongWithAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	big := filepath.Join(dir, "big.toml")
	testkit.OK(t, os.WriteFile(big, make([]byte, maxFile+1), 0o600))
	bytes := filepath.Join(dir, "bytes.toml")
	testkit.OK(t, os.WriteFile(bytes, []byte("title = \"\xff\""), 0o600))
	for file, want := range map[string]string{
		filepath.Join(dir, "gone.toml"): "cannot be opened", dir: "is not a file", big: "too large for a tour", bytes: "is not UTF-8",
	} {
		if _, err := Load(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
	if Looks(big) || Looks(dir) || Looks("../../examples/expression.toml") || !Looks("../../examples/tour-overspend.toml") {
		t.Error("a tour is not told from other files")
	}
}

// known answers references from a map of their texts.
type known map[string]Value

func (k known) Value(r Ref, at float64) (Value, bool) {
	key := strings.Trim(r.Who+"."+r.What, ".")
	if r.At != nil {
		key += fmt.Sprintf(" at %v", at)
	}
	if r.Of == "policy" && r.When != Now {
		key += fmt.Sprintf(" @%d", r.When)
	}
	v, ok := k[key]
	return v, ok
}

func TestFill(t *testing.T) {
	t.Parallel()
	values := known{
		"budget": {Number: 80, Given: true}, "left.best": {Number: 1.5}, "left.best @-1": {Number: 2}, "left.cost @2": {Number: 4}, "left.paid": {Number: 3, Count: true},
		"left.nodes": {Number: 27, Count: true}, "left.next": {Number: 0.25}, "left.price at 0.25": {Number: 8}, "left.stop": {Word: "limit"},
		"left.gain": {Number: -0.0002, Digits: 3}, "b-ms-ei.best": {Number: 9},
	}
	num := func(v float64) string { return fmt.Sprintf("<%g>", v) }
	for source, want := range map[string]string{
		"plain":                                        "plain",
		"{left.best}.":                                 "<1.5>.",
		"{left.end.best} {left.step2.cost}":            "<2> <4>",
		"{left.paid} of {left.nodes}":                  "three of 27",
		"{budget} {budget / left.step2.cost}":          "80 <20>",
		"{left.price at left.next}":                    "<8>",
		"{left.price at 0.25 - left.best}":             "<6.5>",
		"{left.stop}":                                  "limit",
		"{left.gain}":                                  "0.000",
		"{b-ms-ei.best * 2}":                           "<18>",
		"{left.best + left.best + left.best}":          "<4.5>",
		"{budget - left.best - left.best}":             "<77>",
		"{budget / 4 / left.step2.cost}":               "<5>",
		"{2 + left.best * 4 - 1}":                      "<7>",
		"{(2 + left.best) * (4 - 1)}":                  "<10.5>",
		"{-left.best}, {-(left.best - 2)}":             "<-1.5>, <0.5>",
		"{left.best*2+1}":                              "<4>",
		"{1e+2 - 1.e-1}":                               "<99.9>",
		"{left.price at (left.next * 2 - 0.25)}":       "<8>",
		"{left.price at left.next * 2}":                "<16>",
		"{floor(budget / 27)} looks":                   "two looks",
		"{ceil(left.best)} {round(-0.2)}":              "two zero",
		"{min(left.best, 2, 1)} {max(left.best, 1)}":   "<1> <1.5>",
		"{abs(1 - left.best - left.best)}":             "<2>",
		"{left.paid + 1} {left.paid * 9 + left.nodes}": "four 54",
		"{left.gain - left.gain}":                      "0.000",
		"{left.best / (left.paid - 3)}":                unknown,
		"{right.best}!":                                unknown + "!",
	} {
		text, err := parseText(source, []string{"ei-puc", "b-ms-ei"})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		got, complete := text.Fill(values, num)
		if got != want || complete == strings.Contains(got, unknown) {
			t.Errorf("%s: %q, complete %v; want %q", source, got, complete, want)
		}
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	values := known{"left.best": {Number: 1}, "right.best": {Number: 2}, "left.stop": {Word: "nothing affordable"}, "left.paid": {Number: 3, Count: true}}
	for source, want := range map[string][2]bool{ // holds, known
		"right.best > left.best":                   {true, true},
		"right.best < left.best":                   {false, true},
		"right.best - left.best >= 1":              {true, true},
		"right.best - left.best <= 0.5":            {false, true},
		"left.paid = 3":                            {true, true},
		"left.paid = 4":                            {false, true},
		"left.stop = nothing affordable":           {true, true},
		"left.stop = unaffordable":                 {false, true},
		"left.cost > 1":                            {false, false},
		"left.best > left.cost":                    {false, false},
		"0.5 < left.best < right.best":             {true, true},
		"0.5 < left.best < 1":                      {false, true},
		"0.1 + 0.2 = 0.3":                          {true, true}, // but for rounding
		"(left.best + right.best) * left.paid = 9": {true, true},
		"left.best/left.paid<right.best/left.paid": {true, true},
		"left.best - 1 = 0.000001":                 {false, true},
		"left.stop = left.stop":                    {true, true},
		"left.best / (left.paid - 3) > 1":          {false, false}, // there is no such number
	} {
		c, err := parseClaim(source, []string{"a", "b"})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if holds, known := c.Check(values); holds != want[0] || known != want[1] {
			t.Errorf("%s: holds %v, known %v; want %v", source, holds, known, want)
		}
	}
}

// The manual's table lists exactly what can be referred to.
func TestManualListsAllReferences(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../docs/tour-references.csv")
	testkit.OK(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	testkit.OK(t, err)
	var want, got []string
	add := func(before string, names []string, after string) {
		for _, name := range names {
			want = append(want, before+name+after)
		}
	}
	add("", ofProblem, "")
	add("WHO.WHEN.", ofPolicy, "")
	add("WHO.WHEN.", ofPoint, " at X")
	add("sim.", []string{"draws"}, "")
	add("sim.WHO.", ofSimulation, "")
	add("theorem.", ofTheorem, "")
	add("map.", ofMap, "")
	for _, row := range rows[1:] {
		got = append(got, row[0])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/tour-references.csv (-known, +listed):\n%s", diff)
	}
}

// Every field of the manual is understood, and every field is in the manual.
func TestManualListsAllFields(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/tour.md")
	testkit.OK(t, err)
	d, found := tomlfile.Read("t.toml", write(`problem = "myopia"`, `[[scene]]`, `title = "a"`, `caption = "b"`), maxNesting)
	if found != nil {
		t.Fatal(found)
	}
	p := parser{problems: map[string]*scenarios.Problem{}, failed: map[string]error{}}
	s := table{d.Top().Tables("scene")[0]}
	p.scene(s, table{d.Top()})
	_, manual, _ := strings.Cut(string(data), "<!-- fields -->")
	manual, _, _ = strings.Cut(manual, "\n\n")
	for _, name := range s.Known() {
		if !strings.Contains(manual, "`"+name+"`") {
			t.Errorf("the manual does not explain %s", name)
		}
	}
}

// No text makes the reader of tours panic or hang.
func FuzzParse(f *testing.F) {
	data, err := tours.ReadFile("builtin/tour.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add("[[scene]]\ntitle = \"{\"\ncaption = \"{left.price at left.next - 1}\"\nproblem = \"myopia\"\nclaims = [\"a > b\"]")
	for _, s := range []string{
		"", strings.Repeat("[[scene]]\n", 300), "a = " + strings.Repeat("[", 3000), "[[scene]]\ntitle = \"\\u001b[2J\"\ncaption = \"" + strings.Repeat("{", 3000) + "\"",
		"problem = \"myopia\"\nbudget = 5e-324\nseed = 9223372036854775807\n[[scene]]\ntitle = \"a\"\ncaption = \"b\"\nstep = 9223372036854775807\nmoney = 1e308\nseconds = 5e-324\ndraws = -1",
		"problem = \"myopia\"\n[[scene]]\ntitle = \"a\"\ncaption = \"{" + strings.Repeat("(", 2000) + "1e308\"",
		"problem = \"../../../etc/passwd\"\n[[scene]]\ntitle = \"a\"\ncaption = \"b\"",
	} {
		f.Add(s)
	}
	dir := f.TempDir() // empty: only built-in problems are found
	f.Fuzz(func(t *testing.T, s string) {
		testkit.RunBounded(t, func(context.Context) {
			tour, err := Parse("fuzz", []byte(s), dir)
			var m mistake.List
			if err != nil && !errors.As(err, &m) || err == nil && len(tour.Scenes) == 0 {
				t.Fatalf("tour %v, error %v", tour, err)
			}
		})
	})
}

func TestExampleTourLoads(t *testing.T) {
	t.Parallel()
	tour, err := Load("../../examples/tour-overspend.toml")
	testkit.OK(t, err)
	last := tour.Scenes[len(tour.Scenes)-1]
	if p := tour.Problem(last.Backdrop); p == nil || p.Name != "hardening" {
		t.Errorf("the problem file beside the tour was not found: %+v", p)
	}
}

func TestBuiltinTitle(t *testing.T) {
	t.Parallel()
	for _, name := range []string{Default, Long} {
		if got, want := BuiltinTitle(name), Builtin(name).Title; got != want || got == "" {
			t.Errorf("%s is said to be %q, and is %q", name, got, want)
		}
	}
}
