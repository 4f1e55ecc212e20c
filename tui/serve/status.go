package serve

import (
	"cmp"
	"fmt"
	"maps"
	"runtime/metrics"
	"slices"
	"strings"
)

// status is how a room is.
type status struct {
	guests, seats int
	door          int // connections that have no seat

	computing, processors int // what is computed, and how much may be at a time
	waiting               int // sessions that wait for their turn
	memory                uint64

	Lost    int            // drawings and decisions that do not end
	Refused map[string]int // by reason
}

// Status returns the present state of the room.
func (r *Room) Status() status {
	s := status{Refused: r.refusals.count(), processors: r.set.compute, seats: r.set.Most}
	r.mu.Lock()
	s.guests = len(r.sessions)
	for c := range r.connections {
		if c.stage != seated {
			s.door++
		}
	}
	for _, n := range r.lost {
		s.Lost += n
	}
	turns := r.turns
	r.mu.Unlock()
	if turns != nil {
		turns.mu.Lock()
		s.computing, s.waiting = r.set.compute-turns.free, len(turns.line)
		turns.mu.Unlock()
	}
	memory := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(memory)
	s.memory = memory[0].Value.Uint64() - memory[1].Value.Uint64()
	return s
}

// String is the status in a line.
func (s status) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d seats, %d at the door; %d of %d computing, %d waiting, %d MB", s.guests, s.seats, s.door, s.computing, s.processors, s.waiting, s.memory>>20)
	if s.Lost > 0 {
		fmt.Fprintf(&b, ", %d do not end", s.Lost)
	}
	all := 0
	for _, n := range s.Refused {
		all += n
	}
	fmt.Fprintf(&b, "; %d refused", all)
	sep := ": "
	for _, why := range slices.SortedFunc(maps.Keys(s.Refused), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Refused[b], s.Refused[a]), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(&b, "%s%d %s", sep, s.Refused[why], why)
		sep = ", "
	}
	return b.String()
}
