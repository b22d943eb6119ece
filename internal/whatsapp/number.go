package whatsapp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"service.example/crm/internal/crm"
)

// order makes a call that changes something and is answered with success alone.
func (c *Client) order(ctx context.Context, token, path string, query url.Values, body map[string]any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	var answer struct {
		Success bool `json:"success"`
	}
	call := &CallError{Method: http.MethodPost, Path: path, HTTPStatus: http.StatusOK, Written: true}
	if err := c.do(ctx, token, call.Method, path, query, raw, &answer); err != nil {
		return err
	}
	if !answer.Success {
		return call.because(errors.New("the answer is not success"))
	}
	return nil
}

// AddNumber adds a number to an account and returns the provider's identifier of it
// (outbound.md 5.1). countryCode and number are digits.
func (c *Client) AddNumber(ctx context.Context, token, wabaID string, n crm.NewNumber) (id string, err error) {
	body, err := json.Marshal(struct {
		CountryCode string `json:"cc"`
		Number      string `json:"phone_number"`
		Name        string `json:"verified_name,omitempty"`
		Migrate     bool   `json:"migrate_phone_number,omitempty"`
	}{n.CountryCode, n.Number, n.Name, n.Migrate})
	if err != nil {
		return "", err
	}
	var answer struct {
		ID string `json:"id"`
	}
	call := &CallError{Method: http.MethodPost, Path: "/" + url.PathEscape(wabaID) + "/phone_numbers", HTTPStatus: http.StatusOK, Written: true}
	if err := c.do(ctx, token, call.Method, call.Path, nil, body, &answer); err != nil {
		return "", err
	}
	if answer.ID == "" {
		return "", call.because(errors.New("the answer names no phone number"))
	}
	return answer.ID, nil
}

// RequestCode has the provider send a verification code; method is sms or voice.
func (c *Client) RequestCode(ctx context.Context, token, phoneID, method, language string) error {
	return c.order(ctx, token, "/"+url.PathEscape(phoneID)+"/request_code", nil, map[string]any{"code_method": strings.ToUpper(method), "language": language})
}

// VerifyCode tells the provider the code that it sent.
func (c *Client) VerifyCode(ctx context.Context, token, phoneID, code string) error {
	return c.order(ctx, token, "/"+url.PathEscape(phoneID)+"/verify_code", nil, map[string]any{"code": code})
}

// Register lets a number send; the PIN becomes its PIN, or must be the one that it has.
func (c *Client) Register(ctx context.Context, token, phoneID, pin string) error {
	return c.order(ctx, token, "/"+url.PathEscape(phoneID)+"/register", nil, map[string]any{"messaging_product": "whatsapp", "pin": pin})
}

// Deregister ends the registration of a number.
func (c *Client) Deregister(ctx context.Context, token, phoneID string) error {
	return c.order(ctx, token, "/"+url.PathEscape(phoneID)+"/deregister", nil, map[string]any{})
}

// SetPIN changes the PIN of a number.
func (c *Client) SetPIN(ctx context.Context, token, phoneID, pin string) error {
	return c.order(ctx, token, "/"+url.PathEscape(phoneID), nil, map[string]any{"pin": pin})
}

// Rename asks for another display name, which the provider reviews (outbound.md 5.3).
func (c *Client) Rename(ctx context.Context, token, phoneID, name string) error {
	return c.order(ctx, token, "/"+url.PathEscape(phoneID), url.Values{"new_display_name": {name}}, map[string]any{})
}

// RequestBadge asks for the badge beside the name of a number (outbound.md 5.3).
func (c *Client) RequestBadge(ctx context.Context, token, phoneID string, r crm.BadgeRequest) error {
	body := map[string]any{"business_website_url": r.Website, "primary_country_of_operation": r.Country, "primary_language": r.Language, "supporting_links": r.Links}
	if r.Parent != "" {
		body["parent_business_or_brand"] = r.Parent
	}
	if r.Note != "" {
		body["additional_supporting_information"] = r.Note
	}
	return c.order(ctx, token, "/"+url.PathEscape(phoneID)+"/official_business_account", nil, body)
}

const numberFields = "id,display_phone_number,verified_name,quality_rating,status,throughput,is_on_biz_app,code_verification_status,platform_type,name_status,new_display_name,new_name_status,is_pin_enabled,official_business_account,is_official_business_account"

// setUp is a number with what the provider tells of its setting up.
type setUp struct {
	phone
	Verification  string `json:"code_verification_status"`
	Platform      string `json:"platform_type"`
	NameStatus    string `json:"name_status"`
	NewName       string `json:"new_display_name"`
	NewNameStatus string `json:"new_name_status"`
	HasPIN        bool   `json:"is_pin_enabled"`
	Official      bool   `json:"is_official_business_account"`
	Badge         struct {
		Status string `json:"oba_status"`
	} `json:"official_business_account"`
}

func (p *setUp) facts() crm.NumberFacts {
	f := crm.NumberFacts{ProviderID: p.ID, Number: E164(p.Display), VerifiedName: p.Name, Status: crm.KnownWordIfAny(crm.NumberStatuses, strings.ToLower(p.Status)),
		Verification: crm.KnownWordIfAny(crm.NumberVerifications, strings.ToLower(p.Verification)), Platform: strings.ToLower(p.Platform), OnApp: p.OnBizApp, HasPIN: p.HasPIN,
		NameStatus: strings.ToLower(p.NameStatus), NewName: p.NewName, NewNameStatus: strings.ToLower(p.NewNameStatus), Badge: strings.ToLower(p.Badge.Status),
		Quality: crm.KnownWordIfAny(crm.NumberQualities, strings.ToUpper(p.Quality)), Throughput: p.perSecond()}
	if p.Official {
		f.Badge = "approved"
	}
	return f
}

// Number reads how far a number is set up (outbound.md 5.2).
func (c *Client) Number(ctx context.Context, token, phoneID string) (crm.NumberFacts, error) {
	var p setUp
	err := c.do(ctx, token, http.MethodGet, "/"+url.PathEscape(phoneID), url.Values{"fields": {numberFields}}, nil, &p)
	return p.facts(), err
}

// Numbers is Number for every number of an account.
func (c *Client) Numbers(ctx context.Context, token, wabaID string) (out []crm.NumberFacts, err error) {
	for p, err := range list[setUp](ctx, c, token, "/"+url.PathEscape(wabaID)+"/phone_numbers", numberFields) {
		if err != nil {
			return nil, err
		}
		out = append(out, p.facts())
	}
	return out, nil
}

// AccountFacts reads how the business behind an account stands at the provider
// (outbound.md 6.1). Which payment method there is, is told by an identifier; "0" or
// none means that there is none.
func (c *Client) AccountFacts(ctx context.Context, token, wabaID string) (crm.AccountFacts, error) {
	var answer struct {
		Name         string `json:"name"`
		Verification string `json:"business_verification_status"`
		Review       string `json:"account_review_status"`
		Funding      string `json:"primary_funding_id"`
		Owner        struct {
			Name string `json:"name"`
		} `json:"owner_business_info"`
		Health struct {
			CanSend  string `json:"can_send_message"`
			Entities []struct {
				Type   string `json:"entity_type"`
				Errors []struct {
					Text string `json:"error_description"`
				} `json:"errors"`
			} `json:"entities"`
		} `json:"health_status"`
	}
	query := url.Values{"fields": {"name,business_verification_status,account_review_status,primary_funding_id,owner_business_info,health_status"}}
	if err := c.do(ctx, token, http.MethodGet, "/"+url.PathEscape(wabaID), query, nil, &answer); err != nil {
		return crm.AccountFacts{}, err
	}
	f := crm.AccountFacts{ProviderID: wabaID, Name: answer.Name, Owner: answer.Owner.Name, Verification: strings.ToLower(answer.Verification), Review: strings.ToLower(answer.Review),
		Paid: answer.Funding != "" && answer.Funding != "0", CanSend: strings.ToLower(answer.Health.CanSend), Problems: []string{}}
	for _, e := range answer.Health.Entities {
		for _, one := range e.Errors {
			f.Problems = append(f.Problems, without(token, one.Text))
		}
	}
	return f, nil
}
