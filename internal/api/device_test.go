package api_test

import (
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/descope/virtualwebauthn"

	"service.example/crm/internal/testkit"
	"service.example/crm/internal/totp"
)

// device is a virtual authenticator with one passkey, in a browser at the kit's
// site.
type device struct {
	k     *testkit.Kit
	party virtualwebauthn.RelyingParty
	auth  virtualwebauthn.Authenticator
	key   virtualwebauthn.Credential
}

func newDevice(k *testkit.Kit) *device {
	d := &device{k: k, party: virtualwebauthn.RelyingParty{ID: "localhost", Name: "CRM", Origin: "http://localhost:0"},
		auth: virtualwebauthn.NewAuthenticator()}
	// Coordinates that begin with a zero are written too short by the package.
	for whole := false; !whole; {
		d.key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		parsed, _ := x509.ParsePKCS8PrivateKey(d.key.Key.Data)
		raw, err := parsed.(*ecdsa.PrivateKey).PublicKey.Bytes()
		whole = err == nil && raw[1] != 0 && raw[33] != 0
	}
	return d
}

// begin asks for options and returns them with their ceremony.
func (d *device) begin(path, key string) (options []byte, ceremony string) {
	r := d.k.Do(http.MethodPost, path+"/options", key, nil)
	var body struct {
		CeremonyID string
		Options    json.RawMessage
	}
	d.k.Must(json.Unmarshal(r.Body, &body))
	if r.Status != http.StatusCreated || body.CeremonyID == "" {
		d.k.Must(&unexpected{r})
	}
	return body.Options, body.CeremonyID
}

type unexpected struct{ testkit.Response }

func (u *unexpected) Error() string { return http.StatusText(u.Status) + " " + string(u.Body) }

// made is the body of a request that adds the device's passkey.
func (d *device) made(key string) map[string]any {
	options, ceremony := d.begin("/v1/me/passkeys", key)
	o, err := virtualwebauthn.ParseAttestationOptions(string(options))
	d.k.Must(err)
	d.auth.Options.UserHandle = []byte(o.UserID)
	return map[string]any{"ceremonyId": ceremony, "name": "Laptop", "credential": json.RawMessage(virtualwebauthn.CreateAttestationResponse(d.party, d.auth, d.key, *o))}
}

// used is the body of a request that signs in with the device's passkey.
func (d *device) used() map[string]any {
	options, ceremony := d.begin("/v1/session/passkey", "")
	o, err := virtualwebauthn.ParseAssertionOptions(string(options))
	d.k.Must(err)
	return map[string]any{"ceremonyId": ceremony, "credential": json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.party, d.auth, d.key, *o))}
}

// add gives a person the device's passkey and returns its identifier.
func (d *device) add(t *testing.T, key string) string {
	t.Helper()
	r := d.k.Do(http.MethodPost, "/v1/me/passkeys", key, d.made(key))
	if r.Status != http.StatusCreated {
		t.Fatalf("the passkey is not added: %d %s", r.Status, r.Body)
	}
	return r.Text("id")
}

func (d *device) signIn() testkit.Response {
	return d.k.Do(http.MethodPost, "/v1/session/passkey", "", d.used())
}

// codeApp is an authenticator app of a person.
type codeApp struct {
	k      *testkit.Kit
	secret []byte
}

// begunApp is an app that is not confirmed yet.
func begunApp(k *testkit.Kit, key string) codeApp {
	r := k.Do(http.MethodPost, "/v1/me/totp", key, nil)
	if r.Status != http.StatusCreated {
		k.Must(&unexpected{r})
	}
	secret, err := totp.DecodeSecret(r.Text("secret"))
	k.Must(err)
	return codeApp{k, secret}
}

// newApp is an app whose codes count, with the recovery codes.
func newApp(k *testkit.Kit, key string) (codeApp, []string) {
	x := begunApp(k, key)
	r := k.Do(http.MethodPost, "/v1/me/totp/confirm", key, map[string]any{"code": x.code()})
	var body struct{ RecoveryCodes []string }
	k.Must(json.Unmarshal(r.Body, &body))
	if r.Status != http.StatusOK || len(body.RecoveryCodes) != 10 {
		k.Must(&unexpected{r})
	}
	return x, body.RecoveryCodes
}

func (x codeApp) code() string { return totp.CodeAt(x.secret, x.k.Now()) }

// next is the first code after those that were used.
func (x codeApp) next() string {
	x.k.Advance(totp.Period)
	return x.code()
}
