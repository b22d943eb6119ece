package whatsapp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

type readReceipt struct {
	Product   string           `json:"messaging_product"`
	Status    string           `json:"status"`
	MessageID string           `json:"message_id"`
	Typing    *typingIndicator `json:"typing_indicator,omitempty"`
}

type typingIndicator struct {
	Type string `json:"type"`
}

// MarkRead shows a received message, and those before it, as read; with typing
// also that an answer is being written, until it comes or for 25 seconds
// (outbound.md 2.7). Repeating it does no harm.
func (c *Client) MarkRead(ctx context.Context, token, phoneNumberID, messageID string, typing bool) error {
	r := readReceipt{Product: "whatsapp", Status: "read", MessageID: messageID}
	if typing {
		r.Typing = &typingIndicator{Type: "text"}
	}
	body, err := json.Marshal(&r)
	if err != nil {
		return err
	}
	return c.do(ctx, token, http.MethodPost, "/"+url.PathEscape(phoneNumberID)+"/messages", nil, body, nil)
}
