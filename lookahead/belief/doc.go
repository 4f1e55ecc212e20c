// Package belief is one Gaussian process as the nodes of a scenario tree see it:
// the moments at their points, given the data and the fantasies along their
// paths, and the way back from what is made of the moments to the points. All
// nodes of a stage are computed together, several at a time.
package belief
