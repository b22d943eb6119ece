package sandbox

import (
	"slices"
	"strings"
)

// interactiveKinds checks the action of each kind of interactive message.
var interactiveKinds = map[string]struct {
	action func(fields) *graphError
	body   int // longest body; 0 = no body needed, up to 1024 allowed
}{
	"button":                   {checkReplyButtons, 1024},
	"list":                     {checkSections, 4096},
	"cta_url":                  {checkLinkButton, 1024},
	"carousel":                 {checkCards, 1024},
	"flow":                     {checkFlow, 1024},
	"product":                  {needs("catalog_id", "product_retailer_id"), 0},
	"product_list":             {checkProducts, 1024},
	"catalog_message":          {named("catalog_message"), 1024},
	"location_request_message": {named("send_location"), 1024},
	"address_message":          {named("address_message"), 1024},
	"call_permission_request":  {named("call_permission_request"), 0},
	"voice_call":               {named("voice_call"), 1024},
	"order_details":            {named("review_and_pay"), 1024},
	"order_status":             {named("review_order"), 1024},
	"request_contact_info":     {named("request_contact_info"), 1024},
}

func checkInteractive(in fields, d *draft) *graphError {
	kind, ok := interactiveKinds[in.str("type")]
	if !ok {
		return invalid(`Param interactive['type'] is not a known type - got "%s".`, in.str("type"))
	}
	if e := checkFrame(in, kind.body, d); e != nil {
		return e
	}
	if in.str("type") == "product_list" && in.sub("header") == nil {
		return refuse(131008, "Parameter interactive.header is required for type product_list.")
	}
	if in.sub("action") == nil {
		return refuse(131008, "Parameter interactive.action is required.")
	}
	return kind.action(in.sub("action"))
}

// checkFrame checks header, body and footer.
func checkFrame(in fields, bodyLimit int, d *draft) *graphError {
	body := in.sub("body").str("text")
	if body == "" && bodyLimit > 0 {
		return refuse(131008, "Parameter interactive.body.text is required.")
	}
	if e := within("Body text", body, 0, max(bodyLimit, 1024)); e != nil {
		return e
	}
	if e := within("Footer text", in.sub("footer").str("text"), 0, 60); e != nil {
		return e
	}
	if !in.has("header") {
		return nil
	}
	return checkHeader(in.sub("header"), in.str("type"), d)
}

// headless are the kinds that have no header.
var headless = []string{"product", "carousel", "catalog_message", "location_request_message", "call_permission_request", "request_contact_info"}

func checkHeader(h fields, kind string, d *draft) *graphError {
	format := h.str("type")
	allowed := []string{"text", "image", "video", "document"}
	if kind == "list" || kind == "product_list" {
		allowed = allowed[:1]
	}
	switch {
	case slices.Contains(headless, kind):
		return refuse(131009, "Parameter interactive.header is not allowed for type %s.", kind)
	case !slices.Contains(allowed, format):
		return refuse(131009, "Parameter interactive.header.type is not valid for type %s.", kind)
	case format == "text":
		return within("Header text", h.str("text"), 1, 60)
	}
	inner := draft{kind: format}
	e := checkMedia(h.sub(format), &inner)
	d.mediaIDs = append(d.mediaIDs, inner.mediaIDs...)
	return e
}

// within checks a length as the provider words it.
func within(what, s string, low, high int) *graphError {
	if n := chars(s); n < low || n > high {
		return refuse(131009, "%s length invalid. Min length: %d, Max length: %d", what, low, high)
	}
	return nil
}

func firstError(errs ...*graphError) *graphError {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}

func checkReplyButtons(action fields) *graphError {
	buttons := action.objects("buttons")
	if len(buttons) < 1 || len(buttons) > 3 {
		return refuse(131009, "Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3")
	}
	ids, titles := map[string]bool{}, map[string]bool{}
	for _, b := range buttons {
		reply := b.sub("reply")
		id, title := reply.str("id"), reply.str("title")
		e := firstError(within("Button id", id, 1, 256), within("Button title", title, 1, 20))
		switch {
		case b.str("type") != "reply":
			return refuse(131009, "Button type must be reply.")
		case e != nil:
			return e
		case ids[id] || titles[title]:
			return refuse(131009, "Duplicated title or id of buttons.")
		case strings.TrimSpace(id) != id:
			return refuse(131009, "Button id must not begin or end with a space.")
		}
		ids[id], titles[title] = true, true
	}
	return nil
}

func checkSections(action fields) *graphError {
	if e := within("Button label", action.str("button"), 1, 20); e != nil {
		return e
	}
	sections := action.objects("sections")
	if len(sections) < 1 || len(sections) > 10 {
		return refuse(131009, "Invalid sections count. Min: 1, Max: 10")
	}
	total, ids := 0, map[string]bool{}
	for _, s := range sections {
		low := 0
		if len(sections) > 1 {
			low = 1
		}
		if e := within("Section title", s.str("title"), low, 24); e != nil {
			return e
		}
		rows := s.objects("rows")
		if total += len(rows); len(rows) == 0 || total > 10 {
			return refuse(131009, "Total row count exceed max allowed count: 10, or a section has none")
		}
		if e := checkRows(rows, ids); e != nil {
			return e
		}
	}
	return nil
}

func checkRows(rows []fields, ids map[string]bool) *graphError {
	for _, r := range rows {
		e := firstError(
			within("Row id", r.str("id"), 1, 200),
			within("Row title", r.str("title"), 1, 24),
			within("Row description", r.str("description"), 0, 72),
		)
		if e != nil {
			return e
		}
		if ids[r.str("id")] {
			return refuse(131009, "Duplicated row id: %s", r.str("id"))
		}
		ids[r.str("id")] = true
	}
	return nil
}

func checkLinkButton(action fields) *graphError {
	p := action.sub("parameters")
	if action.str("name") != "cta_url" || p == nil {
		return refuse(131008, "Parameters action.name and action.parameters are required.")
	}
	if !webLink(p.str("url")) {
		return refuse(131009, "Parameter action.parameters.url is not a valid URL.")
	}
	return within("Button label", p.str("display_text"), 1, 20)
}

func checkFlow(action fields) *graphError {
	p := action.sub("parameters")
	switch {
	case action.str("name") != "flow" || p == nil:
		return refuse(131008, "Parameters action.name and action.parameters are required.")
	case p.str("flow_message_version") != "3":
		return refuse(131009, "Parameter flow_message_version must be 3.")
	case p.has("flow_id") == p.has("flow_name"):
		return refuse(131009, "Exactly one of the parameters flow_id and flow_name is required.")
	}
	return within("Flow button label", p.str("flow_cta"), 1, 30)
}

func checkProducts(action fields) *graphError {
	if e := needs("catalog_id")(action); e != nil {
		return e
	}
	sections, products := action.objects("sections"), 0
	for _, s := range sections {
		if e := within("Section title", s.str("title"), 0, 24); e != nil {
			return e
		}
		products += len(s.objects("product_items"))
	}
	if len(sections) < 1 || len(sections) > 10 || products < 1 || products > 30 {
		return refuse(131009, "A product list has 1 to 10 sections with 1 to 30 products in all.")
	}
	return nil
}

// needs checks that the action has the parameters.
func needs(keys ...string) func(fields) *graphError {
	return func(action fields) *graphError {
		for _, k := range keys {
			if action.str(k) == "" {
				return refuse(131008, "Parameter interactive.action.%s is required.", k)
			}
		}
		return nil
	}
}

// named checks the action's name.
func named(name string) func(fields) *graphError {
	return func(action fields) *graphError {
		if action.str("name") != name {
			return refuse(131009, "Parameter interactive.action.name must be %s.", name)
		}
		return nil
	}
}
