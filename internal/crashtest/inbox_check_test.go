package crashtest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"
)

// listed is a conversation as lists show it.
type listedConversation struct {
	ID, Status, TeamID, AgentID, Priority string
	WaitingSince                          *time.Time
	InboundCount                          int64
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

// settles waits until nobody waits while somebody is free. People decide about what went
// round too often; to make room for the others, it is closed.
func (in *inbox) settles(base string) {
	in.t.Helper()
	awaitUntil(in.t, time.Minute, "nobody waits while somebody is free", func() (bool, string) {
		has, nobody := map[string]int{}, []string{}
		for _, c := range in.conversations(base) {
			if c.Status == "open" {
				if has[c.AgentID]++; c.AgentID == "" {
					nobody = append(nobody, c.ID)
				}
			}
		}
		free, still := 0, 0
		for _, id := range in.people {
			free += max(0, in.capacity-has[id])
		}
		last := ""
		for _, id := range nobody {
			if free == 0 {
				break
			}
			var page struct{ Data []struct{ Outcome string } }
			in.api(base, "GET", "/v1/conversations/"+id+"/routing?limit=1", nil, &page)
			if len(page.Data) > 0 && page.Data[0].Outcome == "too_often" {
				in.insist(base, "PUT", "/v1/conversations/"+id+"/status", map[string]any{"status": "closed"})
				continue
			}
			still++
			last = fmt.Sprint(id, page.Data)
		}
		return still == 0, fmt.Sprintf("%d wait, the last one is %s; %d places are free, %v", still, last, free, has)
	})
}

// verifyCounts holds the kept counts against a recount by the lists.
func (in *inbox) verifyCounts(base string, list []listedConversation) {
	in.t.Helper()
	type ofTeam struct {
		TeamID           string
		All, NeedsAnswer int
	}
	type counts struct {
		All, Unassigned, NeedsAnswer, Snoozed, Closed int
		Teams                                         []ofTeam
	}
	var got, want counts
	in.api(base, "GET", "/v1/conversation-counts", nil, &got)
	team := ofTeam{TeamID: in.team}
	states := map[string]int{}
	for _, c := range list {
		if states[c.Status]++; c.Status == "closed" {
			want.Closed++
			continue
		}
		if want.All++; c.Status == "snoozed" {
			want.Snoozed++
			continue
		}
		if c.AgentID == "" {
			want.Unassigned++
		}
		if c.WaitingSince != nil {
			want.NeedsAnswer++
		}
		if c.TeamID == in.team {
			if team.All++; c.WaitingSince != nil {
				team.NeedsAnswer++
			}
		}
	}
	want.Teams = []ofTeam{team}
	if !reflect.DeepEqual(got, want) {
		in.t.Errorf("counts are %+v, the lists have %+v", got, want)
	}
	if len(states) != 4 {
		in.t.Errorf("of the four states there are %v", states)
	}
}

// verifyTimeline holds the entries of a conversation against each other and against how
// it is. It notes when the priority was changed.
func (in *inbox) verifyTimeline(base string, c listedConversation) (entries int) {
	in.t.Helper()
	want := map[string]string{"status": c.Status, "teamId": c.TeamID, "agentId": c.AgentID, "priority": c.Priority}
	for cursor := ""; ; {
		var page struct {
			Data []struct {
				ID      string
				At      time.Time
				Changes map[string]struct{ From, To any }
			}
			NextCursor *string
		}
		in.api(base, "GET", "/v1/conversations/"+c.ID+"/timeline?limit=100"+cursor, nil, &page)
		entries += len(page.Data)
		for _, e := range page.Data {
			if _, priority := e.Changes["priority"]; priority {
				in.moved[c.ID] = append(in.moved[c.ID], e.At)
			}
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
