package issuer_test

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/issuer"
	"service.example/crm/internal/testkit/testoidc"
)

const callback = "http://127.0.0.1:8080/v1/session/sso/callback"

var loopback = &egress.Guard{Rules: crm.EndpointRules{AllowLoopback: true}}

// browse goes to the provider and returns what it sends back.
func browse(t *testing.T, c *issuer.Client, p issuer.Party, s issuer.SignIn) issuer.Answer {
	t.Helper()
	address, err := c.Address(t.Context(), p, s, "ada@example.com")
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		t.Fatal(answer.Status, err)
	}
	q := back.Query()
	if back.Path != "/v1/session/sso/callback" || q.Get("state") != s.State {
		t.Fatal("the browser comes back to ", back)
	}
	return issuer.Answer{Code: q.Get("code"), Issuer: q.Get("iss")}
}

func ada() testoidc.Behaviour {
	return testoidc.Behaviour{Subject: "ada-1", Email: "ada@example.com", Verified: true, Name: "Ada", Groups: []string{"sales", "berlin"}}
}

// A person is who the provider says, and only if everything about the token
// holds.
func TestFinish(t *testing.T) {
	provider := testoidc.Start(t)
	c := issuer.New(loopback, time.Now)
	party := issuer.Party{Issuer: provider.URL, ClientID: testoidc.ClientID, Secret: testoidc.Secret, CallbackURL: callback}
	try := func(b testoidc.Behaviour) (issuer.Person, error) {
		provider.Behave(b)
		s := issuer.NewSignIn()
		return c.Finish(t.Context(), party, s, browse(t, c, party, s), "groups")
	}
	want := issuer.Person{Issuer: provider.URL, Subject: "ada-1", Email: "ada@example.com", EmailVerified: true, Name: "Ada", Groups: []string{"sales", "berlin"}}
	if got, err := try(ada()); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("signed in %+v, %v", got, err)
	}
	for name, c := range map[string]struct {
		change   func(*testoidc.Behaviour)
		err      error
		verified bool
	}{
		"the right party":         {func(b *testoidc.Behaviour) { b.Party = testoidc.ClientID }, nil, true},
		"the right sender":        {func(b *testoidc.Behaviour) { b.Sender = provider.URL }, nil, true},
		"verified as text":        {func(b *testoidc.Behaviour) { b.Verified = "true" }, nil, true},
		"not verified":            {func(b *testoidc.Behaviour) { b.Verified = false }, nil, false},
		"verified by a number":    {func(b *testoidc.Behaviour) { b.Verified = 1 }, nil, false},
		"nothing of verification": {func(b *testoidc.Behaviour) { b.Verified = nil }, nil, false},
		"wrong nonce":             {func(b *testoidc.Behaviour) { b.Nonce = "other" }, issuer.ErrToken, false},
		"other audience":          {func(b *testoidc.Behaviour) { b.Audience = "other" }, issuer.ErrToken, false},
		"other party":             {func(b *testoidc.Behaviour) { b.Party = "other" }, issuer.ErrToken, false},
		"other issuer":            {func(b *testoidc.Behaviour) { b.Issuer = "https://other.example" }, issuer.ErrToken, false},
		"other sender":            {func(b *testoidc.Behaviour) { b.Sender = "https://other.example" }, issuer.ErrToken, false},
		"expired":                 {func(b *testoidc.Behaviour) { b.Expired = true }, issuer.ErrToken, false},
		"no signature":            {func(b *testoidc.Behaviour) { b.Algorithm = "none" }, issuer.ErrToken, false},
		"signed by the secret":    {func(b *testoidc.Behaviour) { b.Algorithm = "HS256" }, issuer.ErrToken, false},
		"signed by a stranger":    {func(b *testoidc.Behaviour) { b.Algorithm = "stranger" }, issuer.ErrToken, false},
		"nobody":                  {func(b *testoidc.Behaviour) { b.Subject = "" }, issuer.ErrToken, false},
		"replayed code":           {func(b *testoidc.Behaviour) { b.Code = provider.UsedCode() }, issuer.ErrRefused, false},
	} {
		b := ada()
		c.change(&b)
		if got, err := try(b); !errors.Is(err, c.err) || got.EmailVerified != c.verified {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	provider.Behave(ada())
	s := issuer.NewSignIn()
	answer := browse(t, c, party, s)
	s.Verifier = issuer.NewSignIn().Verifier
	if _, err := c.Finish(t.Context(), party, s, answer, ""); !errors.Is(err, issuer.ErrRefused) {
		t.Error("another browser's code: ", err)
	}
	s = issuer.NewSignIn()
	answer = browse(t, c, party, s)
	provider.Stop()
	if _, err := c.Finish(t.Context(), party, s, answer, ""); !errors.Is(err, issuer.ErrUnreachable) {
		t.Error("a provider that is down: ", err)
	}
}

// What a provider says of itself is believed only from where it is, within
// bounds, and where the deployment lets it be reached.
func TestAddressRefuses(t *testing.T) {
	provider := testoidc.Start(t)
	party := issuer.Party{Issuer: provider.URL, ClientID: testoidc.ClientID, CallbackURL: callback}
	refused := func(name string, c *issuer.Client, p issuer.Party) {
		t.Helper()
		if _, err := c.Address(t.Context(), p, issuer.NewSignIn(), ""); !errors.Is(err, issuer.ErrUnreachable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	refused("loopback that is not allowed", issuer.New(&egress.Guard{}, time.Now), party)
	secure := party
	secure.Issuer = "https" + provider.URL[len("http"):]
	refused("a private address by https", issuer.New(&egress.Guard{}, time.Now), secure)
	plain := party
	plain.Issuer = "http://192.0.2.1"
	refused("http elsewhere", issuer.New(loopback, time.Now), plain)
	provider.Behave(testoidc.Behaviour{Foreign: true})
	refused("a document of another issuer", issuer.New(loopback, time.Now), party)
	provider.Behave(testoidc.Behaviour{Large: true})
	refused("a document without end", issuer.New(loopback, time.Now), party)
	provider.Behave(ada())
	c := issuer.New(loopback, time.Now)
	s := issuer.NewSignIn()
	address, err := c.Address(t.Context(), party, s, "ada@example.com")
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(address)
	q := u.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == s.Verifier || q.Get("nonce") != s.Nonce || q.Get("login_hint") != "ada@example.com" {
		t.Error("the browser is sent to ", address)
	}
	provider.Stop()
	if _, err := c.Address(t.Context(), party, s, ""); err != nil {
		t.Error("the document is not remembered: ", err)
	}
}
