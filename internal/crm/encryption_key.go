package crm

import (
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"strings"
)

// encryptionKeyBits is how long the provider wants the key of flows (outbound.md 5.3).
const encryptionKeyBits = 2048

// EncryptionKey is the public key by which the provider encrypts what contacts enter in
// flows. The zero value is none.
type EncryptionKey struct {
	// PEM is the key as text; Fingerprint the SHA-256 of its DER form in hexadecimal.
	PEM, Fingerprint string
}

// makeKeyPair says how to make what is asked for.
const makeKeyPair = "Make a pair with: openssl genrsa -out private.pem 2048, and send what openssl rsa -in private.pem -pubout prints."

// ReadEncryptionKey returns the key that is written in a text, in the form in which the
// provider gets it, or its fault.
func ReadEncryptionKey(text string, f *Faults) EncryptionKey {
	const pointer = "/publicKey"
	refuse := func(code Code, sentence string) EncryptionKey {
		f.Add(pointer, code, "%s", sentence)
		return EncryptionKey{}
	}
	text = strings.TrimSpace(text)
	block, rest := pem.Decode([]byte(text))
	switch {
	case text == "":
		return refuse(CodeRequired, "publicKey is required: a 2048-bit RSA public key in PEM.")
	case strings.Contains(text, "PRIVATE KEY"): // of any kind, also broken
		return refuse(CodePrivateKey, "publicKey has a private key in it. It is never needed here: keep it where flows are decrypted, and send the public key alone (openssl rsa -in private.pem -pubout). Nothing was stored; if the private key went through other hands, make a new pair.")
	case block == nil:
		return refuse(CodeParameterInvalid, "publicKey is not in PEM: it begins with -----BEGIN PUBLIC KEY-----. "+makeKeyPair)
	case block.Type != "PUBLIC KEY" && block.Type != "RSA PUBLIC KEY":
		return refuse(CodeParameterInvalid, "publicKey must be a public key, and no "+strings.ToLower(block.Type)+". "+makeKeyPair)
	case strings.TrimSpace(string(rest)) != "":
		return refuse(CodeParameterInvalid, "publicKey must be one key, with nothing behind it.")
	}
	public := parsePublicKey(block.Bytes)
	switch {
	case public == nil:
		return refuse(CodeParameterInvalid, "publicKey is no RSA public key. "+makeKeyPair)
	case public.N.BitLen() != encryptionKeyBits:
		f.Add(pointer, CodeParameterInvalid, "publicKey has %d bits; the provider takes %d. %s", public.N.BitLen(), encryptionKeyBits, makeKeyPair)
		return EncryptionKey{}
	}
	return keyOf(public)
}

// ShownEncryptionKey is a key as the provider tells it, with its fingerprint if it can be
// read.
func ShownEncryptionKey(text string) EncryptionKey {
	if block, _ := pem.Decode([]byte(text)); block != nil {
		if public := parsePublicKey(block.Bytes); public != nil {
			return EncryptionKey{PEM: text, Fingerprint: keyOf(public).Fingerprint}
		}
	}
	return EncryptionKey{PEM: text}
}

// parsePublicKey returns an RSA key in either of its forms; nil for anything else.
func parsePublicKey(der []byte) *rsa.PublicKey {
	if key, err := x509.ParsePKCS1PublicKey(der); err == nil {
		return key
	}
	key, _ := x509.ParsePKIXPublicKey(der)
	public, _ := key.(*rsa.PublicKey)
	return public
}

func keyOf(public *rsa.PublicKey) EncryptionKey {
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return EncryptionKey{}
	}
	sum := sha256.Sum256(der)
	return EncryptionKey{PEM: string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})), Fingerprint: hex.EncodeToString(sum[:])}
}
