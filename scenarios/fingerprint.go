package scenarios

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// Fingerprint returns a hash of lists of numbers, to the bit.
func Fingerprint(lists ...[]float64) string {
	h := sha256.New()
	var b [8]byte
	write := func(v uint64) {
		binary.LittleEndian.PutUint64(b[:], v)
		h.Write(b[:])
	}
	for _, list := range lists {
		write(uint64(len(list)))
		for _, v := range list {
			write(math.Float64bits(v))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
