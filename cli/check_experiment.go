package cli

import (
	"errors"
	"fmt"

	"farsight/experiment"
	"farsight/internal/mistake"
)

// checkExperiment is what farsight check says of a specification.
func checkExperiment(r checkReport, file string) checkReport {
	spec, err := experiment.Load(file)
	var mistakes mistake.List
	if errors.As(err, &mistakes) {
		r.Mistakes = mistakes
	}
	if r.err = err; err != nil {
		return r
	}
	jobs := spec.Jobs()
	problems := map[string]bool{}
	for _, j := range jobs {
		problems[j.Problem.Label()] = true
	}
	r.OK, r.Summary = true, fmt.Sprintf("an experiment, %d problems × %d policies, %d runs", len(problems), len(spec.Policies), len(jobs))
	return r
}
