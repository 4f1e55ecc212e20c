// Package elementary has the functions of calculus that Go's math computes by
// assembly on some machines and not on others, each with last bits of its own:
// exp, log and hypot, and what is made of them. Here they are the same bits
// everywhere, so that a page in a browser prints the numbers of the command
// line. Everything that decides or measures uses these; a test of the house sees
// to it.
//
// Products are rounded before they are added to (float64(a*b)), which keeps
// compilers from fusing the two where the machine could.
package elementary
