package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// maxCallbackData is the provider's limit in characters (outbound.md 1.4).
const maxCallbackData = 512

// Outgoing is one message to send. To is a phone number with its leading +,
// Recipient a business-scoped user id; where both are given the provider takes
// To. ReplyTo is the provider's id of the message that is answered.
type Outgoing struct {
	PhoneNumberID string
	To            string
	Recipient     string
	Type          string // one of crm.SendTypes
	Content       crm.Content
	// Form is required for a template: it says where each value belongs.
	Form *crm.Form
	// Category is the template's; the code of an authentication template is
	// repeated in its button.
	Category string
	ReplyTo  string
	// CallbackData comes back with every status of the message; it is the only
	// way to recognise a message whose send was never answered.
	CallbackData string
}

// Sent is the provider's answer to a send: accepted, not delivered. Status is
// told for templates only: accepted, held_for_quality_assessment or paused.
type Sent struct {
	MessageID string
	WaID      string
	UserID    string
	Status    string
}

// TrySend makes a send that names nobody, and returns why the provider refuses it: for
// that, unless the token may not send at all.
func (c *Client) TrySend(ctx context.Context, token, phoneNumberID string) error {
	var answer struct{}
	return c.do(ctx, token, http.MethodPost, "/"+url.PathEscape(phoneNumberID)+"/messages", nil, []byte(`{"messaging_product":"whatsapp"}`), &answer)
}

// Send sends one message, once: it never repeats a call. The error is a
// *crm.Error when the message could not even be built; see Classify.
func (c *Client) Send(ctx context.Context, token string, o *Outgoing) (Sent, error) {
	body, err := o.Body()
	if err != nil {
		return Sent{}, err
	}
	var answer sendAnswer
	path := "/" + url.PathEscape(o.PhoneNumberID) + "/messages"
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

type envelope struct {
	Product       string        `json:"messaging_product"`
	RecipientType string        `json:"recipient_type"`
	To            string        `json:"to,omitempty"`
	Recipient     string        `json:"recipient,omitempty"`
	Context       *replyContext `json:"context,omitempty"`
	Type          string        `json:"type"`

	Text        *textBody        `json:"text,omitempty"`
	Template    *templateBody    `json:"template,omitempty"`
	Image       *media           `json:"image,omitempty"`
	Video       *media           `json:"video,omitempty"`
	Audio       *media           `json:"audio,omitempty"`
	Document    *media           `json:"document,omitempty"`
	Sticker     *media           `json:"sticker,omitempty"`
	Location    *location        `json:"location,omitempty"`
	Contacts    []sentCard       `json:"contacts,omitempty"`
	Reaction    *reaction        `json:"reaction,omitempty"`
	Interactive *interactiveBody `json:"interactive,omitempty"`

	CallbackData string `json:"biz_opaque_callback_data,omitempty"`
}

type replyContext struct {
	MessageID string `json:"message_id"`
}

type textBody struct {
	Body       string `json:"body"`
	PreviewURL bool   `json:"preview_url,omitempty"`
}

// Body returns the provider's JSON for the message (outbound.md 2.1 to 2.6).
// Files are named by the ids that the content has: they must be the provider's.
// The error is a *crm.Error when the message has no recipient, a content that
// is not of its type, or values that do not fit the form.
func (o *Outgoing) Body() ([]byte, error) {
	e := envelope{Product: "whatsapp", RecipientType: "individual", Type: o.Type,
		To: o.To, Recipient: o.Recipient, CallbackData: o.CallbackData}
	if o.ReplyTo != "" {
		e.Context = &replyContext{MessageID: o.ReplyTo}
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := o.fill(&e); err != nil {
		return nil, err
	}
	return marshal(&e)
}

// fill adds the part of the message's type.
func (o *Outgoing) fill(e *envelope) (err error) {
	switch c := &o.Content; {
	case o.Type == "text" && c.Text != nil:
		e.Text = &textBody{Body: c.Text.Body, PreviewURL: c.Text.PreviewURL}
	case o.Type == "template" && c.Template != nil && o.Form != nil:
		e.Template, err = o.template(c.Template)
	case c.Media != nil && e.slot() != nil:
		m := c.Media
		*e.slot() = &media{ID: m.ID, Link: m.Link, Caption: m.Caption, Filename: m.Filename, Voice: m.Voice}
	case o.Type == "location" && c.Location != nil:
		l := c.Location
		e.Location = &location{l.Latitude, l.Longitude, l.Name, l.Address}
	case o.Type == "contacts" && c.Contacts != nil:
		e.Contacts = contactCards(c.Contacts)
	case o.Type == "reaction" && c.Reaction != nil && c.Reaction.ProviderMessageID != "":
		e.Reaction = &reaction{MessageID: c.Reaction.ProviderMessageID, Emoji: c.Reaction.Emoji}
	case o.Type == "interactive" && c.Interactive != nil:
		e.Interactive, err = interactive(c.Interactive)
	default:
		err = crm.Errorf(crm.KindInternal, crm.CodeInternal, "A message of type %q cannot be built from this content.", o.Type)
	}
	return err
}

// slot is where the file of the message's type belongs; nil for other types.
func (e *envelope) slot() **media {
	return map[string]**media{"image": &e.Image, "video": &e.Video, "audio": &e.Audio, "document": &e.Document, "sticker": &e.Sticker}[e.Type]
}

func (o *Outgoing) check() error {
	switch {
	case o.PhoneNumberID == "":
		return crm.Errorf(crm.KindInternal, crm.CodeNoPhoneNumber, "The message has no phone number to be sent from.")
	case o.To == "" && o.Recipient == "":
		return crm.Errorf(crm.KindInvalid, crm.CodeRequired, "The message has no recipient.")
	case utf8.RuneCountInString(o.CallbackData) > maxCallbackData:
		return crm.Errorf(crm.KindInternal, crm.CodeTooLong, "The callback data has more than %d characters.", maxCallbackData)
	}
	return nil
}

// marshal leaves < > & as they are: no browser reads this, and escaped they
// take six bytes each.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, crm.Errorf(crm.KindInvalid, crm.CodeParameterInvalid, "The message cannot be written as JSON.").Because(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
