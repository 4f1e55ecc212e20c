// Package gofont has the Go fonts that pictures are written in, compressed:
// golang.org/x/image has them as 500 000 numbers in brackets, which take the
// compiler more than a second and the program twice the room. A test holds them
// against those, and with -update writes them anew.
package gofont

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

//go:embed regular.zlib
var regular []byte

//go:embed mono.zlib
var mono []byte

//go:embed monobold.zlib
var monoBold []byte

// The fonts as TrueType files, unpacked when they are first asked for.
var (
	Regular  = sync.OnceValue(func() []byte { return unpack(regular) })
	Mono     = sync.OnceValue(func() []byte { return unpack(mono) })
	MonoBold = sync.OnceValue(func() []byte { return unpack(monoBold) })
)

func unpack(packed []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err == nil {
		var ttf []byte
		if ttf, err = io.ReadAll(r); err == nil {
			return ttf
		}
	}
	panic(fmt.Sprintf("gofont: a built-in font: %v", err)) // our own mistake
}
