package cli

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
)

func newStudyReport() *cobra.Command {
	var f studyFlags
	var file string
	var force bool
	cmd := &cobra.Command{
		Use:   "report STUDY --out FILE",
		Short: "write the study as one page for a lab book",
		Long: `Write a study as one page of HTML: what was asked, the result, what was spent on
what, every evaluation with its notes, what is believed along each parameter, how
good the predictions were, what else happened and how to go on. The page needs no
other file and no network, and prints well on A4.

Nothing is decided and nothing is written to the study.

--json prints what all study commands share (farsight study --help) and
  {"out":the file,"bytes"}`,
		Example: `farsight study report lab.study --out report.html
farsight study report lab.study --out report.html --force
farsight study report lab.study --out - > report.html`,
		Args: exactlyOne("a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case file == "":
				return usageMistake(errors.New("where to? Give --out report.html, or --out - for stdout"))
			case file == "-" && f.json:
				return usageMistake(errors.New("--out - and --json both want stdout: leave one of them out"))
			case file != "-" && sameFile(file, args[0]):
				return usageMistake(fmt.Errorf("--out %s is the study itself", sanitize.Text(file)))
			}
			if file != "-" {
				if err := canWrite(file, force); err != nil {
					return err
				}
			}
			l, err := f.Open(cmd, args[0])
			if err != nil {
				return err
			}
			var b bytes.Buffer
			err = labReport{Study: l, Path: args[0], Made: time.Now(), Program: buildInfo().String()}.Write(&b)
			if err != nil {
				return err
			}
			if file == "-" {
				_, err = cmd.OutOrStdout().Write(b.Bytes())
				return err
			}
			size := b.Len()
			if err := writeWhole(file, b.Bytes(), force); err != nil {
				return err
			}
			if f.json {
				v, err := viewOf(l, args[0])
				if err != nil {
					return err
				}
				return printStudyJSON(cmd, struct {
					standing
					Out   string `json:"out"`
					Bytes int    `json:"bytes"`
				}{v.standing(), file, size})
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s, %d kB: open it in a browser\n", sanitize.Text(file), (size+999)/1000)
			return nil
		},
		ValidArgsFunction: completeStudy,
	}
	f.add(cmd)
	cmd.Flags().StringVarP(&file, "out", "o", "", "the page's file; - for stdout")
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}
