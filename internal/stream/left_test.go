package stream_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// nextBefore reads a block, and fails where none comes but heart-beats.
func (l *listener) nextBefore(deadline time.Time) (block, bool) {
	l.t.Helper()
	if time.Now().After(deadline) {
		l.t.Fatal("what is awaited did not come")
	}
	return l.next()
}

// leftUntil reads what is told of conversations that left, until an event of the log
// of a conversation comes. Nothing else may be told meanwhile of who does not see it.
func (l *listener) leftUntil(mark string) (left []string) {
	l.t.Helper()
	for deadline := time.Now().Add(patience); ; { // heart-beats come for ever
		b, ok := l.nextBefore(deadline)
		switch {
		case !ok:
			l.t.Fatal("the stream ended")
		case b.event == "conversation.left":
			if b.id != "" || b.data != `{"conversationId":"`+b.data[19:len(b.data)-2]+`"}` {
				l.t.Errorf("told of what left: %+v", b)
			}
			left = append(left, b.data[19:len(b.data)-2])
		case strings.Contains(b.data, mark):
			return left
		}
	}
}

// A conversation that leaves somebody's sight is told to them by its id: reassigned, of
// another team, unfollowed. Nobody else is told so, nor they of anything else.
func TestWhatLeavesSightIsTold(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		do := func(method, path, key string, body any) testkit.Response {
			t.Helper()
			r := k.Do(method, path, key, body)
			if r.Status >= 300 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r
		}
		team := func(name string, people ...string) string {
			id := do(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": name}).Text("id")
			do(http.MethodPut, "/v1/teams/"+id+"/members", k.Key, map[string]any{"userIds": people})
			return id
		}
		ada, bob := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		sales, support := team("Sales", ada.ID, bob.ID), team("Support", bob.ID)
		conversation := func(phone string) string {
			return k.Message(k.EventuallyStored(k.CustomerWrites(phone, "Hello")))["conversationId"].(string)
		}
		assign := func(id, team, agent string) {
			t.Helper()
			do(http.MethodPut, "/v1/conversations/"+id+"/assignment", k.Key, map[string]any{"teamId": team, "agentId": agent})
		}
		one, mark, hidden := conversation("+14155550101"), conversation("+14155550102"), conversation("+14155550103")
		a, b := listen(t, k.App.URL(), ada.Key, "", ""), listen(t, k.App.URL(), bob.Key, "", "")
		a.next()
		begin := a.last
		n := 0
		// told is what is told of conversations that left, up to an event that both see.
		told := func(want ...string) {
			t.Helper()
			n++
			assign(mark, sales, "")
			got := a.leftUntil(mark)
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("step %d: told of %v, want %v", n, got, want)
			}
			assign(mark, support, "") // hers no more: so the next step begins
			if got := a.leftUntilLeft(mark); len(got) > 0 {
				t.Errorf("step %d: then of %v", n, got)
			}
		}
		assign(hidden, support, bob.ID)
		told()
		assign(one, sales, ada.ID)
		told()
		assign(one, sales, bob.ID) // to a colleague of the same team
		told(one)
		assign(one, sales, "")
		assign(one, support, "") // to another team
		told(one)
		assign(one, support, bob.ID) // not hers, before and after
		assign(hidden, support, "")
		told()
		assign(one, sales, ada.ID)
		assign(one, "", "") // nobody's, of no team and a number that hers has not
		told(one)
		if got := b.leftUntil(mark); len(got) > 0 {
			t.Errorf("a colleague who sees it still is told of %v", got)
		}
		// Who comes again is told again, and only of what was seen.
		again := listen(t, k.App.URL(), ada.Key, begin, "?events=conversation.assigned")
		for _, id := range again.leftUntilLast(one, 3) {
			if id != one && id != mark {
				t.Errorf("told again of %s", id)
			}
		}
		// What somebody only followed leaves their other devices when they stop.
		role := do(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Followers", "scopes": []string{"conversations:read", "conversations:write", "messages:write", "events:read"}, "reach": "own_and_followed"}).Text("id")
		cleo := k.NewPerson(k.WorkspaceID, role)
		assign(one, sales, cleo.ID)
		c := listen(t, k.App.URL(), cleo.Key, "", "?events=conversation.*")
		c.next()
		do(http.MethodPut, "/v1/conversations/"+one+"/following", cleo.Key, nil)
		assign(one, sales, "") // followed, so it stays
		if got := c.leftUntil(one); len(got) > 0 {
			t.Errorf("told of %v that she follows", got)
		}
		do(http.MethodDelete, "/v1/conversations/"+one+"/following", cleo.Key, nil)
		if got := c.leftUntilLeft(one); len(got) > 0 {
			t.Errorf("told of %v", got)
		}
	})
}

// leftUntilLeft reads on until the stream tells that a conversation left, and returns
// those before it.
func (l *listener) leftUntilLeft(id string) (others []string) {
	l.t.Helper()
	for deadline := time.Now().Add(patience); ; { // heart-beats come for ever
		b, ok := l.nextBefore(deadline)
		if !ok {
			l.t.Fatal("the stream ended")
		}
		if b.event != "conversation.left" {
			continue
		}
		if strings.Contains(b.data, id) {
			return others
		}
		others = append(others, b.data)
	}
}

// leftUntilLast reads on until a conversation was told to have left so many times.
func (l *listener) leftUntilLast(id string, times int) (all []string) {
	l.t.Helper()
	deadline := time.Now().Add(patience)
	for seen := 0; seen < times; {
		b, ok := l.nextBefore(deadline)
		if !ok {
			l.t.Fatal("the stream ended")
		}
		if b.event != "conversation.left" {
			continue
		}
		all = append(all, b.data[19:len(b.data)-2])
		if all[len(all)-1] == id {
			seen++
		}
	}
	return all
}
