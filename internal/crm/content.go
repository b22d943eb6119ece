package crm

import (
	"encoding/json"
	"time"
)

// Content is what a message says: exactly the part of its type is set, beside
// what any type may carry (Context, Referral) or may become of it (Edits,
// RevokedAt). Sent and received messages share the parts that both have.
//
// The JSON of the parts is what is stored and what the API takes and shows:
// names may be added, never changed. What is marked readOnly is set by us.
type Content struct {
	Text     *Text            `json:"text,omitempty"`
	Template *TemplateContent `json:"template,omitempty"`
	// Media is the file of an image, video, audio, document or sticker.
	Media       *Media        `json:"media,omitempty"`
	Location    *Location     `json:"location,omitempty"`
	Contacts    []ContactCard `json:"contacts,omitempty"`
	Reaction    *Reaction     `json:"reaction,omitempty"`
	Interactive *Interactive  `json:"interactive,omitempty"`

	// What only a customer sends.
	Reply       *Reply       `json:"reply,omitempty"`
	Order       *Order       `json:"order,omitempty"`
	Call        *Call        `json:"call,omitempty"`
	Unsupported *Unsupported `json:"unsupported,omitempty"`
	Context     *Context     `json:"context,omitempty"`
	Referral    *Referral    `json:"referral,omitempty"`
	// Assistant is set for a message that an assistant wrote.
	Assistant *AssistantMark `json:"assistant,omitempty"`
	// SentBy is who sent an outgoing message; nobody for those of before it was
	// recorded.
	SentBy Sender `json:"sentBy,omitzero"`
	// Answer is set for a template that takes the conversation over: it answers
	// the contact, as others do not.
	Answer bool `json:"answer,omitempty"`
	// GroupID is set for a message that was written in a group.
	GroupID string `json:"groupId,omitempty"`

	// History is set for a message from before the number was connected: it
	// was told to nobody.
	History bool `json:"history,omitempty"`

	// Reactions are the newest of everybody who reacted to the message, also those
	// that were taken back.
	Reactions []MessageReaction `json:"reactions,omitempty"`

	// Edits are the earlier versions, oldest first; RevokedAt is when the
	// sender took the message back.
	Edits     []Edit     `json:"edits,omitempty"`
	RevokedAt *time.Time `json:"revokedAt,omitempty"`

	// Raw keeps an incoming item that this version does not interpret.
	Raw []byte `json:"raw,omitempty"`
}

// Words returns the words of the content, for whatever type has some: the
// text, a caption, the label of what was pressed, an emoji, the note of an
// order; else "".
func (c *Content) Words() string {
	switch {
	case c.Text != nil:
		return c.Text.Body
	case c.Media != nil:
		return c.Media.Caption
	case c.Reply != nil:
		return c.Reply.Title
	case c.Reaction != nil:
		return c.Reaction.Emoji
	case c.Order != nil:
		return c.Order.Text
	case c.Interactive != nil:
		return c.Interactive.Body
	}
	return ""
}

// Sender is who sent a message, stored in the short form of DoneBy.String.
type Sender DoneBy

// MarshalJSON writes the short form.
func (s Sender) MarshalJSON() ([]byte, error) { return json.Marshal(DoneBy(s).String()) }

// UnmarshalJSON reads it.
func (s *Sender) UnmarshalJSON(data []byte) error { return (*DoneBy)(s).UnmarshalJSON(data) }

// DoneBy returns who it is; nil for nobody: a message that was received, or sent
// before it was recorded who did.
func (s Sender) DoneBy() *DoneBy {
	if by := DoneBy(s); !by.IsZero() {
		return &by
	}
	return nil
}

// Text is a plain text with the provider's markdown.
type Text struct {
	Body       string `json:"body" doc:"1 to 4096 characters. WhatsApp formatting applies." example:"Your parcel is at the door."`
	PreviewURL bool   `json:"previewUrl,omitempty" doc:"Show a preview of the first link."`
}

// Media is a file in a message. An outgoing one is named by ID (a file of the
// workspace) or Link (public, fetched by the provider); an incoming one by
// ProviderID, and by ID once it is fetched.
type Media struct {
	ID         string `json:"mediaId,omitempty" doc:"Id of a media file of the workspace."`
	Link       string `json:"link,omitempty" doc:"Public URL of the file, instead of mediaId." example:"https://example.com/parcel.jpg"`
	Caption    string `json:"caption,omitempty" doc:"Text below the file, at most 1024 characters."`
	Filename   string `json:"filename,omitempty" doc:"File name of a document."`
	Voice      bool   `json:"voice,omitempty" doc:"Send the audio as a voice message. The file must be Ogg with Opus, mono."`
	Animated   bool   `json:"animated,omitempty" readOnly:"true" doc:"Whether the sticker is animated."`
	ProviderID string `json:"providerMediaId,omitempty" readOnly:"true" doc:"The provider's id of a received file."`
	MIMEType   string `json:"mimeType,omitempty" readOnly:"true" doc:"Type of the file; only for received files."`
	SHA256     string `json:"sha256,omitempty" readOnly:"true" doc:"SHA-256 of the file in hex."`
	// Fault says why an incoming file could not be fetched, for good.
	Fault string `json:"fault,omitempty" readOnly:"true" doc:"Why the file could not be fetched from the provider."`
}

// MediaRef names a file: a file of the workspace or a public link.
type MediaRef struct {
	ID       string `json:"mediaId,omitempty" doc:"Id of a media file of the workspace."`
	Link     string `json:"link,omitempty" doc:"Public URL of the file, instead of mediaId." example:"https://example.com/receipt.pdf"`
	Filename string `json:"filename,omitempty" doc:"File name of a document."`
}

// Location is a point on the map.
type Location struct {
	Latitude  float64 `json:"latitude" doc:"Degrees, -90 to 90." example:"37.4421"`
	Longitude float64 `json:"longitude" doc:"Degrees, -180 to 180." example:"-122.1615"`
	Name      string  `json:"name,omitempty" doc:"Name of the place."`
	Address   string  `json:"address,omitempty" doc:"Address of the place."`
	URL       string  `json:"url,omitempty" readOnly:"true" doc:"Web page of the place; only for received places."`
}

// ContactCard is one shared address-book entry (outbound.md 2.4).
type ContactCard struct {
	Name      ContactName      `json:"name" required:"false" needed:"true" doc:"formattedName and at least one other part of the name."`
	Phones    []ContactPhone   `json:"phones,omitempty" doc:"Phone numbers."`
	Emails    []ContactEmail   `json:"emails,omitempty" doc:"E-mail addresses."`
	Addresses []ContactAddress `json:"addresses,omitempty" doc:"Postal addresses."`
	URLs      []ContactURL     `json:"urls,omitempty" doc:"Web addresses."`
	Org       *ContactOrg      `json:"org,omitempty" doc:"The person's company."`
	Birthday  string           `json:"birthday,omitempty" doc:"Date as YYYY-MM-DD." example:"1999-01-23"`
	// Origin is "contact_request" when the card answers a request for contact
	// information; incoming only (inbound.md 3.3).
	Origin string `json:"origin,omitempty" readOnly:"true" doc:"contact_request if the card answers a request for contact information."`
	VCard  string `json:"vcard,omitempty" readOnly:"true" doc:"The vCard from the contact's phone."`
}

// ContactName is a card's name; FormattedName and one more part are required
// to send it.
type ContactName struct {
	FormattedName string `json:"formattedName,omitempty" needed:"true" doc:"The full name." example:"Dr. Barbara Johnson"`
	FirstName     string `json:"firstName,omitempty" doc:"Given name." example:"Barbara"`
	LastName      string `json:"lastName,omitempty" doc:"Family name."`
	MiddleName    string `json:"middleName,omitempty" doc:"Middle name."`
	Prefix        string `json:"prefix,omitempty" doc:"Prefix, such as Dr."`
	Suffix        string `json:"suffix,omitempty" doc:"Suffix, such as Jr."`
}

// ContactPhone is a number of a card; WaID is set where it is on the network.
type ContactPhone struct {
	Phone string `json:"phone,omitempty" needed:"true" doc:"The phone number."`
	Type  string `json:"type,omitempty" doc:"Kind of phone number, such as Work or Mobile." example:"Work"`
	WaID  string `json:"waId,omitempty" doc:"The WhatsApp id of the phone number (its digits). With it, the card shows a button to write to the person."`
}

// ContactEmail is an e-mail address of a card.
type ContactEmail struct {
	Email string `json:"email,omitempty" needed:"true" doc:"The address."`
	Type  string `json:"type,omitempty" doc:"Kind of address, such as Work."`
}

// ContactAddress is a postal address of a card.
type ContactAddress struct {
	Street      string `json:"street,omitempty" doc:"Street and number."`
	City        string `json:"city,omitempty" doc:"City."`
	State       string `json:"state,omitempty" doc:"State or region."`
	Zip         string `json:"zip,omitempty" doc:"Postal code."`
	Country     string `json:"country,omitempty" doc:"Name of the country."`
	CountryCode string `json:"countryCode,omitempty" doc:"ISO 3166-1 code of the country, in two letters." example:"US"`
	Type        string `json:"type,omitempty" doc:"Kind of address, such as Home."`
}

// ContactURL is a web address of a card.
type ContactURL struct {
	URL  string `json:"url,omitempty" needed:"true" doc:"The address."`
	Type string `json:"type,omitempty" doc:"Kind of address, such as Work."`
}

// ContactOrg is where the person of a card works.
type ContactOrg struct {
	Company    string `json:"company,omitempty" doc:"Name of the company."`
	Department string `json:"department,omitempty" doc:"Department."`
	Title      string `json:"title,omitempty" doc:"Job title."`
}

// Reaction is an emoji on a message; an empty one takes the reaction back.
// MessageID is ours, ProviderMessageID the provider's; an incoming reaction may
// be on a message that is not known here.
type Reaction struct {
	MessageID         string `json:"messageId,omitempty" doc:"Id of the message in this conversation; at most 30 days old."`
	ProviderMessageID string `json:"providerMessageId,omitempty" readOnly:"true" doc:"The provider's identifier of the message."`
	Emoji             string `json:"emoji,omitempty" doc:"One emoji. An empty or absent emoji removes the reaction." example:"👍"`
}

// Interactive is a message with something to press; Type says which of the
// parts is set: buttons, list, ctaUrl, flow, locationRequest, product,
// productList, catalog, carousel, callPermission or contactInfo.
type Interactive struct {
	Type   string             `json:"type,omitempty" doc:"The form of the message."`
	Header *InteractiveHeader `json:"header,omitempty" doc:"Header above the text."`
	Body   string             `json:"body,omitempty" doc:"The text of the message."`
	Footer string             `json:"footer,omitempty" doc:"Footer below the text, at most 60 characters."`

	Buttons  []ReplyButton     `json:"buttons,omitempty" doc:"1 to 3 buttons with different ids and titles."`
	List     *InteractiveList  `json:"list,omitempty" doc:"The list."`
	CTAURL   *CTAURL           `json:"ctaUrl,omitempty" doc:"The button that opens a page."`
	Flow     *Flow             `json:"flow,omitempty" doc:"The form to fill in."`
	Product  *ProductRef       `json:"product,omitempty" doc:"The product to show."`
	Products *ProductList      `json:"productList,omitempty" doc:"The products to show."`
	Catalog  *CatalogRef       `json:"catalog,omitempty" doc:"How the catalogue is shown."`
	Cards    []InteractiveCard `json:"cards,omitempty" doc:"2 to 10 cards with the same parts: images or videos with a link or reply buttons, or products of one catalogue."`
}

// The forms of an interactive message.
const (
	InteractiveButtons         = "buttons"
	InteractiveListForm        = "list"
	InteractiveCTAURL          = "ctaUrl"
	InteractiveFlow            = "flow"
	InteractiveLocationRequest = "locationRequest"
	InteractiveProduct         = "product"
	InteractiveProductList     = "productList"
	InteractiveCatalog         = "catalog"
	InteractiveCarousel        = "carousel"
	InteractiveCallPermission  = "callPermission"
	InteractiveContactInfo     = "contactInfo"
)

// InteractiveHeader is one of a text and a file; Type is text, image, video or
// document.
type InteractiveHeader struct {
	Type  string    `json:"type,omitempty" doc:"Type of the header."`
	Text  string    `json:"text,omitempty" doc:"At most 60 characters."`
	Media *MediaRef `json:"media,omitempty" doc:"The file."`
}

// ReplyButton sends its ID back when it is pressed.
type ReplyButton struct {
	ID    string `json:"id,omitempty" needed:"true" doc:"Id that you receive when the button is pressed, at most 256 characters." example:"change-slot"`
	Title string `json:"title,omitempty" needed:"true" doc:"At most 20 characters." example:"Change"`
}

// InteractiveList is a menu that opens with Button.
type InteractiveList struct {
	Button   string        `json:"button,omitempty" needed:"true" doc:"Label of the button that opens the list, at most 20 characters." example:"Choose"`
	Sections []ListSection `json:"sections,omitempty" needed:"true" doc:"1 to 10 sections with at most 10 rows in total."`
}

// ListSection is a titled part of a menu.
type ListSection struct {
	Title string    `json:"title,omitempty" doc:"At most 24 characters; required if there are several sections."`
	Rows  []ListRow `json:"rows,omitempty" needed:"true" doc:"At least one row."`
}

// ListRow sends its ID back when it is chosen.
type ListRow struct {
	ID          string `json:"id,omitempty" needed:"true" doc:"Id that you receive when the row is chosen, at most 200 characters." example:"express"`
	Title       string `json:"title,omitempty" needed:"true" doc:"At most 24 characters." example:"Express"`
	Description string `json:"description,omitempty" doc:"At most 72 characters."`
}

// CTAURL is a button that opens a web page.
type CTAURL struct {
	DisplayText string `json:"displayText,omitempty" needed:"true" doc:"Label of the button, at most 20 characters." example:"See dates"`
	URL         string `json:"url,omitempty" needed:"true" doc:"URL of the page." example:"https://example.com/dates"`
}

// Flow opens a form of the provider's; exactly one of ID and Name says which.
type Flow struct {
	ID     string          `json:"flowId,omitempty" doc:"The provider's id of the flow."`
	Name   string          `json:"flowName,omitempty" doc:"Name of the flow, instead of flowId."`
	CTA    string          `json:"cta,omitempty" needed:"true" doc:"Label of the button, at most 30 characters, without emoji." example:"Book a slot"`
	Token  string          `json:"token,omitempty" doc:"You receive this token with the filled-in form."`
	Mode   string          `json:"mode,omitempty" doc:"published by default."`
	Action string          `json:"action,omitempty" doc:"navigate: the flow starts at a screen. dataExchange: it asks your endpoint for the screen. navigate by default."`
	Screen string          `json:"screen,omitempty" doc:"The first screen; only for navigate."`
	Data   json.RawMessage `json:"data,omitempty" doc:"An object with data for the first screen; only for navigate."`
}

// FieldValues lists the values of fields, for the document.
func (Flow) FieldValues() map[string]any {
	return map[string]any{"mode": []string{"published", "draft"}, "action": []string{"navigate", "dataExchange"}}
}

// ProductRef is one product of a catalogue.
type ProductRef struct {
	CatalogID  string `json:"catalogId,omitempty" needed:"true" doc:"The provider's identifier of the catalogue."`
	RetailerID string `json:"productRetailerId,omitempty" needed:"true" doc:"The product's id in the catalogue (SKU)."`
}

// ProductList is a selection of a catalogue.
type ProductList struct {
	CatalogID string           `json:"catalogId,omitempty" needed:"true" doc:"The provider's identifier of the catalogue."`
	Sections  []ProductSection `json:"sections,omitempty" needed:"true" doc:"1 to 10 sections with at most 30 products in total."`
}

// ProductSection is a titled part of a selection.
type ProductSection struct {
	Title       string   `json:"title,omitempty" doc:"At most 24 characters."`
	RetailerIDs []string `json:"productRetailerIds,omitempty" needed:"true" doc:"The products' ids in the catalogue (SKU)."`
}

// CatalogRef shows the whole catalogue, with one product's image.
type CatalogRef struct {
	ThumbnailRetailerID string `json:"thumbnailProductRetailerId,omitempty" doc:"The product whose image is shown; the first by default."`
}

// InteractiveCard is one card of a carousel: an image or video with either a
// link or reply buttons, or a product. All cards have the same parts.
type InteractiveCard struct {
	Header  *InteractiveHeader `json:"header,omitempty" doc:"An image or video, by link."`
	Body    string             `json:"body,omitempty" doc:"At most 160 characters and two line breaks."`
	CTAURL  *CTAURL            `json:"ctaUrl,omitempty" doc:"The button that opens a page."`
	Buttons []ReplyButton      `json:"buttons,omitempty" doc:"Reply buttons."`
	Product *ProductRef        `json:"product,omitempty" doc:"The product to show."`
}

// ReplyTypes lists what customers press and fill in.
var ReplyTypes = []string{"templateButton", "button", "list", "flow", "address", "callPermission", "paymentMethod"}

// Reply is what a customer pressed or filled in. Type is one of ReplyTypes.
type Reply struct {
	Type        string `json:"type" doc:"What the contact used."`
	ID          string `json:"id,omitempty" doc:"Id of the button or row; for a template's button its payload."` // of the button or row; the payload of a template's button
	Title       string `json:"title,omitempty" doc:"Label of the button or row."`
	Description string `json:"description,omitempty" doc:"Text below the label of the row."`
	// Response is the JSON that a flow, an address form, a call permission or
	// a payment method answered with.
	Response json.RawMessage `json:"response,omitempty" doc:"The JSON of a filled-in form, an address, a call permission or a payment method."`
}

// FieldValues lists the values of fields, for the document.
func (Reply) FieldValues() map[string]any {
	return map[string]any{"type": ReplyTypes}
}

// Order is a filled shopping cart.
type Order struct {
	CatalogID string      `json:"catalogId" doc:"The provider's identifier of the catalogue."`
	Text      string      `json:"text,omitempty" doc:"The contact's text with the order; absent if there is none."`
	Items     []OrderItem `json:"items" doc:"The products."`
}

// OrderItem is one line of a cart. The price is the decimal as it came.
type OrderItem struct {
	RetailerID string `json:"productRetailerId" doc:"The product's id in the catalogue (SKU)."`
	Quantity   int    `json:"quantity" doc:"Quantity."`
	Price      string `json:"price" doc:"Unit price as a decimal number, as the provider reported it."`
	Currency   string `json:"currency" doc:"ISO 4217 code."`
}

// Context is what a customer's message refers to.
type Context struct {
	// ProviderMessageID is the quoted message, also where it is not known here.
	ProviderMessageID   string        `json:"providerMessageId,omitempty" doc:"The provider's identifier of the quoted message, even if it is not known here."`
	From                ContactNumber `json:"from,omitempty" doc:"Sender of the quoted message, as the provider reported it."` // as it came; names no sender (inbound.md 3.5)
	Forwarded           bool          `json:"forwarded,omitempty" doc:"Whether the message was forwarded."`
	FrequentlyForwarded bool          `json:"frequentlyForwarded,omitempty" doc:"Whether the message was forwarded more than five times."`
	Product             *ProductRef   `json:"product,omitempty" doc:"The product of the contact's question."`
}

// Referral is the ad or post that led the customer here (inbound.md 3.6).
type Referral struct {
	SourceURL    string `json:"sourceUrl,omitempty" doc:"Address of the ad or post."`
	SourceID     string `json:"sourceId,omitempty" doc:"The provider's identifier of the ad or post."`
	SourceType   string `json:"sourceType,omitempty" doc:"ad or post."` // ad, post
	Headline     string `json:"headline,omitempty" doc:"Headline of the ad or post."`
	Body         string `json:"body,omitempty" doc:"Text of the ad or post."`
	MediaType    string `json:"mediaType,omitempty" doc:"image or video; absent if there is none."`
	MediaURL     string `json:"mediaUrl,omitempty" doc:"Address of the image or video; absent if there is none."`
	ThumbnailURL string `json:"thumbnailUrl,omitempty" doc:"Address of the video's preview image; absent if there is none."`
	ClickID      string `json:"clickId,omitempty" doc:"The provider's identifier of the click, for conversion tracking."`
	Welcome      string `json:"welcomeText,omitempty" doc:"The greeting in the ad."`
	Ref          string `json:"ref,omitempty" doc:"The ref parameter of the link."`
}

// Unsupported is what is known of a message that could not be shown: the
// provider's word for its type, and the provider's reasons.
type Unsupported struct {
	Type   string          `json:"type,omitempty" doc:"The provider's message type."`
	Errors []ProviderError `json:"errors,omitempty" doc:"Why the message cannot be shown, as the provider reported it."`
}
