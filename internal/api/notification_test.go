package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// noticeWorld is a team with a number, and people who are told of something.
type noticeWorld struct {
	*testing.T
	*testkit.Kit
	team             string
	lead, agent, out testkit.Person // out is in no team
}

func newNoticeWorld(t *testing.T, k *testkit.Kit) *noticeWorld {
	w := &noticeWorld{T: t, Kit: k}
	w.lead, w.agent, w.out = k.NewPerson(k.WorkspaceID, crm.RoleSupervisor), k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
	w.team = w.must(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Sales"}).Text("id")
	w.must(http.MethodPut, "/v1/teams/"+w.team+"/members", k.Key, map[string]any{"userIds": []string{w.lead.ID, w.agent.ID}})
	w.must(http.MethodPut, "/v1/teams/"+w.team+"/numbers", k.Key, map[string]any{"phoneNumberIds": []string{k.NumberID}})
	return w
}

func (w *noticeWorld) must(method, path, key string, body any) testkit.Response {
	w.T.Helper()
	r := w.Do(method, path, key, body)
	if r.Status >= 300 {
		w.T.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
	}
	return r
}

// writes has a contact of the world write, and returns the conversation.
func (w *noticeWorld) writes(contact int, text string) string {
	w.T.Helper()
	return w.Message(w.EventuallyStored(w.CustomerWrites(fmt.Sprintf("+1415555%04d", contact), text)))["conversationId"].(string)
}

func (w *noticeWorld) assign(conversation string, to map[string]any, key string) {
	w.T.Helper()
	w.must(http.MethodPut, "/v1/conversations/"+conversation+"/assignment", key, to)
}

// list returns what a person is told of, as "kind conversation times", the latest first.
func (w *noticeWorld) list(p testkit.Person, query string) (out []string) {
	w.T.Helper()
	w.Notified()
	for path := "/v1/notifications?limit=2" + query; path != ""; {
		r := w.must(http.MethodGet, path, p.Key, nil).JSON()
		for _, n := range r["data"].([]any) {
			n := n.(map[string]any)
			out = append(out, fmt.Sprint(n["kind"], " ", n["conversationId"], " ", n["times"]))
		}
		path = ""
		if next, ok := r["nextCursor"].(string); ok {
			path = "/v1/notifications?limit=2" + query + "&cursor=" + next
		}
	}
	return out
}

func (w *noticeWorld) wants(what string, p testkit.Person, query string, want ...string) {
	w.T.Helper()
	if got := w.list(p, query); !slices.Equal(got, want) {
		w.T.Errorf("%s: the list is\n%q, want\n%q", what, got, want)
	}
}

// Who is told of what: whose it became, whose team got it, whom notes mention, for whom
// contacts wait; nobody of what they did themselves, of what they do not see, or twice.
func TestWhoIsTold(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		a, b := w.writes(1, "Hello"), w.writes(2, "Hello")
		w.assign(a, map[string]any{"teamId": w.team}, k.Key)
		w.wants("the team got one", w.lead, "", "new_in_team "+a+" 1")
		w.wants("the team got one", w.agent, "", "new_in_team "+a+" 1")
		w.assign(a, map[string]any{"teamId": w.team, "agentId": w.agent.ID}, w.lead.Key)
		w.wants("it became the agent's", w.agent, "", "assigned "+a+" 1", "new_in_team "+a+" 1")
		w.assign(b, map[string]any{"teamId": w.team, "agentId": w.lead.ID}, w.lead.Key)
		w.wants("whoever does it themselves is not told; what is beyond the reach is not there", w.lead, "", "new_in_team "+a+" 1")
		for i := range 3 {
			w.writes(1, fmt.Sprint("message ", i))
			w.Notified()
		}
		w.wants("a contact waits, whose messages are one notification", w.agent, "", "waiting "+a+" 3", "assigned "+a+" 1", "new_in_team "+a+" 1")
		for range 2 {
			w.must(http.MethodPost, "/v1/conversations/"+a+"/notes", w.lead.Key, map[string]any{"body": "Look", "mentionedUserIds": []string{w.agent.ID, w.lead.ID}})
		}
		w.wants("each note that mentions somebody", w.agent, "&kind=mentioned", "mentioned "+a+" 1", "mentioned "+a+" 1")
		w.wants("who mentions themselves is not told", w.lead, "&kind=mentioned")
		w.wants("who is in no team", w.out, "")

		// The agent loses sight of it, and with it of what was told.
		w.assign(a, map[string]any{"agentId": w.out.ID}, k.Key)
		w.wants("out of sight", w.agent, "")
		if r := w.must(http.MethodGet, "/v1/notifications/count", w.agent.Key, nil); r.JSON()["unread"] != 0.0 {
			t.Errorf("what is out of sight counts: %s", r.Body)
		}
		w.wants("it became another's", w.out, "", "assigned "+a+" 1")
		// A deactivated member is told nothing.
		w.must(http.MethodPost, "/v1/users/"+w.out.ID+"/deactivate", k.Key, map[string]any{})
		w.assign(b, map[string]any{"teamId": w.team}, k.Key)
		w.Notified()
		if n := k.Count("notifications", fmt.Sprintf("user_id = '%s'", w.out.ID)); n != 1 {
			t.Errorf("a member who left has %d notifications, want the one before", n)
		}
	})
}

// A promise that is due tells whoever keeps it, or else who has the conversation.
func TestADuePromiseIsToldOf(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		a, b := w.writes(1, "Hello"), w.writes(2, "Hello")
		w.assign(a, map[string]any{"teamId": w.team, "agentId": w.agent.ID}, k.Key)
		w.assign(b, map[string]any{"teamId": w.team}, k.Key)
		due := k.Now().Add(time.Hour)
		w.must(http.MethodPost, "/v1/conversations/"+a+"/promises", w.agent.Key, map[string]any{"text": "Send the invoice", "dueAt": due, "userId": w.agent.ID})
		w.must(http.MethodPost, "/v1/conversations/"+b+"/promises", k.Key, map[string]any{"text": "Call back", "dueAt": due})
		w.wants("not yet", w.agent, "&kind=promise_due")
		k.Advance(2 * time.Hour)
		k.Eventually("both are due", func() bool { return k.Count("promises", "woke_at > 0") == 2 })
		mine, teams := "promise_due "+a+" 1", "promise_due "+b+" 1"
		got := w.list(w.agent, "&kind=promise_due")
		slices.Sort(got)
		want := []string{mine, teams}
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("the agent is told %q, want %q", got, want)
		}
		w.wants("the team has one that nobody keeps", w.lead, "&kind=promise_due", teams)
		entry := w.must(http.MethodGet, "/v1/conversations/"+a+"/timeline", k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
		if id, _ := entry["promiseId"].(string); entry["kind"] != "promise_due" || !crm.ValidID(crm.PrefixPromise, id) {
			t.Errorf("the timeline has %v", entry)
		}
	})
}

// What is seen and read, and comes up again.
func TestMarkNotifications(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		a, b := w.writes(1, "Hello"), w.writes(2, "Hello")
		w.Notified() // while both are nobody's
		for _, id := range []string{a, b} {
			w.assign(id, map[string]any{"agentId": w.agent.ID}, k.Key)
		}
		w.Notified()
		w.writes(1, "Anybody?")
		w.Notified()
		count := func(what string, unread, unseen float64) float64 {
			t.Helper()
			r := w.must(http.MethodGet, "/v1/notifications/count", w.agent.Key, nil).JSON()
			if r["unread"] != unread || r["unseen"] != unseen {
				t.Errorf("%s: %v, want %v unread and %v unseen", what, r, unread, unseen)
			}
			return r["position"].(float64)
		}
		count("at first", 3, 3)
		first := w.must(http.MethodGet, "/v1/notifications?kind=assigned", w.agent.Key, nil)
		one, position := first.Text("data", "0", "id"), first.JSON()["data"].([]any)[0].(map[string]any)["position"]
		w.must(http.MethodPost, "/v1/notifications/seen", w.agent.Key, map[string]any{"upTo": position})
		count("two are seen", 3, 1)
		w.must(http.MethodPost, "/v1/notifications/read", w.lead.Key, map[string]any{"ids": []string{one}})
		count("nobody marks those of others", 3, 1)
		w.must(http.MethodPost, "/v1/notifications/read", w.agent.Key, map[string]any{"ids": []string{one}})
		count("one is read", 2, 1)
		w.wants("unread", w.agent, "&unread=true", "waiting "+a+" 1", "assigned "+a+" 1")
		all := w.must(http.MethodGet, "/v1/notifications/count", w.agent.Key, nil).JSON()["position"]
		w.writes(1, "Hello?") // after the position
		w.Notified()
		w.must(http.MethodPost, "/v1/notifications/read", w.agent.Key, map[string]any{"upTo": all})
		w.wants("what came up since stays", w.agent, "&unread=true", "waiting "+a+" 2")
		newest := count("what came up since stays", 1, 1)
		w.must(http.MethodPost, "/v1/notifications/read", w.agent.Key, map[string]any{"upTo": all.(float64) + 1000})
		count("all are read", 0, 0)
		w.writes(1, "Hello??")
		w.wants("what is read comes up again", w.agent, "&unread=true", "waiting "+a+" 1")
		if again := count("again", 1, 1); again <= newest {
			t.Errorf("the position goes from %v to %v", newest, again)
		}
		k.Advance(crm.NotificationLife + time.Hour)
		k.Must(k.App.Service.Notification.Sweep(t.Context()))
		if n := k.Count("notifications"); n != 0 {
			t.Errorf("%d are kept after their time", n)
		}
	})
}

// A live stream tells a person of their own notifications, and nobody else.
func TestNotificationsOnTheStream(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		id := w.writes(1, "Hello")
		mine, others, key := hearNotices(t, k, w.agent.Key), hearNotices(t, k, w.lead.Key), hearNotices(t, k, k.Key)
		w.assign(id, map[string]any{"agentId": w.agent.ID}, k.Key)
		k.Eventually("the stream tells of it", func() bool { return mine.has("notification.created", `"kind":"assigned"`) })
		w.must(http.MethodPost, "/v1/notifications/read", w.agent.Key, map[string]any{"upTo": 1 << 40})
		k.Eventually("the stream tells that it is read", func() bool { return mine.has("notification.read", `"unread":0`) })
		w.assign(id, map[string]any{"teamId": w.team}, k.Key)
		k.Eventually("the other stream works", func() bool { return others.has("notification.created", `"kind":"new_in_team"`) })
		for name, s := range map[string]*notices{"another's": others, "an API key's": key} {
			if s.has("notification.created", `"kind":"assigned"`) || s.has("notification.read", "") {
				t.Errorf("%s stream tells of it", name)
			}
		}
		if strings.Contains(fmt.Sprint(k.Rows("SELECT kind FROM events")), "notification") {
			t.Error("the log has notifications")
		}
	})
}
