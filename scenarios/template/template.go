// Package template writes problem files to start from.
package template

import (
	"embed"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"unicode"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/formula"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/table"
)

//go:embed text/*.toml
var files embed.FS

// Names are what a new problem file can be made from: templates,
// then the built-in scenarios. "table" needs data, see FromTable.
func Names() []string { return append([]string{"manual", "command", "table"}, builtin.Names()...) }

// Text is a commented problem file to start from.
func Text(name string) ([]byte, error) {
	if data, err := files.ReadFile("text/" + name + ".toml"); err == nil {
		return data, nil
	}
	if name == "table" {
		return nil, errors.New("a table needs the CSV file it is made from")
	}
	data, err := builtin.Text(name, 0)
	if err != nil {
		return nil, errors.New("there is no template " + mistake.Quote(name) + mistake.Suggestion(name, Names()))
	}
	return data, nil
}

// FromTable looks at a CSV file and writes a commented problem file for
// it, which is to stand in the directory dir. What is a parameter, the
// objective and the cost is guessed from names and order: the file says so.
func FromTable(path, dir string) ([]byte, error) {
	data, err := mistake.ReadFile(path, "table", csvfile.MaxSize)
	if err != nil {
		return nil, err
	}
	sh, found := csvfile.Open(path, data)
	if found != nil {
		return nil, found
	}
	columns, err := sh.Survey()
	if err != nil {
		return nil, err
	}
	if relative, err := filepath.Rel(dir, path); err == nil {
		path = relative
	}
	return writeTable(filepath.ToSlash(path), columns, sh.Named), nil
}

// Words that give columns away.
var (
	costWords     = []string{"cost", "second", "minute", "hour", "time", "duration", "price", "runtime"}
	minimiseWords = []string{"loss", "error", "err", "perplexity", "rmse", "mse", "mae", "regret"}
	valueWords    = append([]string{"value", "score", "accuracy", "objective", "reward", "yield", "auc", "r2"}, minimiseWords...)
)

func mentions(name string, words []string) bool {
	name = strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// takeLast removes and returns the last column that the words give away, or
// else the last one that can be taken.
func takeLast(columns []csvfile.Column, words []string, can func(csvfile.Column) bool) ([]csvfile.Column, csvfile.Column) {
	pick := len(columns) - 1
	for i := len(columns) - 1; i >= 0; i-- {
		if mentions(columns[i].Name, words) && can(columns[i]) {
			pick = i
			break
		}
	}
	taken := columns[pick]
	return append(append([]csvfile.Column(nil), columns[:pick]...), columns[pick+1:]...), taken
}

func writeTable(path string, columns []csvfile.Column, named []csvfile.Named) []byte {
	columns, cost := takeLast(columns, costWords, func(c csvfile.Column) bool { return c.Low > 0 })
	columns, value := takeLast(columns, valueWords, func(csvfile.Column) bool { return true })
	goal := "maximise"
	if mentions(value.Name, minimiseWords) {
		goal = "minimise"
	}
	w := &tomlfile.Writer{}
	base := filepath.Base(path)
	w.Line("# Past evaluations in %s, turned into surrogates of value and cost.\n"+
		"# Which column is what was guessed from names and order: check it.", strings.ReplaceAll(tomlfile.Quote(base), "\n", " "))
	name := identifier(strings.TrimSuffix(base, filepath.Ext(base)))
	w.Text("name", name)
	w.Text("title", "Surrogates of "+base)
	w.Line("\nbudget = %.3g # about twenty evaluations of average cost", 20*math.Abs(cost.Mean))
	names := map[string]bool{}
	write := func(p scenarios.Parameter, column string) {
		for names[p.Name] {
			p.Name += "_"
		}
		names[p.Name] = true
		problemfile.WriteParameter(w, p)
		if p.Name != column {
			w.Text("column", column)
		}
	}
	for _, c := range named {
		write(scenarios.Parameter{Name: identifier(c.Name), Choices: c.Names}, c.Name)
	}
	for _, c := range columns {
		if c.Low == c.High {
			w.Line("\n# The column %s never changes, so nothing can be learnt of it.", tomlfile.Quote(c.Name))
			continue
		}
		write(scenarios.Parameter{Name: identifier(c.Name), Low: c.Low, High: c.High, Log: c.Low > 0 && c.High/c.Low >= 100, Integer: c.Whole}, c.Name)
	}
	w.Line("\n[objective]\ngoal = %q # or the other way", goal)
	w.Line("\n[table]\nfile = %s\nobjective = %s # a column, or a formula of columns\ncost = %s # such as \"seconds / 3600\"\nsurrogate = %q",
		tomlfile.Quote(path), tomlfile.Quote(value.Name), tomlfile.Quote(cost.Name), table.GP)
	return w.Bytes()
}

// identifier turns a column's name into one that expressions can use.
func identifier(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	name := strings.TrimSuffix(b.String(), "_")
	if len(name) > 60 {
		name = strings.ToValidUTF8(name[:60], "")
	}
	if !formula.IsName(name) || formula.Reserved(name) {
		return "p_" + name
	}
	return name
}
