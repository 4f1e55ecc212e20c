// Package ceiling computes how much there is to gain: on problems so small that the optimal policy
// can be computed, it compares policies with the optimum.
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
