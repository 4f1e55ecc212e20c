package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"

	"farsight/internal/sanitize"
)

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
