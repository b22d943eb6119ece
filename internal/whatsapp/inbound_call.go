package whatsapp

import (
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Call is a step of a call between a person and a business number. Step is the
// provider's event (connect, terminate, or one that this version does not
// know) or the network's status (ringing, accepted, rejected).
type Call struct {
	Head
	ID            string // wacid.…
	Step          string
	ByUser        bool   // the person called; statuses are told of the business's calls only
	Phone, UserID string // of the person; Phone: digits
	ProfileName   string
	Timestamp     time.Time
	BadTimestamp  bool
	// What a terminate tells.
	Completed          bool
	StartedAt, EndedAt time.Time // zero where not told
	Duration           time.Duration
	Errors             []crm.ProviderError
	// Recording and Transcript are files that the provider keeps for a week, with
	// where each can be fetched for a few minutes.
	Recording, Transcript       *crm.Media
	RecordingURL, TranscriptURL string
}

// HasFiles reports whether the step brings files of the call, and nothing else.
func (c *Call) HasFiles() bool { return c.Recording != nil || c.Transcript != nil }

// calls takes the field calls apart. Errors stand beside the calls, not in them.
func (in *Inbound) calls(head Head, value []byte) {
	before := len(in.Items)
	people := newContacts(value)
	faults := providerErrors(member(value, "errors"))
	in.each(head, "calls", member(value, "calls"), func(h Head) (Item, string) { return call(h, people, faults) })
	told := len(in.Items) > before
	in.each(head, "calls", member(value, "statuses"), func(h Head) (Item, string) { return callStatus(h, people) })
	read := []string{"calls", "statuses"}
	if told {
		read = append(read, "errors") // they are those of the calls
	}
	in.beside(head, value, read...)
	if len(in.Items) == before {
		in.other(head, head.Field, "the value has no items")
	}
}

func call(head Head, people *contacts, faults []crm.ProviderError) (Item, string) {
	c := &Call{Head: head, BadTimestamp: true, Errors: faults}
	from, to, fromUser, toUser := "", "", "", ""
	for key, value := range members(head.Raw) {
		switch string(key) {
		case "id":
			c.ID = text(value)
		case "event":
			c.Step = text(value)
		case "direction":
			c.ByUser = text(value) == "USER_INITIATED"
		case "from":
			from = text(value)
		case "from_user_id":
			fromUser = text(value)
		case "to":
			to = text(value)
		case "to_user_id":
			toUser = text(value)
		case "timestamp":
			at, ok := unix(value)
			c.Timestamp, c.BadTimestamp = at, !ok
		case "call_recording":
			c.Recording, c.RecordingURL = callFile(member(value, "audio"))
		case "call_transcript":
			c.Transcript, c.TranscriptURL = callFile(member(value, "document"))
		case "status":
			c.Completed = strings.EqualFold(text(value), "completed")
		case "start_time":
			c.StartedAt, _ = unix(value)
		case "end_time":
			c.EndedAt, _ = unix(value)
		case "duration":
			seconds, _ := strconv.ParseInt(text(value), 10, 32)
			c.Duration = time.Duration(max(0, seconds)) * time.Second
		}
	}
	if c.ID == "" || c.Step == "" {
		return nil, "the call has no id or no event"
	}
	c.Phone, c.UserID = to, toUser
	if c.ByUser {
		c.Phone, c.UserID = from, fromUser
	}
	c.identify(people)
	return c, ""
}

// callFile reads a file of a call; nil for one without an id.
func callFile(raw []byte) (*crm.Media, string) {
	w := Written{}
	w.media(raw)
	if w.Content.Media.ProviderID == "" {
		return nil, ""
	}
	return w.Content.Media, w.MediaURL
}

func callStatus(head Head, people *contacts) (Item, string) {
	c := &Call{Head: head, ID: text(member(head.Raw, "id")), Step: strings.ToLower(text(member(head.Raw, "status"))),
		Phone: text(member(head.Raw, "recipient_id")), UserID: text(member(head.Raw, "recipient_user_id"))}
	at, ok := unix(member(head.Raw, "timestamp"))
	c.Timestamp, c.BadTimestamp = at, !ok
	if c.ID == "" || c.Step == "" {
		return nil, "the call has no id or no status"
	}
	c.identify(people)
	return c, ""
}

func (c *Call) identify(people *contacts) {
	c.Phone, c.UserID = person(c.Phone, c.UserID)
	if c.Phone == digitsOf(c.DisplayNumber) && people.only != nil {
		// Some samples have both ends the wrong way round.
		c.Phone, c.UserID = people.only.phone, people.only.userID
	}
	if who := people.named(c.UserID, c.Phone); who != nil {
		c.ProfileName = who.name
		c.UserID = firstOf(c.UserID, who.userID)
	}
}
