package session

// This file writes values for another copy of the same program to read: the
// same bits, NaN, −0 and nil included, which neither JSON nor gob keeps. Types
// are known to both sides and are not written.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// Encode writes a value made of truths, numbers, texts, slices, arrays, pointers
// and structs of exported fields. Another type is a caller's mistake.
func Encode(v any) []byte { return writeWire(nil, reflect.ValueOf(v)) }

// Decode reads into what into points to a value that Encode wrote of the same
// type. What does not fit is an error, and into is then anything.
func Decode(b []byte, into any) error {
	p := reflect.ValueOf(into)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		panic("wire: decode into a pointer")
	}
	r := wireReader{b: b}
	r.read(p.Elem())
	switch {
	case r.short:
		return errors.New("a message is cut short, or not what it should be")
	case len(r.b) > 0:
		return fmt.Errorf("a message has %d bytes too many", len(r.b))
	}
	return nil
}

func writeWire(b []byte, v reflect.Value) []byte {
	switch k := v.Kind(); k {
	case reflect.Bool:
		return append(b, truth(v.Bool()))
	case reflect.Int, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint8, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Slice:
		if v.IsNil() {
			return append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(v.Len())+1)
		return writeWireAll(b, v)
	case reflect.Array:
		return writeWireAll(b, v)
	case reflect.Pointer:
		if b = append(b, truth(!v.IsNil())); v.IsNil() {
			return b
		}
		return writeWire(b, v.Elem())
	case reflect.Struct:
		checkWireFields(v.Type())
		for i := range v.NumField() {
			b = writeWire(b, v.Field(i))
		}
		return b
	}
	panic(fmt.Sprintf("wire: there is no way to writeWire a %v", v.Type()))
}

func writeWireAll(b []byte, v reflect.Value) []byte {
	if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
		return append(b, v.Bytes()...)
	}
	for i := range v.Len() {
		b = writeWire(b, v.Index(i))
	}
	return b
}

// checkFields refuses what could not be written whole.
func checkWireFields(t reflect.Type) {
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() {
			panic(fmt.Sprintf("wire: the field %s of %v is not exported and would be lost", f.Name, t))
		}
	}
}

func truth(t bool) byte {
	if t {
		return 1
	}
	return 0
}

// reader reads what is left of a message.
type wireReader struct {
	b     []byte
	short bool // there was less than there should be
}

func (r *wireReader) take(n uint64) []byte {
	if r.short || n > uint64(len(r.b)) {
		r.short, r.b = true, nil
		return make([]byte, 0)
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *wireReader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.short = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *wireReader) truth() bool {
	b := r.take(1)
	return len(b) == 1 && b[0] != 0
}

func (r *wireReader) read(v reflect.Value) {
	if r.short {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.truth())
	case reflect.Int, reflect.Int64:
		i, n := binary.Varint(r.b)
		if n <= 0 {
			r.short = true
			return
		}
		r.b = r.b[n:]
		v.SetInt(i)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(r.unsigned())
	case reflect.Float64:
		if b := r.take(8); len(b) == 8 {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.String:
		v.SetString(string(r.take(r.unsigned())))
	case reflect.Slice:
		n := r.unsigned()
		if n == 0 || n-1 > uint64(len(r.b)) { // every element has a byte at least
			r.short = r.short || n > 0
			v.SetZero()
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), int(n-1), int(n-1)))
		r.readAll(v)
	case reflect.Array:
		r.readAll(v)
	case reflect.Pointer:
		if !r.truth() {
			v.SetZero()
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		r.read(v.Elem())
	case reflect.Struct:
		checkWireFields(v.Type())
		for i := range v.NumField() {
			r.read(v.Field(i))
		}
	default:
		panic(fmt.Sprintf("wire: there is no way to read a %v", v.Type()))
	}
}

func (r *wireReader) readAll(v reflect.Value) {
	if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
		copy(v.Bytes(), r.take(uint64(v.Len())))
		return
	}
	for i := 0; i < v.Len() && !r.short; i++ {
		r.read(v.Index(i))
	}
}
