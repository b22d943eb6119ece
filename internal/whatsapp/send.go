package whatsapp

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"service.example/crm/internal/whatsapp/outgoing"
)

// Sent is the provider's answer to a send: accepted, not delivered. Status is
// told for templates only: accepted, held_for_quality_assessment or paused.
type Sent struct {
	MessageID string
	WaID      string
	UserID    string
	Status    string
}

// Held reports whether the provider holds the message back until it has judged the
// template (outbound.md 3.6).
func (s Sent) Held() bool { return s.Status == "held_for_quality_assessment" }

// TrySend makes a send that names nobody, and returns why the provider refuses it: for
// that, unless the token may not send at all.
func (c *Client) TrySend(ctx context.Context, token, phoneNumberID string) error {
	var answer struct{}
	return c.do(ctx, token, http.MethodPost, "/"+url.PathEscape(phoneNumberID)+"/messages", nil, []byte(`{"messaging_product":"whatsapp"}`), &answer)
}

// Send sends one message, once: it never repeats a call. The error is a
// *crm.Error when the message could not even be built; see Classify.
func (c *Client) Send(ctx context.Context, token string, m *outgoing.Message) (Sent, error) {
	body, err := m.Body()
	if err != nil {
		return Sent{}, err
	}
	var answer sendAnswer
	path := "/" + url.PathEscape(m.PhoneNumberID) + "/messages"
	if err := c.do(ctx, token, http.MethodPost, path, nil, body, &answer); err != nil {
		return Sent{}, err
	}
	sent := answer.sent()
	if sent.MessageID == "" {
		call := &CallError{Method: http.MethodPost, Path: path, HTTPStatus: http.StatusOK, Written: true}
		return Sent{}, call.because(errors.New("the answer names no message"))
	}
	return sent, nil
}

type sendAnswer struct {
	Contacts []struct {
		WaID   string `json:"wa_id"`
		UserID string `json:"user_id"`
	} `json:"contacts"`
	Messages []struct {
		ID     string `json:"id"`
		Status string `json:"message_status"`
	} `json:"messages"`
}

func (a *sendAnswer) sent() Sent {
	var s Sent
	if len(a.Messages) > 0 {
		s.MessageID, s.Status = a.Messages[0].ID, a.Messages[0].Status
	}
	if len(a.Contacts) > 0 {
		s.WaID, s.UserID = a.Contacts[0].WaID, a.Contacts[0].UserID
	}
	return s
}
