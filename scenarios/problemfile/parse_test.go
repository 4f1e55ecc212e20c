package problemfile

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// base is a small problem that is right in every line; the tests break it.
const base = `name = "base"
budget = 20
compare = ["ei", "2-b-ms-ei"]

[[parameter]]
name = "x"
low = 0
high = 1

[[parameter]]
name = "rate"
low = 0.001
high = 10
scale = "log"
unit = "1/s"

[objective]
expression = "x + log(rate)"

[cost]
expression = "1 + x"

[initial]
points = [[0, 0.01], [1, 1.0]]
`

func parse(t *testing.T, text string) *scenarios.Problem {
	t.Helper()
	p, err := Parse("base.toml", []byte(text), "")
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return p
}

func TestParse(t *testing.T) {
	t.Parallel()
	p := parse(t, base+`
values = [-4.6, 1]
costs = [1, 2]

[model.objective]
priors = "dimension-scaled"
noise-min = 1e-6
noise-max = 0.1

[model.cost]
mean = 0.5
variance = 2
lengthscale = [0.2, 0.3]
noise-variance = 1e-4

[policy.b-ms-ei]
steps = 3
rule = "gauss-hermite"
fantasies = "9x3, 5x1"
effort = "quick"
schedule = "reference"

[policy.ei]
effort = "thorough"

[optimum]
value = 3.4
x = [1, 10]
`)
	if p.Name != "base" || p.Title != "base" || p.Budget != 20 || p.Minimise || p.Constructed || p.IsManual() || p.KnownCost != nil || p.Dim() != 2 {
		t.Errorf("%+v", p)
	}
	if !slices.Equal(p.Compare, []string{"ei", "2-b-ms-ei"}) {
		t.Errorf("compare %v", p.Compare)
	}
	if want := (scenarios.Parameter{Name: "rate", Unit: "1/s", Low: 0.001, High: 10, Log: true}); !reflect.DeepEqual(p.Parameters[1], want) {
		t.Errorf("parameter %+v, want %+v", p.Parameters[1], want)
	}
	if len(p.Initial.X) != 2 || p.Initial.X[1][1] != 1 || p.Initial.Value[0] != -4.6 || p.Initial.Cost[1] != 2 {
		t.Errorf("initial %+v", p.Initial)
	}
	if o := p.Objective; o.Fixed != nil || o.Priors != model.DimensionScaled || o.NoiseMin != 1e-6 || o.NoiseMax != 0.1 {
		t.Errorf("model of the objective %+v", o)
	}
	if h := p.Cost.Fixed; h == nil || h.Mean != 0.5 || h.Variance != 2 || !slices.Equal(h.Scale, []float64{0.2, 0.3}) || h.Noise != 1e-4 {
		t.Errorf("model of the cost %+v", h)
	}
	want := []scenarios.PolicyDefault{{Policy: "b-ms-ei", Options: "steps=3 rule=gauss-hermite fantasies=9x3,5x1 effort=quick schedule=reference"}, {Policy: "ei"}}
	if !slices.Equal(p.Policies, want) {
		t.Errorf("policies %+v", p.Policies)
	}
	if p.Optimum == nil || p.Optimum.Value != 3.4 || p.Optimum.X[1] != 10 {
		t.Errorf("optimum %+v", p.Optimum)
	}
	e, err := p.Source.Evaluate(t.Context(), []float64{0.5, 1})
	if err != nil || e != (scenarios.Evaluation{Value: 0.5, Cost: 1.5}) {
		t.Errorf("evaluation %+v, %v", e, err)
	}
}

// A known cost reaches the model on the unit cube; a minimised problem keeps
// the sign of its values but gives the model the mean of the negated ones.
// What a problem says of prices and of who pays is kept, and so is that it says
// nothing.
func TestPricesAndWhoPays(t *testing.T) {
	t.Parallel()
	silent := parse(t, base)
	if silent.ChargeSaid || silent.Price != (scenarios.Price{}) {
		t.Errorf("%v, %+v", silent.ChargeSaid, silent.Price)
	}
	p := parse(t, "charge-initial = false\n"+strings.Replace(base, "[cost]", "[cost]\ntypical = 2\nspread = 5", 1))
	if p.ChargeInitial || !p.ChargeSaid || p.Price != (scenarios.Price{Typical: 2, Spread: 5}) {
		t.Errorf("%v, %v, %+v", p.ChargeInitial, p.ChargeSaid, p.Price)
	}
	for _, p := range []*scenarios.Problem{silent, p} {
		text, err := Format(p)
		testkit.OK(t, err)
		q := parse(t, string(text))
		same(t, p, q)
		if q.ChargeSaid != p.ChargeSaid || q.Price != p.Price {
			t.Errorf("%v, %+v after Format", q.ChargeSaid, q.Price)
		}
	}
}

func TestLoadBadFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, name)
		testkit.OK(t, os.WriteFile(path, []byte(data), 0o600))
		return path
	}
	for _, c := range []struct{ path, words string }{
		{filepath.Join(dir, "absent.toml"), "cannot be opened: no such file"},
		{dir, "is a directory; name the problem file inside it"},
		{write("empty.toml", " \n\t\n"), "is empty"},
		{write("binary.toml", "name = \"a\x00b\""), "binary"},
		{write("latin1.toml", "budget = 3\nnote = \"caf\xe9\""), ":2:12: is not valid UTF-8"},
		{write("utf16.toml", "\xff\xfen\x00"), "UTF-16"},
		{write("huge.toml", strings.Repeat("# long\n", MaxSize/7+1)), "larger than 1 MiB"},
	} {
		if _, err := Load(c.path); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: error %v, want %q", filepath.Base(c.path), err, c.words)
		}
	}
	p, err := Load(write("bom.toml", "\ufeff"+strings.ReplaceAll(base, "\n", "\r\n")))
	if err != nil || p.Name != "base" || p.Dir != dir {
		t.Errorf("a byte order mark and CRLF: %+v, %v", p, err)
	}
	if _, err := Load(write("no\x1b[31mname.toml", "budget = 3")); err == nil || strings.ContainsRune(err.Error(), 0x1b) {
		t.Errorf("a file name with an escape sequence: %q", err)
	}
	// A name is taken from the file when none is given.
	p, err = Load(write("from-file.toml", strings.Replace(base, "name = \"base\"\n", "", 1)))
	if err != nil || p.Name != "from-file" {
		t.Errorf("name from the file: %+v, %v", p, err)
	}
}

// Whatever a file puts into its texts, nothing a terminal would act on comes
// out: not in a loaded problem, not in a message, not in a formatted file.
func TestEscapeSequencesAreHarmless(t *testing.T) {
	t.Parallel()
	evil := `\u001b]0;owned\u0007\u001b[2Jevil\u202e\u009b31m`
	text := strings.NewReplacer(
		`name = "base"`, `name = "base"`+"\ntitle = \""+evil+"\"\nnote = \"\"\""+evil+"\nline\"\"\"",
		`unit = "1/s"`, `unit = "`+evil+`"`+"\nnote = \""+evil+`"`,
		`[objective]`, "[objective]\nunit = \""+evil+`"`,
	).Replace(base)
	p := parse(t, text)
	formatted, err := Format(p)
	testkit.OK(t, err)
	shown := []string{p.Title, p.Parameters[1].Unit, p.Parameters[1].Note, p.ValueUnit, strings.ReplaceAll(p.Note, "\n", ""), strings.ReplaceAll(string(formatted), "\n", "")}
	bad := `"` + evil + `"`
	for _, broken := range []string{
		strings.Replace(base, `"base"`, bad, 1), strings.Replace(base, `"rate"`, bad, 1), strings.Replace(base, `"ei"`, bad, 1),
		strings.Replace(base, `budget = 20`, bad+" = 3", 1), strings.Replace(base, `"x + log(rate)"`, bad, 1), base + "[policy." + bad + "]\n",
		strings.Replace(base, `"log"`, bad, 1), "a = \x1b[31m", "\"\x1b[31m\" = 3", "[a.\"\u009b31m\"]\n[a.\"\u009b31m\"]", base + "[initial.\"\\u001b[2J\"]",
	} {
		_, err := Parse("a\x1b[31mb.toml", []byte(broken), "")
		if err == nil {
			t.Fatalf("no mistake in %q", broken)
		}
		shown = append(shown, strings.ReplaceAll(err.Error(), "\n", ""))
	}
	for _, s := range shown {
		for _, r := range s {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x202e {
				t.Errorf("%q holds %U", s, r)
				break
			}
		}
	}
}

// Absurdly nested files and formulas are mistakes or work, never a crash.
func TestDeepNesting(t *testing.T) {
	t.Parallel()
	n := MaxSize/2 - 10
	for name, text := range map[string]string{
		"arrays":   "a = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"open":     "a = " + strings.Repeat("[", 2*n),
		"tables":   "a = " + strings.Repeat("{a=", n/4) + "1" + strings.Repeat("}", n/4),
		"dotted":   strings.Repeat("a.", n) + "a = 1",
		"headers":  "[" + strings.Repeat("a.", n) + "a]",
		"negative": base + strings.Repeat("[optimum]\nvalue = 1", 1) + "\n#" + strings.Repeat("-", n),
	} {
		if _, err := Parse(name, []byte(text), ""); err == nil {
			t.Errorf("%s: no mistake", name)
		}
	}
	const formulaSize = 16 << 10 // the most a formula may have
	for _, s := range []string{"-", "!", "not ", "x^", "x ? x : ", "let a = x; ", "abs(", "x > ", "(", "[", "{a:", "if x > 0 {", "x.", "x|"} {
		text := strings.Repeat(s, formulaSize/len(s)-1)
		_, _ = formula.New(text+"x", []string{"x"}) // must return
	}
}

// at evaluates a problem's source.
func at(t *testing.T, p *scenarios.Problem, x ...float64) scenarios.Evaluation {
	t.Helper()
	e, err := p.Source.Evaluate(t.Context(), x)
	if err != nil {
		t.Fatalf("%s at %v: %v", p.Name, x, err)
	}
	return e
}

// same checks that two problems agree in all that is not a function, and in
// their functions at random points.
func same(t *testing.T, p, q *scenarios.Problem) {
	t.Helper()
	a, errA := Format(p)
	b, errB := Format(q)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s: formatted\n%s(%v)\nand\n%s(%v)", p.Name, a, errA, b, errB)
	}
	truth, ok := p.Source.(scenarios.Truth)
	if !ok {
		return
	}
	rng := rand.New(rand.NewPCG(1, 1))
	u := make([]float64, p.Dim())
	for range 200 {
		for i := range u {
			u[i] = rng.Float64()
		}
		x := scenarios.FromShares(p.Parameters, u)
		v, c, err := truth.Truth(x)
		w, d, err2 := q.Source.(scenarios.Truth).Truth(x)
		if err != nil || err2 != nil || math.Abs(v-w) > 1e-12 || math.Abs(c-d) > 1e-12 {
			t.Fatalf("%s at %v: %v, %v (%v) and %v, %v (%v)", p.Name, x, v, c, err, w, d, err2)
		}
		if (p.KnownCost == nil) != (q.KnownCost == nil) || p.KnownCost != nil && math.Abs(p.KnownCost(p.ToUnit(x))-q.KnownCost(q.ToUnit(x))) > 1e-12 {
			t.Fatalf("%s: known costs differ at %v", p.Name, x)
		}
	}
}
