package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/internal/golden"
	"farsight/internal/plain"
	"farsight/internal/verify"
)

func newVerify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "recompute files of reference numbers and compare",
		Long: `Recompute every number of a file of reference values (posteriors, likelihoods,
priors, gradients, acquisition values, scenario trees, fits) and print, check by
check, how far Farsight's own numbers are from them. The exit code is 1 if any
number is further away than its tolerance or cannot be computed.

Errors are relative. Posteriors, likelihoods, priors and their gradients must
agree to 1e-8; improvements and their gradients to 1e-5, however small they are.
Our own fit must be as probable as the recorded one, up to 0.001 in log density.`,
		Example: `farsight verify gp_tree.json
farsight verify gp_tree.json races.json trials.json
farsight verify --json gp_tree.json`,
		Args: atLeastOne("at least one FILE"),
		RunE: func(cmd *cobra.Command, files []string) error { return runVerify(cmd, files, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

func runVerify(cmd *cobra.Command, files []string, asJSON bool) error {
	var reports []verify.Report
	var failures []error
	for _, name := range files {
		f, err := golden.Read(name)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		r, err := verify.File(cmd.Context(), f)
		if err != nil {
			return err
		}
		reports = append(reports, r)
		for _, c := range r.Checks {
			if !c.OK() {
				failures = append(failures, fmt.Errorf("%s: check %q failed for %d of %d numbers; the worst: %s", r.File, c.Name, c.Failed, c.Numbers, c.Complaint))
			}
		}
		for _, what := range r.Unchecked {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: not checked: %s\n", plain.Text(r.File), plain.Text(what))
		}
	}
	write := writeReports
	if asJSON {
		write = func(_ io.Writer, reports []verify.Report) error { return writeJSON(cmd, jsonReports(reports)) }
	}
	if err := write(cmd.OutOrStdout(), reports); err != nil {
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

func writeReports(w io.Writer, reports []verify.Report) error {
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, plain.Text(r.File))
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "check\tcases\tworst relative error\ttolerance\tok")
		for _, c := range r.Checks {
			ok := "yes"
			if !c.OK() {
				ok = "NO"
			}
			fmt.Fprintf(table, "%s\t%d\t%.1e\t%.0e\t%s\n", c.Name, c.Cases, c.Worst, c.Tolerance, ok)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
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

func jsonReports(reports []verify.Report) []jsonReport {
	out := []jsonReport{}
	for _, r := range reports {
		j := jsonReport{File: r.File, OK: r.OK(), Checks: []jsonCheck{}, Unchecked: append([]string{}, r.Unchecked...)}
		for _, c := range r.Checks {
			k := jsonCheck{Check: c.Name, Cases: c.Cases, Numbers: c.Numbers, Worst: &c.Worst, Tolerance: c.Tolerance, OK: c.OK(), Failed: c.Failed, Complaint: c.Complaint}
			if math.IsInf(c.Worst, 0) {
				k.Worst = nil
			}
			j.Checks = append(j.Checks, k)
		}
		out = append(out, j)
	}
	return out
}
