package pane

import (
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screentest"
	"farsight/tui/session"
)

var update = flag.Bool("update", false, "write the golden stories anew")

// replay is a session of six evaluations at most, with everything computed.
func replay(t *testing.T, name string, policies ...string) *session.Session {
	t.Helper()
	se := screentest.Open(t, name, policies...)
	se.Settings.Limit = 6
	se.Begin(se.Problem, se.Policies)
	return shown(t, se, 160, 48).Session
}

// The stories of whole replays, for reading.
func TestStories(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, name := range []string{"myopia", "overspend", "cost-learning", "sequencing", "deadline"} {
		for _, tr := range replay(t, name, "ei", "ei-puc", "b-ms-ei").Tracks {
			fmt.Fprintf(&b, "%s, %s\n", name, tr.Policy().Title())
			for k := range tr.Snaps() {
				fmt.Fprintf(&b, "%d  %s\n", k, Narrate(&tr.Snaps()[k], false))
			}
			b.WriteByte('\n')
		}
	}
	const file = "testdata/stories.txt"
	if *update {
		testkit.OK(t, os.WriteFile(file, []byte(b.String()), 0o644))
		return
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the golden stories are amd64's: elsewhere a last bit may move a figure")
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./tui/pane -update writes it)", err)
	}
	if string(want) != b.String() {
		t.Errorf("%s differs (go test ./tui/pane -update accepts it). Want:\n%s\nGot:\n%s", file, want, b.String())
	}
}

// Every reason to stop, and every odd turn, has words of its own.
func TestStoryOfEveryEnd(t *testing.T) {
	t.Parallel()
	base := replay(t, "myopia", "ei-puc", "b-ms-ei").Tracks[0].Snaps()[1]
	base.Decision = nil
	seen := map[string]study.Stop{}
	for _, stop := range []study.Stop{study.Unaffordable, study.NothingAffordable, study.NothingToGain, study.GridExhausted, study.BudgetSpent, study.Limit, study.StoppingRule} {
		s := base
		s.Stop = stop
		words := Narrate(&s, false)
		if words == "" || seen[words] != "" {
			t.Errorf("%s and %s are told alike: %q", stop, seen[words], words)
		}
		seen[words] = stop
		if !strings.Contains(words, "best "+chart.Num(s.Best)) {
			t.Errorf("%s does not tell the best: %q", stop, words)
		}
	}
	s := base
	s.Rows = append([]study.Row(nil), s.Rows...)
	s.Rows[len(s.Rows)-1].Failed = true
	if words := Narrate(&s, false); !strings.Contains(words, "failed") {
		t.Errorf("a failed evaluation is told as %q", words)
	}
}

// lastNumber is the last number of a line.
func lastNumber(t *testing.T, line string) float64 {
	t.Helper()
	all := regexp.MustCompile(`-?[0-9][0-9.e+-]*`).FindAllString(line, -1)
	if len(all) == 0 {
		t.Fatalf("no number in %q", line)
	}
	v, err := strconv.ParseFloat(strings.TrimRight(all[len(all)-1], "."), 64)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return v
}

// The formula's own arithmetic, from the moments of the decision, ends at the
// acquisition value the policy chose by: an independent computation.
func TestFormulasAddUp(t *testing.T) {
	t.Parallel()
	on := map[string][]string{
		"myopia":   {"ei", "log-ei", "ei-puc", "ei-puc-cc", "ei-pc", "ei-pes", "pbgi", "pbgi-d", "b-ms-ei", "1-b-ms-ei", "2-b-ms-ei-p", "p-ms-ei", "1-p-ms-ei price=0.01"},
		"dropwave": {"ei-puc-cc", "ei-pes", "pbgi", "2-b-ms-ei", "p-ms-ei"}, // two parameters; the tree plans with a fantasy budget
	}
	for problem, names := range on {
		for _, name := range names {
			for k, s := range replay(t, problem, name).Tracks[0].Snaps() {
				if s.Decision == nil {
					continue
				}
				// The figures of a product may differ in the last from the value itself.
				found := false
				for _, l := range Formula(&s)[2:] {
					l, _, _ = strings.Cut(l, ":  what")
					found = found || strings.Contains(l, "=") && math.Abs(lastNumber(t, l)/s.Decision.Acquisition-1) < 0.01
				}
				if !found {
					t.Errorf("%s on %s, step %d: no line ends in %s:\n%s", name, problem, k, chart.Num(s.Decision.Acquisition), strings.Join(Formula(&s), "\n"))
				}
			}
		}
	}
}
