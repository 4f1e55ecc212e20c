package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/predict"
	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/pane"
	screen "farsight/tui/predict"
)

func newPredict() *cobra.Command {
	var f problemFlags
	var look tui.Look
	cmd := &cobra.Command{
		Use:   "predict [SCENARIO|FILE]",
		Short: "a game: choose points against the policies",
		Long: `Play the policies' part: before each step choose the next point. It is charged to
your own budget and scored beside the policies, whose choices are shown after yours.
Arrows, the mouse or a number mark a point, enter evaluates it, h asks the model for
a hint, u takes a mark back, ? lists all keys.

Without a terminal points are read from standard input, one a line with its values
in the order of the parameters, until the budget or the input ends; each result is
printed, and at the end the scores of all.`,
		Example: `farsight predict
farsight predict overspend
farsight predict problem.toml --policy ei-puc --policy ei
printf '0.7\n0.8\n' | farsight predict myopia`,
		Args: atMostOne("a SCENARIO or FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := builtin.Game
			if len(args) == 1 {
				name = args[0]
			}
			return runPredict(cmd, name, &f, look)
		},
		ValidArgsFunction: completeScenarios,
	}
	f.add(cmd)
	addExplorer(cmd, &look)
	return cmd
}

func runPredict(cmd *cobra.Command, name string, f *problemFlags, look tui.Look) error {
	p, policies, err := loadPlayable(f, name)
	if err != nil {
		return err
	}
	in, out, ok := terminal(cmd)
	if !ok {
		return predictText(cmd, shellArgument(name), p, policies, f.settings())
	}
	o := f.explorer(cmd, look, name, p, policies)
	o.Predict = true
	return tui.Run(cmd.Context(), o, in, out)
}

// loadPlayable loads a problem that the game can be played on.
func loadPlayable(f *problemFlags, name string) (*scenarios.Problem, []policy.Policy, error) {
	p, policies, err := f.problem(name)
	if err == nil && !screen.Playable(p) {
		err = fmt.Errorf("%s cannot be played: its points are not evaluated here; choose a problem with parameters that a formula, a table or a command evaluates", sanitize.Text(p.Name))
	}
	return p, policies, err
}

// predictText plays points read from standard input.
func predictText(cmd *cobra.Command, name string, p *scenarios.Problem, policies []policy.Policy, s study.Settings) error {
	ctx, w := cmd.Context(), cmd.OutOrStdout()
	you, err := predict.New(ctx, p, s)
	if err != nil {
		return err
	}
	snap := you.Snapshot()
	fmt.Fprintf(w, "%s: budget %s, %s known, best %s\n\n", sanitize.Text(p.Name), chart.Num(p.Budget), pane.Plural(len(snap.Rows), "point"), ledgerNumber(snap.Best))
	others, err := replays(ctx, p, policies, s)
	if err != nil {
		return err
	}
	print := drawLedger(w, p)
	lines := bufio.NewScanner(cmd.InOrStdin())
	for line := 1; you.Snapshot().Stop == study.Running && lines.Scan(); line++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		x, err := readPoint(p, text)
		if err == nil {
			err = you.Play(ctx, x)
		}
		if err != nil {
			return fmt.Errorf("line %d of the points: %s", line, sanitize.Text(err.Error()))
		}
		turns := you.Turns()
		n := len(turns)
		print(n, "you", turns[n-1].Row)
		for _, r := range others {
			if rows := chosen(r.Last().Rows); n <= len(rows) {
				print(n, r.Policy.Title(), rows[n-1])
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("the points cannot be read: %w", err)
	}
	you.Stop()
	return printScores(w, name, p, you, others)
}

// replays are the runs of the policies.
func replays(ctx context.Context, p *scenarios.Problem, policies []policy.Policy, s study.Settings) (out []study.Replay, err error) {
	for _, q := range policies {
		r, err := study.NewReplay(ctx, p, q, s, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// chosen returns the rows after the initial design.
func chosen(rows []study.Row) []study.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r study.Row) bool { return r.Initial })
}

// readPoint reads the values of a point, with blanks or commas between them.
func readPoint(p *scenarios.Problem, text string) (scenarios.Point, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == ';' })
	if len(words) != p.Dim() {
		return nil, fmt.Errorf("%s takes %s: %s", p.Name, pane.Plural(p.Dim(), "value"), strings.Join(scenarios.Names(p.Parameters), " "))
	}
	x := make(scenarios.Point, len(words))
	for i, par := range p.Parameters {
		v, err := par.Read(words[i])
		if err != nil {
			return nil, err
		}
		if math.IsNaN(v) {
			return nil, fmt.Errorf("%s needs a number", par.Name)
		}
		if wrong := par.Complain(v); wrong != "" {
			return nil, errors.New(wrong)
		}
		x[i] = par.Snap(v)
	}
	return x, nil
}

// drawLedger prints evaluations as rows with the same columns.
func drawLedger(w io.Writer, p *scenarios.Problem) func(step int, who string, r study.Row) {
	begun := false
	return func(step int, who string, r study.Row) {
		if !begun {
			fmt.Fprintf(w, "%-5s%-14s", "step", "who")
			for _, par := range p.Parameters {
				fmt.Fprintf(w, "%-10s", sanitize.Short(par.Name, 9))
			}
			fmt.Fprintf(w, "%-10s%-10s%-10s%s\n", "value", "cost", "best", "left")
			begun = true
		}
		fmt.Fprintf(w, "%-5d%-14s", step, who)
		for i, par := range p.Parameters {
			fmt.Fprintf(w, "%-10s", sanitize.Short(pane.ShortSetting(par, r.X[i]), 9))
		}
		value := ledgerNumber(r.Y)
		switch {
		case r.Failed:
			value = "failed"
		case !r.Counted:
			value = "overshot"
		}
		fmt.Fprintf(w, "%-10s%-10s%-10s%s\n", value, chart.Num(r.Taken()), ledgerNumber(r.Best), chart.Num(r.Remaining))
	}
}

// ledgerNumber is a number, or that there is none.
func ledgerNumber(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return chart.Num(v)
}

// printScores prints all players, from the best to the worst, and a summary.
func printScores(w io.Writer, name string, p *scenarios.Problem, you *predict.Player, others []study.Replay) error {
	mine := you.Score("you")
	mine.You = true
	scores := []predict.Score{mine}
	for _, r := range others {
		if s, ok := predict.ScoreOf(r.Policy.Title(), r.Snapshots, len(r.Snapshots)); ok {
			scores = append(scores, s)
		}
	}
	fmt.Fprintf(w, "\n%-14s%-10s%-10s%-10s%-10s%-13s%s\n", "who", "best", "gain", "foreseen", "spent", "evaluations", "ended by")
	for _, s := range predict.Ranked(scores, p.Sign()) {
		fmt.Fprintf(w, "%-14s%-10s%-10s%-10s%-10s%-13d%s\n", s.Name, ledgerNumber(s.Best), ledgerNumber(s.Gain), ledgerNumber(s.Foreseen), chart.Num(s.Spent), s.Paid, study.StopWords(s.Stop))
	}
	fmt.Fprintln(w)
	for _, sentence := range predict.Words(scores, p.Sign(), name, chart.Num) {
		fmt.Fprintln(w, strings.Join(chart.Wrap(sentence, 78), "\n"))
	}
	return nil
}
