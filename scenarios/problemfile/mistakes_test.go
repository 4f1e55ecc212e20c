package problemfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"farsight/internal/mistake"
)

// Every mistake is found at its place. Each case replaces a part of base (or
// appends to it) and names the line:column, the field and words of the message.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		old, new string // old "": new is appended
		at       string
		field    string
		words    string
	}{
		// Typing mistakes.
		{"budget = 20", "bugdet = 20", "2:1", "bugdet", "did you mean budget?"},
		{"low = 0\n", "lowest = 0\n", "7:1", "parameter[1].lowest", "unknown field"},
		{"[cost]", "[costs]", "20:2", "costs", "did you mean cost?"},
		{"", "budgets = 3\n", "25:1", "initial.budgets", "unknown field; known here: sobol, points, values, costs"},
		{"name = \"x\"", "name = \"x\"\nbudget = 3", "7:1", "parameter[1].budget", "at the top of the file"},
		{"\"ei\", \"2-b", "\"ei-puk\", \"2-b", "3:12", "compare[1]", `did you mean "ei-puc"?`},
		{"2-b-ms-ei", "20-b-ms-ei", "3:18", "compare[2]", "from 1 to 10 steps"},
		{`["ei", "2-b-ms-ei"]`, `["ei"]`, "3:12", "compare", "two different"},
		{`["ei", "2-b-ms-ei"]`, `[]`, "3:1", "compare", "two different"},
		{"", "[policy.b-ms-ie]\n", "25:9", "policy.b-ms-ie", `did you mean "b-ms-ei"?`},
		{"", "[policy.ei]\nsteps = 2\n", "26:1", "policy.ei.steps", "unknown field; known here: effort"},
		{"", "[policy.b-ms-ei]\nrule = \"hermite\"\n", "26:8", "policy.b-ms-ei.rule", `gauss-hermite`},
		{"", "[policy.b-ms-ei]\nsteps = 2.5\n", "26:9", "policy.b-ms-ei.steps", "whole number from 1 to 10"},
		{"", "[policy.b-ms-ei]\nfantasies = \"4,x\"\n", "26:13", "policy.b-ms-ei.fantasies", "whole number for every stage"},
		{"", "[policy.b-ms-ei]\nrule=\"gauss-hermite\"\nfantasies = \"9\"\n", "27:13", "policy.b-ms-ei.fantasies", "9x3"},
		{"", "[policy.b-ms-ei]\nsteps = 4\nfantasies = \"4,4\"\n", "27:13", "policy.b-ms-ei.fantasies", "imagine 3 stages"},
		{"", "[policy.b-ms-ei-p]\nfantasies = \"4\"\n", "26:13", "policy.b-ms-ei-p.fantasies", "one fantasy"},
		{"", "[policy.b-ms-ei-p]\nrule = \"tree\"\n", "26:8", "policy.b-ms-ei-p.rule", "one path"},
		// Types and numbers.
		{"budget = 20", "budget = \"20\"", "2:10", "budget", "needs a number, not text"},
		{"budget = 20", "budget = nan", "2:10", "budget", "finite number, not NaN"},
		{"budget = 20", "budget = 0", "2:10", "budget", "above 0"},
		{"budget = 20", "budget = 20\novershoot = \"discrad\"", "3:13", "overshoot", `did you mean "discard"?`},
		{"budget = 20", "budget = 20\novershoot = true", "3:13", "overshoot", "text in quotes"},
		{"budget = 20\n", "", "1:1", "budget", "is missing"},
		{"name = \"base\"", "name = 3", "1:8", "name", "text in quotes, not the number 3"},
		{"name = \"base\"", "name = \"a b\"", "1:8", "name", "letters, digits"},
		{"name = \"base\"", "constructed = 1", "1:15", "constructed", "true or false, not the number 1"},
		{"name = \"base\"", "note = 1979-05-27", "1:8", "note", "not a date"},
		{"[objective]", "[[objective]]", "17:3", "objective", "needs a table"},
		{"[cost]\nexpression = \"1 + x\"", "cost = 3", "20:1", "objective.cost", "write cost at the top of the file"},
		// Prices.
		{"[cost]\n", "[cost]\ntypical = -1\n", "21:11", "cost.typical", "above 0"},
		{"[cost]\n", "[cost]\nspread = 3\n", "20:2", "cost.typical", "say what an evaluation costs, too, such as typical = 2"},
		{"[cost]\n", "[cost]\ntypical = 2\nspread = 0.5\n", "22:10", "cost.spread", "a factor from 1 to"},
		{"[cost]\n", "[cost]\nknown = true\ntypical = 2\n", "22:11", "cost.typical", "the cost is known from its expression"},
		// Moves.
		{"", "[move]\n", "25:2", "move.price", "such as price = 0.5"},
		{"", "[move]\nprice = -1\n", "26:9", "move.price", "above 0"},
		{"", "[move]\nprice = nan\n", "26:9", "move.price", "finite number, not NaN"},
		{"", "[move]\nprice = 1e200\n", "26:9", "move.price", "between"},
		{"", "[move]\nprices = 1\n", "26:1", "move.prices", "did you mean price?"},
		{"", "[move]\nprice = 1\nformula = \"1\"\n", "26:9", "move.price", "either"},
		{"", "[move]\nparameters = [\"x\"]\nformula = \"1\"\n", "26:15", "move.parameters", "a formula names what it needs"},
		{"", "[move]\nprice = 1\nparameters = [\"x\", \"rat\"]\n", "27:20", "move.parameters[2]", `did you mean "rate"?`},
		{"", "[move]\nprice = 1\nparameters = [\"x\", \"x\"]\n", "27:20", "move.parameters[2]", "twice"},
		{"", "[move]\nprice = 1\nparameters = []\n", "27:1", "move.parameters", "names none"},
		{"", "[move]\nformula = 3\n", "26:11", "move.formula", "an expression in quotes"},
		{"", "[move]\nformula = \"2*x\"\n", "26:14", "move.formula", "of the last point write from_x, of the next to_x"},
		{"", "[move]\nformula = \"to_x - from_x\"\n", "26:11", "move.formula", "must not be negative"},
		{"", "[move]\nformula = \"log(to_x - from_x)\"\n", "26:11", "move.formula", "finite number"},
		{"", "[move]\nformula = \"1/(to_x - from_x)^2\"\n", "26:11", "move.formula", "finite number"},
		// Parameters.
		{"high = 1\n", "high = 0\n", "7:7", "parameter[1].low", "not below high"},
		{"high = 1\n", "", "5:3", "parameter[1].high", "is missing"},
		{"low = 0.001", "low = 0", "12:7", "parameter[2].low", "log scale needs low above 0"},
		{"low = 0.001", "low = -inf", "12:7", "parameter[2].low", "finite"},
		{"high = 1\n", "high = 1\ninteger = 1\n", "9:11", "parameter[1].integer", "true or false"},
		{"low = 0\nhigh = 1\n", "low = 0.2\nhigh = 0.8\ninteger = true\n", "9:11", "parameter[1].integer", "no whole number"},
		{"low = 0\nhigh = 1\n", "low = 0.1\nhigh = 8\ninteger = true\n", "7:7", "parameter[1].low", "write low = 1"},
		{"low = 0\nhigh = 1\n", "low = 0\nhigh = 7.5\ninteger = true\n", "8:8", "parameter[1].high", "write high = 7"},
		{"high = 1\n", "high = 1\nstep = 2\n", "9:8", "parameter[1].step", "wider than the range"},
		{"high = 1\n", "high = 1\nstep = 0.5\ninteger = true\n", "9:8", "parameter[1].step", "either integer or step"},
		{"high = 1\n", "high = 1\nstep = 0\n", "9:8", "parameter[1].step", "above 0"},
		{"high = 1\n", "high = 1\ndigits = 0\n", "9:10", "parameter[1].digits", "whole number from 1 to 9, not 0"},
		{"high = 1\n", "high = 1\ndigits = 2.5\n", "9:10", "parameter[1].digits", "whole number from 1 to 9, not 2.5"},
		{"high = 1\n", "high = 1\ndigits = 10\n", "9:10", "parameter[1].digits", "whole number from 1 to 9, not 10"},
		{"high = 1\n", "high = 1\nstep = 0.5\ndigits = 2\n", "10:10", "parameter[1].digits", "choose one of integer, step and digits"},
		{"high = 1\n", "high = 1\ninteger = true\ndigits = 2\n", "10:10", "parameter[1].digits", "choose one of integer, step and digits"},
		{"low = 0\nhigh = 1\n", "choices = [\"a\", \"b\"]\ndigits = 2\n", "8:10", "parameter[1].digits", "numbers"},
		{"low = 0\nhigh = 1\n", "choices = [\"a\", \"b\"]\nstep = 2\n", "8:8", "parameter[1].step", "numbers"},
		{"high = 1\n", "high = 1\nscale = \"ln\"\n", "9:9", "parameter[1].scale", "there is linear, log"},
		{"\"rate\"", "\"x\"", "11:8", "parameter[2].name", `two parameters are called "x"`},
		{"\"rate\"", "\"2x\"", "11:8", "parameter[2].name", "starting with a letter"},
		{"\"rate\"", "\"pi\"", "11:8", "parameter[2].name", "meaning of its own"},
		{"\"rate\"", "\"let\"", "11:8", "parameter[2].name", "meaning of its own"},
		{"\"rate\"", "\"a\\u001b[31mb\"", "11:8", "parameter[2].name", `"ab"`},
		{"high = 1\n", "high = 1\ncolumn = \"x\"\n", "9:10", "parameter[1].column", "[table]"},
		// Expressions: the place inside the text.
		{"x + log(rate)", "x + log(raet)", "18:23", "objective.expression", `did you mean "rate"?`},
		{"x + log(rate)", "x + lg(rate)", "18:19", "objective.expression", `did you mean "ln"?`},
		{"x + log(rate)", "x +* 2", "18:18", "objective.expression", `unexpected "*"`},
		{"\"x + log(rate)\"", "\"\"\"\nx +\n  sine(rate)\"\"\"", "20:3", "objective.expression", "no function"},
		{"\"x + log(rate)\"", "'''\nx +\n  sine(rate)'''", "20:3", "objective.expression", "no function"},
		{"\"x + log(rate)\"", "\"\"\"x + \\\n    sine(rate)\"\"\"", "19:5", "objective.expression", "no function"},
		{"\"x + log(rate)\"", "\"\\u0078 + sine(rate)\"", "18:24", "objective.expression", "no function"},
		{"\"x + log(rate)\"", "\"x + µ\"", "18:19", "objective.expression", `"µ"`},
		{"\"x + log(rate)\"", "3", "18:14", "objective.expression", "expression in quotes"},
		{"1 + x", "x", "21:14", "cost.expression", "the cost at x = 0, rate = 0.001 is 0"},
		{"1 + x", "1 + log(x)", "21:14", "cost.expression", "the cost at x = 0, rate = 0.001 is -Inf"},
		{"x + log(rate)", "1/(x - 1)", "18:14", "objective.expression", "the objective at x = 1, rate = 0.001 is +Inf"},
		{"x + log(rate)", "sqrt(x - 0.3)", "18:14", "objective.expression", "is NaN"},
		{"expression = \"1 + x\"", "", "20:2", "cost.expression", "is missing"},
		{"expression = \"1 + x\"", "known = true", "21:9", "cost.known", "needs its expression"},
		{"expression = \"x + log(rate)\"", "", "21:14", "cost.expression", "add known = true"},
		// Initial data.
		{"[0, 0.01]", "[0, 0.01, 3]", "24:12", "initial.points[1]", "3 numbers for 2 parameters (x, rate)"},
		{"[0, 0.01]", "[2, 0.01]", "24:12", "initial.points[1]", "x = 2 is outside [0, 1]"},
		{"[1, 1.0]", "[1, 11]", "24:26", "initial.points[2]", "rate = 11 is outside"},
		{"[0, 0.01]", "[0, true]", "24:15", "initial.points[1][2]", "needs a number, not true"},
		{"[0, 0.01]", "3", "24:11", "initial.points[1]", "list of numbers"},
		{"[[0, 0.01], [1, 1.0]]", "[]", "24:1", "initial.points", "list of points"},
		{"", "values = [1, 2]\n", "23:2", "initial.costs", "is missing"},
		{"", "values = [1, 2, 3]\ncosts = [1, 2]\n", "25:11", "initial.values", "3 numbers for 2 points"},
		{"", "values = [1, 2]\ncosts = [1, 0]\n", "26:13", "initial.costs[2]", "above 0"},
		{"", "costs = [1, 2]\n", "23:2", "initial.values", "is missing"},
		{"", "sobol = 4\n", "25:9", "initial.sobol", "either points or sobol"},
		{"high = 1\n", "high = 1\nstep = 0.3\n", "25:23", "initial.points[2]", "nearest value is 0.9"},
		{"points = [[0, 0.01], [1, 1.0]]", "values = [1]", "24:11", "initial.values", "needs points"},
		// Noise.
		{"[objective]\n", "[objective]\nsd = 0\n", "18:6", "objective.sd", "above 0"},
		{"[objective]\n", "[objective]\nsd = nan\n", "18:6", "objective.sd", "finite number"},
		{"[objective]\n", "[objective]\nsd = 1e200\n", "18:6", "objective.sd", "between 1e-150 and 1e+150"},
		{"[objective]\n", "[objective]\nnoise = -1\n", "18:9", "objective.noise", "above 0"},
		{"[objective]\n", "[objective]\nnoisy = 1\n", "18:9", "objective.noisy", "true or false"},
		{"[objective]\n", "[objective]\nnoisy = false\nsd = 1\n", "18:9", "objective.noisy", "false beside sd = 1"},
		{"[objective]\nexpression = \"x + log(rate)\"", "[objective]\nnoise = 1", "18:9", "objective.noise", "given by an expression"},
		{"[objective]\n", "[model.objective]\nmean=1\nvariance=1\nnoise-variance=1\nlengthscale=1\n[objective]\nsd = 1\n", "23:6", "objective.sd", "the process of the objective is fixed"},
		{"", "values = [1, 2]\ncosts = [1, 2]\nsds = [1]\n", "27:8", "initial.sds", "1 numbers for 2 points"},
		{"", "values = [1, 2]\ncosts = [1, 2]\nsds = [1, 0]\n", "27:11", "initial.sds[2]", "above 0"},
		{"", "sds = [1, 2]\n", "25:8", "initial.sds", "needs values"},
		// Constraints.
		{"budget = 20", "budget = 20\nconstraints = [\"x + raet <= 1\"]", "3:21", "constraints[1]", `did you mean "rate"?`},
		{"budget = 20", "budget = 20\nconstraints = [\"x <= 1\", \"x + rate\"]", "3:29", "constraints[2]", "no place here"},
		{"budget = 20", "budget = 20\nconstraints = [\"x == rate\"]", "3:19", "constraints[1]", "leave that parameter out"},
		{"budget = 20", "budget = 20\nconstraints = [\"1 < 2\"]", "3:16", "constraints[1]", "names no parameter"},
		{"budget = 20", "budget = 20\nconstraints = [\"x < 0.9\", \"x > 1\"]", "3:27", "constraints[2]", "allows nothing"},
		{"budget = 20", "budget = 20\nconstraints = [\"x < 0.4\", \"x > 0.6\"]", "3:16", "constraints", "all of them together"},
		{"budget = 20", "budget = 20\nconstraints = \"x < 1\"", "3:15", "constraints", "list"},
		{"budget = 20", "budget = 20\nconstraints = [\"x + rate <= 1\"]", "25:23", "initial.points[2]", "x + rate <= 1 does not hold at x = 1, rate = 1: x + rate is 2"},
		// Models and the optimum.
		{"", "[model.objective]\nmean = 1\n", "25:8", "model.objective.variance", "is missing"},
		{"", "[model.cost]\npriors = \"papr\"\n", "26:10", "model.cost.priors", `did you mean "paper"?`},
		{"", "[model.cost]\nnoise-min = 1\nnoise-max = 0.5\n", "26:13", "model.cost.noise-min", "above noise-max"},
		{"", "[model.cost]\nmean=1\nvariance=1\nnoise-variance=1\nlengthscale=[1]\n", "29:14", "model.cost.lengthscale", "1 lengthscales for 2"},
		{"", "[model.cost]\nmean=1\nvariance=1\nnoise-variance=1\nlengthscale=[1,-1]\n", "29:16", "model.cost.lengthscale[2]", "above 0"},
		{"", "[model.cost]\nmean=1\nvariance=1\nnoise-variance=1\nlengthscale=1\nnoise-max=1\n", "30:11", "model.cost.noise-max", "no effect"},
		{"", "[optimum]\nx = [0, 1]\n", "25:2", "optimum.value", "is missing"},
		{"", "[optimum]\nvalue = 1\n", "26:9", "optimum.value", "1 is not the best: the objective at x = "},
		{"", "[optimum]\nvalue = 5\nx = [0, 0]\n", "27:9", "optimum.x", "rate = 0 is outside"},
		// Sources.
		{"", "[command]\nrun = [\"a\"]\n", "25:2", "command", "choose one way"},
		// The language itself.
		{"budget = 20", "budget = ", "2:10", "", "a value is missing"},
		{"budget = 20", "budget = 20\nbudget = 3", "3:1", "budget", "is given twice"},
		{"name = \"base\"", "name = \"é\" x", "1:12", "", ""},
		{"", "[theorem-1]\n", "2:1", "budget", "no place beside [theorem-1]"},
	} {
		text := base + c.new
		if c.old != "" {
			if text = strings.Replace(base, c.old, c.new, 1); text == base {
				t.Fatalf("%q is not in base", c.old)
			}
		}
		_, err := Parse("base.toml", []byte(text), "")
		var all mistake.List
		if !errors.As(err, &all) {
			t.Errorf("%q → %q: error %v, want Mistakes", c.old, c.new, err)
			continue
		}
		want := "base.toml:" + c.at + ": "
		if c.field != "" {
			want += c.field + ": "
		}
		if !slices.ContainsFunc(all, func(m mistake.Mistake) bool {
			return strings.HasPrefix(m.String(), want) && strings.Contains(m.Message, c.words)
		}) {
			t.Errorf("%q → %q gives\n%v\nwant %s…%s", c.old, c.new, err, want, c.words)
		}
	}
}

// All mistakes are told at once, in the order of the file.
func TestAllMistakesAtOnce(t *testing.T) {
	t.Parallel()
	text := `name = "many"
budgt = 3
[[parameter]]
name = "x"
low = 5
high = 1
unti = "m"
[objective]
expression = "x +"
[initial]
points = [[1, 2]]
[policy.nonsense]
`
	_, err := Parse("many.toml", []byte(text), "")
	var all mistake.List
	if !errors.As(err, &all) {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, m.Field)
	}
	want := []string{"budget", "cost.expression", "budgt", "parameter[1].low", "parameter[1].unti", "policy.nonsense"}
	if !slices.Equal(got, want) {
		t.Errorf("fields %v\nwant   %v\n%v", got, want, err)
	}
}
