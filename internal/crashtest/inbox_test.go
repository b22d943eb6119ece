package crashtest

import (
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
// waiting, nobody is automatically given more than they may have or what somebody has,
// queues keep their order, and nobody waits while somebody is free. On PostgreSQL two
// nodes work.
func TestTheInboxSurvivesKills(t *testing.T) {
	const workers, members, capacity, customers = 50, 6, 5, 120
	acts := inboxActs(t, 2000)
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		in := &inbox{world: newLeasedWorld(t, bin, database, n, 2*time.Second), done: map[string]int{}, moved: map[string][]time.Time{}, gone: map[string][]time.Time{}, byHand: map[string]time.Time{}}
		in.staff(members, capacity)
		in.left.Store(int64(acts))
		began := time.Now()
		var all sync.WaitGroup
		for worker := range workers {
			all.Go(func() { in.work(rand.New(rand.NewPCG(uint64(worker), 14)), in.nodes[worker%n].url, customers) })
		}
		kills := 0
		for kills < 2 || in.left.Load() > 0 {
			time.Sleep(in.lull() + time.Second) // long enough for queues to be served
			victim := in.nodes[kills%n]
			victim.p.kill()
			in.logs()
			in.start(victim)
			kills++
		}
		all.Wait()
		t.Logf("%d acts took %s", acts, time.Since(began).Round(time.Second))
		base := in.nodes[0].url
		in.everybody(base, "online")
		in.drain(base)
		in.rush(base, customers)
		in.drain(base)
		// What members who left have stays where it is while it is looked at.
		in.insist(base, "PATCH", "/v1/routing/settings", map[string]any{"requeueAfterMinutes": 0})
		in.everyState(base)
		list := in.conversations(base)
		in.verifyCounts(base, list)
		entries, episodes := 0, 0
		for _, c := range list {
			entries += in.verifyTimeline(base, c)
			episodes += in.verifyWaiting(base, c)
		}
		t.Logf("%d acts (%d refused by the rules) on %d conversations over %d kills: %d entries, %d episodes, no difference; %s", acts, in.refused.Load(), len(list), kills, entries, episodes, in.deeds())
		in.verifyAssignments(base)
		in.logs()
		for _, n := range in.nodes {
			n.p.kill()
		}
		in.verifyOrder()
	})
}

// inbox is a world whose people are given what customers write.
type inbox struct {
	*world
	team     string
	people   []string
	capacity int
	// left are acts still to do, written is what customers wrote.
	left, refused, written atomic.Int64
	// wrote is when a worker that found nothing last let a customer write, in Unix ms.
	wrote atomic.Int64

	mu   sync.Mutex
	done map[string]int // how often something was done, by what
	// By conversation, when its priority changed, and when it left the queue otherwise
	// than by being given.
	moved, gone map[string][]time.Time
	// byHand is when it was known of a conversation that somebody has it.
	byHand map[string]time.Time
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
	in.api(base, "PATCH", "/v1/routing/settings", map[string]any{"capacity": capacity, "requeueAfterMinutes": 1}, &none)
	in.api(base, "PUT", "/v1/routing/rules", map[string]any{"rules": []any{}, "default": map[string]any{"teamId": in.team}}, &none)
	began := time.Now() // for so long other nodes may not know that there are rules
	for n := 0; time.Since(began) < 1500*time.Millisecond; n++ {
		in.writes(n)
		awaitUntil(in.t, time.Minute, "what a customer wrote is there", func() (bool, string) { return len(in.conversations(base)) > n, "" })
	}
	in.closes(base, func(listedConversation) bool { return true })
}

// work does something again and again until enough is done. What fails because a node
// is gone is not repeated, and does not count.
func (in *inbox) work(r *rand.Rand, base string, customers int) {
	for in.left.Load() > 0 {
		what, status := in.act(r, base, customers)
		if status == 0 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		in.left.Add(-1)
		switch {
		case status >= 500 && status != http.StatusServiceUnavailable:
			in.t.Errorf("%s was answered with %d", what, status)
		case status >= 400:
			in.refused.Add(1)
		default:
			in.deed(what)
		}
	}
}

// deed counts something that was done.
func (in *inbox) deed(what string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.done[what]++
}

// act does one thing and returns what it was, with the status of the
// answer: 0 for none.
func (in *inbox) act(r *rand.Rand, base string, customers int) (what string, status int) {
	do := func(method, path string, body any) int {
		status, _, _ := in.try(base, method, path, "", body)
		return status
	}
	kind := r.IntN(28)
	person := in.people[r.IntN(len(in.people))]
	if kind == 10 {
		is := []string{"online", "online", "online", "away", "offline"}[r.IntN(5)]
		return is, do("PUT", "/v1/users/"+person+"/availability", map[string]any{"status": is})
	}
	status, answer, _ := in.try(base, "GET", "/v1/conversations?view=all&limit=100", "", nil)
	var page struct{ Data []struct{ ID string } }
	if status != http.StatusOK || json.Unmarshal(answer, &page) != nil {
		return "list", status
	}
	if len(page.Data) == 0 { // everything is closed: one of the workers lets somebody write
		if last, now := in.wrote.Load(), time.Now().UnixMilli(); now-last > 100 && in.wrote.CompareAndSwap(last, now) {
			in.writes(r.IntN(customers))
		}
		return "written by a customer", 0
	}
	if kind < 10 {
		in.writes(r.IntN(customers))
		return "written by a customer", status
	}
	id := page.Data[r.IntN(len(page.Data))].ID
	to := func(status map[string]any) int { return do("PUT", "/v1/conversations/"+id+"/status", status) }
	switch kind {
	case 11, 12:
		return "requeued", do("POST", "/v1/conversations/"+id+"/requeue", nil)
	case 13:
		return "prioritized", do("PATCH", "/v1/conversations/"+id, map[string]any{"priority": []string{"low", "normal", "high", "urgent"}[r.IntN(4)]})
	case 14:
		return "noted", do("POST", "/v1/conversations/"+id+"/notes", map[string]any{"body": "Noted."})
	case 15:
		ids := []string{}
		for _, i := range r.Perm(len(page.Data))[:min(6, len(page.Data))] {
			ids = append(ids, page.Data[i].ID)
		}
		status, answer, _ = in.try(base, "POST", "/v1/actions", "", map[string]any{"conversationIds": ids, "change": map[string]any{"status": map[string]any{"status": "closed"}}})
		var made struct{ ID string }
		if status != 0 && status < 300 && r.IntN(2) == 0 && json.Unmarshal(answer, &made) == nil {
			return "undone", do("POST", "/v1/actions/"+made.ID+"/undo", nil)
		}
		return "closed together", status
	case 16, 17:
		until := time.Now().Add(300*time.Millisecond + time.Duration(r.IntN(2000))*time.Millisecond)
		return "snoozed until", to(map[string]any{"status": "snoozed", "until": until.UTC().Format(time.RFC3339Nano), "wakeOnReply": r.IntN(2) == 0})
	case 18:
		return "snoozed", to(map[string]any{"status": "snoozed"})
	case 19, 20:
		return "pending", to(map[string]any{"status": "pending"})
	case 21, 22:
		return "answered", do("POST", "/v1/messages", map[string]any{"conversationId": id, "type": "text", "text": map[string]any{"body": "We look into it."}})
	case 23, 24:
		return "given by hand", do("PUT", "/v1/conversations/"+id+"/assignment", map[string]any{"agentId": person, "teamId": []string{"", in.team}[r.IntN(2)]})
	}
	return "closed", to(map[string]any{"status": "closed"})
}

// writes lets a customer write.
func (in *inbox) writes(customer int) {
	in.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646557%04d", customer), "text": "Hello"})
	in.written.Add(1)
}

// insist makes a call until it succeeds.
func (in *inbox) insist(base, method, path string, body any) {
	in.t.Helper()
	awaitUntil(in.t, time.Minute, method+" "+path, func() (bool, string) {
		status, answer, err := in.try(base, method, path, "", body)
		return err == nil && status < 300, fmt.Sprint(status, string(answer), err)
	})
}

func (in *inbox) everybody(base, is string) {
	in.t.Helper()
	for _, id := range in.people {
		in.insist(base, "PUT", "/v1/users/"+id+"/availability", map[string]any{"status": is})
	}
}

// closes closes what somebody has, and what nobody can get any more.
func (in *inbox) closes(base string, which func(listedConversation) bool) (n int) {
	in.t.Helper()
	for _, c := range in.conversations(base) {
		if c.Status == "open" && which(c) {
			in.insist(base, "PUT", "/v1/conversations/"+c.ID+"/status", map[string]any{"status": "closed"})
			n++
		}
	}
	return n
}

func had(c listedConversation) bool { return c.AgentID != "" }

// rush lets everybody write while nobody is there, and gives some of it to members by
// hand; then they come back, one after the other, and each is given as much beside it as
// they may have.
func (in *inbox) rush(base string, customers int) {
	in.t.Helper()
	in.everybody(base, "offline")
	in.closes(base, func(listedConversation) bool { return true })
	for customer := range customers {
		in.writes(customer)
	}
	var waiting []string
	awaitUntil(in.t, time.Minute, "most of them wait in the queue", func() (bool, string) {
		waiting = waiting[:0]
		for _, c := range in.conversations(base) {
			if c.Status == "open" && c.AgentID == "" && c.TeamID == in.team {
				waiting = append(waiting, c.ID)
			}
		}
		return len(waiting) > customers/2, fmt.Sprint(len(waiting))
	})
	for i, person := range slices.Concat(in.people, in.people) {
		in.insist(base, "PUT", "/v1/conversations/"+waiting[i]+"/assignment", map[string]any{"agentId": person, "teamId": in.team})
		in.byHand[waiting[i]] = time.Now()
	}
	in.everybody(base, "online")
}

// drain closes what people have until nobody waits any more: everybody who waited was
// given to somebody.
func (in *inbox) drain(base string) {
	in.t.Helper()
	for rounds := 0; ; rounds++ {
		in.settles(base)
		if in.closes(base, had) == 0 {
			return
		}
		if rounds > 1000 {
			in.t.Fatal("the queue does not end")
		}
	}
}

// arrives waits until everything that customers wrote has arrived.
func (in *inbox) arrives(base string) {
	in.t.Helper()
	awaitUntil(in.t, time.Minute, "what customers wrote has arrived", func() (bool, string) {
		arrived := int64(0)
		for _, c := range in.conversations(base) {
			arrived += c.InboundCount
		}
		return arrived == in.written.Load(), fmt.Sprintf("%d of %d", arrived, in.written.Load())
	})
}

// everyState leaves conversations in every state: open, pending, snoozed and closed, with
// an agent and without.
func (in *inbox) everyState(base string) {
	in.t.Helper()
	for _, is := range []string{"online", "offline"} {
		in.everybody(base, is)
		for customer := range 20 {
			in.writes(customer + len(is)*5) // 30 to 49 by members who are there, 35 to 54 by nobody
		}
		in.arrives(base) // what arrives later would wake what is put aside
		has := func(c listedConversation) bool { return c.Status == "open" && (c.AgentID == "") == (is == "offline") }
		var some []listedConversation
		awaitUntil(in.t, time.Minute, "some are open", func() (bool, string) {
			some = some[:0]
			for _, c := range in.conversations(base) {
				if has(c) {
					some = append(some, c)
				}
			}
			return len(some) >= 5, fmt.Sprint(len(some))
		})
		for i, status := range []string{"snoozed", "pending", "snoozed", "pending", "closed"} {
			in.insist(base, "PUT", "/v1/conversations/"+some[i].ID+"/status", map[string]any{"status": status})
		}
	}
}
