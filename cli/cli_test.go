package cli

import (
	"bytes"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"farsight": func() { os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code": exitCode,
			"edit": edit,
		},
	})
}

// exitCode is `code N command…`: run the command and want exactly this exit code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N command…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		got = string(rune('0' + exit.ExitCode()))
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// edit is `edit FROM TO OLD NEW`: copy a file with one change.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: edit FROM TO OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if strings.Count(text, args[2]) != 1 {
		ts.Fatalf("%s has %q %d times, want once", args[0], args[2], strings.Count(text, args[2]))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Replace(text, args[2], args[3], 1)), 0o666))
}

func run(args ...string) (code int, stdout, stderr string) {
	var out, talk bytes.Buffer
	code = Run(args, strings.NewReader(""), &out, &talk)
	return code, out.String(), talk.String()
}

// Every command, now and later, explains itself by example, and its examples
// are command lines it would accept.
func TestEveryHelpLeadsWithExamples(t *testing.T) {
	t.Parallel()
	count := 0
	walk(newRoot(), func(c *cobra.Command) {
		count++
		path := strings.Fields(c.CommandPath())[1:]
		t.Run(c.CommandPath(), func(t *testing.T) {
			code, out, talk := run(append(path, "--help")...)
			if code != exitOK || talk != "" {
				t.Fatalf("--help: exit code %d, stderr %q", code, talk)
			}
			if !strings.HasPrefix(out, "Examples:\n  ") {
				t.Errorf("--help starts with %.40q, not with examples", out)
			}
			if c.Short == "" || c.Short != strings.TrimSuffix(c.Short, ".") {
				t.Errorf("short description %q: want words without a full stop", c.Short)
			}
			if c.HasSubCommands() && (c.Args == nil || c.RunE == nil) {
				t.Error("a command with subcommands needs Args: noSuchCommand and a RunE, or mistakes below it pass for success")
			}
			for line := range strings.Lines(c.Example) {
				checkExample(t, c, line)
			}
		})
	})
	if count < 4 {
		t.Errorf("the tree has only %d commands", count)
	}
	// That of the program lists them all on a screen, with room for the next prompt.
	_, out, _ := run("--help")
	if n := strings.Count(out, "\n"); n > 23 {
		t.Errorf("farsight --help has %d lines, want 23 at most:\n%s", n, out)
	}
	for _, c := range newRoot().Commands() {
		if !strings.Contains(out, c.Name()) {
			t.Errorf("farsight --help does not name %s", c.Name())
		}
	}
}

func checkExample(t *testing.T, c *cobra.Command, line string) {
	t.Helper()
	_, call, ok := strings.Cut(line, "farsight")
	if !ok || strings.TrimSpace(line) == "" {
		t.Errorf("example %q does not call farsight", line)
		return
	}
	call, _, _ = strings.Cut(call, "  ") // what follows two blanks is an explanation
	call = strings.FieldsFunc(call+" ", func(r rune) bool { return strings.ContainsRune("|)>;#", r) })[0]
	root := newRoot()
	cmd, rest, err := root.Find(strings.Fields(call))
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil {
		t.Errorf("example %q: %v", line, err)
	}
	// A command with subcommands may show those.
	if c.HasParent() && !strings.HasPrefix(cmd.CommandPath()+" ", c.CommandPath()+" ") {
		t.Errorf("example %q shows %s", line, cmd.CommandPath())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Output that was not written is a failure, whichever command lost it.
func TestLostOutputFails(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"version"}, {"--version"}, {"version", "--json"}, {"--help"}, {"help", "version"}, {"completion", "zsh"}} {
		var talk bytes.Buffer
		code := Run(args, strings.NewReader(""), fullDisk{}, &talk)
		if code != exitFailed || !strings.Contains(talk.String(), "no space left") {
			t.Errorf("%q: exit code %d, stderr %q", args, code, talk.String())
		}
		if strings.Count(talk.String(), "\n") != 1 {
			t.Errorf("%q: said more than once: %q", args, talk.String())
		}
	}
}

func TestErrorsCannotDriveTheTerminal(t *testing.T) {
	t.Parallel()
	_, _, talk := run("check", "\x1b]0;owned\x07no-such-file")
	if strings.ContainsRune(talk, 0x1b) || !strings.HasPrefix(talk, "farsight: ") {
		t.Errorf("stderr %q", talk)
	}
}

func TestHistogram(t *testing.T) {
	bins := histogram([]float64{1, 1.5, 2, 3.9, 4, 15.9, 16}, 4) // 1, 2, 4, 8, 16
	var counts []int
	for i, b := range bins {
		counts = append(counts, b.Count)
		if math.Abs(b.Low-math.Exp2(float64(i))) > 1e-12 || math.Abs(b.High-2*b.Low) > 1e-12 {
			t.Errorf("bin %d: %+v", i, b)
		}
	}
	if !slices.Equal(counts, []int{2, 2, 1, 2}) {
		t.Errorf("%v", counts)
	}
	if one := histogram([]float64{3, 3, 3}, 4); len(one) != 1 || one[0] != (bin{3, 3, 3}) {
		t.Errorf("%v", one)
	}
	if histogram(nil, 4) != nil {
		t.Error("bins of nothing")
	}
}

// Where none is ahead, what won where policies were judged comes first, then what
// is less to compute.
func TestWhoComesFirst(t *testing.T) {
	t.Parallel()
	last := -2
	for _, text := range []string{policy.Recommended(), "ei-pes", "2-b-ms-ei", "4-b-ms-ei", "far"} {
		q := policy.Must(text)
		filled, err := q.Fill("")
		testkit.OK(t, err)
		if e := raceOrder(q, filled); e <= last {
			t.Errorf("%s comes at %d, after one at %d", text, e, last)
		} else {
			last = e
		}
	}
}

// A policy to show is found by its label or how that begins, those that look
// ahead first.
func TestMapChoice(t *testing.T) {
	t.Parallel()
	rows := []experiment.AtlasRow{
		{Policy: "ei", Settings: "ei"}, {Policy: "2-b-ms-ei, true budget", Settings: "2-b-ms-ei schedule=off"},
		{Policy: "ei-puc", Settings: "ei-puc"}, {Policy: "ei", Settings: "ei"}, {Policy: "unheard-of"},
	}
	for name, want := range map[string]string{"": "2-b-ms-ei, true budget", "ei": "ei", "EI-P": "ei-puc", "2": "2-b-ms-ei, true budget", "un": "unheard-of"} {
		if got, err := mapChoice(rows, name); err != nil || got != want {
			t.Errorf("%q is %q, %v, want %q", name, got, err, want)
		}
	}
	_, err := mapChoice(rows, "nobody")
	if err == nil || !strings.Contains(err.Error(), "which has: 2-b-ms-ei, true budget; unheard-of; ei; ei-puc") {
		t.Errorf("of nobody it says %v", err)
	}
	usual := append(rows, experiment.AtlasRow{Policy: experiment.MapPolicy})
	if got, err := mapChoice(usual, ""); err != nil || got != experiment.MapPolicy {
		t.Errorf("shown first is %q, %v", got, err)
	}
}

// The map that ships is whole, and shown without being asked for.
func TestMapThatShips(t *testing.T) {
	t.Parallel()
	rows, err := experiment.ShippedAtlas()
	testkit.OK(t, err)
	var out, talk bytes.Buffer
	code := Run([]string{"map"}, os.Stdin, &out, &talk)
	if code != exitOK || !strings.Contains(out.String(), "d = 3") {
		t.Errorf("exit code %d: %s%s", code, out.String(), talk.String())
	}
	first := map[builtin.Cell]uint64{}
	for _, r := range rows {
		first[r.Cell] = r.FirstSeed
	}
	for _, file := range []string{"map.toml", "money-map.toml"} {
		spec, err := experiment.Load("../examples/" + file)
		testkit.OK(t, err)
		for _, j := range spec.Jobs() {
			c, err := builtin.ParseCell(j.Problem.Label())
			if err != nil || first[c] != spec.FirstSeed+1 {
				t.Fatalf("%v: the draws of %s on the map that ships begin with seed %d (%v)", c, file, first[c], err)
			}
		}
	}
}
