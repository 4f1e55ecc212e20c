package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/study/race"
)

func newStudyNew() *cobra.Command {
	var f liveFlags
	var before importNew
	var asJSON bool
	var title string
	cmd := &cobra.Command{
		Use:   "new FILE|SCENARIO STUDY",
		Short: "start a live study of a problem",
		Long: `Start a study of the problem in FILE and keep it in the new file STUDY. The
study holds a copy of the problem: changing FILE later changes nothing. Tables
and commands stay where FILE is; move both files together.

Evaluations made before are taken in with --import, from a CSV file whose columns
are named as the parameters, value and cost (farsight study import --help says
more): they are not charged, unless --charge is given, and replace points of the
initial design, unless the problem says which or how many it has.

--charge-initial, or charge-initial in the problem, decides whether the initial
design is charged to the budget; without either, a person at a terminal is asked,
and otherwise it is not charged. --initial gives its size where the
problem lists no points. A title that FILE still has from a template is asked
for, too, or given by --title; scripts keep it, with a warning.

--policy auto compares policies first, as farsight advise does, follows the one
that is advised, and keeps the verdict as a note in the study.

--json prints what all study commands share (farsight study --help) and
  {"problem","policy","design":points of the initial design,
   "design_cost":what those to be measured will cost in expectation|null,
   "charge_initial","advice":what farsight advise --json prints|null}`,
		Example: `farsight study new problem.toml lab.study
farsight study new problem.toml lab.study --policy 4-b-ms-ei --seed 7
farsight study new problem.toml lab.study --policy auto --charge-initial --initial 8
farsight study new problem.toml lab.study --import past.csv
farsight study new problem.toml lab.study --title Esters
farsight study new myopia try.study --policy ei-puc`,
		Args: twoArguments("the problem's FILE and the STUDY to make"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := f.live(cmd)
			if err != nil {
				return err
			}
			text, dir, err := problemText(args[0], f.seed)
			if err != nil {
				return err
			}
			s.Dir = dir
			if text, err = entitled(cmd, args[0], text, dir, title); err != nil {
				return err
			}
			if s.Past, err = before.read(cmd, args[0], text, dir); err != nil {
				return err
			}
			b, err := f.begin(cmd, &s, args, text)
			if err != nil {
				return err
			}
			l, err := study.CreateLive(args[1], args[0], text, s)
			if err != nil {
				return err
			}
			made := openStudy{l, cmd, args[1], asJSON}
			v, err := made.saved("the study is made")
			if err != nil {
				return err
			}
			c := v.state.Created
			answer := fields{"problem": v.problem.Name, "policy": c.Policy, "design": len(c.Design), "design_cost": finite(designCost(v)), "charge_initial": c.ChargeInitial, "advice": b}
			return made.say(v, answer, "made %s: %s with %s\n%s\n%snext: farsight study ask %s\n",
				sanitize.Text(args[1]), sanitize.Text(v.problem.Title), policyText(l.Policy()), designText(v), before.words(len(s.Past)), shellArgument(args[1]))
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, prefix string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return completeScenarios(cmd, args, prefix)
		},
	}
	f.addLive(cmd)
	before.add(cmd)
	cmd.Flags().StringVar(&title, "title", "", "one line to call the study by (default: the problem's title)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// liveFlags are the flags of commands that start a study.
type liveFlags struct {
	problemFlags
	charge  bool
	initial int
	auto    bool // --policy auto
}

// addLive adds those of the flags that a live study has a use for.
func (f *liveFlags) addLive(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "policy to follow, such as ei-puc or 4-b-ms-ei; auto compares them first (default: the last that the problem compares, else "+policy.Recommended()+")")
	fl.BoolVar(&f.charge, "charge-initial", false, "charge the initial design to the budget, or with =false do not (default: as the problem says)")
	fl.IntVar(&f.initial, "initial", 0, "points of the initial design, where the problem lists none (default: as the problem says)")
	fl.Uint64Var(&f.seed, "seed", 0, seedUsage)
	addPolicyOptions(cmd, &f.options)
}

// live are the settings of a new study.
func (f *liveFlags) live(cmd *cobra.Command) (study.LiveSettings, error) {
	s := study.LiveSettings{Seed: f.seed, Program: buildInfo().String(), Initial: f.initial}
	if cmd.Flags().Changed("charge-initial") {
		s.ChargeInitial = &f.charge
	}
	if cmd.Flags().Changed("initial") && (f.initial < 1 || f.initial > problemfile.MaxInitial) {
		return s, usagef("--initial %d: give a number from 1 to %d", f.initial, problemfile.MaxInitial)
	}
	switch {
	case len(f.policies) > 1:
		return s, usagef("a study follows one policy: give --policy once")
	case len(f.policies) == 1 && f.policies[0] == auto:
		f.auto = true
	case len(f.policies) == 1:
		q, err := policy.Parse(f.policies[0])
		if err != nil {
			return s, usageMistake(err)
		}
		s.Policy = q.Given(f.options)
	case f.options != "":
		return s, usagef("name the --policy these options are for")
	}
	return s, nil
}

// problemText is the definition of a scenario or a file's text, and the folder
// its own file names start from ("" for a scenario).
func problemText(name string, seed uint64) (text []byte, dir string, err error) {
	if slices.Contains(builtin.Names(), name) {
		text, err = builtin.Text(name, seed)
		return text, "", err
	}
	if err := exists(name); err != nil {
		return nil, "", err
	}
	text, err = mistake.ReadFile(name, "problem file", problemfile.MaxSize)
	return text, filepath.Dir(name), err
}

func policyText(p policy.Policy) string {
	if d := p.Details(); d != "" {
		return p.Title() + " (" + d + ")"
	}
	return p.Title()
}

// designText says how far the initial design is.
func designText(v studyView) string {
	n := len(v.state.Created.Design)
	left := len(v.state.DesignLeft())
	s := fmt.Sprintf("budget %s%s", number(v.state.Budget), unitText(v.problem.CostUnit))
	switch {
	case left == 0:
		s += ", " + plural(n, "initial evaluation")
	case left == n:
		s += ", " + plural(n, "initial point") + " to measure first"
	default:
		s += fmt.Sprintf(", %d of %d initial points to measure first", left, n)
	}
	if left > 0 {
		s += " " + costText(v.problem, designCost(v))
	}
	switch {
	case n > 0 && v.state.Created.ChargeInitial:
		s += ", charged"
	case n > 0:
		s += ", not charged"
	}
	return s
}

// auto is the --policy that farsight chooses.
const auto = "auto"

// begin settles what is still open before a study is made: whether the initial
// design is charged, and which policy is followed. It returns the advice that
// --policy auto was given, nil without.
func (f *liveFlags) begin(cmd *cobra.Command, s *study.LiveSettings, args []string, text []byte) (*raceJSON, error) {
	p, err := problemfile.Parse(args[0], text, s.Dir)
	if err != nil {
		return nil, err
	}
	if p, err = s.Adapt(p); err != nil {
		return nil, err
	}
	if err := chargeInitial(cmd, s, p); err != nil {
		return nil, err
	}
	if p, err = s.Adapt(p); err != nil {
		return nil, err
	}
	if !f.auto {
		if s.Policy.Name == "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "no policy was chosen: farsight advise %s says which does best on this problem\n", shellArgument(args[0]))
		}
		return nil, nil
	}
	if _, err := os.Lstat(args[1]); err == nil { // not after twenty seconds
		return nil, fmt.Errorf("%s already exists; choose another name", sanitize.Text(args[1]))
	}
	var o *study.StartState
	if len(s.Past) > 0 {
		o, err = study.LiveStartState(cmd.Context(), args[0], text, *s)
	} else {
		o, err = study.NewStartState(cmd.Context(), p, study.Settings{Seed: s.Seed})
	}
	if err != nil {
		return nil, err
	}
	return f.choose(cmd, s, o)
}

// choose lets a race of policies decide which one the study follows.
func (f *liveFlags) choose(cmd *cobra.Command, s *study.LiveSettings, o *study.StartState) (*raceJSON, error) {
	start := time.Now()
	fmt.Fprintf(cmd.ErrOrStderr(), "choosing a policy, for at most %d s, by running them on functions drawn from the posterior\n", adviseSeconds)
	contestants, err := candidates(&problemFlags{options: f.options}, o.Problem())
	if err != nil {
		return nil, err
	}
	a, err := runRace(cmd, o, contestants, race.Settings{Deadline: start.Add(adviseSeconds * time.Second)})
	if err != nil {
		return nil, err
	}
	if a.race.End == race.Stopped {
		return nil, cmd.Context().Err() // a study that was interrupted is not created
	}
	a.seed, a.took = s.Seed, time.Since(start)
	s.Policy = a.advised()
	s.Note = fmt.Sprintf("policy chosen by %d draws: %s", a.race.Draws, a.summary())
	fmt.Fprintf(cmd.ErrOrStderr(), "%s\n%s\n", a.ended(), a.summary())
	out := a.json()
	return &out, nil
}

// chargeInitial decides whether the initial design is charged, if any of it is still to be
// measured: it asks a person at a terminal; otherwise the design is not charged.
func chargeInitial(cmd *cobra.Command, s *study.LiveSettings, p *scenarios.Problem) error {
	if p.ChargeSaid || p.Theorem != nil {
		return nil
	}
	points, err := study.Unmeasured(p, s.Seed)
	if err != nil || len(points) == 0 {
		return err
	}
	in, ok := asked(cmd)
	if !ok {
		fmt.Fprintln(cmd.ErrOrStderr(), "the initial points are not charged to the budget; --charge-initial, or charge-initial in the problem, charges them")
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d initial points are to be measured first, %s. Charge them to the budget of %s%s? [y/N] ",
		len(points), costText(p, expectedCost(p, points)), number(p.Budget), unitText(p.CostUnit))
	yes, err := confirm(cmd, in)
	s.ChargeInitial = &yes
	return err
}

// entitled is a problem's text with the title of the study: the given one or, if the problem still
// has that of a template, one that a person is asked for.
func entitled(cmd *cobra.Command, name string, text []byte, dir, title string) ([]byte, error) {
	if title = strings.TrimSpace(sanitize.Text(title)); title != "" {
		if _, err := problemfile.Parse(name, text, dir); err != nil { // by the lines of the file
			return nil, err
		}
		return tomlfile.WithTitle(text, title), nil
	}
	now := tomlfile.Title(text)
	if !builtin.Unnamed(now) {
		return text, nil
	}
	in, ok := asked(cmd)
	if !ok {
		fmt.Fprintf(cmd.ErrOrStderr(), "the title is still the template's, %q: --title gives the study one, or title in %s\n", now, sanitize.Text(name))
		return text, nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "The title is still the template's, %q. What is the study called? (enter keeps it) ", now)
	line, err := answer(cmd, in)
	if line = sanitize.Text(line); err != nil || line == "" {
		return text, err
	}
	return tomlfile.WithTitle(text, line), nil
}

// confirm reads a yes from a terminal; no line is no yes.
func confirm(cmd *cobra.Command, in *os.File) (bool, error) {
	a, err := answer(cmd, in)
	a = strings.ToLower(a)
	return a == "y" || a == "yes", err
}

// designCost is the expected cost of the initial points still to be measured; NaN if unknown.
func designCost(v studyView) float64 {
	var points []scenarios.Point
	for _, i := range v.state.DesignLeft() {
		points = append(points, v.state.Created.Design[i-1])
	}
	return expectedCost(v.problem, points)
}

func expectedCost(p *scenarios.Problem, points []scenarios.Point) float64 {
	sum := 0.0
	price, said := p.Prices()
	for _, x := range points {
		switch {
		case p.KnownCost != nil:
			sum += p.KnownCost(p.ToUnit(x))
		case said:
			sum += price.Mean()
		default:
			return math.NaN()
		}
	}
	return sum
}

// costText says what the initial design costs: an estimate to two figures.
func costText(p *scenarios.Problem, cost float64) string {
	switch unit := unitText(p.CostUnit); {
	case math.IsNaN(cost):
		return "at an unknown cost"
	case p.KnownCost != nil:
		return "for " + number(cost) + unit
	default:
		size := math.Pow(10, math.Floor(math.Log10(cost))-1)
		return "for about " + number(math.Round(cost/size)*size) + unit
	}
}
