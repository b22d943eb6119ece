package whatsapp

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
)

// reply reads what a customer pressed or filled in; nil for a form that this
// version does not know.
func reply(interactive []byte) *crm.Reply {
	kind := text(member(interactive, "type"))
	answer := member(interactive, kind)
	if len(answer) == 0 || answer[0] != '{' {
		return nil
	}
	r := &crm.Reply{ID: text(member(answer, "id")), Title: text(member(answer, "title"))}
	switch kind {
	case "button_reply":
		r.Type = "button"
	case "list_reply":
		r.Type, r.Description = "list", text(member(answer, "description"))
	case "nfm_reply":
		r.Type, r.Title = "flow", text(member(answer, "body"))
		if text(member(answer, "name")) == "address_message" {
			r.Type = "address"
		}
		r.Response = response(text(member(answer, "response_json")))
	case "call_permission_reply":
		r.Type, r.ID, r.Response = "callPermission", text(member(answer, "response")), valid(answer)
	case "payment_method":
		r.Type, r.ID, r.Response = "paymentMethod", text(member(answer, "payment_method")), valid(answer)
	default:
		return nil
	}
	return r
}

// response returns the JSON that a form answered with. The provider wraps it in
// a string; what is in there need not be an object, nor JSON at all.
func response(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	if json.Valid([]byte(s)) {
		return json.RawMessage(s)
	}
	quoted, _ := json.Marshal(s) // a string always marshals
	return quoted
}

// valid copies JSON without the bytes that are not UTF-8, which no database keeps.
func valid(raw []byte) json.RawMessage {
	return json.RawMessage(strings.ToValidUTF8(string(raw), "\uFFFD"))
}

func order(payload []byte) *crm.Order {
	o := &crm.Order{CatalogID: text(member(payload, "catalog_id")), Text: text(member(payload, "text")), Items: []crm.OrderItem{}}
	for raw := range elements(member(payload, "product_items")) {
		item := crm.OrderItem{RetailerID: text(member(raw, "product_retailer_id")), Price: text(member(raw, "item_price")),
			Currency: text(member(raw, "currency"))}
		if n, err := strconv.ParseFloat(text(member(raw, "quantity")), 64); err == nil && n > 0 && n < math.MaxInt32 {
			item.Quantity = int(n)
		}
		o.Items = append(o.Items, item)
	}
	return o
}

func contactCard(raw []byte) crm.ContactCard {
	c := crm.ContactCard{}
	for key, value := range members(raw) {
		switch string(key) {
		case "name":
			c.Name = crm.ContactName{FormattedName: text(member(value, "formatted_name")), FirstName: text(member(value, "first_name")),
				LastName: text(member(value, "last_name")), MiddleName: text(member(value, "middle_name")),
				Prefix: text(member(value, "prefix")), Suffix: text(member(value, "suffix"))}
		case "phones":
			for v := range elements(value) {
				c.Phones = append(c.Phones, crm.ContactPhone{Phone: text(member(v, "phone")), Type: text(member(v, "type")), WaID: text(member(v, "wa_id"))})
			}
		case "emails":
			for v := range elements(value) {
				c.Emails = append(c.Emails, crm.ContactEmail{Email: text(member(v, "email")), Type: text(member(v, "type"))})
			}
		case "addresses":
			for v := range elements(value) {
				c.Addresses = append(c.Addresses, crm.ContactAddress{Street: text(member(v, "street")), City: text(member(v, "city")),
					State: text(member(v, "state")), Zip: text(member(v, "zip")), Country: text(member(v, "country")),
					CountryCode: text(member(v, "country_code")), Type: text(member(v, "type"))})
			}
		case "urls":
			for v := range elements(value) {
				c.URLs = append(c.URLs, crm.ContactURL{URL: text(member(v, "url")), Type: text(member(v, "type"))})
			}
		case "org":
			if org := (crm.ContactOrg{Company: text(member(value, "company")), Department: text(member(value, "department")),
				Title: text(member(value, "title"))}); org != (crm.ContactOrg{}) {
				c.Org = &org
			}
		case "birthday":
			c.Birthday = text(value)
		case "vcard":
			c.VCard = text(value)
		case "origin":
			c.Origin = text(value)
		}
	}
	return c
}
