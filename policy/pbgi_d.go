package policy

import (
	"context"
	"encoding/json"

	"farsight/acquisition"
)

func init() {
	Register(Kind{
		ID: "pbgi-d", Title: "PBGI-D", Order: 80, Hue: 13,
		Sentence:   "Gittins index, the price halved as it runs dry",
		Formula:    "the g(x) with EI(x; g) = λ E[c(x)];  λ halves whenever max g < f*",
		Symbol:     "g",
		Choose:     "when PBGI's price is not known and the whole budget is to be used",
		Options:    []Option{lambdaOption},
		AnyScale:   true,
		Start:      func(p Policy) Decider { return &decaying{lambda: firstPrice(p)} },
		Function:   gittins,
		ChartTitle: titled(gittinsTitle),
		Why:        said(gittinsWhy),
		Numbers:    gittinsNumbers,
	})
}

// decaying remembers the price of the next decision.
type decaying struct {
	Forgetful
	lambda  float64
	decided bool // lambda is what a decision left
}

func (g *decaying) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	index := indexAt(s, g.lambda)
	d, stop, err := maximise(ctx, s, index)
	if d == nil {
		return nil, stop, err
	}
	d.Price = index.Lambda
	g.lambda, g.decided = acquisition.PBGID{PBGI: index}.Next(d.Value, s.Best).Lambda, true
	return d, Running, nil
}

type decayingRecord struct {
	NextPrice float64 `json:"next_price,omitempty"`
}

// Record keeps the price of the next decision.
func (g *decaying) Record(Decision) any {
	if !g.decided {
		return nil
	}
	return decayingRecord{g.lambda}
}

// Recall goes on with the price it was left at.
func (g *decaying) Recall(record []byte, _ Situation) {
	var r decayingRecord
	if json.Unmarshal(record, &r) == nil && r.NextPrice > 0 {
		g.lambda, g.decided = r.NextPrice, true
	}
}
