// Package outgoing writes messages as the provider takes them (outbound.md 2). It sends
// nothing and knows no rows.
package outgoing

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// maxCallbackData is the provider's limit in characters (outbound.md 1.4).
const maxCallbackData = 512

// Message is one message to send. To is a phone number with its leading +,
// Recipient a business-scoped user id; where both are given the provider takes
// To. ReplyTo is the provider's id of the message that is answered.
type Message struct {
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
func (m *Message) Body() ([]byte, error) {
	e := envelope{Product: "whatsapp", RecipientType: "individual", Type: m.Type,
		To: m.To, Recipient: m.Recipient, CallbackData: m.CallbackData}
	if m.ReplyTo != "" {
		e.Context = &replyContext{MessageID: m.ReplyTo}
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	if err := m.fill(&e); err != nil {
		return nil, err
	}
	return marshal(&e)
}

// fill adds the part of the message's type.
func (m *Message) fill(e *envelope) (err error) {
	switch c := &m.Content; {
	case m.Type == "text" && c.Text != nil:
		e.Text = &textBody{Body: c.Text.Body, PreviewURL: c.Text.PreviewURL}
	case m.Type == "template" && c.Template != nil && m.Form != nil:
		e.Template, err = m.template(c.Template)
	case c.Media != nil && e.slot() != nil:
		file := c.Media
		*e.slot() = &media{ID: file.ID, Link: file.Link, Caption: file.Caption, Filename: file.Filename, Voice: file.Voice}
	case m.Type == "location" && c.Location != nil:
		l := c.Location
		e.Location = &location{l.Latitude, l.Longitude, l.Name, l.Address}
	case m.Type == "contacts" && c.Contacts != nil:
		e.Contacts = contactCards(c.Contacts)
	case m.Type == "reaction" && c.Reaction != nil && c.Reaction.ProviderMessageID != "":
		e.Reaction = &reaction{MessageID: c.Reaction.ProviderMessageID, Emoji: c.Reaction.Emoji}
	case m.Type == "interactive" && c.Interactive != nil:
		e.Interactive, err = interactive(c.Interactive)
	default:
		err = crm.Errorf(crm.KindInternal, crm.CodeInternal, "A message of type %q cannot be built from this content.", m.Type)
	}
	return err
}

// slot is where the file of the message's type belongs; nil for other types.
func (e *envelope) slot() **media {
	return map[string]**media{"image": &e.Image, "video": &e.Video, "audio": &e.Audio, "document": &e.Document, "sticker": &e.Sticker}[e.Type]
}

func (m *Message) check() error {
	switch {
	case m.PhoneNumberID == "":
		return crm.Errorf(crm.KindInternal, crm.CodeNoPhoneNumber, "The message has no phone number to be sent from.")
	case m.To == "" && m.Recipient == "":
		return crm.Errorf(crm.KindInvalid, crm.CodeRequired, "The message has no recipient.")
	case utf8.RuneCountInString(m.CallbackData) > maxCallbackData:
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
