package study

import (
	"fmt"
	"strconv"
	"strings"

	"farsight/lookahead"
	"farsight/scenarios"
)

// Policy says how points are chosen: a name and, for B-MS-EI, its options. The
// zero value of an option means its default, so that a problem's own defaults
// can stand in.
type Policy struct {
	Name      string // base name: "ei-puc", "b-ms-ei", …
	As        string // as it was asked for: "4-b-ms-ei"
	Steps     int    // N; 0: DefaultSteps
	Rule      string // "tree", "path", "gauss-hermite"
	Fantasies string // "4,4,2", "9x3,5x1"
	Effort    string // "quick", "standard", "thorough", "paper"
	Schedule  string // "off", "paper", "reference"
	Large     bool   // allow trees above lookahead.MaxNodes
	Lambda    float64
}

// Defaults of B-MS-EI: the paper's four steps, scheduled as in the paper.
const (
	DefaultSteps    = 4
	DefaultSchedule = "paper"
)

const (
	tree     = "b-ms-ei"
	treePath = "b-ms-ei-p"
)

// ParsePolicy reads a policy's name, with the shorthands "2-b-ms-ei" and
// "4-b-ms-ei-p" for the number of steps.
func ParsePolicy(name string) (Policy, error) {
	if err := scenarios.CheckPolicyName(name); err != nil {
		return Policy{}, err
	}
	p := Policy{Name: name, As: name}
	if head, rest, ok := strings.Cut(name, "-"); ok && (rest == tree || rest == treePath) {
		if n, err := strconv.Atoi(head); err == nil {
			p.Name, p.Steps = rest, n
		}
	}
	return p, nil
}

// Lookahead tells whether the policy plans with a scenario tree.
func (p Policy) Lookahead() bool { return p.Name == tree || p.Name == treePath }

// For returns the policy with what it leaves open filled in: first by the
// problem's defaults, then by ours. What the policy says itself wins.
func (p Policy) For(problem *scenarios.Problem) (Policy, error) {
	for _, d := range problem.Policies {
		if d.Policy != p.Name {
			continue
		}
		// A number of steps of one's own makes the problem's fantasies, which
		// are for another number, meaningless.
		same := p.Steps == 0 || p.Steps == d.Steps
		if p.Steps == 0 && p.Fantasies == "" {
			p.Steps = d.Steps
		}
		if p.Rule == "" {
			p.Rule = d.Rule
		}
		if p.Fantasies == "" && same && (d.Rule == "" || p.Rule == d.Rule) {
			p.Fantasies = d.Fantasies
		}
		if p.Effort == "" {
			p.Effort = d.Effort
		}
		if p.Schedule == "" {
			p.Schedule = d.Schedule
		}
	}
	if !p.Lookahead() {
		return p, nil
	}
	return p.filledTree()
}

// filledTree fills in and checks the options of a scenario tree.
func (p Policy) filledTree() (Policy, error) {
	if p.Rule == "" {
		p.Rule = lookahead.Sampled.String()
	}
	if p.Name == treePath {
		p.Rule = lookahead.Path.String()
	}
	rule, err := lookahead.ParseFantasyRule(p.Rule)
	if err != nil {
		return p, err
	}
	if p.Fantasies != "" {
		shape, err := lookahead.ParseShape(rule, p.Fantasies)
		if err != nil {
			return p, err
		}
		if p.Steps != 0 && p.Steps != shape.Steps() {
			return p, fmt.Errorf("policy %s: fantasies %q are for %d steps, not %d: give one count per stage after the first", p.Name, p.Fantasies, shape.Steps(), p.Steps)
		}
		p.Steps = shape.Steps()
	}
	if p.Steps == 0 {
		p.Steps = DefaultSteps
	}
	if p.Steps < 1 || p.Steps > scenarios.MaxSteps {
		return p, fmt.Errorf("policy %s: %d steps: use 1 to %d", p.Name, p.Steps, scenarios.MaxSteps)
	}
	if p.Fantasies == "" {
		p.Fantasies = lookahead.DefaultShape(rule, p.Steps).String()
	}
	if p.Effort == "" {
		p.Effort = lookahead.Standard.String()
	}
	if _, err := lookahead.ParseEffort(p.Effort); err != nil {
		return p, err
	}
	if p.Schedule == "" {
		p.Schedule = DefaultSchedule
	}
	if _, err := lookahead.ParseSchedule(p.Schedule); err != nil {
		return p, err
	}
	shape, err := p.shape()
	if err != nil {
		return p, err
	}
	if n := shape.Nodes(); n > lookahead.MaxNodes && !p.Large {
		return p, fmt.Errorf("policy %s: a tree with fantasies %s has %d nodes: above %d it must be asked for explicitly", p.Name, p.Fantasies, n, lookahead.MaxNodes)
	}
	return p, nil
}

// shape is the tree's; the policy must have been filled.
func (p Policy) shape() (lookahead.Shape, error) {
	rule, err := lookahead.ParseFantasyRule(p.Rule)
	if err != nil {
		return lookahead.Shape{}, err
	}
	return lookahead.ParseShape(rule, p.Fantasies)
}

// titles are the names people read.
var titles = map[string]string{
	"random": "Random", "ei": "EI", "log-ei": "LogEI", "ei-puc": "EI-PUC", "ei-puc-cc": "EI-PUC-CC",
	"ei-pc": "EI / E[c]", "pbgi": "PBGI", "pbgi-d": "PBGI-D", tree: "B-MS-EI", treePath: "B-MS-EI-P", far: "FAR",
}

// Title is the policy's name as people write it.
func (p Policy) Title() string {
	if t, ok := titles[p.Name]; ok {
		return t
	}
	return p.Name
}

// Details names what is special about this policy, as in "N=2, Gauss-Hermite
// 9x3"; empty for closed forms.
func (p Policy) Details() string {
	if !p.Lookahead() {
		return ""
	}
	parts := []string{fmt.Sprintf("N=%d", p.Steps)}
	switch {
	case p.Steps == 1:
	case p.Rule == lookahead.GaussHermite.String():
		parts = append(parts, "Gauss-Hermite "+p.Fantasies)
	case p.Rule == lookahead.Path.String():
		parts = append(parts, "path")
	default:
		parts = append(parts, "fantasies "+p.Fantasies)
	}
	if p.Schedule != "off" && p.Schedule != "" {
		parts = append(parts, "scheduled ("+p.Schedule+")")
	}
	return strings.Join(parts, ", ")
}

// ID is what the policy was asked for by: it names a run's lines in exports.
func (p Policy) ID() string {
	if p.As != "" {
		return p.As
	}
	return p.Name
}
