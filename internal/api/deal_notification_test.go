package api_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// deals returns what a person is told of deals, as "kind detail deal", the latest first.
func (w *noticeWorld) deals(p testkit.Person) (out []string) {
	w.T.Helper()
	w.Notified()
	for _, n := range w.must(http.MethodGet, "/v1/notifications", p.Key, nil).JSON()["data"].([]any) {
		n := n.(map[string]any)
		if n["conversationId"] != "" || n["times"] != 1.0 {
			w.T.Errorf("it is about %v", n)
		}
		out = append(out, fmt.Sprint(n["kind"], " ", n["detail"], " ", n["dealId"]))
	}
	return out
}

func (w *noticeWorld) told(what string, p testkit.Person, want ...string) {
	w.T.Helper()
	if got := w.deals(p); !slices.Equal(got, want) {
		w.T.Errorf("%s: the list is\n%q, want\n%q", what, got, want)
	}
}

// rot lets the janitor look for deals that rot.
func (w *noticeWorld) rot() {
	w.T.Helper()
	w.Must(w.App.Service.Deal.TellOfRot(context.Background()))
}

// daysLater lets time pass, after which people sign in again.
func (w *noticeWorld) daysLater(d time.Duration) {
	w.T.Helper()
	w.Advance(d)
	for _, p := range []*testkit.Person{&w.lead, &w.agent, &w.out} {
		p.Key = w.SignIn(p.Email)
	}
}

// The owner of a deal is told that it is theirs, that it was won or lost and that it
// rots, unless they did it; and of nothing of a deal that they lost.
func TestOwnersAreToldOfTheirDeals(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		p := w.must(http.MethodPost, "/v1/pipelines", k.Key, map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New", "rotsAfterDays": 2}, map[string]any{"name": "Offer"}}})
		stage := func(n string) string { return p.Text("stages", n, "id") }
		make := func(key, owner string) string {
			return w.must(http.MethodPost, "/v1/deals", key, map[string]any{"title": "Chairs", "pipelineId": p.Text("id"), "ownerId": owner}).Text("id")
		}
		own, given := make(w.agent.Key, w.agent.ID), make(k.Key, w.agent.ID)
		w.told("one was given, one is their own", w.agent, "deal assigned "+given)
		w.must(http.MethodPatch, "/v1/deals/"+given, k.Key, map[string]any{"title": "Forty chairs"})
		w.must(http.MethodPost, "/v1/deals/"+given+"/move", k.Key, map[string]any{"toStageId": stage("1")})
		w.told("a change and a move are no news", w.agent, "deal assigned "+given)
		w.must(http.MethodPost, "/v1/deals/"+given+"/move", k.Key, map[string]any{"toStageId": stage("2")})
		w.must(http.MethodPost, "/v1/deals/"+own+"/move", w.agent.Key, map[string]any{"toStageId": stage("3"), "closeNote": "No"})
		w.told("somebody else won one", w.agent, "deal won "+given, "deal assigned "+given)
		w.must(http.MethodPatch, "/v1/deals/"+given, k.Key, map[string]any{"ownerId": w.out.ID})
		w.told("it is another's now", w.agent)
		w.told("it is theirs now", w.out, "deal assigned "+given)
		if r := w.must(http.MethodGet, "/v1/notifications/count", w.agent.Key, nil); r.JSON()["unread"] != 0.0 {
			t.Errorf("what is out of sight counts: %s", r.Body)
		}

		// It rots after two days, is told of once, and rots anew after somebody did something.
		slow := make(w.agent.Key, w.agent.ID)
		w.rot()
		w.daysLater(47 * time.Hour)
		w.rot()
		w.told("it does not rot yet", w.agent)
		w.daysLater(2 * time.Hour)
		w.rot()
		w.rot()
		w.told("it rots", w.agent, "deal rotted "+slow)
		for range 3 {
			w.daysLater(49 * time.Hour)
			w.rot()
		}
		w.told("it rots still", w.agent, "deal rotted "+slow)
		w.must(http.MethodPost, "/v1/deals/"+slow+"/notes", w.agent.Key, map[string]any{"body": "Called"})
		for range 3 {
			w.daysLater(25 * time.Hour)
			w.rot()
		}
		w.told("it rots anew", w.agent, "deal rotted "+slow, "deal rotted "+slow)
		// What happens in the conversation keeps a deal from rotting, too.
		c := w.writes(1, "Hello")
		w.must(http.MethodPatch, "/v1/deals/"+slow, k.Key, map[string]any{"conversationId": c})
		w.daysLater(40 * time.Hour)
		w.writes(1, "Still there?")
		k.Quiet()
		w.daysLater(40 * time.Hour)
		w.rot()
		w.told("its contact wrote", w.agent, "deal rotted "+slow, "deal rotted "+slow)
		w.daysLater(10 * time.Hour)
		w.rot()
		w.told("and fell silent", w.agent, "deal rotted "+slow, "deal rotted "+slow, "deal rotted "+slow)
		// A rule that is stricter holds for the deals that are there.
		late := make(w.agent.Key, w.agent.ID)
		stages := p.JSON()["stages"].([]any)
		stages[0].(map[string]any)["rotsAfterDays"] = 1
		for i := range stages {
			delete(stages[i].(map[string]any), "pipelineId")
		}
		w.must(http.MethodPatch, "/v1/pipelines/"+p.Text("id"), k.Key, map[string]any{"stages": stages})
		w.daysLater(25 * time.Hour)
		w.rot()
		if got := w.deals(w.agent); got[0] != "deal rotted "+late {
			t.Errorf("by the new rule: %q", got)
		}
		w.must(http.MethodDelete, "/v1/deals/"+slow, k.Key, nil)
		w.told("a deal is gone, and what was told of it", w.agent, "deal rotted "+late)
		// Whoever wants to hear nothing of deals is told nothing.
		w.must(http.MethodPut, "/v1/notifications/settings", w.agent.Key, map[string]any{"kinds": []any{map[string]any{"kind": "deal", "inApp": false, "push": false, "mail": false}}})
		make(k.Key, w.agent.ID)
		w.told("they do not want to know", w.agent, "deal rotted "+late)
	})
}

// A note of a deal tells whom it mentions, each note by itself; whoever does not see the
// deal cannot be mentioned.
func TestNotesOfDealsMention(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		p := w.must(http.MethodPost, "/v1/pipelines", k.Key, map[string]any{"name": "Sales", "stages": []any{map[string]any{"name": "New"}}})
		c := w.writes(1, "Hello")
		w.assign(c, map[string]any{"teamId": w.team, "agentId": w.lead.ID}, k.Key)
		w.must(http.MethodPost, "/v1/notifications/read", w.lead.Key, map[string]any{"upTo": 1 << 40})
		id := w.must(http.MethodPost, "/v1/deals", k.Key, map[string]any{"title": "Chairs", "pipelineId": p.Text("id"), "conversationId": c, "ownerId": w.agent.ID}).Text("id")
		path := "/v1/deals/" + id + "/notes"
		refused := k.Do(http.MethodPost, path, k.Key, map[string]any{"body": "Look", "mentionedUserIds": []string{w.agent.ID, w.out.ID, "usr_01jd5k3v6rf0w8m2a4t9x7bq1n"}})
		if refused.Status != http.StatusUnprocessableEntity || refused.Text("errors", "0", "pointer") != "/mentionedUserIds/1" || refused.Text("errors", "0", "code") != "not_allowed" || refused.Text("errors", "1", "pointer") != "/mentionedUserIds/2" {
			t.Errorf("who does not see the deal is mentioned: %d %s", refused.Status, refused.Body)
		}
		receiver := k.NewReceiver("deal.note_created")
		var notes []string
		for range 2 {
			r := w.must(http.MethodPost, path, w.agent.Key, map[string]any{"body": "Look", "mentionedUserIds": []string{w.lead.ID, w.agent.ID}})
			if r.Text("mentionedUserIds", "1") != w.agent.ID {
				t.Errorf("the note is %s", r.Body)
			}
			notes = append(notes, r.Text("id"))
		}
		w.told("their own note mentions them", w.agent, "deal assigned "+id)
		list := w.must(http.MethodGet, "/v1/notifications?kind=mentioned", w.lead.Key, nil)
		for i, n := range []string{notes[1], notes[0]} {
			at := fmt.Sprint(i)
			if list.Text("data", at, "dealId") != id || list.Text("data", at, "subjectId") != n || list.Text("data", at, "by", "id") != w.agent.ID {
				t.Errorf("the lead is told %s", list.Body)
			}
		}
		receiver.Eventually(2, "deal.note_created")
		// A change mentions nobody anew who does not see it, and keeps who is mentioned.
		changed := w.must(http.MethodPatch, path+"/"+notes[0], w.agent.Key, map[string]any{"body": "Look again"})
		if changed.Text("mentionedUserIds", "0") != w.lead.ID {
			t.Errorf("the changed note is %s", changed.Body)
		}
		if r := k.Do(http.MethodPatch, path+"/"+notes[0], w.agent.Key, map[string]any{"mentionedUserIds": []string{w.out.ID}}); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("a change mentions who does not see it: %d %s", r.Status, r.Body)
		}
		// The lead loses sight of the deal, and with it of what was told.
		w.must(http.MethodPatch, "/v1/deals/"+id, k.Key, map[string]any{"conversationId": ""})
		if r := w.must(http.MethodGet, "/v1/notifications?kind=mentioned", w.lead.Key, nil); len(r.JSON()["data"].([]any)) != 0 {
			t.Errorf("out of sight: %s", r.Body)
		}
	})
}
