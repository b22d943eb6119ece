package whatsapp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Scopes are the permissions that a token needs (outbound.md 1.1).
var Scopes = []string{"whatsapp_business_messaging", "whatsapp_business_management"}

// Token is what the provider says of an access token (outbound.md 6.3).
type Token struct {
	Valid  bool
	AppID  string
	UserID string
	Type   string // SYSTEM_USER, USER, …
	Scopes []string
	// Targets names the objects to which a scope is limited; a scope that is
	// absent covers all.
	Targets map[string][]string
	// ExpiresAt is zero for a token that never expires.
	ExpiresAt time.Time
	// Problem is the provider's text on a token that is not valid.
	Problem string
}

// Missing names the scopes that the token lacks for the account; with "" it
// asks for the scopes as such, whatever objects they are limited to.
func (t Token) Missing(wabaID string) []string {
	var out []string
	for _, scope := range Scopes {
		targets := t.Targets[scope]
		limited := wabaID != "" && len(targets) > 0
		if !slices.Contains(t.Scopes, scope) || limited && !slices.Contains(targets, wabaID) {
			out = append(out, scope)
		}
	}
	return out
}

// Accounts are the accounts to which the token is limited; none where it covers all.
func (t Token) Accounts() []string { return t.Targets["whatsapp_business_management"] }

// OnlyAccount is the one object to which the management scope of the token is limited; ""
// for none or several.
func (t Token) OnlyAccount() string {
	if targets := t.Accounts(); len(targets) == 1 {
		return targets[0]
	}
	return ""
}

type tokenAnswer struct {
	Data struct {
		AppID   string   `json:"app_id"`
		UserID  string   `json:"user_id"`
		Type    string   `json:"type"`
		Expires int64    `json:"expires_at"`
		Valid   bool     `json:"is_valid"`
		Scopes  []string `json:"scopes"`
		Granted []struct {
			Scope   string   `json:"scope"`
			Targets []string `json:"target_ids"`
		} `json:"granular_scopes"`
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	} `json:"data"`
}

// DebugToken asks the provider about a token with that token itself. A token
// that the provider refuses is told as one that is not valid and is no error.
func (c *Client) DebugToken(ctx context.Context, token string) (Token, error) {
	var answer tokenAnswer
	err := c.do(ctx, token, http.MethodGet, "/debug_token", url.Values{"input_token": {token}}, nil, &answer)
	var refusal *APIError
	if errors.As(err, &refusal) && (refusal.Code == 190 || refusal.Code == 0) {
		return Token{Problem: refusal.Title}, nil
	}
	if err != nil {
		return Token{}, err
	}
	return answer.token(token), nil
}

func (a *tokenAnswer) token(secret string) Token {
	d := &a.Data
	out := Token{Valid: d.Valid, AppID: d.AppID, UserID: d.UserID, Type: d.Type, Scopes: d.Scopes,
		Targets: map[string][]string{}, Problem: without(secret, d.Error.Message)}
	for _, g := range d.Granted {
		if len(g.Targets) > 0 {
			out.Targets[g.Scope] = append(out.Targets[g.Scope], g.Targets...)
		}
	}
	if d.Expires > 0 {
		out.ExpiresAt = time.Unix(d.Expires, 0).UTC()
	}
	return out
}

// Account reads name, currency and status (in lower case) of a messaging
// account (outbound.md 6.1).
func (c *Client) Account(ctx context.Context, token, wabaID string) (crm.MessagingAccount, error) {
	var answer struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Currency string `json:"currency"`
		Status   string `json:"status"`
	}
	query := url.Values{"fields": {"id,name,currency,status"}}
	if err := c.do(ctx, token, http.MethodGet, "/"+url.PathEscape(wabaID), query, nil, &answer); err != nil {
		return crm.MessagingAccount{}, err
	}
	return crm.MessagingAccount{ProviderID: firstOf(answer.ID, wabaID), Name: answer.Name,
		Currency: answer.Currency, Status: strings.ToLower(answer.Status)}, nil
}

const phoneFields = "id,display_phone_number,verified_name,quality_rating,status,throughput,is_on_biz_app"

type phone struct {
	ID         string `json:"id"`
	Display    string `json:"display_phone_number"`
	Name       string `json:"verified_name"`
	Quality    string `json:"quality_rating"`
	Status     string `json:"status"`
	OnBizApp   bool   `json:"is_on_biz_app"`
	Throughput struct {
		Level string `json:"level"`
	} `json:"throughput"`
}

// PhoneNumbers reads the numbers of an account (outbound.md 5.2): Number in
// E.164 with its +, quality in the provider's upper case, status in lower case.
func (c *Client) PhoneNumbers(ctx context.Context, token, wabaID string) ([]crm.PhoneNumber, error) {
	var out []crm.PhoneNumber
	for p, err := range list[phone](ctx, c, token, "/"+url.PathEscape(wabaID)+"/phone_numbers", phoneFields) {
		if err != nil {
			return nil, err
		}
		out = append(out, crm.PhoneNumber{ProviderID: p.ID, Number: E164(p.Display), VerifiedName: p.Name,
			QualityRating: crm.KnownWordIfAny(crm.NumberQualities, strings.ToUpper(p.Quality)),
			Status:        crm.KnownWordIfAny(crm.NumberStatuses, strings.ToLower(p.Status)), Throughput: p.perSecond()})
	}
	return out, nil
}

// perSecond: a number that is also in the app stays slow whatever its level
// says (outbound.md 5.4).
func (p *phone) perSecond() int {
	switch {
	case p.OnBizApp:
		return crm.ThroughputCoexistence
	case strings.EqualFold(p.Throughput.Level, "HIGH"):
		return crm.ThroughputHigh
	}
	return crm.ThroughputStandard
}

// SubscribeApp makes the provider send the account's webhooks to the app of
// the token (outbound.md 6.2). It may be repeated.
func (c *Client) SubscribeApp(ctx context.Context, token, wabaID string) error {
	return c.subscribeWith(ctx, token, wabaID, []byte("{}"))
}

// Subscription tells whether an app gets the webhooks of an account, and the URL to which
// they go instead of the app's own, if any (outbound.md 6.2). appID may be "": any app.
func (c *Client) Subscription(ctx context.Context, token, wabaID, appID string) (subscribed bool, override string, err error) {
	var answer struct {
		Data []struct {
			App struct {
				ID string `json:"id"`
			} `json:"whatsapp_business_api_data"`
			Override string `json:"override_callback_uri"`
		} `json:"data"`
	}
	if err := c.do(ctx, token, http.MethodGet, "/"+url.PathEscape(wabaID)+"/subscribed_apps", nil, nil, &answer); err != nil {
		return false, "", err
	}
	for _, one := range answer.Data {
		if appID == "" || one.App.ID == "" || one.App.ID == appID {
			return true, one.Override, nil
		}
	}
	return false, "", nil
}

// E164 returns the number that is written in s, with a leading + and digits
// only, or "" when s has letters or is no number. Numbers of webhooks come
// without +, displayed ones with blanks, hyphens or brackets (inbound.md 2).
func E164(s string) string {
	out := []byte{'+'}
	for i := range len(s) {
		switch ch := s[i]; {
		case ch >= '0' && ch <= '9':
			out = append(out, ch)
		case ch >= 'A' && ch <= 'Z' || ch >= 'a' && ch <= 'z':
			return ""
		}
	}
	if !crm.ValidPhone(string(out)) {
		return ""
	}
	return string(out)
}
