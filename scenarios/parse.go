package scenarios

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"farsight/internal/plain"
	"farsight/model"
)

// MaxParameters is the largest number of parameters a problem may have.
const MaxParameters = 64

// maxSobol is the largest initial design a problem may ask for.
const maxSobol = 1000

// Load reads a problem file. The error is a Mistakes with all that is wrong.
func Load(path string) (*Problem, error) {
	data, err := readFile(path, "problem file", MaxProblemFile)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, filepath.Dir(path))
}

// Parse reads the text of a problem file. The name stands for the file in
// messages; relative file names and commands start from dir. The error is a
// Mistakes with all that is wrong.
func Parse(name string, data []byte, dir string) (*Problem, error) {
	data, err := checkText(name, "problem file", data, MaxProblemFile)
	if err != nil {
		return nil, err
	}
	root, found := parseTree(name, data)
	if found != nil {
		return nil, found
	}
	r := &reader{file: plain.Text(name), data: data}
	p := parsing{top: r.open("", root), Problem: &Problem{Dir: dir}}
	p.read()
	r.close()
	if all := append(r.mistakes.inOrder(), p.elsewhere...); len(all) > 0 {
		return nil, all
	}
	return p.Problem, nil
}

// parsing is a problem on its way out of a file.
type parsing struct {
	*Problem
	top        *section
	parameters []*section
	fine       bool     // the parameters are, and can be used to judge the rest
	elsewhere  Mistakes // of other files than this one
}

func (p *parsing) read() {
	top := p.top
	p.readNames()
	if th := top.section("theorem-1"); th.given() {
		p.readTheorem(th)
		return
	}
	p.ChargeInitial = top.flag("charge-initial")
	p.readBudget()
	p.readParameters()

	objective, cost := top.section("objective"), top.section("cost")
	p.ValueUnit, p.CostUnit = objective.text("unit"), cost.text("unit")
	goal := objective.choice("goal", "maximise", "minimise", "maximize", "minimize")
	p.Minimise = strings.HasPrefix(goal, "minimi")
	p.readSource(objective, cost)

	p.readInitial(top.section("initial"))
	models := top.section("model")
	ofObjective, ofCost := models.section("objective"), models.section("cost")
	p.Objective = readModel(ofObjective, len(p.Parameters))
	p.Cost = readModel(ofCost, len(p.Parameters))
	if p.Minimise && p.Objective.Fixed != nil {
		p.Objective.Fixed.Mean = -p.Objective.Fixed.Mean
	}
	p.finishDraw(ofObjective, ofCost)
	p.Policies = readPolicies(top.section("policy"))
	p.readCompare()
	optimum := top.section("optimum")
	p.readOptimum(optimum)
	p.tryFormulas(objective, cost, optimum)
}

var goodName = regexp.MustCompile(`^[\pL\pN][\pL\pN._-]{0,63}$`)

func (p *parsing) readNames() {
	top := p.top
	p.Name = top.rawText("name")
	switch {
	case !top.has("name"):
		base := filepath.Base(top.file)
		p.Name = strings.TrimSuffix(base, filepath.Ext(base))
		if !goodName.MatchString(p.Name) {
			p.Name = "problem"
		}
	case !goodName.MatchString(p.Name):
		top.wrong("name", "%s: use up to 64 letters, digits, '-', '_' and '.', starting with a letter or digit", quote(p.Name))
	}
	p.Title = top.text("title")
	if p.Title == "" {
		p.Title = p.Name
	}
	p.Note = top.block("note")
	p.Constructed = top.flag("constructed")
}

func (p *parsing) readBudget() {
	top := p.top
	var ok bool
	if p.Budget, ok = top.positive("budget"); !ok && !top.has("budget") {
		top.wrong("budget", "is missing: write how much the evaluations may cost in all, such as budget = 20")
	}
}

// isIdentifier tells names that expressions and placeholders can use.
func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// readParameters reads the [[parameter]] tables.
func (p *parsing) readParameters() {
	top := p.top
	before := len(top.mistakes)
	list := top.tables("parameter")
	if len(list) == 0 && !top.has("parameter") {
		top.wrong("parameter", "is missing: describe what can be chosen, one table [[parameter]] with name, low and high for each")
	}
	if len(list) > MaxParameters {
		top.wrong("parameter", "%d parameters are more than the %d that can be searched", len(list), MaxParameters)
		list = list[:MaxParameters]
	}
	for _, s := range list {
		par := readParameter(s)
		if slices.Contains(parameterNames(p.Parameters), par.Name) && par.Name != "" {
			s.wrong("name", "two parameters are called %s", quote(par.Name))
		}
		s.knows("column") // read with the table
		p.Parameters = append(p.Parameters, par)
	}
	p.parameters = list
	p.fine = len(list) > 0 && len(top.mistakes) == before
}

func readParameter(s *section) Parameter {
	par := Parameter{Name: s.rawText("name"), Unit: s.text("unit"), Note: s.text("note"), Integer: s.flag("integer")}
	switch {
	case !s.has("name"):
		s.wrong("name", "is missing")
	case !isIdentifier(par.Name):
		s.wrong("name", "%s: use letters, digits and '_', starting with a letter", quote(par.Name))
	case slices.Contains(keywords, par.Name) || constants[par.Name] != 0:
		s.wrong("name", "%s has a meaning of its own in expressions; choose another name", quote(par.Name))
	case len(par.Name) > 64:
		s.wrong("name", "%s is longer than 64 bytes", quote(par.Name))
	}
	par.Log = s.choice("scale", "linear", "log") == "log"
	low, okLow := s.number("low")
	high, okHigh := s.number("high")
	for _, bound := range []string{"low", "high"} {
		if !s.has(bound) {
			s.wrong(bound, "is missing: a parameter needs a lowest and a highest value")
		}
	}
	step, okStep := s.positive("step")
	par.Low, par.High, par.Step = low, high, step
	if !okLow || !okHigh {
		return par
	}
	switch {
	case low >= high:
		s.wrong("low", "%v is not below high = %v", low, high)
	case math.IsInf(high-low, 0):
		s.wrong("high", "the range from %v to %v is too wide", low, high)
	case par.Log && low <= 0:
		s.wrong("low", "%v: a log scale needs low above 0", low)
	case par.Integer && math.Floor(high) < math.Ceil(low):
		s.wrong("integer", "there is no whole number from %v to %v", low, high)
	case par.Integer && math.Max(math.Abs(low), math.Abs(high)) > 1e15:
		s.wrong("integer", "whole numbers beyond 1e15 are not told apart")
	case par.Integer && okStep:
		s.wrong("step", "choose either integer or step; step = %v from a whole low gives whole numbers too", math.Max(1, math.Round(step)))
	case okStep && step > high-low:
		s.wrong("step", "%v is wider than the range from %v to %v", step, low, high)
	}
	return par
}

// readModel reads how a Gaussian process is obtained: fixed as soon as one of
// its hyperparameters is given.
func readModel(s *section, d int) ModelSettings {
	var m ModelSettings
	if name := s.choice("priors", model.Paper.String(), model.DimensionScaled.String()); name != "" {
		m.Priors, _ = model.ParsePreset(name) // one of the two just named
	}
	m.NoiseMin, _ = s.positive("noise-min")
	m.NoiseMax, _ = s.positive("noise-max")
	if m.NoiseMin > 0 && m.NoiseMax > 0 && m.NoiseMin > m.NoiseMax {
		s.wrong("noise-min", "%v is above noise-max = %v", m.NoiseMin, m.NoiseMax)
	}
	if !slices.ContainsFunc(hyperFields, s.has) {
		s.knows(hyperFields...)
		return m
	}
	for _, f := range []string{"priors", "noise-min", "noise-max"} {
		if s.has(f) {
			s.wrong(f, "has no effect on a process that is fixed; leave it out")
		}
	}
	m.Fixed = readHyper(s, d)
	return m
}

// hyperFields are the hyperparameters of a process, in the units of its output.
var hyperFields = []string{"mean", "variance", "lengthscale", "noise-variance"}

// readHyper reads all hyperparameters of a process; nil if any is wrong.
func readHyper(s *section, d int) *model.Hyper {
	mean, okMean := s.number("mean")
	variance, okVariance := s.positive("variance")
	noise, okNoise := s.positive("noise-variance")
	scale := readLengthscale(s, d)
	for _, f := range hyperFields {
		if !s.has(f) {
			s.wrong(f, "is missing: a fixed process needs %s", strings.Join(hyperFields, ", "))
		}
	}
	if !okMean || !okVariance || !okNoise || scale == nil {
		return nil
	}
	return &model.Hyper{Mean: mean, Variance: variance, Scale: scale, Noise: noise}
}

// readLengthscale reads one number for all parameters, or a list with one for
// each.
func readLengthscale(s *section, d int) []float64 {
	e := s.field("lengthscale")
	if e == nil {
		return nil
	}
	if e.items == nil {
		v, ok := s.positive("lengthscale")
		if !ok {
			return nil
		}
		return slices.Repeat([]float64{v}, max(d, 1))
	}
	scale, items := s.numbers("lengthscale")
	if scale != nil && len(scale) != d {
		s.wrong("lengthscale", "%d lengthscales for %d parameters", len(scale), d)
		return nil
	}
	for i, v := range scale {
		if v <= 0 {
			s.say(items[i].at, s.name(fmt.Sprintf("lengthscale[%d]", i+1)), "needs a number above 0, not %v", v)
			return nil
		}
	}
	return scale
}

func (p *parsing) readCompare() {
	top := p.top
	list, ok := top.texts("compare")
	for i, e := range list {
		if err := CheckPolicyName(e.text); err != nil {
			top.say(e.at, fmt.Sprintf("compare[%d]", i+1), "%v", err)
		}
		p.Compare = append(p.Compare, e.text)
	}
	if ok && (len(list) != 2 || list[0].text == list[1].text) {
		top.wrong("compare", "needs two different policies")
	}
}

func (p *parsing) readTheorem(s *section) {
	top := p.top
	t := Theorem1{Part: 1, Epsilon: Theorem1Epsilon, Delta: Theorem1Delta}
	if part, ok := s.whole("part", 1, 2); ok {
		t.Part = part
	}
	if v, ok := s.number("epsilon"); ok {
		t.Epsilon = v
		if err := (Theorem1{1, v, Theorem1Delta}).Check(); err != nil {
			s.wrong("epsilon", "%v", err)
		}
	}
	if v, ok := s.number("delta"); ok {
		t.Delta = v
		if err := (Theorem1{1, Theorem1Epsilon, v}).Check(); err != nil {
			s.wrong("delta", "%v", err)
		}
	}
	for _, f := range top.entry.names {
		if !slices.Contains(top.known, f) {
			top.known = append(top.known, f)
			top.say(top.entry.table[f].key, top.name(f), "has no place beside [theorem-1], which fixes its own arms, costs and budget")
		}
	}
	p.Theorem, p.Budget = &t, t.Budget()
}
