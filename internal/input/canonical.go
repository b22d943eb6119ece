package input

import (
	"bytes"
	"encoding/json"
)

// Canonical returns JSON in the one form that all texts of the same meaning
// share: without spaces, names sorted. Text that is not JSON, or repeats a name,
// is returned unchanged.
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
	out, err := json.Marshal(v) // this sorts the names
	if err != nil {
		return text
	}
	return out
}
