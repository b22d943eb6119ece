package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// SendMessage is one message to send: what every message has, and the fields
// of its type. The document shows it as one schema per type; here it is one
// struct, so that every fault of a request is found, and told at once.
type SendMessage struct {
	To           string            `json:"to,omitempty" doc:"Recipient phone number in international format with a leading + and country code." example:"+14155550123"`
	UserID       string            `json:"userId,omitempty" doc:"The provider's business-scoped user id. Use it instead of to if you do not know the contact's phone number."`
	Conversation string            `json:"conversationId,omitempty" doc:"The conversation to write in, from its phone number. Use it instead of to and userId."`
	Type         string            `json:"type,omitempty" doc:"Type of the message. All types except template need an open customer-service window." example:"template"`
	From         string            `json:"from,omitempty" doc:"Id or number of the phone number to send from; by default the default number. Leave it out with conversationId."`
	ReplyTo      string            `json:"replyTo,omitempty" doc:"Id of the message in this conversation that you reply to."`
	ScheduledAt  *time.Time        `json:"scheduledAt,omitempty" doc:"When to send, at most 90 days ahead. A time up to 5 minutes ago means now; an earlier time is refused."`
	ExpiresAt    *time.Time        `json:"expiresAt,omitempty" doc:"Do not send after this time; at most 120 days ahead."`
	Metadata     map[string]string `json:"metadata,omitempty" doc:"Your own values, repeated in events. At most 20."`
	TakeOver     *bool             `json:"takeOver,omitempty" doc:"Whether a person takes over the conversation, so that the assistant stops replying. true by default, except for templates, reactions and scheduled messages."`

	ExpectedSeq *int64 `json:"expectedSeq,omitempty" minimum:"0" doc:"The seq of the conversation as you saw it. If somebody answered since, nothing is sent: 409 answered_meanwhile, with the other answer."`

	TemplateFields

	Text        *crm.Text         `json:"text,omitempty" doc:"The text."`
	Image       *crm.Media        `json:"image,omitempty" doc:"JPEG or PNG, at most 5 MB."`
	Video       *crm.Media        `json:"video,omitempty" doc:"MP4 or 3GPP (H.264 and AAC), at most 16 MB."`
	Audio       *crm.Media        `json:"audio,omitempty" doc:"AAC, AMR, MP3, MP4 or Ogg with Opus, at most 16 MB."`
	Document    *crm.Media        `json:"document,omitempty" doc:"Any type of file, at most 100 MB."`
	Sticker     *crm.Media        `json:"sticker,omitempty" doc:"WebP of 512 by 512 pixels, at most 100 KB, or 500 KB if animated."`
	Location    *crm.Location     `json:"location,omitempty" doc:"A place."`
	Contacts    []crm.ContactCard `json:"contacts,omitempty" doc:"1 to 257 contact cards."`
	Reaction    *crm.Reaction     `json:"reaction,omitempty" doc:"Adds an emoji to a message or removes it. The only status of this message is sent."`
	Interactive *crm.Interactive  `json:"interactive,omitempty" doc:"A message with buttons, a list or another form."`
}

// TemplateFields are the name of a template and what fills it.
type TemplateFields struct {
	TemplateName     string                `json:"templateName,omitempty" doc:"Name of the template." example:"order_shipped"`
	Parameters       map[string]string     `json:"parameters,omitempty" doc:"Values of the template's parameters by name. For POSITIONAL templates the names are 1, 2, …"`
	Language         string                `json:"language,omitempty" doc:"Language of the template; by default the workspace's, or the template's only one." example:"en_US"`
	HeaderParameter  string                `json:"headerParameter,omitempty" doc:"Value of the variable in a text header; only for POSITIONAL templates."`
	HeaderMedia      *crm.MediaRef         `json:"headerMedia,omitempty" doc:"The file in the template's header."`
	HeaderLocation   *crm.Location         `json:"headerLocation,omitempty" doc:"The place in the template's header."`
	HeaderProduct    *crm.ProductRef       `json:"headerProduct,omitempty" doc:"The product in the template's header."`
	ButtonParameters []crm.ButtonParameter `json:"buttonParameters,omitempty" doc:"Values for the template's buttons."`
	Cards            []crm.CardContent     `json:"cards,omitempty" doc:"Values for each card of a carousel template."`
	OfferExpiresAt   *time.Time            `json:"offerExpiresAt,omitempty" doc:"End of the offer in a limited-time-offer template."`
}

func (m *SendMessage) request() *crm.SendRequest {
	r := &crm.SendRequest{To: m.To, UserID: m.UserID, ConversationID: m.Conversation, Type: m.Type, From: m.From, ReplyTo: m.ReplyTo,
		ScheduledAt: m.ScheduledAt, ExpiresAt: m.ExpiresAt, Metadata: m.Metadata, TakeOver: m.TakeOver, ExpectedSeq: m.ExpectedSeq,
		Text: m.Text, Image: m.Image, Video: m.Video, Audio: m.Audio, Document: m.Document, Sticker: m.Sticker,
		Location: m.Location, Contacts: m.Contacts, Reaction: m.Reaction, Interactive: m.Interactive}
	if m.fillsTemplate() || m.Type == "template" {
		r.Template = &crm.TemplateContent{Name: m.TemplateName, Language: m.Language, Parameters: m.Parameters,
			HeaderParameter: m.HeaderParameter, HeaderMedia: m.HeaderMedia, HeaderLocation: m.HeaderLocation, HeaderProduct: m.HeaderProduct,
			Buttons: m.ButtonParameters, Cards: m.Cards, OfferExpiresAt: m.OfferExpiresAt}
	}
	return r
}

func (t *TemplateFields) fillsTemplate() bool {
	return t.TemplateName != "" || t.Language != "" || t.HeaderParameter != "" || t.Parameters != nil || t.HeaderMedia != nil ||
		t.HeaderLocation != nil || t.HeaderProduct != nil || t.ButtonParameters != nil || t.Cards != nil || t.OfferExpiresAt != nil
}
