package sobol

// This file keeps the random streams of one run apart: whoever draws asks
// for the seed of its own stream at its own step, so that nothing drawn depends
// on what others draw.

// Stream is what a seed is for.
type Stream int

// The streams. Their numbers are part of every result: new ones go to the end.
const (
	Design    Stream = iota + 1 // the initial design
	Fantasies                   // base samples of scenario trees
	Search                      // starts of maximisations
	Random                      // points drawn at random
	Schedule                    // the rollout behind a fantasy budget
	Draw                        // functions drawn from what is believed
	Noise                       // of simulated measurements
)

// Seed derives the seed of one stream at one step from a run's seed (splitmix64).
func Seed(run uint64, s Stream, step int) uint64 {
	z := run + 0x9e3779b97f4a7c15*uint64(s) + 0xbf58476d1ce4e5b9*uint64(step+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
