package model

// Costless returns the pair with every evaluation costing 1 and no movement costs, for policies
// that count evaluations instead of cost.
func (p *Pair) Costless() *Pair {
	return &Pair{Objective: p.Objective, Known: func(Unit) float64 { return 1 }, Weight: p.Weight, Success: p.Success, Choices: p.Choices}
}
