package crm

import (
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
func (ch ContactChange) Apply(c Contact, fields []CustomField) (Contact, error) {
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
	c.Values = ApplyFields(c.Values, ch.Fields, fields, OfContacts, &f)
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
