package sandbox

import (
	"encoding/json"
	"errors"
	"strings"
)

// ErrUnknownPhone says that a number has neither received nor sent anything.
var ErrUnknownPhone = errors.New("sandbox: no such phone")

// customer finds a phone by number or user id.
func (s *Server) customer(name string) *customer {
	if number, ok := digits(name); ok {
		return s.customers.find(canonical(number))
	}
	return s.customers.find(name)
}

// Phone returns what the customer's phone has received, oldest first: every
// accepted message that reaches it, from acceptance on. An unknown phone has
// received nothing.
func (s *Server) Phone(number string) []Received {
	_, out := OwnInbox(s, number)
	who := s.customer(number)
	if who == nil {
		return out
	}
	list := who.messages()
	for _, m := range list {
		out = append(out, m.view())
	}
	return out
}

// Read has the customer open the chat: everything that has arrived, or the one
// message of id if that is not empty, is read; what is still on its way is read
// when it arrives. It returns how many messages that concerns.
func (s *Server) Read(number, id string) (int, error) {
	who := s.customer(number)
	if who == nil {
		return 0, ErrUnknownPhone
	}
	n := 0
	for _, m := range who.messages() {
		if (id == "" || m.id == id) && m.open() {
			n++
		}
	}
	return n, nil
}

// Play has the customer play voice messages: all of them, or the one of id if
// that is not empty. It returns how many messages that concerns.
func (s *Server) Play(number, id string) (int, error) {
	who := s.customer(number)
	if who == nil {
		return 0, ErrUnknownPhone
	}
	n := 0
	for _, m := range who.messages() {
		if (id == "" || m.id == id) && m.play() {
			n++
		}
	}
	return n, nil
}

// Block has the customer block the business, or no longer.
func (s *Server) Block(number string, blocked bool) error {
	who, bad := s.ensure(number)
	if bad != nil {
		return bad
	}
	who.mu.Lock()
	before := who.blocked
	who.blocked = blocked
	who.mu.Unlock()
	switch {
	case blocked && !before:
		judgeBlocks(s, who, 1)
	case before && !blocked:
		judgeBlocks(s, who, -1)
	}
	return nil
}

// ensure finds a phone, switching it on if it is new.
func (s *Server) ensure(name string) (*customer, *badInput) {
	if number, ok := digits(name); ok {
		return s.byNumber(canonical(number)), nil
	}
	if isUserID(name) {
		return s.byUserID(name), nil
	}
	return nil, &badInput{"number", "must be a phone number or a user id"}
}

// Marketing has the customer stop or resume marketing messages of a number of
// the business; it is told by webhook.
func (s *Server) Marketing(number string, stop bool) error {
	who, bad := s.ensure(number)
	if bad != nil {
		return bad
	}
	who.mu.Lock()
	who.stopped = stop
	profile := who.profile()
	who.mu.Unlock()
	value, detail := "resume", "User requested to resume marketing messages"
	if stop {
		value, detail = "stop", "User requested to stop marketing messages"
	}
	preference := object{{"wa_id", who.shown()}, {"user_id", who.userID}, {"detail", detail},
		{"category", "marketing_messages"}, {"value", value}, {"timestamp", s.Now().Unix()}}
	if who.shown() == "" {
		preference = preference[1:]
	}
	for _, a := range s.book.all() {
		for _, p := range a.list() {
			s.postPreference(a, p, profile, preference)
		}
	}
	return nil
}

func (s *Server) postPreference(a *account, p *phone, profile, preference object) {
	if !s.listening(a, p) {
		return
	}
	s.enqueue(p.lane, item{kind: "user_preferences", body: s.enc().value(nil, object{
		{"messaging_product", "whatsapp"},
		{"metadata", json.RawMessage(p.metadata)},
		{"contacts", []object{profile}},
		{"user_preferences", []object{preference}},
	})})
}

// Tap has the customer tap the button or list row with this id or label on the
// newest message that has one. response is what a form of a flow was filled
// with, nil otherwise. The business gets a message as the provider words it.
func (s *Server) Tap(number, id string, response map[string]any) (Sent, error) {
	who := s.customer(number)
	if who == nil {
		return Sent{}, ErrUnknownPhone
	}
	list := who.messages()
	for i := len(list) - 1; i >= 0; i-- {
		view := list[i].view()
		if b, ok := view.button(id); ok {
			return s.tapped(who, list[i], b, response)
		}
	}
	return Sent{}, &badInput{"tap", "no message on this phone has such a button or row"}
}

// button finds what can be tapped by id or, failing that, by label.
func (v *Received) button(id string) (Button, bool) {
	all := append([]Button(nil), v.Buttons...)
	for _, c := range v.Cards {
		all = append(all, c.Buttons...)
	}
	for _, b := range all {
		if b.ID == id && b.ID != "" {
			return b, true
		}
	}
	for _, b := range all {
		if strings.EqualFold(b.Text, id) && b.Text != "" {
			return b, true
		}
	}
	return Button{}, false
}

// tapped sends what a tap on b tells the business.
func (s *Server) tapped(who *customer, m *message, b Button, response map[string]any) (Sent, error) {
	in := CustomerMessage{ReplyTo: m.id, Type: "interactive"}
	reply := fields{"id": b.ID, "title": b.Text}
	switch b.Type {
	case "row":
		if b.Description != "" {
			reply["description"] = b.Description
		}
		in.Content = fields{"type": "list_reply", "list_reply": map[string]any(reply)}
	case "reply":
		in.Content = fields{"type": "button_reply", "button_reply": map[string]any(reply)}
	case "quick_reply":
		in.Type, in.Content = "button", fields{"payload": b.ID, "text": b.Text}
		if m.template == nil {
			in.Type, in.Content = "interactive", fields{"type": "button_reply", "button_reply": map[string]any(reply)}
		}
	case "flow":
		in.Content = flowReply(b, response)
	default:
		return Sent{}, &badInput{"tap", "a tap on a " + b.Type + " button tells the business nothing"}
	}
	m.open()
	return s.deliverInbound(who, m.from, in, member{in.Type, in.Content}), nil
}

// flowReply is the answer of a form; the provider sends it as a string of JSON.
func flowReply(b Button, response map[string]any) map[string]any {
	filled := map[string]any{"flow_token": b.Code}
	for k, v := range response {
		filled[k] = v
	}
	text := encoder{}.value(nil, filled)
	return map[string]any{"type": "nfm_reply", "nfm_reply": map[string]any{
		"name": "flow", "body": "Sent", "response_json": string(text),
	}}
}
