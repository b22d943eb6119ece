package whatsapp

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Written is what every message has, whoever wrote it.
type Written struct {
	Head
	ID string
	// Type is the provider's word. For what this version does not show it is
	// unsupported, and Content.Unsupported has the provider's word.
	Type         string
	Timestamp    time.Time
	BadTimestamp bool // Timestamp is zero: it was absent or no time
	// Content is what the message says; of an edit, what it says from now on.
	Content crm.Content
	// TargetID is the message that an edit, a revocation or a reaction is
	// about. It may be unknown here.
	TargetID string
	// MediaURL is where the file can be fetched for a few minutes; "" where
	// the provider must be asked for it first.
	MediaURL string
	Errors   []crm.ProviderError
}

// IncomingMessage is one message that a person sent to a business number.
// Either of From and FromUserID may be "" (inbound.md 3.3).
type IncomingMessage struct {
	Written
	From             string // digits as received, without +
	FromUserID       string
	FromParentUserID string
	ProfileName      string // "" also where the sender could not be told for sure
	Username         string // without @
	// Standby is set where another app owns the conversation: the message is kept
	// and not answered (inbound.md 3.14).
	Standby bool
}

// TypeUnsupported is the type of messages that are kept but not shown.
const TypeUnsupported = "unsupported"

func incoming(head Head, people *contacts, standby bool) (Item, string) {
	m := &IncomingMessage{Written: newWritten(head), Standby: standby}
	for key, value := range members(head.Raw) {
		switch string(key) {
		case "from":
			m.From = text(value)
		case "from_user_id":
			m.FromUserID = text(value)
		case "from_parent_user_id":
			m.FromParentUserID = text(value)
		}
	}
	if m.ID == "" {
		return nil, "the message has no id"
	}
	m.From, m.FromUserID = person(m.From, m.FromUserID)
	if m.Type == "system" {
		return systemNotice(m), ""
	}
	m.identify(people)
	return m, ""
}

// identify settles who wrote.
func (m *IncomingMessage) identify(people *contacts) {
	who := people.of(m.FromUserID, m.From)
	if who == nil {
		return
	}
	m.ProfileName, m.Username = who.name, who.username
	m.FromUserID = firstOf(m.FromUserID, who.userID)
	if m.From == "" && who.userID == m.FromUserID {
		m.From = who.phone
	}
}

// OpensWindow reports whether the message opens or renews the customer-service
// window with its sender: edits and deletions do not, and a message to a group
// says nothing about the conversation with one person (inbound.md 7).
func (m *IncomingMessage) OpensWindow() bool {
	return m.Type != "edit" && m.Type != "revoke" && m.Content.GroupID == ""
}

// What is longer is no number, user id or name, but could be meant to be
// stored and looked up with each of many items that it stands beside.
const (
	maxNumber = 64
	maxUserID = 200
	maxName   = 800 // bytes
)

// person tells a phone number from a user id: some senders put the user id
// where the number belongs. What is neither is dropped.
func person(phone, userID string) (digits, user string) {
	if len(userID) > maxUserID {
		userID = ""
	}
	if len(phone) <= maxUserID && isUserID(phone) {
		return "", firstOf(userID, phone)
	}
	if len(phone) > maxNumber {
		return "", userID
	}
	for i := range len(phone) {
		switch ch := phone[i]; {
		case ch >= '0' && ch <= '9':
			digits += string(ch)
		case !strings.ContainsRune("+-(). ", rune(ch)):
			return "", userID
		}
	}
	return digits, userID
}

// clip cuts a text after so many bytes.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

func isUserID(s string) bool { return strings.Contains(s, ".") && E164(s) == "" }

type contact struct {
	phone, userID  string
	name, username string
}

// contacts are the people that a value names. There may be fewer or more than
// messages, in any order, so they are found by id (inbound.md 3.2).
type contacts struct {
	byUserID map[string]*contact
	byPhone  map[string]*contact
	only     *contact // when there is one contact and one sender
}

var noContacts = newContacts(nil)

func newContacts(value []byte) *contacts {
	people := &contacts{byUserID: map[string]*contact{}, byPhone: map[string]*contact{}}
	count := 0
	for raw := range elements(member(value, "contacts")) {
		one := readContact(raw)
		people.only = one
		count++
		if one.userID != "" {
			people.byUserID[one.userID] = one
		}
		if one.phone != "" {
			people.byPhone[one.phone] = one
		}
	}
	if count != 1 || !sameSender(member(value, "messages")) {
		people.only = nil
	}
	return people
}

func readContact(raw []byte) *contact {
	one := &contact{}
	for key, value := range members(raw) {
		switch string(key) {
		case "wa_id":
			one.phone = text(value)
		case "user_id":
			one.userID = text(value)
		case "profile":
			one.name = clip(text(member(value, "name")), maxName)
			one.username = clip(strings.TrimPrefix(text(member(value, "username")), "@"), maxName)
		}
	}
	one.phone, one.userID = person(one.phone, one.userID)
	return one
}

func sameSender(messages []byte) bool {
	var first string
	for raw := range elements(messages) {
		sender := text(member(raw, "from_user_id")) + " " + text(member(raw, "from"))
		if first != "" && sender != first {
			return false
		}
		first = sender
	}
	return true
}

// of finds the sender of a message.
func (c *contacts) of(userID, phone string) *contact {
	if one := c.named(userID, phone); one != nil {
		return one
	}
	return c.only
}

// named finds a person by user id before phone number: a number can change hands.
func (c *contacts) named(userID, phone string) *contact {
	if one := c.byUserID[userID]; one != nil {
		return one
	}
	one := c.byPhone[phone]
	if one != nil && (userID == "" || one.userID == "" || one.userID == userID) {
		return one
	}
	return nil
}
