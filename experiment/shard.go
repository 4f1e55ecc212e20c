package experiment

import (
	"cmp"
	"fmt"
	"slices"
)

// Shard is one of several machines' part. Zero: all there is.
type Shard struct{ index, count int }

// ParseShard reads "2/8".
func ParseShard(text string) (Shard, error) {
	var s Shard
	var rest string
	if n, _ := fmt.Sscanf(text+" .", "%d/%d %s", &s.index, &s.count, &rest); n != 3 || rest != "." || s.count < 1 || s.index < 1 || s.index > s.count {
		return Shard{}, fmt.Errorf("shard %q: use i/n with 1 ≤ i ≤ n, such as 2/8", text)
	}
	return s, nil
}

func (s Shard) file() string {
	if s.count == 0 {
		return "results.jsonl"
	}
	return fmt.Sprintf("results-%d-of-%d.jsonl", s.index, s.count)
}

// part are the shard's runs, in the order they are done.
//
// How long a run takes depends on its policy, on its problem and on what the replication draws,
// each of which may make it many times as long. So the replications of one problem and policy after
// another are dealt to the shards in turn, without starting over: of each a shard has as many as
// any other, or one more. Policies begin with different replications, so that the runs of a long
// one go to different shards. None of this depends on measured times: shards on different machines
// must agree.
func (s Shard) part(jobs []Job) []int {
	steps := map[*PolicySpec]int{} // planned ahead
	var mine []int
	d := dealer{shards: max(1, s.count)}
	for _, runs := range cellsOf(jobs) {
		if q := jobs[runs[0]].Policy; steps[q] == 0 {
			steps[q] = q.steps()
		}
		first, next := d.deal(jobs[runs[0]].Problem.Label(), len(runs))
		for i := range runs {
			if (next+i)%d.shards == max(0, s.index-1) {
				mine = append(mine, runs[(first+i)%len(runs)])
			}
		}
	}
	// Replication by replication, so that what is there of an unfinished experiment
	// compares; the longest first, so that no worker is left alone with one.
	slices.SortFunc(mine, func(a, b int) int {
		return cmp.Or(cmp.Compare(jobs[a].Replication, jobs[b].Replication), cmp.Compare(steps[jobs[b].Policy], steps[jobs[a].Policy]), cmp.Compare(a, b))
	})
	return mine
}

// dealer hands out runs in turn.
type dealer struct {
	shards  int
	next    int // the shard whose turn it is
	problem string
	met     [][]uint16 // how many runs of a replication of the problem each shard has
}

const (
	beginnings = 64      // replications tried to begin with
	mostShards = 1 << 12 // beyond, replications are long enough apart
)

// deal hands out the replications of a policy on a problem: first is the replication to begin with,
// next the shard that gets it. First is chosen so that the fewest go to shards that have the same
// replication of other policies.
func (d *dealer) deal(problem string, replications int) (first, next int) {
	next = d.next
	d.next = (next + replications) % d.shards
	if d.shards == 1 || d.shards > mostShards {
		return 0, next
	}
	if problem != d.problem || len(d.met) < replications {
		d.problem, d.met = problem, make([][]uint16, replications)
		for r := range d.met {
			d.met[r] = make([]uint16, d.shards)
		}
	}
	least := -1
	for begin := range min(replications, beginnings) {
		sum := 0
		for i := range replications {
			sum += int(d.met[(begin+i)%replications][(next+i)%d.shards])
		}
		if least < 0 || sum < least {
			least, first = sum, begin
		}
	}
	for i := range replications {
		d.met[(first+i)%replications][(next+i)%d.shards]++
	}
	return first, next
}

// cellsOf are the runs of each problem and policy, in the order they first come in.
func cellsOf(jobs []Job) (cells [][]int) {
	known := map[[2]string]int{}
	for k, j := range jobs {
		key := [2]string{j.Problem.Label(), j.Policy.Label()}
		c, ok := known[key]
		if !ok {
			c = len(cells)
			known[key] = c
			cells = append(cells, nil)
		}
		cells[c] = append(cells[c], k)
	}
	return cells
}

// steps is how far the policy plans ahead, which is what takes longest; 0 where
// that is not known.
func (p PolicySpec) steps() int {
	q, err := p.policy()
	if err != nil {
		return 0
	}
	if q, err = q.Fill(""); err != nil {
		return 0
	}
	return q.Steps()
}
