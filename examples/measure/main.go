// Command measure plays the measuring program of examples/command.toml: a
// simulated reactor that prints the yield and the hours of one batch.
//
// With -table it prints instead the batches of examples/reactor.csv.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("measure", flag.ContinueOnError)
	flags.SetOutput(stderr)
	temperature := flags.Float64("temperature", 70, "°C, 40 to 110")
	catalyst := flags.Float64("catalyst", 0.03, "mol/l, 0.001 to 0.3")
	table := flags.Bool("table", false, "print a table of batches and exit")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *table {
		writeTable(stdout)
		return 0
	}
	if !(*temperature >= 40 && *temperature <= 110 && *catalyst >= 0.001 && *catalyst <= 0.3) {
		fmt.Fprintln(stderr, "measure: the reactor takes 40 to 110 °C and 0.001 to 0.3 mol/l")
		return 1
	}
	yield, hours := batch(*temperature, *catalyst)
	if err := json.NewEncoder(stdout).Encode(map[string]float64{"value": yield, "cost": hours}); err != nil {
		fmt.Fprintln(stderr, "measure:", err)
		return 1
	}
	return 0
}

// batch is the yield in percent and the duration in hours. Heat and catalyst
// help until side reactions win; a cool or lean batch takes longer.
func batch(temperature, catalyst float64) (yield, hours float64) {
	t := (temperature - 40) / 70
	c := math.Log(catalyst/0.001) / math.Log(300)
	yield = 92*math.Exp(-8*(t-0.65)*(t-0.65)-5*(c-0.6)*(c-0.6)) + 4*math.Sin(9*t)*c
	return yield, 0.4 + 4*math.Exp(-2.2*t-1.2*c) + 1.5*t*t
}

// writeTable prints 48 batches on a low-discrepancy set (the plastic number's
// multiples modulo 1), rounded as a person would write them down.
func writeTable(w io.Writer) {
	fmt.Fprintln(w, "# batches of the simulated reactor: go run ./examples/measure -table")
	fmt.Fprintln(w, "batch,temperature,catalyst (mol/l),yield,minutes")
	const plastic = 1.32471795724474602596
	for i := 1; i <= 48; i++ {
		_, u := math.Modf(0.5 + float64(i)/plastic)
		_, v := math.Modf(0.5 + float64(i)/(plastic*plastic))
		temperature := math.Round(40 + 70*u)
		catalyst := math.Min(0.3, math.Max(0.001, 0.001*math.Exp(v*math.Log(300))))
		yield, hours := batch(temperature, catalyst)
		fmt.Fprintf(w, "B%02d,%.0f,%.3g,%.4f,%.0f\n", i, temperature, catalyst, yield/100, 60*hours)
	}
}
