package crm

import (
	"strings"
	"time"
	"unicode"
)

// Limits of shared contacts and reactions (outbound.md 2.4, 9.5).
const (
	maxContacts = 257
	maxEmoji    = 16 // code points; the longest sequences of one emoji have ten
)

// ReactionAge is how old a message may be that is reacted to (outbound.md 2.4).
const ReactionAge = 30 * 24 * time.Hour

func (r *SendRequest) validateLocation(f *Faults) {
	if r.Location == nil {
		return
	}
	checkCoordinates("/location", r.Location, f)
	onlyReceived("/location/url", r.Location.URL != "", f)
}

func checkCoordinates(at string, l *Location, f *Faults) {
	if l.Latitude < -90 || l.Latitude > 90 {
		f.Add(at+"/latitude", CodeOutOfRange, "latitude must be between -90 and 90.")
	}
	if l.Longitude < -180 || l.Longitude > 180 {
		f.Add(at+"/longitude", CodeOutOfRange, "longitude must be between -180 and 180.")
	}
}

func (r *SendRequest) validateContacts(f *Faults) {
	if r.Contacts == nil {
		return
	}
	if n := len(r.Contacts); n == 0 || n > maxContacts {
		f.Add("/contacts", CodeOutOfRange, "contacts has %d entries; the provider accepts 1 to %d.", n, maxContacts)
		return
	}
	for i := range r.Contacts {
		checkCard(Pointer("contacts", i), &r.Contacts[i], f)
	}
}

func checkCard(at string, c *ContactCard, f *Faults) {
	n := c.Name
	checkText(at+"/name/formattedName", n.FormattedName, true, 0, f)
	if strings.TrimSpace(n.FirstName+n.LastName+n.MiddleName+n.Prefix+n.Suffix) == "" {
		f.Add(at+"/name", CodeRequired, "Besides formattedName, the provider requires one of firstName, lastName, middleName, prefix and suffix.")
	}
	if _, err := time.Parse(time.DateOnly, c.Birthday); c.Birthday != "" && err != nil {
		f.Add(at+"/birthday", CodeParameterInvalid, "birthday must be a date, such as 1999-01-23.")
	}
	for i, p := range c.Phones {
		checkText(at+Pointer("phones", i, "phone"), p.Phone, true, 0, f)
	}
	for i, e := range c.Emails {
		checkText(at+Pointer("emails", i, "email"), e.Email, true, 0, f)
	}
	for i, u := range c.URLs {
		checkText(at+Pointer("urls", i, "url"), u.URL, true, 0, f)
	}
	onlyReceived(at+"/origin", c.Origin != "", f)
	onlyReceived(at+"/vcard", c.VCard != "", f)
}

func (r *SendRequest) validateReaction(f *Faults) {
	if r.ReplyTo != "" {
		f.Add("/replyTo", CodeNotAllowed, "A reaction may not have replyTo; use reaction.messageId.")
	}
	if r.Reaction == nil {
		return
	}
	checkText("/reaction/messageId", r.Reaction.MessageID, true, 0, f)
	onlyReceived("/reaction/providerMessageId", r.Reaction.ProviderMessageID != "", f)
	if e := r.Reaction.Emoji; e != "" && !isEmoji(e) {
		f.Add("/reaction/emoji", CodeParameterInvalid, "emoji must be one emoji, or empty to remove the reaction.")
	}
}

// isEmoji reports whether s can be one emoji: one symbol with what modifies it,
// symbols that are joined to one, or a flag, and no letters or blanks. Which
// ones exist is the provider's to know.
func isEmoji(s string) bool {
	symbols, flags, joined := 0, 0, false
	for i, c := range []rune(s) {
		switch {
		case i >= maxEmoji || unicode.IsLetter(c) || unicode.IsSpace(c):
			return false
		case c == '\u200d':
			joined = true
			continue
		case c >= 0x1f1e6 && c <= 0x1f1ff: // two of these are a flag
			flags++
		case c == '\ufe0f' || c == '\u20e3' || c >= 0x1f3fb && c <= 0x1f3ff || c >= 0xe0020 && c <= 0xe007f:
			if c == '\u20e3' && symbols == 0 { // after a digit
				symbols++
			}
		case unicode.IsSymbol(c) && c > unicode.MaxASCII || c == '\u203c' || c == '\u2049':
			if !joined {
				symbols++
			}
		}
		joined = false
	}
	return symbols == 1 && flags == 0 || symbols == 0 && flags == 2
}

// CheckReaction refuses a reaction to a message that the provider takes none
// on: too old at the time, taken back, or itself a reaction.
func (m *Message) CheckReaction(at time.Time) error {
	var f Faults
	switch {
	case m.Type == "reaction":
		f.Add("/reaction/messageId", CodeNotAllowed, "Message %q is itself a reaction.", m.ID)
	case m.Content.RevokedAt != nil:
		f.Add("/reaction/messageId", CodeNotAllowed, "Message %q was deleted by its sender.", m.ID)
	case at.Sub(m.CreatedAt) > ReactionAge:
		f.Add("/reaction/messageId", CodeNotAllowed, "Message %q is more than 30 days old.", m.ID)
	}
	return f.Err()
}
