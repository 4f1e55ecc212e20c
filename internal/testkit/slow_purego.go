//go:build purego

package testkit

const plain = true
