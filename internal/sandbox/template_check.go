package sandbox

import (
	"strconv"
	"strings"
)

// checkTemplate checks a template send against the account's own templates.
func (c *call) checkTemplate(a *account, req fields, d *draft) *graphError {
	spec := req.sub("template")
	name, language := spec.str("name"), spec.sub("language").str("code")
	switch {
	case name == "":
		return refuse(131008, "Parameter template.name is required.")
	case language == "":
		return refuse(131008, "Parameter template.language.code is required.")
	}
	if policy := spec.sub("language").str("policy"); policy != "" && policy != "deterministic" {
		return refuse(131009, "Parameter template.language.policy must be deterministic.")
	}
	t := a.template(name, language)
	if t == nil {
		return refuse(132001, "template name (%s) does not exist in %s", name, language)
	}
	if e := t.sendable(d); e != nil {
		return e
	}
	d.template, d.category = t, strings.ToLower(t.category)
	if d.marketing {
		d.category = "marketing_lite"
	}
	check := templateCheck{t: t, d: d, strict: c.since(23)}
	return check.run(spec)
}

// sendable checks what the template's status and category allow.
func (t *template) sendable(d *draft) *graphError {
	switch t.status {
	case "APPROVED":
	case "PAUSED":
		return refuse(132015, "Template is paused due to low quality so it cannot be sent.")
	case "DISABLED":
		return refuse(132016, "Template is disabled so it cannot be sent.")
	default:
		return refuse(132001, "template name (%s) does not exist in %s", t.name, t.language)
	}
	if t.category == "AUTHENTICATION" && d.userID != "" && d.userID == d.input {
		return refuse(131062, "Authentication templates need a phone number.")
	}
	if d.marketing && t.category != "MARKETING" {
		return refuse(131055, "Only marketing templates can be sent with this method.")
	}
	return nil
}

// templateCheck compares the components of a send with a template.
type templateCheck struct {
	t      *template
	d      *draft
	strict bool // v23 and later have a code of their own for bad values
}

func (k *templateCheck) run(spec fields) *graphError {
	components := spec.objects("components")
	if len(components) != len(spec.list("components")) || spec.has("components") && spec.list("components") == nil {
		return refuse(100, "template.components must be a list of objects.")
	}
	return k.layout(&k.t.layout, components)
}

// layout checks one set of components: the message's, or a card's.
func (k *templateCheck) layout(l *layout, components []fields) *graphError {
	var header, body, offer, carousel fields
	buttons := map[int]fields{}
	for _, c := range components {
		switch kind := strings.ToLower(c.str("type")); kind {
		case "header":
			header = c
		case "body":
			body = c
		case "limited_time_offer":
			offer = c
		case "carousel":
			carousel = c
		case "button":
			index, err := strconv.Atoi(c.str("index"))
			if c.has("index") && err != nil || index < 0 || index >= len(l.buttons) {
				return refuse(132012, "buttons: there is no button at index %s", c.str("index"))
			}
			buttons[index] = c
		case "order_status", "tap_target_configuration", "call_permission_request":
		default:
			return refuse(132012, "components: unknown component type %s", c.str("type"))
		}
	}
	return firstError(
		k.header(l.header, header),
		k.text("body", l.body, body, 1024, 132005),
		k.buttons(l.buttons, buttons),
		k.offer(l.offer, offer),
		k.carousel(l.cards, carousel),
	)
}

func (k *templateCheck) header(s slot, sent fields) *graphError {
	switch s.format {
	case "", "TEXT":
		if sent != nil && s.format == "" && len(sent.list("parameters")) > 0 {
			return refuse(132000, "header: number of localizable_params (%d) does not match the expected number of params (0)", len(sent.list("parameters")))
		}
		return k.text("header", s, sent, 60, 132005)
	}
	parameters := sent.objects("parameters")
	if len(parameters) != 1 {
		received := "UNKNOWN"
		if len(parameters) > 1 {
			received = "MULTIPLE"
		}
		return refuse(132012, "header: Format mismatch, expected %s, received %s", s.format, received)
	}
	p := parameters[0]
	if kind := strings.ToUpper(p.str("type")); kind != s.format {
		return refuse(132012, "header: Format mismatch, expected %s, received %s", s.format, kind)
	}
	return k.headerValue(s.format, p.sub(strings.ToLower(s.format)))
}

func (k *templateCheck) headerValue(format string, value fields) *graphError {
	var needed []string
	switch format {
	case "LOCATION":
		needed = []string{"latitude", "longitude", "name", "address"}
	case "PRODUCT":
		needed = []string{"product_retailer_id", "catalog_id"}
	default:
		inner := draft{kind: strings.ToLower(format)}
		e := checkMedia(value, &inner)
		k.d.mediaIDs = append(k.d.mediaIDs, inner.mediaIDs...)
		return e
	}
	for _, key := range needed {
		if value.str(key) == "" {
			return refuse(131008, "Parameter %s.%s is required in a template's header.", strings.ToLower(format), key)
		}
	}
	return nil
}

// text checks the parameters of a text and the length of the result.
func (k *templateCheck) text(where string, s slot, sent fields, limit, tooLong int) *graphError {
	given := sent.objects("parameters")
	if len(given) != len(s.vars) || len(given) != len(sent.list("parameters")) {
		return refuse(132000, "%s: number of localizable_params (%d) does not match the expected number of params (%d)",
			where, len(sent.list("parameters")), len(s.vars))
	}
	values := make(map[string]string, len(given))
	for i, p := range given {
		name := strconv.Itoa(i + 1)
		if k.t.named {
			name = p.str("parameter_name")
		}
		value, e := k.value(where, p)
		if e == nil {
			e = k.name(where, s, name, p, values)
		}
		if e != nil {
			return e
		}
		values[name] = value
	}
	if s.exceeds(limit, values) {
		return refuse(tooLong, "%s: the text is too long after substitution (limit %d)", where, limit)
	}
	return nil
}

// exceeds reports whether the filled-in text is longer than limit. Filling it
// in is left out when it cannot be.
func (s slot) exceeds(limit int, values map[string]string) bool {
	most := len(s.text)
	for _, v := range values {
		most += len(v) * strings.Count(s.text, "{{")
	}
	return most > limit && len(s.vars) > 0 && chars(substitute(s.text, values)) > limit
}

// name checks that a parameter belongs to a variable which is not yet filled.
func (k *templateCheck) name(where string, s slot, name string, p fields, filled map[string]string) *graphError {
	if !k.t.named {
		if p.has("parameter_name") {
			return refuse(132012, "%s: parameter_name is not allowed in a template with positional parameters", where)
		}
		return nil
	}
	if name == "" {
		return refuse(100, "Parameter name is missing or empty")
	}
	for _, v := range s.vars {
		if _, twice := filled[name]; v == name && !twice {
			return nil
		}
	}
	return refuse(132012, "%s: parameter_name (%s) does not match a variable of the template", where, name)
}

// value returns the text that a parameter shows.
func (k *templateCheck) value(where string, p fields) (string, *graphError) {
	kind := strings.ToLower(p.str("type"))
	var shown string
	switch kind {
	case "text":
		shown = p.str("text")
	case "currency", "date_time":
		shown = p.sub(kind).str("fallback_value")
	default:
		return "", refuse(132012, "%s: Format mismatch, expected TEXT, received %s", where, strings.ToUpper(kind))
	}
	if shown == "" {
		return "", refuse(131008, "%s: Parameter of type %s is missing its value", where, kind)
	}
	if strings.ContainsAny(shown, "\n\r\t") || strings.Contains(shown, "     ") {
		code := 132012
		if k.strict {
			code = 132018
		}
		return "", refuse(code, "Param text cannot have new-line/tab characters or more than 4 consecutive spaces")
	}
	return shown, nil
}

func (k *templateCheck) offer(s *offerSlot, sent fields) *graphError {
	if s == nil || !s.expiration {
		return nil
	}
	for _, p := range sent.objects("parameters") {
		at := p.sub("limited_time_offer").str("expiration_time_ms")
		if n, err := strconv.ParseInt(at, 10, 64); err == nil && n > 0 {
			return nil
		}
	}
	return refuse(131008, "limited_time_offer: parameter expiration_time_ms is required")
}

func (k *templateCheck) carousel(cards []layout, sent fields) *graphError {
	if len(cards) == 0 {
		if sent != nil {
			return refuse(132012, "components: the template has no carousel")
		}
		return nil
	}
	given := sent.objects("cards")
	if len(given) != len(cards) {
		return refuse(132012, "carousel: number of cards (%d) does not match the expected number of cards (%d)", len(given), len(cards))
	}
	seen := map[int]bool{}
	for i, card := range given {
		index := i
		if card.has("card_index") {
			index, _ = strconv.Atoi(card.str("card_index"))
		}
		if index < 0 || index >= len(cards) || seen[index] {
			return refuse(132012, "carousel: card_index %s is not valid", card.str("card_index"))
		}
		seen[index] = true
		if e := k.layout(&cards[index], card.objects("components")); e != nil {
			return e
		}
	}
	return nil
}
