package crm

// EventContent is the structured content of an incoming message in event
// bodies, the same as the API shows of it.
type EventContent struct {
	Location    *EventLocation    `json:"location" doc:"The place of a message of type location; else null."`
	Contacts    []EventContact    `json:"contacts" nullable:"false" doc:"The cards of a message of type contacts; else empty."`
	Order       *EventOrder       `json:"order" doc:"The shopping cart of a message of type order; else null."`
	Reaction    *EventReaction    `json:"reaction" doc:"The reaction of a message of type reaction; else null."`
	Context     *EventContext     `json:"context" doc:"What the message refers to; null if nothing."`
	Referral    *EventReferral    `json:"referral" doc:"The ad or post that led the contact here; null if none did."`
	Unsupported *EventUnsupported `json:"unsupported" doc:"What is known of a message that cannot be shown; else null."`
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
	Name      string  `json:"name" doc:"Name of the place; empty where none was given."`
	Address   string  `json:"address" doc:"Address of the place; empty where none was given."`
	URL       string  `json:"url" doc:"Page of the place; empty where none was given."`
}

// EventContact is one shared address-book entry.
type EventContact struct {
	Name      EventContactName      `json:"name" doc:"The person's name."`
	Phones    []EventContactPhone   `json:"phones" nullable:"false" doc:"The person's numbers."`
	Emails    []EventContactEmail   `json:"emails" nullable:"false" doc:"The person's e-mail addresses."`
	Addresses []EventContactAddress `json:"addresses" nullable:"false" doc:"The person's postal addresses."`
	URLs      []EventContactURL     `json:"urls" nullable:"false" doc:"The person's pages."`
	Org       *EventContactOrg      `json:"org" doc:"Where the person works; null where it was not given."`
	Birthday  string                `json:"birthday" doc:"YYYY-MM-DD; empty where it was not given."`
	Origin    string                `json:"origin" doc:"contact_request, when the card answers a request for contact information."`
	VCard     string                `json:"vcard" doc:"The card as the contact's phone gave it; empty where it was not given."`
}

// EventContactName is a card's name.
type EventContactName struct {
	FormattedName string `json:"formatted_name" doc:"The name as it is shown."`
	FirstName     string `json:"first_name" doc:"First name."`
	LastName      string `json:"last_name" doc:"Last name."`
	MiddleName    string `json:"middle_name" doc:"Middle name."`
	Prefix        string `json:"prefix" doc:"Before the name, such as Dr."`
	Suffix        string `json:"suffix" doc:"After the name, such as Jr."`
}

// EventContactPhone is a number of a card.
type EventContactPhone struct {
	Phone string `json:"phone" doc:"The number as it is shown."`
	Type  string `json:"type" doc:"What it is, such as Work."`
	WaID  string `json:"wa_id" doc:"The network's id of the number: its digits; empty where it is not on the network."`
}

// EventContactEmail is an e-mail address of a card.
type EventContactEmail struct {
	Email string `json:"email" doc:"The address."`
	Type  string `json:"type" doc:"What it is, such as Work."`
}

// EventContactAddress is a postal address of a card.
type EventContactAddress struct {
	Street      string `json:"street" doc:"Street and number."`
	City        string `json:"city" doc:"City."`
	State       string `json:"state" doc:"State or region."`
	Zip         string `json:"zip" doc:"Postal code."`
	Country     string `json:"country" doc:"Name of the country."`
	CountryCode string `json:"country_code" doc:"Code of the country, such as US."`
	Type        string `json:"type" doc:"What it is, such as Home."`
}

// EventContactURL is a web address of a card.
type EventContactURL struct {
	URL  string `json:"url" doc:"The address."`
	Type string `json:"type" doc:"What it is, such as Work."`
}

// EventContactOrg is where the person of a card works.
type EventContactOrg struct {
	Company    string `json:"company" doc:"The company."`
	Department string `json:"department" doc:"The department."`
	Title      string `json:"title" doc:"What the person is there."`
}

// EventOrder is a filled shopping cart.
type EventOrder struct {
	CatalogID string           `json:"catalog_id" doc:"The catalogue of the products."`
	Text      string           `json:"text" doc:"What the contact wrote with it; empty if nothing."`
	Items     []EventOrderItem `json:"items" nullable:"false" doc:"The lines of the cart."`
}

// EventOrderItem is one line of a cart.
type EventOrderItem struct {
	RetailerID string `json:"product_retailer_id" doc:"The product's id in the catalogue (SKU)."`
	Quantity   int    `json:"quantity" doc:"How many."`
	Price      string `json:"price" doc:"The price of one, as a decimal number."`
	Currency   string `json:"currency" doc:"ISO 4217 code."`
}

// EventReaction is an emoji on a message.
type EventReaction struct {
	MessageID string `json:"message_id" doc:"The message that is reacted to: its identifier, assigned by the messaging network."`
	Emoji     string `json:"emoji" doc:"The emoji."`
}

// EventContext is what a message refers to.
type EventContext struct {
	MessageID           string        `json:"message_id" doc:"The message that is answered: its identifier, assigned by the messaging network; empty if none is."`
	Forwarded           bool          `json:"forwarded" doc:"Whether the contact forwarded it."`
	FrequentlyForwarded bool          `json:"frequently_forwarded" doc:"Whether it was forwarded many times."`
	Product             *EventProduct `json:"product" doc:"The product that is asked about; null if none."`
}

// EventProduct is one product of a catalogue.
type EventProduct struct {
	CatalogID  string `json:"catalog_id" doc:"The catalogue."`
	RetailerID string `json:"product_retailer_id" doc:"The product's id in the catalogue (SKU)."`
}

// EventReferral is the ad or post that led the contact here.
type EventReferral struct {
	SourceURL    string `json:"source_url" doc:"Where the ad or post is."`
	SourceID     string `json:"source_id" doc:"Its identifier."`
	SourceType   string `json:"source_type" doc:"ad or post."`
	Headline     string `json:"headline" doc:"Its headline."`
	Body         string `json:"body" doc:"Its text."`
	MediaType    string `json:"media_type" doc:"image or video; empty without one."`
	MediaURL     string `json:"media_url" doc:"Its picture or film; the link expires."`
	ThumbnailURL string `json:"thumbnail_url" doc:"A small picture of it; the link expires."`
	ClickID      string `json:"click_id" doc:"The network's id of the click (ctwa_clid)."`
	WelcomeText  string `json:"welcome_text" doc:"The text that greeted the contact."`
	Ref          string `json:"ref" doc:"What the ad was given as ref."`
}

// EventUnsupported is what is known of a message that cannot be shown.
type EventUnsupported struct {
	Type   string               `json:"type" doc:"The provider's word for the type of the message."`
	Errors []EventProviderError `json:"errors" nullable:"false" doc:"Why it cannot be shown, as the provider told."`
}
