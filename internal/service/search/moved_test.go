package search_test

import (
	"fmt"
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
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
