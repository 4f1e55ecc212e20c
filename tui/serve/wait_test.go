package serve

import (
	"runtime"
	"testing"
)

// What takes seconds because somebody does nothing for so long: all of it at once,
// in rooms of their own.
func TestThoseWhoAreWaitedFor(t *testing.T) {
	before, processors := goroutines(t), runtime.GOMAXPROCS(0)
	several.Store(true)
	t.Run("at once", func(t *testing.T) {
		for name, wait := range map[string]func(*testing.T){
			"viewers who do not read hold up nobody": viewersWhoDoNotReadHoldUpNobody,
			"silent connections keep nobody out":     silentConnectionsKeepNobodyOut,
			"passwords are guessed slowly":           passwordsAreGuessedSlowly,
			"idle guests are seen out":               idleGuestsAreSeenOut,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				wait(t)
			})
		}
	})
	several.Store(false)
	runtime.GOMAXPROCS(processors) // rooms that close in another order than they opened
	nobodyLeft(t, before)
}
