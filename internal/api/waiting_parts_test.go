package api_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// parts are the skills or agents of a cause of the report in minutes, in their order.
// To the millisecond they are the cause.
func (w routingWorld) parts(of map[string]any, cause, list, name string) (out []string) {
	w.t.Helper()
	for _, c := range of["causes"].([]any) {
		c := c.(map[string]any)
		if c["cause"] != cause {
			continue
		}
		sum, share := 0.0, 0.0
		parts, _ := c[list].([]any)
		for _, p := range parts {
			p := p.(map[string]any)
			sum, share = sum+p["waitedMs"].(float64), share+p["share"].(float64)
			out = append(out, fmt.Sprint(p[name], " ", int(p["waitedMs"].(float64)+500)/60_000))
		}
		if d := share - c["share"].(float64); len(parts) > 0 && (sum != c["waitedMs"] || d < -1e-9 || d > 1e-9) {
			w.t.Errorf("the parts of %s sum to %v (%v), it is %v (%v)", cause, sum, share, c["waitedMs"], c["share"])
		}
	}
	return out
}

// The report says which skills were missing, and for whose answers contacts waited.
// The parts of a cause are the cause, to the millisecond, and the sums stay as they are.
func TestTheReportNamesSkillsAndAgents(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		if late := k.Now().UTC().Hour() - 22; late >= 0 { // all of it happens on one day
			k.Advance(time.Duration(3-late) * time.Hour)
		}
		w := newRoutingWorld(k, t, 2, map[string]any{"method": "round_robin"})
		first, second := w.people[0], w.people[1]
		w.do(http.StatusOK, http.MethodPut, rulesPath, k.Key, allTo(map[string]any{"teamId": w.team, "requiredSkills": []string{"refunds", "arabic"}}))
		skills := func(of testkit.Person, list ...string) {
			t.Helper()
			w.do(http.StatusOK, http.MethodPut, "/v1/routing/agents/"+of.ID, k.Key, map[string]any{"skills": list})
		}
		id := w.writes("+14155550181", "مرحبا")
		reason := func(want string) {
			t.Helper()
			k.Eventually("it waits because "+want, func() bool { return k.Count("routing_queue", "wait_cause = '"+want+"'") == 1 })
			k.Advance(10 * time.Minute)
		}
		reason("skill_missing arabic refunds")
		skills(first, "refunds")
		reason("skill_missing arabic")
		skills(second, "arabic") // now each is somebody's, and nobody has both
		reason("skill_missing arabic refunds")
		skills(second, "arabic", "refunds")
		k.Eventually("who has both gets it", func() bool { return w.agent(id) == second.ID })
		k.Advance(8 * time.Minute)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"agentId": first.ID, "teamId": w.team})
		k.Advance(4 * time.Minute)
		w.status(id, "closed")
		report := func(query string) map[string]any {
			t.Helper()
			return w.do(http.StatusOK, http.MethodGet, "/v1/reports/waiting"+query, k.Key, nil).JSON()
		}
		k.Eventually("the report has it", func() bool { return report("")["waitCount"] == 1.0 && k.Count("ended_waits") == 0 })
		r := report("?groupBy=agent&teamId=" + w.team)
		w.wantWaited("the report", minutesOf(t, r["causes"].([]any), r["waitedMs"].(float64)), map[string]int{"skill_missing": 30, "assigned": 12})
		today := r["days"].([]any)[6].(map[string]any)
		for name, of := range map[string]map[string]any{"the whole": r, "the day": today} {
			if got, want := fmt.Sprint(w.parts(of, "skill_missing", "skills", "skill")), "[arabic 20 refunds 10]"; got != want {
				t.Errorf("%s: the skills are %s, want %s", name, got, want)
			}
			if got, want := fmt.Sprint(w.parts(of, "assigned", "agents", "agentId")), fmt.Sprintf("[%s 8 %s 4]", second.ID, first.ID); got != want {
				t.Errorf("%s: the agents are %s, want %s", name, got, want)
			}
		}
		plain := report("")
		if got := w.parts(plain, "assigned", "agents", "agentId"); got != nil || plain["waitedMs"] != r["waitedMs"] {
			t.Errorf("without groupBy: agents %v, %v ms of %v", got, plain["waitedMs"], r["waitedMs"])
		}
		for by, want := range map[string]string{"team": w.team, "phone_number": "num_"} {
			groups := report("?groupBy=" + by)["groups"].([]any)
			g := groups[0].(map[string]any)
			if len(groups) != 1 || !strings.HasPrefix(g["id"].(string), want) || g["waitCount"] != 1.0 {
				t.Errorf("by %s there is %v", by, groups)
			}
			w.wantWaited("by "+by, minutesOf(t, g["causes"].([]any), g["waitedMs"].(float64)), map[string]int{"skill_missing": 30, "assigned": 12})
		}
		// Off from UTC by 5 hours and 45 minutes, each hour has what was in it there.
		zone, all, last := time.FixedZone("", (5*60+45)*60), 0.0, -1
		for _, g := range report("?groupBy=hour&timeZone=Asia/Kathmandu&to=" + k.Now().AddDate(0, 0, 1).Format(time.DateOnly))["groups"].([]any) {
			g := g.(map[string]any)
			hour, _ := strconv.Atoi(g["id"].(string))
			began, ended := k.Now().Add(-43*time.Minute).In(zone), k.Now().In(zone)
			if hour <= last || hour != began.Hour() && hour != ended.Hour() {
				t.Errorf("from %s to %s it waited in the hour %v", began, ended, g["id"])
			}
			last, all = hour, all+g["waitedMs"].(float64)
		}
		if all != r["waitedMs"] {
			t.Errorf("the hours have %v ms of %v", all, r["waitedMs"])
		}
		w.do(http.StatusUnprocessableEntity, http.MethodGet, "/v1/reports/waiting?groupBy=hour&agentId="+first.ID, k.Key, nil)
		for _, of := range []struct {
			id      string
			minutes int
			waits   float64
		}{{first.ID, 4, 1}, {second.ID, 8, 0}} { // it ended with the first
			one := report("?agentId=" + of.id)
			w.wantWaited(of.id, minutesOf(t, one["causes"].([]any), one["waitedMs"].(float64)), map[string]int{"assigned": of.minutes})
			if one["waitCount"] != of.waits {
				t.Errorf("%v waits of %s, want %v", one["waitCount"], of.id, of.waits)
			}
		}
	})
}

// What an answer ended that fails after all is taken out of every part again, until it
// ends.
func TestAFailedAnswerIsTakenOutOfItsParts(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		agent, phone := w.people[0], "+14155550182"
		id := w.writes(phone, "Hello")
		k.Eventually("the member gets it", func() bool { return w.agent(id) == agent.ID })
		k.Advance(20 * time.Minute)
		answer := k.SendMessage(map[string]any{"to": phone, "type": "text", "text": map[string]any{"body": "Hi"}})
		m := k.EventuallyMessage(answer, "accepted")
		figures := func() string {
			return fmt.Sprint(k.Rows("SELECT part, CAST(sum(waited_ms) / 60000 AS BIGINT) AS minutes, CAST(sum(waits) AS BIGINT) AS waits FROM waiting_parts GROUP BY part"))
		}
		want := func(minutes, waits int) {
			t.Helper()
			rows := fmt.Sprint(k.Rows("SELECT '%s' AS part, CAST(%d AS BIGINT) AS minutes, CAST(%d AS BIGINT) AS waits", agent.ID, minutes, waits))
			k.Eventually(fmt.Sprint("of the member it has ", minutes, " minutes"), func() bool { return k.Count("ended_waits") == 0 && figures() == rows })
		}
		want(20, 1)
		failed := testkit.Status(m["providerMessageId"].(string), "failed", phone[1:], k.Now())
		failed["errors"] = []any{map[string]any{"code": 131026, "title": "Message undeliverable"}}
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", failed))
		want(0, 0)
		k.Advance(10 * time.Minute)
		w.status(id, "closed")
		want(30, 1)
	})
}

// Waiting is told by the labels that a conversation had when its wait was counted. A wait
// that had not ended after all is taken out where it was counted, whichever labels the
// conversation has by then.
func TestWaitingIsToldByLabel(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newRoutingWorld(k, t, 1, map[string]any{"method": "round_robin"})
		label := func(name string) string {
			return w.do(http.StatusCreated, http.MethodPost, "/v1/labels", k.Key, map[string]any{"name": name}).Text("id")
		}
		vip, returns := label("vip"), label("returns")
		marked := func(id string, labels ...string) {
			w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+id+"/labels", k.Key, map[string]any{"labelIds": labels})
		}
		const phone, other = "+14155550182", "+14155550183"
		id, plain := w.writes(phone, "Hello"), w.writes(other, "Hello")
		marked(id, vip, returns)
		k.Eventually("the member gets both", func() bool { return w.agent(id) != "" && w.agent(plain) != "" })
		k.Advance(20 * time.Minute)
		k.SendMessage(map[string]any{"to": other, "type": "text", "text": map[string]any{"body": "Hi"}})
		m := k.EventuallyMessage(k.SendMessage(map[string]any{"to": phone, "type": "text", "text": map[string]any{"body": "Hi"}}), "accepted")
		report := func(query string) map[string]any {
			return w.do(http.StatusOK, http.MethodGet, "/v1/reports/waiting?"+query, k.Key, nil).JSON()
		}
		minutes := func(of any) string {
			r := of.(map[string]any)
			return fmt.Sprintf("%.0f min of %v", r["waitedMs"].(float64)/60000, r["waitCount"])
		}
		want := func(what string, got func() string, want string) {
			t.Helper()
			last := ""
			k.Eventually(what+": "+want, func() bool { last = got(); return last == want })
		}
		all := func() string { return minutes(report("")) }
		byLabel := func() string {
			groups := map[string]string{}
			list, _ := report("groupBy=label")["groups"].([]any)
			for _, g := range list {
				groups[g.(map[string]any)["id"].(string)] = minutes(g)
			}
			return fmt.Sprint("vip ", groups[vip], ", returns ", groups[returns], ", groups ", len(groups))
		}
		want("all", all, "40 min of 2")
		want("each label", byLabel, "vip 20 min of 1, returns 20 min of 1, groups 2")
		want("one label", func() string { return minutes(report("labelId=" + vip)) }, "20 min of 1")
		want("one label on another number", func() string { return minutes(report("labelId=" + vip + "&phoneNumberId=num_other")) }, "0 min of 0")
		hours := report("labelId=" + vip + "&groupBy=hour")["groups"].([]any)
		var sum float64
		for _, h := range hours {
			sum += h.(map[string]any)["waitedMs"].(float64)
		}
		if of := report("labelId=" + vip); sum != of["waitedMs"] {
			t.Errorf("the hours of a label have %v ms of %v", sum, of["waitedMs"])
		}

		marked(id, vip)
		failed := testkit.Status(m["providerMessageId"].(string), "failed", phone[1:], k.Now())
		failed["errors"] = []any{map[string]any{"code": 131026, "title": "Message undeliverable"}}
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", failed))
		want("all but what failed", all, "20 min of 1")
		want("each label but what failed", byLabel, "vip 0 min of 0, returns 0 min of 0, groups 2")
		k.Advance(10 * time.Minute)
		w.status(id, "closed")
		want("each label in the end", byLabel, "vip 30 min of 1, returns 0 min of 0, groups 2")
		for _, query := range []string{"labelId=a&teamId=b", "labelId=a&agentId=b", "labelId=a&groupBy=team", "groupBy=label&agentId=b", "groupBy=label&teamId=b", "groupBy=label&labelId=b"} {
			w.do(http.StatusUnprocessableEntity, http.MethodGet, "/v1/reports/waiting?"+query, k.Key, nil)
		}
	})
}
