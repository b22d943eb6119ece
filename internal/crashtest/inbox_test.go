package crashtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// inboxActs is how much is done to the inbox; CRM_INBOX_ACTS sets it, 100000 is the
// long form.
func inboxActs(t *testing.T, otherwise int) int {
	text := os.Getenv("CRM_INBOX_ACTS")
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CRM_INBOX_ACTS=%q is no number of acts", text)
	}
	return n
}

// Whatever 50 workers do at once, though nodes are killed: counts are those of the
// lists, timelines lead without a gap to how conversations are, causes sum to the
// waiting, nobody is given more than they may have, and nobody waits while somebody is
// free. On PostgreSQL two nodes work.
func TestTheInboxSurvivesKills(t *testing.T) {
	const workers, members, capacity, customers = 50, 6, 5, 120
	acts := inboxActs(t, 2500)
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		in := &inbox{world: newWorld(t, bin, database, n)}
		in.staff(members, capacity)
		in.left.Store(int64(acts))
		var all sync.WaitGroup
		for worker := range workers {
			all.Go(func() { in.work(rand.New(rand.NewPCG(uint64(worker), 14)), in.nodes[worker%n].url, customers) })
		}
		kills := 0
		for kills < 2 || in.left.Load() > 0 {
			time.Sleep(in.lull())
			victim := in.nodes[kills%n]
			victim.p.kill()
			in.logs()
			in.start(victim)
			kills++
		}
		all.Wait()
		base := in.nodes[0].url
		for _, id := range in.people {
			in.insist(base, "PUT", "/v1/users/"+id+"/availability", map[string]any{"status": "online"})
		}
		in.settles(base, members*capacity)
		list := in.conversations(base)
		in.verifyCounts(base, list)
		entries, episodes := 0, 0
		for _, c := range list {
			entries += in.verifyTimeline(base, c)
			episodes += in.verifyWaiting(base, c)
		}
		in.logs()
		t.Logf("%d acts (%d refused by the rules) on %d conversations over %d kills: %d entries, %d episodes, no difference", acts, in.refused.Load(), len(list), kills, entries, episodes)
	})
}

// inbox is a world whose people are given what customers write.
type inbox struct {
	*world
	team          string
	people        []string
	left, refused atomic.Int64
	capacity      int
}

func (in *inbox) staff(members, capacity int) {
	base := in.nodes[0].url
	var made struct{ ID string }
	in.api(base, "POST", "/v1/teams", map[string]any{"name": "Support"}, &made)
	in.team, in.capacity = made.ID, capacity
	for i := range members {
		var u struct{ ID string }
		in.api(base, "POST", "/v1/users", map[string]any{"email": fmt.Sprintf("agent%d@example.com", i), "name": "Agent", "role": "agent", "password": "a winter without snow 17"}, &u)
		in.people = append(in.people, u.ID)
	}
	var none struct{}
	in.api(base, "PUT", "/v1/teams/"+in.team+"/members", map[string]any{"userIds": in.people}, &none)
	in.api(base, "PUT", "/v1/routing/teams/"+in.team, map[string]any{"method": "least_load"}, &none)
	in.api(base, "PATCH", "/v1/routing/settings", map[string]any{"capacity": capacity}, &none)
	in.api(base, "PUT", "/v1/routing/rules", map[string]any{"rules": []any{}, "default": map[string]any{"teamId": in.team}}, &none)
}

// work does something again and again until enough is done. What fails because a node
// is gone is not repeated.
func (in *inbox) work(r *rand.Rand, base string, customers int) {
	for in.left.Add(-1) >= 0 {
		status, _ := in.act(r, base, customers)
		switch {
		case status == 0:
			time.Sleep(20 * time.Millisecond)
		case status >= 500 && status != http.StatusServiceUnavailable:
			in.t.Errorf("an act was answered with %d", status)
		case status >= 400:
			in.refused.Add(1)
		}
	}
}

func (in *inbox) act(r *rand.Rand, base string, customers int) (status int, answer []byte) {
	do := func(method, path string, body any) (int, []byte) {
		status, answer, _ := in.try(base, method, path, "", body)
		return status, answer
	}
	kind := r.IntN(20)
	if kind < 8 {
		in.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646557%04d", r.IntN(customers)), "text": "Hello"})
		return http.StatusOK, nil
	}
	person := in.people[r.IntN(len(in.people))]
	if kind == 8 {
		return do("PUT", "/v1/users/"+person+"/availability", map[string]any{"status": []string{"online", "online", "away"}[r.IntN(3)]})
	}
	status, answer = do("GET", "/v1/conversations?view=all&limit=100", nil)
	var page struct{ Data []struct{ ID string } }
	if status != http.StatusOK || json.Unmarshal(answer, &page) != nil || len(page.Data) == 0 {
		return status, answer
	}
	id := page.Data[r.IntN(len(page.Data))].ID
	switch kind {
	case 9, 10:
		return do("POST", "/v1/conversations/"+id+"/requeue", nil)
	case 11:
		return do("PATCH", "/v1/conversations/"+id, map[string]any{"priority": []string{"low", "normal", "high", "urgent"}[r.IntN(4)]})
	case 12:
		return do("POST", "/v1/conversations/"+id+"/notes", map[string]any{"body": "Noted."})
	case 13:
		ids := []string{}
		for _, i := range r.Perm(len(page.Data))[:min(6, len(page.Data))] {
			ids = append(ids, page.Data[i].ID)
		}
		status, answer = do("POST", "/v1/actions", map[string]any{"conversationIds": ids, "status": map[string]any{"status": "closed"}})
		var made struct{ ID string }
		if status < 300 && r.IntN(3) == 0 && json.Unmarshal(answer, &made) == nil {
			return do("POST", "/v1/actions/"+made.ID+"/undo", nil)
		}
		return status, answer
	}
	return do("PUT", "/v1/conversations/"+id+"/status", map[string]any{"status": "closed"})
}

// insist makes a call until it succeeds.
func (in *inbox) insist(base, method, path string, body any) {
	in.t.Helper()
	awaitUntil(in.t, time.Minute, method+" "+path, func() (bool, string) {
		status, answer, err := in.try(base, method, path, "", body)
		return err == nil && status < 300, fmt.Sprint(status, string(answer), err)
	})
}

// listed is a conversation as lists show it.
type listedConversation struct {
	ID, Status, TeamID, AgentID, Priority string
	WaitingSince                          *time.Time
}

func (in *inbox) conversations(base string) (out []listedConversation) {
	in.t.Helper()
	for cursor := ""; ; {
		var page struct {
			Data       []listedConversation
			NextCursor *string
		}
		in.api(base, "GET", "/v1/conversations?limit=100"+cursor, nil, &page)
		out = append(out, page.Data...)
		if page.NextCursor == nil {
			return out
		}
		cursor = "&cursor=" + *page.NextCursor
	}
}

// settles waits until nobody waits while somebody is free, and fails where somebody was
// given too much. An undone close gives a conversation back to whoever had it, whatever
// they have by then.
func (in *inbox) settles(base string, room int) {
	in.t.Helper()
	var tooOften map[string]bool
	awaitUntil(in.t, 2*time.Minute, "nobody waits while somebody is free", func() (bool, string) {
		has, nobody := map[string]int{}, []string{}
		for _, c := range in.conversations(base) {
			if c.Status == "open" {
				if has[c.AgentID]++; c.AgentID == "" {
					nobody = append(nobody, c.ID)
				}
			}
		}
		free := 0
		for _, id := range in.people {
			free += max(0, in.capacity-has[id])
		}
		if free == 0 || len(nobody) == 0 {
			return true, ""
		}
		tooOften = map[string]bool{}
		for _, id := range nobody { // people decide about what went round too often
			var page struct{ Data []struct{ Outcome string } }
			in.api(base, "GET", "/v1/conversations/"+id+"/routing?limit=1", nil, &page)
			if len(page.Data) > 0 && page.Data[0].Outcome == "too_often" {
				tooOften[id] = true
			}
		}
		return len(tooOften) == len(nobody), fmt.Sprintf("%d wait, %d places are free, %v", len(nobody), free, has)
	})
}

func (in *inbox) verifyCounts(base string, list []listedConversation) {
	in.t.Helper()
	var got struct{ All, Unassigned, NeedsAnswer, Snoozed, Closed int }
	in.api(base, "GET", "/v1/conversation-counts", nil, &got)
	want := got
	want.All, want.Unassigned, want.NeedsAnswer, want.Snoozed, want.Closed = 0, 0, 0, 0, 0
	for _, c := range list {
		switch c.Status {
		case "closed":
			want.Closed++
			continue
		case "snoozed":
			want.Snoozed++
		}
		if want.All++; c.WaitingSince != nil {
			want.NeedsAnswer++
		}
		if c.AgentID == "" {
			want.Unassigned++
		}
	}
	if got != want {
		in.t.Errorf("counts are %+v, the lists have %+v", got, want)
	}
}

// verifyTimeline holds the entries of a conversation against each other and against how
// it is.
func (in *inbox) verifyTimeline(base string, c listedConversation) (entries int) {
	in.t.Helper()
	want := map[string]string{"status": c.Status, "teamId": c.TeamID, "agentId": c.AgentID, "priority": c.Priority}
	for cursor := ""; ; {
		var page struct {
			Data []struct {
				ID      string
				Changes map[string]struct{ From, To any }
			}
			NextCursor *string
		}
		in.api(base, "GET", "/v1/conversations/"+c.ID+"/timeline?limit=100"+cursor, nil, &page)
		entries += len(page.Data)
		for _, e := range page.Data {
			for field, changed := range e.Changes {
				if now, known := want[field]; known && now != fmt.Sprint(cmp.Or(changed.To, any(""))) {
					in.t.Errorf("%s: %s leads to the %s %v, what comes after begins with %q", c.ID, e.ID, field, changed.To, now)
				}
				want[field] = fmt.Sprint(cmp.Or(changed.From, any("")))
			}
		}
		if page.NextCursor == nil {
			break
		}
		cursor = "&cursor=" + *page.NextCursor
	}
	if want["status"] != "closed" || want["agentId"] != "" {
		in.t.Errorf("%s began as %v", c.ID, want)
	}
	return entries
}

// verifyWaiting holds the causes of waiting against how long the contact waited.
func (in *inbox) verifyWaiting(base string, c listedConversation) (episodes int) {
	in.t.Helper()
	var page struct {
		Data []struct {
			ID        string
			ClosedAt  *time.Time
			WaitedMs  int64
			WaitedFor []struct {
				Cause    string
				WaitedMs int64
			}
		}
	}
	in.api(base, "GET", "/v1/conversations/"+c.ID+"/episodes?limit=100", nil, &page)
	for _, e := range page.Data {
		sum := int64(0)
		for _, w := range e.WaitedFor {
			sum += w.WaitedMs
		}
		if e.ClosedAt != nil && sum != e.WaitedMs {
			in.t.Errorf("%s: the contact waited %d ms, the causes are %v", e.ID, e.WaitedMs, e.WaitedFor)
		}
	}
	ids := []string{}
	for _, e := range page.Data {
		ids = append(ids, e.ID)
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) != len(page.Data) {
		in.t.Errorf("%s has an episode twice", c.ID)
	}
	return len(page.Data)
}
