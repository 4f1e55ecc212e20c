// Package experiments holds the commands that run policies and count: replay,
// simulate, experiment, map.
package experiments
