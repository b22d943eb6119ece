package rehearse_test

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// monthDays is how many days pass; CRM_REHEARSAL_DAYS sets it, 30 is the long form.
func monthDays(t *testing.T) int {
	text := os.Getenv("CRM_REHEARSAL_DAYS")
	if text == "" {
		return 6
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 6 {
		t.Fatalf("CRM_REHEARSAL_DAYS=%q is no number of days from 6 on", text)
	}
	return n
}

// month is a shop on a virtual clock: contacts write by chance, members come and go by
// their hours, answer after a while and close.
type month struct {
	*testkit.Kit
	t      *testing.T
	team   string
	agents []shift
	begin  time.Time
	days   int
	todo   agenda
	phones map[string]int // arrival, by conversation

	arrivals int
}

// shift is a member with their hours by weekday.
type shift struct {
	id    string
	hours map[time.Weekday][2]int
}

type appointment struct {
	at time.Time
	n  int
	do func()
}

type agenda []appointment

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return a[i].at.Before(a[j].at) || a[i].at.Equal(a[j].at) && a[i].n < a[j].n
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(appointment)) }
func (a *agenda) Pop() any     { x := (*a)[len(*a)-1]; *a = (*a)[:len(*a)-1]; return x }

func (m *month) at(at time.Time, do func()) { heap.Push(&m.todo, appointment{at, len(m.todo), do}) }

func (m *month) call(status int, method, path string, body any) testkit.Response {
	m.t.Helper()
	r := m.Do(method, path, m.Key, body)
	if r.Status != status {
		m.t.Fatalf("%s %s: %d: %s", method, path, r.Status, r.Body)
	}
	return r
}

var workdays = map[time.Weekday][2]int{time.Monday: {9, 17}, time.Tuesday: {9, 17}, time.Wednesday: {9, 17}, time.Thursday: {9, 17}, time.Friday: {9, 17}}

// newMonth makes the shop, closed, on the next Monday. extra is whether one more comes
// on Saturdays from 10 to 14.
func newMonth(k *testkit.Kit, t *testing.T, days int, extra bool) *month {
	m := &month{Kit: k, t: t, days: days, phones: map[string]int{}}
	m.team = m.call(http.StatusCreated, http.MethodPost, "/v1/teams", map[string]any{"name": "Shop"}).Text("id")
	hours := []map[time.Weekday][2]int{workdays, workdays, {time.Saturday: {9, 17}}}
	if extra {
		hours = append(hours, map[time.Weekday][2]int{time.Saturday: {10, 14}})
	}
	var ids []string
	for _, h := range hours {
		p := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		m.agents, ids = append(m.agents, shift{p.ID, h}), append(ids, p.ID)
		m.available(p.ID, "offline")
	}
	m.call(http.StatusOK, http.MethodPut, "/v1/teams/"+m.team+"/members", map[string]any{"userIds": ids})
	m.call(http.StatusOK, http.MethodPut, "/v1/routing/teams/"+m.team, map[string]any{"method": "least_load"})
	m.call(http.StatusOK, http.MethodPatch, "/v1/routing/settings", map[string]any{"capacity": 2})
	m.call(http.StatusOK, http.MethodPut, "/v1/routing/rules", map[string]any{"rules": []any{
		map[string]any{"key": "urgent", "when": map[string]any{"keywords": []string{"broken"}}, "target": map[string]any{"teamId": m.team, "priority": "high"}}},
		"default": map[string]any{"teamId": m.team}})
	now := k.Now()
	m.begin = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC).AddDate(0, 0, (8-int(now.Weekday()))%7)
	if !m.begin.After(now) {
		m.begin = m.begin.AddDate(0, 0, 7)
	}
	return m
}

func (m *month) available(id, status string) {
	m.t.Helper()
	m.call(http.StatusOK, http.MethodPut, "/v1/users/"+id+"/availability", map[string]any{"status": status})
}

// plan puts everything that does not depend on what happens into the agenda. It is the
// same for every shop.
func (m *month) plan() {
	r := rand.New(rand.NewPCG(20, 26))
	for day := range m.days {
		midnight := m.begin.AddDate(0, 0, day)
		for _, a := range m.agents {
			if h, works := a.hours[midnight.Weekday()]; works {
				m.at(midnight.Add(time.Duration(h[0])*time.Hour), func() { m.available(a.id, "online") })
				m.at(midnight.Add(time.Duration(h[1])*time.Hour), func() { m.available(a.id, "offline") })
			}
		}
		perHour := map[bool]float64{true: 9, false: 3}[midnight.Weekday() == time.Saturday]
		from, to := 9.0, 15.0
		if midnight.Weekday() == time.Sunday {
			continue
		}
		for hour := from + r.ExpFloat64()/perHour; hour < to; hour += r.ExpFloat64() / perHour {
			i := m.arrivals
			m.arrivals++
			m.at(midnight.Add(time.Duration(hour*3600)*time.Second), func() { m.write(i) })
		}
	}
}

func (m *month) write(i int) {
	text := "Hello"
	if i%7 == 0 {
		text = "It is broken"
	}
	id := m.Message(m.EventuallyStored(m.CustomerWrites(fmt.Sprintf("+1415%07d", i), text)))["conversationId"].(string)
	m.phones[id] = i
}

// think and work are how long whoever gets a conversation needs to answer and to be
// done with it: the same for everybody.
func durations(i int) (think, work time.Duration) {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	think = time.Duration(60+r.IntN(360)) * time.Second
	return think, think + time.Duration(120+r.IntN(900))*time.Second
}

// pass lets the days pass.
func (m *month) pass() {
	m.plan()
	end := m.begin.AddDate(0, 0, m.days)
	for len(m.todo) > 0 && m.todo[0].at.Before(end) {
		next := heap.Pop(&m.todo).(appointment)
		if wait := next.at.Sub(m.Now()); wait > 0 {
			m.Advance(wait)
		}
		next.do()
		m.Quiet()
		m.look()
	}
	m.Advance(end.Sub(m.Now()))
	m.Quiet()
}

// look lets whoever got a conversation answer and close it.
func (m *month) look() {
	for _, row := range m.Rows("SELECT conversation_id FROM routing_decisions WHERE outcome = 'assigned' AND decided_at > %d ORDER BY id", m.Now().Add(-12*time.Hour).UnixMilli()) {
		conversation := row["conversation_id"].(string)
		i, fresh := m.phones[conversation]
		if !fresh {
			continue
		}
		delete(m.phones, conversation)
		think, work := durations(i)
		m.at(m.Now().Add(think), func() {
			m.call(http.StatusAccepted, http.MethodPost, "/v1/messages", map[string]any{"to": fmt.Sprintf("+1415%07d", i), "type": "text", "text": map[string]any{"body": "We are on it."}})
		})
		m.at(m.Now().Add(work), func() {
			m.call(http.StatusOK, http.MethodPut, "/v1/conversations/"+conversation+"/status", map[string]any{"status": "closed"})
		})
	}
}

// rehearse asks for the whole time to be gone through again, with changes.
func (m *month) rehearse(changes map[string]any) (out crm.RehearsalResult) {
	m.t.Helper()
	id := m.call(http.StatusAccepted, http.MethodPost, "/v1/routing/rehearsals", map[string]any{"from": m.begin, "to": m.begin.AddDate(0, 0, m.days), "changes": changes}).Text("id")
	var r testkit.Response
	m.Eventually("the rehearsal is over", func() bool {
		r = m.call(http.StatusOK, http.MethodGet, "/v1/routing/rehearsals/"+id, nil)
		return r.Text("state") != "running"
	})
	var body struct {
		State  string
		Result crm.RehearsalResult
	}
	if err := json.Unmarshal(r.Body, &body); err != nil || body.State != "completed" {
		m.t.Fatalf("%v: %s", err, r.Body)
	}
	return body.Result
}

// Recorded decisions of weeks come out the same; the model makes of them what
// happened; and what it foresees of one more person comes true.
func TestAMonth(t *testing.T) {
	days := monthDays(t)
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		m := newMonth(k, t, days, false)
		m.pass()
		oneMore := map[string]any{"extra": []any{map[string]any{"name": "One more on Saturday", "teamId": m.team, "capacity": 2,
			"hours": map[string]any{"timeZone": "UTC", "hours": []any{map[string]any{"day": "saturday", "from": "10:00", "to": "14:00"}}}}}}
		r := m.rehearse(oneMore)
		t.Logf("%d days, %d conversations, %d decisions", days, r.Recorded.Conversations, r.Check.Decisions)
		if r.Check.Different != 0 || r.Check.Compared != r.Check.Decisions || r.Check.Compared < 2*m.arrivals {
			t.Errorf("of %d decisions %d were compared, and %d differ: %v", r.Check.Decisions, r.Check.Compared, r.Check.Different, r.Check.Differences)
		}
		tell := func(what string, s crm.RehearsalSide) {
			t.Logf("%-9s assigned %d, waiting %d, missed %v; answered after %v s (p50), %v s (p90)", what, s.Assigned, s.StillWaiting, s.Missed.Value, s.Wait.P50.Value, s.Wait.P90.Value)
		}
		tell("recorded", r.Recorded)
		tell("unchanged", r.Unchanged)
		tell("changed", *r.Changed)
		t.Logf("the model gives %d of %d conversations to the same member", r.SameAgent, r.Recorded.Assigned)
		near(t, "the model without changes", r.Unchanged.Wait, r.Recorded.Wait, 0.05)
		if r.Changed.Wait.P90.Value >= r.Recorded.Wait.P90.Value {
			t.Errorf("one more person does not help: %v s, %v s without", r.Changed.Wait.P90.Value, r.Recorded.Wait.P90.Value)
		}
		if days < 30 || t.Failed() {
			return
		}
		t.Run("then", func(t *testing.T) {
			testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
				then := newMonth(k, t, days, true)
				then.pass()
				real := then.rehearse(nil)
				tell("then", real.Recorded)
				near(t, "the forecast", r.Changed.Wait, real.Recorded.Wait, 0.10)
			})
		})
	})
}

// near fails if times are further from others than a share of them.
func near(t *testing.T, what string, got, want crm.RehearsalTimes, share float64) {
	t.Helper()
	for _, one := range []struct {
		name      string
		got, want float64
	}{{"p50", got.P50.Value, want.P50.Value}, {"p90", got.P90.Value, want.P90.Value}} {
		off := one.got/one.want - 1
		t.Logf("%s: %s %.0f s, in fact %.0f s (%+.1f %%)", what, one.name, one.got, one.want, 100*off)
		if off > share || off < -share {
			t.Errorf("%s says %s %.0f s, it was %.0f s", what, one.name, one.got, one.want)
		}
	}
}
