package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"unicode"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"
	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
)

// number prints to four figures.
func number(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	if a := math.Abs(v); a != 0 && a < 1e-4 || a >= 1e6 {
		return fmt.Sprintf("%.3g", v)
	}
	return fmt.Sprintf("%.4g", v)
}

// valueText prints a parameter's value: a number, or the name of a choice.
func valueText(p scenarios.Parameter, v float64) string {
	if p.Categorical() {
		return sanitize.Text(p.Show(v))
	}
	return number(v)
}

func unitText(u string) string {
	if u == "" {
		return ""
	}
	return " " + sanitize.Text(u)
}

func evaluations(n int) string { return plural(n, "evaluation") }

// plural counts things: "1 evaluation", "3 evaluations".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// believed says what a recommended value is believed to be, and how surely, by
// which distribution.
func believed(r *study.Recommendation, unit string) string {
	text := "believed " + number(r.Value) + unitText(unit)
	low, high, ok := r.Interval()
	if !ok {
		return text + " (no interval: the values do not show their noise yet)"
	}
	return fmt.Sprintf("%s, 95 %% from %s to %s (%s)", text, number(low), number(high), r.IntervalKind())
}

// intervalEnds are those of a recommended value's interval; nil where there is none.
func intervalEnds(r *study.Recommendation) (low, high *float64) {
	l, h, ok := r.Interval()
	if !ok {
		return nil, nil
	}
	return &l, &h
}

// costHistogram shows how the costs are spread: twenty equal steps of their
// logarithm, tall where there are many.
func costHistogram(costs []float64) string {
	if len(costs) == 0 {
		return "none"
	}
	bins := histogram(costs, 20)
	most := fullest(bins)
	bars, out := []rune(" ▁▂▃▄▅▆▇█"), []rune{}
	for _, b := range bins {
		out = append(out, bars[(b.Count*(len(bars)-1)+most-1)/most])
	}
	return fmt.Sprintf("%s to %s  %s", number(bins[0].Low), number(bins[len(bins)-1].High), string(out))
}

// shellArgument is a file's name as it can be typed again.
func shellArgument(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	if path != "" && !strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./+:@%,", r) && r != os.PathSeparator
	}) {
		return path
	}
	return sanitize.Text("'" + strings.ReplaceAll(path, "'", `'\''`) + "'")
}

// printJSON prints v as the one JSON value of the command's output.
func printJSON(cmd *cobra.Command, v any) error { return writeJSON(cmd.OutOrStdout(), v, "  ") }

// writeJSONLines prints each value on a line of its own.
func writeJSONLines[T any](w io.Writer, all []T) error {
	for _, v := range all {
		if err := writeJSON(w, v, ""); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON prints v as one JSON value. What a terminal might act on is escaped:
// the value is the same, and printing it is harmless.
func writeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", indent)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	var out strings.Builder
	for _, r := range b.String() {
		switch {
		case r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) && r <= 0xffff:
			fmt.Fprintf(&out, `\u%04x`, r)
		case unicode.Is(unicode.Cf, r): // JSON needs two halves beyond 16 bits
			r -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out.WriteRune(r)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// finite is null in JSON where there is no number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// planJSON is the fantasy budget of a decision and where it comes from.
type planJSON struct {
	Budget  float64       `json:"budget"` // planned with
	Step    int           `json:"step"`   // when the rollout was played
	Left    float64       `json:"left"`   // of the true budget then
	Rollout []plannedStep `json:"rollout"`
}

// plannedStep is one step of the base policy's, imagined.
type plannedStep struct {
	X    []any   `json:"x"`
	Y    float64 `json:"y"`
	Cost float64 `json:"cost"`
}

// planOf is the plan of a decision on a problem; nil where it planned with what
// was left.
func planOf(p *scenarios.Problem, horizon float64, r *policy.Rollout) *planJSON {
	if r == nil {
		return nil
	}
	out := &planJSON{Budget: horizon, Step: r.Step, Left: r.Left, Rollout: make([]plannedStep, len(r.Steps))}
	for i, s := range r.Steps {
		out.Rollout[i] = plannedStep{jsonPoint(p, p.Nearest(s.X)), p.Sign() * s.Y, s.Cost}
	}
	return out
}

// jsonPoint is a point as JSON holds it: numbers, and the names of choices.
func jsonPoint(p *scenarios.Problem, x scenarios.Point) []any {
	out := make([]any, len(x))
	for i, v := range x {
		out[i] = p.Parameters[i].Value(v)
	}
	return out
}

// textTable is rows of cells in columns, two blanks apart, without colours and
// borders: terminals, files and other programs read the same.
type textTable struct {
	rows    [][]string
	numbers bool // set to the right, but for a last column without a name, which holds remarks
}

// newTable begins a table with its head, if it has one.
func newTable(head ...string) *textTable {
	t := &textTable{}
	if len(head) > 0 {
		t.add(asAny(head)...)
	}
	return t
}

// newNumbers begins a table of numbers, which are set to the right.
func newNumbers(head ...string) *textTable {
	t := newTable(head...)
	t.numbers = true
	return t
}

// add adds a row. Text is made harmless, numbers have four figures.
func (t *textTable) add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case float64:
			row[i] = number(c)
		default:
			row[i] = sanitize.Text(fmt.Sprint(c))
		}
	}
	t.rows = append(t.rows, row)
}

// write prints the table, nothing where it has no rows.
func (t *textTable) write(w io.Writer) {
	if len(t.rows) == 0 {
		return
	}
	last := len(t.rows[0]) - 1
	remarks := t.rows[0][last] == ""
	left, right := lipgloss.NewStyle().PaddingRight(2), lipgloss.NewStyle().PaddingLeft(2).Align(lipgloss.Right)
	style := func(_, col int) lipgloss.Style {
		switch {
		case !t.numbers:
			return left
		case col == last && remarks:
			return lipgloss.NewStyle().PaddingLeft(2)
		}
		return right
	}
	drawn := table.New().Rows(t.rows...).StyleFunc(style).Wrap(false).BorderColumn(false).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).String()
	for line := range strings.Lines(drawn) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// asAny are texts as cells.
func asAny(texts []string) []any {
	out := make([]any, len(texts))
	for i, s := range texts {
		out[i] = s
	}
	return out
}
