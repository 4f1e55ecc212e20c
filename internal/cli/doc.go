// Package cli is Farsight's command line: the root command, help, completion, and
// [Run]. The commands stand in the packages below it, one file each:
//
//	explorer     explore, tour, export, serve
//	experiments  replay, simulate, experiment, map
//	studies      study …
//	problems     scenarios, new, check, fit
//	version      version
//	usage        arguments, mistakes, help
//	output       files, JSON, numbers, the terminal
//
// Data goes to stdout, talk to stderr. A command returns an error and never
// prints it; [Run] prints it once, as "farsight: …".
package cli
