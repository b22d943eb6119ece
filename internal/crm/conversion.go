package crm

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of conversions.
const (
	maxConversionName = 64
	maxExternalID     = 128
	// ConversionAge is how long ago something may have happened that is told now, and
	// ConversionAhead how far the clock of a business may be ahead.
	ConversionAge   = 365 * 24 * time.Hour
	ConversionAhead = 5 * time.Minute
)

// ConversionBody is what a business tells that somebody did. Either ContactID or To says
// who.
type ConversionBody struct {
	ContactID, To    string
	Name             string
	Amount, Currency string
	ExternalID       string
	OccurredAt       *time.Time
}

// Conversion is what a business told that a contact did. Minor is in the smallest unit of
// Currency; without one no amount was told.
type Conversion struct {
	ID, WorkspaceID, ContactID string
	Name                       string
	Minor                      int64
	Currency                   string
	ExternalID                 string
	OccurredAt, CreatedAt      time.Time
	CreatedBy                  DoneBy
}

// Amount is the amount as a decimal text; "" where none was told.
func (c Conversion) Amount() string {
	if c.Currency == "" {
		return ""
	}
	return FormatMinor(c.Minor, c.Currency)
}

// Same reports whether another one tells the same, apart from who told it when. Only what
// has no time of its own may have happened at another one.
func (c Conversion) Same(o Conversion, timed bool) bool {
	return c.ContactID == o.ContactID && c.Name == o.Name && c.Minor == o.Minor && c.Currency == o.Currency && (!timed || c.OccurredAt.Equal(o.OccurredAt))
}

// Read finds every fault of what was told, and returns it without the contact.
func (b *ConversionBody) Read(now time.Time, f *Faults) (c Conversion) {
	switch {
	case b.ContactID == "" && b.To == "":
		f.Add("/to", CodeRequired, "to is required: a phone number such as +14155550123. Or give contactId.")
	case b.ContactID != "" && b.To != "":
		f.Add("/contactId", CodeNotAllowed, "Give either to or contactId, not both.")
	case b.To != "" && !ValidPhone(b.To):
		f.Add("/to", CodePhoneNumberInvalid, "to must be a phone number in international format, such as +14155550123.")
	}
	c.Name = ConversionName(b.Name, "/name", f)
	switch c.Currency = strings.ToUpper(b.Currency); {
	case b.Amount == "" && b.Currency == "":
	case b.Amount == "":
		f.Add("/amount", CodeRequired, "amount is required with currency.")
	case b.Currency == "":
		f.Add("/currency", CodeRequired, "currency is required with amount: an ISO 4217 code such as EUR.")
	case !ValidCurrency(c.Currency):
		f.Add("/currency", CodeParameterInvalid, "currency must be an ISO 4217 code, such as EUR.")
	default:
		minor, reason := ParseMinor(b.Amount, c.Currency)
		if c.Minor = minor; reason != "" {
			f.Add("/amount", CodeParameterInvalid, "amount %s.", reason)
		}
	}
	if c.ExternalID = b.ExternalID; len(c.ExternalID) > maxExternalID {
		f.Add("/externalId", CodeTooLong, "externalId may have at most %d characters.", maxExternalID)
	}
	c.OccurredAt = now
	if at := b.OccurredAt; at != nil {
		switch c.OccurredAt = *at; {
		case at.After(now.Add(ConversionAhead)):
			f.Add("/occurredAt", CodeOutOfRange, "occurredAt is in the future.")
		case at.Before(now.Add(-ConversionAge)):
			f.Add("/occurredAt", CodeOutOfRange, "occurredAt may be at most 365 days ago.")
		}
	}
	return c
}

// ConversionName reads what somebody did, as the business calls it; pointer is the field.
func ConversionName(text, pointer string, f *Faults) string {
	switch text = strings.TrimSpace(text); {
	case text == "":
		f.Add(pointer, CodeRequired, "name is required: what the contact did, such as purchase.")
	case utf8.RuneCountInString(text) > maxConversionName:
		f.Add(pointer, CodeTooLong, "name may have at most %d characters.", maxConversionName)
	}
	return text
}

// ConversionFilter narrows a list of conversions; what is zero narrows nothing.
type ConversionFilter struct {
	ContactID, Name string
	From, To        time.Time
}
