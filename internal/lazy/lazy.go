// Package lazy computes a value when it is first asked for.
package lazy

import "sync"

// Value is computed once, by whoever asks first; the others wait. Its zero
// value is ready to use, unlike what sync.OnceValues returns, so that a struct
// that holds one needs no constructor.
type Value[T any] struct {
	once sync.Once
	v    T
	err  error
}

// Get returns the value, calling compute if nobody did before.
func (l *Value[T]) Get(compute func() (T, error)) (T, error) {
	l.once.Do(func() { l.v, l.err = compute() })
	return l.v, l.err
}
