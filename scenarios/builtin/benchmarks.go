package builtin

import (
	"fmt"
	"strings"
)

// The functions: first the paper's four, then others that the field compares
// policies on, with costs of the same family and twenty units of budget a
// parameter, as the paper's have.
var benchmarks = []benchmark{
	{
		name: "dropwave", title: "Dropwave: ripples around the maximum, two dimensions",
		bounds: cube(2, -5.12, 5.12), budget: 40, beta: [2]float64{1 / 5.12, 3 / 5.12},
		// The paper's text omits the cosine; its code has it.
		objective: func(x []string) string {
			return "let r = norm(" + strings.Join(x, ", ") + "); (1 + cos(12*r))/(0.5*r^2 + 2)"
		},
		optimum: 1,
	},
	{
		name: "alpine1", title: "Alpine1: many sharp ridges, three dimensions",
		bounds: cube(3, -10, 10), budget: 60, beta: [2]float64{1.0 / 10, 3.0 / 10}, text: [2]float64{1, 3},
		// With a minus, which the paper does not print; the maximiser is not unique.
		objective: func(x []string) string { return "-(" + join(x, " + ", "abs(%[1]s*sin(%[1]s) + 0.1*%[1]s)") + ")" },
		optimum:   0,
	},
	{
		name: "ackley", title: "Ackley: one peak in a rippled plain, three dimensions",
		bounds: cube(3, -1, 1), budget: 60, beta: [2]float64{1, 3},
		objective: func(x []string) string {
			return "20*exp(-0.2*sqrt(mean(" + join(x, ", ", "%s^2") + "))) + exp(mean(" + join(x, ", ", "cos(2*pi*%s)") + ")) - 20 - exp(1)"
		},
		optimum: 0,
	},
	{
		name: "shekel5", title: "Shekel5: five narrow peaks, four dimensions",
		bounds: cube(4, 0, 10), budget: 80, beta: [2]float64{1.0 / 4, 3.0 / 4}, text: [2]float64{1.0 / 4, 3.0 / 8},
		center:    []float64{4, 4, 4, 4}, // the maximum itself is slightly off
		objective: shekel,
		optimum:   10.1531997,
		at:        []float64{4.00003715, 4.00013327, 4.00003715, 4.00013327},
	},
	{
		name: "branin", title: "Branin: three equal valleys turned upside down, two dimensions", ours: true,
		bounds: [][2]float64{{-5, 10}, {0, 15}}, budget: 40, beta: [2]float64{1 / 7.5, 3 / 7.5},
		center: []float64{3.14159265, 2.275},
		objective: func(x []string) string {
			return fmt.Sprintf("-((%[2]s - 5.1/(4*pi^2)*%[1]s^2 + 5/pi*%[1]s - 6)^2 + 10*(1 - 1/(8*pi))*cos(%[1]s) + 10)", x[0], x[1])
		},
		optimum: -0.39788736,
	},
	{
		name: "levy", title: "Levy: one valley across many ripples, turned upside down, three dimensions", ours: true,
		bounds: cube(3, -10, 10), budget: 60, beta: [2]float64{1.0 / 10, 3.0 / 10},
		center:    []float64{1, 1, 1},
		objective: levy,
		optimum:   0,
	},
	{
		name: "rosenbrock", title: "Rosenbrock: a bent valley turned upside down, three dimensions", ours: true,
		bounds: cube(3, -2.048, 2.048), budget: 60, beta: [2]float64{1 / 2.048, 3 / 2.048},
		center: []float64{1, 1, 1},
		objective: func(x []string) string {
			var terms []string
			for i := range len(x) - 1 {
				terms = append(terms, fmt.Sprintf("100*(%[2]s - %[1]s^2)^2 + (1 - %[1]s)^2", x[i], x[i+1]))
			}
			return "-(" + strings.Join(terms, " + ") + ")"
		},
		optimum: 0,
	},
	{
		name: "michalewicz", title: "Michalewicz: narrow ridges that cross, five dimensions", ours: true,
		bounds: cube(5, 0, 3.14159265), budget: 100, beta: [2]float64{1 / 1.57079633, 3 / 1.57079633},
		center: []float64{2.2029055, 1.5707963, 1.2849916, 1.9230585, 1.7204698},
		objective: func(x []string) string {
			var terms []string
			for i, n := range x {
				terms = append(terms, fmt.Sprintf("sin(%[1]s)*sin(%[2]d*%[1]s^2/pi)^20", n, i+1))
			}
			return strings.Join(terms, " + ")
		},
		optimum: 4.68765818,
	},
	{
		name: "hartmann6", title: "Hartmann6: four hills in six dimensions", ours: true,
		bounds: cube(6, 0, 1), budget: 120, beta: [2]float64{2, 6},
		center:    []float64{0.20168951, 0.15001069, 0.47687398, 0.27533243, 0.31165162, 0.65730054},
		objective: hartmann,
		optimum:   3.32236801,
	},
}

// join writes the format once for each name, with sep between.
func join(names []string, sep, format string) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = fmt.Sprintf(format, n)
	}
	return strings.Join(parts, sep)
}

// shekel is Σ_j 1/(Σ_i (x_i − C_ij)² + b_j).
func shekel(x []string) string {
	centers := [5][4]int{{4, 4, 4, 4}, {1, 1, 1, 1}, {8, 8, 8, 8}, {6, 6, 6, 6}, {3, 7, 3, 7}}
	b := [5]string{"0.1", "0.2", "0.2", "0.4", "0.4"}
	var peaks []string
	for j, c := range centers {
		var squares []string
		for i, name := range x {
			squares = append(squares, fmt.Sprintf("(%s - %d)^2", name, c[i]))
		}
		peaks = append(peaks, "1/("+strings.Join(squares, " + ")+" + "+b[j]+")")
	}
	return strings.Join(peaks, "\n + ")
}

// levy is sin²(πw₁) + Σ_{i<d} (wᵢ − 1)²(1 + 10 sin²(πwᵢ + 1)) + (w_d − 1)²(1 + sin²(2πw_d))
// with wᵢ = 1 + (xᵢ − 1)/4, turned upside down.
func levy(x []string) string {
	w := func(name string) string { return "(1 + (" + name + " - 1)/4)" }
	terms := []string{"sin(pi*" + w(x[0]) + ")^2"}
	last := len(x) - 1
	for _, n := range x[:last] {
		terms = append(terms, fmt.Sprintf("((%s - 1)/4)^2*(1 + 10*sin(pi*%s + 1)^2)", n, w(n)))
	}
	terms = append(terms, fmt.Sprintf("((%s - 1)/4)^2*(1 + sin(2*pi*%s)^2)", x[last], w(x[last])))
	return "-(" + strings.Join(terms, "\n + ") + ")"
}

// hartmann is Σ_i αᵢ exp(−Σ_j Aᵢⱼ (xⱼ − Pᵢⱼ)²).
func hartmann(x []string) string {
	alpha := [4]float64{1, 1.2, 3, 3.2}
	a := [4][6]float64{{10, 3, 17, 3.5, 1.7, 8}, {0.05, 10, 17, 0.1, 8, 14}, {3, 3.5, 1.7, 10, 17, 8}, {17, 8, 0.05, 10, 0.1, 14}}
	p := [4][6]float64{
		{0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886},
		{0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991},
		{0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650},
		{0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381},
	}
	var hills []string
	for i := range alpha {
		var squares []string
		for j, n := range x {
			squares = append(squares, fmt.Sprintf("%v*(%s - %v)^2", a[i][j], n, p[i][j]))
		}
		hills = append(hills, fmt.Sprintf("%v*exp(-(%s))", alpha[i], strings.Join(squares, " + ")))
	}
	return strings.Join(hills, "\n + ")
}
