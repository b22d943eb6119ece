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

// Subcodes of code 100 about templates (outbound.md 8.3).
const (
	SubcodeTemplateExists = 2388024
	subcodeTemplateGone   = 2593002
)

// CreateTemplate puts a template into review (outbound.md 3.1), and returns it as
// far as the answer says: the category may be another one than was asked for.
// Samples of files must be handles.
func (c *Client) CreateTemplate(ctx context.Context, token, wabaID string, d crm.TemplateDraft) (crm.Template, error) {
	body := writing{Name: d.Name, Language: d.Language, Category: d.Category, Format: d.Format, Display: displayOf(d), TTL: d.TTL, Components: d.Components}
	path := "/" + url.PathEscape(wabaID) + "/message_templates"
	var answer template
	if err := c.do(ctx, token, http.MethodPost, path, nil, body.json(), &answer); err != nil {
		return crm.Template{}, err
	}
	if answer.ID == "" {
		return crm.Template{}, unanswered(http.MethodPost, path, "the answer names no template")
	}
	return answer.template(), nil
}

// EditTemplate puts a new content of a template into review (outbound.md 3.4). The
// category of an approved template cannot change: then it is left out.
func (c *Client) EditTemplate(ctx context.Context, token, id string, d crm.TemplateDraft, withCategory bool) error {
	body := writing{Format: d.Format, TTL: d.TTL, Components: d.Components}
	if withCategory {
		body.Category = d.Category
	}
	return c.succeed(ctx, token, http.MethodPost, "/"+url.PathEscape(id), nil, body.json())
}

// writing is the body of a call that writes a template.
type writing struct {
	Name       string                  `json:"name,omitempty"`
	Language   string                  `json:"language,omitempty"`
	Category   string                  `json:"category,omitempty"`
	Format     string                  `json:"parameter_format,omitempty"`
	Display    string                  `json:"display_format,omitempty"`
	TTL        int                     `json:"message_send_ttl_seconds,omitempty"`
	Components []crm.TemplateComponent `json:"components"`
}

// displayOf is the display format of a template: the provider wants to be told of one with
// the details of an order.
func displayOf(d crm.TemplateDraft) string {
	if d.OfOrder() {
		return "ORDER_DETAILS"
	}
	return ""
}

func (w writing) json() []byte {
	raw, _ := json.Marshal(w) // texts, numbers and flags
	return raw
}

// Template reads one template.
func (c *Client) Template(ctx context.Context, token, id string) (crm.Template, error) {
	var t template
	path := "/" + url.PathEscape(id)
	if err := c.do(ctx, token, http.MethodGet, path, url.Values{"fields": {templateFields}}, nil, &t); err != nil {
		return crm.Template{}, err
	}
	if t.ID == "" {
		return crm.Template{}, unanswered(http.MethodGet, path, "the answer names no template")
	}
	return t.template(), nil
}

// FindTemplate looks for a template by what it is unique by; false where the
// account has none.
func (c *Client) FindTemplate(ctx context.Context, token, wabaID, name, language string) (crm.Template, bool, error) {
	path := "/" + url.PathEscape(wabaID) + "/message_templates"
	for t, err := range listWhere[template](ctx, c, token, path, url.Values{"fields": {templateFields}, "name": {name}, "language": {language}}) {
		if err != nil {
			return crm.Template{}, false, err
		}
		if t.Name == name && t.Language == language { // the provider's filter finds parts of names, too
			return t.template(), true, nil
		}
	}
	return crm.Template{}, false, nil
}

// DeleteTemplate removes one language of a template (outbound.md 3.5). One that is
// gone already is removed.
func (c *Client) DeleteTemplate(ctx context.Context, token, wabaID, name, id string) error {
	err := c.succeed(ctx, token, http.MethodDelete, "/"+url.PathEscape(wabaID)+"/message_templates", url.Values{"name": {name}, "hsm_id": {id}}, nil)
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Code == 100 && refusal.Subcode == subcodeTemplateGone {
		return nil
	}
	return err
}

// ArchiveTemplate archives a template, or takes it out of the archive (outbound.md
// 3.7).
func (c *Client) ArchiveTemplate(ctx context.Context, token, wabaID, id string, archive bool) error {
	act := "archive"
	if !archive {
		act = "unarchive"
	}
	var answer struct {
		Failed map[string]any `json:"failed_templates"`
	}
	body, _ := json.Marshal(map[string]string{"hsm_ids": id})
	path := "/" + url.PathEscape(wabaID) + "/message_templates/" + act
	if err := c.onHost(archiveHost).do(ctx, token, http.MethodPost, path, nil, body, &answer); err != nil {
		return err
	}
	if why, failed := answer.Failed[id]; failed {
		text, _ := why.(string)
		return &APIError{ProviderError: crm.ProviderError{HTTPStatus: http.StatusOK, Code: 100, Title: firstOf(without(token, text), "The template could not be moved.")}}
	}
	return nil
}

// The provider archives at another host than it does everything else.
const (
	graphHost   = "https://graph.facebook.com/"
	archiveHost = "https://api.facebook.com/"
)

// onHost returns the client for another host of the provider; the client itself where
// it speaks to somebody else, such as the sandbox.
func (c *Client) onHost(host string) *Client {
	rest, ok := strings.CutPrefix(c.base, graphHost)
	if !ok {
		return c
	}
	return &Client{base: host + rest, http: c.http}
}

// succeed makes a call whose answer is nothing but success.
func (c *Client) succeed(ctx context.Context, token, method, path string, query url.Values, body []byte) error {
	var answer struct {
		Success bool `json:"success"`
	}
	if err := c.do(ctx, token, method, path, query, body, &answer); err != nil {
		return err
	}
	if !answer.Success {
		return unanswered(method, path, "the answer is not success")
	}
	return nil
}

// unanswered is the error of an answer that does not say what it must.
func unanswered(method, path, why string) error {
	call := &CallError{Method: method, Path: path, HTTPStatus: http.StatusOK, Written: true}
	return call.because(errors.New(why))
}
