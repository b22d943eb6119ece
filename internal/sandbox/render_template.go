package sandbox

import (
	"strconv"
	"strings"
	"time"
)

// render shows a template with the parameters that a send gave.
func (t *template) render(v *Received, spec fields) {
	v.Template, v.Language = t.name, t.language
	components := spec.objects("components")
	v.Header = t.layout.header.render(component(components, "header"), t.named)
	v.Text = substitute(t.layout.body.text, values(component(components, "body"), t.named))
	v.Footer = t.layout.footer
	v.Buttons = renderButtons(t.layout.buttons, components)
	v.Offer = t.layout.offer.render(component(components, "limited_time_offer"))
	cards := component(components, "carousel").objects("cards")
	for i, l := range t.layout.cards {
		var sent []fields
		if i < len(cards) {
			sent = cards[i].objects("components")
		}
		v.Cards = append(v.Cards, Card{
			Header:  l.header.render(component(sent, "header"), t.named),
			Text:    substitute(l.body.text, values(component(sent, "body"), t.named)),
			Buttons: renderButtons(l.buttons, sent),
		})
	}
}

// component finds the component of a type in a send.
func component(list []fields, kind string) fields {
	for _, c := range list {
		if strings.EqualFold(c.str("type"), kind) {
			return c
		}
	}
	return nil
}

// values maps variables to what the parameters show.
func values(c fields, named bool) map[string]string {
	out := map[string]string{}
	for i, p := range c.objects("parameters") {
		name := strconv.Itoa(i + 1)
		if named {
			name = p.str("parameter_name")
		}
		kind := strings.ToLower(p.str("type"))
		if out[name] = p.str("text"); kind != "text" {
			out[name] = p.sub(kind).str("fallback_value")
		}
	}
	return out
}

func (s slot) render(sent fields, named bool) *Header {
	switch s.format {
	case "":
		return nil
	case "TEXT":
		return &Header{Type: "text", Text: substitute(s.text, values(sent, named))}
	}
	kind := strings.ToLower(s.format)
	for _, p := range sent.objects("parameters") {
		return headerOf(kind, p.sub(kind))
	}
	return &Header{Type: kind}
}

// headerOf shows a medium, a place or a product.
func headerOf(kind string, f fields) *Header {
	h := &Header{Type: kind, ID: f.str("id"), Link: f.str("link"), Filename: f.str("filename")}
	switch kind {
	case "text":
		h.Text = f.str("text")
	case "location":
		h.Text = placeText(f)
	case "product":
		h.ID = f.str("product_retailer_id")
	}
	return h
}

// placeText is a place in one line.
func placeText(f fields) string {
	var parts []string
	for _, key := range []string{"name", "address"} {
		if s := f.str(key); s != "" {
			parts = append(parts, s)
		}
	}
	parts = append(parts, f.str("latitude")+","+f.str("longitude"))
	return strings.Join(parts, ", ")
}

func (o *offerSlot) render(sent fields) string {
	if o == nil {
		return ""
	}
	for _, p := range sent.objects("parameters") {
		ms, err := strconv.ParseInt(p.sub("limited_time_offer").str("expiration_time_ms"), 10, 64)
		if err == nil {
			return o.text + " (until " + time.UnixMilli(ms).UTC().Format(time.RFC3339) + ")"
		}
	}
	return o.text
}

func renderButtons(slots []buttonSlot, components []fields) []Button {
	var out []Button
	for i, s := range slots {
		var p fields
		for _, c := range components {
			if strings.EqualFold(c.str("type"), "button") && c.str("index") == strconv.Itoa(i) {
				p = (fields{"p": c["parameters"]}).first("p")
			}
		}
		out = append(out, s.render(p))
	}
	return out
}

func (s buttonSlot) render(p fields) Button {
	b := Button{Type: strings.ToLower(s.kind), Text: s.text, Phone: s.phone}
	switch s.kind {
	case "QUICK_REPLY":
		b.ID = s.text
		if payload := p.str("payload"); payload != "" {
			b.ID = payload
		}
	case "URL":
		b.URL = variable.ReplaceAllLiteralString(s.url, p.str("text"))
		if strings.HasPrefix(s.url, otpURL) {
			b.Code = p.str("text")
		}
	case "COPY_CODE":
		b.Text, b.Code = "Copy offer code", p.str("coupon_code")
	case "FLOW":
		b.ID = s.text
		b.Code = p.sub("action").str("flow_token")
	}
	return b
}

// first returns the first object of a list.
func (f fields) first(key string) fields {
	for _, m := range f.objects(key) {
		return m
	}
	return nil
}
