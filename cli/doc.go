// Package cli is Farsight's command line: one file for each command, named after it (study_tell.go
// is `farsight study tell`), and shared code:
//
//	root.go             the tree of commands, and [Run]
//	usage.go, help.go   arguments, mistakes with the nearest valid name, help
//	terminal.go         stdout and the terminal behind it
//	words.go            how numbers, names, points and tables are printed
//
// Data goes to stdout, talk to stderr. A command returns an error and never
// prints it; [Run] prints it once, as "farsight: …".
package cli
