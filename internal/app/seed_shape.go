package app

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
)

// What is seeded follows from its number alone, so that nothing of it has to be
// kept in memory.
const (
	// burst is how many messages of a conversation follow each other.
	burst = 5
	// loudest is one of how many messages belongs to the first contact, whose
	// conversation becomes a very long one.
	loudest = 100
	// seldom is one of how many messages failed, and deliveries.
	seldom = 250
	// idDigits is how many digits at the end of an identifier are its number.
	idDigits = 8
)

// seededID is the identifier of the n-th thing of its kind, made at a time.
func seededID(prefix string, at time.Time, n int) string {
	const digits = "0123456789abcdefghjkmnpqrstvwxyz"
	id := []byte(crm.LowestID(prefix, at))
	for i := range idDigits {
		id[len(id)-1-i] = digits[n&31]
		n >>= 5
	}
	return string(id)
}

func (f *filling) start() time.Time { return f.end.Add(-seedSpan) }

var firstNames = [...]string{"Ada", "Bruno", "Chidi", "Dilek", "Elena", "Farid", "Grace", "Hiro", "Ines", "Jonas", "Kofi", "Lucía", "Maya", "Noor", "Olga", "Pedro"}
var lastNames = [...]string{"Almeida", "Berg", "Costa", "Duarte", "Evans", "Fischer", "García", "Haddad", "Ito", "Jansen", "Kaya", "Lopes", "Mbeki"}
var seededTags = [...]string{"customer", "lead", "vip"}

// pair is the n-th contact of the deployment with its conversation, as they were
// made. The workspaces have them by turns.
func (f *filling) pair(n int) (crm.Contact, contact.ListedConversation) {
	w := f.workspaces[n%f.Workspaces]
	made := f.start().Add(-24*time.Hour + time.Duration(n)*time.Millisecond)
	c := crm.Contact{ID: seededID(crm.PrefixContact, made, n), WorkspaceID: w.id, Phone: seededPhone(n), PhoneSince: made,
		Name: firstNames[n%len(firstNames)] + " " + lastNames[n/3%len(lastNames)], CreatedAt: made, UpdatedAt: made}
	if n%10 == 0 {
		c.Tags = []string{seededTags[n/10%len(seededTags)]}
	}
	v := contact.ListedConversation{CreatedAt: made, Conversation: crm.Conversation{ID: seededID(crm.PrefixConversation, made, n), WorkspaceID: w.id, ContactID: c.ID,
		PhoneNumberID: w.numbers[n/f.Workspaces%len(w.numbers)].ID}}
	return c, v
}

// contact is pair as they are now, and what happened in the conversation; nil where
// nothing did.
func (f *filling) contact(n int) (crm.Contact, contact.ListedConversation, *story) {
	c, v := f.pair(n)
	st := f.inbox(n, v)
	if st != nil {
		v.LastInboundAt, v.TeamID, v.AgentID = st.s.LastInboundAt, st.s.TeamID, st.s.AgentID
		if f.one(n, labelledOf) {
			v.LabelIDs = []string{f.labelID(n%f.Workspaces, n/f.Workspaces/labelledOf%seededLabels)}
		}
	}
	return c, v, st
}

func seededPhone(n int) string { return fmt.Sprintf("+4915%09d", n) }

// writer is the contact of the n-th message.
func (f *filling) writer(n int) int {
	w, m, people := n%f.Workspaces, n/f.Workspaces, f.Contacts/f.Workspaces
	if m%loudest == loudest-1 {
		return w
	}
	return w + m/burst%people*f.Workspaces
}

// message is the n-th message of the deployment: of five that follow each other,
// three are sent and two received.
func (f *filling) message(n int) *crm.Message {
	at := f.start().Add(time.Duration(float64(seedSpan) * float64(n) / float64(f.Messages))).Truncate(time.Millisecond)
	who := f.writer(n)
	c, v := f.pair(who)
	number := f.workspaces[n%f.Workspaces].numbers[who/f.Workspaces%len(f.workspaces[n%f.Workspaces].numbers)]
	m := &crm.Message{ID: seededID(crm.PrefixMessage, at, n), WorkspaceID: c.WorkspaceID, ConversationID: v.ID, ContactID: c.ID, PhoneNumberID: v.PhoneNumberID,
		Direction: crm.Outbound, To: c.Phone, From: number.Number, CreatedAt: at, ProviderMessageID: seededProviderID(c.Phone, n), Type: "text",
		Content: crm.Content{Text: &crm.Text{Body: seededText(n)}}}
	of := n / f.Workspaces // which of its workspace
	switch step := of % burst; {
	case step == 1 || step == 2:
		m.Direction, m.Status, m.To, m.From = crm.Inbound, crm.StatusReceived, number.Number, c.Phone
	case of%seldom == 0:
		m.Status, m.Error = crm.StatusFailed, &crm.MessageError{Code: crm.CodeProviderRefused, Detail: "The provider refused the message."}
	case of%3 == 0:
		m.Status = crm.StatusDelivered
	default:
		m.Status = crm.StatusRead
	}
	if m.Direction == crm.Outbound && of%2 == 0 {
		m.Type, m.Metadata = "template", map[string]string{"order": fmt.Sprint(n)}
		m.Content = crm.Content{Template: &crm.TemplateContent{Name: "order_shipped", Language: "en_US",
			Parameters: map[string]string{"name": c.Name, "order_number": fmt.Sprint(n), "eta": "on Friday"}}}
	}
	return m
}

// seededProviderID has the form of the provider's: the number of the contact, then
// what is random.
func seededProviderID(phone string, n int) string {
	sum := sha256.Sum256(fmt.Append(nil, n))
	return "wamid." + base64.StdEncoding.EncodeToString(append([]byte("\x1d\x0b\x0b"+strings.TrimPrefix(phone, "+")), sum[:20]...))
}

var seededWords = strings.Fields("thanks the parcel arrived today but one of the cups was broken can you send another before the weekend please my order number is on the receipt that came with it and nobody answers at the shop")

// Words of few messages, for searches.
const (
	rareOf, rareWord   = 10_007, "lighthouse"
	otherOf, otherText = 1_009, "杯子什么时候到货"
)

func seededText(n int) string {
	from, length := n*7%len(seededWords), 3+n*13%25
	words := make([]string, length)
	for i := range words {
		words[i] = seededWords[(from+i)%len(seededWords)]
	}
	switch {
	case n%rareOf == 7:
		words[0] = rareWord
	case n%otherOf == 3:
		words[0] = otherText
	}
	return strings.Join(words, " ")
}

// event tells of a message: that it came, or what became of it.
func (f *filling) event(m *crm.Message, n, step int) event.LoggedEvent {
	at := m.CreatedAt.Add(time.Duration(step) * time.Millisecond)
	ev := event.LoggedEvent{Position: event.Position{ID: seededID(crm.PrefixEvent, at, n*max(f.Events, 1)+step)}, WorkspaceID: m.WorkspaceID, Key: m.ConversationID,
		Scope: m.EventScope(), CreatedAt: at}
	var data any
	if m.Direction == crm.Inbound {
		ev.Kind = crm.EventMessagesReceived
		data = crm.MessageReceivedData{MessageID: m.ProviderMessageID, From: crm.ContactNumber(m.From), To: m.To, Content: m.Content.Words(), Type: m.Type, ConversationID: m.ConversationID, ContactID: m.ContactID}
	} else {
		ev.Kind = crm.EventMessagesStatusUpdated
		data = crm.MessageStatusData{MessageID: m.ID, ProviderMessageID: m.ProviderMessageID, Status: m.Status, PreviousStatus: crm.StatusSent, Error: crm.EventErrorOf(m.Error),
			Metadata: m.Metadata, ConversationID: m.ConversationID, ContactID: m.ContactID}
	}
	body, err := crm.EventBody(ev.Kind, at, data)
	if err != nil {
		panic("app: " + err.Error()) // only values of ours, which always marshal
	}
	ev.Body = body
	return ev
}
