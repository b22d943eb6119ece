// Package sealed is a file system for SQLite that encrypts and authenticates databases
// and their logs. It knows no tables.
package sealed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// sealSize is by how much a sealed piece is longer than the plain one: the tag
// of 16 bytes, a counter of 8 and a salt of 16.
const sealSize = 16 + counterSize + saltSize

const (
	counterSize = 8
	saltSize    = 16
)

// KeySize is how many bytes the key of a sealed database has.
const KeySize = 32

// sealer seals the pieces of a file with AES-256-GCM. Every opening of a file
// draws a random salt, derives a key of its own from it, and counts what it
// seals: no key meets a nonce twice. A piece tells its salt and counter, and
// is bound to its place in the file.
type sealer struct {
	key   []byte
	salt  [saltSize]byte
	own   cipher.AEAD // under salt
	count uint64      // pieces sealed under it
	known map[[saltSize]byte]cipher.AEAD
}

func newSealer(key []byte) (*sealer, error) {
	s := &sealer{key: key, known: map[[saltSize]byte]cipher.AEAD{}}
	_, _ = rand.Read(s.salt[:])
	own, err := s.under(s.salt)
	s.own = own
	return s, err
}

// maxKnown bounds the keys that are remembered; a file has one per opening
// that wrote to it.
const maxKnown = 256

func (s *sealer) under(salt [saltSize]byte) (cipher.AEAD, error) {
	if a, ok := s.known[salt]; ok {
		return a, nil
	}
	key, err := hkdf.Key(sha256.New, s.key, salt[:], "crm/database/pieces", KeySize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	a, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	if len(s.known) >= maxKnown {
		clear(s.known)
	}
	s.known[salt] = a
	return a, nil
}

// place is where a piece belongs: the kind of file and the offset.
type place struct {
	kind   byte
	offset int64
}

func (p place) bytes() (b [9]byte) {
	b[0] = p.kind
	binary.BigEndian.PutUint64(b[1:], uint64(p.offset))
	return b
}

// seal appends the sealed piece to out.
func (s *sealer) seal(out, plain []byte, p place) []byte {
	var nonce [12]byte
	binary.BigEndian.PutUint64(nonce[:], s.count)
	s.count++
	at := p.bytes()
	out = s.own.Seal(out, nonce[:], plain, at[:])
	out = append(out, nonce[:counterSize]...)
	return append(out, s.salt[:]...)
}

// open writes the plain piece over out, which must not overlap sealed. It
// fails with errNotSealed for anything but what seal gave for the place.
func (s *sealer) open(out, sealed []byte, p place) ([]byte, error) {
	text, end := sealed[:len(sealed)-counterSize-saltSize], sealed[len(sealed)-counterSize-saltSize:]
	a, err := s.under([saltSize]byte(end[counterSize:]))
	if err != nil {
		return nil, err
	}
	var nonce [12]byte
	copy(nonce[:], end[:counterSize])
	at := p.bytes()
	plain, err := a.Open(out[:0], nonce[:], text, at[:])
	if err != nil {
		return nil, fmt.Errorf("%w at %d", errNotSealed, p.offset)
	}
	return plain, nil
}

var errNotSealed = fmt.Errorf("not sealed with this key")
