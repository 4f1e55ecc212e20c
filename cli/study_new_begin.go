package cli

import (
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/template"
	"farsight/study"
	"farsight/study/race"
)

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
			fmt.Fprintf(cmd.ErrOrStderr(), "nobody chose a policy: farsight advise %s says which does best on this problem\n", shellArgument(args[0]))
		}
		return nil, nil
	}
	if _, err := os.Lstat(args[1]); err == nil { // not after twenty seconds
		return nil, fmt.Errorf("%s already exists; choose another name", sanitize.Text(args[1]))
	}
	var o *study.Outset
	if len(s.Past) > 0 {
		o, err = study.LiveOutset(cmd.Context(), args[0], text, *s)
	} else {
		o, err = study.NewOutset(cmd.Context(), p, study.Settings{Seed: s.Seed})
	}
	if err != nil {
		return nil, err
	}
	return f.choose(cmd, s, o)
}

// choose lets a race of policies decide which one the study follows.
func (f *liveFlags) choose(cmd *cobra.Command, s *study.LiveSettings, o *study.Outset) (*raceJSON, error) {
	start := time.Now()
	fmt.Fprintf(cmd.ErrOrStderr(), "choosing a policy, for at most %d s, by playing them on functions drawn from what is believed\n", adviseSeconds)
	contestants, err := candidates(&problemFlags{Options: f.Options}, o.Problem())
	if err != nil {
		return nil, err
	}
	a, err := runRace(cmd, o, contestants, race.Settings{Deadline: start.Add(adviseSeconds * time.Second)})
	if err != nil {
		return nil, err
	}
	if a.Race.End == race.Stopped {
		return nil, cmd.Context().Err() // a study nobody waited for is not made
	}
	a.Seed, a.Took = s.Seed, time.Since(start)
	s.Policy = a.Advised()
	s.Note = fmt.Sprintf("policy chosen by %d draws: %s", a.Race.Draws, a.Summary())
	fmt.Fprintf(cmd.ErrOrStderr(), "%s\n%s\n", a.Ended(), a.Summary())
	out := a.JSON()
	return &out, nil
}

// chargeInitial sees to it that somebody has said whether the initial design is
// charged, if any of it is still to be measured: a person who can be asked, or
// else the rule that it is not.
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
		fmt.Fprintln(cmd.ErrOrStderr(), "the initial points are not charged to the budget, as nobody has said that they are (--charge-initial, or charge-initial in the problem)")
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d initial points are to be measured first, %s. Charge them to the budget of %s%s? [y/N] ",
		len(points), costText(p, expectedCost(p, points)), number(p.Budget), unitText(p.CostUnit))
	yes, err := confirm(cmd, in)
	s.ChargeInitial = &yes
	return err
}

// entitled is a problem's text with the title a study of it shall have: the one
// given or, where the problem has that of a template still, one that a person is
// asked for.
func entitled(cmd *cobra.Command, name string, text []byte, dir, title string) ([]byte, error) {
	if title = strings.TrimSpace(sanitize.Text(title)); title != "" {
		if _, err := problemfile.Parse(name, text, dir); err != nil { // by the lines of the file
			return nil, err
		}
		return tomlfile.WithTitle(text, title), nil
	}
	now := tomlfile.Title(text)
	if !template.Unnamed(now) {
		return text, nil
	}
	in, ok := asked(cmd)
	if !ok {
		fmt.Fprintf(cmd.ErrOrStderr(), "the title is still the template's, %q: --title gives the study one, or title in %s\n", now, sanitize.Text(name))
		return text, nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "The title is still the template's, %q. What shall the study be called? (enter: as it is) ", now)
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

// designCost is what the points of the initial design that are still to be
// measured will cost in expectation; NaN where nobody has said.
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
