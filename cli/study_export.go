package cli

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/csvfile"
	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/study/journal"
)

func newStudyExport() *cobra.Command {
	var f studyFlags
	var format, file string
	var force bool
	check := func(cmd *cobra.Command) error {
		if f.json && cmd.Flags().Changed("format") && format != "json" {
			return errors.New("--json asks for another --format")
		}
		if f.json {
			format = "json"
		}
		if formats := []string{"csv", "json"}; !slices.Contains(formats, format) {
			return fmt.Errorf("there is no format %q%s: use csv or json", format, didYouMean(format, formats, ""))
		}
		return nil
	}
	cmd := f.command(&cobra.Command{
		Use:   "export STUDY",
		Short: "write the evaluations as CSV or JSON",
		Long: `Write every evaluation, in full precision, to stdout or to a file.

CSV has a header and one row per evaluation:
  line,design,PARAMETERS…,value,cost,failed,counted,left,best,acquisition,time,
  source,note
with the value of a failed evaluation empty, and an apostrophe before text that a
spreadsheet would take for a formula (it begins with =, +, -, @). A parameter that is called like one
of the other columns gets "x_" in front. If the noise of any value is known there is a column sd, and
if an evaluation was amended the last one, amended, has the lines that did it.

--format json (or --json) prints the object of study status --json and, with it,
  {"definition":the problem file's text,"program":which farsight made it}`,
		Example: `farsight study export lab.study > lab.csv
farsight study export lab.study --format json --out lab.json
farsight study export lab.study --json`,
	}, check, func(s *openStudy, _ []string) error {
		v, err := s.view()
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if format == "csv" {
			err = writeStudyCSV(&b, v)
		} else if v, err = v.judge(s.cmd.Context(), s.Live); err == nil {
			err = writeJSON(&b, exportJSON{v.status(s.Live), v.state.Problem, v.state.Created.Program}, "  ")
		}
		switch {
		case err != nil:
			return err
		case file == "":
			_, err = s.cmd.OutOrStdout().Write(b.Bytes())
			return err
		case files.SameFile(file, s.path):
			return usagef("--out %s is the study itself", sanitize.Text(file))
		}
		if err := files.WriteWhole(file, b.Bytes(), force); err != nil {
			return err
		}
		fmt.Fprintf(s.cmd.ErrOrStderr(), "wrote %d evaluations to %s\n", len(v.now.Rows), sanitize.Text(file))
		return nil
	})
	cmd.Flags().StringVar(&format, "format", "csv", "csv or json")
	cmd.Flags().StringVarP(&file, "out", "o", "", "write to this file (default: stdout)")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	_ = cmd.RegisterFlagCompletionFunc("format", completeNames(func() []string { return []string{"csv", "json"} }))
	return cmd
}

type exportJSON struct {
	statusJSON
	Definition string `json:"definition"`
	Program    string `json:"program"`
}

// writeStudyCSV writes one row per evaluation.
func writeStudyCSV(b *bytes.Buffer, v studyView) error {
	ours := []string{"line", "design", "value", "cost", "failed", "counted", "left", "best", "acquisition", "time", "source", "note"}
	noisy := slices.ContainsFunc(v.state.Evaluations, func(e journal.Evaluation) bool { return e.Sd > 0 })
	if noisy {
		ours = append(ours, "sd")
	}
	moves := v.moves()
	if moves {
		ours = append(ours, "move")
	}
	amended := slices.ContainsFunc(v.state.Evaluations, func(e journal.Evaluation) bool { return len(e.Amended) > 0 })
	if amended {
		ours = append(ours, "amended")
	}
	head := slices.Clone(ours[:2])
	for _, name := range v.state.Created.Parameters {
		if slices.Contains(ours, name) {
			name = "x_" + name
		}
		head = append(head, csvfile.Guard(sanitize.Text(name)))
	}
	w := csv.NewWriter(b)
	if err := w.Write(append(head, ours[2:]...)); err != nil {
		return err
	}
	number := func(v *float64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(*v, 'g', -1, 64)
	}
	for _, r := range v.rows() {
		cells := []string{strconv.Itoa(r.Line), strconv.Itoa(r.Design)}
		for i, x := range r.X.values {
			if par := r.X.parameters[i]; par.Categorical() {
				cells = append(cells, csvfile.Guard(sanitize.Text(par.Show(x))))
			} else {
				cells = append(cells, number(&x))
			}
		}
		cells = append(cells, number(r.Value), number(&r.Cost), strconv.FormatBool(r.Failed), strconv.FormatBool(r.Counted),
			number(&r.Left), number(r.Best), number(r.Acquisition), r.Time.Format(time.RFC3339Nano), csvfile.Guard(sanitize.Text(r.Source)), csvfile.Guard(sanitize.Text(r.Note)))
		if noisy {
			sd := ""
			if r.Sd > 0 {
				sd = number(&r.Sd)
			}
			cells = append(cells, sd)
		}
		if moves {
			cells = append(cells, number(&r.Move))
		}
		if amended {
			cells = append(cells, strings.Trim(fmt.Sprint(r.Amended), "[]"))
		}
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
