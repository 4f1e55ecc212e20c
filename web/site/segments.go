package site

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// Go's linker leaves out zeros of a program's initial memory wherever eight or more
// follow each other. That makes 100 000 segments, whose headers compress badly and take
// the browser time: with the shorter gaps filled the program is larger when unpacked,
// and 4 % smaller when compressed.

// widestGap is the most zeros that are written out between two segments, mostMemory the
// most that programs leave out between theirs.
const (
	widestGap  = 256
	mostMemory = 1 << 26
)

// Numbers of the WebAssembly format.
const (
	dataSection = 11
	constI32    = 0x41
	constEnd    = 0x0b
	headerBytes = 8 // magic and version
)

var errSegments = errors.New("the program has data segments that Go's linker did not write")

// joinSegments returns the program with neighbouring data segments joined.
func joinSegments(program []byte) ([]byte, error) {
	if len(program) < headerBytes {
		return nil, errSegments
	}
	out := slices.Clone(program[:headerBytes])
	rest := program[headerBytes:]
	for len(rest) > 0 {
		kind := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errSegments
		}
		body := rest[1+n:][:size]
		rest = rest[1+n:][size:]
		if kind == dataSection {
			var err error
			if body, err = joined(body); err != nil {
				return nil, err
			}
		}
		out = append(out, kind)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

// segment is a stretch of the program's initial memory.
type segment struct {
	offset int64
	data   []byte
}

// joined is the body of a data section with fewer, longer segments.
func joined(body []byte) ([]byte, error) {
	all, err := segments(body)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b segment) int { return cmp.Compare(a.offset, b.offset) })
	var memory []byte
	for _, s := range all {
		gap := s.offset - int64(len(memory))
		if gap < 0 || gap > mostMemory { // they overlap: their order would matter
			return nil, errSegments
		}
		memory = append(append(memory, make([]byte, gap)...), s.data...)
	}
	dropLines(memory)
	count, out := uint64(0), []byte(nil)
	for from := 0; from < len(memory); {
		if memory[from] == 0 {
			from++
			continue
		}
		end := from + 1 // of what is not 0
		for at := end; at < len(memory) && at-end <= widestGap; at++ {
			if memory[at] != 0 {
				end = at + 1
			}
		}
		out = append(out, 0, constI32)
		out = append(appendSigned(out, int64(from)), constEnd)
		out = append(binary.AppendUvarint(out, uint64(end-from)), memory[from:end]...)
		count, from = count+1, end
	}
	return append(binary.AppendUvarint(nil, count), out...), nil
}

// segments reads the body of a data section.
func segments(body []byte) ([]segment, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, errSegments
	}
	body = body[n:]
	var all []segment
	for range count {
		if len(body) < 2 || body[0] != 0 || body[1] != constI32 {
			return nil, errSegments
		}
		offset, n := signed(body[2:])
		if n == 0 || len(body) < 3+n || body[2+n] != constEnd {
			return nil, errSegments
		}
		body = body[3+n:]
		size, n := binary.Uvarint(body)
		if n <= 0 || size > uint64(len(body)-n) {
			return nil, errSegments
		}
		all = append(all, segment{offset, body[n:][:size]})
		body = body[n:][size:]
	}
	if len(body) > 0 {
		return nil, errSegments
	}
	return all, nil
}

// signed reads a signed LEB128 number and returns how many bytes it has; 0: none.
func signed(b []byte) (v int64, n int) {
	for shift := 0; n < len(b) && n < binary.MaxVarintLen32; shift += 7 {
		c := b[n]
		n++
		v |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 {
				v -= 1 << (shift + 7)
			}
			return v, n
		}
	}
	return 0, 0
}

// appendSigned writes a number that is not negative as a signed LEB128 number.
func appendSigned(to []byte, v int64) []byte {
	for ; v >= 0x40; v >>= 7 {
		to = append(to, byte(v)|0x80)
	}
	return append(to, byte(v))
}
