package study_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
)

// A policy is run on a problem to the end of its budget; every step is kept.
func ExampleNewReplay() {
	p, err := builtin.Load("myopia", 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"ei-puc", "b-ms-ei"} {
		r, err := study.NewReplay(context.Background(), p, policy.Must(name), study.Settings{}, nil)
		if err != nil {
			log.Fatal(err)
		}
		end := r.Last()
		fmt.Printf("%s: %d evaluations, best %.2f, then %s\n", r.Policy.Title(), end.Evaluations, end.Best, end.Stop)
	}
	// Output:
	// EI-PUC: 4 evaluations, best 1.34, then unaffordable
	// B-MS-EI: 3 evaluations, best 1.53, then nothing affordable
}

const lab = `
name = "lab"
budget = 5
[[parameter]]
name = "x"
low = 0
high = 10
[objective]
goal = "maximise"
[initial]
points = [[2], [8]]
`

// A live study asks what to measure and is told what came of it; everything is
// in its file before it is acknowledged.
func ExampleLive() {
	dir, err := os.MkdirTemp("", "lab")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	l, err := study.CreateLive(filepath.Join(dir, "lab.study"), "lab.toml", []byte(lab), study.LiveSettings{Policy: policy.Must("ei-pc")})
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		next, err := l.Ask(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		x := next.X[0]
		if _, err := l.Tell(l.State().Seq, study.Answer{Value: math.Sin(x), Cost: 1}); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("measured at %.0f\n", x)
	}
	now, err := l.Overview()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d evaluation, %g of %g left\n", now.Evaluations, now.Money.Left, now.Money.Total)
	// Output:
	// measured at 2
	// measured at 8
	// measured at 10
	// 1 evaluation, 4 of 5 left
}
