package session

import (
	"math"
	"testing"
)

type inner struct {
	X []float64
	P *inner
}

type all struct {
	B     bool
	I     int
	L     int64
	U     uint64
	F     float64
	S     string
	Nil   []float64
	Empty []float64
	Some  []inner
	Bytes []byte
	A     [2]float64
	P, Q  *inner
	inner
}

type whole struct {
	B     bool
	I     int
	L     int64
	U     uint64
	F     float64
	S     string
	Nil   []float64
	Empty []float64
	Some  []inner
	Bytes []byte
	A     [2]float64
	P, Q  *inner
}

func sample() whole {
	return whole{
		true, -5, math.MinInt64, math.MaxUint64, math.Copysign(0, -1), "Ofen \x00 ä", nil, []float64{}, []inner{{}, {X: []float64{1, math.Inf(-1)}}},
		[]byte{0, 255}, [2]float64{math.SmallestNonzeroFloat64, math.MaxFloat64}, nil, &inner{P: &inner{X: []float64{3}}},
	}
}

// Whatever comes in, it is an error or a value, and no more memory than bytes.
func FuzzDecode(f *testing.F) {
	b := Encode(sample())
	f.Add(b)
	for i := range len(b) {
		f.Add(b[:i])
	}
	f.Add(append([]byte{1, 0, 0, 0}, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		var v whole
		if Decode(b, &v) == nil {
			var again whole
			if err := Decode(Encode(v), &again); err != nil {
				t.Errorf("%x reads as what cannot be written: %v", b, err)
			}
		}
	})
}

func TestCutShort(t *testing.T) {
	t.Parallel()
	b := Encode(sample())
	for i := range b {
		var v whole
		if err := Decode(b[:i], &v); err == nil {
			t.Errorf("%d of %d bytes were enough", i, len(b))
		}
	}
	var v whole
	if err := Decode(append(b, 0), &v); err == nil {
		t.Error("a byte too many went unnoticed")
	}
}

// What would be lost on the way is refused where it is written.
func TestNothingIsLostSilently(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]any{"hidden": all{}, "function": func() {}, "map": map[string]int{}, "any": struct{ V any }{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was written", name)
				}
			}()
			Encode(v)
		}()
	}
}
