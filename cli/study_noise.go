package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"farsight/study"
)

// recommendedJSON is the evaluated point believed best, where values are noisy.
type recommendedJSON struct {
	Value float64   `json:"value"` // believed
	Low   *float64  `json:"low"`   // with High a 95 % interval; null where the values tell nothing of their noise
	High  *float64  `json:"high"`
	X     pointJSON `json:"x"`
	Line  int       `json:"line"` // the first at that point
}

// judge adds what needs a model to a view: what is recommended of noisy values,
// and whether the data look noisier than the model allows. Where values are exact
// nothing is fitted.
func (v studyView) judge(ctx context.Context, l *study.Live) (studyView, error) {
	var err error
	v.recommended, err = l.Recommended(ctx)
	v.noiseMet = l.NoiseMet()
	return v, err
}

func (v studyView) recommendation() *recommendedJSON {
	r := v.recommended
	if r == nil {
		return nil
	}
	low, high := intervalEnds(r)
	return &recommendedJSON{r.Value, low, high, v.point(r.X), v.state.Evaluations[r.Row].Seq}
}

// noise says in lines of its own what is recommended beside the best measured
// value; "" where values are exact.
func (v studyView) noise() string {
	text := ""
	if r := v.recommended; r != nil {
		text = fmt.Sprintf("recommended: %s, %s\n", pointText(v.problem, r.X), believed(r, v.problem.ValueUnit))
	}
	if v.noiseMet {
		text += noiseAdvice(v.path)
	}
	return text
}

// warnOfNoise says on stderr that a decision found the data noisier than the
// model allows.
func warnOfNoise(cmd *cobra.Command, l *study.Live, path string) {
	if l.NoiseMet() {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s", noiseAdvice(path))
	}
}

// noiseAdvice is what to do about data that look noisy, and by which command.
func noiseAdvice(path string) string {
	return fmt.Sprintf("%s, and then farsight study set %s --problem FILE\n", study.NoiseAdvice, shellArgument(path))
}
