package experiments

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/cli/output"
	"farsight/internal/cli/problems"
	"farsight/internal/cli/usage"
	"farsight/internal/plain"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui"
)

// mapFlags are what the command line says of the map.
type mapFlags struct {
	look   tui.Look
	from   string
	policy string
	json   bool
}

// Map is the command "map",".
func Map() *cobra.Command {
	var f mapFlags
	cmd := &cobra.Command{
		Use:   "map",
		Short: "when does looking ahead pay? A heat map of kinds of problems",
		Long: `Show the advantage of a policy over the best closed form, with its uncertainty,
for problems drawn from Gaussian processes: one to three parameters, a budget
worth 2 to 40 typical evaluations, costs alike or far apart, independent of the
value or rising with it. Arrows move, p shows another policy, enter opens one of
a cell's problems in the explorer and n another, esc comes back, ? lists all keys.

Without a terminal the map is printed as tables. Shown is the map that ships with
Farsight, or one of your own:

  farsight experiment run --spec examples/map.toml --out out/map
  farsight experiment report out/map --map map.csv`,
		Example: `farsight map
farsight map --policy 4-b-ms-ei
farsight map --from map.csv --theme light
farsight map --json > map.json
farsight map | less`,
		Args: usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error { return runMap(cmd, f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.from, "from", "", "show this CSV, written by farsight experiment report --map")
	fl.StringVarP(&f.policy, "policy", "p", "", "the policy to show first, by its name or how that begins (default: "+mapPolicy+")")
	fl.BoolVar(&f.json, "json", false, "print every number as JSON")
	output.AddLook(cmd, &f.look)
	return cmd
}

func runMap(cmd *cobra.Command, f mapFlags) error {
	if err := f.look.Check(); err != nil {
		return usage.Mistake(err)
	}
	rows, err := mapRows(f.from)
	if err != nil {
		return err
	}
	if f.json {
		return writeMapJSON(cmd, rows)
	}
	a := atlasOf(rows)
	if a.Policy, err = mapChoice(a, f.policy); err != nil {
		return usage.Mistake(err)
	}
	in, out, ok := output.Terminal(cmd)
	if !ok {
		return writeMap(cmd.OutOrStdout(), rows, a.Policies[a.Policy].Label)
	}
	th, t := f.look.For(in, out)
	return tui.Run(cmd.Context(), tui.Options{
		Atlas: a, Settings: study.Settings{Limit: experiment.MapEvaluations}, Theme: th, Adapt: f.look.Adapt(), Terminal: t, Load: problems.Load,
	}, in, out)
}

// mapRows are those of a file, or else the shipped ones.
func mapRows(file string) ([]experiment.AtlasRow, error) {
	if file == "" {
		return experiment.ShippedAtlas()
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := experiment.ReadAtlas(f)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w; farsight experiment report --map writes such a file", plain.Text(file), err)
	case len(rows) == 0:
		return nil, fmt.Errorf("%s has no results below its first line", plain.Text(file))
	}
	return rows, nil
}

// atlasOf is the map as the explorer shows it: policies that look ahead first.
func atlasOf(rows []experiment.AtlasRow) *tui.Atlas {
	a := &tui.Atlas{}
	index := map[string]int{}
	for _, r := range rows {
		if _, seen := index[r.Policy]; !seen {
			index[r.Policy] = 0
			a.Policies = append(a.Policies, tui.AtlasPolicy{Label: r.Policy, Ahead: r.Ahead(), Policy: choice(r)})
		}
	}
	slices.SortStableFunc(a.Policies, func(p, q tui.AtlasPolicy) int {
		switch {
		case p.Ahead == q.Ahead:
			return 0
		case p.Ahead:
			return -1
		}
		return 1
	})
	for i, p := range a.Policies {
		index[p.Label] = i
	}
	cells := map[builtin.Cell]int{}
	for _, r := range rows {
		i, seen := cells[r.Cell]
		if !seen {
			i = len(a.Cells)
			cells[r.Cell] = i
			a.Cells = append(a.Cells, tui.AtlasCell{Cell: r.Cell, Best: -1, Results: make([]tui.AtlasResult, len(a.Policies))})
		}
		c := &a.Cells[i]
		if r.Best != "" {
			c.Best = index[r.Best]
		}
		c.Results[index[r.Policy]] = tui.AtlasResult{
			Draws:       r.Draws,
			Improvement: tui.Estimate{Mean: r.Improvement, Half: r.Half},
			Advantage:   tui.Estimate{Mean: r.Difference, Half: r.DifferenceHalf},
			Percent:     tui.Estimate{Mean: r.Percent, Half: r.PercentHalf},
		}
	}
	return a
}

// choice is the policy of a row, to be run on the cell's problems; the zero
// Policy where it is none of ours.
func choice(r experiment.AtlasRow) policy.Policy {
	q, _ := r.Choice()
	return q
}

// mapChoice finds the policy to show first, by its label or how that begins; by
// no name at all it is the usual one, or else the first that looks ahead.
func mapChoice(a *tui.Atlas, name string) (int, error) {
	var labels []string
	for _, p := range a.Policies {
		labels = append(labels, p.Label)
	}
	if i := slices.Index(labels, cmp.Or(name, mapPolicy)); i >= 0 {
		return i, nil
	}
	i := slices.IndexFunc(labels, func(l string) bool { return strings.HasPrefix(l, strings.ToLower(name)) })
	if i < 0 {
		return 0, fmt.Errorf("--policy: %q is not on the map%s, which has: %s", plain.Text(name), usage.DidYouMean(name, labels, ""), plain.Text(strings.Join(labels, "; ")))
	}
	return i, nil
}
