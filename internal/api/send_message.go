package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// SendMessage is one message to send: what every message has, and the fields
// of its type. The document shows it as one schema per type; here it is one
// struct, so that every fault of a request is found, and told at once.
type SendMessage struct {
	To          string            `json:"to,omitempty" doc:"Recipient phone number in international format with a leading + and country code." example:"+14155550123"`
	UserID      string            `json:"userId,omitempty" doc:"The provider's business-scoped user id, for a contact whose number is not known. Instead of to."`
	Type        string            `json:"type,omitempty" doc:"What the message is. All but templates need an open customer-service window." example:"template"`
	From        string            `json:"from,omitempty" doc:"The phone number to send from (its id or number); the workspace's default otherwise."`
	ReplyTo     string            `json:"replyTo,omitempty" doc:"Id of the message of this conversation that is answered."`
	ScheduledAt *time.Time        `json:"scheduledAt,omitempty" doc:"Send at this time, at most 90 days ahead. One of up to 5 minutes ago is sent at once; an older one is refused."`
	ExpiresAt   *time.Time        `json:"expiresAt,omitempty" doc:"Do not send after this time, at most 120 days ahead."`
	Metadata    map[string]string `json:"metadata,omitempty" doc:"Values of your own, echoed in events. At most 20."`
	TakeOver    *bool             `json:"takeOver,omitempty" doc:"Whether a person takes over the conversation, so that the assistant stops answering. By default every message takes over, except templates, reactions and scheduled messages."`

	TemplateFields

	Text        *crm.Text         `json:"text,omitempty" doc:"What to say."`
	Image       *crm.Media        `json:"image,omitempty" doc:"A JPEG or PNG of at most 5 MB."`
	Video       *crm.Media        `json:"video,omitempty" doc:"An MP4 or 3GPP (H.264 and AAC) of at most 16 MB."`
	Audio       *crm.Media        `json:"audio,omitempty" doc:"AAC, AMR, MP3, MP4 or Ogg with Opus, at most 16 MB."`
	Document    *crm.Media        `json:"document,omitempty" doc:"A file of any type, at most 100 MB."`
	Sticker     *crm.Media        `json:"sticker,omitempty" doc:"A WebP of 512 by 512 pixels, at most 100 KB, 500 KB when it moves."`
	Location    *crm.Location     `json:"location,omitempty" doc:"A place."`
	Contacts    []crm.ContactCard `json:"contacts,omitempty" doc:"1 to 257 entries of an address book."`
	Reaction    *crm.Reaction     `json:"reaction,omitempty" doc:"An emoji on a message, or its removal. Only the status sent follows."`
	Interactive *crm.Interactive  `json:"interactive,omitempty" doc:"A message with something to press."`
}

// TemplateFields are the name of a template and what fills it.
type TemplateFields struct {
	TemplateName     string                `json:"templateName,omitempty" doc:"Name of a pre-defined template." example:"order_shipped"`
	Parameters       map[string]string     `json:"parameters,omitempty" doc:"Named values substituted into the template. For templates of the POSITIONAL format the names are 1, 2, …"`
	Language         string                `json:"language,omitempty" doc:"Language of the template; by default the workspace's, or the only one." example:"en_US"`
	HeaderParameter  string                `json:"headerParameter,omitempty" doc:"Value of the text header's variable, for POSITIONAL templates."`
	HeaderMedia      *crm.MediaRef         `json:"headerMedia,omitempty" doc:"The file in the template's header."`
	HeaderLocation   *crm.Location         `json:"headerLocation,omitempty" doc:"The place in the template's header."`
	ButtonParameters []crm.ButtonParameter `json:"buttonParameters,omitempty" doc:"Values of the template's buttons."`
	Cards            []crm.CardContent     `json:"cards,omitempty" doc:"Values of each card of a carousel template."`
	OfferExpiresAt   *time.Time            `json:"offerExpiresAt,omitempty" doc:"End of the offer that a limited-time-offer template counts down to."`
}

func (m *SendMessage) request() *crm.SendRequest {
	r := &crm.SendRequest{To: m.To, UserID: m.UserID, Type: m.Type, From: m.From, ReplyTo: m.ReplyTo,
		ScheduledAt: m.ScheduledAt, ExpiresAt: m.ExpiresAt, Metadata: m.Metadata, TakeOver: m.TakeOver,
		Text: m.Text, Image: m.Image, Video: m.Video, Audio: m.Audio, Document: m.Document, Sticker: m.Sticker,
		Location: m.Location, Contacts: m.Contacts, Reaction: m.Reaction, Interactive: m.Interactive}
	if m.fillsTemplate() || m.Type == "template" {
		r.Template = &crm.TemplateContent{Name: m.TemplateName, Language: m.Language, Parameters: m.Parameters,
			HeaderParameter: m.HeaderParameter, HeaderMedia: m.HeaderMedia, HeaderLocation: m.HeaderLocation,
			Buttons: m.ButtonParameters, Cards: m.Cards, OfferExpiresAt: m.OfferExpiresAt}
	}
	return r
}

func (t *TemplateFields) fillsTemplate() bool {
	return t.TemplateName != "" || t.Language != "" || t.HeaderParameter != "" || t.Parameters != nil || t.HeaderMedia != nil ||
		t.HeaderLocation != nil || t.ButtonParameters != nil || t.Cards != nil || t.OfferExpiresAt != nil
}
