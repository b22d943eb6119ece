package crm

// EventContent is the structured content of an incoming message in event
// bodies, the same as the API shows of it.
type EventContent struct {
	Location    *EventLocation    `json:"location" doc:"The place; only for type location, otherwise null."`
	Contacts    []EventContact    `json:"contacts" nullable:"false" doc:"The contact cards; only for type contacts, otherwise empty."`
	Order       *EventOrder       `json:"order" doc:"The shopping cart; only for type order, otherwise null."`
	Reaction    *EventReaction    `json:"reaction" doc:"The reaction; only for type reaction, otherwise null."`
	Context     *EventContext     `json:"context" doc:"What the message refers to; null if nothing."`
	Referral    *EventReferral    `json:"referral" doc:"The ad or post through which the contact came; null if there is none."`
	Unsupported *EventUnsupported `json:"unsupported" doc:"What is known about a message that cannot be shown; otherwise null."`
}

// EventContentOf renders the structured content of a message for an event.
func EventContentOf(m *Message) EventContent {
	c := &m.Content
	out := EventContent{Contacts: []EventContact{}}
	if l := c.Location; l != nil {
		out.Location = &EventLocation{Latitude: l.Latitude, Longitude: l.Longitude, Name: l.Name, Address: l.Address, URL: l.URL}
	}
	for _, card := range c.Contacts {
		out.Contacts = append(out.Contacts, eventContactOf(card))
	}
	if o := c.Order; o != nil {
		out.Order = &EventOrder{CatalogID: o.CatalogID, Text: o.Text, Items: []EventOrderItem{}}
		for _, i := range o.Items {
			out.Order.Items = append(out.Order.Items, EventOrderItem(i))
		}
	}
	if r := c.Reaction; r != nil {
		out.Reaction = &EventReaction{MessageID: r.ProviderMessageID, Emoji: r.Emoji}
	}
	if x := c.Context; x != nil {
		out.Context = &EventContext{MessageID: x.ProviderMessageID, Forwarded: x.Forwarded, FrequentlyForwarded: x.FrequentlyForwarded}
		if x.Product != nil {
			out.Context.Product = &EventProduct{CatalogID: x.Product.CatalogID, RetailerID: x.Product.RetailerID}
		}
	}
	if r := c.Referral; r != nil {
		out.Referral = &EventReferral{SourceURL: r.SourceURL, SourceID: r.SourceID, SourceType: r.SourceType, Headline: r.Headline, Body: r.Body,
			MediaType: r.MediaType, MediaURL: r.MediaURL, ThumbnailURL: r.ThumbnailURL, ClickID: r.ClickID, WelcomeText: r.Welcome, Ref: r.Ref}
	}
	if u := c.Unsupported; u != nil {
		out.Unsupported = &EventUnsupported{Type: u.Type, Errors: []EventProviderError{}}
		for _, e := range u.Errors {
			out.Unsupported.Errors = append(out.Unsupported.Errors, EventProviderError{Code: e.Code, Subcode: e.Subcode, Title: e.Title, Details: e.Details})
		}
	}
	return out
}

func eventContactOf(c ContactCard) EventContact {
	out := EventContact{Name: EventContactName(c.Name), Birthday: c.Birthday, Origin: c.Origin, VCard: c.VCard,
		Phones: []EventContactPhone{}, Emails: []EventContactEmail{}, Addresses: []EventContactAddress{}, URLs: []EventContactURL{}}
	for _, p := range c.Phones {
		out.Phones = append(out.Phones, EventContactPhone(p))
	}
	for _, e := range c.Emails {
		out.Emails = append(out.Emails, EventContactEmail(e))
	}
	for _, a := range c.Addresses {
		out.Addresses = append(out.Addresses, EventContactAddress(a))
	}
	for _, u := range c.URLs {
		out.URLs = append(out.URLs, EventContactURL(u))
	}
	if c.Org != nil {
		org := EventContactOrg(*c.Org)
		out.Org = &org
	}
	return out
}

// EventLocation is a point on the map.
type EventLocation struct {
	Latitude  float64 `json:"latitude" doc:"Degrees, -90 to 90."`
	Longitude float64 `json:"longitude" doc:"Degrees, -180 to 180."`
	Name      string  `json:"name" doc:"Name of the place; empty if unknown."`
	Address   string  `json:"address" doc:"Address of the place; empty if unknown."`
	URL       string  `json:"url" doc:"Web page of the place; empty if unknown."`
}

// EventContact is one shared address-book entry.
type EventContact struct {
	Name      EventContactName      `json:"name" doc:"Name of the person."`
	Phones    []EventContactPhone   `json:"phones" nullable:"false" doc:"Phone numbers of the person."`
	Emails    []EventContactEmail   `json:"emails" nullable:"false" doc:"E-mail addresses of the person."`
	Addresses []EventContactAddress `json:"addresses" nullable:"false" doc:"Postal addresses of the person."`
	URLs      []EventContactURL     `json:"urls" nullable:"false" doc:"Web addresses of the person."`
	Org       *EventContactOrg      `json:"org" doc:"The person's company; null if unknown."`
	Birthday  string                `json:"birthday" doc:"Date as YYYY-MM-DD; empty if unknown."`
	Origin    string                `json:"origin" doc:"contact_request if the card answers a request for contact information."`
	VCard     string                `json:"vcard" doc:"The vCard from the contact's phone; empty if there is none."`
}

// EventContactName is a card's name.
type EventContactName struct {
	FormattedName string `json:"formatted_name" doc:"The full name."`
	FirstName     string `json:"first_name" doc:"First name."`
	LastName      string `json:"last_name" doc:"Last name."`
	MiddleName    string `json:"middle_name" doc:"Middle name."`
	Prefix        string `json:"prefix" doc:"Prefix, such as Dr."`
	Suffix        string `json:"suffix" doc:"Suffix, such as Jr."`
}

// EventContactPhone is a number of a card.
type EventContactPhone struct {
	Phone string `json:"phone" doc:"The phone number."`
	Type  string `json:"type" doc:"Kind of entry, such as Work."`
	WaID  string `json:"wa_id" doc:"The WhatsApp id of the number (its digits); empty if it is not on WhatsApp."`
}

// EventContactEmail is an e-mail address of a card.
type EventContactEmail struct {
	Email string `json:"email" doc:"The address."`
	Type  string `json:"type" doc:"Kind of entry, such as Work."`
}

// EventContactAddress is a postal address of a card.
type EventContactAddress struct {
	Street      string `json:"street" doc:"Street and number."`
	City        string `json:"city" doc:"City."`
	State       string `json:"state" doc:"State or region."`
	Zip         string `json:"zip" doc:"Postal code."`
	Country     string `json:"country" doc:"Name of the country."`
	CountryCode string `json:"country_code" doc:"Country code, such as US."`
	Type        string `json:"type" doc:"Kind of address, such as Home."`
}

// EventContactURL is a web address of a card.
type EventContactURL struct {
	URL  string `json:"url" doc:"The address."`
	Type string `json:"type" doc:"Kind of entry, such as Work."`
}

// EventContactOrg is where the person of a card works.
type EventContactOrg struct {
	Company    string `json:"company" doc:"Name of the company."`
	Department string `json:"department" doc:"Name of the department."`
	Title      string `json:"title" doc:"Job title."`
}

// EventOrder is a filled shopping cart.
type EventOrder struct {
	CatalogID string           `json:"catalog_id" doc:"The provider's identifier of the catalogue."`
	Text      string           `json:"text" doc:"The contact's text with the order; empty if there is none."`
	Items     []EventOrderItem `json:"items" nullable:"false" doc:"The products."`
}

// EventOrderItem is one line of a cart.
type EventOrderItem struct {
	RetailerID string `json:"product_retailer_id" doc:"The product's id in the catalogue (SKU)."`
	Quantity   int    `json:"quantity" doc:"Quantity."`
	Price      string `json:"price" doc:"Unit price as a decimal number."`
	Currency   string `json:"currency" doc:"ISO 4217 code."`
}

// EventReaction is an emoji on a message.
type EventReaction struct {
	MessageID string `json:"message_id" doc:"The provider's identifier of the message with the reaction."`
	Emoji     string `json:"emoji" doc:"The emoji."`
}

// EventContext is what a message refers to.
type EventContext struct {
	MessageID           string        `json:"message_id" doc:"The provider's identifier of the quoted message; empty if there is none."`
	Forwarded           bool          `json:"forwarded" doc:"Whether the contact forwarded the message."`
	FrequentlyForwarded bool          `json:"frequently_forwarded" doc:"Whether the message was forwarded many times."`
	Product             *EventProduct `json:"product" doc:"The product of the contact's question; null if there is none."`
}

// EventProduct is one product of a catalogue.
type EventProduct struct {
	CatalogID  string `json:"catalog_id" doc:"The provider's identifier of the catalogue."`
	RetailerID string `json:"product_retailer_id" doc:"The product's id in the catalogue (SKU)."`
}

// EventReferral is the ad or post that led the contact here.
type EventReferral struct {
	SourceURL    string `json:"source_url" doc:"Address of the ad or post."`
	SourceID     string `json:"source_id" doc:"The provider's identifier of the ad or post."`
	SourceType   string `json:"source_type" doc:"ad or post."`
	Headline     string `json:"headline" doc:"Headline of the ad or post."`
	Body         string `json:"body" doc:"Text of the ad or post."`
	MediaType    string `json:"media_type" doc:"image or video; empty if there is none."`
	MediaURL     string `json:"media_url" doc:"Address of the image or video. The link expires."`
	ThumbnailURL string `json:"thumbnail_url" doc:"Address of the preview image. The link expires."`
	ClickID      string `json:"click_id" doc:"The provider's identifier of the click (ctwa_clid)."`
	WelcomeText  string `json:"welcome_text" doc:"The greeting in the ad."`
	Ref          string `json:"ref" doc:"The ref parameter of the ad."`
}

// EventUnsupported is what is known of a message that cannot be shown.
type EventUnsupported struct {
	Type   string               `json:"type" doc:"The provider's message type."`
	Errors []EventProviderError `json:"errors" nullable:"false" doc:"Why the message cannot be shown, as the provider reported it."`
}
