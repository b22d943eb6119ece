// Package testoidc is an OpenID provider for tests, in a process of its own. It
// signs in whoever asks, without a page, as the person and with the faults that
// the test sets.
package testoidc

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"
)

// What the provider knows the service by.
const (
	ClientID = "crm"
	Secret   = "test-client-secret"
)

// Behaviour is whom the provider signs in, and what it does wrong. The zero
// value of a fault is no fault.
type Behaviour struct {
	Subject  string   `json:"subject"`
	Email    string   `json:"email"`
	Verified any      `json:"verified"` // the claim as it is written; nil leaves it out
	Name     string   `json:"name"`
	Groups   []string `json:"groups"`

	Nonce    string `json:"nonce"`    // instead of the right one
	Audience string `json:"audience"` // instead of the client
	Party    string `json:"party"`    // the claim azp
	Issuer   string `json:"issuer"`   // of the token, instead of its own
	Sender   string `json:"sender"`   // the parameter iss of the way back
	Code     string `json:"code"`     // given instead of a fresh one
	Expired  bool   `json:"expired"`
	// Algorithm is none, HS256 (by the client's secret) or stranger (a key that
	// is not the provider's).
	Algorithm string `json:"algorithm"`
	// Refusal is the error that the browser brings back instead of a code.
	Refusal string `json:"refusal"`
	// Large makes the document larger than anybody reads.
	Large bool `json:"large"`
	// Foreign lets the document name another issuer.
	Foreign bool `json:"foreign"`
}

type grant struct{ client, nonce, challenge, redirect string }

type server struct {
	mu     sync.Mutex
	issuer string
	key    *ecdsa.PrivateKey
	says   Behaviour
	grants map[string]grant
	count  int
	used   []string // codes, oldest first
}

// In a process that Start made the package serves, and nothing else runs.
func init() {
	if os.Getenv(serveVariable) == "" {
		return
	}
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serve() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := &server{issuer: "http://" + l.Addr().String(), grants: map[string]grant{}}
	if s.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return err
	}
	fmt.Println(s.issuer)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", s.document)
	mux.HandleFunc("GET /keys", s.keys)
	mux.HandleFunc("GET /authorize", s.authorize)
	mux.HandleFunc("POST /token", s.token)
	mux.HandleFunc("PUT /behaviour", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.says = Behaviour{}
		if err := json.NewDecoder(r.Body).Decode(&s.says); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	})
	mux.HandleFunc("GET /used", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		answer(w, s.used)
	})
	go func() { // the test that is gone lets go of the pipe
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	return (&http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}).Serve(l)
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func (s *server) document(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	issuer, filler := s.issuer, ""
	if s.says.Foreign {
		issuer = "http://127.0.0.1:1"
	}
	if s.says.Large {
		filler = string(make([]byte, 2<<20))
	}
	answer(w, map[string]any{"filler": filler, "issuer": issuer, "authorization_endpoint": s.issuer + "/authorize", "token_endpoint": s.issuer + "/token",
		"jwks_uri": s.issuer + "/keys", "id_token_signing_alg_values_supported": []string{"ES256", "none", "HS256"}})
}

func (s *server) keys(w http.ResponseWriter, _ *http.Request) {
	point, err := s.key.PublicKey.Bytes()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]any{"keys": []any{map[string]any{"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "one",
		"x": text(point[1:33]), "y": text(point[33:])}}})
}

func (s *server) authorize(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || q.Get("client_id") != ClientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("state") == "" || q.Get("nonce") == "" {
		http.Error(w, "no request of ours", http.StatusBadRequest)
		return
	}
	s.count++
	code := fmt.Sprint("code-", s.count)
	s.grants[code] = grant{q.Get("client_id"), q.Get("nonce"), q.Get("code_challenge"), q.Get("redirect_uri")}
	out := url.Values{"state": {q.Get("state")}}
	if s.says.Code != "" {
		code = s.says.Code
	}
	if s.says.Refusal != "" {
		out.Set("error", s.says.Refusal)
	} else {
		out.Set("code", code)
	}
	if s.says.Sender != "" {
		out.Set("iss", s.says.Sender)
	}
	back.RawQuery = out.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (s *server) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, secret, ok := r.BasicAuth()
	if !ok {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	g, known := s.grants[r.FormValue("code")]
	delete(s.grants, r.FormValue("code")) // it works once
	proof := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !known || id != g.client || secret != Secret || r.FormValue("redirect_uri") != g.redirect || text(proof[:]) != g.challenge {
		w.WriteHeader(http.StatusBadRequest)
		answer(w, map[string]string{"error": "invalid_grant"})
		return
	}
	s.used = append(s.used, r.FormValue("code"))
	token, err := s.identity(g)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 300, "id_token": token})
}

func (s *server) identity(g grant) (string, error) {
	b, now := s.says, time.Now()
	ends := now.Add(5 * time.Minute)
	if b.Expired {
		ends = now.Add(-time.Minute)
	}
	claims := map[string]any{"iss": or(b.Issuer, s.issuer), "aud": or(b.Audience, g.client), "sub": b.Subject, "nonce": or(b.Nonce, g.nonce),
		"iat": now.Unix(), "exp": ends.Unix(), "email": b.Email, "name": b.Name, "groups": b.Groups}
	if b.Verified != nil {
		claims["email_verified"] = b.Verified
	}
	if b.Party != "" {
		claims["azp"] = b.Party
	}
	body, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	algorithm := "ES256"
	if b.Algorithm == "none" || b.Algorithm == "HS256" {
		algorithm = b.Algorithm
	}
	signed := text([]byte(`{"alg":"`+algorithm+`","kid":"one","typ":"JWT"}`)) + "." + text(body)
	key := s.key
	switch b.Algorithm {
	case "none":
		return signed + ".", nil
	case "HS256":
		mac := hmac.New(sha256.New, []byte(Secret))
		mac.Write([]byte(signed))
		return signed + "." + text(mac.Sum(nil)), nil
	case "stranger":
		if key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			return "", err
		}
	}
	digest := sha256.Sum256([]byte(signed))
	r, t, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		return "", err
	}
	var pair [64]byte
	r.FillBytes(pair[:32])
	t.FillBytes(pair[32:])
	return signed + "." + text(pair[:]), nil
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
