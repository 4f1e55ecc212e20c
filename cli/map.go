package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/atlas"
)

// mapFlags are the flags of the map.
type mapFlags struct {
	look   tui.Look
	from   string
	policy string
	json   bool
}

func newMap() *cobra.Command {
	var f mapFlags
	cmd := &cobra.Command{
		Use:   "map",
		Short: "when does looking ahead pay? a map of problems",
		Long: `Show the advantage of a policy over the best closed form, with its uncertainty,
for problems drawn from Gaussian processes: one to three parameters, a budget
worth 2 to 15 typical evaluations, costs alike or far apart, independent of the
value, rising with it, or with moves charged too. Arrows move, p shows another policy, enter opens one of
a cell's problems in the explorer and n another, esc comes back, ? lists all keys.

Without a terminal the map is printed as tables. Shown is the map that ships with
Farsight, or one of your own:

  farsight experiment run --spec examples/map.toml --out out/map
  farsight experiment run --spec examples/money-map.toml --out out/money-map
  farsight experiment report out/map out/money-map --map map.csv`,
		Example: `farsight map
farsight map --policy 4-b-ms-ei
farsight map --from map.csv --theme light
farsight map --json > map.json
farsight map | less`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return runMap(cmd, f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.from, "from", "", "show this CSV, written by farsight experiment report --map")
	fl.StringVarP(&f.policy, "policy", "p", "", "the policy to show first, by its name or how that begins (default: "+usualOfMap+")")
	fl.BoolVar(&f.json, "json", false, "print every number as JSON")
	addExplorer(cmd, &f.look)
	return cmd
}

func runMap(cmd *cobra.Command, f mapFlags) error {
	rows, err := mapRows(f.from)
	if err != nil {
		return err
	}
	if f.json {
		return writeMapJSON(cmd, rows)
	}
	first, err := mapChoice(rows, f.policy)
	if err != nil {
		return usageMistake(err)
	}
	in, out, ok := terminal(cmd)
	if !ok {
		return writeMap(cmd.OutOrStdout(), rows, first)
	}
	o := explorerOptions(cmd, f.look, in, out)
	o.Atlas, o.Settings, o.Load = &atlas.Options{Rows: rows, Policy: first}, study.Settings{Limit: experiment.MapEvaluations}, loadProblem
	return tui.Run(cmd.Context(), o, in, out)
}

// mapRows are those of a file, or else the shipped ones.
func mapRows(file string) ([]experiment.AtlasRow, error) {
	if file == "" {
		return experiment.ShippedAtlas()
	}
	f, err := files.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := experiment.ReadAtlas(f)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w; farsight experiment report --map writes such a file", sanitize.Text(file), err)
	case len(rows) == 0:
		return nil, fmt.Errorf("%s has no results below its first line", sanitize.Text(file))
	}
	return rows, nil
}

// usualOfMap says which policy mapChoice takes by no name.
const usualOfMap = experiment.MapPolicy + ", or the first that plans ahead"

// mapChoice finds the policy to show first, by its label or how that begins; by no name at all it
// is the usual one, or else the first that plans ahead.
func mapChoice(rows []experiment.AtlasRow, name string) (string, error) {
	labels := experiment.AtlasPolicies(rows)
	if label := cmp.Or(name, experiment.MapPolicy); slices.Contains(labels, label) {
		return label, nil
	}
	i := slices.IndexFunc(labels, func(l string) bool { return strings.HasPrefix(l, strings.ToLower(name)) })
	if i < 0 {
		return "", fmt.Errorf("--policy: %q is not on the map%s, which has: %s", sanitize.Text(name), didYouMean(name, labels, ""), sanitize.Text(strings.Join(labels, "; ")))
	}
	return labels[i], nil
}

// mapRow is a row of the map as JSON; unknown values are null.
type mapRow struct {
	Dim             int      `json:"d"`
	Worth           float64  `json:"worth"`
	Spread          float64  `json:"spread"`
	Cost            string   `json:"cost"`
	Policy          string   `json:"policy"`
	Draws           int      `json:"draws"`
	Improvement     *float64 `json:"improvement"`
	ImprovementHalf *float64 `json:"improvement_half"`
	Best            string   `json:"best_closed_form"`
	Difference      *float64 `json:"difference"`
	DifferenceHalf  *float64 `json:"difference_half"`
	Percent         *float64 `json:"percent"`
	PercentHalf     *float64 `json:"percent_half"`
	Settings        string   `json:"settings,omitempty"`
	FirstSeed       uint64   `json:"first_seed,omitempty"` // of the draws, which follow one another
}

// writeMapJSON prints every row.
func writeMapJSON(cmd *cobra.Command, rows []experiment.AtlasRow) error {
	out := make([]mapRow, 0, len(rows))
	for _, r := range rows {
		m := mapRow{
			Dim: r.Cell.Dim, Worth: r.Cell.Worth, Spread: r.Cell.Spread, Cost: r.Cell.Cost(), Policy: r.Policy, Draws: r.Draws,
			Improvement: finite(r.Improvement), ImprovementHalf: finite(r.Half), Best: r.Best,
			Settings: r.Settings, FirstSeed: r.FirstSeed,
		}
		if r.Best != "" && r.Best != r.Policy {
			m.Difference, m.DifferenceHalf = finite(r.Difference), finite(r.DifferenceHalf)
			m.Percent, m.PercentHalf = finite(r.Percent), finite(r.PercentHalf)
		}
		out = append(out, m)
	}
	return printJSON(cmd, out)
}
