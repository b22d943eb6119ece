package whatsapp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// App is this service's app at the provider.
type App struct {
	ID, Secret string
	// SignupConfig is the configuration of the embedded signup; "" where none is made.
	SignupConfig string
}

// ErrCode says that the provider did not take the code of a signup: it has expired, was
// used before, or belongs to another app.
var ErrCode = errors.New("the provider does not take the code of the signup")

// DialogURL is where a browser opens the provider's window, without its query. The provider
// has it beside its API, on a host of its own; a stand-in has both on one (ADR 0067).
func DialogURL(c *Client) string {
	base := c.base
	if version, real := strings.CutPrefix(base, "https://graph.facebook.com/"); real {
		base = "https://www.facebook.com/" + version
	}
	return base + "/dialog/oauth"
}

// ExchangeCode exchanges the code of an embedded signup for the token that reaches what
// the business chose (outbound.md 6.5). redirectURL is the address to which the window
// returned; "" where it did not return to one. The provider takes a code once, within 30
// seconds; what it does not take is ErrCode.
func (c *Client) ExchangeCode(ctx context.Context, app App, code, redirectURL string) (token string, err error) {
	var answer struct {
		Token string `json:"access_token"`
	}
	query := url.Values{"client_id": {app.ID}, "client_secret": {app.Secret}, "code": {code}}
	if redirectURL != "" {
		query.Set("redirect_uri", redirectURL)
	}
	err = c.once().do(ctx, "", http.MethodGet, "/oauth/access_token", query, nil, &answer)
	var refusal *APIError
	if err == nil && answer.Token == "" || errors.As(err, &refusal) && !Silent(err) {
		return "", errors.Join(ErrCode, err)
	}
	return answer.Token, err
}

// once returns a client that repeats no read: on a used connection the transport does.
func (c *Client) once() *Client {
	own, fresh := *c.http, newTransport()
	if t, ok := own.Transport.(*http.Transport); ok {
		fresh = t.Clone()
	}
	fresh.DisableKeepAlives, own.Transport = true, fresh
	return &Client{base: c.base, http: &own}
}

// What the provider's app on a phone shares of a number, each once, within a day after the
// signup (outbound.md 5.6).
const (
	AppContacts = "smb_app_state_sync"
	AppHistory  = "history"
)

// AskApp asks for AppContacts or AppHistory of the app on a phone. They come by webhooks.
func (c *Client) AskApp(ctx context.Context, token, phoneID, what string) error {
	body, _ := json.Marshal(map[string]string{"messaging_product": "whatsapp", "sync_type": what}) // plain values
	return c.do(ctx, token, http.MethodPost, "/"+url.PathEscape(phoneID)+"/smb_app_data", nil, body, nil)
}
