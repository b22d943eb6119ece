package api

import (
	"time"

	"service.example/crm/internal/crm"
)

// MessageContent is what a message says: the fields of its type, as they are
// sent; what customers alone can send; and what became of it since.
type MessageContent struct {
	TemplateFields

	Text        *crm.Text         `json:"text,omitempty" doc:"The text; only of a text message."`
	Image       *crm.Media        `json:"image,omitempty" doc:"The image; only of an image message."`
	Video       *crm.Media        `json:"video,omitempty" doc:"The video; only of a video message."`
	Audio       *crm.Media        `json:"audio,omitempty" doc:"The audio; only of an audio message."`
	Document    *crm.Media        `json:"document,omitempty" doc:"The document; only of a document message."`
	Sticker     *crm.Media        `json:"sticker,omitempty" doc:"The sticker; only of a sticker message."`
	Location    *crm.Location     `json:"location,omitempty" doc:"The place; only of a location message."`
	Contacts    []crm.ContactCard `json:"contacts,omitempty" doc:"The contact cards; only of a contacts message."`
	Reaction    *crm.Reaction     `json:"reaction,omitempty" doc:"The reaction; only of a reaction message."`
	Interactive *crm.Interactive  `json:"interactive,omitempty" doc:"What was shown to press, choose or fill in; only of an interactive message that was sent."`

	Reply       *crm.Reply       `json:"reply,omitempty" doc:"What the customer pressed, chose or filled in."`
	Order       *crm.Order       `json:"order,omitempty" doc:"The shopping cart that the customer sent."`
	Call        *crm.Call        `json:"call,omitempty" doc:"How the call went."`
	Unsupported *crm.Unsupported `json:"unsupported,omitempty" doc:"What is known of a message that cannot be shown."`
	Context     *crm.Context     `json:"context,omitempty" doc:"What the customer's message refers to."`
	Referral    *crm.Referral    `json:"referral,omitempty" doc:"The ad or post that led the customer here."`
	GroupID     string           `json:"groupId,omitempty" doc:"The group that the message was written in."`
	// Assistant tells people what an answer rests on; the contact does not see it.
	Assistant *crm.AssistantMark `json:"assistant,omitempty" doc:"Which assistant wrote the message, and from what. The contact does not see it."`

	Reactions []crm.MessageReaction `json:"reactions,omitempty" doc:"The reactions that are on the message now: of contacts, and of the business where it reacted from here or from its phone."`

	History   bool       `json:"history,omitempty" doc:"The message is from before the number was connected."`
	Edits     []crm.Edit `json:"edits,omitempty" doc:"Earlier versions of the message, oldest first."`
	RevokedAt *time.Time `json:"revokedAt,omitempty" doc:"When the sender took the message back."`
}

// renderContent shows a content; a file is shown under the type of its message.
func renderContent(messageType string, c *crm.Content) MessageContent {
	out := MessageContent{Text: c.Text, Location: c.Location, Contacts: c.Contacts, Reaction: c.Reaction, Interactive: c.Interactive,
		Reply: c.Reply, Order: c.Order, Call: c.Call, Unsupported: c.Unsupported, Context: c.Context, Referral: c.Referral, GroupID: c.GroupID, Assistant: c.Assistant,
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
			HeaderMedia: t.HeaderMedia, HeaderLocation: t.HeaderLocation, ButtonParameters: t.Buttons, Cards: t.Cards, OfferExpiresAt: t.OfferExpiresAt}
	}
	return out
}
