package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// MessageContent is what a message says: the fields of its type, as they are
// sent; what customers alone can send; and what became of it since.
type MessageContent struct {
	TemplateFields

	Text        *crm.Text         `json:"text,omitempty" doc:"The text; only for type text."`
	Image       *crm.Media        `json:"image,omitempty" doc:"The image; only for type image."`
	Video       *crm.Media        `json:"video,omitempty" doc:"The video; only for type video."`
	Audio       *crm.Media        `json:"audio,omitempty" doc:"The audio; only for type audio."`
	Document    *crm.Media        `json:"document,omitempty" doc:"The document; only for type document."`
	Sticker     *crm.Media        `json:"sticker,omitempty" doc:"The sticker; only for type sticker."`
	Location    *crm.Location     `json:"location,omitempty" doc:"The place; only for type location."`
	Contacts    []crm.ContactCard `json:"contacts,omitempty" doc:"The contact cards; only for type contacts."`
	Reaction    *crm.Reaction     `json:"reaction,omitempty" doc:"The reaction; only for type reaction."`
	Interactive *crm.Interactive  `json:"interactive,omitempty" doc:"The buttons, choices or form; only for sent messages of type interactive."`

	Reply       *crm.Reply       `json:"reply,omitempty" doc:"The contact's reply: a button, a choice or a filled-in form."`
	Order       *crm.Order       `json:"order,omitempty" doc:"The contact's shopping cart."`
	Call        *crm.Call        `json:"call,omitempty" doc:"The call."`
	Unsupported *crm.Unsupported `json:"unsupported,omitempty" doc:"What is known about a message that cannot be shown."`
	Context     *crm.Context     `json:"context,omitempty" doc:"What the message refers to."`
	Referral    *crm.Referral    `json:"referral,omitempty" doc:"The ad or post through which the contact came."`
	GroupID     string           `json:"groupId,omitempty" doc:"The group of the message."`
	// Assistant tells people what an answer rests on; the contact does not see it.
	Assistant *crm.AssistantMark `json:"assistant,omitempty" doc:"The assistant that wrote the message, and its sources. The contact does not see this."`

	SentBy *crm.DoneBy `json:"sentBy,omitempty" doc:"Who sent the message; absent for received messages."`

	Reactions []crm.MessageReaction `json:"reactions,omitempty" doc:"The current reactions to the message: by contacts, and by the business from here or from its phone."`

	History   bool       `json:"history,omitempty" doc:"true: the message is older than the connection of the phone number."`
	Edits     []crm.Edit `json:"edits,omitempty" doc:"Earlier versions of the message, oldest first."`
	RevokedAt *time.Time `json:"revokedAt,omitempty" doc:"When the sender deleted the message."`
}

// renderContent shows a content; a file is shown under the type of its message.
func renderContent(messageType string, c *crm.Content) MessageContent {
	out := MessageContent{Text: c.Text, Location: c.Location, Contacts: c.Contacts, Reaction: c.Reaction, Interactive: c.Interactive,
		Reply: c.Reply, Order: c.Order, Call: c.Call, Unsupported: c.Unsupported, Context: c.Context, Referral: c.Referral, GroupID: c.GroupID, Assistant: c.Assistant, SentBy: c.SentBy.DoneBy(),
		Reactions: c.StandingReactions(), History: c.History, Edits: c.Edits, RevokedAt: c.RevokedAt}
	switch messageType {
	case "image":
		out.Image = c.Media
	case "video":
		out.Video = c.Media
	case "audio":
		out.Audio = c.Media
	case "sticker":
		out.Sticker = c.Media
	default:
		out.Document = c.Media
	}
	if t := c.Template; t != nil {
		out.TemplateFields = TemplateFields{TemplateName: t.Name, Parameters: t.Parameters, Language: t.Language, HeaderParameter: t.HeaderParameter,
			HeaderMedia: t.HeaderMedia, HeaderLocation: t.HeaderLocation, HeaderProduct: t.HeaderProduct, ButtonParameters: t.Buttons, Cards: t.Cards, OfferExpiresAt: t.OfferExpiresAt}
	}
	return out
}
