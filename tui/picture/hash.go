package picture

import (
	"math"
	"reflect"

	"farsight/tui/chart"
)

// hash tells figures apart: the same figure gives the same number.
type hash uint64

// Int adds a number.
func (h *hash) Int(v uint64) {
	x := (uint64(*h) ^ v) * 0x9e3779b97f4a7c15
	*h = hash(x ^ x>>29)
}

// figure adds all that is drawn of a figure.
func (h *hash) figure(f *chart.Figure) {
	of := *f
	of.ID, of.Plot.Title, of.Plot.Note = 0, "", "" // another's number, and what stands above it
	h.add(of)
}

// add adds a value with all that it holds.
func (h *hash) add(v any) { h.value(reflect.ValueOf(v)) }

func (h *hash) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		h.Int(math.Float64bits(v.Float()))
	case reflect.String:
		h.Int(uint64(v.Len()))
		for _, b := range []byte(v.String()) {
			h.Int(uint64(b))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			h.value(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		h.Int(uint64(v.Len()))
		for i := range v.Len() {
			h.value(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			h.value(v.Elem())
		}
	default:
		h.Int(integer(v))
	}
}

func integer(v reflect.Value) uint64 {
	switch {
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	case v.Bool():
		return 1
	}
	return 0
}
