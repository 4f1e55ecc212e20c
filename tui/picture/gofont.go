//go:build !js

package picture

// This file has the Go fonts that pictures are written in, compressed:
// golang.org/x/image has them as 500 000 numbers in brackets, which take the
// compiler more than a second and the program twice the room. A test holds them
// against those, and with -update writes them anew.

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

//go:embed font/regular.zlib
var regularPacked []byte

//go:embed font/mono.zlib
var monoPacked []byte

//go:embed font/monobold.zlib
var monoBoldPacked []byte

// The fonts as TrueType files, unpacked when they are first asked for.
var (
	regularFont  = sync.OnceValue(func() []byte { return unpack(regularPacked) })
	monoFont     = sync.OnceValue(func() []byte { return unpack(monoPacked) })
	monoBoldFont = sync.OnceValue(func() []byte { return unpack(monoBoldPacked) })
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
