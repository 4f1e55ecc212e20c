// Verify recomputes files of reference numbers with Farsight's own model,
// acquisition rules and scenario trees, and says how far apart the two are.
//
//	go run ./internal/tools/verify internal/golden/testdata/gp_tree.json
//	go run ./internal/tools/verify internal/golden/testdata/*.json
//	go run ./internal/tools/verify scenarios/push/testdata/box2d_push.csv
//	go run ./internal/tools/verify --json internal/golden/testdata/gp_tree.json
//
// It prints, check by check, the largest error of posteriors, likelihoods,
// priors, gradients, acquisition values, scenario trees and fits. The exit code
// is 1 if any number is further away than its tolerance or cannot be computed.
//
// A file that ends in .csv holds pushes (columns rx, ry, t, wx, wy: how a hand was
// driven, and where Box2D leaves the disc). Every push is repeated, and the
// distances between the last places are held against limits.
//
// Errors are relative, number by number, so that a value of 1e-200 counts as
// much as one of 1. Posteriors, likelihoods, priors and their gradients must
// agree to 1e-8; improvements and their gradients to 1e-5, down to 1e-300, below
// which numbers count as zero. Where a number may be zero by cancellation its
// error is taken relative to a millionth of its natural size at least (a
// gradient's largest component, a mean's standard deviation): below that, with
// the tolerances used here, only rounding is left. Our own fit must be as
// probable as the recorded one, up to 0.001 in log density.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	flag "github.com/spf13/pflag"

	"farsight/internal/golden"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/scenarios/push"
)

func main() {
	asJSON := flag.Bool("json", false, "print as JSON")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: verify [--json] FILE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := verify(flag.Args(), *asJSON); err != nil {
		mistake.Print(os.Stderr, "verify", err)
		os.Exit(1)
	}
}

func verify(files []string, asJSON bool) error {
	var reports []verified
	var failures []error
	for _, name := range files {
		r, err := verifyFile(name)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		reports = append(reports, r)
		failures = append(failures, r.failures()...)
		for _, what := range r.unchecked() {
			fmt.Fprintf(os.Stderr, "%s: not checked: %s\n", sanitize.Text(name), sanitize.Text(what))
		}
	}
	write := writeReports
	if asJSON {
		write = writeJSON
	}
	return errors.Join(append(failures, write(os.Stdout, reports))...)
}

// verified is the result of one file.
type verified interface {
	failures() []error
	unchecked() []string
	write(w io.Writer) error
	json() any
}

func verifyFile(name string) (verified, error) {
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return verifyPushes(name)
	}
	f, err := golden.Read(name)
	if err != nil {
		return nil, err
	}
	r, err := recompute(context.Background(), f)
	return numbers{r}, err
}

func writeReports(w io.Writer, reports []verified) error {
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := r.write(w); err != nil {
			return err
		}
	}
	return nil
}

// numbers are reference numbers that were recomputed.
type numbers struct{ report }

func (r numbers) unchecked() []string { return r.Unchecked }

func (r numbers) failures() (out []error) {
	for _, c := range r.Checks {
		if !c.OK {
			out = append(out, fmt.Errorf("%s: check %q failed for %d of %d numbers; the worst: %s", r.File, c.Name, c.Failed, c.Numbers, c.Complaint))
		}
	}
	return out
}

func (r numbers) write(w io.Writer) error {
	fmt.Fprintln(w, sanitize.Text(r.File))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "check\tcases\tworst relative error\ttolerance\tok")
	for _, c := range r.Checks {
		fmt.Fprintf(table, "%s\t%d\t%.1e\t%.0e\t%s\n", c.Name, c.Cases, c.Worst, c.Tolerance, yesNo(c.OK))
	}
	return table.Flush()
}

func yesNo(ok bool) string {
	if ok {
		return "yes"
	}
	return "NO"
}

func writeJSON(w io.Writer, reports []verified) error {
	out := []any{}
	for _, r := range reports {
		out = append(out, r.json())
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

func (r numbers) json() any { return r.report }

// pushes are Box2D's pushes that were repeated.
type pushes struct {
	file string
	push.Report
}

func verifyPushes(file string) (verified, error) {
	r, err := push.CheckFile(file)
	if err != nil {
		return nil, err
	}
	return pushes{file, r}, nil
}

// distances are the report's, with their limits.
func (p pushes) distances() []pushDistance {
	return []pushDistance{
		{"median", p.Median, push.LimitMedian},
		{"95th percentile", p.P95, push.LimitP95},
		{"maximum", p.Maximum, push.LimitMaximum},
	}
}

type pushDistance struct {
	Name     string  `json:"name"`
	Distance float64 `json:"distance"`
	Limit    float64 `json:"limit"`
}

func (d pushDistance) ok() bool { return d.Distance <= d.Limit }

func (p pushes) unchecked() []string { return nil }

func (p pushes) failures() (out []error) {
	for _, d := range p.distances() {
		if !d.ok() {
			out = append(out, fmt.Errorf("%s: the %s distance is %.2g, above the limit %.0e; farthest off is row %d",
				sanitize.Text(p.file), d.Name, d.Distance, d.Limit, p.Worst+1))
		}
	}
	if p.Stirred > 0 {
		out = append(out, fmt.Errorf("%s: %d of %d pushes that miss the disc move it here", sanitize.Text(p.file), p.Stirred, p.Misses))
	}
	return out
}

func (p pushes) write(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d rows, %d of them pushes that miss\n", sanitize.Text(p.file), p.Rows, p.Misses)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "distance\tmetres\tlimit\tok")
	for _, d := range p.distances() {
		fmt.Fprintf(table, "%s\t%.1e\t%.0e\t%s\n", d.Name, d.Distance, d.Limit, yesNo(d.ok()))
	}
	fmt.Fprintf(table, "misses that move the disc\t%d\t0\t%s\n", p.Stirred, yesNo(p.Stirred == 0))
	return table.Flush()
}

func (p pushes) json() any {
	return struct {
		File      string         `json:"file"`
		OK        bool           `json:"ok"`
		Rows      int            `json:"rows"`
		Distances []pushDistance `json:"distances"`
		Misses    int            `json:"misses"`
		Stirred   int            `json:"misses_that_move"`
	}{sanitize.Text(p.file), p.OK(), p.Rows, p.distances(), p.Misses, p.Stirred}
}
