package api

import "service.example/crm/internal/crm"

// customer is the contact of the examples, whose window is open.
const customer = "+14155550123"

const (
	envelope = "to userId conversationId type* from scheduledAt expiresAt metadata takeOver expectedSeq "
	answer   = "to userId conversationId type* from replyTo scheduledAt expiresAt metadata takeOver expectedSeq "
)

var messageUnions = []union{
	{"SendMessage", "type", "SendTemplate SendText SendImage SendVideo SendAudio SendDocument SendSticker SendLocation SendContacts SendReaction SendInteractive"},
}

// messagePicks are the types of messages. Each example works in an open
// customer-service window.
var messagePicks = []pick{
	{name: "SendTemplate", of: "SendMessage", is: "template",
		fields:  answer + "templateName* parameters language headerParameter headerMedia headerLocation buttonParameters cards offerExpiresAt",
		example: templateExample},
	{name: "SendText", of: "SendMessage", is: "text", fields: answer + "text*",
		example: SendMessage{To: customer, Type: "text", Text: &crm.Text{Body: "Your parcel is at the door."}}},
	{name: "SendImage", of: "SendMessage", is: "image", fields: answer + "image*", as: map[string]any{"image": ref("Image")},
		example: SendMessage{To: customer, Type: "image", Image: &crm.Media{Link: "https://example.com/parcel.jpg", Caption: "Your parcel"}}},
	{name: "SendVideo", of: "SendMessage", is: "video", fields: answer + "video*", as: map[string]any{"video": ref("Video")},
		example: SendMessage{To: customer, Type: "video", Video: &crm.Media{Link: "https://example.com/unpacking.mp4"}}},
	{name: "SendAudio", of: "SendMessage", is: "audio", fields: answer + "audio*", as: map[string]any{"audio": ref("Audio")},
		example: SendMessage{To: customer, Type: "audio", Audio: &crm.Media{Link: "https://example.com/hello.ogg", Voice: true}}},
	{name: "SendDocument", of: "SendMessage", is: "document", fields: answer + "document*", as: map[string]any{"document": ref("Document")},
		example: SendMessage{To: customer, Type: "document", Document: &crm.Media{Link: "https://example.com/receipt.pdf", Filename: "receipt.pdf"}}},
	{name: "SendSticker", of: "SendMessage", is: "sticker", fields: answer + "sticker*", as: map[string]any{"sticker": ref("Sticker")},
		example: SendMessage{To: customer, Type: "sticker", Sticker: &crm.Media{Link: "https://example.com/hooray.webp"}}},
	{name: "SendLocation", of: "SendMessage", is: "location", fields: answer + "location*",
		example: SendMessage{To: customer, Type: "location",
			Location: &crm.Location{Latitude: 37.4421, Longitude: -122.1615, Name: "Philz Coffee", Address: "101 Forest Ave, Palo Alto"}}},
	{name: "SendContacts", of: "SendMessage", is: "contacts", fields: answer + "contacts*",
		example: SendMessage{To: customer, Type: "contacts", Contacts: []crm.ContactCard{{
			Name:   crm.ContactName{FormattedName: "Barbara Johnson", FirstName: "Barbara"},
			Phones: []crm.ContactPhone{{Phone: "+1 650 555 9999", Type: "Work", WaID: "16505559999"}}}}}},
	{name: "SendReaction", of: "SendMessage", is: "reaction", fields: envelope + "reaction*", as: map[string]any{"reaction": ref("SentReaction")},
		example: SendMessage{To: customer, Type: "reaction", Reaction: &crm.Reaction{MessageID: "msg_01jd5k3v6rf0w8m2a4t9x7bq1e", Emoji: "👍"}}},
	{name: "SendInteractive", of: "SendMessage", is: "interactive", fields: answer + "interactive*",
		example: SendMessage{To: customer, Type: "interactive", Interactive: &buttonsExample}},

	{name: "Image", of: "Media", fields: "mediaId link caption"},
	{name: "Video", of: "Media", fields: "mediaId link caption"},
	{name: "Audio", of: "Media", fields: "mediaId link voice"},
	{name: "Document", of: "Media", fields: "mediaId link caption filename"},
	{name: "Sticker", of: "Media", fields: "mediaId link"},
	{name: "SentReaction", of: "Reaction", fields: "messageId* emoji"},
}

var templateExample = SendMessage{To: customer, Type: "template", TemplateFields: TemplateFields{TemplateName: "order_shipped",
	Parameters: map[string]string{"name": "Ada", "order_number": "48213", "eta": "on Friday"}}}
