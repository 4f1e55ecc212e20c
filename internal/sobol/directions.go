package sobol

// depth is the length of a coordinate as a binary fraction, and 2^depth the
// length of the sequence. 48 bits scramble in eight groups of six (scramble.go)
// and leave room for the half step that keeps a coordinate off 0 and 1.
const depth = 48

// netDims is the number of dimensions with direction numbers.
const netDims = 1 + len(joeKuo)

// polynomial is a dimension's primitive polynomial over GF(2),
//
//	xˢ + a₁xˢ⁻¹ + … + aₛ₋₁x + 1,
//
// a holding a₁…aₛ₋₁ from its highest bit down, and the integers m₁…mₛ, each odd
// and mᵢ < 2ⁱ, that start its direction numbers; the degree s is len(m).
type polynomial struct {
	a uint64
	m []uint64
}

// directions returns the direction numbers v₁…v₄₈ of dimension j, counted from 0.
//
//	vᵢ = mᵢ/2ⁱ                                      i ≤ s
//	vᵢ = a₁vᵢ₋₁ ⊕ … ⊕ aₛ₋₁vᵢ₋ₛ₊₁ ⊕ vᵢ₋ₛ ⊕ vᵢ₋ₛ/2ˢ   i > s
func directions(j int) (v [depth]uint64) {
	if j == 0 { // van der Corput: every mᵢ is 1
		for i := range v {
			v[i] = 1 << (depth - 1 - i)
		}
		return v
	}
	p := joeKuo[j-1]
	s := len(p.m)
	for i := range v {
		if i < s {
			v[i] = p.m[i] << (depth - 1 - i)
			continue
		}
		v[i] = v[i-s] ^ v[i-s]>>s
		for k := 1; k < s; k++ {
			v[i] ^= (p.a >> (s - 1 - k) & 1) * v[i-k]
		}
	}
	return v
}

// joeKuo holds dimensions 2 to 64 of new-joe-kuo-6.21201, the set Joe and Kuo
// recommend. Copyright © 2008 Frances Y. Kuo and Stephen Joe; the licence is in
// LICENSE.joe-kuo.
var joeKuo = [...]polynomial{
	{0, []uint64{1}},                                  // 2
	{1, []uint64{1, 3}},                               // 3
	{1, []uint64{1, 3, 1}},                            // 4
	{2, []uint64{1, 1, 1}},                            // 5
	{1, []uint64{1, 1, 3, 3}},                         // 6
	{4, []uint64{1, 3, 5, 13}},                        // 7
	{2, []uint64{1, 1, 5, 5, 17}},                     // 8
	{4, []uint64{1, 1, 5, 5, 5}},                      // 9
	{7, []uint64{1, 1, 7, 11, 19}},                    // 10
	{11, []uint64{1, 1, 5, 1, 1}},                     // 11
	{13, []uint64{1, 1, 1, 3, 11}},                    // 12
	{14, []uint64{1, 3, 5, 5, 31}},                    // 13
	{1, []uint64{1, 3, 3, 9, 7, 49}},                  // 14
	{13, []uint64{1, 1, 1, 15, 21, 21}},               // 15
	{16, []uint64{1, 3, 1, 13, 27, 49}},               // 16
	{19, []uint64{1, 1, 1, 15, 7, 5}},                 // 17
	{22, []uint64{1, 3, 1, 15, 13, 25}},               // 18
	{25, []uint64{1, 1, 5, 5, 19, 61}},                // 19
	{1, []uint64{1, 3, 7, 11, 23, 15, 103}},           // 20
	{4, []uint64{1, 3, 7, 13, 13, 15, 69}},            // 21
	{7, []uint64{1, 1, 3, 13, 7, 35, 63}},             // 22
	{8, []uint64{1, 3, 5, 9, 1, 25, 53}},              // 23
	{14, []uint64{1, 3, 1, 13, 9, 35, 107}},           // 24
	{19, []uint64{1, 3, 1, 5, 27, 61, 31}},            // 25
	{21, []uint64{1, 1, 5, 11, 19, 41, 61}},           // 26
	{28, []uint64{1, 3, 5, 3, 3, 13, 69}},             // 27
	{31, []uint64{1, 1, 7, 13, 1, 19, 1}},             // 28
	{32, []uint64{1, 3, 7, 5, 13, 19, 59}},            // 29
	{37, []uint64{1, 1, 3, 9, 25, 29, 41}},            // 30
	{41, []uint64{1, 3, 5, 13, 23, 1, 55}},            // 31
	{42, []uint64{1, 3, 7, 3, 13, 59, 17}},            // 32
	{50, []uint64{1, 3, 1, 3, 5, 53, 69}},             // 33
	{55, []uint64{1, 1, 5, 5, 23, 33, 13}},            // 34
	{56, []uint64{1, 1, 7, 7, 1, 61, 123}},            // 35
	{59, []uint64{1, 1, 7, 9, 13, 61, 49}},            // 36
	{62, []uint64{1, 3, 3, 5, 3, 55, 33}},             // 37
	{14, []uint64{1, 3, 1, 15, 31, 13, 49, 245}},      // 38
	{21, []uint64{1, 3, 5, 15, 31, 59, 63, 97}},       // 39
	{22, []uint64{1, 3, 1, 11, 11, 11, 77, 249}},      // 40
	{38, []uint64{1, 3, 1, 11, 27, 43, 71, 9}},        // 41
	{47, []uint64{1, 1, 7, 15, 21, 11, 81, 45}},       // 42
	{49, []uint64{1, 3, 7, 3, 25, 31, 65, 79}},        // 43
	{50, []uint64{1, 3, 1, 1, 19, 11, 3, 205}},        // 44
	{52, []uint64{1, 1, 5, 9, 19, 21, 29, 157}},       // 45
	{56, []uint64{1, 3, 7, 11, 1, 33, 89, 185}},       // 46
	{67, []uint64{1, 3, 3, 3, 15, 9, 79, 71}},         // 47
	{70, []uint64{1, 3, 7, 11, 15, 39, 119, 27}},      // 48
	{84, []uint64{1, 1, 3, 1, 11, 31, 97, 225}},       // 49
	{97, []uint64{1, 1, 1, 3, 23, 43, 57, 177}},       // 50
	{103, []uint64{1, 3, 7, 7, 17, 17, 37, 71}},       // 51
	{115, []uint64{1, 3, 1, 5, 27, 63, 123, 213}},     // 52
	{122, []uint64{1, 1, 3, 5, 11, 43, 53, 133}},      // 53
	{8, []uint64{1, 3, 5, 5, 29, 17, 47, 173, 479}},   // 54
	{13, []uint64{1, 3, 3, 11, 3, 1, 109, 9, 69}},     // 55
	{16, []uint64{1, 1, 1, 5, 17, 39, 23, 5, 343}},    // 56
	{22, []uint64{1, 3, 1, 5, 25, 15, 31, 103, 499}},  // 57
	{25, []uint64{1, 1, 1, 11, 11, 17, 63, 105, 183}}, // 58
	{44, []uint64{1, 1, 5, 11, 9, 29, 97, 231, 363}},  // 59
	{47, []uint64{1, 1, 5, 15, 19, 45, 41, 7, 383}},   // 60
	{52, []uint64{1, 3, 7, 7, 31, 19, 83, 137, 221}},  // 61
	{55, []uint64{1, 1, 1, 3, 23, 15, 111, 223, 83}},  // 62
	{59, []uint64{1, 1, 5, 13, 31, 15, 55, 25, 161}},  // 63
	{62, []uint64{1, 1, 3, 13, 25, 47, 39, 87, 257}},  // 64
}
