package cli

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/theorem1"
	"farsight/study"
)

func newReplay() *cobra.Command {
	var f problemFlags
	var asJSON bool
	var epsilon, delta float64
	cmd := &cobra.Command{
		Use:   "replay SCENARIO|FILE",
		Short: "run policies on a problem and print every step",
		Long: `Run policies on a problem to the end of its budget and print what each chose,
what it paid, what it found and the remaining budget. An evaluation that overshoots the
budget ends a run and does not count.

With --json one object per line: for every evaluation
  {"policy","step","x":[...],"y","cost","remaining","best","counted","acquisition"}
with a fantasy budget, the steps of the base policy,
  "plan":{"budget","step","left","rollout":[{"x","y","cost"},...]},
with a price of budget, the price of a unit at that decision, "price",
what was fitted then,
  "models":{"objective":{"mean","sd","noise_sd","lengthscales":[...],"log_likelihood","fixed"},"log_cost":{...}|null}
with lengthscales in shares of the parameters' ranges, and at the end of each policy
  {"policy","summary":true,"evaluations","best","remaining","stop","models"}
and where values are noisy "recommended":{"x","value","low","high"}, the point believed
best with a 95 % interval, null if the values do not determine their noise,
where the cost follows the value "joint":{"beta","sd","correlation","ln_odds"},
with x in the problem's units and values in its own sign. theorem-1 gives
  {"part","epsilon","delta","K","N","value_policy","value_other","ratio",
   "ratio_bound","value_b_ms_ei","b_ms_ei_takes"}`,
		Example: `farsight replay myopia
farsight replay myopia --policy ei-puc --policy b-ms-ei --policy ei
farsight replay dropwave --policy 2-b-ms-ei --schedule reference --seed 3
farsight replay myopia --json
farsight replay theorem-1 --epsilon 0.05 --delta 0.1`,
		Args: exactlyOne("a SCENARIO or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, policies, err := f.alteredProblem(cmd, args[0])
			if err != nil {
				return err
			}
			if p.Theorem != nil {
				t := *p.Theorem
				if cmd.Flags().Changed("epsilon") {
					t.Epsilon = epsilon
				}
				if cmd.Flags().Changed("delta") {
					t.Delta = delta
				}
				return printTheorem(cmd, t, asJSON)
			}
			return printReplay(cmd, p, policies, f.settings(), asJSON)
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	f.alter.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, one object per line")
	cmd.Flags().Float64Var(&epsilon, "epsilon", theorem1.DefaultEpsilon, "theorem-1: cost of a cheap arm")
	cmd.Flags().Float64Var(&delta, "delta", theorem1.DefaultDelta, "theorem-1: what the expensive arm costs beyond 1")
	return cmd
}

func printReplay(cmd *cobra.Command, p *scenarios.Problem, policies []policy.Policy, s study.Settings, asJSON bool) error {
	out := cmd.OutOrStdout()
	if !asJSON {
		writeProblem(out, p)
	}
	for _, policy := range policies {
		r, err := study.NewReplay(cmd.Context(), p, policy, s, nil)
		if err != nil {
			return err
		}
		if !asJSON {
			writeReplay(out, r)
		} else if err := writeReplayJSON(out, r); err != nil {
			return err
		}
	}
	return nil
}

// writeProblem introduces a problem.
func writeProblem(w io.Writer, p *scenarios.Problem) {
	fmt.Fprintf(w, "%s: %s", sanitize.Text(p.Name), sanitize.Text(p.Title))
	if p.Constructed {
		fmt.Fprint(w, " (constructed example)")
	}
	fmt.Fprintf(w, "\nbudget %s%s", number(p.Budget), unitText(p.CostUnit))
	if n := len(p.Initial.X); n > 0 {
		fmt.Fprint(w, ", "+plural(n, "initial evaluation"))
		if !p.ChargeInitial {
			fmt.Fprint(w, ", not charged")
		}
	}
	fmt.Fprintln(w)
}

// writeReplay prints a run as a table.
func writeReplay(w io.Writer, r study.Replay) {
	last := r.Last()
	fmt.Fprintf(w, "\n%s", last.Policy.Title())
	if d := last.Policy.Details(); d != "" {
		fmt.Fprintf(w, "  %s", d)
	}
	fmt.Fprintln(w)
	head := append([]string{"step"}, scenarios.Names(last.Problem.Parameters)...)
	head = append(head, "value", "cost")
	moves := last.Problem.Move != nil
	if moves {
		head = append(head, "move")
	}
	table := newNumbers(append(head, "left", "best", "acquisition", "")...)
	step := 0
	for _, row := range last.Rows {
		if row.Initial {
			continue
		}
		step++
		cells := []any{step}
		for i, v := range row.X {
			cells = append(cells, valueText(last.Problem.Parameters[i], v))
		}
		note := ""
		if !row.Counted {
			note = "does not fit: not counted"
		}
		cells = append(cells, row.Y, row.Cost)
		if moves {
			cells = append(cells, row.Move)
		}
		table.add(append(cells, row.Remaining, row.Best, row.Acquisition, note)...)
	}
	table.write(w)
	fmt.Fprintf(w, "%s, best %s, %s of %s left: %s\n", evaluations(last.Evaluations), number(last.Best), number(last.Money.Left), number(last.Money.Total), study.StopWords(last.Stop))
	if r := last.Recommended; r != nil {
		fmt.Fprintf(w, "recommended %s\n", recommendation(&last, r))
	}
}

// recommendation is where a run on noisy values says the best is, and how good.
func recommendation(s *study.Snapshot, r *study.Recommendation) string {
	at := make([]string, len(r.X))
	for i, par := range s.Problem.Parameters {
		at[i] = sanitize.Text(par.Name) + " " + valueText(par, r.X[i]) + unitText(par.Unit)
	}
	text := strings.Join(at, ", ") + ": " + believed(r, s.Problem.ValueUnit)
	if v := s.Truth(r.Row); s.Problem.Noise.Simulated > 0 && !math.IsNaN(v) {
		text += ", truly " + number(v)
	}
	return text
}

// replayRow and replaySummary are the documented shapes of --json.
type replayRow struct {
	Policy      string   `json:"policy"`
	Step        int      `json:"step"`
	X           []any    `json:"x"` // numbers, and the names of choices
	Y           *float64 `json:"y"`
	Cost        float64  `json:"cost"`
	Remaining   float64  `json:"remaining"`
	Best        *float64 `json:"best"`
	Counted     bool     `json:"counted"`
	Acquisition *float64 `json:"acquisition"`
	Move        float64  `json:"move,omitempty"` // what the way there took beside the cost

	Price  float64       `json:"price,omitempty"` // of a unit of budget, for policies that have one
	Plan   *planJSON     `json:"plan,omitempty"`  // where a fantasy budget was planned with
	Models *study.Models `json:"models"`          // what the choice was based on
}

type replaySummary struct {
	Policy      string   `json:"policy"`
	Summary     bool     `json:"summary"`
	Evaluations int      `json:"evaluations"`
	Best        *float64 `json:"best"`
	Remaining   float64  `json:"remaining"`
	Stop        string   `json:"stop"`

	Recommended *replayRecommended `json:"recommended,omitempty"` // of noisy values only
	Models      *study.Models      `json:"models"`                // at the end
	Joint       *model.Following   `json:"joint,omitempty"`       // where the cost was found to follow the value
}

type replayRecommended struct {
	X     []any    `json:"x"`
	Value float64  `json:"value"` // believed
	Low   *float64 `json:"low"`   // with High a 95 % interval; null if the values do not determine their noise
	High  *float64 `json:"high"`
}

func writeReplayJSON(w io.Writer, r study.Replay) error {
	last := r.Last()
	name := r.Policy.ID()
	step := 0
	for _, row := range last.Rows {
		if row.Initial {
			continue
		}
		out := replayRow{name, step + 1, jsonPoint(last.Problem, row.X), finite(row.Y), row.Cost, row.Remaining, finite(row.Best), row.Counted, finite(row.Acquisition), row.Move, 0, nil, study.ModelsOf(last.Problem, r.Snapshots[step].Fitted)}
		if d := r.Snapshots[step].Decision; d != nil {
			out.Plan = planOf(last.Problem, d.Horizon, d.Rollout)
			if last.Policy.Priced() {
				out.Price = d.Price
			}
		}
		if err := writeJSON(w, out, ""); err != nil {
			return err
		}
		step++
	}
	sum := replaySummary{name, true, last.Evaluations, finite(last.Best), last.Money.Left, string(last.Stop), nil, study.ModelsOf(last.Problem, last.Fitted), last.Fitted.Following(last.Problem.Sign())}
	if r := last.Recommended; r != nil {
		low, high := intervalEnds(r)
		sum.Recommended = &replayRecommended{jsonPoint(last.Problem, r.X), r.Value, low, high}
	}
	return writeJSON(w, sum, "")
}

// printTheorem prints both parts of theorem 1 for the ε and δ of t.
func printTheorem(cmd *cobra.Command, t theorem1.Instance, asJSON bool) error {
	var numbers []theorem1.Numbers
	for part := 1; part <= 2; part++ {
		t.Part = part
		n, err := t.Exact()
		if err != nil {
			return usageMistake(err)
		}
		numbers = append(numbers, n)
	}
	out := cmd.OutOrStdout()
	if asJSON {
		return writeJSONLines(out, numbers)
	}
	fmt.Fprintf(out, "theorem-1: how bad can a short-sighted rule be? (constructed example)\nε = %v, δ = %v, budget %v, %d cheap arms of cost ε\n%s\n", t.Epsilon, t.Delta, number(t.Budget()), numbers[0].K, theorem1.Convention)
	for _, n := range numbers {
		t.Part = n.Part
		arms := map[theorem1.ArmClass]string{theorem1.ArmExpensive: "the expensive arm", theorem1.ArmCheap: fmt.Sprintf("%d cheap arms", n.N)}
		class, _ := t.First(t.Policy())
		other, _ := t.First(t.Other())
		ahead, _ := t.First(theorem1.PlayAhead)
		fmt.Fprintf(out, "\npart %d  %v takes %s and expects %s; %s would bring %s: %s times as much (the bound of the paper's proof says at least %s)\n        B-MS-EI, looking %d arms ahead, sees %s in cheap ones and %s in the expensive one: it takes %s and expects %s\n",
			n.Part, t.Policy(), arms[class], number(n.Policy), arms[other], number(n.Other), number(n.Ratio), number(n.Bound),
			theorem1.LookAhead, number(t.Promise(theorem1.ArmCheap)), number(t.Promise(theorem1.ArmExpensive)), arms[ahead], number(n.Ahead))
	}
	return nil
}
