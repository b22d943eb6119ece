package sandbox

import (
	"encoding/base64"
	"maps"
	"slices"
	"strconv"
	"time"
)

// CustomerMessage is what a customer writes to the business. Number or UserID
// names the customer; with a UserID alone the number stays hidden, as it does
// for people who use a username.
type CustomerMessage struct {
	From     string // phone number
	UserID   string
	Username string
	Name     string         // profile name; "Customer" and the last digits when empty
	To       string         // business number or its id; may be empty when there is one
	Type     string         // "text" when empty
	Text     string         // body of a text
	Content  map[string]any // the type's object, as the provider posts it; contacts: {"contacts":[…]}
	ReplyTo  string         // message id that is quoted
	Context  map[string]any // instead of ReplyTo, the whole context
	Referral map[string]any // the ad that the customer came from
}

// Sent tells what became of a customer's message.
type Sent struct {
	MessageID string `json:"messageId"`
	From      string `json:"from,omitempty"`
	UserID    string `json:"userId"`
	To        string `json:"to"` // phone number id
}

// CustomerSends has a customer write to the business: the window opens and a
// webhook follows. It returns an error that names the field in question.
func (s *Server) CustomerSends(in CustomerMessage) (Sent, error) {
	sent, bad := s.customerSends(in)
	if bad != nil {
		return Sent{}, bad
	}
	return sent, nil
}

func (s *Server) customerSends(in CustomerMessage) (Sent, *badInput) {
	to := s.book.phone(in.To)
	if to == nil {
		return Sent{}, &badInput{"to", "must name one of the business numbers, by number or id"}
	}
	who, bad := s.writer(&in)
	if bad != nil {
		return Sent{}, bad
	}
	who.introduce(in.Name, in.Username)
	body, bad := s.content(to, &in)
	if bad != nil {
		return Sent{}, bad
	}
	return s.deliverInbound(who, to, in, body), nil
}

// writer finds or creates the customer that a message is from.
func (s *Server) writer(in *CustomerMessage) (*customer, *badInput) {
	if in.UserID != "" && !isUserID(in.UserID) {
		return nil, &badInput{"userId", "must be like US.13491208655302741918"}
	}
	if in.From == "" {
		if in.UserID == "" {
			return nil, &badInput{"from", "is required: the customer's phone number (or userId)"}
		}
		orString(&in.Name, "Customer")
		return s.byUserID(in.UserID), nil
	}
	number, ok := digits(in.From)
	if !ok {
		return nil, &badInput{"from", "must be a phone number of 5 to 15 digits"}
	}
	number = canonical(number)
	if s.book.phone(number) != nil {
		return nil, &badInput{"from", "is a number of the business itself"}
	}
	who := s.customers.find(number)
	if who == nil {
		orString(&in.Name, "Customer "+number[len(number)-4:])
		who = s.newWriter(number, in.UserID)
	}
	return who, nil
}

// newWriter switches on a phone whose user id may be given.
func (s *Server) newWriter(number, userID string) *customer {
	if userID == "" {
		return s.byNumber(number)
	}
	who := s.customers.put(number, &customer{number: number, userID: userID})
	return s.customers.put(userID, who)
}

// content returns the type's member of the message; media without an id get a
// medium of their own that can be downloaded.
func (s *Server) content(to *phone, in *CustomerMessage) (member, *badInput) {
	orString(&in.Type, "text")
	if in.Type == "text" && in.Content == nil {
		if in.Text == "" {
			return member{}, &badInput{"text", "is required"}
		}
		return member{"text", object{{"body", in.Text}}}, nil
	}
	switch in.Type {
	case "contacts":
		return member{"contacts", in.Content["contacts"]}, nil
	case "request_welcome": // it has no content
		return member{}, nil
	case "unsupported":
		return member{"errors", []object{{{"code", 131051}, {"title", "Message type unknown"}, {"message", "Message type unknown"},
			{"error_data", object{{"details", "Message type is currently not supported."}}}}}}, nil
	}
	if !isMedia(in.Type) {
		return member{in.Type, in.Content}, nil
	}
	return s.mediaContent(to, in.Type, in.Content)
}

func isMedia(kind string) bool {
	return slices.Contains([]string{"image", "video", "audio", "document", "sticker"}, kind)
}

// mediaContent fills in what the provider tells of a medium.
func (s *Server) mediaContent(to *phone, kind string, given fields) (member, *badInput) {
	f := fields(maps.Clone(given))
	if f == nil {
		f = fields{}
	}
	data, mime := sampleMedia(kind)
	if f.has("data") {
		decoded, err := base64.StdEncoding.DecodeString(f.str("data"))
		if err != nil {
			return member{}, &badInput{kind + ".data", "must be base64"}
		}
		data = decoded
		delete(f, "data")
	}
	if m := f.str("mime_type"); m != "" {
		mime = m
	}
	if f.has("id") {
		return member{kind, map[string]any(f)}, nil
	}
	m := s.media.put(&medium{id: s.ids.nodeID(), phone: to, mime: mime, data: data, filename: f.str("filename")}, s.Now(), inboundMediaLife)
	f["id"], f["mime_type"], f["sha256"] = m.id, mime, m.base64()
	if base := s.ownURL.Load(); base != nil {
		f["url"] = s.mediaURL(*base, m)
	}
	switch kind {
	case "audio":
		f["voice"] = f.flag("voice")
	case "sticker":
		f["animated"] = f.flag("animated")
	}
	return member{kind, map[string]any(f)}, nil
}

// deliverInbound makes the effect of a customer's message.
func (s *Server) deliverInbound(who *customer, to *phone, in CustomerMessage, content member) Sent {
	now, enc := s.Now(), s.enc()
	name := who.shown()
	if name == "" {
		name = who.userID
	}
	id := s.ids.messageID(name, sentByCustomer)
	who.wrote(to, now, in.Referral != nil)
	s.inbound.add(inboundKey{to, id})
	var o object
	if context := in.context(to); context != nil {
		o = append(o, member{"context", context})
	}
	if number := who.shown(); number != "" {
		o = append(o, member{"from", number})
	}
	o = append(o, member{"from_user_id", who.userID}, member{"id", id},
		member{"timestamp", unixText(now)}, member{"type", in.Type})
	if content.key != "" {
		o = append(o, content)
	}
	if in.Type == "unsupported" && len(in.Content) > 0 {
		o = append(o, member{"unsupported", in.Content})
	}
	if in.Referral != nil {
		o = append(o, member{"referral", in.Referral})
	}
	s.stats.inbound.Add(1)
	if s.listening(to.account, to) && !to.hasBlocked(who.number) {
		var contact []byte // system messages bring none
		if in.Type != "system" {
			who.mu.Lock()
			contact = enc.value(nil, who.profile())
			who.mu.Unlock()
		}
		s.enqueue(to.lane, item{kind: itemMessage, who: who, body: enc.value(nil, o), contact: contact})
	}
	return Sent{MessageID: id, From: who.address(), UserID: who.userID, To: to.id}
}

func unixText(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

func (in *CustomerMessage) context(to *phone) any {
	if in.Context != nil {
		return in.Context
	}
	if in.ReplyTo != "" {
		return object{{"from", to.number}, {"id", in.ReplyTo}}
	}
	return nil
}

// postAccount queues a webhook about the account itself.
func (s *Server) postAccount(a *account, field string, value object) {
	a.mu.RLock()
	subscribed := a.subscribed
	a.mu.RUnlock()
	if subscribed && s.settings.Load().callbackURL != "" {
		s.enqueue(a.lane, item{kind: field, body: s.enc().value(nil, value)})
	}
}
