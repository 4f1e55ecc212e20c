package golden

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// reader takes fields out of decoded JSON. It remembers the first error, after
// which everything reads as zero, so that a format reads as a list of fields.
type reader struct {
	err     error
	unknown []string
}

func (r *reader) fail(where, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...))
	}
}

// object is one JSON object: which case it belongs to, the path of fields to
// it inside that case, and its fields.
type object struct {
	r      *reader
	item   string // "case 3"
	prefix string // "hyper."
	fields map[string]any
	used   map[string]bool
}

func (r *reader) object(v any, item, prefix string) object {
	fields, ok := v.(map[string]any)
	if !ok {
		where := item
		if prefix != "" {
			where += ", field " + prefix[:len(prefix)-1]
		}
		r.fail(where, "must be an object { … }, is %s", kind(v))
	}
	return object{r, item, prefix, fields, map[string]bool{}}
}

// where names a field, and a row of it from 0 on; −1: the whole field.
func (o object) where(field string, row int) string {
	s := o.item + ", field " + o.prefix + field
	if row >= 0 {
		s += ", row " + strconv.Itoa(row)
	}
	return s
}

func (o object) get(field string) (any, bool) {
	o.used[field] = true
	v, ok := o.fields[field]
	if !ok {
		o.r.fail(o.where(field, -1), "is missing")
	}
	return v, ok && o.r.err == nil
}

// done notes the fields nobody asked for.
func (o object) done() {
	var names []string
	for name := range o.fields {
		if !o.used[name] {
			names = append(names, o.where(name, -1))
		}
	}
	slices.Sort(names)
	o.r.unknown = append(o.r.unknown, names...)
}

func (o object) child(field string) object {
	v, ok := o.get(field)
	if !ok {
		v = map[string]any{}
	}
	return o.r.object(v, o.item, o.prefix+field+".")
}

func (o object) text(field string) string {
	v, ok := o.get(field)
	s, isText := v.(string)
	if ok && !isText {
		o.r.fail(o.where(field, -1), "must be a word in quotes, is %s", kind(v))
	}
	return s
}

func (o object) number(field string) float64 {
	v, ok := o.get(field)
	if !ok {
		return 0
	}
	return o.r.number(v, o.where(field, -1))
}

func (o object) whole(field string) int {
	v, ok := o.get(field)
	if !ok {
		return 0
	}
	return o.r.whole(v, o.where(field, -1))
}

// list returns the entries of a field: want of them, or any number ≥ 1 if want < 0.
func (o object) list(field string, want int) []any {
	v, ok := o.get(field)
	if !ok {
		return nil
	}
	return o.r.list(v, o.where(field, -1), want)
}

func (o object) vector(field string, want int) []float64 {
	rows := o.list(field, want)
	out := make([]float64, len(rows))
	for i, v := range rows {
		out[i] = o.r.number(v, o.where(field, i))
	}
	return out
}

func (o object) wholes(field string) []int {
	rows := o.list(field, -1)
	out := make([]int, len(rows))
	for i, v := range rows {
		out[i] = o.r.whole(v, o.where(field, i))
	}
	return out
}

// pair reads one number per output.
func (o object) pair(field string) (p [2]float64) {
	copy(p[:], o.vector(field, 2))
	return p
}

func (o object) positivePair(field string) [2]float64 {
	p := o.pair(field)
	for i, v := range p {
		if !(v > 0) {
			o.r.fail(o.where(field, i), "is %v, must be above 0", v)
		}
	}
	return p
}

// matrix reads rows of cols numbers each. With nullable, a row may be null.
func (o object) matrix(field string, rows, cols int, nullable bool) [][]float64 {
	list := o.list(field, rows)
	out := make([][]float64, len(list))
	for i, v := range list {
		if v == nil && nullable {
			continue
		}
		out[i] = o.r.row(v, o.where(field, i), cols)
	}
	return out
}

// points reads a matrix inside the unit cube.
func (o object) points(field string, rows, cols int) [][]float64 {
	out := o.matrix(field, rows, cols, false)
	for i, x := range out {
		o.r.inBox(x, o.where(field, i))
	}
	return out
}

func (o object) pairs(field string, rows int) [][2]float64 {
	list := o.matrix(field, rows, 2, false)
	out := make([][2]float64, len(list))
	for i, row := range list {
		copy(out[i][:], row)
	}
	return out
}

func (r *reader) inBox(x []float64, where string) {
	for j, v := range x {
		if v < 0 || v > 1 {
			r.fail(where, "coordinate %d is %v, outside the unit cube [0, 1]", j, v)
		}
	}
}

func (r *reader) row(v any, where string, want int) []float64 {
	list := r.list(v, where, want)
	out := make([]float64, len(list))
	for j, v := range list {
		out[j] = r.number(v, where+", entry "+strconv.Itoa(j))
	}
	return out
}

func (r *reader) list(v any, where string, want int) []any {
	list, ok := v.([]any)
	switch {
	case r.err != nil:
		return nil
	case !ok:
		r.fail(where, "must be a list [ … ], is %s", kind(v))
		return nil
	case want < 0 && len(list) == 0:
		r.fail(where, "is empty")
		return nil
	case want >= 0 && len(list) != want:
		r.fail(where, "has %d entries, must have %d", len(list), want)
		return nil
	}
	return list
}

func (r *reader) number(v any, where string) float64 {
	switch v := v.(type) {
	case json.Number:
		x, err := v.Float64()
		if err != nil || math.IsInf(x, 0) {
			r.fail(where, "is %s, too large for a number here", v)
		}
		return x
	case string:
		if nonFinite([]byte(v)) == v && v != "" {
			r.fail(where, "is %s, must be a finite number", v)
			return 0
		}
	}
	r.fail(where, "must be a number, is %s", kind(v))
	return 0
}

func (r *reader) whole(v any, where string) int {
	x := r.number(v, where)
	if x != math.Trunc(x) || math.Abs(x) > 1<<40 {
		r.fail(where, "is %v, must be a whole number", x)
		return 0
	}
	return int(x)
}

func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%.40q", v)
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return "the number " + v.String()
	case []any:
		return "a list"
	}
	return "an object"
}
