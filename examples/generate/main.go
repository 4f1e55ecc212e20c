// Command generate prints the made-up tables that ship with Farsight, so that examples run without
// private data:
//
//	go run ./examples/generate lda > scenarios/table/lda.csv
//	go run ./examples/generate cnn > examples/cnn.csv
//
// Both have the columns and the ranges of tables that were measured, and
// smooth formulas where those have measurements.
package main

import (
	"fmt"
	"io"
	"math"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 1 && args[0] == "lda":
		writeLDA(stdout)
	case len(args) == 1 && args[0] == "cnn":
		writeCNN(stdout)
	default:
		fmt.Fprintln(stderr, "usage: go run ./examples/generate lda|cnn")
		return 2
	}
	return 0
}

// lda is made up after what online learning of topics does: large batches and a
// slow start help, forgetting too slowly does not, and time is lost at both ends
// of the batch sizes.
func lda(kappa, tau0, minibatch float64) (perplexity, hours float64) {
	k, t, s := 2*kappa-1, math.Log2(tau0)/10, math.Log2(minibatch)/14
	perplexity = 1280 + 1900*math.Exp(-4*s)*(1-0.45*t)*(1-0.5*k+0.2*k*k) + 220*(k-0.3)*(k-0.3)*s + 90*(t-0.4)*(t-0.4)
	return perplexity, 2 + 3.5*k*k*(0.6+0.8*s) + 1.2*t*k + 5*(s-0.55)*(s-0.55)*(1+0.6*k)
}

func writeLDA(w io.Writer) {
	fmt.Fprintln(w, "# made up, not measured: go run ./examples/generate lda")
	fmt.Fprintln(w, "kappa,tau0,minibatch,perplexity,seconds")
	for _, kappa := range []float64{0.5, 0.7, 0.9, 1} {
		for _, tau0 := range []float64{1, 16, 128, 1024} {
			for _, minibatch := range []float64{1, 16, 256, 2048, 16384} {
				perplexity, hours := lda(kappa, tau0, minibatch)
				fmt.Fprintf(w, "%v,%v,%v,%.2f,%.0f\n", kappa, tau0, minibatch, perplexity, 3600*hours)
			}
		}
	}
}

// cnn is made up after what training a network of three layers does: a rate
// that suits the batch, wide layers with diminishing returns, and time that
// grows with the width and with the number of steps.
func cnn(rate, batch float64, units [3]float64) (wrong, seconds float64) {
	off := math.Log10(rate) + 2.6 - 0.5*math.Log10(batch/128)
	learnt := math.Exp(-off * off / 1.3)
	width, work := 1.0, 0.0
	for i, u := range units {
		width *= 1 - 0.5*math.Pow(u/16, -0.6-0.1*float64(i))
		work += u * math.Sqrt(u)
	}
	return 0.9 - 0.72*learnt*width, 120 + 0.35*work*(0.4+48/batch)
}

// writeCNN prints 120 runs on a low-discrepancy set: multiples of powers of
// 1/1.134…, where 1.134… is the root of x⁶ = x + 1, modulo 1.
func writeCNN(w io.Writer) {
	fmt.Fprintln(w, "# made up, not measured: go run ./examples/generate cnn")
	fmt.Fprintln(w, "learning_rate,batch_size,units_1,units_2,units_3,validation_error,seconds")
	const root = 1.13472413840151949
	for i := 1; i <= 120; i++ {
		var u [5]float64
		for j := range u {
			_, u[j] = math.Modf(0.5 + float64(i)*math.Pow(root, -float64(j+1)))
		}
		rate := math.Pow(10, -6+6*u[0])
		batch := math.Round(32 * math.Pow(16, u[1]))
		var units [3]float64
		for j := range units {
			units[j] = math.Round(16 * math.Pow(16, u[2+j]))
		}
		wrong, seconds := cnn(rate, batch, units)
		fmt.Fprintf(w, "%.3g,%v,%v,%v,%v,%.4f,%.0f\n", rate, batch, units[0], units[1], units[2], wrong, seconds)
	}
}
