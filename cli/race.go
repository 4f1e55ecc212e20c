package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/policy"
	"farsight/study"
	"farsight/study/race"
)

// raceResult is a race of policies, and what it says.
type raceResult struct {
	start     *study.StartState
	policies  []policy.Policy
	race      *race.Race
	standings []race.Standing
	decision  []time.Duration // what one took, by policy
	seed      uint64
	took      time.Duration
}

// advised is the policy to follow.
func (a *raceResult) advised() policy.Policy { return a.policies[a.standings[0].Contestant] }

// runRace compares policies from a start state on.
func runRace(cmd *cobra.Command, o *study.StartState, policies []policy.Policy, s race.Settings) (*raceResult, error) {
	a := &raceResult{start: o, decision: make([]time.Duration, len(policies))}
	for _, q := range policies {
		filled, err := study.Filled(q, o.Problem())
		if err != nil {
			return nil, err
		}
		a.policies = append(a.policies, q)
		s.Order = append(s.Order, raceOrder(q, filled))
	}
	s.Progress = raceProgress(cmd, len(policies))
	draws := raceDraws{start: o}
	var mu sync.Mutex
	decisions := make([]int, len(policies))
	var err error
	a.race, err = race.Run(cmd.Context(), len(policies), func(ctx context.Context, i, draw int) (race.Score, error) {
		d, err := draws.get(draw)
		if err != nil {
			return race.Score{}, fmt.Errorf("draw %d: %w", draw+1, err)
		}
		p, err := d.Play(ctx, policies[i])
		if err != nil {
			return race.Score{}, fmt.Errorf("%s on draw %d: %w", policies[i].Title(), draw+1, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if draw == 0 { // the others are played with less effort
			a.decision[i], decisions[i] = p.Time, p.Decisions
		}
		return race.Score{Gain: p.Gain, Luck: p.Luck[:]}, nil
	}, s)
	if err != nil {
		if cmd.Context().Err() != nil {
			return nil, cmd.Context().Err()
		}
		if errors.Is(err, race.ErrTooFew) {
			err = fmt.Errorf("%w; give it more time, such as --seconds 120, or fewer policies", err)
		}
		return nil, err
	}
	for i, n := range decisions {
		if n > 0 {
			a.decision[i] /= time.Duration(n)
		}
	}
	a.standings = a.race.Standings()
	return a, nil
}

// raceOrder is the order of preference among policies of which none is ahead: the default of live
// studies, then those that are faster to compute, closed forms, trees by their horizon, and other
// policies that plan ahead.
func raceOrder(q, filled policy.Policy) int {
	switch {
	case q.String() == policy.Recommended():
		return -1
	case !filled.Kind().Ahead:
		return 0
	case filled.Tree():
		return filled.Steps()
	}
	return math.MaxInt
}

// raceDraws hands out drawn functions, made once for all policies.
type raceDraws struct {
	start *study.StartState
	mu    sync.Mutex
	of    map[int]func() (*study.Draw, error)
}

func (d *raceDraws) get(i int) (*study.Draw, error) {
	d.mu.Lock()
	if d.of == nil {
		d.of = map[int]func() (*study.Draw, error){}
	}
	draw := d.of[i]
	if draw == nil {
		draw = sync.OnceValues(func() (*study.Draw, error) { return d.start.Draw(i) })
		d.of[i] = draw
		// They are requested in order: no policy needs draws before the last two.
		delete(d.of, i-2)
	}
	d.mu.Unlock()
	return draw()
}

// raceProgress reports the progress of the race about once a second on a terminal; nil without one.
func raceProgress(cmd *cobra.Command, of int) func(draws, left int) {
	w, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !isatty.IsTerminal(w.Fd()) {
		return nil
	}
	start, tell := time.Now(), seldom(cmd, time.Second)
	return func(draws, left int) {
		tell("%.0f s: %d draws, %d of %d policies still compared\n", time.Since(start).Seconds(), draws, left, of)
	}
}

// write prints the whole comparison; its last line is the command to use.
func (a *raceResult) write(w io.Writer, command string) {
	p := a.start.Problem()
	fmt.Fprintf(w, "%s: %s\n%s\n\n", sanitize.Text(p.Name), sanitize.Text(p.Title), a.believed())
	table := newTable("policy", "", "improvement", "against "+a.advised().ID(), "verdict", "a decision takes")
	for _, s := range a.standings {
		q := a.policies[s.Contestant]
		table.add(q, policyName(q, a), raceMargin(s.Gain)+a.unit(), against(s), a.verdict(s), roughly(a.decision[s.Contestant]))
	}
	table.write(w)
	fmt.Fprintf(w, "\n%s\n%s\n%s%s\n", a.ended(), a.summary(), a.tie(), command)
}

// tie explains why the recommended policy is advised although others cannot be distinguished from
// it; otherwise "".
func (a *raceResult) tie() string {
	q := a.advised()
	if q.String() != policy.Recommended() || !slices.ContainsFunc(a.standings, func(s race.Standing) bool { return s.Verdict == race.Equal }) {
		return ""
	}
	return fmt.Sprintf("where policies are not told apart: %s %s\n", q.Title(), q.Kind().Choose)
}

// believed says what the functions were drawn from, and what they cost.
func (a *raceResult) believed() string {
	o, p := a.start, a.start.Problem()
	unit := unitText(p.CostUnit)
	s := fmt.Sprintf("functions drawn from the posterior of %s", evaluations(o.Measured()))
	if o.Measured() == 1 {
		s = "functions drawn from the posterior of 1 evaluation"
	}
	if o.Measured() == 0 {
		s = "nothing is measured yet: functions drawn from the models' priors"
		if p.Objective.Fixed == nil {
			s += ", improvements in standard deviations of the objective"
		}
	}
	s += fmt.Sprintf("; %s%s to spend", number(o.Left()), unit)
	price, assumed, drawn := o.Prices()
	switch {
	case p.KnownCost != nil:
		s += ", prices known"
	case drawn && assumed:
		s += fmt.Sprintf("\nprices are unknown: assumed are %s%s for an evaluation and a factor of %s between places; say typical and spread in [cost] if you know better",
			number(price.Typical), unit, number(price.Spread))
	case drawn:
		s += fmt.Sprintf(", prices about %s%s, a factor of %s between places", number(price.Typical), unit, number(price.Spread))
	}
	return s
}

// unit is that of improvements.
func (a *raceResult) unit() string {
	p := a.start.Problem()
	if a.start.Measured() == 0 && p.Objective.Fixed == nil {
		return " sd"
	}
	return unitText(p.ValueUnit)
}

// ended says what ended the race, and how to have it again.
func (a *raceResult) ended() string {
	s := fmt.Sprintf("%d draws in %.0f s", a.race.Draws, a.took.Seconds())
	again := fmt.Sprintf("; --draws %d gives the same again", a.race.Draws)
	if a.race.Draws < race.FirstLook {
		again += "; they are too few to go by: give it more --seconds"
	}
	switch a.race.End {
	case race.TimedOut:
		return s + ", when the time was up" + again
	case race.Stopped:
		return s + ", when it was interrupted" + again
	case race.Decided:
		return s + ": more draws would add nothing"
	}
	return s
}

// summary is the result in a line: the advised policy, the best of those that cannot be
// distinguished from it, and how many others there are.
func (a *raceResult) summary() string {
	s := fmt.Sprintf("%s: %s%s", policyName(a.advised(), a), raceMargin(a.standings[0].Gain), a.unit())
	equal, behind := 0, 0
	for _, st := range a.standings[1:] {
		switch {
		case st.Verdict == race.Behind:
			behind++
		case equal == 0:
			s += fmt.Sprintf("; %s: %s, %s", policyName(a.policies[st.Contestant], a), against(st), st.Verdict)
			equal++
		default:
			equal++
		}
	}
	if equal > 1 {
		s += fmt.Sprintf(", nor %s", plural(equal-1, "other"))
	}
	if behind > 0 {
		s += fmt.Sprintf("; %s behind", plural(behind, "other"))
	}
	return s
}

// policyName is a policy as people call it, with the options that distinguish it from others of its
// kind: "B-MS-EI 4 steps".
func policyName(q policy.Policy, a *raceResult) string {
	n := counting(a.policies, func(other policy.Policy) bool { return other.Name == q.Name })
	switch steps := q.Steps(); {
	case steps == 1:
		return q.Title() + " 1 step"
	case steps > 1:
		return fmt.Sprintf("%s %d steps", q.Title(), steps)
	case n > 1:
		return sanitize.Text(q.String())
	}
	return q.Title()
}

// raceMargin writes a mean with half its interval, which has two figures.
func raceMargin(s stats.Summary) string {
	half := s.Half()
	if !(half > 0) || math.IsInf(half, 0) || half < 1e-6 || math.Abs(s.Mean)+half >= 1e6 {
		return fmt.Sprintf("%s ± %s", number(s.Mean), number(half))
	}
	digits := max(0, 1-int(math.Floor(math.Log10(half))))
	return fmt.Sprintf("%.*f ± %.*f", digits, s.Mean, digits, half)
}

// against is a difference in per cent of what the advised policy gains.
func against(s race.Standing) string {
	if s.Verdict == race.Advised {
		return ""
	}
	share, half, ok := s.Share()
	if !ok {
		return raceMargin(s.Against)
	}
	digits := 0
	if half < 0.01 {
		digits = 1
	}
	text := fmt.Sprintf("%+.*f", digits, 100*share)
	switch {
	case strings.Trim(text, "+-0.") == "":
		text = "0" // neither more nor less
	case share < 0:
		text = "−" + text[1:]
	}
	return fmt.Sprintf("%s %% ± %.*f %%", text, digits, 100*half)
}

func (a *raceResult) verdict(s race.Standing) string {
	switch {
	case s.Dropped:
		return fmt.Sprintf("%s, dropped after %d draws", s.Verdict, s.Draws)
	case s.Verdict == race.Behind && s.Against.High >= 0:
		return "behind " + sanitize.Text(a.policies[s.Ahead].ID()) // not the one advised
	case s.Aside:
		return fmt.Sprintf("%s, set aside after %d draws", s.Verdict, s.Draws)
	}
	return string(s.Verdict)
}

// roughly is a time to one or two figures.
func roughly(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "less than 1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// raceJSON is what a race says, for programs.
type raceJSON struct {
	Problem  string        `json:"problem"`
	Measured int           `json:"measured"`
	Left     float64       `json:"left"`
	Seed     uint64        `json:"seed,string"`
	Draws    int           `json:"draws"`
	End      race.End      `json:"end"`
	Prices   *priceJSON    `json:"prices"`
	Advised  string        `json:"advised"`
	Command  string        `json:"command"`
	Policies []advisedJSON `json:"policies"`
}

type priceJSON struct {
	Typical float64 `json:"typical"`
	Spread  float64 `json:"spread"`
	Assumed bool    `json:"assumed"`
}

type advisedJSON struct {
	Policy         string       `json:"policy"`
	Title          string       `json:"title"`
	Draws          int          `json:"draws"`
	Improvement    float64      `json:"improvement"`
	Low            *float64     `json:"low"`
	High           *float64     `json:"high"`
	Difference     float64      `json:"difference"`
	DifferenceLow  *float64     `json:"difference_low"`
	DifferenceHigh *float64     `json:"difference_high"`
	Verdict        race.Verdict `json:"verdict"`
	Dropped        bool         `json:"dropped"`
	Aside          bool         `json:"aside"`
	Seconds        float64      `json:"seconds"`
}

// json is what it says, for programs.
func (a *raceResult) json() raceJSON {
	out := raceJSON{
		Problem: a.start.Problem().Name, Measured: a.start.Measured(), Left: a.start.Left(), Seed: a.seed,
		Draws: a.race.Draws, End: a.race.End, Advised: a.advised().String(),
	}
	if price, assumed, drawn := a.start.Prices(); drawn {
		out.Prices = &priceJSON{price.Typical, price.Spread, assumed}
	}
	for _, s := range a.standings {
		q := a.policies[s.Contestant]
		out.Policies = append(out.Policies, advisedJSON{
			q.String(), q.Title(), s.Draws, s.Gain.Mean, finite(s.Gain.Low), finite(s.Gain.High),
			s.Against.Mean, finite(s.Against.Low), finite(s.Against.High), s.Verdict, s.Dropped, s.Aside,
			a.decision[s.Contestant].Seconds(),
		})
	}
	return out
}
