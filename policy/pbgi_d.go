package policy

import (
	"context"
	"encoding/json"
	"strconv"

	"farsight/acquisition"
)

func init() {
	Register(Kind{
		ID: "pbgi-d", Title: "PBGI-D", Order: 80, Hue: 13,
		Sentence:   "Gittins index, the price halved as it runs dry",
		Formula:    "the g(x) with EI(x; g) = λ E[c(x)];  λ falls by the decay whenever max g was below the f* that followed",
		Symbol:     "g",
		Choose:     "when PBGI's price is not known and the whole budget is to be used",
		Options:    []Option{lambdaOption, decayOption, jointOption},
		AnyScale:   true,
		Start:      func(p Policy) Decider { return &decaying{lambda: firstPrice(p), decay: p.decay()} },
		Function:   gittins,
		ChartTitle: titled(gittinsTitle),
		Why:        said(gittinsWhy),
		Numbers:    gittinsNumbers,
	})
}

const optionDecay = "decay"

// decayOption is by how much PBGI-D's price falls.
var decayOption = Option{
	Name: optionDecay, Type: Number, Most: 1, Label: "decay of λ",
	About: "PBGI-D: what the price is multiplied by when no index reaches the best any more: 0.5 by default; 1 keeps it.",
	Usage: "PBGI-D: factor of the price when no index reaches the best",
}

// decay is the factor asked for, or its authors'.
func (p Policy) decay() float64 {
	if v, err := strconv.ParseFloat(p.Get(optionDecay), 64); err == nil {
		return v
	}
	return acquisition.PBGIDDecay
}

// decaying remembers the last decision: its price, and the index it reached. The index is compared
// with the incumbent at the next decision: as in the reference implementation, the evaluation's
// result counts.
type decaying struct {
	Forgetful
	lambda float64
	decay  float64
	index  float64
	made   bool // there was a decision, at lambda
}

func (g *decaying) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	index := indexAt(s, g.lambda)
	if g.made {
		index = acquisition.PBGID{PBGI: index, Decay: g.decay}.Next(g.index, s.Best).PBGI
	}
	d, stop, err := maximise(ctx, s, index)
	if d == nil {
		return nil, stop, err
	}
	d.Price = index.Lambda
	g.lambda, g.index, g.made = index.Lambda, d.Value, true
	return d, Running, nil
}

// decayingRecord has the price and the index of a decision, or, of journals of
// versions that asked about the incumbent before the evaluation, the next price.
type decayingRecord struct {
	Price     float64 `json:"last_price,omitempty"`
	Index     float64 `json:"last_index,omitempty"`
	NextPrice float64 `json:"next_price,omitempty"`
}

// Record keeps the price and the index.
func (g *decaying) Record(Decision) any {
	if !g.made {
		return nil
	}
	return decayingRecord{Price: g.lambda, Index: g.index}
}

// Recall continues with the last price.
func (g *decaying) Recall(record []byte, _ Situation) {
	var r decayingRecord
	switch err := json.Unmarshal(record, &r); {
	case err != nil:
	case r.NextPrice > 0:
		g.lambda, g.made = r.NextPrice, false
	case r.Price > 0:
		g.lambda, g.index, g.made = r.Price, r.Index, true
	}
}
