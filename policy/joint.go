package policy

import "farsight/model"

const optionJoint = "joint"

// jointOption is that of all policies that ask what an evaluation costs.
var jointOption = Option{
	Name: optionJoint, Type: OneOf, Choices: words(model.Separate, model.ByEvidence, model.Together),
	Notes:   []string{"cost and value are modelled apart", "together where the data say that one follows the other", "together: ln c = g + β f"},
	Default: model.Separate.String(),
	Label:   "joint model",
	About:   "Whether ln c = g + β f, so that good points may be expensive (or cheap): off, on, or as the data say.",
	Usage:   "model cost and value together: off, auto (as the data say) or on",
}

// Deciding returns the pair that the policy decides with: with noisy values, the posterior means of
// the measured points are treated as known, unless the policy handles noise itself.
func (p Policy) Deciding(pair *model.Pair) *model.Pair {
	if p.Kind().Noise {
		return pair
	}
	return pair.AsBelieved()
}

// Models are a problem's model settings as the policy has them.
func (p Policy) Models(set model.PairSettings) model.PairSettings {
	if rule, err := model.ParseJointRule(p.Get(optionJoint)); err == nil { // else it is open
		set.Joint = rule
	}
	return set
}
