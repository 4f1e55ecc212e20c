package compare

import (
	"math"
	"slices"
	"strconv"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// slider is one thing of a plan that can be moved.
type slider struct {
	name   string
	phrase string    // "with that budget", as what is shown of it is explained
	off    string    // why it cannot be moved; "": it can
	values []float64 // where it can stand, ascending
	first  float64   // where it stood when the problem was opened
	now    float64
	log    bool
	show   func(v float64) string
	set    func(p *session.Plan, v float64)
}

// Numbers of values a slider has, and how far it goes to either side of where it
// was: a budget from 0.4 to 2.5 times the problem's.
const (
	sliderSide   = 20
	sliderFactor = 2.5
	scaleFactor  = 4   // of a lengthscale
	mostNoise    = 0.5 // of the process's standard deviation
)

// around are values by equal factors to both sides of one, to three figures.
func around(first, factor float64) []float64 {
	out := []float64{first}
	for i := 1; i <= sliderSide; i++ {
		f := math.Pow(factor, float64(i)/sliderSide)
		out = append(out, pane.Round3(first*f), pane.Round3(first/f))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// slidersOf are the sliders as a plan for the problem has them.
func slidersOf(v screen.View, p session.Plan) []slider {
	first := v.First
	was, is := first.Altered.Of(v.Base), p.Altered.Of(v.Base)
	budget := slider{
		name: "budget", phrase: "with that budget", log: true, first: was.Budget, now: is.Budget, values: around(was.Budget, sliderFactor), show: pane.Number,
		set: func(p *session.Plan, b float64) {
			if p.Altered.Budget = b; b == was.Budget {
				p.Altered.Budget = first.Altered.Budget
			}
		},
	}
	prices := slider{
		name: "prices", phrase: "with all prices so many times as high", log: true, first: orOne(first.Altered.Prices), now: orOne(p.Altered.Prices),
		show: func(f float64) string { return "×" + pane.Number(f) },
	}
	prices.values = around(prices.first, sliderFactor)
	prices.set = func(p *session.Plan, f float64) {
		if p.Altered.Prices = f; f == prices.first {
			p.Altered.Prices = first.Altered.Prices
		}
	}
	return []slider{budget, horizonSlider(first, was, p, is), prices, lengthscaleSlider(v.Base, was, is), noiseSlider(first, was, is)}
}

func orOne(f float64) float64 {
	if f == 0 {
		return 1
	}
	return f
}

// farthestPolicy is the one that looks furthest ahead, the last of several; −1:
// none does.
func farthestPolicy(plan session.Plan, p *scenarios.Problem) (at, steps int) {
	at = -1
	for i, q := range plan.Policies {
		if filled, err := study.Filled(q, p); err == nil && filled.Tree() && filled.Steps() >= steps {
			at, steps = i, filled.Steps()
		}
	}
	return at, steps
}

// horizonSlider moves N of the policy that looked furthest ahead at first.
func horizonSlider(first session.Plan, was *scenarios.Problem, p session.Plan, is *scenarios.Problem) slider {
	s := slider{name: "N", phrase: "with that N", off: "no policy plans ahead", show: pane.Number}
	at, steps := farthestPolicy(first, was)
	if at < 0 || at >= len(p.Policies) {
		return s
	}
	filled, err := study.Filled(p.Policies[at], is)
	option, has := filled.Option("steps")
	if err != nil || !has {
		return s
	}
	s.name, s.off = "N of "+filled.Kind().Title, ""
	s.first, s.now = float64(steps), float64(filled.Steps())
	for n := option.Least; n <= min(option.Most, max(maxHorizon, steps)); n++ {
		s.values = append(s.values, float64(n))
	}
	s.set = func(p *session.Plan, n float64) {
		p.Policies = slices.Clone(p.Policies)
		if p.Policies[at] = first.Policies[at]; n != s.first {
			*p.Policy(at) = p.Policy(at).Override("steps", strconv.Itoa(int(n)))
		}
	}
	return s
}

// lengthscaleSlider moves all lengthscales of a fixed objective by one factor; it
// shows the first.
func lengthscaleSlider(base, was, is *scenarios.Problem) slider {
	s := slider{name: "lengthscale", phrase: "where policies believe in that lengthscale", off: "fitted again at every step", log: true, show: pane.Number}
	if was.Objective.Fixed == nil || is.Objective.Fixed == nil {
		return s
	}
	scale := was.Objective.Fixed.Scale
	s.off, s.first, s.now, s.values = "", scale[0], is.Objective.Fixed.Scale[0], around(scale[0], scaleFactor)
	s.set = func(p *session.Plan, l float64) {
		p.Process(base, false, func(m *scenarios.ModelSettings) {
			if m.Fixed == nil {
				return
			}
			for i := range m.Fixed.Scale {
				if m.Fixed.Scale[i] = scale[i]; l != scale[0] {
					m.Fixed.Scale[i] = pane.Round3(scale[i] * l / scale[0])
				}
			}
		})
	}
	return s
}

// noiseSlider moves the noise that is added to values, and that policies know of.
func noiseSlider(first session.Plan, was, is *scenarios.Problem) slider {
	s := slider{name: "noise", phrase: "with noise of that standard deviation", show: func(v float64) string {
		if v == 0 {
			return "none"
		}
		return pane.Number(v)
	}}
	_, expression := was.Source.(*scenarios.Expression)
	switch {
	case !expression:
		s.off = "values have their own"
		return s
	case was.Objective.Fixed == nil:
		s.off = "fitted again at every step"
		return s
	}
	s.first, s.now = was.Noise.Simulated, is.Noise.Simulated
	if s.values = around(s.first, scaleFactor); s.first == 0 {
		sd := math.Sqrt(was.Objective.Fixed.Variance)
		for i := 1; i <= sliderSide; i++ {
			s.values = append(s.values, pane.Round3(mostNoise*sd*float64(i)/sliderSide))
		}
		s.values = slices.Compact(slices.Sorted(slices.Values(s.values)))
	} else {
		s.log = true
	}
	s.set = func(p *session.Plan, sd float64) {
		if p.Altered.Noise = sd; sd == s.first {
			p.Altered.Noise = first.Altered.Noise
		}
	}
	return s
}

// moved is the value some places further on; one between two places goes to the
// next.
func (s slider) moved(by int) float64 {
	i, exact := slices.BinarySearch(s.values, s.now)
	if !exact && by > 0 {
		i--
	}
	return s.values[max(0, min(i+by, len(s.values)-1))]
}

// axis is what the slider goes along.
func (s slider) axis() chart.Axis {
	return chart.Axis{Min: s.values[0], Max: s.values[len(s.values)-1], Log: s.log, Label: s.name}
}

// share is how far along the slider a value is.
func (s slider) share(v float64) float64 {
	lo, hi := s.values[0], s.values[len(s.values)-1]
	if s.log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return math.Max(0, math.Min((v-lo)/(hi-lo), 1))
}

// nearest is the place nearest to a share of the slider's length.
func (s slider) nearest(share float64) int {
	best := 0
	for i, v := range s.values {
		if math.Abs(s.share(v)-share) < math.Abs(s.share(s.values[best])-share) {
			best = i
		}
	}
	return best
}

// title is where the slider stands.
func (s slider) title() string {
	if s.off != "" {
		return "–"
	}
	return s.show(s.now)
}

// changed reports whether the slider was moved.
func (s slider) changed() bool { return s.off == "" && s.now != s.first }
