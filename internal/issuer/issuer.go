// Package issuer signs people in at an OpenID provider that a customer names:
// it reads what the provider says of itself, makes the address that the browser
// is sent to, and checks what comes back. It knows no users and keeps nothing
// but documents and keys of providers, for a short time.
package issuer

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"service.example/crm/internal/egress"
)

// Why nobody was signed in. Errors of this package wrap exactly one of them.
var (
	// ErrUnreachable is a provider that does not answer, or not as OpenID
	// Connect demands: nothing is known of the person.
	ErrUnreachable = errors.New("the OpenID provider does not answer as it should")
	// ErrRefused is a provider that does not exchange the code: it is used up,
	// not its own, or the client's secret is wrong.
	ErrRefused = errors.New("the OpenID provider refused the code")
	// ErrToken is an identity token that does not hold: of another issuer,
	// audience or sign-in, expired, or not signed by a key of the provider.
	ErrToken = errors.New("the identity token is not valid")
)

// Bounds of calls to providers.
const (
	callTimeout = 10 * time.Second
	maxAnswer   = 1 << 20 // bytes
	perHost     = 16      // connections
	// documentLife is how long a provider's document and keys are used. A key
	// that is not known is looked up at once.
	documentLife = 15 * time.Minute
	maxDocuments = 1000
)

// Client calls OpenID providers through the guard. It is safe for concurrent
// use.
type Client struct {
	guard *egress.Guard
	http  *http.Client
	now   func() time.Time

	mu        sync.Mutex
	documents map[string]document // by issuer
}

type document struct {
	provider *oidc.Provider
	until    time.Time
	// namesItself says that the provider names itself when it sends a browser
	// back (RFC 9207).
	namesItself bool
}

// New returns a client. now is the clock by which tokens expire.
func New(guard *egress.Guard, now func() time.Time) *Client {
	return &Client{guard: guard, now: now, documents: map[string]document{}, http: &http.Client{
		Timeout: callTimeout, Transport: bounded{guard.Transport(perHost)},
		// Keys and tokens come from where the document says, not from elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// bounded cuts answers that are too long off, which makes them unreadable.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err == nil {
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(answer.Body, maxAnswer), answer.Body}
	}
	return answer, err
}

// Party is what the provider knows us by.
type Party struct {
	Issuer, ClientID, Secret string
	// CallbackURL is where the provider sends the browser back to.
	CallbackURL string
}

// SignIn is one sign-in under way: three random texts that only we know until
// the browser has left, and the browser's way back.
type SignIn struct {
	State, Nonce, Verifier string
}

// NewSignIn returns fresh random texts.
func NewSignIn() SignIn {
	return SignIn{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier()}
}

// Person is who signed in, as the provider says.
type Person struct {
	// Issuer and Subject together are who it is; nothing else is.
	Issuer, Subject string
	Email           string
	EmailVerified   bool
	Name            string
	// Groups are the texts of the claim that was asked for.
	Groups []string
}

// Address returns where the browser is sent to. hint is the address of the
// person who signs in; "" where it is not known. It may fail with
// ErrUnreachable.
func (c *Client) Address(ctx context.Context, p Party, s SignIn, hint string) (string, error) {
	d, err := c.document(ctx, p.Issuer)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(s.Nonce), oauth2.S256ChallengeOption(s.Verifier)}
	if hint != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", hint))
	}
	return c.config(d, p).AuthCodeURL(s.State, options...), nil
}

func (c *Client) config(d document, p Party) *oauth2.Config {
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.Secret, Endpoint: d.provider.Endpoint(), RedirectURL: p.CallbackURL,
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}
}

// Answer is what the browser brings back.
type Answer struct {
	Code string
	// Issuer is whom the provider says it is; "" where it says nothing.
	Issuer string
}

// Finish exchanges the code and checks the identity token in every respect.
// groupsClaim names the claim that has the groups; "" for none. It fails with
// one of the errors of this package.
func (c *Client) Finish(ctx context.Context, p Party, s SignIn, a Answer, groupsClaim string) (Person, error) {
	d, err := c.document(ctx, p.Issuer)
	if err != nil {
		return Person{}, err
	}
	if a.Issuer != p.Issuer && (a.Issuer != "" || d.namesItself) {
		return Person{}, fmt.Errorf("%w: another provider sent the browser back", ErrToken)
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, c.http), callTimeout)
	defer cancel()
	tokens, err := c.config(d, p).Exchange(ctx, a.Code, oauth2.VerifierOption(s.Verifier))
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused) && refused.Response.StatusCode < http.StatusInternalServerError:
		return Person{}, fmt.Errorf("%w: %s", ErrRefused, refused.ErrorCode)
	case err != nil:
		return Person{}, fmt.Errorf("%w: %w", ErrUnreachable, withoutAnswer(err))
	}
	raw, _ := tokens.Extra("id_token").(string)
	if raw == "" {
		return Person{}, fmt.Errorf("%w: there is none", ErrToken)
	}
	token, err := d.provider.Verifier(&oidc.Config{ClientID: p.ClientID, Now: c.now}).Verify(ctx, raw)
	if err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(s.Nonce)) != 1 {
		return Person{}, fmt.Errorf("%w: it belongs to another sign-in", ErrToken)
	}
	if token.AccessTokenHash != "" && token.VerifyAccessToken(tokens.AccessToken) != nil {
		return Person{}, fmt.Errorf("%w: it belongs to another access token", ErrToken)
	}
	return read(token, p, groupsClaim)
}

// withoutAnswer drops what a provider wrote, which may be a secret.
func withoutAnswer(err error) error {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		return errors.New(refused.Response.Status)
	}
	return err
}

// document returns what the provider says of itself.
func (c *Client) document(ctx context.Context, issuer string) (document, error) {
	c.mu.Lock()
	d, known := c.documents[issuer]
	c.mu.Unlock()
	if known && c.now().Before(d.until) {
		return d, nil
	}
	d, err := c.read(ctx, issuer)
	if err != nil {
		return d, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.documents) >= maxDocuments {
		clear(c.documents)
	}
	c.documents[issuer] = d
	return d, nil
}

func (c *Client) read(ctx context.Context, issuer string) (d document, err error) {
	if err := c.secure(issuer); err != nil {
		return d, err
	}
	// The keys are read later with the client of this context, not within it.
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, c.http), callTimeout)
	defer cancel()
	if d.provider, err = oidc.NewProvider(ctx, issuer); err != nil {
		return d, err
	}
	var says struct {
		Keys string `json:"jwks_uri"`
		Iss  bool   `json:"authorization_response_iss_parameter_supported"`
	}
	if err := d.provider.Claims(&says); err != nil {
		return d, err
	}
	for _, u := range []string{d.provider.Endpoint().AuthURL, d.provider.Endpoint().TokenURL, says.Keys} {
		if err := c.secure(u); err != nil {
			return d, err
		}
	}
	d.namesItself, d.until = says.Iss, c.now().Add(documentLife)
	return d, nil
}

// secure returns nil for an https URL, and for one on this machine where the
// deployment allows that.
func (c *Client) secure(raw string) error {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return errors.New("an address of the provider is no URL")
	}
	if u.Scheme == "https" || u.Scheme == "http" && c.guard.Rules.AllowLoopback && isLoopback(u.Hostname()) {
		return nil
	}
	return errors.New("an address of the provider is not https")
}

func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback() || strings.EqualFold(host, "localhost")
}
