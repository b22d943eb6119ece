package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/testkit"
)

var (
	rewindBroadcastsSQL = db.SQL(`UPDATE broadcast_positions SET position = 0, event_id = '' WHERE workspace_id = $1`)
	forgetFollowUpsSQL  = db.SQL(`DELETE FROM broadcast_follow_ups WHERE workspace_id = $1`)
)

// following has what a follow-up names.
type following struct {
	broadcasting
	label, gone, team, pipeline string
}

func follows(t *testing.T, k *testkit.Kit) following {
	w := following{broadcasting: broadcasting{k, t}}
	made := func(path string, body map[string]any) string {
		t.Helper()
		r := k.Do(http.MethodPost, path, k.Key, body)
		if r.Status != http.StatusCreated {
			t.Fatalf("%s: %d %s", path, r.Status, r.Body)
		}
		return r.Text("id")
	}
	w.label, w.gone = made("/v1/labels", map[string]any{"name": "Interested"}), made("/v1/labels", map[string]any{"name": "Old"})
	w.team = made("/v1/teams", map[string]any{"name": "Sales"})
	w.pipeline = made("/v1/pipelines", map[string]any{"name": "Sales", "currency": "EUR", "stages": []any{map[string]any{"name": "New"}}})
	return w
}

// counted is what was done after the answers to a broadcast, in a line.
func (w following) counted(id string) string {
	u, _ := w.results(id).JSON()["followUp"].(map[string]any)
	return fmt.Sprint(u["answered"], u["labelled"], u["dealsMade"], u["handedOff"], u["failed"])
}

// rewound lets the whole log be counted again.
func (w following) rewound() {
	w.t.Helper()
	w.Must(w.DB().Update(w.t.Context(), w.WorkspaceID, func(tx *db.Tx) error { tx.Write(rewindBroadcastsSQL, w.WorkspaceID); return nil }))
	w.Eventually("the log is counted again", func() bool {
		rows := w.Rows(`SELECT p.position, (SELECT max(e.position) FROM events e WHERE e.workspace_id = p.workspace_id) AS head FROM broadcast_positions p WHERE p.workspace_id = '%s'`, w.WorkspaceID)
		return len(rows) == 1 && fmt.Sprint(rows[0]["position"]) == fmt.Sprint(rows[0]["head"])
	})
	w.Quiet()
}

func (w following) deals() int {
	return w.Count("deals", fmt.Sprintf("workspace_id = '%s'", w.WorkspaceID))
}

// The first answer of each recipient fires the follow-up, once, however often the log is
// read and its job runs. Then what was done is forgotten, to show that this is found.
func TestBroadcastFollowUp(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := follows(t, k)
		id := w.create(numbers(0, 4), map[string]any{"name": "Spring sale", "followUp": map[string]any{"labelIds": []any{w.label, w.gone}, "assistant": "none",
			"deal": map[string]any{"pipelineId": w.pipeline, "title": "{{contact.firstName}} {{button.title}}", "amount": "12.50"}, "handOff": map[string]any{"teamId": w.team}}})
		other := w.create(numbers(10, 1), nil)
		for _, one := range []string{id, other} {
			w.act(one, "start")
			k.Eventually("it ends", func() bool { return w.get(one).Text("status") == "completed" })
		}
		k.Eventually("everything is delivered", func() bool { return w.counts(id) == "0 0 0 4 4 0 0 0 0" })
		if r := k.Do(http.MethodDelete, "/v1/labels/"+w.gone, k.Key, nil); r.Status != http.StatusNoContent {
			t.Fatalf("delete the label: %d %s", r.Status, r.Body)
		}
		for _, text := range []string{"Yes!", "And soon"} {
			k.EventuallyStored(k.CustomerWrites("+14155570001", text))
		}
		k.EventuallyStored(k.CustomerWrites("+14155570002", "Tell me more"))
		k.EventuallyStored(k.CustomerWrites("+14155570010", "Who is this?")) // of a broadcast that does nothing
		k.Eventually("it is done for two", func() bool { return w.counted(id) == "2 2 2 2 2" })
		if got := w.counted(other); got != "<nil> <nil> <nil> <nil> <nil>" {
			t.Errorf("of the other one: %s", got)
		}
		page := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients", k.Key, nil)
		if page.Text("data", "1", "followUp", "failures", "0", "act") != "labels" || page.Text("data", "1", "followUp", "dealId") == "" || page.JSON()["data"].([]any)[0].(map[string]any)["followUp"] != nil {
			t.Errorf("the recipients: %s", page.Body)
		}
		conversation := page.Text("data", "1", "followUp", "conversationId")
		c := k.Do(http.MethodGet, "/v1/conversations/"+conversation, k.Key, nil)
		if c.Text("teamId") != w.team || c.Text("status") != "open" || c.Text("assistant", "switch") != "off" || c.Text("labelIds", "0") != w.label {
			t.Errorf("the conversation: %s", c.Body)
		}
		why := k.Do(http.MethodGet, "/v1/conversations/"+conversation+"/timeline", k.Key, nil)
		noted := 0
		for _, e := range why.JSON()["data"].([]any) {
			if e := e.(map[string]any); e["kind"] == "broadcast_answered" && e["broadcastName"] == "Spring sale" && e["broadcastId"] == id {
				noted++
			}
		}
		if noted != 1 {
			t.Errorf("the timeline: %s", why.Body)
		}
		w.rewound()
		w.Must(w.DB().Update(t.Context(), w.WorkspaceID, func(tx *db.Tx) error {
			for range 2 {
				jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: w.WorkspaceID, Kind: "broadcast_follow_up", Queue: w.WorkspaceID, Key: conversation, Payload: id + "/2"})
			}
			return nil
		}))
		w.Quiet()
		if got := w.counted(id); got != "2 2 2 2 2" || w.deals() != 2 {
			t.Errorf("read again: %s, %d deals", got, w.deals())
		}
		w.agrees()
		w.Must(w.DB().Update(t.Context(), w.WorkspaceID, func(tx *db.Tx) error { tx.Write(forgetFollowUpsSQL, w.WorkspaceID); return nil }))
		w.rewound()
		if w.deals() != 4 {
			t.Errorf("%d deals after what was done was forgotten", w.deals())
		}
	})
}

// Only the named buttons of its message count, and only within the time; what is gone by
// then holds up nothing else.
func TestBroadcastFollowUpOfButtons(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := follows(t, k)
		shipped := map[string]any{"templateName": "order_shipped", "parameters": map[string]any{"name": "Ada", "order_number": "7", "eta": "on Friday"},
			"followUp": map[string]any{"withinHours": 1, "buttons": map[string]any{"titles": []any{"talk to US"}}, "labelIds": []any{w.label}, "handOff": map[string]any{"teamId": w.team}}}
		id := w.create(numbers(0, 4), shipped)
		w.act(id, "start")
		k.Eventually("everything is delivered", func() bool { return w.counts(id) == "0 0 0 4 4 0 0 0 0" })
		if r := k.Do(http.MethodDelete, "/v1/teams/"+w.team, k.Key, nil); r.Status != http.StatusNoContent {
			t.Fatalf("delete the team: %d %s", r.Status, r.Body)
		}
		tap := func(number string) {
			t.Helper()
			_, err := k.Sandbox().Tap(number, "Talk to us", nil)
			k.Must(err)
		}
		k.EventuallyStored(k.CustomerWrites("+14155570000", "No button"))
		tap("+14155570001")
		k.Eventually("it is done for one", func() bool { return w.counted(id) == "1 1 0 0 1" })
		k.Advance(61 * time.Minute)
		tap("+14155570002")
		k.Eventually("the late one has answered", func() bool { return w.counts(id) == "0 0 0 4 4 2 0 0 3" })
		w.Quiet()
		if got := w.counted(id); got != "1 1 0 0 1" {
			t.Errorf("after a late answer: %s", got)
		}
	})
}

// Every fault of a follow-up is named at once, and it takes the scopes of what it does.
func TestBroadcastFollowUpFaults(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := follows(t, k)
		asked := func(key string, u map[string]any) testkit.Response {
			return k.Do(http.MethodPost, "/v1/broadcasts", key, map[string]any{"name": "x", "templateName": "hello_world", "language": "en_US", "audience": numbers(0, 1), "followUp": u})
		}
		pointers := func(r testkit.Response) (out []string) {
			list, _ := r.JSON()["errors"].([]any)
			for _, e := range list {
				out = append(out, fmt.Sprint(e.(map[string]any)["pointer"], " ", e.(map[string]any)["code"]))
			}
			return out
		}
		other := "_01jd5k3v6rf0w8m2a4t9x7bq1b"
		for _, one := range []struct {
			u    map[string]any
			want string
		}{
			{map[string]any{}, "[/followUp required]"},
			{map[string]any{"labelIds": []any{"lbl" + other}, "assistant": "on_duty", "deal": map[string]any{"pipelineId": "pip" + other, "title": "x"}},
				"[/followUp/labelIds/0 not_found /followUp/assistant not_found /followUp/deal/pipelineId not_found]"},
			{map[string]any{"handOff": map[string]any{"teamId": "tem" + other}}, "[/followUp/handOff/teamId not_found]"},
			{map[string]any{"assistant": "on_duty", "handOff": map[string]any{"teamId": w.team}, "buttons": map[string]any{}, "deal": map[string]any{"title": "{{name}}"}},
				"[/followUp/buttons required /followUp/assistant not_allowed /followUp/deal/pipelineId required /followUp/deal/title not_allowed]"},
		} {
			if r := asked(k.Key, one.u); r.Status != http.StatusUnprocessableEntity && r.Status != http.StatusBadRequest || fmt.Sprint(pointers(r)) != one.want {
				t.Errorf("%v: %d %v, want %s", one.u, r.Status, pointers(r), one.want)
			}
		}
		key := k.NewKey(k.WorkspaceID, "messages:write", "messages:read")
		if r := asked(key, map[string]any{"labelIds": []any{w.label}}); r.Status != http.StatusForbidden {
			t.Errorf("without a scope: %d %s", r.Status, r.Body)
		}
		id := w.create(numbers(0, 1), map[string]any{"followUp": map[string]any{"labelIds": []any{w.label}}})
		if got := w.get(id).Text("followUp", "labelIds", "0"); got != w.label {
			t.Errorf("as it is shown: %q", got)
		}
		if r := k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"followUp": map[string]any{}}); r.Status != http.StatusOK || r.JSON()["followUp"] != nil {
			t.Errorf("taken away: %d %s", r.Status, r.Body)
		}
	})
}
