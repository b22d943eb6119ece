package crm

import (
	"net/url"
	"slices"
	"strings"
)

// URLVariables are what the URL of a button may name, beside the contact's own
// fields (ContactFieldVariable).
var URLVariables = []string{"contact.id", "contact.name", "contact.phone", "conversation.id", "agent.id", "agent.name"}

const (
	maxURLVariables = 20
	// maxFilledURL is how long a URL may become by its values; browsers and servers
	// take as much. A value beyond it is left out.
	maxFilledURL = 8000
	httpsScheme  = "https://"
)

// urlPart is a piece of a URL with placeholders: text as it stands, or a variable.
type urlPart struct{ text, variable string }

// cutURLTemplate takes a URL with placeholders apart. fault says in words what is
// wrong with it; then there are no parts.
func cutURLTemplate(raw string) (parts []urlPart, fault string) {
	variables := 0
	for raw != "" {
		i := strings.IndexAny(raw, "{}")
		if i < 0 {
			return append(parts, urlPart{text: raw}), ""
		}
		if raw[i] == '}' {
			return nil, "has a } without its {: write %7D for the character itself"
		}
		if i > 0 {
			parts = append(parts, urlPart{text: raw[:i]})
		}
		name, rest, closed := strings.Cut(raw[i+1:], "}")
		if !closed || strings.Contains(name, "{") {
			return nil, "has a { without its }: write %7B for the character itself"
		}
		key, field := strings.CutPrefix(name, ContactFieldVariable)
		if !slices.Contains(URLVariables, name) && !(field && fieldKey.MatchString(key)) {
			return nil, "has the placeholder {" + clip(name) + "}, which there is not: use " + strings.Join(URLVariables, ", ") + " or " + ContactFieldVariable + "<key>"
		}
		if variables++; variables > maxURLVariables {
			return nil, "has too many placeholders: 20 at most"
		}
		parts, raw = append(parts, urlPart{variable: name}), rest
	}
	return parts, ""
}

// checkURLTemplate records every fault of a URL with placeholders. They stand behind
// the host: whose page it is, no contact decides.
func checkURLTemplate(raw string, f *Faults) {
	const p = "/url"
	rest, https := strings.CutPrefix(raw, httpsScheme)
	host := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		host = rest[:i]
	}
	switch {
	case raw == "":
		f.Add(p, CodeRequired, "url is required: where the button leads.")
		return
	case len(raw) > maxURLLength:
		f.Add(p, CodeTooLong, "url may have at most %d characters.", maxURLLength)
		return
	case !https:
		f.Add(p, CodeURLInvalid, "url must begin with https://.")
		return
	case strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\\\"<>^`|", r) }):
		f.Add(p, CodeURLInvalid, "url may have no spaces and no other characters that a URL cannot have: percent-encode them.")
		return
	case strings.ContainsAny(host, "{}"):
		f.Add(p, CodeURLInvalid, "url may have placeholders behind the host only.")
		return
	}
	parts, fault := cutURLTemplate(raw)
	if fault != "" {
		f.Add(p, CodeURLInvalid, "url %s.", fault)
		return
	}
	var plain strings.Builder
	for _, part := range parts {
		if plain.WriteString(part.text); part.variable != "" {
			plain.WriteByte('x')
		}
	}
	u, err := url.Parse(plain.String())
	switch {
	case err != nil || u.Hostname() == "":
		f.Add(p, CodeURLInvalid, "url must be an absolute https URL.")
	case u.User != nil:
		f.Add(p, CodeURLInvalid, "url may not contain a user name or password.")
	}
}

// URLFields are the keys of the contact's own fields that a URL with placeholders
// names, each once.
func URLFields(raw string) (keys []string) {
	parts, _ := cutURLTemplate(raw)
	for _, part := range parts {
		if key, ok := strings.CutPrefix(part.variable, ContactFieldVariable); ok && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// FillURL puts values into a URL with placeholders that was checked when it was
// saved. They are percent-encoded, so that none is anything but a value: it adds no
// parameter, leaves its segment of the path, or changes the host. missing are the
// variables that have no value there, each once.
func FillURL(raw string, values map[string]string) (filled string, missing []string) {
	parts, fault := cutURLTemplate(raw)
	if fault != "" || !strings.HasPrefix(raw, httpsScheme) {
		return "", nil
	}
	lacks := func(names ...string) {
		for _, name := range names {
			if !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
		}
	}
	var out, plain []byte // plain is what the segment is without values
	var named []string    // the variables in the segment
	begin, path := 0, false
	end := func() {
		// . and .. lead elsewhere, however they are encoded.
		segment := strings.ReplaceAll(strings.ToLower(string(out[begin:])), "%2e", ".")
		if path && len(named) > 0 && (segment == "." || segment == "..") {
			out = append(out[:begin], plain...)
			lacks(named...)
		}
		plain, named = plain[:0], nil
	}
	for i, part := range parts {
		text := part.text
		if i == 0 { // the host, with what is before it; no placeholder is in it
			n := len(httpsScheme)
			if at := strings.IndexAny(text[n:], "/?#"); at >= 0 {
				out, text, path = append(out, text[:n+at]...), text[n+at:], true
			} else {
				out, text = append(out, text...), ""
			}
		}
		for _, c := range []byte(text) {
			if !path || c != '/' && c != '?' && c != '#' {
				out, plain = append(out, c), append(plain, c)
				continue
			}
			end()
			out = append(out, c)
			begin, path = len(out), c == '/'
		}
		if part.variable == "" {
			continue
		}
		value := encodeURLValue(values[part.variable])
		if value == "" || len(out)+len(value) > maxFilledURL {
			lacks(part.variable)
			continue
		}
		out, named = append(out, value...), append(named, part.variable)
	}
	end()
	return string(out), missing
}

// encodeURLValue percent-encodes everything but what is reserved nowhere in a URL
// (RFC 3986, 2.3), which is right in paths, queries and fragments.
func encodeURLValue(value string) string {
	const hex = "0123456789ABCDEF"
	var out strings.Builder
	for _, c := range []byte(strings.ToValidUTF8(value, "\uFFFD")) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~' {
			out.WriteByte(c)
			continue
		}
		out.Write([]byte{'%', hex[c>>4], hex[c&15]})
	}
	return out.String()
}
