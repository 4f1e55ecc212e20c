package table

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"

	"farsight/internal/tomlfile"
	"farsight/model"
	"farsight/scenarios"
)

// Fit is the fit of a table's surrogates, which is saved in the problem file
// (problemfile.SaveFit), so that opening it takes no time: the hyperparameters
// of the processes, and where the surrogate of the value is best.
type Fit struct {
	Checksum  string            // of what the fit depends on, see Source.checksum
	Objective *model.Hyper      // of the maximised value; nil for a forest
	Cost      *model.Hyper      // of ln cost; nil for a forest or a known cost
	Optimum   scenarios.Optimum // in the problem's own sign and units
}

// checksum covers everything that the surrogates and their optimum depend on: the rows as the
// problem file reads them, the parameters' ranges, the goal and the kind of surrogate. Other
// columns, names and notes of the table do not matter.
func (t *Source) checksum() string {
	h := sha256.New()
	number := func(v float64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
		h.Write(b[:])
	}
	flag := func(v bool) {
		if v {
			number(1)
		} else {
			number(0)
		}
	}
	h.Write([]byte(t.Surrogate))
	number(t.sign())
	number(float64(len(t.X)))
	for _, p := range t.Parameters {
		number(p.Low)
		number(p.High)
		number(p.Step)
		flag(p.Log)
		flag(p.Integer)
		if p.Categorical() { // so that fits of other tables stay valid
			number(float64(len(p.Choices)))
		}
	}
	if t.Region != nil { // the best is another where it is looked for elsewhere
		for _, c := range t.Region.Constraints {
			h.Write([]byte(c))
		}
	}
	for _, x := range slices.Concat(t.X, t.Failed) {
		for _, v := range x {
			number(v)
		}
	}
	for _, v := range t.Value {
		number(v)
	}
	for _, v := range t.Paid {
		number(v)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Fitted returns the surrogates' fit and optimum, computing them unless they are saved.
func (t *Source) Fitted() (Fit, error) {
	value, logCost, err := t.Surrogates()
	if err != nil {
		return Fit{}, err
	}
	f := Fit{Checksum: t.checksum()}
	if value != nil {
		f.Objective = t.own(value.Hyper())
	}
	if logCost != nil {
		f.Cost = t.own(logCost.Hyper())
	}
	f.Optimum, err = t.highest()
	return f, err
}

// own is h with one lengthscale a parameter, as files hold it.
func (t *Source) own(h model.Hyper) *model.Hyper {
	h.Scale = scenarios.Choices(t.Parameters).Gather(h.Scale)
	return &h
}

// Suits reports whether a saved fit belongs to this table as it is now.
func (f *Fit) Suits(t *Source, p *scenarios.Problem) bool {
	process := func(h *model.Hyper, needed bool) bool {
		return (h != nil) == needed && (h == nil || len(h.Scale) == p.Dim())
	}
	return f.Checksum == t.checksum() && p.CheckPoint(f.Optimum.X) == nil &&
		process(f.Objective, t.Surrogate == GP) && process(f.Cost, t.Surrogate == GP && t.Cost == nil)
}

// WriteFit writes a fit as the sections of a problem file that hold it.
func (t *Source) WriteFit(w *tomlfile.Writer, f Fit) {
	w.Line("\n[table.fit]\nchecksum = %s\noptimum = %v\nx = %s", tomlfile.Quote(f.Checksum), f.Optimum.Value, tomlfile.List(f.Optimum.X, tomlfile.Number))
	if f.Objective != nil {
		w.Line("\n[table.fit.objective]")
		scenarios.WriteHyper(w, *f.Objective, t.sign())
	}
	if f.Cost != nil {
		w.Line("\n[table.fit.cost]")
		scenarios.WriteHyper(w, *f.Cost, 1)
	}
}
