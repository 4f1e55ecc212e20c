package tomlfile

import (
	"slices"
	"strings"
	"testing"
)

const text = `# a list
name = "a\u0062c"
size = 2.5
tags = ["x", "y"]
deep.er = true

[[item]]
weight = 3

[[item]]
wieght = 4
size = 1
`

func read(t *testing.T, text string) *Document {
	t.Helper()
	d, found := Read("list.toml", []byte(text), 20)
	if found != nil {
		t.Fatal(found)
	}
	return d
}

func TestSectionsKnowTheirFields(t *testing.T) {
	t.Parallel()
	d := read(t, text)
	top := d.Top()
	if top.Text("name") != "abc" || !top.Section("deep").Flag("er") || top.Section("none").Given() {
		t.Error("fields are misread")
	}
	if v, ok := top.Positive("size"); !ok || v != 2.5 {
		t.Errorf("size %v, %v", v, ok)
	}
	if tags, ok := top.Texts("tags"); !ok || len(tags) != 2 || tags[1].Text != "y" {
		t.Errorf("tags %v, %v", tags, ok)
	}
	items := top.Tables("item")
	if len(items) != 2 {
		t.Fatalf("%d items", len(items))
	}
	for _, s := range items {
		s.Whole("weight", 1, 9)
	}
	if got := items[1].Unknown(); !slices.Equal(got, []string{"wieght", "size"}) {
		t.Errorf("unknown fields %v", got)
	}
	d.Close()
	want := `list.toml:11:1: item[2].wieght: unknown field; did you mean weight?
list.toml:12:1: item[2].size: unknown field; write size at the top of the file, before the first [table]`
	if got := d.Mistakes.InOrder().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMistakesHaveTheirPlace(t *testing.T) {
	t.Parallel()
	d := read(t, text)
	top := d.Top()
	top.Number("name")
	top.Whole("size", 0, 9)
	top.Choice("name", "abd", "xyz")
	top.Numbers("tags")
	top.Section("size")
	want := []string{
		"list.toml:2:8: name: needs a number, not text", "list.toml:3:8: size: needs a whole number from 0 to 9, not 2.5",
		`list.toml:2:8: name: "abc" is not known; did you mean "abd"?`, "list.toml:4:9: tags[1]: needs a number, not text",
		"list.toml:4:14: tags[2]: needs a number, not text", "list.toml:3:8: size: needs a table: a line [size], then its fields, not the number 2.5",
	}
	if got := d.Mistakes.Error(); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// The third character of the text is the escape \u0062's follower.
func TestWithinUndoesEscapes(t *testing.T) {
	t.Parallel()
	e := read(t, text).Top().Field("name")
	if got := text[e.Within(2)]; got != 'c' {
		t.Errorf("the third character is %q", got)
	}
}

// What the writer writes is what was given.
func TestWriterRoundTrip(t *testing.T) {
	t.Parallel()
	const odd = "a \"quoted\"\tline\nand \x1b\u202e another \\"
	var w Writer
	w.Text("one", odd)
	w.Block("many", odd)
	w.Text("none", "")
	w.Flag("yes", true)
	w.Flag("no", false)
	w.Set("zero", 0)
	w.Set("number", 1e-300)
	w.Line("list = %s", List([]float64{0.1, 2}, Number))
	top := read(t, w.String()).Top()
	list, _ := top.Numbers("list")
	number, _ := top.Number("number")
	if top.RawText("one") != odd || top.RawText("many") != odd || top.Has("none") || !top.Flag("yes") || top.Has("no") || top.Has("zero") || number != 1e-300 || !slices.Equal(list, []float64{0.1, 2}) {
		t.Errorf("written as\n%s", w.String())
	}
	if strings.ContainsAny(w.String(), "\x1b\u202e") {
		t.Errorf("%q would act on a terminal", w.String())
	}
}

// Another title changes nothing else of a file.
func TestWithTitle(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"# a\ntitle = 'x' # b\ny = 1\n": "# a\ntitle = \"A \\\"b\\\"\" # b\ny = 1\n",
		"[t]\ntitle = 'x'\n":            "title = \"A \\\"b\\\"\"\n[t]\ntitle = 'x'\n",
		"title = 'x":                    "title = 'x",
	} {
		got := string(WithTitle([]byte(data), `A "b"`))
		if got != want {
			t.Errorf("%q becomes %q, want %q", data, got, want)
		}
		if again := Title([]byte(got)); again != `A "b"` && got != data {
			t.Errorf("%q is entitled %q", got, again)
		}
	}
}
