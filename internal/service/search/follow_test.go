package search_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"log/slog"
	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/search"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testdb"
)

// process has a workspace on a database where nothing runs by itself.
type process struct {
	t     *testing.T
	base  *db.DB
	svc   *service.Service
	actor crm.Actor
	n     int
}

func newProcess(t *testing.T, base *db.DB) *process {
	p := &process{t: t, base: base}
	key, err := secret.ParseMasterKey("a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=")
	p.must(err)
	ctx := context.Background()
	box, err := app.OpenBox(ctx, base, key)
	p.must(err)
	p.svc = service.New(base, box, slog.New(slog.DiscardHandler), service.Options{Guard: &egress.Guard{}})
	w, _, err := p.svc.Access.CreateWorkspace(ctx, "Shop", false, "en_US")
	p.must(err)
	p.actor, err = p.svc.Access.Operator(ctx, w.ID)
	p.must(err)
	return p
}

func (p *process) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// write stores received messages of which the log does not tell; noted ones are
// to be indexed all the same, the others are as from before the index.
func (p *process) write(noted bool, texts ...string) (ids []string) {
	p.must(p.base.Update(context.Background(), "x", func(tx *db.Tx) error {
		ids = nil
		for _, text := range texts {
			p.n++
			c := crm.Contact{WorkspaceID: p.actor.WorkspaceID, ID: tx.NewID(crm.PrefixContact), Name: fmt.Sprintf("Person %d", p.n), Phone: fmt.Sprintf("+1415556%04d", p.n), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			if _, err := contact.InsertContact(tx, c); err != nil {
				return err
			}
			m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: c.WorkspaceID, ContactID: c.ID, ConversationID: "cnv" + strings.TrimPrefix(c.ID, "con"), PhoneNumberID: "num_1",
				Direction: crm.Inbound, Type: "text", Status: crm.StatusReceived, CreatedAt: tx.Now(), Content: crm.Content{Text: &crm.Text{Body: text}}}
			message.InsertMessage(tx, m)
			if noted {
				search.NoteMessage(tx, m.WorkspaceID, m.ID)
			}
			ids = append(ids, m.ID)
		}
		return nil
	}))
	return ids
}

func (p *process) index() {
	for more := true; more; {
		var err error
		more, err = p.svc.Search.Step(context.Background())
		p.must(err)
	}
}

func (p *process) count(text string, kind search.Kind) int {
	found, err := p.svc.Search.Search(context.Background(), p.actor, search.Query{Text: text, Kind: kind}, crm.Page{Limit: 200})
	p.must(err)
	return len(found.Items)
}

// A follower that dies between a batch and its commit, at any step of the way,
// leaves nothing behind and loses nothing; what was there before the index is
// indexed, however often the back-fill is stopped.
func TestTheFollowerDiesAtAnyBatch(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		p, ctx, died := newProcess(t, base), context.Background(), errors.New("killed")
		var texts []string
		for i := range 250 { // more than two batches
			texts = append(texts, fmt.Sprintf("old parcel %d", i))
		}
		p.write(false, texts...)
		for step := 0; ; step++ {
			if err := search.DieBeforeCommit(ctx, p.svc.Search, p.actor.WorkspaceID, died); !errors.Is(err, died) {
				t.Fatalf("step %d: %v", step, err)
			}
			more, err := p.svc.Search.Step(ctx)
			p.must(err)
			if step == 1 {
				p.write(true, "a parcel in between")
			}
			if !more && step > 2 {
				break
			}
		}
		p.index()
		if got := p.count("parcel", search.KindMessage) + p.count("person", search.KindContact); got != 400 { // two full pages
			t.Errorf("%d items on the first pages", got)
		}
		if n := p.count("parcel 249", ""); n != 1 {
			t.Errorf("the last one is found %d times", n)
		}
		if n := p.count("between", ""); n != 1 {
			t.Errorf("what came meanwhile is found %d times", n)
		}
		p.write(true, "twice")
		if err := search.Two(ctx, p.svc.Search, p.actor.WorkspaceID); !errors.Is(err, search.ErrOvertaken) {
			t.Errorf("two nodes index one batch: %v", err)
		}
	})
}

// A page that has no time left says that there is more only where there is.
func TestAHurriedPageKnowsTheEnd(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		p, ctx := newProcess(t, base), context.Background()
		var texts []string
		for i := range 150 {
			texts = append(texts, fmt.Sprintf("parcel %d of 150", i))
		}
		p.write(true, texts...)
		p.index()
		search.HurryPages(p.svc.Search)
		for _, limit := range []int{200, 40} {
			got := 0
			for page := (crm.Page{Limit: limit}); ; {
				found, err := p.svc.Search.Search(ctx, p.actor, search.Query{Text: "parcel"}, page)
				p.must(err)
				if got += len(found.Items); found.Next == "" {
					break
				}
				if page.After = found.Next; got == 150 {
					t.Errorf("pages of %d: after the last hit there is another page", limit)
				}
			}
			if got != 150 {
				t.Errorf("pages of %d have %d hits", limit, got)
			}
		}
	})
}

// stored counts the places in the index, as it is stored, that have a word.
func stored(k *testkit.Kit, word string) (n int) {
	if k.DB().Engine() != "sqlite" {
		return k.Count("search_documents", "words::text LIKE '%"+word+"%'")
	}
	for _, row := range k.Rows("SELECT hex(block) AS block FROM search_words_data") {
		if strings.Contains(row["block"].(string), strings.ToUpper(fmt.Sprintf("%x", word[3:]))) {
			n++
		}
	}
	return n
}

// Whoever deletes a note, or merges a contact into another one, takes its words out of the
// index as it is stored; so does a contact who takes back a message.
func TestWordsOfWhatPeopleRemoveLeaveTheIndex(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		do := func(method, path string, body any) testkit.Response {
			r := k.Do(method, path, k.Key, body)
			if r.Status >= 300 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r
		}
		sent := k.CustomerWrites("+14155550198", "I play the glockenspiel")
		conversation := k.Message(k.EventuallyStored(sent))["conversationId"].(string)
		note := do("POST", "/v1/conversations/"+conversation+"/notes", map[string]any{"body": "About the harpsichord."}).Text("id")
		one := do("POST", "/v1/contacts", map[string]any{"phone": "+14155550196", "name": "One"}).Text("id")
		two := do("POST", "/v1/contacts", map[string]any{"phone": "+14155550197", "name": "Mandolinist"}).Text("id")
		for word, remove := range map[string]func(){
			"harpsichord": func() { do("DELETE", "/v1/conversations/"+conversation+"/notes/"+note, nil) },
			"mandolinist": func() { do("POST", "/v1/contacts/"+one+"/merge", map[string]any{"contactId": two}) },
			"glockenspiel": func() {
				_, err := k.Sandbox().Delete("+14155550198", sent)
				k.Must(err)
			},
		} {
			k.Indexed()
			if got := find(t, k, k.Key, "q="+word); len(got) != 1 || stored(k, word) == 0 {
				t.Fatalf("%s is found as %v, in %d places of the index", word, got, stored(k, word))
			}
			remove()
			k.Eventually(word+" is found no more", func() bool { return len(find(t, k, k.Key, "q="+word)) == 0 })
			k.Indexed()
			if n := stored(k, word); n != 0 {
				t.Errorf("%d places in the index still have %s", n, word)
			}
		}
	})
}

// What is deleted, merged away or taken back is not found, and its words leave
// the index as it is stored.
func TestWordsOfWhatWasErasedLeaveTheIndex(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		const word = "xylophonist"
		raw := func() int { return stored(k, word) }
		id := k.EventuallyStored(k.CustomerWrites("+14155550199", "I am a "+word))
		shown := k.Message(id)
		conversation, person := shown["conversationId"].(string), shown["contactId"].(string)
		note := k.Do("POST", "/v1/conversations/"+conversation+"/notes", k.Key, map[string]any{"body": "A " + word + "!"}).Text("id")
		if r := k.Do("PATCH", "/v1/contacts/"+person, k.Key, map[string]any{"name": "Old " + word}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		k.Indexed()
		if got := find(t, k, k.Key, "q="+word); len(got) != 3 || raw() == 0 {
			t.Fatalf("%v, %d places in the index", got, raw())
		}
		if r := k.Do("PATCH", "/v1/contacts/"+person, k.Key, map[string]any{"name": "New name"}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if r := k.Do("PATCH", "/v1/conversations/"+conversation+"/notes/"+note, k.Key, map[string]any{"body": "Edited"}); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		if got := find(t, k, k.Key, "q="+word); len(got) != 1 { // at once: rows are looked at
			t.Errorf("found after the change: %v", got)
		}
		k.Indexed()
		if len(find(t, k, k.Key, "q=new+name&kind=contact")) != 1 || len(find(t, k, k.Key, "q=edited&kind=note")) != 1 {
			t.Error("what it is called now is not found")
		}
		erase(t, k.DB(), k.WorkspaceID, id, person)
		k.Indexed()
		if got := find(t, k, k.Key, "q="+word); len(got) != 0 || raw() != 0 {
			t.Errorf("%v is found, %d places in the index have its words", got, raw())
		}
	})
}

var (
	eraseMessage = db.SQL(`DELETE FROM messages WHERE workspace_id = $1 AND id = $2`)
	eraseContact = db.SQL(`DELETE FROM contacts WHERE workspace_id = $1 AND id = $2`)
)

// erase removes the rows of a contact, whoever does it.
func erase(t *testing.T, base *db.DB, workspaceID, messageID, contactID string) {
	t.Helper()
	err := base.Update(context.Background(), "erase", func(tx *db.Tx) error {
		tx.Write(eraseMessage, workspaceID, messageID)
		tx.Write(eraseContact, workspaceID, contactID)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is written can be found soon, while messages keep coming in.
func TestTheIndexKeepsUpWithMessages(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		k.Indexed()
		var worst time.Duration
		began := time.Now()
		for i := range 200 {
			word := fmt.Sprintf("needle%d", i)
			k.CustomerWrites(fmt.Sprintf("+1415557%04d", i%50), "Look for the "+word)
			if i%20 != 19 {
				continue
			}
			wrote := time.Now()
			k.Eventually("it is found", func() bool { return len(find(t, k, k.Key, "q="+word)) == 1 })
			worst = max(worst, time.Since(wrote))
		}
		t.Logf("200 messages in %s, found after %s at worst", time.Since(began), worst)
		if worst > 10*time.Second {
			t.Errorf("a message was found after %s", worst)
		}
		k.Indexed()
		if got := len(find(t, k, k.Key, "q=look&kind=message")); got != 200 {
			t.Errorf("%d messages are found", got)
		}
	})
}
