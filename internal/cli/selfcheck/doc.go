// Package selfcheck holds the commands by which Farsight examines itself: bench
// measures, verify recomputes reference numbers.
package selfcheck
