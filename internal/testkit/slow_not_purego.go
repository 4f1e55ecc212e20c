//go:build !purego

package testkit

const plain = false
