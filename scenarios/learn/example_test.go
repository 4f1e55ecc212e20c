package learn

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite friedman.csv")

// The shipped table is what its description says, with four decimals.
func TestExampleIsFriedmansFunction(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1991, 1))
	var b strings.Builder
	for j := range 10 {
		fmt.Fprintf(&b, "x%d,", j+1)
	}
	b.WriteString("y\n")
	for range 200 {
		var x [10]float64
		for j := range x {
			x[j] = math.Round(rng.Float64()*1e4) / 1e4
			fmt.Fprintf(&b, "%.4f,", x[j])
		}
		y := 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4] + rng.NormFloat64()
		fmt.Fprintf(&b, "%.4f\n", y)
	}
	if *update {
		if err := os.WriteFile("friedman.csv", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return // the table in this binary is the old one
	}
	if b.String() != string(friedman) {
		t.Error("friedman.csv is not what the generator writes")
	}
	if table := Example(); table.Rows() != 200 || len(table.Columns) != 10 || table.Target != "y" {
		t.Errorf("%d rows, features %v, target %q", table.Rows(), table.Features, table.Target)
	}
}
