package crm

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of contacts.
const (
	MaxContactTags = 100
	maxTag         = 64
	maxContactName = 200
)

// ContactChange is what a caller gives of a contact: what is nil stays as it is.
type ContactChange struct {
	Phone, UserID, Name *string
	Tags                []string
	// Fields are custom fields by key; nil values are removed.
	Fields map[string]any
}

// Apply returns the contact with the change, or every fault of it.
func (ch ContactChange) Apply(c Contact, fields []ContactField) (Contact, error) {
	var f Faults
	if ch.Phone != nil {
		if *ch.Phone != "" && !ValidPhone(*ch.Phone) {
			f.Add("/phone", CodePhoneNumberInvalid, "%s", phoneFault("phone", *ch.Phone))
		}
		if LookupKey(c.Phone) != LookupKey(*ch.Phone) {
			c.PhoneSince = time.Time{}
		}
		c.Phone = *ch.Phone
	}
	if ch.UserID != nil {
		if *ch.UserID != "" && !ValidUserID(*ch.UserID) {
			f.Add("/userId", CodeParameterInvalid, "userId must be a business-scoped user id such as US.13491208655302741918.")
		}
		c.UserID = *ch.UserID
	}
	if c.Phone == "" && c.UserID == "" {
		f.Add("/phone", CodeRequired, "A contact needs a phone, a userId or both.")
	}
	if ch.Name != nil {
		c.Name = strings.TrimSpace(*ch.Name)
		c.NamedHere = c.Name != ""
		if utf8.RuneCountInString(c.Name) > maxContactName {
			f.Add("/name", CodeTooLong, "name has at most %d characters.", maxContactName)
		}
	}
	if ch.Tags != nil {
		c.Tags = CheckTags(ch.Tags, &f)
	}
	c.Values = ch.values(c.Values, fields, &f)
	return c, f.Err()
}

// CheckTags returns the tags sorted, each once, and adds what is wrong with them.
func CheckTags(tags []string, f *Faults) []string {
	if len(tags) > MaxContactTags {
		f.Add("/tags", CodeOutOfRange, "A contact may have at most %d tags.", MaxContactTags)
		return nil
	}
	out := make([]string, len(tags))
	for i, t := range tags {
		out[i] = strings.TrimSpace(t)
		if out[i] == "" || utf8.RuneCountInString(out[i]) > maxTag || strings.ContainsAny(out[i], "\r\n") {
			f.Add(Pointer("tags", i), CodeParameterInvalid, "A tag must have 1 to %d characters on one line.", maxTag)
		}
	}
	return addTags(nil, out)
}

// AddTags returns the contact with further tags, or what is wrong with them.
func (c Contact) AddTags(tags []string) (Contact, error) {
	var f Faults
	added := CheckTags(tags, &f)
	if c.Tags = addTags(c.Tags, added); f.Empty() && len(c.Tags) > MaxContactTags {
		f.Add("/tags", CodeOutOfRange, "A contact may have at most %d tags.", MaxContactTags)
	}
	return c, f.Err()
}

// RemoveTag returns the contact without a tag.
func (c Contact) RemoveTag(tag string) Contact {
	c.Tags = withoutTags(c.Tags, []string{tag})
	return c
}

func (ch ContactChange) values(old map[int]string, fields []ContactField, f *Faults) map[int]string {
	if len(ch.Fields) == 0 {
		return old
	}
	if len(ch.Fields) > MaxContactFields {
		f.Add("/fields", CodeOutOfRange, "A workspace may have at most %d custom fields.", MaxContactFields)
		return old
	}
	out := maps.Clone(old)
	if out == nil {
		out = map[int]string{}
	}
	for _, key := range slices.Sorted(maps.Keys(ch.Fields)) {
		at := Pointer("fields", key)
		i := slices.IndexFunc(fields, func(d ContactField) bool { return d.Key == key })
		if i < 0 {
			f.Add(at, CodeUnknownField, "This workspace has no custom field %q. Create it with POST /v1/contact-fields.", key)
			continue
		}
		d := fields[i]
		v := ch.Fields[key]
		if v == nil {
			delete(out, d.Number)
			continue
		}
		text, ok := d.text(v)
		if !ok {
			f.Add(at, CodeWrongType, "%s is a %s.", key, d.jsonType())
			continue
		}
		value, reason := d.Parse(text)
		if reason != "" {
			f.Add(at, CodeParameterInvalid, "%s %s.", key, reason)
			continue
		}
		out[d.Number] = value
	}
	return out
}

// text is a JSON value as text, if it has the type that the field takes.
func (d ContactField) text(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, d.Type != FieldNumber && d.Type != FieldBoolean
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), d.Type == FieldNumber
	case bool:
		return strconv.FormatBool(v), d.Type == FieldBoolean
	}
	return "", false
}

func (d ContactField) jsonType() string {
	switch d.Type {
	case FieldNumber, FieldBoolean:
		return string(d.Type)
	}
	return "string"
}
