//go:build !purego

package linalg

import (
	"os"
	"testing"
)

// TestMain runs all tests with the assembly and, where that can run, without.
func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 && vectors {
		vectors = false
		code = m.Run()
	}
	os.Exit(code)
}
