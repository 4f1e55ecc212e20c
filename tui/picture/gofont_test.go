package picture

import (
	"bytes"
	"compress/zlib"
	"flag"
	"os"
	"testing"

	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
)

var update = flag.Bool("update", false, "write the fonts anew")

func TestFontsAreThoseOfTheModule(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file string
		got  func() []byte
		want []byte
	}{
		{"font/regular.zlib", regularFont, goregular.TTF},
		{"font/mono.zlib", monoFont, gomono.TTF},
		{"font/monobold.zlib", monoBoldFont, gomonobold.TTF},
	} {
		if *update {
			var b bytes.Buffer
			w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(c.want); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(c.file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue // what is embedded is the file before
		}
		if !bytes.Equal(c.got(), c.want) {
			t.Errorf("%s is not the module's font: go test ./tui/picture -update", c.file)
		}
	}
}
