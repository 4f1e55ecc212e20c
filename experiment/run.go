package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"farsight/internal/workers"
)

// Settings of an execution. None of them changes a result.
type Settings struct {
	Dir     string // results; created if absent
	Workers int    // 0: GOMAXPROCS; never more than that or than there are runs
	// Shard is the part that is run: 1 ≤ Index ≤ Count. Zero: all.
	Shard Shard
	// Discard drops runs of other definitions or settings instead of refusing to
	// add to them; the files that held them are kept beside the new ones.
	Discard bool
	// Progress, if not nil, is called after every run; calls never overlap.
	Progress func(Progress)
	// Begin, if not nil, is called once before the first run, with those that are
	// done. Started is called whenever a worker, counted from 0, begins a run.
	Begin   func(done []Record, p Progress)
	Started func(worker int, j Job)
}

// Progress of an execution.
type Progress struct {
	Done, Total int // runs of this shard, those found done included
	Found       int // done before this execution began
	Last        Record
}

// Run does the jobs that are not done yet. It stops at the first error, or when
// ctx ends, with every finished run on disk.
func Run(ctx context.Context, jobs []Job, s Settings) error {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	if err := defineAll(jobs); err != nil {
		return err
	}
	have, err := s.found(jobs)
	if err != nil {
		return err
	}
	var todo []int
	progress := Progress{}
	for _, k := range s.Shard.part(jobs) {
		progress.Total++
		if _, ok := have[jobs[k].key()]; ok {
			progress.Found++
			continue
		}
		todo = append(todo, k)
	}
	progress.Done = progress.Found
	if s.Begin != nil {
		done, err := Read(s.Dir)
		if err != nil {
			return err
		}
		s.Begin(done, progress)
	}
	if len(todo) == 0 {
		return nil
	}
	st, err := openStore(filepath.Join(s.Dir, s.Shard.file()))
	if err != nil {
		return err
	}
	err = doAll(ctx, jobs, todo, st, s, progress)
	return errors.Join(err, st.close())
}

// doAll runs the jobs to do in parallel; each run uses one core.
func doAll(ctx context.Context, jobs []Job, todo []int, st *store, s Settings, progress Progress) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	each := make([]int, min(workers.Count(s.Workers), runtime.GOMAXPROCS(0)))
	for worker := range each {
		each[worker] = worker
	}
	var mu sync.Mutex
	workers.Share(each, len(todo), func(worker, i int) {
		if ctx.Err() != nil {
			return
		}
		j := jobs[todo[i]]
		if s.Started != nil {
			s.Started(worker, j)
		}
		rec, err := j.do(ctx)
		if err == nil {
			err = st.add(rec)
		}
		switch {
		case err != nil && ctx.Err() == nil:
			cancel(fmt.Errorf("%s, %s, replication %d: %w", j.Problem.Label(), j.Policy.Label(), j.Replication, err))
		case err == nil && s.Progress != nil:
			mu.Lock()
			defer mu.Unlock()
			progress.Done++
			progress.Last = rec
			s.Progress(progress)
		}
	})
	return context.Cause(ctx)
}
