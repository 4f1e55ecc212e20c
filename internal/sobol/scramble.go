package sobol

// group is the number of bits scrambled from one hash: a binary tree six levels
// deep has 63 nodes, so 64 random bits decide every flip in it.
const group = 6

// golden is 2⁶⁴ divided by the golden ratio, the odd step of SplitMix64.
const golden = 0x9e3779b97f4a7c15

// mix is the output function of SplitMix64 (Steele, Lea and Flood 2014; the
// constants are Stafford's). mix(key + i·golden) is draw i of the stream that
// key starts, at no more cost for a late draw than for an early one.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// scramble is Owen's nested uniform scrambling in base 2 of a 48-bit fraction: each bit is flipped
// or not by an independent random bit for every value of the bits above it. Two fractions that
// agree in exactly k leading bits still do afterwards, so elementary intervals are permuted and a
// net remains a net.
//
// The random bits are not stored. Numbered as a heap, root 1, the tree under a prefix keeps them in
// the 63 upper bits of a hash of that prefix.
func scramble(x, key uint64) (y uint64) {
	for shift := uint(depth); shift != 0; {
		prefix := (x | 1<<depth) >> shift // the leading 1 distinguishes 0 from 00
		h := mix(key + prefix*golden)
		shift -= group
		g := x >> shift & (1<<group - 1)
		// Node 2ᵏ + (the first k bits of g) holds the random bit of bit k; & 63 changes nothing but
		// lets the compiler drop its check of the shift.
		var f uint64
		if g == 0 { // below the leading bits of an early point, always
			f = h>>1&1<<5 | h>>2&1<<4 | h>>4&1<<3 | h>>8&1<<2 | h>>16&1<<1 | h>>32&1
		} else {
			f = h >> 1 & 1
			f = f<<1 | h>>((2|g>>5)&63)&1
			f = f<<1 | h>>((4|g>>4)&63)&1
			f = f<<1 | h>>((8|g>>3)&63)&1
			f = f<<1 | h>>((16|g>>2)&63)&1
			f = f<<1 | h>>((32|g>>1)&63)&1
		}
		y = y<<group | (g ^ f)
	}
	return y
}
