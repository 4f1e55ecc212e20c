package main

import (
	"encoding/json"
	"fmt"
	"math"
)

// Tolerances, relative but for the last.
const (
	tight    = 1e-8 // posteriors, likelihoods, priors and their gradients
	loose    = 1e-5 // improvements and their gradients, however small
	fitSlack = 1e-3 // log density a fit may stay below the reference's, per output
)

// rounding is the share of a number's natural size below which its error is no
// longer taken relative to the number itself.
const rounding = 1e-6

// report is what verifying one file brought.
type report struct {
	File      string    `json:"file"`
	OK        bool      `json:"ok"` // every check passed
	Checks    []checked `json:"checks"`
	Unchecked []string  `json:"unchecked"` // what the file holds and no check covers
}

// checked is the outcome of one check over all the cases of a file.
type checked struct {
	Name      string   `json:"check"`
	Cases     int      `json:"cases"`
	Numbers   int      `json:"numbers"`
	Worst     relative `json:"worst_relative_error"` // the largest; +Inf: could not be computed
	Tolerance float64  `json:"tolerance"`
	OK        bool     `json:"ok"`                  // every number was computed and within tolerance
	Failed    int      `json:"failed"`              // numbers above the tolerance
	Complaint string   `json:"complaint,omitempty"` // the worst of them, in words
}

// relative is an error, null in JSON where something could not be computed.
type relative float64

func (e relative) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(e), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(e))
}

// tally fills in a checked case by case.
type tally struct {
	checked
	item string // the case at hand
}

// compare takes the error of got relative to want, or to floor if that is more.
func (t *tally) compare(where string, got, want, floor float64) {
	t.record(difference(got, want, floor), func() string {
		return fmt.Sprintf("%s: the file has %v, recomputed it is %v", where, want, got)
	})
}

// vector compares each component relative to itself, or to a millionth of the
// largest or of natural if that is more.
func (t *tally) vector(where string, got, want []float64, natural float64) {
	floor := rounding * natural
	for _, v := range want {
		floor = math.Max(floor, rounding*math.Abs(v))
	}
	for j := range want {
		t.compare(fmt.Sprintf("%s, entry %d", where, j), got[j], want[j], floor)
	}
}

// tail compares a value that may be many orders below 1, relative to nothing but
// itself. Zero is right where the file has zero, and only there.
func (t *tally) tail(where string, got, want float64) { t.compare(where, got, want, 0) }

// cannot records that something could not be computed at all.
func (t *tally) cannot(where string, err error) {
	t.record(math.Inf(1), func() string { return fmt.Sprintf("%s: cannot be computed: %v", where, err) })
}

func (t *tally) record(e float64, complaint func() string) {
	t.Numbers++
	if e > t.Tolerance {
		t.Failed++
		if t.Failed == 1 || relative(e) > t.Worst {
			t.Complaint = t.item + ", " + complaint()
		}
	}
	t.OK = t.Failed == 0
	t.Worst = max(t.Worst, relative(e))
}

// underflow is where numbers lose their digits one by one, down to the last at
// 5e-324: what is smaller counts as zero, on either side.
const underflow = 1e-300

func difference(got, want, floor float64) float64 {
	got, want = flush(got), flush(want)
	if got == want {
		return 0
	}
	e := math.Abs(got-want) / math.Max(math.Abs(want), floor)
	if math.IsNaN(e) {
		return math.Inf(1)
	}
	return e
}

// flush returns x, or 0 if x is that to all intents.
func flush(x float64) float64 {
	if math.Abs(x) < underflow {
		return 0
	}
	return x
}
