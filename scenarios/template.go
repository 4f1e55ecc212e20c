package scenarios

import (
	"embed"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

//go:embed template/*.toml
var templateFiles embed.FS

// TemplateNames are what a new problem file can be made from: templates,
// then the built-in scenarios. "table" needs data, see TableTemplate.
func TemplateNames() []string { return append([]string{"manual", "command", "table"}, Names()...) }

// Template is a commented problem file to start from.
func Template(name string) ([]byte, error) {
	if data, err := templateFiles.ReadFile("template/" + name + ".toml"); err == nil {
		return data, nil
	}
	if name == "table" {
		return nil, errors.New("a table needs the CSV file it is made from")
	}
	data, err := Text(name, 0)
	if err != nil {
		return nil, errors.New("there is no template " + quote(name) + suggestion(name, TemplateNames()))
	}
	return data, nil
}

// TableTemplate looks at a CSV file and writes a commented problem file for
// it, which is to stand in the directory dir. What is a parameter, the
// objective and the cost is guessed from names and order: the file says so.
func TableTemplate(path, dir string) ([]byte, error) {
	data, err := readFile(path, "table", MaxTableFile)
	if err != nil {
		return nil, err
	}
	sh, found := openSheet(path, data)
	if found != nil {
		return nil, found
	}
	columns, err := sh.survey()
	if err != nil {
		return nil, err
	}
	if relative, err := filepath.Rel(dir, path); err == nil {
		path = relative
	}
	return writeTableTemplate(filepath.ToSlash(path), columns), nil
}

// surveyed is what a column of numbers looks like.
type surveyed struct {
	name      string
	low, high float64
	sum       float64
	whole     bool
}

// survey reads all rows and returns the columns that hold numbers only.
func (s *sheet) survey() ([]surveyed, error) {
	columns := make([]surveyed, len(s.header))
	numeric := make([]bool, len(s.header))
	for i, h := range s.header {
		columns[i] = surveyed{name: h, low: math.Inf(1), high: math.Inf(-1), whole: true}
		numeric[i] = true
	}
	rows := 0
	for {
		cells, err := s.cells.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, csvMistake(s.file, err)
		}
		rows++
		for i, cell := range cells {
			v, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
			if err != nil || !finite(v) {
				numeric[i] = false
				continue
			}
			c := &columns[i]
			c.low, c.high, c.sum = math.Min(c.low, v), math.Max(c.high, v), c.sum+v
			c.whole = c.whole && v == math.Trunc(v)
		}
	}
	if rows == 0 {
		return nil, fileMistake(s.file, "has no rows below the names of its columns")
	}
	var kept []surveyed
	for i, c := range columns {
		if numeric[i] {
			c.sum /= float64(rows) // from now on the mean
			kept = append(kept, c)
		}
	}
	if len(kept) < 3 {
		return nil, fileMistake(s.file, "has %d columns of numbers only; a problem needs a parameter, an objective and a cost", len(kept))
	}
	return kept, nil
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
func takeLast(columns []surveyed, words []string, can func(surveyed) bool) ([]surveyed, surveyed) {
	pick := len(columns) - 1
	for i := len(columns) - 1; i >= 0; i-- {
		if mentions(columns[i].name, words) && can(columns[i]) {
			pick = i
			break
		}
	}
	taken := columns[pick]
	return append(append([]surveyed(nil), columns[:pick]...), columns[pick+1:]...), taken
}

func writeTableTemplate(path string, columns []surveyed) []byte {
	columns, cost := takeLast(columns, costWords, func(c surveyed) bool { return c.low > 0 })
	columns, value := takeLast(columns, valueWords, func(surveyed) bool { return true })
	goal := "maximise"
	if mentions(value.name, minimiseWords) {
		goal = "minimise"
	}
	w := &writer{}
	base := filepath.Base(path)
	w.line("# Past evaluations in %s, turned into surrogates of value and cost.\n"+
		"# Which column is what was guessed from names and order: check it.", strings.ReplaceAll(quoteTOML(base), "\n", " "))
	name := identifier(strings.TrimSuffix(base, filepath.Ext(base)))
	w.text("name", name)
	w.text("title", "Surrogates of "+base)
	w.line("\nbudget = %.3g # about twenty evaluations of average cost", 20*math.Abs(cost.sum))
	names := map[string]bool{}
	for _, c := range columns {
		if c.low == c.high {
			w.line("\n# The column %s never changes, so nothing can be learnt of it.", quoteTOML(c.name))
			continue
		}
		p := Parameter{Name: identifier(c.name), Low: c.low, High: c.high, Log: c.low > 0 && c.high/c.low >= 100, Integer: c.whole}
		for names[p.Name] {
			p.Name += "_"
		}
		names[p.Name] = true
		w.parameter(p)
		if p.Name != c.name {
			w.text("column", c.name)
		}
	}
	w.line("\n[objective]\ngoal = %q # or the other way", goal)
	w.line("\n[table]\nfile = %s\nobjective = %s # a column, or a formula of columns\ncost = %s # such as \"seconds / 3600\"\nsurrogate = %q",
		quoteTOML(path), quoteTOML(value.name), quoteTOML(cost.name), SurrogateGP)
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
	if !isIdentifier(name) || constants[name] != 0 || slices.Contains(keywords, name) {
		return "p_" + name
	}
	return name
}
