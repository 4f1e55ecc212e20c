package problemfile

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// Limits of problem files.
const (
	MaxSize       = 1 << 20 // bytes
	maxParameters = 64
	maxWidth      = 128  // coordinates of the models: one a parameter, one a choice
	MaxInitial    = 1000 // points of an initial design: the work of a fit grows with their cube
	maxNesting    = 100  // of tables and lists, far beyond what a file needs
)

// Load reads a problem file. The error is a mistake.List with all that is wrong.
func Load(path string) (*scenarios.Problem, error) {
	data, err := mistake.ReadFile(path, "problem file", MaxSize)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, filepath.Dir(path))
}

// Parse reads the text of a problem file. The name is that of the file in messages; relative file
// names and commands start from dir. The error is a mistake.List of all mistakes.
func Parse(name string, data []byte, dir string) (*scenarios.Problem, error) {
	return parseText(name, data, dir, false)
}

// ParseKept reads the definition in a study. It allows what earlier versions of Parse
// allowed, so that old studies can continue.
func ParseKept(name string, data []byte, dir string) (*scenarios.Problem, error) {
	return parseText(name, data, dir, true)
}

func parseText(name string, data []byte, dir string, kept bool) (*scenarios.Problem, error) {
	data, err := mistake.CheckText(name, "problem file", data, MaxSize)
	if err != nil {
		return nil, err
	}
	doc, found := tomlfile.Read(name, data, maxNesting)
	if found != nil {
		return nil, found
	}
	p := parsing{top: doc.Top(), kept: kept, Problem: &scenarios.Problem{Dir: dir}}
	if p.crowded() {
		return nil, doc.Mistakes.InOrder() // one mistake, not some for each of them
	}
	p.read()
	doc.Close()
	if all := append(doc.Mistakes.InOrder(), p.elsewhere...); len(all) > 0 {
		return nil, all
	}
	return p.Problem, nil
}

// parsing is a problem while its file is parsed.
type parsing struct {
	*scenarios.Problem
	top        *tomlfile.Section
	parameters []*tomlfile.Section
	price      *formula.Formula // of a known cost; nil: unknown
	part       *formula.Formula // what is known of the cost up to a factor; nil: nothing
	fine       bool             // the parameters are, and can be used to judge the rest
	elsewhere  mistake.List     // of other files than this one
	kept       bool             // of a study, which may be older than the checks
}

// knownCost is the known cost of a point in problem units; nil if there is none.
func (p *parsing) knownCost() func(x scenarios.Point) float64 {
	if p.price == nil {
		return nil
	}
	price := p.price
	return func(x scenarios.Point) float64 { return price.Eval(x) }
}

func (p *parsing) read() {
	top := p.top
	p.readNames()
	if th := top.Section("theorem-1"); th.Given() {
		p.readTheorem(th)
		return
	}
	p.ChargeInitial, p.ChargeSaid = top.Flag("charge-initial"), top.Has("charge-initial")
	p.Discard = top.Choice("overshoot", "keep", "discard") == "discard"
	p.readBudget()
	p.readParameters()
	p.readConstraints()

	objective, cost := top.Section("objective"), top.Section("cost")
	p.ValueUnit, p.CostUnit = objective.Text("unit"), cost.Text("unit")
	goal := objective.Choice("goal", "maximise", "minimise", "maximize", "minimize")
	p.Minimise = strings.HasPrefix(goal, "minimi")
	p.readSource(objective, cost)
	p.readPrice(cost)
	p.readMove(top.Section("move"))
	p.readBelief(top.Section("belief"))

	p.readInitial(top.Section("initial"))
	models := top.Section("model")
	ofObjective, ofCost := models.Section("objective"), models.Section("cost")
	p.Objective = readModel(ofObjective, len(p.Parameters), anyProcess)
	p.Cost = readModel(ofCost, len(p.Parameters), logCostProcess)
	if p.Minimise && p.Objective.Fixed != nil {
		p.Objective.Fixed.Mean = -p.Objective.Fixed.Mean
	}
	p.readNoise(objective)
	if p.part != nil && p.Cost.Fixed != nil {
		cost.Wrong("known", "the process of the cost is fixed under [model.cost]: leave out one of them")
	}
	p.finishDraw(ofObjective, ofCost)
	p.Policies = readPolicies(top.Section("policy"))
	p.readCompare()
	optimum := top.Section("optimum")
	p.readOptimum(optimum)
	p.tryFormulas(objective, cost, optimum)
}

// goodName reports whether a name is 1 to 64 letters, digits, '.', '_' and '-', the
// first a letter or a digit.
func goodName(s string) bool {
	n := 0
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && (n == 0 || !strings.ContainsRune("._-", r)) {
			return false
		}
		n++
	}
	return n > 0 && n <= 64
}

func (p *parsing) readNames() {
	top := p.top
	p.Name = top.RawText("name")
	switch {
	case !top.Has("name"):
		base := filepath.Base(top.File)
		p.Name = strings.TrimSuffix(base, filepath.Ext(base))
		if !goodName(p.Name) {
			p.Name = "problem"
		}
	case !goodName(p.Name):
		top.Wrong("name", "%s: use up to 64 letters, digits, '-', '_' and '.', starting with a letter or digit", mistake.Quote(p.Name))
	}
	p.Title = top.Text("title")
	if p.Title == "" {
		p.Title = p.Name
	}
	p.Note = top.Block("note")
	p.Constructed = top.Flag("constructed")
}

func (p *parsing) readBudget() {
	top := p.top
	var ok bool
	if p.Budget, ok = top.Positive("budget"); !ok && !top.Has("budget") {
		top.Wrong("budget", "is missing: write how much the evaluations may cost in all, such as budget = 20")
	}
}

func (p *parsing) readCompare() {
	top := p.top
	list, ok := top.Texts("compare")
	for i, e := range list {
		if _, err := policy.Parse(e.Text); err != nil {
			top.Say(e.At, fmt.Sprintf("compare[%d]", i+1), "%v", err)
		}
		p.Compare = append(p.Compare, e.Text)
	}
	if ok && (len(list) != 2 || list[0].Text == list[1].Text) {
		top.Wrong("compare", "needs two different policies")
	}
}
