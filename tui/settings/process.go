package settings

import (
	"slices"

	"farsight/model"
	"farsight/scenarios"
	"farsight/tui/pane"
	"farsight/tui/session"
)

// modelRows are the settings of the two processes.
func (f sheet) modelRows() []row {
	rows := []row{
		{label: "process", about: "Fixed hyperparameters, or fitted to the data at every step. Fixed ones start at the present fit."},
		{label: "mean", about: "The process's constant mean; for the cost, of its logarithm."},
		{label: "variance", about: "The process's output scale: the square of how far it strays from its mean."},
		{label: "lengthscale", about: "How far one must go to see something new, in fractions of a parameter's range: one number, or one for each with commas."},
		{label: "noise variance", about: "The variance of repeated measurements at one point."},
		{label: "priors", about: "What the fit believes of lengthscales and variance before any data."},
		{label: "least noise", about: "Lower bound of the fitted noise variance, where the data have variance 1; 0: the priors' own."},
		{label: "most noise", about: "Upper bound of the fitted noise variance, where the data have variance 1; 0: the priors' own."},
	}
	for col := range 2 {
		for r, s := range f.processSettings(col == 1) {
			rows[r].cells[col] = s
		}
	}
	return slices.DeleteFunc(rows, row.idle)
}

// processSettings are those of one process, in the order of modelRows. A known
// cost has none.
func (f sheet) processSettings(cost bool) [8]setting {
	var out [8]setting
	if cost && f.v.Base.KnownCost != nil {
		return out
	}
	s, own := f.plan.Altered.Process(f.v.Base, cost), f.plan.Altered.Objective != nil
	sign := f.v.Base.Sign()
	was := f.v.Base.Objective
	if cost {
		own, sign, was = f.plan.Altered.Cost != nil, 1, f.v.Base.Cost
	}
	change := func(p *session.Plan, how func(*scenarios.ModelSettings)) { p.Process(f.v.Base, cost, how) }
	restore := func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { *s = was }) }

	out[0] = setting{value: "fitted", own: own && (s.Fixed == nil) != (was.Fixed == nil), choices: []string{"fixed", "fitted"},
		notes: []string{"the numbers below, at every step", "by maximum a posteriori, again at every step"},
		set: func(p *session.Plan, v string) error {
			change(p, func(s *scenarios.ModelSettings) {
				s.Fixed = nil
				if v == "fixed" {
					f.fix(cost, was, s)
				}
			})
			return nil
		}, clear: restore}
	if s.Fixed != nil {
		out[0].value = "fixed"
		mean, variance, noise := model.MeanRange, model.VarianceRange, model.NoiseRange
		if cost {
			mean, variance, noise = model.LogCostMeanRange, model.LogCostVarianceRange, model.LogCostNoiseRange
		}
		h, old := s.Fixed, s.Fixed
		if was.Fixed != nil {
			old = was.Fixed
		}
		one := func(v, before float64, put func(s *scenarios.ModelSettings, v float64), check func(float64) error) setting {
			f := text(pane.Number(v), own && v != before, func(p *session.Plan, v float64) { change(p, func(s *scenarios.ModelSettings) { put(s, v) }) }, check)
			f.clear = func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { put(s, before) }) }
			return f
		}
		out[1] = one(sign*h.Mean, sign*old.Mean, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Mean = sign * v }, mean.Check)
		out[2] = one(h.Variance, old.Variance, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Variance = v }, above(variance))
		out[4] = one(h.Noise, old.Noise, func(s *scenarios.ModelSettings, v float64) { s.Fixed.Noise = v }, above(noise))
		out[3] = setting{value: pane.ScaleText(h.Scale), own: own && !slices.Equal(h.Scale, old.Scale),
			set: func(p *session.Plan, v string) error {
				scale, err := pane.ParseScale(v, f.v.Base.Dim())
				if err == nil {
					change(p, func(s *scenarios.ModelSettings) { s.Fixed.Scale = scale })
				}
				return err
			},
			clear: func(p *session.Plan) {
				change(p, func(s *scenarios.ModelSettings) { s.Fixed.Scale = slices.Clone(old.Scale) })
			},
		}
		return out
	}
	out[5] = setting{value: s.Priors.String(), own: own && s.Priors != was.Priors, choices: []string{model.Paper.String(), model.DimensionScaled.String()},
		notes: []string{"lengthscales Gamma(3, 6), as in the paper", "lengthscales that grow with the dimension"},
		set: func(p *session.Plan, v string) error {
			priors, err := model.ParsePreset(v)
			if err == nil {
				change(p, func(s *scenarios.ModelSettings) { s.Priors = priors })
			}
			return err
		}, clear: restore}
	bound := func(v float64, put func(s *scenarios.ModelSettings, v float64)) setting {
		f := text(numberOr(v, "default"), own && v != 0, func(p *session.Plan, v float64) { change(p, func(s *scenarios.ModelSettings) { put(s, v) }) }, notNegative)
		f.word = v == 0
		f.clear = func(p *session.Plan) { change(p, func(s *scenarios.ModelSettings) { put(s, 0) }) }
		return f
	}
	out[6] = bound(s.NoiseMin, func(s *scenarios.ModelSettings, v float64) { s.NoiseMin = v })
	out[7] = bound(s.NoiseMax, func(s *scenarios.ModelSettings, v float64) { s.NoiseMax = v })
	return out
}

// fix gives a process fixed hyperparameters to begin with: the problem's own,
// else those of the present fit, rounded to what a person would write, else
// common ones.
func (f sheet) fix(cost bool, was scenarios.ModelSettings, s *scenarios.ModelSettings) {
	h := new(model.Hyper)
	s.Fixed = h
	if was.Fixed != nil {
		*h = *was.Fixed
		h.Scale = slices.Clone(h.Scale)
		return
	}
	h.Variance, h.Noise, h.Scale = 1, 1e-4, slices.Repeat([]float64{0.3}, f.v.Base.Dim())
	for _, i := range f.v.Visible() {
		snap := f.v.Tracks[i].At(f.v.StepOf(i))
		if snap == nil || snap.Fitted == nil {
			continue
		}
		process := &snap.Fitted.Objective
		if cost {
			process = snap.Fitted.LogCost
		}
		if process != nil {
			h.Mean, h.Variance, h.Noise = pane.Round3(process.Mean), pane.Round3(process.Variance), pane.Round3(process.Noise)
			h.Scale = slices.Clone(snap.Problem.Choices().Gather(process.Scale))
			for j, v := range h.Scale {
				h.Scale[j] = pane.Round3(v)
			}
			return
		}
	}
}
