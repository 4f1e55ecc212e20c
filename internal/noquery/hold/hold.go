// Package hold takes os.Stdout away while packages are initialised; package
// noquery, which says why, gives it back.
//
// It must run before termenv looks at os.Stdout. Go initialises, again and
// again, the first package by import path whose imports are all done (Go spec,
// "Program initialization"). This one needs nothing but os, which is done early,
// and termenv needs package unicode, which comes late: so this one is first
// under every module path that sorts before "unicode". Where that is not so,
// the test of commands at the root of the repository fails.
package hold

import "os"

// Stdout is the true standard output.
var Stdout = os.Stdout

func init() { os.Stdout = nil } // which is no terminal
