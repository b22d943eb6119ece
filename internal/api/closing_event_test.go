package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// The event of a closing has its note, and who had the conversation: whoever listens
// need not ask for the episode. What opens it again has none of it.
func TestTheEventOfAClosingHasItsNote(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		id, _ := w.conversation("+14155550191")
		anna := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		path := "/v1/conversations/" + id
		w.do(http.StatusOK, http.MethodPut, path+"/assignment", anna.Key, map[string]any{"agentId": anna.ID})
		w.do(http.StatusOK, http.MethodPut, path+"/status", anna.Key, map[string]any{"status": "pending"})
		w.do(http.StatusOK, http.MethodPut, path+"/status", anna.Key, map[string]any{"status": "closed", "reason": "unresolved", "category": "Delivery", "summary": "The parcel is lost."})
		w.do(http.StatusOK, http.MethodPut, path+"/status", anna.Key, map[string]any{"status": "open"})
		var told []crm.ConversationStatusData
		for _, row := range k.Rows("SELECT body FROM events WHERE kind = 'conversation.status_updated' ORDER BY position") {
			var e struct{ Data crm.ConversationStatusData }
			k.Must(json.Unmarshal([]byte(wholeText(row["body"])), &e))
			told = append(told, e.Data)
		}
		if len(told) != 4 {
			t.Fatalf("told were %+v", told)
		}
		pending, closed, opened := told[1], told[2], told[3]
		if pending.AgentID != anna.ID || pending.CloseReason != "" {
			t.Errorf("putting off was told as %+v", pending)
		}
		if closed.CloseReason != "unresolved" || closed.Category != "Delivery" || closed.Summary != "The parcel is lost." || closed.AgentID != anna.ID || closed.EpisodeID == "" || closed.EpisodeID != pending.EpisodeID {
			t.Errorf("the closing was told as %+v", closed)
		}
		if opened.CloseReason+opened.Category+opened.Summary+opened.AgentID != "" || opened.EpisodeID == closed.EpisodeID {
			t.Errorf("the opening was told as %+v", opened)
		}
	})
}
