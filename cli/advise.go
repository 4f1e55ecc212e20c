package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/study/race"
)

// adviseSeconds is how long choosing a policy may take by default.
const adviseSeconds = 20

func newAdvise() *cobra.Command {
	var f problemFlags
	var seconds float64
	var draws int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "advise FILE|SCENARIO|STUDY",
		Short: "advise a policy, by comparing them on drawn functions",
		Long: `Run policies on functions drawn from the posterior of a problem, with its budget
and costs, on common draws. Drop those that are behind, and advise one: of those
that cannot be told apart the default policy,
` + policy.Recommended() + `,
else the fastest to compute.

The posterior is that of the initial design, if it is measured or can be evaluated
without people and commands; otherwise functions are drawn from the priors, with
costs as in [cost] (typical, spread). For a running STUDY it is the posterior of
all its evaluations, with the remaining budget.

An improvement is the expected improvement of the policy's evaluations on the best
value so far, within the budget, averaged over the draws. Intervals are 95 %;
those of the differences hold jointly. The race ends when the differences are
known to 2 %, after --draws, or when --seconds have passed; then the answer says
after how many draws, and --draws gives the same answer again.

With --json one object:
  {"problem","measured":evaluations the draws agree with,"left","seed","draws",
   "end":"decided"|"draws"|"time"|"interrupted",
   "prices":{"typical","spread","assumed"}|null,"advised","command",
   "policies":[{"policy","title","draws","improvement","low","high",
     "difference","difference_low","difference_high","verdict":"advised"|
     "not told apart"|"behind","dropped","aside","seconds":of a decision}]}`,
		Example: `farsight advise lab.toml
farsight advise lab.study
farsight advise myopia --policy ei-pc --policy 2-b-ms-ei --policy far
farsight advise lab.toml --draws 256 --json`,
		Args: exactlyOne("a FILE, a SCENARIO or a STUDY"),
		RunE: func(cmd *cobra.Command, args []string) error {
			start := time.Now()
			if !(seconds > 0) {
				return usagef("--seconds %v: give a time above 0", seconds)
			}
			if draws < 0 || draws > study.MaxDraws {
				return usagef("--draws %d: give a number from 2 to %d, or 0 for %d", draws, study.MaxDraws, race.DefaultDraws)
			}
			if draws == 1 {
				return usagef("--draws 1: at least two are needed to tell anything apart")
			}
			o, l, err := startState(cmd, &f, args[0])
			if err != nil {
				return err
			}
			contestants, err := candidates(&f, o.Problem())
			if err != nil {
				return err
			}
			s := race.Settings{Draws: draws}
			if draws == 0 || cmd.Flags().Changed("seconds") {
				s.Deadline = start.Add(time.Duration(seconds * float64(time.Second)))
			}
			a, err := runRace(cmd, o, contestants, s)
			if err != nil {
				return err
			}
			a.seed, a.took = f.seed, time.Since(start)
			if l != nil {
				a.seed = l.State().Created.Seed
			}
			command := adviceCommand(args[0], a.advised(), l)
			if asJSON {
				out := a.json()
				out.Command = command
				err = printJSON(cmd, out)
			} else {
				a.write(cmd.OutOrStdout(), command)
			}
			if err == nil && a.race.End == race.Stopped {
				err = cmd.Context().Err() // what was known is printed; this says why it is not more
			}
			return err
		},
		ValidArgsFunction: completeScenarios,
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "policy to compare, such as ei-puc or 4-b-ms-ei; repeat for several (default: all but baselines)")
	fl.Uint64Var(&f.seed, "seed", 0, seedUsage+"; a STUDY has its own")
	fl.Float64Var(&seconds, "seconds", adviseSeconds, "answer after this long with what is known")
	fl.IntVar(&draws, "draws", 0, fmt.Sprintf("functions to draw, however long it takes (default: up to %d within --seconds)", race.DefaultDraws))
	fl.BoolVar(&asJSON, "json", false, "print as JSON")
	addPolicyOptions(cmd, &f.options)
	return cmd
}

// startState returns the state that policies start from; the study is nil for a problem.
func startState(cmd *cobra.Command, f *problemFlags, name string) (*study.StartState, *study.Live, error) {
	l, err := (&studyFlags{}).openIfStudy(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	if l != nil {
		if cmd.Flags().Changed("seed") {
			return nil, nil, usagef("--seed: a study has its own, since it was made")
		}
		o, err := l.StartState(cmd.Context())
		return o, l, err
	}
	p, err := f.load(name)
	if err != nil {
		return nil, nil, err
	}
	o, err := study.NewStartState(cmd.Context(), p, f.settings())
	return o, nil, err
}

// candidates are the policies asked for, or else all that are worth comparing.
func candidates(f *problemFlags, p *scenarios.Problem) ([]policy.Policy, error) {
	if len(f.policies) > 0 {
		return f.chosen(p)
	}
	var out []policy.Policy
	for _, q := range policy.Candidates() {
		out = append(out, q.Given(f.options))
	}
	return out, nil
}

// adviceCommand is what to type to follow a policy.
func adviceCommand(name string, q policy.Policy, l *study.Live) string {
	chosen := shellArgument(q.String())
	switch {
	case l == nil:
		base := filepath.Base(name)
		return fmt.Sprintf("farsight study new %s %s --policy %s", shellArgument(name), shellArgument(strings.TrimSuffix(base, filepath.Ext(base))+".study"), chosen)
	case l.State().Policy == q.String():
		return "farsight study ask " + shellArgument(name) // it is followed already
	}
	return fmt.Sprintf("farsight study set %s --policy %s", shellArgument(name), chosen)
}
