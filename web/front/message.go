package front

import "math"

// What a page says is looked at field by field: what is missing, or something
// else than it should be, is nothing.

func (m Message) text(field string) string {
	s, _ := m[field].(string)
	return s
}

func (m Message) truth(field string) bool {
	b, _ := m[field].(bool)
	return b
}

// integer is a number between −10⁹ and 10⁹.
func (m Message) integer(field string) int {
	const most = 1e9
	switch v := m[field].(type) {
	case int:
		return v
	case float64:
		if !math.IsNaN(v) {
			return int(math.Max(-most, math.Min(v, most)))
		}
	}
	return 0
}

func (m Message) bytes(field string) []byte {
	b, _ := m[field].([]byte)
	return b
}

func (m Message) list(field string) []Message {
	all, _ := m[field].([]any)
	var out []Message
	for _, v := range all {
		if o, ok := v.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}
