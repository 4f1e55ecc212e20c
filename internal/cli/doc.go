// Package cli holds Farsight's commands, one file each, and what they share:
// help that leads with examples, messages for mistakes, and exit codes.
//
// Data goes to stdout, talk to stderr. A command returns an error and never
// prints it; [Run] prints it once, as "farsight: …".
package cli
