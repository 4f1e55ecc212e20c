package cli

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/table"
	"farsight/tui"
	"farsight/tui/player"
	"farsight/tui/theme"
	"farsight/tui/tour"
)

func newCheck() *cobra.Command {
	var asJSON, claims bool
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "find mistakes in problem files, tours and themes",
		Long: `Read problem files and print every mistake with its line, column and field, and
the nearest valid name for a typing mistake, and what cannot be done with a
problem that has none. Tables are read too; commands are not run. Tours, themes and specifications of
experiments are checked as well; of a theme the low contrasts are listed. FILE - is
stdin. The exit code is 1 if there is any mistake.

A tour makes claims. Those that need no computation are checked, and so are points
outside the bounds; --claims computes what the scenes show, and checks all claims
and that no step is past the end of a run. The word tour is the built-in one.`,
		Example: `farsight check lab.toml
farsight check --claims examples/tour-overspend.toml
farsight check *.toml
farsight check - < lab.toml
farsight check --json lab.toml`,
		Args: atLeastOne("FILE"),
		RunE: func(cmd *cobra.Command, files []string) error {
			var failed []error
			reports := []checkReport{}
			for _, file := range files {
				r := checkFile(cmd, file, claims)
				errors.As(r.err, &r.Mistakes)
				if reports = append(reports, r); r.err != nil {
					failed = append(failed, r.err)
				} else if !asJSON {
					r.write(cmd.OutOrStdout())
				}
			}
			if asJSON {
				if err := printJSON(cmd, reports); err != nil {
					failed = append(failed, err)
				}
			}
			return errors.Join(failed...)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	cmd.Flags().BoolVar(&claims, "claims", false, "of a tour: compute what its scenes show, and check every claim")
	return cmd
}

// checkReport is the result for one file.
type checkReport struct {
	File     string       `json:"file"`
	OK       bool         `json:"ok"`
	Summary  string       `json:"summary,omitempty"`
	Costs    []bin        `json:"costs,omitempty"`  // of a table's rows
	Fit      string       `json:"fit,omitempty"`    // of a table: "saved", "stale" or "none"
	Cannot   []string     `json:"cannot,omitempty"` // what cannot be done with it
	Mistakes mistake.List `json:"mistakes"`
	err      error

	table    *table.Source
	costUnit string
}

func (r checkReport) write(w io.Writer) {
	fmt.Fprintf(w, "%s: ok: %s\n", r.File, r.Summary)
	for _, s := range r.Cannot {
		fmt.Fprintf(w, "  %s\n", s)
	}
	if r.table == nil {
		return
	}
	if empty := r.table.SayEmpty(); empty != "" {
		fmt.Fprintf(w, "  %s\n", empty)
	}
	if r.table.Paid != nil {
		fmt.Fprintf(w, "  costs of its rows%s: %s\n", inUnit(r.costUnit), costHistogram(r.table.Paid))
	}
	fmt.Fprintf(w, "  %s\n", fitState(r.table, r.File))
}

// fitState says whether a table's fit is saved in the file.
func fitState(t *table.Source, file string) string {
	switch {
	case t.Fit == nil:
		return "its fit is not saved; farsight fit --save " + file + " saves it"
	case t.Stale:
		return "its saved fit is stale and not used; farsight fit --save " + file + " renews it"
	}
	return "its fit is saved in " + file
}

func checkFile(cmd *cobra.Command, file string, claims bool) checkReport {
	r := checkReport{File: sanitize.Text(file), Mistakes: mistake.List{}}
	switch {
	case isTour(file):
		return checkTourFile(cmd, r, file, claims)
	case experiment.Looks(file):
		return checkExperiment(r, file)
	case theme.Looks(file):
		return checkThemeFile(r, file)
	}
	var p *scenarios.Problem
	if file == "-" {
		var text []byte
		if text, r.err = io.ReadAll(io.LimitReader(cmd.InOrStdin(), problemfile.MaxSize+1)); r.err == nil {
			p, r.err = problemfile.Parse("stdin", text, ".")
		}
	} else {
		p, r.err = problemfile.Load(file)
	}
	if r.err == nil {
		r.OK, r.Summary, r.Cannot = true, problemfile.Summary(p), problemfile.Limits(p)
		if t, ok := p.Source.(*table.Source); ok {
			r.table, r.costUnit, r.Costs, r.Fit = t, p.CostUnit, histogram(t.Paid, costBins), "none"
			if t.Fit != nil {
				r.Fit = "saved"
			}
			if t.Stale {
				r.Fit = "stale"
			}
		}
	}
	return r
}

// checkExperiment checks a specification for farsight check.
func checkExperiment(r checkReport, file string) checkReport {
	spec, err := experiment.Load(file)
	if r.err = err; err != nil {
		return r
	}
	jobs := spec.Jobs()
	problems := map[string]bool{}
	for _, j := range jobs {
		problems[j.Problem.Label()] = true
	}
	r.OK, r.Summary = true, fmt.Sprintf("an experiment, %d problems × %d policies, %d runs", len(problems), len(spec.Policies), len(jobs))
	return r
}

// checkThemeFile checks a theme for farsight check.
func checkThemeFile(r checkReport, file string) checkReport {
	t, err := theme.Load(file)
	if r.err = err; err == nil {
		manner := "light"
		if t.Dark {
			manner = "dark"
		}
		r.OK, r.Summary, r.Cannot = true, fmt.Sprintf("a theme, %s, for %s backgrounds", t.Name, manner), t.Warnings()
	}
	return r
}

// isTour reports whether a name means a tour: a built-in one, or a file with
// scenes in it.
func isTour(name string) bool { return tour.IsBuiltin(name) || tour.Looks(name) }

// checkTourFile checks a tour for farsight check; with claims it computes all scenes and checks
// what they claim.
func checkTourFile(cmd *cobra.Command, r checkReport, file string, claims bool) checkReport {
	t, err := loadTour(file)
	if r.err = err; err != nil {
		return r
	}
	known := t.Check()
	if claims {
		known.Open = 0
		th, _ := theme.Named("dark")
		if known.Mistakes, r.err = player.Check(cmd.Context(), t, tui.Options{Theme: th}, tourProgress(cmd)); r.err != nil {
			return r
		}
	}
	if len(known.Mistakes) > 0 {
		r.err = known.Mistakes
		return r
	}
	length := t.Length().Round(time.Second)
	r.OK, r.Summary = true, fmt.Sprintf("a tour, %d scenes, %d:%02d by itself", len(t.Scenes), int(length.Minutes()), int(length.Seconds())%60)
	switch {
	case known.Open > 0:
		r.Cannot = []string{fmt.Sprintf("%s; those that take computing are checked by farsight check --claims %s", notChecked(known), r.File)}
	case known.Claims > 0:
		r.Summary += fmt.Sprintf(", %s, all true", tour.Claimed(known.Claims))
	}
	return r
}

func notChecked(c tour.Checked) string {
	return fmt.Sprintf("%d of %s not checked", c.Open, tour.Claimed(c.Claims))
}

// loadTour is a built-in tour, or one from a file.
func loadTour(name string) (*tour.Tour, error) {
	if tour.IsBuiltin(name) {
		return tour.Builtin(name), nil
	}
	return tour.Load(name)
}

// tourProgress reports on stderr which frame is being computed, if it takes long.
func tourProgress(cmd *cobra.Command) func(title string, frame int) {
	tell := seldom(cmd, 2*time.Second)
	return func(title string, frame int) { tell("computing frame %d, %s …\n", frame, sanitize.Text(title)) }
}
