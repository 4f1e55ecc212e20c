package experiment

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/files"
	"farsight/internal/sanitize"
)

// Write puts a report into a directory: report.md, which shows a figure per
// problem (see File), and report.csv.
func (s Summary) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, write := range map[string]func(io.Writer) error{"report.md": s.markdown, "report.csv": s.csv} {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file whole or not at all, and none in the place of a link.
func writeFile(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return files.WriteWhole(path, b.Bytes(), true)
}

// markdown writes the report as a page with its figures.
func (s Summary) markdown(w io.Writer) error {
	var b strings.Builder
	for _, p := range s.Problems {
		what := "log10 regret"
		if !p.Regret {
			what = "best value"
		}
		fmt.Fprintf(&b, "## %s\n\nBudget %g. Mean %s at the full budget with 95 %% intervals; differences to %s are paired by replication.\n\n", sanitize.Text(p.Problem), p.Budget, what, sanitize.Text(p.Best))
		fmt.Fprintf(&b, "| policy | runs | %s | against %s | evaluations | mean s/decision | median | 95th %% |\n|---|---|---|---|---|---|---|---|\n", what, sanitize.Text(p.Best))
		for _, q := range p.Policies {
			against := ""
			if q.Policy != p.Best && q.Against.N > 1 {
				against = q.Against.String()
			}
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %.1f | %s | %s | %s |\n", sanitize.Text(q.Policy), q.Final.N, q.Final.String(), against, q.Evaluations.Mean, seconds(q.Seconds), seconds(q.Median), seconds(q.P95))
		}
		fmt.Fprintf(&b, "\n![%s against the budget used](%s.svg)\n\n", what, p.File())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// File is the problem's label as the name of a file, without an ending.
func (p ProblemSummary) File() string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '.':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, p.Problem)
}

// seconds are those of a decision, where they are known.
func seconds(s float64) string {
	if math.IsNaN(s) {
		return ""
	}
	return fmt.Sprintf("%.4f", s)
}

// csv writes every number of the report, one line per problem, policy and
// share of the budget.
func (s Summary) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{"problem", "policy", "share", "runs", "mean", "low", "high", "difference", "difference_low", "difference_high", "against"})
	for _, p := range s.Problems {
		for _, q := range p.Policies {
			for i, at := range q.Curve {
				row := []string{csvfile.Guard(p.Problem), csvfile.Guard(q.Policy), num(Shares[i]), strconv.Itoa(at.N), num(at.Mean), num(at.Low), num(at.High), "", "", "", ""}
				if Shares[i] == 1 && q.Policy != p.Best && q.Against.N > 1 {
					row[7], row[8], row[9], row[10] = num(q.Against.Mean), num(q.Against.Low), num(q.Against.High), csvfile.Guard(p.Best)
				}
				c.Write(row)
			}
		}
	}
	c.Flush()
	return c.Error() // of any of them
}

func num(v float64) string {
	if !known(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 8, 64)
}
