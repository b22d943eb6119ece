package sandbox

import (
	"strings"
)

// React has the customer react to a message that the business sent, or take
// the reaction back with an empty emoji. Without an id the newest one is meant.
func (s *Server) React(number, messageID, emoji string) (Sent, error) {
	who, m, bad := s.received(number, messageID)
	if bad != nil {
		return Sent{}, bad
	}
	reaction := fields{"message_id": m.id}
	if emoji != "" {
		reaction["emoji"] = emoji
	}
	m.open()
	return s.deliverInbound(who, m.from, CustomerMessage{Type: "reaction"}, member{"reaction", map[string]any(reaction)}), nil
}

// received finds a message on a phone; an empty id means the newest.
func (s *Server) received(number, id string) (*customer, *message, *badInput) {
	who := s.customer(number)
	if who == nil {
		return nil, nil, &badInput{"number", "has neither received nor sent a message"}
	}
	list := who.messages()
	for i := len(list) - 1; i >= 0; i-- {
		if id == "" || list[i].id == id {
			return who, list[i], nil
		}
	}
	return nil, nil, &badInput{"messageId", "no such message on this phone"}
}

// Edit has the customer change a text that they sent.
func (s *Server) Edit(number, messageID, text string) (Sent, error) {
	return s.alter(number, messageID, CustomerMessage{Type: "edit"}, fields{"message": map[string]any{
		"context": map[string]any{"id": "M0"}, "type": "text", "text": map[string]any{"body": text}}})
}

// Delete has the customer take back a message that they sent.
func (s *Server) Delete(number, messageID string) (Sent, error) {
	return s.alter(number, messageID, CustomerMessage{Type: "revoke"}, fields{})
}

func (s *Server) alter(number, messageID string, in CustomerMessage, content fields) (Sent, error) {
	who := s.customer(number)
	if who == nil {
		return Sent{}, ErrUnknownPhone
	}
	for _, a := range s.book.all() {
		for _, p := range a.list() {
			if s.inbound.has(inboundKey{p, messageID}) {
				content["original_message_id"] = messageID
				return s.deliverInbound(who, p, in, member{in.Type, map[string]any(content)}), nil
			}
		}
	}
	return Sent{}, &badInput{"messageId", "no message with this id was written to the business"}
}

// Hide has the customer take a username: their number is not told any more.
// An empty username shows the number again.
func (s *Server) Hide(number, username string) error {
	who, bad := s.ensure(number)
	if bad != nil {
		return bad
	}
	if username == "" && who.number == "" {
		return &badInput{"hide", "the number of this customer is not known"}
	}
	who.mu.Lock()
	defer who.mu.Unlock()
	who.username, who.card = strings.TrimPrefix(username, "@"), nil
	who.hidden.Store(username != "")
	return nil
}

// ChangeNumber moves the customer to another number. As at the provider the
// user id changes with it, and system messages tell both changes to every
// number of the business that the customer has written to or heard from.
func (s *Server) ChangeNumber(number, to string) (Sent, error) {
	who := s.customer(number)
	next, ok := digits(to)
	switch next = canonical(next); {
	case who == nil:
		return Sent{}, ErrUnknownPhone
	case who.number == "":
		return Sent{}, &badInput{"changeNumber", "the number of this customer is not known"}
	case !ok:
		return Sent{}, &badInput{"changeNumber", "must be a phone number of 5 to 15 digits"}
	case s.customers.find(next) != nil:
		return Sent{}, &badInput{"changeNumber", "is somebody's number already"}
	}
	moved := s.byNumber(next)
	s.customers.move(who, moved)
	told := Sent{From: moved.address(), UserID: moved.userID}
	for _, p := range who.partners() {
		told.To = p.id
		told.MessageID = s.tellSystem(p, who, fields{"body": "User " + who.called() + " changed from " + who.number + " to " + next,
			"wa_id": next, "type": "user_changed_number"})
		s.tellSystem(p, moved, fields{"body": "User " + who.called() + " changed user id", "wa_id": next,
			"user_id": moved.userID, "previous_user_id": who.userID, "type": "user_changed_user_id"})
	}
	return told, nil
}

// tellSystem posts a system message, which brings no contacts and opens no
// window.
func (s *Server) tellSystem(p *phone, who *customer, notice fields) (id string) {
	id = s.ids.messageID(who.number, sentByCustomer)
	if !s.listening(p.account, p) {
		return id
	}
	now := s.Now()
	o := object{{"from", who.number}, {"id", id}, {"timestamp", unixText(now)}, {"type", "system"}, {"system", map[string]any(notice)}}
	if who.shown() == "" {
		o = o[1:]
		delete(notice, "wa_id")
	}
	s.enqueue(p.lane, item{kind: itemMessage, who: who, body: s.enc().value(nil, o)})
	return id
}

// move takes over what a person's old phone knows and forgets that phone.
func (c *customers) move(from, to *customer) {
	from.mu.Lock()
	to.mu.Lock()
	to.name, to.username, to.inbox = from.name, from.username, append([]*message(nil), from.inbox...)
	to.windows, to.stopped, to.card = from.windows, from.stopped, nil
	to.hidden.Store(from.hidden.Load())
	to.mu.Unlock()
	from.mu.Unlock()
	c.forget(from)
}

// partners are the numbers of the business that the customer talks with.
func (w *customer) partners() []*phone {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []*phone
	seen := map[*phone]bool{}
	add := func(p *phone) {
		if !seen[p] {
			seen[p], out = true, append(out, p)
		}
	}
	for _, m := range w.inbox {
		add(m.from)
	}
	for p := range w.windows {
		add(p)
	}
	return out
}

func (w *customer) called() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.name
}

// shown is the number as the business learns it: "" for people known by user
// id only and for those who hide behind a username.
func (w *customer) shown() string {
	if w.hidden.Load() {
		return ""
	}
	return w.number
}
