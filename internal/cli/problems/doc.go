// Package problems holds the commands about problems: scenarios, new, check, fit;
// and the flags and the loading that all commands on problems share.
package problems
