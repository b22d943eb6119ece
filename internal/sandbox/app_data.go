package sandbox

import (
	"net/http"
	"time"
)

// coexistenceThroughput is what a number takes that is on the app, too.
const coexistenceThroughput = 20

// appPeriod is how long after the signup the app shares what it has.
const appPeriod = 24 * time.Hour

// appData is what the app on a phone has of a number; phone.mu guards it.
type appData struct {
	since    time.Time // of the signup; zero for a number that was not on the app then
	threads  []appThread
	declined bool
	after    time.Duration   // from when it is asked until it shares
	shared   map[string]bool // by sync_type
}

// appThread is a conversation in the app, from before the signup.
type appThread struct {
	Customer string       `json:"customer"`
	Name     string       `json:"name"`
	Messages []appMessage `json:"messages"`
}

// appMessage is one message of it: Ago before the signup.
type appMessage struct {
	Text         string `json:"text"`
	FromBusiness bool   `json:"fromBusiness"`
	Ago          string `json:"ago"`

	ago time.Duration
}

const (
	maxAppThreads  = 200
	maxAppMessages = 5000
)

// checkThreads returns what an app has, by default two short conversations.
func checkThreads(list []appThread) ([]appThread, *badInput) {
	if len(list) == 0 {
		list = []appThread{
			{Customer: "+14155550190", Name: "Pablo Morales", Messages: []appMessage{{Text: "Do you have the blue pot?", Ago: "50h"}, {Text: "Yes, two of them.", FromBusiness: true, Ago: "49h"}}},
			{Customer: "+14155550191", Name: "Rosa Diaz", Messages: []appMessage{{Text: "Thanks for the roses!", Ago: "700h"}}}}
	}
	if len(list) > maxAppThreads {
		return nil, &badInput{"history", "has at most 200 conversations"}
	}
	total := 0
	for i := range list {
		number, ok := digits(list[i].Customer)
		if !ok {
			return nil, &badInput{"history", "customer must be a phone number of 5 to 15 digits"}
		}
		list[i].Customer = number
		for j := range list[i].Messages {
			m := &list[i].Messages[j]
			d, err := time.ParseDuration(m.Ago)
			if err != nil || d <= 0 {
				return nil, &badInput{"history", `ago must be a positive duration like "48h"`}
			}
			m.ago = d
			if total++; total > maxAppMessages {
				return nil, &badInput{"history", "has at most 5000 messages"}
			}
		}
	}
	return list, nil
}

// joinApp lets a number be in use on a phone beside the API.
func joinApp(p *phone, data appData) {
	p.mu.Lock()
	p.state.onApp, p.state.verified, p.app = true, true, data
	p.mu.Unlock()
	p.registered.Store(true)
	p.limit.rate.Store(coexistenceThroughput)
}

// postAppData is POST /{phone}/smb_app_data: the app shares its contacts or its messages,
// each once, and for a day. They come by webhooks.
func postAppData(c *call, p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	if e := c.checkProduct(params); e != nil {
		return e
	}
	what := params.str("sync_type")
	if what != "smb_app_state_sync" && what != "history" {
		return invalid("Param sync_type must be one of {smb_app_state_sync, history}")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	closed := func(subcode int, text string) *graphError {
		return &graphError{status: http.StatusBadRequest, code: 100, subcode: subcode, message: text}
	}
	now := c.Now()
	switch {
	case p.app.since.IsZero() || !now.Before(p.app.since.Add(appPeriod)):
		return closed(2593108, "The synchronization window for this phone number is closed.")
	case p.app.shared[what]:
		return closed(2593107, "This data was already synchronized.")
	}
	if p.app.shared == nil {
		p.app.shared = map[string]bool{}
	}
	p.app.shared[what] = true
	share := func() {
		if what == "history" {
			shareHistory(c.Server, p)
		} else {
			shareContacts(c.Server, p, now)
		}
	}
	if p.app.after > 0 {
		c.timers.after(p.app.after, taskFunc(func() { p.mu.Lock(); defer p.mu.Unlock(); share() }))
	} else {
		share()
	}
	return c.ok(object{{"messaging_product", "whatsapp"}, {"request_id", c.ids.nodeID()}})
}

// tellApp posts a webhook about a number with its metadata; p.mu is held.
func tellApp(s *Server, p *phone, field string, value object) {
	if !s.listening(p.account, p) {
		return
	}
	value = append(object{{"messaging_product", "whatsapp"}, {"metadata", object{{"display_phone_number", p.number}, {"phone_number_id", p.id}}}}, value...)
	s.enqueue(p.lane, item{kind: field, body: s.enc().value(nil, value)})
}

func shareContacts(s *Server, p *phone, now time.Time) {
	list := []object{}
	for _, t := range p.app.threads {
		list = append(list, object{{"type", "contact"}, {"contact", object{{"full_name", t.Name}, {"phone_number", t.Customer}}}, {"action", "add"},
			{"metadata", object{{"timestamp", unixText(now)}}}})
	}
	tellApp(s, p, "smb_app_state_sync", object{{"state_sync", list}})
}

// shareHistory posts a chunk for each conversation, the progress with it.
func shareHistory(s *Server, p *phone) {
	if p.app.declined {
		const text = "History sync is turned off by the business from the WhatsApp Business App"
		refusal := object{{"code", 2593109}, {"title", text}, {"message", text}, {"error_data", object{{"details", "History sharing is turned off by the business"}}}}
		tellApp(s, p, "history", object{{"history", []object{{{"errors", []object{refusal}}}}}})
		return
	}
	for i, t := range p.app.threads {
		list := []object{}
		for _, m := range t.Messages {
			o, from, direction := object{}, t.Customer, byte(sentByCustomer)
			if m.FromBusiness {
				from, direction = p.number, sentByBusiness
				o = object{{"to", t.Customer}}
			}
			list = append(list, append(object{{"from", from}, {"id", s.ids.messageID(t.Customer, direction)}, {"timestamp", unixText(p.app.since.Add(-m.ago))},
				{"type", "text"}, {"text", object{{"body", m.Text}}}, {"history_context", object{{"status", "READ"}}}}, o...))
		}
		meta := object{{"phase", 0}, {"chunk_order", i + 1}, {"progress", 100 * (i + 1) / len(p.app.threads)}}
		tellApp(s, p, "history", object{{"history", []object{{{"metadata", meta}, {"threads", []object{{{"id", t.Customer}, {"messages", list}}}}}}}})
	}
}
