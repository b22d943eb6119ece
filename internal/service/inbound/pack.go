package inbound

import (
	_ "embed"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/s2"
)

// Bodies are many and alike: with what they have in common known to both sides, a
// body takes a third of its bytes. The first byte of what is stored is the number
// of the dictionary, so that a better one can be added: this one must never change.
//
//go:embed bodies.1.dict
var firstDictionary []byte

const firstDictionaryNumber = 1

// minPacked is from where on packing pays.
const minPacked = 128

// dictionary serves all goroutines.
var dictionary = sync.OnceValue(func() *s2.Dict { return s2.MakeDict(firstDictionary, nil) })

// packBody returns what is stored of a body, and its size if that is packed; 0
// where it is stored as it came because packing does not pay.
func packBody(body []byte) (size int, stored []byte) {
	if len(body) >= minPacked {
		packed := dictionary().Encode(make([]byte, s2.MaxEncodedLen(len(body))), body)
		if len(packed)+1 < len(body) {
			return len(body), append([]byte{firstDictionaryNumber}, packed...)
		}
	}
	return 0, append([]byte{}, body...)
}

// UnpackBody returns a body as it came.
func UnpackBody(size int, stored []byte) ([]byte, error) {
	if size == 0 {
		return stored, nil
	}
	if len(stored) == 0 || stored[0] != firstDictionaryNumber {
		return nil, errors.New("unpack a body: no such dictionary")
	}
	has, err := s2.DecodedLen(stored[1:])
	if err == nil && has != size {
		err = fmt.Errorf("it had %d bytes, and has %d", size, has)
	}
	if err != nil {
		return nil, fmt.Errorf("unpack a body: %w", err)
	}
	body, err := dictionary().Decode(make([]byte, size), stored[1:])
	if err != nil {
		return nil, fmt.Errorf("unpack a body: %w", err)
	}
	return body, nil
}
