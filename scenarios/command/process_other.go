//go:build !unix

package command

import "os/exec"

// Without process groups, cancelling ends the command itself (exec's default);
// its pipes are closed after killGrace, so that nothing it started can hold us.
func group(*exec.Cmd) {}

func killGroup(*exec.Cmd) {}
