package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rehearse"
	"service.example/crm/internal/service/routing"
	"service.example/crm/internal/testkit"
)

const rehearsalsPath = "/v1/routing/rehearsals"

// rehearsed asks for a rehearsal and returns it once it has ended.
func (w routingWorld) rehearsed(body map[string]any) (r testkit.Response) {
	w.t.Helper()
	id := w.do(http.StatusAccepted, http.MethodPost, rehearsalsPath, w.Key, body).Text("id")
	w.Eventually("the rehearsal is completed", func() bool {
		r = w.do(http.StatusOK, http.MethodGet, rehearsalsPath+"/"+id, w.Key, nil)
		return r.Text("state") != "running"
	})
	if r.Text("state") != "completed" {
		w.t.Fatalf("the rehearsal ended: %s", r.Body)
	}
	return r
}

func number(r testkit.Response, path ...string) float64 {
	at := any(r.JSON())
	for _, p := range path {
		at = at.(map[string]any)[p]
	}
	return at.(float64)
}

// busyDay lets contacts write, and members come, go, answer and close.
func (w routingWorld) busyDay(rounds int) {
	w.t.Helper()
	r := rand.New(rand.NewPCG(83, 1))
	texts := []string{"Hello", "My refund?", "Hola, ¿dónde está mi pedido?", "Guten Tag, eine Frage zur Rechnung"}
	var open []string
	for round := range rounds {
		open = append(open, w.writes(fmt.Sprintf("+1415556%04d", r.IntN(rounds)), texts[r.IntN(len(texts))]))
		w.Advance(time.Duration(r.IntN(600)) * time.Second)
		person := w.people[r.IntN(len(w.people))]
		switch r.IntN(5) {
		case 0:
			w.available(person.ID, "away")
		case 1:
			w.do(http.StatusOK, http.MethodPut, "/v1/routing/agents/"+person.ID, w.Key, map[string]any{"skills": []string{fmt.Sprintf("skill_%d", round%3)}, "capacity": 1 + round%3})
		case 2:
			w.available(person.ID, "online")
		case 3:
			id := open[r.IntN(len(open))]
			w.Do(http.MethodPut, "/v1/conversations/"+id+"/status", w.Key, map[string]any{"status": "closed"})
		}
		w.Quiet()
	}
	for _, p := range w.people {
		w.available(p.ID, "online")
	}
	w.Quiet()
}

// Recorded decisions come out the same when they are made again, and a defect of the
// code is found.
func TestRehearsalsMakeDecisionsAgain(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 4, map[string]any{"method": "round_robin"})
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, map[string]any{"rules": []any{
			map[string]any{"key": "refunds", "when": map[string]any{"keywords": []string{"refund"}}, "target": map[string]any{"teamId": w.team, "priority": "high", "preferredSkills": []string{"skill_1"}}},
			map[string]any{"key": "spanish", "when": map[string]any{"languages": []string{"es"}}, "target": map[string]any{"teamId": w.team, "requiredSkills": []string{"skill_2"}}}},
			"default": map[string]any{"teamId": w.team}})
		began := k.Now()
		w.busyDay(30)
		r := w.rehearsed(map[string]any{"from": began})
		if made, compared, differ := number(r, "result", "check", "decisions"), number(r, "result", "check", "compared"), number(r, "result", "check", "different"); compared < 30 || made != compared || differ != 0 {
			t.Errorf("of %v decisions %v were compared and %v differ: %s", made, compared, differ, r.Body)
		}
		recorded, unchanged := number(r, "result", "recorded", "assigned"), number(r, "result", "unchanged", "assigned")
		if recorded < 10 || unchanged != recorded || number(r, "result", "sameAgent") < 0.9*recorded {
			t.Errorf("of %v assignments the model makes %v: %s", recorded, unchanged, r.Body)
		}
		// With a tie-break that is changed, the check finds differences.
		check := rehearse.Check{Choose: lastOfEquals}
		k.Must(k.DB().View(t.Context(), func(tx *db.Tx) error {
			list, err := routing.RecordedBetween(tx, k.WorkspaceID, began.Add(-time.Hour), nil, k.Now(), 10_000)
			for _, one := range list {
				if err == nil && !one.Came() {
					_, _, err = check.Chosen(one.Chain, one.Place, one.Body, one.Decision, true)
				}
			}
			return err
		}))
		if check.Different == 0 || check.Differences[0].What != "agent" {
			t.Errorf("a changed tie-break made %d differences: %v", check.Different, check.Differences)
		}
	})
}

// lastOfEquals is assign.Choose with a defect: of those who got nothing longest, the
// second comes first.
func lastOfEquals(in assign.Input) assign.Decision {
	d := assign.Choose(in)
	if len(d.Top) > 1 && d.Winner != "" && d.Top[1].Reason == assign.Eligible && d.Top[0].Score.Start == d.Top[1].Score.Start {
		d.Top[0], d.Top[1] = d.Top[1], d.Top[0]
		d.Winner = d.Top[0].AgentID
	}
	return d
}

// With more people contacts wait less, with other rules they go elsewhere.
func TestRehearsalsShowWhatChanges(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "least_load"})
		w.capacity(1)
		began := k.Now()
		for i := range 6 {
			w.writes(fmt.Sprintf("+141555570%02d", i), "Hello")
			k.Quiet()
			k.Advance(time.Minute)
		}
		k.Advance(time.Hour)
		all := []map[string]any{{"day": "monday", "from": "00:00", "to": "24:00"}}
		for _, day := range []string{"tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
			all = append(all, map[string]any{"day": day, "from": "00:00", "to": "24:00"})
		}
		r := w.rehearsed(map[string]any{"from": began, "goalMinutes": 30, "changes": map[string]any{
			"extra": []any{map[string]any{"name": "One more", "teamId": w.team, "capacity": 3, "hours": map[string]any{"timeZone": "UTC", "hours": all}}}}})
		if a, b := number(r, "result", "recorded", "assigned"), number(r, "result", "changed", "assigned"); a != 1 || b != 4 || number(r, "result", "unchanged", "stillWaiting") != 5 {
			t.Errorf("%v were assigned, %v with one more: %s", a, b, r.Body)
		}
		r = w.rehearsed(map[string]any{"from": began, "changes": map[string]any{"rules": map[string]any{"rules": []any{}},
			"agents": []any{map[string]any{"userId": w.people[0].ID, "capacity": 0}}}})
		if number(r, "result", "changed", "nowhere") != 6 || number(r, "result", "check", "different") != 0 {
			t.Errorf("without rules they go somewhere: %s", r.Body)
		}
	})
}

// What is wrong of a request is told at once, with its place.
func TestRehearsalsRefuse(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "least_load"})
		other := k.Do(http.MethodPost, "/v1/teams", k.Other.Key, map[string]any{"name": "Theirs"}).Text("id")
		refused := func(body map[string]any, pointers ...string) {
			t.Helper()
			r := w.do(http.StatusUnprocessableEntity, http.MethodPost, rehearsalsPath, k.Key, body)
			var got []string
			for _, f := range r.JSON()["errors"].([]any) {
				got = append(got, fmt.Sprint(f.(map[string]any)["pointer"]))
			}
			if fmt.Sprint(got) != fmt.Sprint(pointers) {
				t.Errorf("%v was refused for %v, want %v: %s", body, got, pointers, r.Body)
			}
		}
		now := k.Now()
		refused(map[string]any{"from": now.AddDate(0, 0, -100), "to": now.AddDate(0, 0, 1), "goalMinutes": 0}, "/from", "/goalMinutes", "/to")
		refused(map[string]any{"from": now.AddDate(0, 0, -40)}, "/to")
		refused(map[string]any{"from": now.Add(time.Hour), "to": now.Add(-time.Hour)}, "/to")
		hours := map[string]any{"timeZone": "Nowhere", "hours": []any{map[string]any{"day": "monday", "from": "9", "to": "10:00"}}}
		refused(map[string]any{"changes": map[string]any{
			"teams":  []any{map[string]any{"teamId": other}, map[string]any{"teamId": other}},
			"agents": []any{map[string]any{"userId": w.people[0].ID, "skills": []string{"no good"}}},
			"extra":  []any{map[string]any{"name": " ", "teamId": w.team, "capacity": 3, "hours": hours}}}},
			"/changes/teams/1", "/changes/agents/0/skills/0", "/changes/extra/0/name", "/changes/extra/0/hours/timeZone", "/changes/extra/0/hours/hours/0/from")
		refused(map[string]any{"changes": map[string]any{"teams": []any{map[string]any{"teamId": other}}, "rules": map[string]any{"default": map[string]any{"teamId": other}}}},
			"/changes/rules/default/teamId", "/changes/teams/0/teamId")
		ids := map[string]bool{}
		for range crm.MaxOpenRehearsals + 3 {
			switch r := k.Do(http.MethodPost, rehearsalsPath, k.Key, map[string]any{}); r.Status {
			case http.StatusAccepted:
				ids[r.Text("id")] = true
			case http.StatusConflict:
				if r.Code() != string(crm.CodeRehearsalLimit) {
					t.Errorf("refused with %s", r.Body)
				}
			default:
				t.Errorf("%d: %s", r.Status, r.Body)
			}
		}
		for id := range ids {
			if r := w.do(http.StatusOK, http.MethodPost, rehearsalsPath+"/"+id+"/cancel", k.Key, nil); r.Text("state") == "running" {
				t.Errorf("a rehearsal goes on that was canceled: %s", r.Body)
			}
		}
		if r := k.Do(http.MethodGet, rehearsalsPath+"/"+w.do(http.StatusAccepted, http.MethodPost, rehearsalsPath, k.Key, map[string]any{}).Text("id"), k.Other.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("another workspace sees it: %s", r.Body)
		}
	})
}
