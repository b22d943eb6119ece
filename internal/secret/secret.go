// Package secret encrypts tokens, app secrets and signing secrets, so that nobody
// can read them from the database or a backup. It uses envelope encryption with
// AES-256-GCM: a key derived from the master key wraps the keyset, and the keyset
// encrypts the data.
package secret

import (
	"bytes"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/aead/subtle"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// masterKeySize is the length of the master key in bytes: AES-256.
const masterKeySize = 32

// MasterKey is the one secret that an operator keeps. Everything else is
// derived from it or wrapped by it.
type MasterKey struct{ key []byte }

// ParseMasterKey reads a master key: 32 bytes in base64.
func ParseMasterKey(text string) (MasterKey, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != masterKeySize {
		return MasterKey{}, fmt.Errorf("the master key must be %d bytes in base64; make one with: openssl rand -base64 %d", masterKeySize, masterKeySize)
	}
	return MasterKey{key}, nil
}

// LoadMasterKey reads the master key from a file. Where the file does not
// exist and create is set, it makes a new key that only its owner can read.
func LoadMasterKey(path string, create bool) (MasterKey, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		return ParseMasterKey(string(text))
	}
	if os.IsPermission(err) {
		return MasterKey{}, fmt.Errorf("the master key cannot be read: %w; let this user read the file, or run as its owner", err)
	}
	if !os.IsNotExist(err) || !create {
		return MasterKey{}, fmt.Errorf("the master key cannot be read: %w; restore your copy of the file, because nothing opens without it", err)
	}
	key := make([]byte, masterKeySize)
	_, _ = rand.Read(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return MasterKey{}, fmt.Errorf("the folder of the master key: %w", err)
	}
	line := base64.StdEncoding.EncodeToString(key) + "\n"
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		return MasterKey{}, fmt.Errorf("the master key could not be written: %w", err)
	}
	return MasterKey{key}, nil
}

// derive returns n bytes for one purpose. Different purposes share nothing.
func (m MasterKey) derive(purpose string, n int) []byte {
	out, err := hkdf.Key(sha256.New, m.key, nil, "crm/"+purpose, n)
	if err != nil {
		panic("secret: " + err.Error()) // only for a length that HKDF cannot give
	}
	return out
}

// DatabaseKey returns the 32-byte key of the embedded database.
func (m MasterKey) DatabaseKey() []byte { return m.derive("database", 32) }

func (m MasterKey) wrapper() (tink.AEAD, error) { return subtle.NewAESGCM(m.derive("keyset", 32)) }

// Box seals and opens secrets with the keyset of one database.
type Box struct{ aead tink.AEAD }

// NewKeyset returns a fresh data keyset, wrapped by the master key.
func NewKeyset(m MasterKey) ([]byte, error) {
	wrap, err := m.wrapper()
	if err != nil {
		return nil, err
	}
	h, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = h.WriteWithAssociatedData(keyset.NewBinaryWriter(&out), wrap, []byte("crm keyset"))
	return out.Bytes(), err
}

// Open unwraps a keyset. It fails when the master key is another one.
func Open(m MasterKey, wrapped []byte) (*Box, error) {
	h, err := unwrap(m, wrapped)
	if err != nil {
		return nil, err
	}
	a, err := aead.New(h)
	return &Box{a}, err
}

func unwrap(m MasterKey, wrapped []byte) (*keyset.Handle, error) {
	wrap, err := m.wrapper()
	if err != nil {
		return nil, err
	}
	h, err := keyset.ReadWithAssociatedData(keyset.NewBinaryReader(bytes.NewReader(wrapped)), wrap, []byte("crm keyset"))
	if err != nil {
		return nil, fmt.Errorf("the secrets of this database were sealed with another master key; check CRM_MASTER_KEY: %w", err)
	}
	return h, nil
}

// Seal encrypts a secret. The context (what and whose it is) must be given
// again to open it, so that a sealed value cannot be moved to another place.
func (b *Box) Seal(plain []byte, context string) ([]byte, error) {
	return b.aead.Encrypt(plain, []byte(context))
}

// Open decrypts what Seal gave for the same context.
func (b *Box) Open(sealed []byte, context string) ([]byte, error) {
	plain, err := b.aead.Decrypt(sealed, []byte(context))
	if err != nil {
		return nil, fmt.Errorf("a stored secret cannot be opened (%s)", context)
	}
	return plain, nil
}
