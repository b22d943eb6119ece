package whatsapp

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// IncomingMessage is one message that a person sent to a business number, or a
// notice of the provider about that person (Type system). Either of From and
// FromUserID may be "" (inbound.md 3.3). Beyond the common fields the content
// is in Raw, under the key Type.
type IncomingMessage struct {
	Head
	ID               string
	Type             string
	From             string // digits as received, without +
	FromUserID       string
	FromParentUserID string
	Timestamp        time.Time
	BadTimestamp     bool // Timestamp is zero: it was absent or no time
	GroupID          string
	ContextID        string // the provider's id of the message answered, maybe unknown
	Body             string // of type text
	ProfileName      string // "" also where the sender could not be told for sure
	Username         string // without @
	Errors           []crm.ProviderError

	content []byte
}

// payloads are the keys by which a message without a type is recognised.
var payloads = map[string]bool{"text": true, "image": true, "video": true, "audio": true, "document": true,
	"sticker": true, "location": true, "contacts": true, "reaction": true, "button": true, "interactive": true,
	"order": true, "system": true, "unsupported": true, "edit": true, "revoke": true}

func incoming(head Head, people *contacts) (Item, string) {
	m := &IncomingMessage{Head: head, BadTimestamp: true}
	fallback := "unknown"
	for key, value := range members(head.Raw) {
		if payloads[string(key)] {
			fallback = string(key)
		}
		m.set(string(key), value)
	}
	if m.ID == "" {
		return nil, "the message has no id"
	}
	if m.Type == "" {
		m.Type = fallback
	}
	m.content = member(head.Raw, m.Type)
	if m.Type == "text" {
		m.Body = text(member(m.content, "body"))
	}
	m.identify(people)
	return m, ""
}

func (m *IncomingMessage) set(key string, value []byte) {
	switch key {
	case "id":
		m.ID = text(value)
	case "type":
		m.Type = text(value)
	case "from":
		m.From = strings.TrimPrefix(text(value), "+")
	case "from_user_id":
		m.FromUserID = text(value)
	case "from_parent_user_id":
		m.FromParentUserID = text(value)
	case "timestamp":
		at, ok := unix(value)
		m.Timestamp, m.BadTimestamp = at, !ok
	case "group_id":
		m.GroupID = text(value)
	case "context":
		m.ContextID = text(member(value, "id"))
	case "errors":
		m.Errors = providerErrors(value)
	}
}

// identify settles who wrote. Some senders put the user id where the phone
// number belongs.
func (m *IncomingMessage) identify(people *contacts) {
	if isUserID(m.From) {
		m.FromUserID, m.From = firstOf(m.FromUserID, m.From), ""
	}
	who := people.of(m.FromUserID, m.From)
	if who == nil || m.Type == "system" {
		return
	}
	m.ProfileName, m.Username = who.name, who.username
	m.FromUserID = firstOf(m.FromUserID, who.userID)
	if m.From == "" && who.userID == m.FromUserID {
		m.From = who.phone
	}
}

func isUserID(s string) bool { return strings.Contains(s, ".") && E164(s) == "" }

// OpensWindow reports whether the message opens or renews the customer-service
// window: notices of the provider, edits and deletions do not (inbound.md 7).
func (m *IncomingMessage) OpensWindow() bool {
	return m.Type != "system" && m.Type != "edit" && m.Type != "revoke"
}

// Text returns the words of the message, for whatever type has some: the text,
// the label of the button or row that was chosen, a caption, an emoji; else "".
func (m *IncomingMessage) Text() string {
	switch m.Type {
	case "text":
		return m.Body
	case "button", "order":
		return text(member(m.content, "text"))
	case "image", "video", "document":
		return text(member(m.content, "caption"))
	case "reaction":
		return text(member(m.content, "emoji"))
	case "system":
		return text(member(m.content, "body"))
	case "interactive":
		kind := text(member(m.content, "type"))
		reply := member(m.content, kind)
		return firstOf(text(member(reply, "title")), text(member(reply, "body")))
	}
	return ""
}

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
			one.phone = strings.TrimPrefix(text(value), "+")
		case "user_id":
			one.userID = text(value)
		case "profile":
			one.name = text(member(value, "name"))
			one.username = strings.TrimPrefix(text(member(value, "username")), "@")
		}
	}
	if isUserID(one.phone) {
		one.userID, one.phone = firstOf(one.userID, one.phone), ""
	}
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

// of finds a sender by user id before phone number: a number can change hands.
func (c *contacts) of(userID, phone string) *contact {
	if one := c.byUserID[userID]; one != nil {
		return one
	}
	one := c.byPhone[phone]
	if one != nil && (userID == "" || one.userID == "" || one.userID == userID) {
		return one
	}
	return c.only
}
