// Package webpush encrypts messages for browsers and gives them to their push services:
// RFC 8030, 8188, 8291 and 8292 (VAPID). It stores nothing.
package webpush

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	// MaxPayload is how many bytes a message has at most. Each is filled up to it, so that
	// its length says nothing.
	MaxPayload = 3 << 10
	recordSize = 4096
	tokenLife  = 12 * time.Hour
	// maxAnswer is how much of an answer is read, so that its connection can be used again.
	maxAnswer = 16 << 10
)

// ErrSubscription is a subscription whose keys are none.
var ErrSubscription = errors.New("webpush: the keys of the subscription are not valid")

// Key signs for the service at push services. Browsers subscribe to its public part.
type Key struct{ private *ecdsa.PrivateKey }

// NewKey makes a key, and returns its secret part.
func NewKey() (secret []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	return private.Bytes()
}

// ParseKey returns the key of a secret part.
func ParseKey(secret []byte) (*Key, error) {
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), secret)
	return &Key{private}, err
}

// Public is what browsers need to subscribe: the point, as base64url.
func (k *Key) Public() string {
	point, err := k.private.PublicKey.Bytes()
	if err != nil {
		panic(err) // it is on the curve
	}
	return base64.RawURLEncoding.EncodeToString(point)
}

// authorization is the header by which a push service knows who sends.
func (k *Key) authorization(endpoint *url.URL, contact string, now time.Time) (string, error) {
	claims, err := json.Marshal(map[string]any{"aud": endpoint.Scheme + "://" + endpoint.Host, "exp": now.Add(tokenLife).Unix(), "sub": contact})
	if err != nil {
		return "", err
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + base64.RawURLEncoding.EncodeToString(claims)
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, sum[:])
	if err != nil {
		return "", err
	}
	var signature [64]byte
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return "vapid t=" + text + "." + base64.RawURLEncoding.EncodeToString(signature[:]) + ", k=" + k.Public(), nil
}

// Subscription is where a browser is told of something, with its public key and secret.
type Subscription struct {
	Endpoint     string
	P256dh, Auth []byte
}

// Validate returns ErrSubscription unless the keys can be used.
func (s Subscription) Validate() error {
	if _, err := ecdh.P256().NewPublicKey(s.P256dh); err != nil || len(s.Auth) != 16 {
		return ErrSubscription
	}
	return nil
}

// Message is what a browser is told.
type Message struct {
	Payload []byte
	Topic   string // a later message of the topic takes the place of one that waits; at most 32 letters
	TTL     time.Duration
	Urgent  bool
}

// Outcome is what came of a call. Begun says that the request may have reached the push
// service: an error after that leaves open whether it took the message.
type Outcome struct {
	Status     int
	RetryAfter time.Duration
	Begun      bool
}

// Send gives a message to the push service of a browser. contact is mailto: or https:
// where the push service finds who runs this one.
func (k *Key) Send(ctx context.Context, client *http.Client, s Subscription, m Message, contact string) (out Outcome, err error) {
	local, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return out, err
	}
	var salt [16]byte
	_, _ = rand.Read(salt[:])
	body, err := seal(m.Payload, s, local, salt[:], MaxPayload)
	if err != nil {
		return out, err
	}
	var wrote atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { wrote.Store(true) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Endpoint, bytes.NewReader(body))
	if err != nil {
		return out, err
	}
	req.GetBody = nil // never sent again by itself
	authorization, err := k.authorization(req.URL, contact, time.Now())
	if err != nil {
		return out, err
	}
	req.Header.Set("Authorization", authorization)
	req.Header.Set("Content-Encoding", "aes128gcm")
	req.Header.Set("Content-Type", "application/octet-stream")
	req.Header.Set("TTL", strconv.Itoa(int(m.TTL/time.Second)))
	if m.Topic != "" {
		req.Header.Set("Topic", m.Topic)
	}
	if m.Urgent {
		req.Header.Set("Urgency", "high")
	}
	res, err := client.Do(req)
	if out.Begun = wrote.Load(); err != nil {
		return out, err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.CopyN(io.Discard, res.Body, maxAnswer)
	out.Status = res.StatusCode
	if after, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && after > 0 {
		out.RetryAfter = time.Duration(min(after, 86_400)) * time.Second
	}
	return out, nil
}

// seal encrypts a message for a subscription, filled up to a length.
func seal(plain []byte, s Subscription, local *ecdh.PrivateKey, salt []byte, fill int) ([]byte, error) {
	remote, err := ecdh.P256().NewPublicKey(s.P256dh)
	if err != nil || len(s.Auth) == 0 {
		return nil, ErrSubscription
	}
	if len(plain) > MaxPayload {
		return nil, errors.New("webpush: the message is too long")
	}
	shared, err := local.ECDH(remote)
	if err != nil {
		return nil, err
	}
	public := local.PublicKey().Bytes()
	secret, err := hkdf.Key(sha256.New, shared, s.Auth, "WebPush: info\x00"+string(s.P256dh)+string(public), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	filled := make([]byte, max(len(plain), fill)+1)
	filled[copy(filled, plain)] = 2 // the last record begins its filling so
	out := append([]byte{}, salt...)
	out = binary.BigEndian.AppendUint32(out, recordSize)
	out = append(append(out, byte(len(public))), public...)
	return gcm.Seal(out, nonce, filled, nil), nil
}
