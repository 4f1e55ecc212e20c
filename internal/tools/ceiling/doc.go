// Package ceiling says how much is there to gain at all: on problems so small
// that the best way to spend the whole budget can be computed, it compares what
// policies reach with what can be reached.
//
// A problem has a handful of points whose values are jointly normal and whose
// costs are known. A look shows one of a few values, the means of equally probable
// parts of what is believed, and is worth its expected improvement; a run ends
// when nothing affordable is left. Dynamic programming over every order
// of looks and everything they may show gives the optimum; a policy is played at
// every state it can reach. Both are exact, and no policy can exceed the optimum.
//
// Beyond six points the optimum is bounded from above (clairvoyant), on cells of the map with
// points on a grid.
package ceiling
