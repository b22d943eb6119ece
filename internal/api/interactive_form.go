package api

import "service.example/crm/internal/crm"

const (
	frame = "type* header body* footer "
	bare  = "type* body* footer "
)

var (
	textHeader = map[string]any{"header": ref("TextHeader")}
	cardHeader = map[string]any{"header": ref("CardHeader")}
	plainFile  = map[string]any{"media": ref("File")}
)

var interactiveUnions = []union{
	{"Interactive", "type", "ButtonsInteractive ListInteractive CTAURLInteractive FlowInteractive LocationRequestInteractive ProductInteractive " +
		"ProductListInteractive CatalogInteractive CarouselInteractive CallPermissionInteractive ContactInfoInteractive"},
	{"InteractiveHeader", "type", "TextHeader DocumentHeader ImageHeader VideoHeader"},
	{"CardHeader", "type", "ImageHeader VideoHeader"},
	{"InteractiveCard", "", "LinkCard ReplyCard ProductCard"},
}

// interactivePicks are the forms of interactive messages. Each example works in
// an open customer-service window.
var interactivePicks = []pick{
	{name: "ButtonsInteractive", of: "Interactive", is: "buttons", fields: frame + "buttons*", example: buttonsExample},
	{name: "ListInteractive", of: "Interactive", is: "list", fields: frame + "list*", as: textHeader,
		example: crm.Interactive{Type: "list", Body: "How shall we send it?", List: &crm.InteractiveList{Button: "Options", Sections: []crm.ListSection{{Rows: []crm.ListRow{
			{ID: "express", Title: "Express", Description: "Tomorrow"}, {ID: "mail", Title: "Mail"}}}}}}},
	{name: "CTAURLInteractive", of: "Interactive", is: "ctaUrl", fields: frame + "ctaUrl*",
		example: crm.Interactive{Type: "ctaUrl", Body: "See when we are free.", CTAURL: &crm.CTAURL{DisplayText: "See dates", URL: "https://example.com/dates"}}},
	{name: "FlowInteractive", of: "Interactive", is: "flow", fields: frame + "flow*",
		example: crm.Interactive{Type: "flow", Body: "Book a slot.", Flow: &crm.Flow{ID: "1228137811", CTA: "Book", Screen: "SLOTS"}}},
	{name: "LocationRequestInteractive", of: "Interactive", is: "locationRequest", fields: bare,
		example: crm.Interactive{Type: "locationRequest", Body: "Where shall we pick you up?"}},
	{name: "ProductInteractive", of: "Interactive", is: "product", fields: "type* body footer product*",
		example: crm.Interactive{Type: "product", Product: &crm.ProductRef{CatalogID: "146265584024623", RetailerID: "sku-1"}}},
	{name: "ProductListInteractive", of: "Interactive", is: "productList", fields: "type* header* body* footer productList*", as: textHeader,
		example: crm.Interactive{Type: "productList", Header: &crm.InteractiveHeader{Type: "text", Text: "Our best"}, Body: "Take your pick.",
			Products: &crm.ProductList{CatalogID: "146265584024623", Sections: []crm.ProductSection{{Title: "Plants", RetailerIDs: []string{"sku-1", "sku-2"}}}}}},
	{name: "CatalogInteractive", of: "Interactive", is: "catalog", fields: bare + "catalog",
		example: crm.Interactive{Type: "catalog", Body: "Everything that we have."}},
	{name: "CarouselInteractive", of: "Interactive", is: "carousel", fields: bare + "cards*",
		example: crm.Interactive{Type: "carousel", Body: "Our offers", Cards: []crm.InteractiveCard{
			{Header: pictureExample, Body: "The small one", CTAURL: &crm.CTAURL{DisplayText: "Shop now", URL: "https://example.com/small"}},
			{Header: pictureExample, Body: "The large one", CTAURL: &crm.CTAURL{DisplayText: "Shop now", URL: "https://example.com/large"}}}}},
	{name: "CallPermissionInteractive", of: "Interactive", is: "callPermission", fields: "type* body footer",
		example: crm.Interactive{Type: "callPermission", Body: "May we call you about your order?"}},
	{name: "ContactInfoInteractive", of: "Interactive", is: "contactInfo", fields: bare,
		example: crm.Interactive{Type: "contactInfo", Body: "Which number may we call?"}},

	{name: "TextHeader", of: "InteractiveHeader", is: "text", fields: "type* text*"},
	{name: "ImageHeader", of: "InteractiveHeader", is: "image", fields: "type* media*", as: plainFile},
	{name: "VideoHeader", of: "InteractiveHeader", is: "video", fields: "type* media*", as: plainFile},
	{name: "DocumentHeader", of: "InteractiveHeader", is: "document", fields: "type* media*"},
	{name: "File", of: "MediaRef", fields: "mediaId link"},

	{name: "LinkCard", of: "InteractiveCard", fields: "header* body ctaUrl*", as: cardHeader},
	{name: "ReplyCard", of: "InteractiveCard", fields: "header* body buttons*", as: cardHeader},
	{name: "ProductCard", of: "InteractiveCard", fields: "product*"},
}

var (
	buttonsExample = crm.Interactive{Type: "buttons", Body: "Your slot is tomorrow at 9.", Buttons: []crm.ReplyButton{
		{ID: "change", Title: "Change"}, {ID: "cancel", Title: "Cancel"}}}
	pictureExample = &crm.InteractiveHeader{Type: "image", Media: &crm.MediaRef{Link: "https://example.com/offer.jpg"}}
)
