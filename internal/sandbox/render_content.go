package sandbox

import "strings"

// renderContent shows a free-form message.
func renderContent(v *Received, req fields) {
	f := req.sub(v.Type)
	switch v.Type {
	case "text":
		v.Text = f.str("body")
	case "image", "video", "audio", "document", "sticker":
		v.Text, v.Media = f.str("caption"), headerOf(v.Type, f)
	case "location":
		v.Text = placeText(f)
	case "reaction":
		v.Text, v.ReplyTo = f.str("emoji"), f.str("message_id")
	case "contacts":
		var names []string
		for _, card := range req.objects("contacts") {
			names = append(names, card.sub("name").str("formatted_name"))
		}
		v.Text = strings.Join(names, ", ")
	case "interactive":
		renderInteractive(v, f)
	}
}

func renderInteractive(v *Received, f fields) {
	v.Text, v.Footer = f.sub("body").str("text"), f.sub("footer").str("text")
	if h := f.sub("header"); h != nil {
		v.Header = headerOf(h.str("type"), h.sub(h.str("type")))
		if h.str("type") == "text" {
			v.Header.Text = h.str("text")
		}
	}
	action := f.sub("action")
	v.Buttons = renderAction(action)
	for _, card := range action.objects("cards") {
		h := card.sub("header")
		shown := Card{Text: card.sub("body").str("text"), Buttons: renderAction(card.sub("action"))}
		if h != nil {
			shown.Header = headerOf(h.str("type"), h.sub(h.str("type")))
		}
		v.Cards = append(v.Cards, shown)
	}
}

// renderAction lists what the customer can tap.
func renderAction(action fields) []Button {
	var out []Button
	for _, b := range action.objects("buttons") {
		kind := b.str("type")
		if r := b.sub(kind); r != nil {
			out = append(out, Button{Type: kind, ID: r.str("id"), Text: r.str("title")})
		}
	}
	for _, s := range action.objects("sections") {
		for _, r := range s.objects("rows") {
			out = append(out, Button{
				Type: "row", ID: r.str("id"), Text: r.str("title"),
				Description: r.str("description"), Section: s.str("title"),
			})
		}
		for _, p := range s.objects("product_items") {
			sku := p.str("product_retailer_id")
			out = append(out, Button{Type: "product", ID: sku, Text: sku, Section: s.str("title")})
		}
	}
	if sku := action.str("product_retailer_id"); sku != "" {
		out = append(out, Button{Type: "product", ID: sku, Text: sku})
	}
	p := action.sub("parameters")
	switch name := action.str("name"); name {
	case "cta_url":
		out = append(out, Button{Type: "url", Text: p.str("display_text"), URL: p.str("url")})
	case "flow":
		out = append(out, Button{Type: "flow", ID: p.str("flow_cta"), Text: p.str("flow_cta"), Code: p.str("flow_token")})
	case "":
	default:
		out = append(out, Button{Type: name, ID: name, Text: p.str("display_text")})
	}
	return out
}
