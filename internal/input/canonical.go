package input

import (
	"bytes"
	"encoding/json"
)

// Canonical returns JSON in the one form that all texts of the same meaning
// have: without blanks, its names in order. What is no JSON, or gives a name
// twice, stays as it is.
func Canonical(text []byte) []byte {
	if res, err := Check(text, nil, ""); err != nil || len(res.Faults) > 0 {
		return text
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return text
	}
	out, err := json.Marshal(v) // which puts names in order
	if err != nil {
		return text
	}
	return out
}
