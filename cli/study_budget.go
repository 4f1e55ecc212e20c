package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newStudyBudget() *cobra.Command {
	var f studyFlags
	cmd := f.command(&cobra.Command{
		Use:   "budget STUDY +B|-B",
		Short: "extend or reduce the budget",
		Long: `Extend the budget by +B or reduce it by -B. Evaluations are then counted anew, in
the order they were told: with more, one that did not fit may count again; with
less, one may no longer count. undo takes the change back.

--json prints what all study commands share (farsight study --help) and
  {"delta","counted":[lines that count now],"uncounted":[that no longer do]}`,
		Example: `farsight study budget lab.study +5
farsight study budget lab.study -2.5
farsight study budget lab.study +5 --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			_, _, err := budgetArguments(cmd, args)
			return err
		},
	}, nil, func(s *openStudy, args []string) error {
		_, delta, err := budgetArguments(s.cmd, args)
		if err != nil {
			return usageMistake(err)
		}
		before := map[int]bool{}
		for _, e := range s.State().Evaluations {
			before[e.Seq] = e.Counted
		}
		if _, err := s.ChangeBudget(s.State().Seq, delta); err != nil {
			return err
		}
		v, err := s.saved("the change of the budget is saved")
		if err != nil {
			return err
		}
		counted, uncounted := []int{}, []int{}
		for _, e := range v.state.Evaluations {
			switch {
			case e.Counted && !before[e.Seq]:
				counted = append(counted, e.Seq)
			case !e.Counted && before[e.Seq]:
				uncounted = append(uncounted, e.Seq)
			}
		}
		text := fmt.Sprintf("the budget is now %s%s: %s\n", number(v.state.Budget), unitText(v.problem.CostUnit), v.progress())
		if n := len(counted); n > 0 {
			text += evaluations(n) + " that did not fit before counts now\n"
		}
		if n := len(uncounted); n > 0 {
			text += fmt.Sprintf("%s no longer counted; farsight study undo %s takes the change back\n", evaluations(n), shellArgument(s.path))
		}
		return s.say(v, fields{"delta": delta, "counted": counted, "uncounted": uncounted}, "%s", text)
	})
	cmd.Flags().SetInterspersed(false) // -5 is a number here, not a flag
	return cmd
}

// budgetArguments takes the study, the amount and the flags behind them apart.
func budgetArguments(cmd *cobra.Command, args []string) (path string, delta float64, err error) {
	var words, flags []string
	for i, a := range args {
		if a == "--" {
			words = append(words, args[i+1:]...)
			break
		}
		if strings.HasPrefix(a, "-") && !amountLike(a) {
			flags = append(flags, a)
		} else {
			words = append(words, a)
		}
	}
	if len(flags) > 0 {
		if err := cmd.Flags().Parse(flags); err != nil {
			return "", 0, flagError(cmd, err)
		}
		if help, _ := cmd.Flags().GetBool("help"); help {
			return "", 0, pflag.ErrHelp
		}
	}
	if len(words) != 2 {
		return "", 0, fmt.Errorf("%s needs two arguments, a STUDY and by how much, such as +5 or -5; got %d", cmd.CommandPath(), len(words))
	}
	text := words[1]
	delta, err = strconv.ParseFloat(text, 64)
	if advice := decimalPoint(text); advice != "" {
		return "", 0, errors.New(advice)
	}
	switch {
	case err != nil || math.IsNaN(delta) || math.IsInf(delta, 0):
		return "", 0, fmt.Errorf("%q is not an amount: write +5 to extend the budget by 5, -5 to reduce it", text)
	case text[0] != '+' && text[0] != '-':
		return "", 0, fmt.Errorf("%s: write +%s to extend the budget by that much, -%s to reduce it", text, text, text)
	case delta == 0:
		return "", 0, errors.New("a change by nothing changes nothing")
	}
	return words[0], delta, nil
}

// amountLike tells numbers from flags.
func amountLike(s string) bool {
	return len(s) > 1 && (s[1] == '.' || s[1] >= '0' && s[1] <= '9')
}
