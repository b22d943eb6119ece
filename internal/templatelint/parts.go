package templatelint

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

var componentTypes = []string{"HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER", "CALL_PERMISSION_REQUEST"}

// components judges each component by itself.
func (l *linter) components() {
	if l.form.unread {
		l.find("component_unknown", "/components", "The components are no list.")
	}
	for _, n := range l.form.odd {
		l.find("component_unknown", n.at, "A component is an object with a type.")
	}
	seen := map[string]bool{}
	for _, c := range l.form.parts {
		if seen[c.kind] {
			l.find("component_twice", c.at, "The template has more than one component of the type %s.", cut(c.kind, 30)).fix("Leave one of them.")
		}
		seen[c.kind] = true
		l.component(c)
	}
	if !seen["BODY"] {
		l.find("body_missing", "/components", "The template has no body.").fix("Add a component of the type BODY.")
	}
}

func (l *linter) component(c component) {
	switch c.kind {
	case "HEADER":
		l.header(c)
	case "BODY":
		l.body(c)
	case "FOOTER":
		l.footer(c)
	case "BUTTONS":
		l.buttons(c)
	case "CAROUSEL":
		l.carousel(c)
	case "LIMITED_TIME_OFFER":
		l.offer(c)
	case "CALL_PERMISSION_REQUEST":
		if l.form.category == crm.CategoryAuthentication {
			l.find("call_permission_category", c.at, "Only marketing and utility templates ask for permission to call.")
		}
	default:
		if !c.card {
			l.find("component_unknown", c.at+"/type", "A component is %s.", or(componentTypes...))
		}
	}
}

func (l *linter) header(c component) {
	format := c.word("format")
	if format == "" {
		format = "TEXT"
	}
	switch format {
	case "TEXT":
		l.textHeader(c)
	case "IMAGE", "VIDEO", "DOCUMENT", "GIF":
		l.mediaHeader(c, format)
	case "LOCATION":
		if l.form.category == crm.CategoryAuthentication {
			l.find("header_location", c.at, "Authentication templates have no location.")
		}
	case "PRODUCT":
	default:
		l.find("header_format_unknown", c.at+"/format", "A header is TEXT, IMAGE, VIDEO, DOCUMENT, GIF, LOCATION or PRODUCT.")
	}
}

func (l *linter) textHeader(c component) {
	text, at := c.text(), c.at+"/text"
	if strings.TrimSpace(text) == "" {
		l.find("header_empty", at, "The header has no text.").fix("Write one, or leave the header out.")
		return
	}
	if n := chars(text); n > 60 {
		l.find("header_too_long", at, "The header has %d characters; 60 are allowed.", n)
	}
	if n := len(parametersOf(text)); n > 1 {
		l.find("header_parameters", at, "The header has %d parameters; one is allowed.", n).fix("Move the others to the body.")
	}
	if what := adornment(text); what != "" {
		l.find("header_plain", at, "The header has %s, and must be plain text.", what).fix("Take it out, or move it to the body.")
	}
	l.parameters(c, text, "_header")
	l.samples(c, "header_sample", "header_text", text)
}

func (l *linter) mediaHeader(c component, format string) {
	handles := c.sub("example").list("header_handle")
	handle := ""
	if len(handles) == 1 {
		handle = spelled(handles[0])
	}
	switch {
	case handle == "":
		l.find("header_media_sample", c.at+"/example", "A header of the format %s needs one sample file.", format).
			fix("Upload a file and put its handle into example.header_handle.")
	case strings.HasPrefix(handle, "http://") || strings.HasPrefix(handle, "https://"):
		l.find("header_media_sample", c.at+"/example", "The sample is a link; the provider takes only handles of uploaded files.").
			fix("Upload the file again; links of templates that are listed cannot be sent back.")
	}
	if format == "GIF" {
		l.find("header_gif", c.at, "A GIF reaches customers only where the template is sent as a marketing message.").fix("Take an image or a video.")
	}
}

// bodyLimit is how long a body may be.
func (l *linter) bodyLimit(c component) int {
	switch {
	case c.card:
		return 160
	case l.form.has("LIMITED_TIME_OFFER"):
		return 600
	}
	return 1024
}

func (l *linter) body(c component) {
	if l.form.category == crm.CategoryAuthentication {
		if c.has("text") {
			l.find("auth_text", c.at+"/text", "The provider writes the text of authentication templates itself.").fix("Leave the text out; add_security_recommendation adds a sentence.")
		}
		return
	}
	text, at := strings.TrimSpace(c.text()), c.at+"/text"
	if text == "" {
		l.find("body_empty", at, "The body has no text.")
		return
	}
	if n, most := chars(text), l.bodyLimit(c); n > most {
		l.find("body_too_long", at, "The body has %d characters; %d are allowed here.", n, most)
	}
	l.parameters(c, text, "")
	l.placement(c, text)
	l.samples(c, "body_sample", "body_text", text)
	if strings.Contains(text, "\n\n\n") || strings.Contains(text, "     ") || strings.Contains(text, "\t") {
		l.find("body_spacing", at, "The body has several empty lines, a tab or more than four spaces in a row.").fix("One empty line is enough.")
	}
}

func (l *linter) footer(c component) {
	if l.form.category == crm.CategoryAuthentication {
		l.expiry(c)
		return
	}
	text, at := c.text(), c.at+"/text"
	if strings.TrimSpace(text) == "" {
		l.find("footer_empty", at, "The footer has no text.").fix("Write one, or leave the footer out.")
		return
	}
	if n := chars(text); n > 60 {
		l.find("footer_too_long", at, "The footer has %d characters; 60 are allowed.", n)
	}
	if strings.Contains(text, "{{") {
		l.find("footer_parameters", at, "It is not sure that the provider fills parameters of a footer.").fix("Move the parameter to the body.")
	}
	if what := adornment(text); what != "" {
		l.find("footer_plain", at, "The footer has %s; the provider shows plain text there.", what).fix("Take it out.")
	}
}

// isOneOf reports whether a word is on a list.
func isOneOf(word string, list ...string) bool { return slices.Contains(list, word) }
