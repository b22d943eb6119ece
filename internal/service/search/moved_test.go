package search_test

import (
	"fmt"
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/search"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testdb"
)

// What a conversation has is found by whoever has it: at once no more by those who had it, after
// the index by those who have it now, however long it is. So it is for an agent of another team,
// for followers, and for what is joined to it.
func TestWhoHasAConversationFindsIt(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		do := func(method, path string, body any) testkit.Response {
			t.Helper()
			r := k.Do(method, path, k.Key, body)
			if r.Status >= 300 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r
		}
		follower := do(http.MethodPost, "/v1/roles", map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed, "scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesRead, crm.ScopeMessagesWrite, crm.ScopeContactsRead}}).Text("id")
		anna, bob, cleo := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, follower)
		team := func(of testkit.Person) string {
			id := do(http.MethodPost, "/v1/teams", map[string]any{"name": "Team of " + of.Email}).Text("id")
			do(http.MethodPut, "/v1/teams/"+id+"/members", map[string]any{"userIds": []string{of.ID}})
			return id
		}
		ofAnna, ofBob := team(anna), team(bob)
		const length = 230 // more than two pages
		const phone = "+14155550171"
		conversation := k.Message(k.EventuallyStored(k.CustomerWrites(phone, "violin 0")))["conversationId"].(string)
		person := k.Message(k.EventuallyStored(k.CustomerWrites(phone, "violin 1")))["contactId"].(string)
		for i := 2; i < length; i++ {
			k.CustomerWrites(phone, fmt.Sprintf("violin %d", i))
		}
		k.Eventually("all are stored", func() bool { return k.Count("messages") == length })
		for i := range 3 {
			do(http.MethodPost, "/v1/conversations/"+conversation+"/notes", map[string]any{"body": fmt.Sprint("violin note ", i)})
		}
		do(http.MethodPatch, "/v1/contacts/"+person, map[string]any{"name": "Violin Player"})
		assign := func(body map[string]any) {
			do(http.MethodPut, "/v1/conversations/"+conversation+"/assignment", body)
		}
		const everything = length + 3 + 1
		finds := func(when string, who testkit.Person, want int) {
			t.Helper()
			if n := len(find(t, k, who.Key, "q=violin")); n != want {
				t.Errorf("%s: %s finds %d, not %d", when, who.Email, n, want)
			}
		}
		assign(map[string]any{"teamId": ofAnna})
		k.Indexed()
		finds("with Anna's team", anna, everything)
		finds("with Anna's team", bob, 0)
		finds("with Anna's team", cleo, 0)
		assign(map[string]any{"teamId": ofBob})
		finds("before it is indexed", anna, 0)
		k.Indexed()
		finds("with Bob's team", anna, 0)
		finds("with Bob's team", bob, everything)
		if n := k.Count("search_documents", "holders LIKE '%t"+ofBob[4:]+"%'"); n != everything {
			t.Errorf("%d documents are Bob's team's", n)
		}
		if r := k.Do(http.MethodPut, "/v1/conversations/"+conversation+"/following", cleo.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("who does not see it follows it: %d", r.Status)
		}
		assign(map[string]any{"teamId": ofBob, "agentId": bob.ID})
		do(http.MethodPut, "/v1/teams/"+ofBob+"/members", map[string]any{"userIds": []string{}})
		finds("Bob's own in a team that is not his any more", bob, everything)
		assign(map[string]any{"teamId": ofBob, "agentId": cleo.ID})
		finds("with Cleo", cleo, everything)
		finds("with Cleo", bob, 0)
		if r := k.Do(http.MethodPut, "/v1/conversations/"+conversation+"/following", cleo.Key, nil); r.Status >= 300 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		assign(map[string]any{"teamId": ofBob, "agentId": bob.ID})
		finds("followed by Cleo", cleo, everything)

		other := k.Message(k.EventuallyStored(k.CustomerWrites("+14155550172", "a violin too")))["contactId"].(string)
		k.Indexed()
		do(http.MethodPost, "/v1/contacts/"+person+"/merge", map[string]any{"contactId": other})
		k.Indexed()
		finds("with what was joined to it", bob, everything+1)
		assign(map[string]any{"teamId": ofAnna})
		k.Indexed()
		finds("with what was joined to it, for Anna's team", anna, everything+1)
		merge := k.Rows("SELECT id FROM contact_merges WHERE workspace_id = '%s'", k.WorkspaceID)[0]["id"].(string)
		do(http.MethodPost, "/v1/contact-merges/"+merge+"/undo", nil)
		k.Indexed()
		finds("without what was joined to it", anna, everything)
	})
}

// However many contacts were merged into each other while nobody followed, the index goes
// on, and whoever has what came of them finds all of it.
func TestALongChainOfMergesIsIndexed(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const links = 105 // more than are walked in Go
		p := newProcess(t, base)
		ws := p.actor.WorkspaceID
		var contacts []crm.Contact
		var conversation string
		p.must(base.Update(t.Context(), "x", func(tx *db.Tx) error {
			contacts = nil
			for i := range links {
				c := crm.Contact{WorkspaceID: ws, ID: tx.NewID(crm.PrefixContact), Name: "Link", Phone: fmt.Sprintf("+1415557%04d", i), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
				if _, err := contact.InsertContact(tx, c); err != nil {
					return err
				}
				v, err := contact.EnsureConversation(tx, ws, "num_1", crm.Person{Phone: c.Phone, Name: c.Name})
				if err != nil {
					return err
				}
				m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: ws, ContactID: c.ID, ConversationID: v.ID, PhoneNumberID: "num_1",
					Direction: crm.Inbound, Type: "text", Status: crm.StatusReceived, CreatedAt: tx.Now(), Content: crm.Content{Text: &crm.Text{Body: "violin"}}}
				message.InsertMessage(tx, m)
				search.NoteMessage(tx, ws, m.ID)
				contacts, conversation = append(contacts, c), v.ID
			}
			return nil
		}))
		p.index()
		for i := 1; i < links; i++ {
			p.must(base.Update(t.Context(), "x", func(tx *db.Tx) error {
				kept, err := contact.Contact(tx, ws, contacts[i].ID)
				if err != nil {
					return err
				}
				gone, err := contact.Contact(tx, ws, contacts[i-1].ID)
				if err == nil {
					_, err = contact.MergeContacts(tx, kept, gone, crm.DoneBy{Type: crm.ActorOperator})
				}
				return err
			}))
		}
		p.must(base.Update(t.Context(), "x", func(tx *db.Tx) error {
			contact.Assign(tx, ws, conversation, "tem_1", "")
			return nil
		}))
		p.index()
		actor := p.actor
		actor.Reach = crm.Reach{Kind: crm.ReachTeams, TeamIDs: []string{"tem_1"}}
		n := 0
		for page := (crm.Page{Limit: 200}); ; {
			found, err := p.svc.Search.Search(t.Context(), actor, search.Query{Text: "violin"}, page)
			p.must(err)
			if n, page.After = n+len(found.Items), found.Next; found.Next == "" {
				break
			}
		}
		if n != links {
			t.Errorf("%d of %d messages are found", n, links)
		}
		if lag, waiting, err := p.svc.Search.Lag(t.Context()); err != nil || waiting != 0 {
			t.Errorf("%s, %d, %v", lag, waiting, err)
		}
	})
}
