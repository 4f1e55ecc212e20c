package problemfile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
)

// PolicyNames are the base names of the policies there are. Lookahead policies
// also go by shorthands such as 4-b-ms-ei, which set the number of steps.
func PolicyNames() []string {
	return []string{"random", "ei", "log-ei", "ei-puc", "ei-puc-cc", "ei-pc", "pbgi", "pbgi-d", "b-ms-ei", "b-ms-ei-p", "far"}
}

// MaxSteps is the farthest lookahead a problem file may ask for.
const MaxSteps = 10

// Words a policy's settings may take.
var (
	ruleNames     = []string{"tree", "path", "gauss-hermite"}
	effortNames   = []string{"quick", "standard", "thorough", "paper"}
	scheduleNames = []string{"off", "paper", "reference"}
)

func looksAhead(policy string) bool { return policy == "b-ms-ei" || policy == "b-ms-ei-p" }

var shorthand = regexp.MustCompile(`^([0-9]{1,3})-(b-ms-ei(?:-p)?)$`)

// CheckPolicyName accepts a base name or a shorthand, and otherwise names the
// nearest one.
func CheckPolicyName(name string) error {
	if slices.Contains(PolicyNames(), name) {
		return nil
	}
	if m := shorthand.FindStringSubmatch(name); m != nil {
		if n, _ := strconv.Atoi(m[1]); n >= 1 && n <= MaxSteps {
			return nil
		}
		return fmt.Errorf("%s: look ahead from 1 to %d steps", name, MaxSteps)
	}
	return fmt.Errorf("there is no policy %s%s", mistake.Quote(name), mistake.Suggestion(name, PolicyNames()))
}

// policies reads the tables [policy.NAME].
func readPolicies(all *tomlfile.Section) []scenarios.PolicyDefault {
	if !all.Given() {
		return nil
	}
	var out []scenarios.PolicyDefault
	for _, name := range all.Entry.Names {
		all.Knows(name)
		if !slices.Contains(PolicyNames(), name) {
			all.Say(all.Entry.Table[name].Key, all.Name(name), "there is no policy %s%s", mistake.Quote(name), mistake.Suggestion(name, PolicyNames()))
			continue
		}
		s := all.Section(name)
		if !s.Given() {
			continue
		}
		d := scenarios.PolicyDefault{Policy: name, Effort: s.Choice("effort", effortNames...)}
		if looksAhead(name) {
			d.Steps, _ = s.Whole("steps", 1, MaxSteps)
			d.Rule = s.Choice("rule", ruleNames...)
			d.Schedule = s.Choice("schedule", scheduleNames...)
			d.Fantasies = s.Text("fantasies")
			if name == "b-ms-ei-p" && d.Rule != "" && d.Rule != "path" {
				s.Wrong("rule", `b-ms-ei-p follows one path; leave rule out, or use b-ms-ei`)
			}
			if s.Has("fantasies") {
				if err := checkFantasies(d); err != nil {
					s.Wrong("fantasies", "%v", err)
				}
			}
		}
		out = append(out, d)
	}
	return out
}

// checkFantasies reads the number of fantasies of every stage: "4,4,2", or for
// a Gauss–Hermite rule objective × cost nodes, "9x3,5x1".
func checkFantasies(d scenarios.PolicyDefault) error {
	if d.Rule == "path" || d.Policy == "b-ms-ei-p" {
		return fmt.Errorf("a path has one fantasy at every stage; leave fantasies out")
	}
	stages := strings.Split(d.Fantasies, ",")
	for _, stage := range stages {
		counts := strings.Split(strings.TrimSpace(stage), "x")
		pair := d.Rule == "gauss-hermite"
		fine := len(counts) == 1 && !pair || len(counts) == 2 && pair
		for _, c := range counts {
			if n, err := strconv.Atoi(c); err != nil || n < 1 || n > 1024 {
				fine = false
			}
		}
		if !fine && pair {
			return fmt.Errorf(`%s: write objective x cost nodes for every stage, such as "9x3" or "9x3,5x1"`, mistake.Quote(stage))
		} else if !fine {
			return fmt.Errorf(`%s: write a whole number for every stage, such as "4,4,2" (or set rule = "gauss-hermite" for "9x3")`, mistake.Quote(stage))
		}
	}
	if d.Steps > 0 && len(stages) != d.Steps-1 {
		return fmt.Errorf("%d steps imagine %d stages of fantasies, but %d are given", d.Steps, d.Steps-1, len(stages))
	}
	return nil
}
