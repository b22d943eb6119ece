package sandbox

import (
	"net/url"
	"slices"
	"strconv"
)

// Limits of free-form messages.
const (
	maxText     = 4096
	maxCaption  = 1024
	maxContacts = 257
)

// content checks the object of each free-form type.
var content = map[string]func(fields, *draft) *graphError{
	"text":        checkText,
	"image":       checkCaptioned,
	"video":       checkCaptioned,
	"document":    checkCaptioned,
	"audio":       checkMedia,
	"sticker":     checkMedia,
	"location":    checkLocation,
	"reaction":    checkReaction,
	"interactive": checkInteractive,
	"pin":         checkPin,
}

func checkContent(req fields, d *draft) *graphError {
	if d.kind == "contacts" {
		return checkContacts(req)
	}
	return content[d.kind](req.sub(d.kind), d)
}

func checkText(t fields, _ *draft) *graphError {
	body, ok := t["body"].(string)
	switch {
	case !t.has("body"):
		return refuse(131008, "Parameter text.body is required.")
	case !ok:
		return invalid("Param text['body'] must be a string.")
	case body == "":
		return invalid("Param text['body'] must be at least 1 character long.")
	case chars(body) > maxText:
		return invalid("Param text['body'] must be at most %d characters long.", maxText)
	}
	if preview := t.str("preview_url"); t.has("preview_url") && preview != "true" && preview != "false" {
		return invalid("Param text['preview_url'] must be a boolean.")
	}
	return nil
}

func checkMedia(m fields, d *draft) *graphError {
	id, link := m.str("id"), m.str("link")
	switch {
	case id == "" && link == "":
		return refuse(131008, "One of the parameters %s.id and %s.link is required.", d.kind, d.kind)
	case id != "" && link != "":
		return refuse(131009, "Only one of the parameters %s.id and %s.link is allowed.", d.kind, d.kind)
	case link != "" && !webLink(link):
		return invalid("Param %s['link'] is not a valid URL.", d.kind)
	}
	if id != "" {
		d.mediaIDs = append(d.mediaIDs, id)
	}
	return nil
}

func checkCaptioned(m fields, d *draft) *graphError {
	if chars(m.str("caption")) > maxCaption {
		return invalid("Param %s['caption'] must be at most %d characters long.", d.kind, maxCaption)
	}
	return checkMedia(m, d)
}

func webLink(link string) bool {
	u, err := url.Parse(link)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func checkLocation(l fields, _ *draft) *graphError {
	for key, limit := range map[string]float64{"latitude": 90, "longitude": 180} {
		if !l.has(key) {
			return refuse(131008, "Parameters location.latitude and location.longitude are required.")
		}
		if n, err := strconv.ParseFloat(l.str(key), 64); err != nil || n < -limit || n > limit {
			return refuse(131009, "Parameters location.latitude and location.longitude must be coordinates.")
		}
	}
	return nil
}

func checkReaction(r fields, _ *draft) *graphError {
	if r.str("message_id") == "" {
		return refuse(131008, "Parameter reaction.message_id is required.")
	}
	if emoji, ok := r["emoji"].(string); r.has("emoji") && (!ok || chars(emoji) > 16) {
		return refuse(131009, "Parameter reaction.emoji must be one emoji.")
	}
	return nil
}

func checkPin(p fields, _ *draft) *graphError {
	if kind := p.str("type"); kind != "pin" && kind != "unpin" {
		return refuse(131009, "Parameter pin.type must be pin or unpin.")
	}
	if p.str("message_id") == "" {
		return refuse(131008, "Parameter pin.message_id is required.")
	}
	return nil
}

func checkContacts(req fields) *graphError {
	list := req.objects("contacts")
	if len(list) != len(req.list("contacts")) {
		return refuse(131009, "Parameter contacts must be a list of objects.")
	}
	if len(list) > maxContacts {
		return refuse(131009, "Parameter contacts must have at most %d entries.", maxContacts)
	}
	parts := []string{"first_name", "last_name", "middle_name", "suffix", "prefix"}
	for i, card := range list {
		name := card.sub("name")
		if name.str("formatted_name") == "" {
			return refuse(131008, "Parameter contacts[%d].name.formatted_name is required.", i)
		}
		if !slices.ContainsFunc(parts, func(part string) bool { return name.str(part) != "" }) {
			return refuse(131009, "Parameter contacts[%d].name needs one more part of the name than formatted_name.", i)
		}
	}
	return nil
}
