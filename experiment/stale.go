package experiment

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
)

// A folder holds one definition of each problem, and one of each policy on it: what was changed since is refused by
// name, and never mixed with what was run before.

// defineAll writes down the definitions of jobs, each once.
func defineAll(jobs []Job) error {
	type kind struct {
		problem *ProblemSpec
		policy  *PolicySpec
	}
	known := map[kind]definition{}
	for i := range jobs {
		k := kind{jobs[i].Problem, jobs[i].Policy}
		d, ok := known[k]
		if !ok {
			var err error
			if d, err = jobs[i].definition(); err != nil {
				return err
			}
			known[k] = d
		}
		jobs[i].defined = d
	}
	return nil
}

// found are the runs that are done, after a look for those that must not be added to.
func (s Settings) found(jobs []Job) (map[runKey]struct{}, error) {
	wanted := map[[2]string]Job{} // one run of each policy on each problem
	byProblem := map[string]Job{}
	for _, j := range jobs {
		wanted[[2]string{j.Problem.Label(), j.Policy.Label()}] = j
		byProblem[j.Problem.Label()] = j
	}
	stale := func(r Record) error {
		if j, ok := wanted[[2]string{r.Problem, r.Policy}]; ok {
			return changed(r, j.settings(), j.defined)
		}
		if j, ok := byProblem[r.Problem]; ok { // another policy's: the problem must be the same
			return changedProblem(r, j)
		}
		return nil
	}
	have, err := scan(stale, s.Dir)
	if _, ok := err.(*staleError); ok && s.Discard {
		if err := discard(s.Dir, stale); err != nil {
			return nil, err
		}
		have, err = scan(stale, s.Dir)
	}
	return have, err
}

// staleError says that results were computed with other settings than those to be run.
type staleError struct {
	problem, policy string
	what            []string // what changed
}

func (e *staleError) Error() string {
	return fmt.Sprintf("%s has changed since these results of %s on it were computed: %s. They are not mixed: choose another --out, or --discard drops them (their file is kept)",
		sanitize.Text(e.problem), sanitize.Text(e.policy), strings.Join(e.what, ", "))
}

// changed holds a run against what would be run under its name now.
func changed(r Record, settings string, d definition) error {
	var what []string
	if r.Settings != settings {
		what = append(what, "settings (\""+sanitize.Text(r.Settings)+"\", now \""+sanitize.Text(settings)+"\")")
	}
	if r.Definition == nil && d != nil && !isBuiltin(nameIn(r.Settings)) {
		what = append(what, "its definition is unknown, because an earlier version ran it")
	} else if r.Definition != nil {
		what = append(what, r.Definition.differences(d)...)
	}
	if len(what) == 0 {
		return nil
	}
	return &staleError{r.Problem, r.Policy, what}
}

// changedProblem is changed for another policy on the same problem.
func changedProblem(r Record, j Job) error {
	if r.Definition == nil || j.defined == nil {
		return nil
	}
	a, b := problemOnly(r.Definition), problemOnly(j.defined)
	if what := a.differences(b); len(what) > 0 {
		return &staleError{r.Problem, r.Policy, what}
	}
	return nil
}

// problemOnly is a definition without the policy.
func problemOnly(d definition) definition {
	out := definition{}
	for part, text := range d {
		if part != "policy" {
			out[part] = text
		}
	}
	return out
}

// nameIn is the problem's name in a run's settings.
func nameIn(settings string) string {
	for part := range strings.SplitSeq(settings, "; ") {
		if name, ok := strings.CutPrefix(part, "problem "); ok {
			name, _, _ = strings.Cut(name, " budget-share ")
			name, _, _ = strings.Cut(name, " noise-min ")
			return name
		}
	}
	return ""
}

// discard rewrites the files of a directory without the runs that stale complains about; the files as they were are
// kept beside them.
func discard(dir string, stale func(Record) error) error {
	return eachFile([]string{dir}, func(path string) error {
		_, err := rewrite(path, "discarded", func(n int, line []byte, _ bool) (keep, same bool, _ error) {
			r, err := decode(line)
			if err != nil {
				return true, true, damaged(path, n, err)
			}
			fresh := stale(r) == nil
			return fresh, fresh, nil
		})
		return err
	})
}
