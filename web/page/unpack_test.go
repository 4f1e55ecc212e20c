//go:build unix

package page_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os/exec"
	"testing"

	"farsight/internal/testkit"
	"farsight/web/page"
)

// What xz has packed is the same when it is unpacked, in whatever pieces it comes: noise,
// runs, matches near and far. What is cut short is refused.
func TestUnpack(t *testing.T) {
	t.Parallel()
	v := visit(t)
	xz, err := exec.LookPath("xz")
	if err != nil {
		t.Skip("no xz on the PATH")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var data []byte
	for range 3000 {
		switch from := rng.IntN(len(data) + 1); rng.IntN(4) {
		case 0:
			data = binary.LittleEndian.AppendUint64(data, rng.Uint64())
		case 1:
			data = append(data, bytes.Repeat([]byte{byte(rng.IntN(4))}, rng.IntN(900))...)
		case 2: // records that differ in a byte
			data = append(append(data, byte(rng.IntN(256))), data[max(from-20, 0):from]...)
		default:
			data = append(data, data[from:min(from+rng.IntN(3000), len(data))]...)
		}
	}
	cmd := exec.Command(xz, "--format=lzma", "--lzma1=preset=9e,lc=4,pb=0", "--stdout")
	cmd.Stdin = bytes.NewReader(data)
	packed, err := cmd.Output()
	testkit.OK(t, err)
	v.open(serve(t, map[string][]byte{"data": data, "data.lzma": packed}))
	got := v.Eval(`(async () => {
		const { Unpacker } = await import('./unpack.js'), bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
		const want = await bytes('data'), packed = await bytes('data.lzma');
		for (const piece of [packed.length, 1000, 7]) {
			const u = new Unpacker();
			let at = 0;
			const same = (got) => got.every((b) => b === want[at++]);
			for (let i = 0; i < packed.length; i += piece) if (!same(u.take(packed.subarray(i, i + piece)))) return 'pieces of ' + piece;
			if (!same(u.take(null)) || at !== want.length) return 'the end, of pieces of ' + piece;
		}
		const u = new Unpacker();
		u.take(packed.subarray(0, packed.length - 100));
		try { u.take(null); return 'cut short'; } catch (e) { return e.message; }
	})()`)
	if got != "the program did not come whole" {
		t.Errorf("unpacked otherwise: %v", got)
	}
	v.quiet()
}

// A site that has the program as LZMA says so, and it is loaded so.
func TestProgramAsLZMA(t *testing.T) {
	t.Parallel()
	v := visit(t)
	// What xz makes of the shortest program.
	lzma := []byte("\x04\x00\x00\x00\x02\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x1a\x1bT\x0eL\xb1\xda\x80\x8a\xff\xff\xfec\x10\x00")
	index, err := page.Files.ReadFile("index.html")
	testkit.OK(t, err)
	index = bytes.Replace(index, []byte("<html"), []byte(`<html data-site="lzma"`), 1)
	v.open(serve(t, map[string][]byte{"index.html": index, "farsight.wasm.lzma": lzma, "farsight.wasm.gz": nil, "offline.js": []byte("")}) + "index.html")
	v.quiet()
}
