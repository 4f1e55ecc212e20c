// Package usage is what commands say of a command line: the arguments they take,
// mistakes with the nearest valid name, help that leads with examples.
package usage
