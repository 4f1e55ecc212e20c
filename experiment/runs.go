package experiment

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"farsight/internal/csvfile"
)

// runsHeader names the columns of writeRuns. Lists are separated by blanks.
var runsHeader = []string{
	"problem", "policy", "seed", "replication", "budget", "optimum", "initial", "stop",
	"evaluation", "x", "value", "cost", "spent", "best",
	"objective_mean", "objective_variance", "objective_lengthscales", "objective_noise",
	"cost_mean", "cost_variance", "cost_lengthscales", "cost_noise", "seconds",
}

// writeRuns writes every evaluation of every run as CSV, with what was believed when it was chosen. A run without
// evaluations has one line with none. What a record does not hold is empty.
func writeRuns(w io.Writer, records []Record) error {
	c := csv.NewWriter(w)
	c.Write(runsHeader)
	for _, r := range records {
		optimum := ""
		if r.Optimum != nil {
			optimum = exact(*r.Optimum)
		}
		run := []string{csvfile.Guard(r.Problem), csvfile.Guard(r.Policy), strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Replication), exact(r.Budget), optimum, exact(r.Initial), csvfile.Guard(r.Stop)}
		spent := 0.0
		for i := range max(1, len(r.Costs)) {
			line := append(append([]string(nil), run...), make([]string, len(runsHeader)-len(run))...)
			if i < len(r.Costs) {
				spent += r.Costs[i]
				line[8], line[10], line[11], line[12], line[13] = strconv.Itoa(i+1), exact(r.Values[i]), exact(r.Costs[i]), exact(spent), exact(r.Bests[i])
				if i < len(r.X) {
					line[9] = list(r.X[i])
				}
				if i < len(r.Models) {
					m := r.Models[i]
					m.Objective.into(line[14:18])
					if m.Cost != nil {
						m.Cost.into(line[18:22])
					}
				}
				if i < len(r.Timing.Decisions) {
					line[22] = exact(r.Timing.Decisions[i])
				}
			}
			c.Write(line)
		}
	}
	c.Flush()
	return c.Error() // of any of them
}

func (h hyper) into(cells []string) {
	cells[0], cells[1], cells[2], cells[3] = exact(h.Mean), exact(h.Variance), list(h.Scale), exact(h.Noise)
}

// exact writes a number so that reading it gives the same one.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func list(v []float64) string {
	words := make([]string, len(v))
	for i := range v {
		words[i] = exact(v[i])
	}
	return strings.Join(words, " ")
}

// writeRunsJSON writes the records as a list.
func writeRunsJSON(w io.Writer, records []Record) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(records)
}

// WriteRunsFile writes the runs to a file, as JSON if its name ends so, else as CSV.
func WriteRunsFile(path string, records []Record) error {
	for _, r := range records {
		if r.isCondensed() {
			return errors.New("condensed runs have no points and no models: --runs needs the directory they were condensed from")
		}
	}
	write := writeRuns
	if strings.HasSuffix(path, ".json") {
		write = writeRunsJSON
	}
	return writeFile(path, func(w io.Writer) error { return write(w, records) })
}
