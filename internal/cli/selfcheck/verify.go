package selfcheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
	"farsight/internal/golden"
	"farsight/internal/sanitize"
	"farsight/internal/verify"
)

// Verify is the command "verify".
func Verify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "recompute files of reference numbers and compare",
		Long: `Recompute every number of a file of reference values (posteriors, likelihoods,
priors, gradients, acquisition values, scenario trees, fits) and print, check by
check, how far Farsight's own numbers are from them. The exit code is 1 if any
number is further away than its tolerance or cannot be computed.

A file that ends in .csv holds pushes (columns rx, ry, t, wx, wy: how a hand was
driven, and where Box2D leaves the disc). Every push is repeated, and the
distances between the last places are held against limits.

Errors are relative. Posteriors, likelihoods, priors and their gradients must
agree to 1e-8; improvements and their gradients to 1e-5, down to 1e-300, below
which numbers count as zero.
Our own fit must be as probable as the recorded one, up to 0.001 in log density.`,
		Example: `farsight verify internal/golden/testdata/gp_tree.json
farsight verify internal/golden/testdata/*.json
farsight verify scenarios/push/testdata/box2d_push.csv
farsight verify --json gp_tree.json`,
		Args: usage.AtLeastOne("at least one FILE"),
		RunE: func(cmd *cobra.Command, files []string) error { return runVerify(cmd, files, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

func runVerify(cmd *cobra.Command, files []string, asJSON bool) error {
	var reports []verified
	var failures []error
	for _, name := range files {
		r, err := verifyFile(cmd.Context(), name)
		if errors.Is(err, context.Canceled) {
			return err
		}
		if err != nil {
			failures = append(failures, err)
			continue
		}
		reports = append(reports, r)
		failures = append(failures, r.failures()...)
		for _, what := range r.unchecked() {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: not checked: %s\n", sanitize.Text(name), sanitize.Text(what))
		}
	}
	write := writeReports
	if asJSON {
		write = func(_ io.Writer, reports []verified) error { return output.JSON(cmd, jsonReports(reports)) }
	}
	if err := write(cmd.OutOrStdout(), reports); err != nil {
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// verified is what became of one file.
type verified interface {
	failures() []error
	unchecked() []string
	write(w io.Writer) error
	json() any
}

func verifyFile(ctx context.Context, name string) (verified, error) {
	if strings.EqualFold(filepath.Ext(name), ".csv") {
		return verifyPushes(name)
	}
	f, err := golden.Read(name)
	if err != nil {
		return nil, err
	}
	r, err := verify.File(ctx, f)
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
type numbers struct{ verify.Report }

func (r numbers) unchecked() []string { return r.Unchecked }

func (r numbers) failures() (out []error) {
	for _, c := range r.Checks {
		if !c.OK() {
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
		fmt.Fprintf(table, "%s\t%d\t%.1e\t%.0e\t%s\n", c.Name, c.Cases, c.Worst, c.Tolerance, yesNo(c.OK()))
	}
	return table.Flush()
}

func yesNo(ok bool) string {
	if ok {
		return "yes"
	}
	return "NO"
}

// jsonReport is a report as other programs read it.
type jsonReport struct {
	File      string      `json:"file"`
	OK        bool        `json:"ok"`
	Checks    []jsonCheck `json:"checks"`
	Unchecked []string    `json:"unchecked"`
}

type jsonCheck struct {
	Check     string   `json:"check"`
	Cases     int      `json:"cases"`
	Numbers   int      `json:"numbers"`
	Worst     *float64 `json:"worst_relative_error"` // null: something could not be computed
	Tolerance float64  `json:"tolerance"`
	OK        bool     `json:"ok"`
	Failed    int      `json:"failed"`
	Complaint string   `json:"complaint,omitempty"`
}

func jsonReports(reports []verified) []any {
	out := []any{}
	for _, r := range reports {
		out = append(out, r.json())
	}
	return out
}

func (r numbers) json() any {
	j := jsonReport{File: r.File, OK: r.OK(), Checks: []jsonCheck{}, Unchecked: append([]string{}, r.Unchecked...)}
	for _, c := range r.Checks {
		k := jsonCheck{Check: c.Name, Cases: c.Cases, Numbers: c.Numbers, Worst: &c.Worst, Tolerance: c.Tolerance, OK: c.OK(), Failed: c.Failed, Complaint: c.Complaint}
		if math.IsInf(c.Worst, 0) {
			k.Worst = nil
		}
		j.Checks = append(j.Checks, k)
	}
	return j
}
