// Package ptytest runs programs on pseudo-terminals, for tests (unix only): on
// one that never answers (Run), and on one that shows what it is sent and whose
// keys can be pressed (Start).
package ptytest
