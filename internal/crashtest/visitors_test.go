package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// pleas are what visitors write to an assistant, and what it has for them: an
// answer of a model, one that is remembered, one that people approved, or none.
// {n} is a word of the visitor's own, so that its answer is not remembered.
var pleas = []struct {
	kind     string
	messages []string
}{
	{"question", []string{"How much does delivery cost and how many working days does it take, asks visitor{n}?"}},
	{"again", []string{"How much does delivery cost and how many working days does it take?"}},
	{"approved", []string{"When do you open?"}},
	{"burst", []string{"I have a question of visitor{n}", "it is about delivery", "how much does delivery cost and how many working days does it take?"}},
	{"asks for people", []string{"I want to talk to a human"}},
	{"no evidence", []string{"Can you recommend a good dentist around the corner?"}},
	{"person", []string{"How much does delivery cost and how many working days does it take, asks visitor{n}?"}},
}

// visitors write to the business, each from a number of their own. To some of
// them a person of the business writes at about the same time.
type visitors struct {
	w       *world
	stop    chan struct{}
	writers sync.WaitGroup

	mu    sync.Mutex
	list  []*visitor
	count map[string]int // what came of the bursts, once verified
}

// visitor is who wrote, and to whom a person spoke.
type visitor struct {
	from, kind string
	wrote      []string // the provider's ids, in their order
	spoke      string   // by a person; "" for nobody
}

func (w *world) startVisitors(at int) *visitors {
	v := &visitors{w: w, stop: make(chan struct{})}
	for range at {
		v.writers.Go(func() {
			for v.visit() {
			}
		})
	}
	return v
}

func (v *visitors) String() string {
	return fmt.Sprintf("%d visitors, of whose bursts came %v", len(v.list), v.count)
}

// await waits until so many visitors have written.
func (v *visitors) await(n int) {
	v.w.t.Helper()
	awaitUntil(v.w.t, time.Minute, "visitors write", func() (bool, string) {
		v.mu.Lock()
		defer v.mu.Unlock()
		return len(v.list) >= n, fmt.Sprintf("%d of %d", len(v.list), n)
	})
}

// end lets everybody finish.
func (v *visitors) end() {
	close(v.stop)
	v.writers.Wait()
}

// visit is one visitor; false when nobody is to come any more.
func (v *visitors) visit() bool {
	select {
	case <-v.stop:
		return false
	case <-time.After(rand.N(250 * time.Millisecond)):
	}
	v.mu.Lock()
	n := len(v.list)
	plea := pleas[n%len(pleas)]
	one := &visitor{from: fmt.Sprintf("+1646556%04d", n), kind: plea.kind}
	v.list = append(v.list, one)
	v.mu.Unlock()
	v.says(one, n, plea.messages)
	if one.kind == "person" {
		time.Sleep(rand.N(500 * time.Millisecond)) // before, while or after the reply is written
		one.spoke = fmt.Sprintf("Somebody looks into it, visitor %d.", n)
		v.w.sends(one, fmt.Sprintf("person-%d", n))
	}
	return true
}

// writes has a visitor write, and returns when all is posted.
func (v *visitors) writes(from, kind string, messages ...string) *visitor {
	one := &visitor{from: from, kind: kind}
	v.list = append(v.list, one)
	v.says(one, len(v.list), messages)
	return one
}

func (v *visitors) says(one *visitor, n int, messages []string) {
	for _, text := range messages {
		var out struct{ MessageID string }
		answer := v.w.control("POST", "/_sandbox/messages", map[string]any{"from": one.from, "text": replaceN(text, n)})
		if err := json.Unmarshal(answer, &out); err != nil || out.MessageID == "" {
			v.w.t.Errorf("the sandbox answered %s", answer)
		}
		one.wrote = append(one.wrote, out.MessageID)
	}
}

// sends has a person of the business write to a visitor through the API.
func (w *world) sends(to *visitor, key string) {
	l := &load{w: w, accepted: map[string]string{}, bodies: map[string]map[string]any{}, targets: func() []string { return []string{w.nodes[0].url} }}
	body := map[string]any{"to": to.from, "type": "text", "text": map[string]any{"body": to.spoke}}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		// Where the visitor's message has not come yet, nobody may write freely.
		status, answer, err := w.try(l.targets()[0], "GET", "/v1/contacts?phone="+url.QueryEscape(to.from), "", nil)
		var page struct{ Data []struct{ ID string } }
		if err == nil && status == 200 && json.Unmarshal(answer, &page) == nil && len(page.Data) > 0 {
			break
		}
		if time.Now().After(deadline) {
			to.spoke = ""
			w.t.Errorf("the contact of %s is not there: %d %v %s", to.from, status, err, answer)
			return
		}
	}
	l.send(key, body)
}

// toldOf are the events about visitors, as the log has them.
type toldOf struct {
	upserts  map[string][]upsertEvent // by the provider's id of the message
	handOffs map[string][]handOffEvent
	received map[string]int
	switches int
}

type upsertEvent struct {
	MessageID      string  `json:"message_id"`
	ConversationID string  `json:"conversation_id"`
	AIReply        string  `json:"ai_reply"`
	AITokensUsed   int64   `json:"ai_tokens_used"`
	CacheHit       bool    `json:"cache_hit"`
	AIMessageID    *string `json:"ai_message_id"`
	SupersededBy   *string `json:"superseded_by"`
}

type handOffEvent struct {
	MessageID   string `json:"message_id"`
	Reason      string
	AIMessageID *string `json:"ai_message_id"`
}

// toldOf reads the whole log.
func (w *world) toldOf() *toldOf {
	w.t.Helper()
	out := &toldOf{upserts: map[string][]upsertEvent{}, handOffs: map[string][]handOffEvent{}, received: map[string]int{}}
	for cursor := ""; ; {
		var page struct {
			Data []struct {
				Event string
				Data  json.RawMessage
			}
			NextCursor *string
		}
		w.api(w.nodes[0].url, "GET", "/v1/events?limit=200&cursor="+cursor, nil, &page)
		for _, e := range page.Data {
			w.hears(out, e.Event, e.Data)
		}
		if page.NextCursor == nil {
			return out
		}
		cursor = *page.NextCursor
	}
}

func (w *world) hears(out *toldOf, kind string, data json.RawMessage) {
	var u upsertEvent
	var h handOffEvent
	var f struct {
		ToProvider *string `json:"to_provider"`
		Reason     string
	}
	var err error
	switch kind {
	case "messages.received":
		if err = json.Unmarshal(data, &u); err == nil {
			out.received[u.MessageID]++
		}
	case "messages.upsert":
		if err = json.Unmarshal(data, &u); err == nil {
			out.upserts[u.MessageID] = append(out.upserts[u.MessageID], u)
		}
	case "conversation.handed_off":
		if err = json.Unmarshal(data, &h); err == nil {
			out.handOffs[h.MessageID] = append(out.handOffs[h.MessageID], h)
		}
	case "ai.failover_triggered":
		if err = json.Unmarshal(data, &f); err == nil && f.ToProvider != nil && (f.Reason == "rate_limited" || f.Reason == "invalid_response" || f.Reason == "circuit_open") {
			out.switches++
		}
	}
	if err != nil {
		w.t.Errorf("%s: %v in %s", kind, err, data)
	}
}

// verify waits until everything is decided and said, and checks it from
// outside: by the events, the customers' phones and the accounts.
func (v *visitors) verify(within time.Duration) {
	v.w.t.Helper()
	var told *toldOf
	awaitUntil(v.w.t, within, "every message is decided", func() (bool, string) {
		time.Sleep(200 * time.Millisecond) // the whole log is read
		told = v.w.toldOf()
		missing, example := 0, ""
		for _, one := range v.list {
			for _, id := range one.wrote {
				if len(told.upserts[id]) == 0 {
					missing, example = missing+1, id+" of a visitor who is "+one.kind
				}
			}
		}
		return missing == 0, fmt.Sprintf("%d are not, for example %s", missing, example)
	})
	v.count = map[string]int{}
	spoken := map[string]bool{}
	for _, one := range v.list {
		v.verifyVisitor(one, told, spoken)
	}
	v.count["failovers"] = told.switches
	v.verifyAccounts(told)
}

// verifyVisitor checks that each burst of a visitor had exactly one end.
func (v *visitors) verifyVisitor(one *visitor, told *toldOf, spoken map[string]bool) {
	t, replies := v.w.t, []string{}
	t.Helper()
	// From a hand-off on, people are the active speaker: what came too late for the burst
	// that was handed off is theirs to answer.
	withPeople := one.spoke != "" || slices.ContainsFunc(one.wrote, func(id string) bool { return len(told.handOffs[id]) > 0 })
	for i, id := range one.wrote {
		if n := told.received[id]; n != 1 {
			t.Errorf("%s: messages.received is in the log %d times", id, n)
		}
		if n := len(told.upserts[id]); n != 1 {
			t.Errorf("%s: messages.upsert is in the log %d times", id, n)
		}
		u, ends := told.upserts[id][0], told.handOffs[id]
		bad := func(what string) {
			t.Errorf("%s, a visitor who is %s, message %d of %d: %s: %+v, hand-offs %+v", one.from, one.kind, i+1, len(one.wrote), what, u, ends)
		}
		switch {
		case len(ends) > 1:
			bad("handed off twice")
		case len(ends) == 0 && (one.kind == "asks for people" || one.kind == "no evidence"):
			bad("people were to be told")
		case u.CacheHit && u.AITokensUsed != 0:
			bad("an answer from the cache that used tokens")
		case (u.AIReply == "") != (u.AIMessageID == nil):
			bad("a reply without a message, or a message without a reply")
		}
		switch {
		case u.SupersededBy != nil:
			if u.AIReply != "" || u.CacheHit || u.AITokensUsed != 0 || len(ends) != 0 || !slices.Contains(one.wrote, *u.SupersededBy) ||
				told.upserts[*u.SupersededBy][0].SupersededBy != nil {
				bad("not superseded by the last message of its burst") // which may not be the last that was written
			}
			v.count["superseded"]++
			continue
		case len(ends) == 1:
			v.count["handed off"]++
			if ends[0].AIMessageID != nil && (u.AIMessageID == nil || *u.AIMessageID != *ends[0].AIMessageID) {
				bad("the hand-off and the message name two replies")
			}
		case u.AIMessageID == nil && !withPeople:
			bad("nobody answered, and nobody was told")
		case u.AIMessageID == nil:
			v.count["person"]++
		case u.CacheHit:
			v.count["cache"]++
		case u.AITokensUsed > 0:
			v.count["model"]++
		default:
			v.count["approved"]++
		}
		if u.AIMessageID != nil {
			if spoken[*u.AIMessageID] {
				bad("its reply is another one's too")
			}
			spoken[*u.AIMessageID] = true
			replies = append(replies, u.AIReply)
		}
	}
	if one.spoke != "" {
		replies = append(replies, one.spoke)
	}
	slices.Sort(replies)
	awaitUntil(t, time.Minute, one.from+" hears what was said", func() (bool, string) {
		got := v.w.heard(one.from)
		slices.Sort(got)
		if len(got) > len(replies) {
			t.Errorf("%s, a visitor who is %s, got %q, and %q was told of", one.from, one.kind, got, replies)
			return true, ""
		}
		return slices.Equal(got, replies), fmt.Sprintf("%q, and not %q", got, replies)
	})
}

// heard are the texts on a customer's phone.
func (w *world) heard(from string) (out []string) {
	w.t.Helper()
	var phone struct{ Messages []struct{ Text string } }
	if err := json.Unmarshal(w.control("GET", "/_sandbox/phones/"+from, nil), &phone); err != nil {
		w.t.Fatal(err)
	}
	for _, m := range phone.Messages {
		out = append(out, m.Text)
	}
	return out
}

// replaceN gives a text the number of its visitor.
func replaceN(text string, n int) string { return strings.ReplaceAll(text, "{n}", strconv.Itoa(n)) }

// aiFaultHits is how often the faults of the AI providers have struck.
func (w *world) aiFaultHits() (hits int) {
	w.t.Helper()
	var out struct{ Faults []struct{ Hits int } }
	if err := json.Unmarshal(w.control("GET", "/_sandbox/ai", nil), &out); err != nil {
		w.t.Fatal(err)
	}
	for _, f := range out.Faults {
		hits += f.Hits
	}
	return hits
}
