// Package output is how commands hand out what they made: files written whole or
// not at all, JSON, numbers and names as text, and the terminal if there is one.
package output
