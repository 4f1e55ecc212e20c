package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/csvfile"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/study/journal"
)

func newStudyImport() *cobra.Command {
	var f importFlags
	cmd := f.command(&cobra.Command{
		Use:   "import STUDY FILE.csv",
		Short: "take in measurements that were made elsewhere",
		Long: `Record the measurements of a CSV file, all of them or none. Columns are matched by
name: one for each parameter, value, cost, and if they are there sd, failed, note,
time and source; others are named on stderr and not used, and so are empty values
and duplicate rows. A file that farsight study export wrote can be imported.

They inform the models and are not charged to the budget; --charge charges them.
A file without a column cost needs --cost, what each of them cost. The value of
an evaluation that failed is empty, with true in the column failed, or the word
failed. Semicolons between cells go with decimal commas or points.

Rows that the study already has (the same point, value and cost) are refused:
--rest leaves them out, --again records them once more. So an import that was interrupted is finished with --rest.

--json prints what all study commands share (farsight study --help) and
  {"imported":{"rows","first_line","last_line","charged","left_out","unused"}}
where unused are the columns that were not read.`,
		Example: `farsight study import lab.study past.csv
farsight study import lab.study past.csv --charge
farsight study import lab.study past.csv --cost 1.5
farsight study import lab.study past.csv --rest`,
		Args: twoArguments("a STUDY and a CSV FILE"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
	}, f.check, func(s *openStudy, args []string) error {
		t, err := f.load(s.cmd, args[1], s.Problem())
		if err != nil {
			return err
		}
		done, err := f.record(s.cmd, s.Live, t, args)
		if err != nil {
			return err
		}
		v, err := s.saved("%d measurements are saved", done.Rows)
		if err != nil {
			return err
		}
		return s.say(v, fields{"imported": done}, "%s\n%s\n%s", done.words(args[1]), v.progress(), v.wayOn(s.Live))
	})
	f.pastFlags.add(cmd)
	cmd.Flags().BoolVar(&f.again, "again", false, "record what the study has already once more")
	cmd.Flags().BoolVar(&f.rest, "rest", false, "leave out what the study has already")
	return cmd
}

// pastFlags say how past measurements are taken in.
type pastFlags struct {
	free, charge bool
	cost         float64
	sure         bool
}

func (f *pastFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.free, "free", false, "do not charge them to the budget (the default)")
	fl.BoolVar(&f.charge, "charge", false, "charge them to the budget")
	fl.Float64Var(&f.cost, "cost", 0, "what each of them cost, where the file has no column cost")
	fl.BoolVar(&f.sure, "sure", false, "charge them even past the budget")
}

func (f *pastFlags) check(cmd *cobra.Command) error {
	switch {
	case f.free && f.charge:
		return errors.New("--free and --charge contradict each other")
	case cmd.Flags().Changed("cost") && !(f.cost > 0):
		return fmt.Errorf("--cost %v: a cost is above 0", f.cost)
	}
	return nil
}

// load reads the file and reports unused columns, empty values and duplicate rows.
func (f *pastFlags) load(cmd *cobra.Command, file string, p *scenarios.Problem) (study.History, error) {
	t, err := study.LoadHistory(file, p, study.HistorySettings{Cost: f.cost, Charge: f.charge})
	if len(t.Unused) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "not used of %s: %s\n", sanitize.Text(file), strings.Join(t.Unused, ", "))
	}
	if err != nil {
		return t, err
	}
	if n := len(t.Empty); n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: the value is empty in %d of %d rows, first on line %d: failures, as the file says\n", sanitize.Text(file), n, len(t.Told), t.Empty[0])
	}
	if again := t.Again(); len(again) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s; each counts as a separate measurement\n", sanitize.Text(file), csvfile.SayAgain(again))
	}
	return t, nil
}

// fits refuses to charge what exceeds the budget.
func (f *pastFlags) fits(told []journal.Told, left float64) error {
	if !f.charge || f.sure {
		return nil
	}
	var sum journal.Ledger
	for _, t := range told {
		if !sum.Affords(t.Cost, left) {
			return fmt.Errorf("they cost more than the %s left of the budget: leave --charge out, raise the budget first, or add --sure to end the study over its budget", number(left))
		}
		sum.Add(t.Cost)
	}
	return nil
}

type importFlags struct {
	studyFlags
	pastFlags
	again, rest bool
}

func (f *importFlags) check(cmd *cobra.Command) error {
	if f.again && f.rest {
		return errors.New("--again and --rest contradict each other")
	}
	return f.pastFlags.check(cmd)
}

type importedJSON struct {
	Rows      int      `json:"rows"`
	FirstLine int      `json:"first_line"`
	LastLine  int      `json:"last_line"`
	Charged   bool     `json:"charged"`
	LeftOut   int      `json:"left_out"`
	Unused    []string `json:"unused"`
}

// words say what was imported: "imported 12 evaluations of past.csv, not charged".
func (i importedJSON) words(file string) string {
	charged := "not charged"
	if i.Charged {
		charged = "charged to the budget"
	}
	s := fmt.Sprintf("imported %s of %s, %s", evaluations(i.Rows), sanitize.Text(file), charged)
	if i.LeftOut > 0 {
		s += fmt.Sprintf("; %d left out that were there", i.LeftOut)
	}
	return s
}

// record writes the rows to import, even if others write at the same time.
func (f *importFlags) record(cmd *cobra.Command, l *study.Live, t study.History, args []string) (importedJSON, error) {
	var told []journal.Told
	var events []journal.Event
	err := l.Retry(func(st journal.State) (err error) {
		if told, err = f.chosen(st, t, args); err != nil {
			return err
		}
		if err := f.fits(told, st.Remaining()); err != nil {
			return err
		}
		events, err = l.Import(st.Seq, told)
		return err
	}, func(stale *journal.StaleError) { meanwhile(cmd, l.Problem(), stale) })
	if err != nil {
		return importedJSON{}, err
	}
	return importedJSON{len(events), events[0].Seq, events[len(events)-1].Seq, f.charge, len(t.Told) - len(told), append([]string{}, t.Unused...)}, nil
}

// chosen are the measurements to record, given what is there already.
func (f *importFlags) chosen(st journal.State, t study.History, args []string) ([]journal.Told, error) {
	there := study.Present(st, t.Told)
	if f.again || len(there) == 0 {
		return t.Told, nil
	}
	command := fmt.Sprintf("farsight study import %s %s", shellArgument(args[0]), shellArgument(args[1]))
	switch {
	case len(there) == len(t.Told):
		return nil, fmt.Errorf("%s: the study has all its measurements already; if they were made once more: %s --again", sanitize.Text(args[1]), command)
	case !f.rest:
		return nil, fmt.Errorf("%s: the study has %d of its %d measurements already, the first on line %d of the file; nothing was imported\n  the others only     %s --rest\n  all, once more      %s --again",
			sanitize.Text(args[1]), len(there), len(t.Told), t.Lines[there[0]], command, command)
	}
	var told []journal.Told
	for i, m := range t.Told {
		if !slices.Contains(there, i) {
			told = append(told, m)
		}
	}
	return told, nil
}

// importNew are past measurements that a study begins with.
type importNew struct {
	pastFlags
	file string
}

func (f *importNew) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "import", "", "CSV FILE with measurements made before")
	f.pastFlags.add(cmd)
}

// read reads the file, if there is one.
func (f *importNew) read(cmd *cobra.Command, name string, text []byte, dir string) ([]journal.Told, error) {
	if err := f.check(cmd); err != nil {
		return nil, usageMistake(err)
	}
	if f.file == "" {
		for _, flag := range []string{"free", "charge", "cost"} {
			if cmd.Flags().Changed(flag) {
				return nil, usagef("--%s is about what --import takes in", flag)
			}
		}
		return nil, nil
	}
	p, err := problemfile.Parse(name, text, dir)
	if err != nil {
		return nil, err
	}
	t, err := f.load(cmd, f.file, p)
	if err != nil {
		return nil, err
	}
	return t.Told, f.fits(t.Told, p.Budget)
}

// words say what a new study begins with.
func (f *importNew) words(n int) string {
	if n == 0 {
		return ""
	}
	return importedJSON{Rows: n, Charged: f.charge}.words(f.file) + "\n"
}
