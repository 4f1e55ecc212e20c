package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"farsight/internal/stats"
	"farsight/scenarios"
	"farsight/scenarios/theorem1"
	"farsight/study"
)

func newSimulate() *cobra.Command {
	var f problemFlags
	var draws int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "simulate SCENARIO|FILE",
		Short: "run policies on many drawn functions: was it luck?",
		Long: `Draw objective and cost from what is believed of them after the initial design,
many times, run every policy on each draw, and print the mean final best with a
95 % interval and the differences on the same draws. One replay may be luck;
theorem 1 and the paper's experiments speak of expectations.

With --json one object per line:
  {"policy","draws","mean","low","high"}
  {"policy","against","draws","difference","low","high"}`,
		Example: `farsight simulate myopia
farsight simulate myopia --draws 1000 --policy ei-puc --policy b-ms-ei --policy ei
farsight simulate overspend --json`,
		Args: exactlyOne("a SCENARIO or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, policies, err := f.alteredProblem(cmd, args[0])
			switch {
			case err != nil:
				return err
			case p.Theorem != nil:
				return simulateTheorem(cmd, p.Theorem, draws, f.seed, asJSON)
			case draws < 1:
				return usagef("--draws %d: at least one is needed", draws)
			case draws > study.MaxDraws:
				return usagef("--draws %d: %d are the most", draws, study.MaxDraws)
			}
			sim, err := study.Simulate(cmd.Context(), p, policies, draws, f.settings(), countdown(cmd, "draws", draws))
			if err != nil {
				return err
			}
			if asJSON {
				return writeSimulationJSON(cmd.OutOrStdout(), sim)
			}
			writeSimulation(cmd.OutOrStdout(), p, sim)
			return nil
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	f.alter.add(cmd)
	cmd.Flags().IntVar(&draws, "draws", 200, "functions to draw")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, one object per line")
	return cmd
}

func writeSimulation(w io.Writer, p *scenarios.Problem, sim study.Simulation) {
	writeProblem(w, p)
	fmt.Fprintf(w, "%d functions drawn from the posterior given the initial design\n\n", sim.Draws)
	interval := func(s stats.Summary) string { return number(s.Low) + " to " + number(s.High) }
	table := newTable("policy", "mean final best", "95 % interval")
	for i, q := range sim.Policies {
		s := sim.Summary(i)
		table.add(q.ID(), s.Mean, interval(s))
	}
	table.write(w)
	if len(sim.Policies) == 1 {
		return
	}
	fmt.Fprintln(w)
	table = newTable("difference on the same draws", "mean", "95 % interval")
	for i, q := range sim.Policies[1:] {
		s := sim.Difference(i+1, 0)
		table.add(q.ID()+" − "+sim.Policies[0].ID(), s.Mean, interval(s))
	}
	table.write(w)
}

func writeSimulationJSON(w io.Writer, sim study.Simulation) error {
	var all []simulated
	for i, q := range sim.Policies {
		s := sim.Summary(i)
		all = append(all, simulated{q.ID(), "", s.N, &s.Mean, nil, finite(s.Low), finite(s.High)})
	}
	for i := 1; i < len(sim.Policies); i++ {
		s := sim.Difference(i, 0)
		all = append(all, simulated{sim.Policies[i].ID(), sim.Policies[0].ID(), s.N, nil, &s.Mean, finite(s.Low), finite(s.High)})
	}
	return writeJSONLines(w, all)
}

// simulated is how a policy did, or how much better than another.
type simulated struct {
	Policy     string   `json:"policy"`
	Against    string   `json:"against,omitempty"`
	Draws      int      `json:"draws"`
	Mean       *float64 `json:"mean,omitempty"`
	Difference *float64 `json:"difference,omitempty"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
}

// simulateTheorem plays both parts arm by arm and sets the averages beside the
// exact values.
func simulateTheorem(cmd *cobra.Command, t *theorem1.Instance, runs int, seed uint64, asJSON bool) error {
	var rows []theoremRow
	for part := 1; part <= 2; part++ {
		t := theorem1.Instance{Part: part, Epsilon: t.Epsilon, Delta: t.Delta}
		exact, err := t.Exact()
		if err != nil {
			return err
		}
		sim, err := t.Simulate(runs, seed)
		if err != nil {
			return err
		}
		ahead, aheadSE := t.Average(theorem1.PlayAhead, runs, seed)
		rows = append(rows,
			theoremRow{part, t.Policy().String(), sim.Runs, sim.Policy, sim.PolicySE, exact.Policy},
			theoremRow{part, t.Other().String(), sim.Runs, sim.Other, sim.OtherSE, exact.Other},
			theoremRow{part, theorem1.PlayAhead.String(), sim.Runs, ahead, aheadSE, exact.Ahead})
	}
	if asJSON {
		return writeJSONLines(cmd.OutOrStdout(), rows)
	}
	table := newTable("part", "choice", "runs", "average best", "standard error", "exact")
	for _, r := range rows {
		table.add(r.Part, r.Choice, r.Runs, r.Mean, r.SE, r.Exact)
	}
	table.write(cmd.OutOrStdout())
	return nil
}

type theoremRow struct {
	Part   int     `json:"part"`
	Choice string  `json:"choice"`
	Runs   int     `json:"draws"`
	Mean   float64 `json:"mean"`
	SE     float64 `json:"standard_error"`
	Exact  float64 `json:"exact"`
}
