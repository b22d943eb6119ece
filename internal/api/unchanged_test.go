package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"service.example/crm/internal/testkit"
)

// Templates, reactions, notes and labels leave a conversation as it stands: whoever
// waits goes on waiting.
func TestWhatLeavesAConversationAsItStands(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		const phone = "+14155550186"
		w.promise(map[string]any{"key": "all", "targets": map[string]any{"first": 60}})
		id, _ := w.conversation(phone)
		path := "/v1/conversations/" + id
		inbound := w.do(http.StatusOK, http.MethodGet, "/v1/messages?conversationId="+id, k.Key, nil).Text("data", "0", "id")
		label := w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": "VIP"}).Text("id")
		fields := []string{"status", "waitingSince", "agentId", "teamId", "dueAt", "unreadCount", "inboundCount", "seq", "activityAt", "episode", "snoozedUntil"}
		stands := func() (out string) {
			c := w.do(http.StatusOK, http.MethodGet, path, k.Key, nil).JSON()
			for _, f := range fields {
				out += fmt.Sprint(f, " ", c[f], ", ")
			}
			return out
		}
		sends := func(body map[string]any) func() {
			return func() { k.EventuallyMessage(k.SendMessage(body), "delivered") }
		}
		before := stands()
		for what, do := range map[string]func(){
			"a template": sends(map[string]any{"to": phone, "type": "template", "templateName": "hello_world"}),
			"a reaction": func() {
				k.Settle()
				k.SendMessage(map[string]any{"to": phone, "type": "reaction", "reaction": map[string]any{"messageId": inbound, "emoji": "👍"}})
				k.Settle()
			},
			"a note": func() {
				w.do(http.StatusCreated, http.MethodPost, path+"/notes", k.Key, map[string]any{"body": "Refund."})
			},
			"a label": func() {
				w.do(http.StatusOK, http.MethodPut, path+"/labels", k.Key, map[string]any{"labelIds": []string{label}})
			},
		} {
			do()
			if after := stands(); after != before {
				t.Errorf("after %s: %s\nbefore: %s", what, after, before)
			}
		}
	})
}
