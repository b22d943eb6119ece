package api

type example = map[string]any

// typeExamples are messages of every type and form, which work in an open
// customer-service window.
var typeExamples = map[string]example{
	"SendTemplate": {"to": customer, "type": "template", "templateName": "order_shipped",
		"parameters": example{"name": "Ada", "order_number": "48213", "eta": "on Friday"}},
	"SendText":     {"to": customer, "type": "text", "text": example{"body": "Your parcel is at the door."}},
	"SendImage":    {"to": customer, "type": "image", "image": example{"link": "https://example.com/parcel.jpg", "caption": "Your parcel"}},
	"SendVideo":    {"to": customer, "type": "video", "video": example{"link": "https://example.com/unpacking.mp4"}},
	"SendAudio":    {"to": customer, "type": "audio", "audio": example{"link": "https://example.com/hello.ogg", "voice": true}},
	"SendDocument": {"to": customer, "type": "document", "document": example{"link": "https://example.com/receipt.pdf", "filename": "receipt.pdf"}},
	"SendSticker":  {"to": customer, "type": "sticker", "sticker": example{"link": "https://example.com/hooray.webp"}},
	"SendLocation": {"to": customer, "type": "location",
		"location": example{"latitude": 37.4421, "longitude": -122.1615, "name": "Philz Coffee", "address": "101 Forest Ave, Palo Alto"}},
	"SendContacts": {"to": customer, "type": "contacts", "contacts": []any{example{"name": example{"formattedName": "Barbara Johnson", "firstName": "Barbara"},
		"phones": []any{example{"phone": "+1 650 555 9999", "type": "Work", "waId": "16505559999"}}}}},
	"SendReaction":    {"to": customer, "type": "reaction", "reaction": example{"messageId": "msg_01jd5k3v6rf0w8m2a4t9x7bq1e", "emoji": "👍"}},
	"SendInteractive": {"to": customer, "type": "interactive", "interactive": buttonsExample},

	"ButtonsInteractive": buttonsExample,
	"ListInteractive": {"type": "list", "body": "How shall we send it?", "list": example{"button": "Options", "sections": []any{example{"rows": []any{
		example{"id": "express", "title": "Express", "description": "Tomorrow"}, example{"id": "mail", "title": "Mail"}}}}}},
	"CTAURLInteractive":          {"type": "ctaUrl", "body": "See when we are free.", "ctaUrl": example{"displayText": "See dates", "url": "https://example.com/dates"}},
	"FlowInteractive":            {"type": "flow", "body": "Book a slot.", "flow": example{"flowId": "1228137811", "cta": "Book", "screen": "SLOTS"}},
	"LocationRequestInteractive": {"type": "locationRequest", "body": "Where shall we pick you up?"},
	"ProductInteractive":         {"type": "product", "product": example{"catalogId": "146265584024623", "productRetailerId": "sku-1"}},
	"ProductListInteractive": {"type": "productList", "header": example{"type": "text", "text": "Our best"}, "body": "Take your pick.",
		"productList": example{"catalogId": "146265584024623", "sections": []any{example{"title": "Plants", "productRetailerIds": []any{"sku-1", "sku-2"}}}}},
	"CatalogInteractive": {"type": "catalog", "body": "Everything that we have."},
	"CarouselInteractive": {"type": "carousel", "body": "Our offers", "cards": []any{
		example{"header": pictureExample, "body": "The small one", "ctaUrl": example{"displayText": "Shop now", "url": "https://example.com/small"}},
		example{"header": pictureExample, "body": "The large one", "ctaUrl": example{"displayText": "Shop now", "url": "https://example.com/large"}}}},
	"CallPermissionInteractive": {"type": "callPermission", "body": "May we call you about your order?"},
	"ContactInfoInteractive":    {"type": "contactInfo", "body": "Which number may we call?"},
}

const customer = "+14155550123"

var (
	buttonsExample = example{"type": "buttons", "body": "Your slot is tomorrow at 9.", "buttons": []any{
		example{"id": "change", "title": "Change"}, example{"id": "cancel", "title": "Cancel"}}}
	pictureExample = example{"type": "image", "media": example{"link": "https://example.com/offer.jpg"}}
)
