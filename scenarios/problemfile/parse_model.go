package problemfile

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
)

// readModel reads how a Gaussian process is obtained: fixed as soon as one of
// its hyperparameters is given.
func readModel(s *tomlfile.Section, d int, r hyperRanges) scenarios.ModelSettings {
	var m scenarios.ModelSettings
	if name := s.Choice("priors", model.Paper.String(), model.DimensionScaled.String()); name != "" {
		m.Priors, _ = model.ParsePreset(name) // one of the two just named
	}
	m.NoiseMin, _ = s.Positive("noise-min")
	m.NoiseMax, _ = s.Positive("noise-max")
	if m.NoiseMin > 0 && m.NoiseMax > 0 && m.NoiseMin > m.NoiseMax {
		s.Wrong("noise-min", "%v is above noise-max = %v", m.NoiseMin, m.NoiseMax)
	}
	if !slices.ContainsFunc(hyperFields, s.Has) {
		s.Knows(hyperFields...)
		return m
	}
	for _, f := range []string{"priors", "noise-min", "noise-max"} {
		if s.Has(f) {
			s.Wrong(f, "has no effect on a process that is fixed; leave it out")
		}
	}
	m.Fixed = readHyper(s, d, r)
	return m
}

// hyperFields are the hyperparameters of a process, in the units of its output.
var hyperFields = []string{"mean", "variance", "lengthscale", "noise-variance"}

// hyperRanges are what the hyperparameters of a process may be, but for the
// lengthscales, which are those of the unit cube.
type hyperRanges struct{ mean, variance, noise model.Range }

var (
	anyProcess     = hyperRanges{model.MeanRange, model.VarianceRange, model.NoiseRange}
	logCostProcess = hyperRanges{model.LogCostMeanRange, model.LogCostVarianceRange, model.LogCostNoiseRange}
)

// within checks a number that was read (ok) against a range.
func within(s *tomlfile.Section, field string, v float64, ok bool, r model.Range) bool {
	if !ok {
		return false
	}
	if err := r.Check(v); err != nil {
		s.Wrong(field, "%v", err)
		return false
	}
	return true
}

// readHyper reads all hyperparameters of a process; nil if any is wrong.
func readHyper(s *tomlfile.Section, d int, r hyperRanges) *model.Hyper {
	mean, okMean := s.Number("mean")
	variance, okVariance := s.Positive("variance")
	noise, okNoise := s.Positive("noise-variance")
	okMean = within(s, "mean", mean, okMean, r.mean)
	okVariance = within(s, "variance", variance, okVariance, r.variance)
	okNoise = within(s, "noise-variance", noise, okNoise, r.noise)
	scale := readLengthscale(s, d)
	for _, f := range hyperFields {
		if !s.Has(f) {
			s.Wrong(f, "is missing: a fixed process needs %s", strings.Join(hyperFields, ", "))
		}
	}
	if !okMean || !okVariance || !okNoise || scale == nil {
		return nil
	}
	return &model.Hyper{Mean: mean, Variance: variance, Scale: scale, Noise: noise}
}

// readLengthscale reads one number for all parameters, or a list with one for
// each.
func readLengthscale(s *tomlfile.Section, d int) []float64 {
	e := s.Field("lengthscale")
	if e == nil {
		return nil
	}
	if e.Items == nil {
		v, ok := s.Positive("lengthscale")
		if !within(s, "lengthscale", v, ok, model.ScaleRange) {
			return nil
		}
		return slices.Repeat([]float64{v}, max(d, 1))
	}
	scale, items := s.Numbers("lengthscale")
	if scale != nil && len(scale) != d {
		s.Wrong("lengthscale", "%d lengthscales for %d parameters", len(scale), d)
		return nil
	}
	for i, v := range scale {
		if v <= 0 {
			s.Say(items[i].At, s.Name(fmt.Sprintf("lengthscale[%d]", i+1)), "needs a number above 0, not %v", v)
			return nil
		} else if err := model.ScaleRange.Check(v); err != nil {
			s.Say(items[i].At, s.Name(fmt.Sprintf("lengthscale[%d]", i+1)), "%v", err)
			return nil
		}
	}
	return scale
}
