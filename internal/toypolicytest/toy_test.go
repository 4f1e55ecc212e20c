//go:build linux || darwin || freebsd || netbsd || openbsd

package toypolicytest

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farsight/cli"
	_ "farsight/internal/noquery" // nothing may ask the terminal at start-up
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
)

// asProgram makes the test binary behave as a farsight with one policy more.
const asProgram = "FARSIGHT_TEST_WITH_TOY"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// farsight runs a command that must succeed, and returns what it prints.
func farsight(t *testing.T, args ...string) string {
	t.Helper()
	var out, talk bytes.Buffer
	if code := cli.Run(args, strings.NewReader(""), &out, &talk); code != 0 {
		t.Fatalf("farsight %s: exit code %d\n%s%s", strings.Join(args, " "), code, out.String(), talk.String())
	}
	return out.String()
}

func holds(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s says nothing of %q:\n%s", what, w, text)
		}
	}
}

// One file adds a policy: it is named, run, journalled, reported and explained
// by everything that ranges over the policies, and nothing takes it for another.
func TestToyPolicyIsFoundWhole(t *testing.T) {
	dir := t.TempDir()

	holds(t, "policies", farsight(t, "policies", "pi-pc"), "PI / E[c]: probability of improvement by the expected cost", "Φ((μ − f* − ξσ)/σ) / E[c(x)]", "choose it never", "margin")
	holds(t, "help", farsight(t, "help", "replay"), "--margin", "what an improvement must exceed")

	replay := farsight(t, "replay", "myopia", "--policy", "pi-pc", "--margin", "0.5", "--limit", "2")
	holds(t, "replay", replay, "\nPI / E[c]\n", "2 evaluations", "limit")
	if other := farsight(t, "replay", "myopia", "--policy", "pi-pc", "--limit", "2"); other == replay {
		t.Error("its option changes nothing")
	}

	problem := filepath.Join(dir, "lab.toml")
	text := strings.Replace(farsight(t, "scenarios", "show", "myopia"), "[policy.b-ms-ei]", "[policy.pi-pc]\nmargin = 0.5\n\n[policy.b-ms-ei]", 1)
	testkit.OK(t, os.WriteFile(problem, []byte(text), 0o644))
	if got := farsight(t, "replay", problem, "--policy", "pi-pc", "--limit", "2"); strings.SplitN(got, "PI / E[c]", 2)[1] != strings.SplitN(replay, "PI / E[c]", 2)[1] {
		t.Errorf("the problem's default is not the flag's value:\n%s\nwith the flag:\n%s", got, replay)
	}

	lab := filepath.Join(dir, "lab.study")
	holds(t, "study new", farsight(t, "study", "new", problem, lab, "--policy", "pi-pc", "--margin", "0.25"), "PI / E[c]")
	journal, err := os.ReadFile(lab)
	testkit.OK(t, err)
	holds(t, "the journal", string(journal), "pi-pc margin=0.25")
	holds(t, "study ask", farsight(t, "study", "ask", lab), "measure")

	out := filepath.Join(dir, "out")
	farsight(t, "experiment", "run", "--problem", "myopia", "--policy", "pi-pc", "--policy", "2-b-ms-ei", "--replications", "2", "--out", out)
	report := farsight(t, "experiment", "report", out)
	holds(t, "the report", report, "pi-pc")
	// It looks one evaluation ahead: it is what the tree is held against.
	holds(t, "the report", report, "against pi-pc")
}

// On the screens it has its own title, chart, story, formula and settings.
func TestToyPolicyOnTheScreens(t *testing.T) {
	cmd := exec.Command(os.Args[0], "explore", "myopia", "--policy", "pi-pc", "--policy", "b-ms-ei")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Dir = t.TempDir()
	p := testkit.StartTerminal(t, cmd, 160, 48)
	p.Wait("PI / E[c]", "chance to improve by expected cost", "where an improvement is likeliest for its", "B-MS-EI")
	p.Type("f")
	p.Wait("PI/E[c] = Φ(u − ξ) / E[c] =")
	p.Type("\x1b")
	p.Until("the charts again", func(s string) bool { return !strings.Contains(s, "PI/E[c] = Φ") })
	p.Type("s")
	p.Wait("margin ξ", "PI / E[c]")
	p.Type("q")
	p.Ended()
}

// The derivatives of its score meet finite differences.
func TestToyDerivatives(t *testing.T) {
	fn := perCost{best: 0.4, margin: 0.2}
	at := model.Moments{MuF: 0.3, SdF: 0.5, MuC: 1.1, SdC: 0.7}
	_, d := fn.Eval(at)
	const h = 1e-6
	for name, c := range map[string]struct {
		got  float64
		move func(m *model.Moments, by float64)
	}{
		"μ": {d.MuF, func(m *model.Moments, by float64) { m.MuF += by }},
		"σ": {d.SdF, func(m *model.Moments, by float64) { m.SdF += by }},
		"m": {d.MuC, func(m *model.Moments, by float64) { m.MuC += by }},
		"s": {d.SdC, func(m *model.Moments, by float64) { m.SdC += by }},
	} {
		up, down := at, at
		c.move(&up, h)
		c.move(&down, -h)
		a, _ := fn.Eval(up)
		b, _ := fn.Eval(down)
		if want := (a - b) / (2 * h); math.Abs(c.got-want) > 1e-7*(1+math.Abs(want)) {
			t.Errorf("by %s: %v, differences say %v", name, c.got, want)
		}
	}
	if _, err := policy.Find("pi-pc"); err != nil {
		t.Error(err)
	}
}
