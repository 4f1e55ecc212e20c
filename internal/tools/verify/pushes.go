package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"farsight/internal/sanitize"
	"farsight/scenarios/push"
)

// pushes are Box2D's pushes that were repeated.
type pushes struct {
	file string
	push.Report
}

func verifyPushes(file string) (verified, error) {
	r, err := push.CheckFile(file)
	if err != nil {
		return nil, err
	}
	return pushes{file, r}, nil
}

// distances are the report's, with their limits.
func (p pushes) distances() []pushDistance {
	return []pushDistance{
		{"median", p.Median, push.LimitMedian},
		{"95th percentile", p.P95, push.LimitP95},
		{"maximum", p.Maximum, push.LimitMaximum},
	}
}

type pushDistance struct {
	Name     string  `json:"name"`
	Distance float64 `json:"distance"`
	Limit    float64 `json:"limit"`
}

func (d pushDistance) ok() bool { return d.Distance <= d.Limit }

func (p pushes) unchecked() []string { return nil }

func (p pushes) failures() (out []error) {
	for _, d := range p.distances() {
		if !d.ok() {
			out = append(out, fmt.Errorf("%s: the %s distance is %.2g, above the limit %.0e; farthest off is row %d",
				sanitize.Text(p.file), d.Name, d.Distance, d.Limit, p.Worst+1))
		}
	}
	if p.Stirred > 0 {
		out = append(out, fmt.Errorf("%s: %d of %d pushes that miss the disc move it here", sanitize.Text(p.file), p.Stirred, p.Misses))
	}
	return out
}

func (p pushes) write(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d rows, %d of them pushes that miss\n", sanitize.Text(p.file), p.Rows, p.Misses)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "distance\tmetres\tlimit\tok")
	for _, d := range p.distances() {
		fmt.Fprintf(table, "%s\t%.1e\t%.0e\t%s\n", d.Name, d.Distance, d.Limit, yesNo(d.ok()))
	}
	fmt.Fprintf(table, "misses that move the disc\t%d\t0\t%s\n", p.Stirred, yesNo(p.Stirred == 0))
	return table.Flush()
}

func (p pushes) json() any {
	return struct {
		File      string         `json:"file"`
		OK        bool           `json:"ok"`
		Rows      int            `json:"rows"`
		Distances []pushDistance `json:"distances"`
		Misses    int            `json:"misses"`
		Stirred   int            `json:"misses_that_move"`
	}{sanitize.Text(p.file), p.OK(), p.Rows, p.distances(), p.Misses, p.Stirred}
}
