package study_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"

	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
)

// inLab has work done in a folder that is gone afterwards.
func inLab(work func(path string)) {
	dir, err := os.MkdirTemp("", "lab")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	work(filepath.Join(dir, "lab.study"))
}

// begin makes the study of lab, with its two initial points measured.
func begin(path string) *study.Live {
	l, err := study.CreateLive(path, "lab.toml", []byte(lab), study.LiveSettings{Policy: policy.Must("ei-pc")})
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		s, err := l.Ask(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		if _, err := l.Tell(l.State().Seq, study.Answer{Value: math.Sin(s.X[0]), Cost: 1}); err != nil {
			log.Fatal(err)
		}
	}
	return l
}

// A study is made from the text of a problem file, and never over another.
func ExampleCreateLive() {
	inLab(func(path string) {
		l, err := study.CreateLive(path, "lab.toml", []byte(lab), study.LiveSettings{Seed: 7})
		if err != nil {
			log.Fatal(err)
		}
		s := l.State()
		fmt.Printf("%s: budget %g, %d initial points, by %s\n", s.Created.Name, s.Budget, len(s.DesignLeft()), l.Policy().Title())
		_, err = study.CreateLive(path, "lab.toml", []byte(lab), study.LiveSettings{})
		fmt.Println("again:", errors.Is(err, os.ErrExist))
	})
	// Output:
	// lab: budget 5, 2 initial points, by P-MS-EI
	// again: true
}

// Whoever asks gets the same answer until something is told; in the end the
// error says why there is none.
func ExampleLive_Ask() {
	inLab(func(path string) {
		l := begin(path)
		for {
			s, err := l.Ask(context.Background())
			var end study.EndedError
			if errors.As(err, &end) {
				fmt.Println(end.Stop)
				return
			}
			if err != nil {
				log.Fatal(err)
			}
			fmt.Printf("measure at %.0f\n", s.X[0])
			if _, err := l.Tell(l.State().Seq, study.Answer{Value: math.Sin(s.X[0]), Cost: 2.5}); err != nil {
				log.Fatal(err)
			}
		}
	})
	// Output:
	// measure at 10
	// measure at 6
	// budget spent
}

// An answer that names its suggestion can be repeated, and is recorded once.
func ExampleLive_Tell() {
	inLab(func(path string) {
		l := begin(path)
		s, err := l.Ask(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		answer := study.Answer{Ask: s.Line, Value: 0.5, Cost: 1, Source: "oven 2", Note: "a bit cloudy"}
		for range 2 {
			told, err := l.Tell(l.State().Seq, answer)
			var before *study.AnsweredError
			switch {
			case errors.As(err, &before):
				fmt.Printf("on line %d already, by the same numbers: %v\n", before.Told.Seq, before.Same)
			case err != nil:
				log.Fatal(err)
			default:
				fmt.Println("on line", told.Seq)
			}
		}
	})
	// Output:
	// on line 7
	// on line 7 already, by the same numbers: true
}

// A snapshot has what is believed: the mean and a 95 % interval anywhere.
func ExampleLive_Snapshot() {
	inLab(func(path string) {
		now, err := begin(path).Snapshot()
		if err != nil {
			log.Fatal(err)
		}
		line := study.Line(now.Rows[now.BestRow].U, now.Problem.Axes()[0], 6)
		value, cost := now.Objective(line), now.Cost(line)
		for i, u := range line {
			inside := value.Low[i] <= value.Mean[i] && value.Mean[i] <= value.High[i]
			fmt.Printf("x %2.0f: an interval about the mean: %v, cost about %.1f\n", now.Problem.FromUnit(u)[0], inside, cost.Mean[i])
		}
	})
	// Output:
	// x  0: an interval about the mean: true, cost about 1.0
	// x  2: an interval about the mean: true, cost about 1.0
	// x  4: an interval about the mean: true, cost about 1.0
	// x  6: an interval about the mean: true, cost about 1.0
	// x  8: an interval about the mean: true, cost about 1.0
	// x 10: an interval about the mean: true, cost about 1.0
}

// Who only looks opens the study for reading, and sees what others add.
func ExampleLive_Poll() {
	inLab(func(path string) {
		l := begin(path)
		watcher, err := study.OpenLive(path, journal.Settings{ReadOnly: true})
		if err != nil {
			log.Fatal(err)
		}
		if _, err := l.Ask(context.Background()); err != nil {
			log.Fatal(err)
		}
		if _, err := l.Tell(l.State().Seq, study.Answer{Failed: true, Cost: 1, Note: "clogged"}); err != nil {
			log.Fatal(err)
		}
		news, err := watcher.Poll()
		if err != nil {
			log.Fatal(err)
		}
		for _, e := range news.Events {
			fmt.Printf("line %d: %v\n", e.Seq, e.Body)
		}
		_, err = watcher.Undo(watcher.State().Seq)
		fmt.Println("refused:", err != nil)
	})
	// Output:
	// line 6: asked for (10)
	// line 7: told (10): failed, cost 1
	// refused: true
}
