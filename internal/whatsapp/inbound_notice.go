package whatsapp

import "time"

// SystemNotice tells a change of a person, in the form of a message without
// content (inbound.md 3.9). It opens no window. Every field but Kind may be "".
type SystemNotice struct {
	Head
	ID           string
	Kind         string // user_changed_number, user_changed_user_id, customer_identity_changed, or new
	Timestamp    time.Time
	BadTimestamp bool
	Body         string
	// From and FromUserID are who the person was so far.
	From, FromUserID string
	// Phone and the user ids are who the person is from now on.
	Phone, UserID, ParentUserID          string
	PreviousUserID, PreviousParentUserID string
	IdentityHash                         string
}

func systemNotice(m *IncomingMessage) *SystemNotice {
	n := &SystemNotice{Head: m.Head, ID: m.ID, Timestamp: m.Timestamp, BadTimestamp: m.BadTimestamp, From: m.From, FromUserID: m.FromUserID}
	renamed := ""
	for key, value := range members(member(m.Raw, "system")) {
		switch string(key) {
		case "type":
			n.Kind = text(value)
		case "body":
			n.Body = text(value)
		case "wa_id":
			n.Phone = text(value)
		case "new_wa_id":
			renamed = text(value)
		case "user_id":
			n.UserID = text(value)
		case "parent_user_id":
			n.ParentUserID = text(value)
		case "previous_user_id":
			n.PreviousUserID = text(value)
		case "previous_parent_user_id":
			n.PreviousParentUserID = text(value)
		case "identity":
			n.IdentityHash = text(member(value, "hash"))
		}
	}
	n.Phone, n.UserID = person(firstOf(n.Phone, renamed), n.UserID)
	n.IdentityHash = firstOf(n.IdentityHash, text(member(m.Raw, "identity", "hash")))
	return n
}

// userIDUpdates takes the field user_id_update apart: the same news as that of
// a system message, in a field of its own (inbound.md 3.9).
func (in *Inbound) userIDUpdates(head Head, value []byte) {
	part := member(value, "user_id_update")
	if part == nil && member(value, "user_id") != nil {
		part = value
	}
	in.list(head, part, userIDUpdate)
}

func userIDUpdate(head Head) (Item, string) {
	n := &SystemNotice{Head: head, Kind: "user_changed_user_id", BadTimestamp: true}
	for key, value := range members(head.Raw) {
		switch string(key) {
		case "wa_id":
			n.Phone = text(value)
		case "detail":
			n.Body = text(value)
		case "user_id":
			n.PreviousUserID, n.UserID = text(member(value, "previous")), text(member(value, "current"))
		case "parent_user_id":
			n.PreviousParentUserID, n.ParentUserID = text(member(value, "previous")), text(member(value, "current"))
		case "timestamp":
			at, ok := unix(value)
			n.Timestamp, n.BadTimestamp = at, !ok
		}
	}
	n.Phone, n.UserID = person(n.Phone, n.UserID)
	_, n.PreviousUserID = person("", n.PreviousUserID)
	n.From = n.Phone
	if n.UserID == "" {
		return nil, "the update names no current user id"
	}
	return n, ""
}

// UserPreference is what a person chose about marketing messages. It is about
// the person that the item names, not about the contacts beside it
// (inbound.md 5).
type UserPreference struct {
	Head
	From, UserID, ParentUserID string // From: digits
	Category                   string // marketing_messages
	Value                      string // stop, resume, signup
	Detail                     string
	SignupID                   string // of signup
	Timestamp                  time.Time
	BadTimestamp               bool
}

func userPreference(head Head) (Item, string) {
	p := &UserPreference{Head: head, BadTimestamp: true}
	for key, value := range members(head.Raw) {
		switch string(key) {
		case "wa_id":
			p.From = text(value)
		case "user_id":
			p.UserID = text(value)
		case "parent_user_id":
			p.ParentUserID = text(value)
		case "category":
			p.Category = text(value)
		case "value":
			p.Value = text(value)
		case "detail":
			p.Detail = text(value)
		case "signup_id":
			p.SignupID = clip(text(value), maxUserID)
		case "timestamp":
			at, ok := unix(value)
			p.Timestamp, p.BadTimestamp = at, !ok
		}
	}
	p.From, p.UserID = person(p.From, p.UserID)
	if p.From == "" && p.UserID == "" {
		return nil, "the preference names nobody"
	}
	return p, ""
}

// ContactSync is an entry of the address book of the business's phone that was
// written or removed (inbound.md 3.13).
type ContactSync struct {
	Head
	Phone, UserID, ParentUserID   string // Phone: digits
	FullName, FirstName, Username string
	Removed                       bool
	Timestamp                     time.Time
}

func contactSync(head Head) (Item, string) {
	c := &ContactSync{Head: head, Removed: text(member(head.Raw, "action")) == "remove"}
	c.Timestamp, _ = unix(member(head.Raw, "metadata", "timestamp"))
	for key, value := range members(member(head.Raw, "contact")) {
		switch string(key) {
		case "phone_number":
			c.Phone = text(value)
		case "user_id":
			c.UserID = text(value)
		case "parent_user_id":
			c.ParentUserID = text(value)
		case "full_name":
			c.FullName = text(value)
		case "first_name":
			c.FirstName = text(value)
		case "username":
			c.Username = text(value)
		}
	}
	c.Phone, c.UserID = person(c.Phone, c.UserID)
	if c.Phone == "" && c.UserID == "" {
		return nil, "the entry of the address book names nobody"
	}
	return c, ""
}
