package sandbox

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
)

// plainTexts are parameters that are texts whatever they look like; all others
// are decoded when they are JSON arrays or objects in a string, as Graph does.
var plainTexts = []string{"biz_opaque_callback_data", "about", "address", "description", "prefilled_message", "new_display_name", "verified_name", "code", "pin"}

// params reads a call's parameters: a JSON, form or multipart body, and the query.
func (c *call) params() (fields, *graphError) {
	out, e := c.bodyParams()
	if e != nil {
		return nil, e
	}
	mergeForm(out, c.r.URL.Query())
	return out, nil
}

// bodyParams reads the parameters of the body, in whatever form it has.
func (c *call) bodyParams() (fields, *graphError) {
	if e := c.read(); e != nil {
		return nil, e
	}
	body := bytes.TrimSpace(c.raw)
	kind, options, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	switch {
	case len(body) == 0:
		return fields{}, nil
	case kind == "multipart/form-data":
		out, e := multipartParams(body, options["boundary"])
		c.asJSON = c.enc().value(nil, out)
		return out, e
	case body[0] == '{' || kind == "application/json":
		return c.jsonParams(body)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, refuse(100, "The request body is neither a JSON object nor a form.")
	}
	out := fields{}
	mergeForm(out, form)
	c.asJSON = c.enc().value(nil, out)
	return out, nil
}

func (c *call) jsonParams(body []byte) (fields, *graphError) {
	out, e := parseFields(body)
	if e != nil {
		return nil, e
	}
	spelled := false // as JSON in a string
	for k, v := range out {
		if s, ok := v.(string); ok {
			out[k] = decodeText(k, s)
			_, plain := out[k].(string)
			spelled = spelled || !plain
		}
	}
	delete(out, "access_token")
	if spelled {
		c.asJSON = c.enc().value(nil, out)
	}
	return out, nil
}

func multipartParams(body []byte, boundary string) (fields, *graphError) {
	form := url.Values{}
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, invalid("The form could not be read.")
		}
		value, err := io.ReadAll(part)
		if err != nil {
			return nil, invalid("The form could not be read.")
		}
		form.Add(part.FormName(), string(value))
	}
	out := fields{}
	mergeForm(out, form)
	return out, nil
}

// mergeForm adds form values that are not set.
func mergeForm(into fields, form url.Values) {
	for k, v := range form {
		if _, set := into[k]; !set && len(v) > 0 && k != "access_token" {
			into[k] = decodeText(k, v[0])
		}
	}
}

// decodeText returns what a text is: itself, or the JSON array or object in it.
func decodeText(key, text string) any {
	s := strings.TrimSpace(text)
	if (strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{")) && !slices.Contains(plainTexts, key) {
		if decoded, ok := decodeAny([]byte(s)); ok {
			return decoded
		}
		if decoded, ok := decodeAny([]byte(strings.ReplaceAll(s, "'", `"`))); ok { // ['MANAGE']
			return decoded
		}
	}
	return text
}

// bodyToken finds an access token in the body of a call that has none elsewhere.
// Files are not looked through: uploads of media bring theirs in the header.
func (c *call) bodyToken() string {
	if c.r.ContentLength == 0 || c.r.Method == "GET" || strings.HasPrefix(c.path[0], "upload:") || c.path[len(c.path)-1] == "media" {
		return ""
	}
	if c.read() != nil {
		return ""
	}
	kind, options, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	switch {
	case kind == "multipart/form-data":
		parts := multipart.NewReader(bytes.NewReader(c.raw), options["boundary"])
		for part, err := parts.NextPart(); err == nil; part, err = parts.NextPart() {
			if part.FormName() == "access_token" {
				value, _ := io.ReadAll(part)
				return string(value)
			}
		}
	case bytes.HasPrefix(bytes.TrimSpace(c.raw), []byte("{")):
		body, _ := parseFields(c.raw)
		return body.str("access_token")
	default:
		form, _ := url.ParseQuery(string(c.raw))
		return form.Get("access_token")
	}
	return ""
}

// json returns the body as a JSON object, whatever form it came in.
func (c *call) json() []byte {
	if c.asJSON != nil {
		return c.asJSON
	}
	return c.raw
}
