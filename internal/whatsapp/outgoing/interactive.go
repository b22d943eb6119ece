package outgoing

import (
	"encoding/json"

	"service.example/crm/internal/crm"
)

type interactiveBody struct {
	Type   string             `json:"type"`
	Header *interactiveHeader `json:"header,omitempty"`
	Body   *interactiveText   `json:"body,omitempty"`
	Footer *interactiveText   `json:"footer,omitempty"`
	Action interactiveAction  `json:"action"`
}

type interactiveText struct {
	Text string `json:"text"`
}

type interactiveHeader struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	Image    *media `json:"image,omitempty"`
	Video    *media `json:"video,omitempty"`
	Document *media `json:"document,omitempty"`
}

// interactiveAction is what there is to press: each form uses its own fields.
type interactiveAction struct {
	Name       string               `json:"name,omitempty"`
	Parameters any                  `json:"parameters,omitempty"`
	Button     string               `json:"button,omitempty"`
	Buttons    []interactiveButton  `json:"buttons,omitempty"`
	CatalogID  string               `json:"catalog_id,omitempty"`
	RetailerID string               `json:"product_retailer_id,omitempty"`
	Sections   []interactiveSection `json:"sections,omitempty"`
	Cards      []interactiveCard    `json:"cards,omitempty"`
}

type interactiveButton struct {
	Type       string       `json:"type"`
	Reply      *replyButton `json:"reply,omitempty"`
	QuickReply *replyButton `json:"quick_reply,omitempty"`
}

type replyButton struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type interactiveSection struct {
	Title    string       `json:"title,omitempty"`
	Rows     []listRow    `json:"rows,omitempty"`
	Products []productRef `json:"product_items,omitempty"`
}

type listRow struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
}

type productRef struct {
	RetailerID string `json:"product_retailer_id"`
}

type ctaURL struct {
	DisplayText string `json:"display_text"`
	URL         string `json:"url"`
}

type catalogRef struct {
	Thumbnail string `json:"thumbnail_product_retailer_id"`
}

type interactiveCard struct {
	Index  int                `json:"card_index"`
	Type   string             `json:"type"`
	Header *interactiveHeader `json:"header,omitempty"`
	Body   *interactiveText   `json:"body,omitempty"`
	Action interactiveAction  `json:"action"`
}

// flowVersion is the only one that the provider takes.
const flowVersion = "3"

type flowParameters struct {
	Version string       `json:"flow_message_version"`
	ID      string       `json:"flow_id,omitempty"`
	Name    string       `json:"flow_name,omitempty"`
	CTA     string       `json:"flow_cta"`
	Token   string       `json:"flow_token,omitempty"`
	Mode    string       `json:"mode,omitempty"`
	Action  string       `json:"flow_action,omitempty"`
	Payload *flowPayload `json:"flow_action_payload,omitempty"`
}

type flowPayload struct {
	Screen string          `json:"screen"`
	Data   json.RawMessage `json:"data,omitempty"`
}

// interactiveNames are the provider's names of our forms, with the name that
// the action of some must have.
var interactiveNames = map[string]struct{ kind, action string }{
	crm.InteractiveButtons:         {"button", ""},
	crm.InteractiveListForm:        {"list", ""},
	crm.InteractiveCTAURL:          {"cta_url", "cta_url"},
	crm.InteractiveFlow:            {"flow", "flow"},
	crm.InteractiveLocationRequest: {"location_request_message", "send_location"},
	crm.InteractiveProduct:         {"product", ""},
	crm.InteractiveProductList:     {"product_list", ""},
	crm.InteractiveCatalog:         {"catalog_message", "catalog_message"},
	crm.InteractiveCarousel:        {"carousel", ""},
	crm.InteractiveCallPermission:  {"call_permission_request", "call_permission_request"},
	crm.InteractiveContactInfo:     {"request_contact_info", "request_contact_info"},
}

func interactive(i *crm.Interactive) (*interactiveBody, error) {
	names, known := interactiveNames[i.Type]
	if !known {
		return nil, crm.Errorf(crm.KindInternal, crm.CodeInternal, "There is no interactive message of type %q.", i.Type)
	}
	out := &interactiveBody{Type: names.kind, Header: headerOf(i.Header), Body: textOf(i.Body), Footer: textOf(i.Footer),
		Action: interactiveAction{Name: names.action}}
	action := &out.Action
	action.Buttons = replyButtons("reply", i.Buttons)
	if i.CTAURL != nil {
		action.Parameters = ctaURL(*i.CTAURL)
	}
	if i.Flow != nil {
		action.Parameters = flow(i.Flow)
	}
	if i.Product != nil {
		action.CatalogID, action.RetailerID = i.Product.CatalogID, i.Product.RetailerID
	}
	if i.Catalog != nil && i.Catalog.ThumbnailRetailerID != "" {
		action.Parameters = catalogRef{i.Catalog.ThumbnailRetailerID}
	}
	if i.List != nil {
		action.Button = i.List.Button
		for _, s := range i.List.Sections {
			section := interactiveSection{Title: s.Title}
			for _, row := range s.Rows {
				section.Rows = append(section.Rows, listRow(row))
			}
			action.Sections = append(action.Sections, section)
		}
	}
	if i.Products != nil {
		action.CatalogID = i.Products.CatalogID
		action.Sections = productSections(i.Products.Sections)
	}
	for n := range i.Cards {
		action.Cards = append(action.Cards, cardOf(n, &i.Cards[n]))
	}
	return out, nil
}

func productSections(list []crm.ProductSection) (out []interactiveSection) {
	for _, s := range list {
		section := interactiveSection{Title: s.Title}
		for _, id := range s.RetailerIDs {
			section.Products = append(section.Products, productRef{id})
		}
		out = append(out, section)
	}
	return out
}

// cardOf writes a card; one with reply buttons is of type cta_url all the same.
func cardOf(index int, c *crm.InteractiveCard) interactiveCard {
	out := interactiveCard{Index: index, Type: "cta_url", Header: headerOf(c.Header), Body: textOf(c.Body)}
	switch {
	case c.Product != nil:
		out.Type = "product"
		out.Action = interactiveAction{CatalogID: c.Product.CatalogID, RetailerID: c.Product.RetailerID}
	case c.CTAURL != nil:
		out.Action = interactiveAction{Name: "cta_url", Parameters: ctaURL(*c.CTAURL)}
	default:
		out.Action = interactiveAction{Buttons: replyButtons("quick_reply", c.Buttons)}
	}
	return out
}

func replyButtons(kind string, list []crm.ReplyButton) []interactiveButton {
	var out []interactiveButton
	for _, b := range list {
		reply := replyButton(b)
		if kind == "reply" {
			out = append(out, interactiveButton{Type: kind, Reply: &reply})
		} else {
			out = append(out, interactiveButton{Type: kind, QuickReply: &reply})
		}
	}
	return out
}

func headerOf(h *crm.InteractiveHeader) *interactiveHeader {
	if h == nil {
		return nil
	}
	out := &interactiveHeader{Type: h.Type, Text: h.Text}
	if h.Media == nil {
		return out
	}
	file := &media{ID: h.Media.ID, Link: h.Media.Link, Filename: h.Media.Filename}
	switch h.Type {
	case "image":
		out.Image = file
	case "video":
		out.Video = file
	default:
		out.Document = file
	}
	return out
}

func textOf(s string) *interactiveText {
	if s == "" {
		return nil
	}
	return &interactiveText{s}
}

func flow(f *crm.Flow) flowParameters {
	out := flowParameters{Version: flowVersion, ID: f.ID, Name: f.Name, CTA: f.CTA, Token: f.Token, Mode: f.Mode, Action: f.Action}
	if f.Action == "dataExchange" {
		out.Action = "data_exchange"
	}
	if f.Screen != "" {
		out.Payload = &flowPayload{Screen: f.Screen, Data: f.Data}
	}
	return out
}
