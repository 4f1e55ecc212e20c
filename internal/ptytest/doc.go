// Package ptytest runs programs on a pseudo-terminal that never answers, for
// tests (unix only).
package ptytest
