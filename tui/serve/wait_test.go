package serve

import (
	"runtime"
	"sync"
	"testing"
)

// What takes seconds because somebody does nothing for so long: all of it at once,
// in rooms of their own.
func TestThoseWhoAreWaitedFor(t *testing.T) {
	before, processors := goroutines(t), runtime.GOMAXPROCS(0)
	several.Store(true)
	var all sync.WaitGroup
	for name, wait := range map[string]func(*testing.T){
		"viewers who do not read hold up nobody": viewersWhoDoNotReadHoldUpNobody,
		"silent connections keep nobody out":     silentConnectionsKeepNobodyOut,
		"passwords are guessed slowly":           passwordsAreGuessedSlowly,
		"idle guests are seen out":               idleGuestsAreSeenOut,
	} {
		all.Go(func() { t.Run(name, wait) }) // all at once, whatever the processors, which parallel subtests would not be
	}
	all.Wait()
	several.Store(false)
	runtime.GOMAXPROCS(processors) // rooms that close in another order than they opened
	nobodyLeft(t, before)
}
