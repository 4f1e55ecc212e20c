package compare

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/stats"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// strip is who wins over the whole range of a slider: two policies run at each of
// its places on the problem's own function, and on functions drawn from what is
// believed.
type strip struct {
	slider int
	plan   session.Plan // with the slider where it was at first: all others are as they are
	pair   [2]int       // tracks
	places []place
	own    bool // the problem's own function costs nothing to try
	done   bool // all draws were made
	err    error
}

// place is what is known of one place of a slider.
type place struct {
	ran   bool
	final [2]float64   // on the problem's own function
	drawn [2][]float64 // on the same drawn functions
}

// ahead is by how much the second policy ends ahead of the first.
func (p place) ahead(sign float64) float64 { return sign * (p.final[1] - p.final[0]) }

// gain is the same on average over drawn functions.
func (p place) gain(sign float64) stats.Summary {
	return study.Simulation{Final: [][]float64{p.drawn[0], p.drawn[1]}}.Gain(1, 0, sign)
}

// alike is the difference below which both policies end even: a thousandth of what
// all that was found spans. Rounding alone makes some.
func (k *strip) alike() float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range k.places {
		for i := range p.final {
			if session.Grow(&lo, &hi, p.drawn[i]...); p.ran {
				session.Grow(&lo, &hi, p.final[i])
			}
		}
	}
	return 1e-3 * math.Max(0, hi-lo)
}

// stripMsg brings more of a strip: what a place's runs found, or further draws.
type stripMsg struct {
	work, at int
	final    *[2]float64
	drawn    [2][]float64
}

// stripEndedMsg says that the work on a strip is over.
type stripEndedMsg struct {
	work int
	err  *error
}

// drawTargets are how many functions are drawn for each place, round by round, so
// that intervals narrow everywhere while one looks; guests of a host have the first
// two rounds, pictures the first.
var drawTargets = []int{4, 20, 50, 100}

const (
	guestRounds = 2
	mostStrips  = 12 // that are kept
)

// found is the strip of a slider as the plan has the others; where nothing is known
// of it, one that is not kept. The screen has two columns at least.
func (s *sliders) found(v screen.View, one slider) *strip {
	pair := [2]int{v.Columns[0], v.Columns[1]}
	if pair[0] > pair[1] {
		pair[0], pair[1] = pair[1], pair[0]
	}
	plan := s.wanted(v)
	one.set(&plan, one.first)
	for _, k := range s.kept {
		if k.slider == s.at && k.pair == pair && reflect.DeepEqual(k.plan, plan) {
			return k
		}
	}
	_, own := v.Base.Source.(scenarios.Truth)
	return &strip{slider: s.at, plan: plan, pair: pair, places: make([]place, len(one.values)), own: own}
}

// watch works on the strip of the chosen slider, unless it is worked on already or a
// move is being computed: that comes first.
func (s *sliders) watch(v screen.View) tea.Cmd {
	if !s.open || s.plan != nil || !v.Front || v.Stopped || len(v.Columns) < 2 {
		return nil
	}
	all := slidersOf(v, s.wanted(v))
	if all[s.at].off != "" {
		s.rest()
		return nil
	}
	k := s.found(v, all[s.at])
	if k == s.strip && s.cancel != nil || k.done || k.err != nil {
		return nil
	}
	s.rest()
	if !slices.Contains(s.kept, k) {
		if s.kept = append(s.kept, k); len(s.kept) > mostStrips {
			s.kept = slices.Delete(s.kept, 0, 1)
		}
	}
	s.strip = k
	ctx, cancel := context.WithCancel(context.Background()) // a move begins another run, and must not end this
	s.work++
	s.cancel = cancel
	one := all[s.at]
	job := stripJob{turns: v.Turns(), own: k.own, first: one.nearest(one.share(one.now)), rounds: drawTargets, settings: v.RunSettings()}
	for _, p := range k.places {
		job.ran, job.drawn = append(job.ran, p.ran), append(job.drawn, len(p.drawn[0]))
	}
	switch {
	case v.Still:
		job.rounds = drawTargets[:1]
	case v.Guest():
		job.rounds = drawTargets[:guestRounds]
	}
	for _, value := range one.values {
		plan := k.plan
		one.set(&plan, value)
		job.problems = append(job.problems, plan.Altered.Of(v.Base))
		job.policies = append(job.policies, []policy.Policy{plan.Policies[k.pair[0]], plan.Policies[k.pair[1]]})
	}
	work, failed := s.work, new(error)
	return session.Stream(ctx, stripEndedMsg{work, failed}, func(send func(tea.Msg)) {
		*failed = job.run(ctx, func(msg stripMsg) {
			msg.work = work
			send(msg)
		})
	})
}

// rest ends the work on a strip; what is known of it stays.
func (s *sliders) rest() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// received takes in more of a strip, unless it is of work that was given up.
func (s *sliders) received(msg stripMsg) {
	if msg.work != s.work || s.strip == nil || s.cancel == nil {
		return
	}
	p := &s.strip.places[msg.at]
	if msg.final != nil {
		p.ran, p.final = true, *msg.final
	}
	for i := range p.drawn {
		p.drawn[i] = append(p.drawn[i], msg.drawn[i]...)
	}
}

// ended takes in that the work on a strip is over.
func (s *sliders) ended(msg stripEndedMsg) {
	if msg.work != s.work || s.cancel == nil {
		return
	}
	s.rest()
	switch err := *msg.err; {
	case err == nil:
		s.strip.done = true
	case !errors.Is(err, context.Canceled):
		s.strip.err = err
	}
}

// stripJob is all that the work on a strip needs.
type stripJob struct {
	problems []*scenarios.Problem // by place
	policies [][]policy.Policy
	ran      []bool // on the problem's own function
	drawn    []int  // functions so far
	own      bool
	first    int // the place to begin with: that of the knob
	rounds   []int
	settings study.Settings
	turns    session.Turns
}

// run tries the problem's own function everywhere, then draws functions, in rounds. Work alternates
// between the places, so that each has a first result soon.
func (j stripJob) run(ctx context.Context, send func(stripMsg)) error {
	order := coarseToFine(len(j.problems), j.first)
	for _, i := range order {
		if !j.own || j.ran[i] {
			continue
		}
		if err := j.turn(ctx, func(ctx context.Context, workers int) error {
			final, err := j.runOwn(ctx, i, workers)
			if err == nil {
				send(stripMsg{at: i, final: &final})
			}
			return err
		}); err != nil {
			return err
		}
	}
	by := make([]*study.Simulator, len(j.problems))
	for _, target := range j.rounds {
		for _, i := range order {
			from := j.drawn[i]
			if from >= target {
				continue
			}
			if err := j.turn(ctx, func(ctx context.Context, workers int) (err error) {
				if by[i] == nil {
					if by[i], err = study.NewSimulator(ctx, j.problems[i], j.policies[i], j.settings); err != nil {
						return err
					}
				}
				drawn := [2][]float64{make([]float64, target-from), make([]float64, target-from)}
				err = by[i].Each(ctx, from, target, workers, func(k int, final []float64) {
					drawn[0][k-from], drawn[1][k-from] = final[0], final[1]
				})
				if err == nil {
					j.drawn[i] = target
					send(stripMsg{at: i, drawn: drawn})
				}
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (j stripJob) turn(ctx context.Context, do func(ctx context.Context, workers int) error) error {
	ctx, workers, end, err := j.turns.Share(ctx)
	if err != nil {
		return err
	}
	defer end()
	return do(ctx, workers)
}

// runOwn is what both policies find on the problem's own function; where values
// are noisy, what the point they recommend is truly worth.
func (j stripJob) runOwn(ctx context.Context, i, workers int) (final [2]float64, err error) {
	set := j.settings
	set.Workers = workers
	for k, q := range j.policies[i] {
		r, err := study.NewReplay(ctx, j.problems[i], q, set, nil)
		if err != nil {
			return final, err
		}
		last := r.Last()
		if final[k] = last.Best; last.Problem.Noise.Simulated > 0 {
			final[k] = last.Truth(last.Offered())
		}
	}
	return final, nil
}

// coarseToFine are 0 … n−1, one of them first and then such that the next few are
// spread over all.
func coarseToFine(n, first int) []int {
	out, seen := []int{first}, make([]bool, n)
	seen[first] = true
	step := 1
	for 2*step < n {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		for i := 0; i < n; i += step {
			if !seen[i] {
				seen[i] = true
				out = append(out, i)
			}
		}
	}
	return out
}
