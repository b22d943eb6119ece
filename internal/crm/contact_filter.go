package crm

import (
	"slices"
	"strings"
	"time"
)

// ContactFilter narrows a list of contacts; empty fields match all.
type ContactFilter struct {
	Phone, UserID, Tag string
	// Query is the beginning of a name or, when it begins with +, 00 or a digit,
	// of a number in international format.
	Query string
	// Values are custom fields by number, in the form of CustomField.Parse.
	Values                     map[int]string
	OptedOut                   *bool
	CreatedAfter, UpdatedAfter time.Time
}

// QueryIsNumber reports whether Query is the beginning of a number.
func (f ContactFilter) QueryIsNumber() bool {
	q := withPlus(f.Query)
	return q != "" && (q[0] == '+' || q[0] >= '0' && q[0] <= '9')
}

// NumberPrefix is the beginning of the look-up keys that Query asks for.
func (f ContactFilter) NumberPrefix() string {
	return LookupPrefix("+" + digits(withPlus(f.Query)))
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// Matches reports whether a contact is one that is asked for.
func (f ContactFilter) Matches(c Contact) bool {
	if c.MergedInto != "" || f.Tag != "" && !slices.Contains(c.Tags, f.Tag) ||
		f.Phone != "" && LookupKey(c.Phone) != LookupKey(f.Phone) || f.UserID != "" && c.UserID != f.UserID ||
		f.OptedOut != nil && *f.OptedOut != (c.OptedOutAt != nil) ||
		!f.CreatedAfter.IsZero() && !c.CreatedAt.After(f.CreatedAfter) || !f.UpdatedAfter.IsZero() && !c.UpdatedAt.After(f.UpdatedAfter) {
		return false
	}
	if !SameFields(c.Values, f.Values) {
		return false
	}
	switch {
	case f.Query == "":
		return true
	case f.QueryIsNumber():
		return strings.HasPrefix(LookupKey(c.Phone), f.NumberPrefix())
	}
	return strings.HasPrefix(SearchText(c.Name), SearchText(f.Query))
}
