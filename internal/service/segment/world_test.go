package segment_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/testkit"
)

// world is a workspace with contacts of every sort.
type world struct {
	*testkit.Kit
	t        *testing.T
	r        *rand.Rand
	ids      []string // of those that are left
	seen     map[string]time.Time
	bought   map[string][]purchase
	pipeline string
	stages   []string
}

// purchase is a conversion of somebody.
type purchase struct {
	name string
	at   time.Time
}

func (w *world) must(method, path string, body any) testkit.Response {
	w.t.Helper()
	r := w.Do(method, path, w.Key, body)
	if r.Status >= 300 {
		w.t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
	}
	return r
}

func one[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (w *world) update(fn func(*db.Tx) error) {
	w.t.Helper()
	w.Must(w.DB().Update(context.Background(), w.NumberID, fn))
}

var (
	tags   = []string{"vip", "news", "old"}
	cities = []string{"Berlin", "berlin", "Hamburg", "Rome"}
	phones = []string{"+49151%08d", "+1415555%04d", "+39320%07d", "+55119%08d"}
)

func newWorld(t *testing.T, k *testkit.Kit, contacts int) *world {
	w := &world{Kit: k, t: t, r: rand.New(rand.NewPCG(1, uint64(contacts))), seen: map[string]time.Time{}, bought: map[string][]purchase{}}
	for key, typ := range map[string]string{"city": "text", "score": "number", "since": "date", "active": "boolean"} {
		w.must(http.MethodPost, "/v1/contact-fields", map[string]any{"key": key, "label": key, "type": typ})
	}
	w.must(http.MethodPost, "/v1/contact-fields", map[string]any{"key": "tier", "label": "tier", "type": "select", "options": []string{"gold", "silver"}})
	p := w.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Sales", "currency": "EUR", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Offer"}}})
	w.pipeline, w.stages = p.Text("id"), []string{p.Text("stages", "0", "id"), p.Text("stages", "1", "id"), p.Text("stages", "2", "id")}
	for i := range contacts {
		w.contact(i)
	}
	for range contacts / 10 { // some are the same person, and some of these, too
		i := w.r.IntN(len(w.ids))
		kept, gone := w.ids[i], w.ids[(i+1+w.r.IntN(len(w.ids)-1))%len(w.ids)]
		w.must(http.MethodPost, "/v1/contacts/"+kept+"/merge", map[string]any{"contactId": gone})
		if w.seen[gone].After(w.seen[kept]) {
			w.seen[kept] = w.seen[gone]
		}
		w.bought[kept] = append(w.bought[kept], w.bought[gone]...)
		var left []string
		for _, id := range w.ids {
			if id != gone {
				left = append(left, id)
			}
		}
		w.ids = left
	}
	return w
}

// contact makes one with whatever chance gives it.
func (w *world) contact(i int) {
	fields := map[string]any{}
	some := func(key string, value any) {
		if w.r.IntN(3) > 0 {
			fields[key] = value
		}
	}
	some("city", one(w.r, cities...))
	some("score", w.r.IntN(10))
	some("since", fmt.Sprintf("2026-0%d-15", 1+w.r.IntN(9)))
	some("active", w.r.IntN(2) == 0)
	some("tier", one(w.r, "gold", "silver"))
	phone := fmt.Sprintf(one(w.r, phones...), i)
	body := map[string]any{"phone": phone, "name": one(w.r, "", "Ada Lovelace", "Bob", "ada"), "fields": fields}
	for _, t := range tags {
		if w.r.IntN(3) == 0 {
			list, _ := body["tags"].([]string)
			body["tags"] = append(list, t)
		}
	}
	id := w.must(http.MethodPost, "/v1/contacts", body).Text("id")
	w.ids = append(w.ids, id)
	for range w.r.IntN(3) {
		w.must(http.MethodPost, "/v1/contacts/"+id+"/consent", map[string]any{"purpose": one(w.r, "marketing", "all"), "state": one(w.r, "opted_in", "opted_out"), "proof": "said so"})
	}
	if w.r.IntN(2) == 0 {
		at := w.Now().Add(-time.Duration(w.r.IntN(60*24)) * time.Hour).Truncate(time.Millisecond)
		w.update(func(tx *db.Tx) error {
			c, err := contact.EnsureConversation(tx, w.WorkspaceID, w.NumberID, crm.Person{Phone: phone})
			if err == nil {
				contact.OpenWindow(tx, w.WorkspaceID, c.ID, at)
			}
			return err
		})
		w.seen[id] = at
	}
	for range w.r.IntN(4) {
		did := purchase{one(w.r, "purchase", "booking"), w.Now().Add(-time.Duration(w.r.IntN(60*24)) * time.Hour).Truncate(time.Millisecond)}
		w.must(http.MethodPost, "/v1/conversions", map[string]any{"contactId": id, "name": did.name, "occurredAt": did.at})
		w.bought[id] = append(w.bought[id], did)
	}
	for range w.r.IntN(3) {
		primary := id
		if w.r.IntN(2) == 0 {
			primary = one(w.r, w.ids...)
		}
		deal := w.must(http.MethodPost, "/v1/deals", map[string]any{"title": "Desk", "pipelineId": w.pipeline, "stageId": one(w.r, w.stages[:2]...), "contactId": primary}).Text("id")
		if primary != id {
			w.must(http.MethodPut, "/v1/deals/"+deal+"/contacts", map[string]any{"contacts": []any{map[string]any{"contactId": primary, "isPrimary": true}, map[string]any{"contactId": id}}})
		}
		if w.r.IntN(4) == 0 {
			w.must(http.MethodPost, "/v1/deals/"+deal+"/move", map[string]any{"toStageId": w.stages[2]})
		}
	}
}

// person is a contact as the API shows it.
type person struct {
	id, name, phone string
	tags            []string
	fields          map[string]any
	created, seen   time.Time
	consent         map[string]string
	deals           []map[string]any
	bought          []purchase
}

func (w *world) person(id string) person {
	c := w.must(http.MethodGet, "/v1/contacts/"+id, nil).JSON()
	p := person{id: id, seen: w.seen[id], bought: w.bought[id], consent: map[string]string{}}
	p.name, _ = c["name"].(string)
	p.phone, _ = c["phone"].(string)
	p.fields, _ = c["fields"].(map[string]any)
	p.created, _ = time.Parse(time.RFC3339, fmt.Sprint(c["createdAt"]))
	for _, t := range c["tags"].([]any) {
		p.tags = append(p.tags, t.(string))
	}
	for purpose, now := range w.must(http.MethodGet, "/v1/contacts/"+id+"/consent", nil).JSON() {
		if d, ok := now.(map[string]any); ok {
			p.consent[purpose], _ = d["state"].(string)
		}
	}
	for _, d := range w.must(http.MethodGet, "/v1/deals?limit=200&contactId="+id, nil).JSON()["data"].([]any) {
		p.deals = append(p.deals, d.(map[string]any))
	}
	return p
}
