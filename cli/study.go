package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/journal"
)

func newStudy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study COMMAND STUDY",
		Short: "measure for real: ask for points, report results",
		Long: `A live study: Farsight suggests a point, you or a program measure it and report its
value and cost, until the budget is spent. A study is one file, to which every
step is added and synced to disk before it is acknowledged: a crash loses
nothing, several people or programs can work on one study, and undo takes back
the last step.

Every command takes --json; its --help gives the shape. All shapes share
  {"study","line","budget","spent","left","over":if the budget is exceeded,
   "evaluations","initial","best":{"value","x","line"}|null,
   "stop":null|"why there is nothing to ask"}
where line is the last line of the study's file. Points are objects by parameter
name, in the problem's units; values are in its own sign. docs/live.md says more.`,
		Example: `farsight study new problem.toml lab.study
farsight study ask lab.study
farsight study tell lab.study --value 1.3 --cost 2.5
farsight study status lab.study
farsight study run lab.study --allow-commands  for problems that name a command`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return shortHelp(cmd) },
	}
	cmd.AddCommand(newStudyNew(), newStudyAsk(), newStudyTell(), newStudySkip(), newStudyStatus(), newStudyUndo(),
		newStudyBudget(), newStudyAmend(), newStudySet(), newStudyImport(), newStudyExport(), newStudyReport(), newStudyRun(), newStudyServe(), newStudySalvage())
	return cmd
}

// studyFlags are the flags of all commands that work on a study.
type studyFlags struct {
	json    bool
	salvage bool
}

func (f *studyFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, "print as JSON")
	cmd.Flags().BoolVar(&f.salvage, "salvage", false, "if the study is damaged, continue with its sound lines; the damaged file is kept")
}

// openStudy is a study that a command has open.
type openStudy struct {
	*study.Live
	cmd  *cobra.Command
	path string
	json bool
}

// command makes the rest of a command that opens a study, changes it and reports the result. check
// validates the flags before anything is opened; nil: no check.
func (f *studyFlags) command(c *cobra.Command, check func(*cobra.Command) error, do func(*openStudy, []string) error) *cobra.Command {
	if c.Args == nil {
		c.Args = exactlyOne("a STUDY")
	}
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = completeStudy
	}
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if check != nil {
			if err := check(cmd); err != nil {
				return usageMistake(err)
			}
		}
		l, err := f.open(cmd, args[0])
		if err != nil {
			return err
		}
		return do(&openStudy{l, cmd, args[0], f.json}, args)
	}
	f.add(c)
	return c
}

// view is the study as it is now.
func (s *openStudy) view() (studyView, error) { return viewOf(s.Live, s.path) }

// saved notes what is on disk now, and returns the study after it.
func (s *openStudy) saved(format string, args ...any) (studyView, error) {
	noteSaved(s.cmd, format, args...)
	return s.view()
}

// fields are what a command prints with --json beside what all of them share.
type fields map[string]any

// say prints the result of a command, as JSON or as text.
func (s *openStudy) say(v studyView, more fields, format string, args ...any) error {
	if s.json {
		return s.reply(v, more, "  ")
	}
	fmt.Fprintf(s.cmd.OutOrStdout(), format, args...)
	return nil
}

// reply prints the result of a command as JSON.
func (s *openStudy) reply(v studyView, more fields, indent string) error {
	if len(more) == 0 {
		return writeJSON(s.cmd.OutOrStdout(), v.shared(), indent)
	}
	all, err := joined(v.shared(), more)
	if err != nil {
		return err
	}
	return writeJSON(s.cmd.OutOrStdout(), all, indent)
}

// open opens a study and reports repairs on stderr.
func (f *studyFlags) open(cmd *cobra.Command, path string) (*study.Live, error) {
	if l, err := opened(cmd); l != nil || err != nil {
		return l, err
	}
	l, err := study.OpenLive(path, journal.Settings{})
	if damage := (*journal.DamageError)(nil); errors.As(err, &damage) && f.salvage {
		if err := salvage(cmd, path, "", nil, study.LiveSettings{}); err != nil {
			return nil, err
		}
		l, err = study.OpenLive(path, journal.Settings{})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no study %s; farsight study new makes one", path)
	case err != nil:
		return nil, err
	}
	for _, n := range l.Journal().Notices() {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s\n", sanitize.Block(n.String()))
	}
	return l, nil
}

// openIfStudy opens a study, or returns nil for what is none: scenarios,
// problem files and names of nothing.
func (f *studyFlags) openIfStudy(cmd *cobra.Command, name string) (*study.Live, error) {
	if slices.Contains(builtin.Names(), name) {
		return nil, nil
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, nil // the problem's reader says what is wrong
	}
	l, err := f.open(cmd, name)
	if errors.Is(err, journal.ErrNotJournal) {
		return nil, nil
	}
	return l, err
}

// meanwhile says on stderr what others did before we got our turn.
func meanwhile(cmd *cobra.Command, p *scenarios.Problem, stale *journal.StaleError) {
	for _, e := range stale.Events {
		fmt.Fprintf(cmd.ErrOrStderr(), "meanwhile, %s\n", eventText(p, e))
	}
}

// eventText is a line of the study in words, choices by their names.
func eventText(p *scenarios.Problem, e journal.Event) string {
	return sanitize.Text(strings.Replace(e.String(), e.Body.String(), study.Words(p, e.Body), 1))
}

// completeStudy completes the first argument with files.
func completeStudy(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// sharedJSON is the part that all JSON answers share.
type sharedJSON struct {
	Study       string    `json:"study"`
	Line        int       `json:"line"`
	Budget      float64   `json:"budget"`
	Spent       float64   `json:"spent"`
	Left        float64   `json:"left"`
	Over        float64   `json:"over,omitempty"` // by how much the budget is exceeded
	Evaluations int       `json:"evaluations"`    // counted, after the initial design
	Initial     int       `json:"initial"`        // measured points of the initial design
	Best        *bestJSON `json:"best"`
	Stop        *string   `json:"stop"`

	Recommended *recommendedJSON `json:"recommended,omitempty"` // of noisy values, in ask, run, status and export
	NoiseMet    bool             `json:"noise_met,omitempty"`   // the data look noisier than the model allows
}

type bestJSON struct {
	Value float64   `json:"value"`
	X     pointJSON `json:"x"`
	Line  int       `json:"line"`
}

// studyView is a study as the commands print it.
type studyView struct {
	path    string
	problem *scenarios.Problem
	state   journal.State
	now     study.Snapshot // without models

	recommended *study.Recommendation // of noisy values, once asked for
	noiseMet    bool
}

func viewOf(l *study.Live, path string) (studyView, error) {
	now, err := l.Overview()
	return studyView{path: path, problem: l.Problem(), state: l.State(), now: now}, err
}

func (v studyView) shared() sharedJSON {
	s := sharedJSON{
		Study: v.path, Line: v.state.Seq, Budget: v.state.Budget, Spent: v.state.Spent, Left: v.state.Remaining(), Over: v.state.Over(),
		Evaluations: v.now.Evaluations, Initial: v.initial(),
	}
	if i := v.now.BestRow; i >= 0 {
		s.Best = &bestJSON{v.now.Best, v.point(v.now.Rows[i].X), v.state.Evaluations[i].Seq}
	}
	if v.now.Stop != study.Running {
		s.Stop = words(string(v.now.Stop))
	}
	s.Recommended, s.NoiseMet = v.recommendation(), v.noiseMet
	return s
}

// initial counts the measured points of the initial design.
func (v studyView) initial() int {
	return counting(v.now.Rows, func(r study.Row) bool { return r.Initial })
}

// counting is how many of a list are so.
func counting[T any](list []T, so func(T) bool) (n int) {
	for _, v := range list {
		if so(v) {
			n++
		}
	}
	return n
}

// words is null in JSON where there are none.
func words(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// pointJSON is a point as an object, its parameters in the problem's order.
type pointJSON struct {
	parameters []scenarios.Parameter
	values     []float64
}

func (v studyView) point(x []float64) pointJSON { return pointJSON{v.problem.Parameters, x} }

func (p pointJSON) MarshalJSON() ([]byte, error) {
	parts := make([]string, len(p.parameters))
	for i, par := range p.parameters {
		key, err := json.Marshal(par.Name)
		value, err2 := json.Marshal(par.Value(p.values[i]))
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		parts[i] = string(key) + ":" + string(value)
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}

// rowJSON is an evaluation in the answers of tell, run, status and export.
type rowJSON struct {
	Line        int       `json:"line"`
	Design      int       `json:"design"` // 1, 2, …: of the initial design; 0: after it
	X           pointJSON `json:"x"`
	Value       *float64  `json:"value"` // null: failed
	Cost        float64   `json:"cost"`
	Failed      bool      `json:"failed"`
	Counted     bool      `json:"counted"`
	Left        float64   `json:"left"`
	Best        *float64  `json:"best"`
	Acquisition *float64  `json:"acquisition"`
	Time        time.Time `json:"time"`
	Source      string    `json:"source"`
	Note        string    `json:"note"`
	Sd          float64   `json:"sd,omitempty"`   // of the value's noise, where it is known
	Move        float64   `json:"move,omitempty"` // what the way there was charged beside the cost
	fateJSON
}

func (v studyView) row(i int) rowJSON {
	e, r := v.state.Evaluations[i], v.now.Rows[i]
	return rowJSON{
		e.Seq, e.Design, v.point(e.X), finite(e.Value), e.Cost, e.Failed, e.Counted,
		r.Remaining, finite(r.Best), finite(r.Acquisition), e.Time, e.Source, e.Note, e.Sd, e.Move, fateJSON{e.Amended, r.Outside, e.Free},
	}
}

func (v studyView) rows() []rowJSON {
	out := []rowJSON{}
	for i := range v.now.Rows {
		out = append(out, v.row(i))
	}
	return out
}

// coordinate prints a parameter's value so that it can be entered again, whole numbers without a
// point.
func coordinate(p scenarios.Parameter, v float64) string {
	if p.Categorical() {
		return sanitize.Text(p.Show(v))
	}
	if p.Integer {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return scenarios.ShowNumber(v)
}

// pointText is a point in one line: "hours 2.5, loaves 10".
func pointText(p *scenarios.Problem, x []float64) string {
	parts := make([]string, len(x))
	for i, par := range p.Parameters {
		parts[i] = sanitize.Text(par.Name) + " " + coordinate(par, x[i]) + unitText(par.Unit)
	}
	return strings.Join(parts, ", ")
}

// progress is the line that ends most answers: "12 evaluations, 8.4 of 20 left".
func (v studyView) progress() string {
	s := evaluations(v.now.Evaluations)
	if n := v.initial(); n > 0 {
		s += fmt.Sprintf(" after %d initial", n)
	}
	s += fmt.Sprintf(", %s of %s%s left", number(v.state.Remaining()), number(v.state.Budget), unitText(v.problem.CostUnit))
	if !math.IsNaN(v.now.Best) {
		s += fmt.Sprintf(", best %s%s", number(v.now.Best), unitText(v.problem.ValueUnit))
	}
	switch {
	case v.state.Over() > 0 && v.state.Created.Overshoot == journal.Keep:
		s += ": " + v.over()
	case v.now.Stop != study.Running:
		s += ": " + study.StopWords(v.now.Stop)
	}
	return s
}
