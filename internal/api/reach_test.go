package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// Whoever asks, and however: a conversation is in the list if and only if it can be
// read with all that belongs to it, is in the views that it is for and is counted, its
// contact is found and exported, its messages are listed, and the live stream tells of
// it; and it is so exactly where the rule says.
func TestReachIsTheSameEverywhere(t *testing.T) {
	const people = 34
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		x := newReachWorld(k, people)
		pairs, seen, shown := 0, 0, map[string]int{}
		for name, who := range x.actors {
			ways, only := x.lookAround(t, who)
			for _, c := range x.conversations {
				want := who.sees(c)
				pairs++
				if want {
					seen++
				}
				for way, has := range ways {
					is := want && (only[way] == nil || only[way](c))
					if is {
						shown[way]++
					}
					if (has[c.id] || has[c.contact]) != is {
						t.Errorf("%s, %+v: %s shows it: %v, the rule says %v", name, c, way, !is, is)
					}
				}
			}
			for way := range ways {
				shown[way] += 0
			}
			x.counts(t, name, who)
		}
		for way, n := range shown {
			if n == 0 {
				t.Errorf("%s never shows anything", way)
			}
		}
		if pairs < 200 || seen < pairs/5 || seen > pairs*4/5 {
			t.Errorf("%d of %d pairs are in reach", seen, pairs)
		}
		x.writesAreRefused(t)
	})
}

type reachConversation struct {
	id, contact, phone, team, agent, message string
	reachState
}

type reachActor struct {
	key  string
	sees func(reachConversation) bool
	user string // "" for an API key
}

type reachWorld struct {
	k             *testkit.Kit
	actors        map[string]reachActor
	conversations []reachConversation
	last          string // the event that everybody is told of
	teams         map[string]string
	view          string // saved, and everybody's
}

func (x *reachWorld) must(method, path, key string, body any) testkit.Response {
	r := x.k.Do(method, path, key, body)
	if r.Status >= 300 {
		x.k.Must(fmt.Errorf("%s %s: %d %s", method, path, r.Status, r.Body))
	}
	return r
}

// newReachWorld makes people of every reach, two teams of which one has the number,
// and conversations that belong to some of them.
func newReachWorld(k *testkit.Kit, people int) *reachWorld {
	x := &reachWorld{k: k, actors: map[string]reachActor{}, teams: map[string]string{}}
	scopes := []string{"conversations:read", "conversations:write", "messages:read", "messages:write", "contacts:read", "contacts:write", "events:read", "media:read"}
	teams := x.teams
	for _, name := range []string{"one", "two"} {
		teams[name] = x.must(http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": name}).Text("id")
	}
	person := map[string]testkit.Person{}
	for _, reach := range crm.ReachKinds {
		role := x.must(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": reach, "scopes": scopes, "reach": reach}).Text("id")
		person[string(reach)] = k.NewPerson(k.WorkspaceID, role)
	}
	var ids []string
	for _, p := range person {
		ids = append(ids, p.ID)
	}
	x.must(http.MethodPut, "/v1/teams/"+teams["one"]+"/members", k.Key, map[string]any{"userIds": ids})
	x.must(http.MethodPut, "/v1/teams/"+teams["one"]+"/numbers", k.Key, map[string]any{"phoneNumberIds": []string{k.NumberID}})
	r := rand.New(rand.NewPCG(3, 5))
	follower := person["own_and_followed"]
	followed := map[string]bool{}
	x.prepare()
	for i := range people {
		c := reachConversation{phone: fmt.Sprintf("+1415555%04d", 2000+i), team: []string{"", "", teams["one"], teams["two"]}[r.IntN(4)]}
		c.message = k.EventuallyStored(k.CustomerWrites(c.phone, "Hello"))
		shown := k.Message(c.message)
		c.id, c.contact = shown["conversationId"].(string), shown["contactId"].(string)
		if c.team != teams["two"] {
			c.agent = []string{"", "", person["own_and_unassigned_of_teams"].ID, follower.ID}[r.IntN(4)]
		}
		if followed[c.id] = r.IntN(3) == 0; followed[c.id] { // while it is assigned to the follower, who sees it
			x.must(http.MethodPut, "/v1/conversations/"+c.id+"/assignment", k.Key, map[string]any{"agentId": follower.ID})
			x.must(http.MethodPut, "/v1/conversations/"+c.id+"/following", follower.Key, nil)
		}
		if followed[c.id] {
			c.follows = follower.ID
		}
		x.stage(&c, i, person)
		x.must(http.MethodPut, "/v1/conversations/"+c.id+"/assignment", k.Key, map[string]any{"teamId": c.team, "agentId": c.agent})
		x.conversations = append(x.conversations, c)
	}
	ofOne := func(c reachConversation) bool { return c.team == teams["one"] || c.team == "" }
	for i := range x.conversations {
		x.conversations[i].read(x)
	}
	own := person["own_and_unassigned_of_teams"]
	x.actors = map[string]reachActor{
		"all":                {person["all"].Key, func(reachConversation) bool { return true }, person["all"].ID},
		"teams":              {person["teams"].Key, ofOne, person["teams"].ID},
		"own and unassigned": {own.Key, func(c reachConversation) bool { return c.agent == own.ID || c.agent == "" && ofOne(c) }, own.ID},
		"own and followed":   {follower.Key, func(c reachConversation) bool { return c.agent == follower.ID || followed[c.id] }, follower.ID},
		"key of a team": {x.must(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Two", "scopes": scopes,
			"reach": map[string]any{"kind": "teams", "teamIds": []string{teams["two"]}}}).Text("key"), func(c reachConversation) bool { return c.team == teams["two"] }, ""},
		"key of the number": {x.must(http.MethodPost, "/v1/api-keys", k.Key, map[string]any{"name": "Number", "scopes": scopes,
			"reach": map[string]any{"kind": "all", "phoneNumberIds": []string{k.NumberID}}}).Text("key"), func(reachConversation) bool { return true }, ""},
	}
	k.Must(k.DB().Update(context.Background(), "sentinel", func(tx *db.Tx) error {
		return event.AppendEvent(tx, crm.EventPhoneNumberUpdated, k.WorkspaceID, k.NumberID, crm.EventScope{PhoneNumberID: k.NumberID}, crm.PhoneNumberData{PhoneNumberID: k.NumberID, Changes: []crm.NumberChange{}, ChangedBy: crm.DoneBy{Type: crm.ActorProvider}})
	}))
	x.last = k.Rows("SELECT id FROM events WHERE workspace_id = '%s' ORDER BY position DESC LIMIT 1", k.WorkspaceID)[0]["id"].(string)
	return x
}

// lookAround is what somebody finds, by the way on which they look: conversations
// or their contacts; and of which of those in reach a way tells, where not of all.
func (x *reachWorld) lookAround(t *testing.T, who reachActor) (ways map[string]map[string]bool, only map[string]func(reachConversation) bool) {
	key := who.key
	ways = map[string]map[string]bool{"a list": {}, "a read": {}, "messages": {}, "a message": {}, "a contact": {}, "a search": {}, "the export": {}, "the stream": {}, "turns": {}, "events": {}, "consent": {}, "found by words": {}, "contacts found by words": {}}
	all := func(way, path, field string) {
		for cursor := ""; ; {
			var page struct {
				Data       []map[string]any
				NextCursor *string
			}
			x.k.Must(json.Unmarshal(x.must(http.MethodGet, path+cursor, key, nil).Body, &page))
			if ways[way] == nil {
				ways[way] = map[string]bool{}
			}
			for _, item := range page.Data {
				if data, isEvent := item["data"].(map[string]any); isEvent {
					item = data
				}
				if id, ok := item[field].(string); ok {
					ways[way][id] = true
				}
			}
			if page.NextCursor == nil {
				return
			}
			cursor = "&cursor=" + *page.NextCursor
		}
	}
	only = x.lists(who, all)
	all("a list", "/v1/conversations?limit=7", "id")
	all("messages", "/v1/messages?limit=9", "conversationId")
	all("a search", "/v1/contacts?q=%2B1415555&limit=6", "id")
	x.k.Indexed()
	all("found by words", "/v1/search?q=hello&kind=message&limit=5", "conversationId")
	all("contacts found by words", "/v1/search?q=%2B1415555&kind=contact&limit=5", "id")
	all("events", "/v1/events?limit=50&event=messages.received", "conversation_id")
	export := string(x.must(http.MethodGet, "/v1/contacts/export", key, nil).Body)
	for _, c := range x.conversations {
		paths := map[string]string{"a read": "/v1/conversations/" + c.id, "a message": "/v1/messages/" + c.message, "a contact": "/v1/contacts/" + c.contact,
			"turns": "/v1/conversations/" + c.id + "/turns", "consent": "/v1/contacts/" + c.contact + "/consent"}
		for _, part := range reachParts {
			if part == "drafts" && who.user == "" { // of people only
				continue
			}
			paths[part] = "/v1/conversations/" + c.id + "/" + part
		}
		for way, path := range paths {
			if ways[way] == nil {
				ways[way] = map[string]bool{}
			}
			r := x.k.Do(http.MethodGet, path, key, nil)
			if ways[way][c.id] = r.Status == http.StatusOK; r.Status != http.StatusOK && r.Status != http.StatusNotFound {
				t.Errorf("%s is answered with %d %s", path, r.Status, r.Body)
			}
		}
		ways["the export"][c.id] = strings.Contains(export, c.contact)
	}
	x.hear(t, key, ways["the stream"])
	return ways, only
}

// hear reads the live stream from the first event to the one that all are told of.
func (x *reachWorld) hear(t *testing.T, key string, told map[string]bool) {
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, x.k.App.URL()+"/v1/events/stream?lastEventId="+event.FirstEvent, nil)
	x.k.Must(err)
	if secret, session := strings.CutPrefix(key, testkit.SessionKey); session {
		req.AddCookie(&http.Cookie{Name: "crm", Value: secret})
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	x.k.Must(err)
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if line == "id: "+x.last {
			return
		}
		var body struct {
			Data struct {
				ConversationID string `json:"conversation_id"`
			}
		}
		if text, ok := strings.CutPrefix(line, "data: "); ok && json.Unmarshal([]byte(text), &body) == nil && body.Data.ConversationID != "" {
			told[body.Data.ConversationID] = true
		}
	}
	t.Errorf("the stream ended before the last event: %d %v", res.StatusCode, lines.Err())
}

// writesAreRefused holds what changes or sends against the rule: out of reach is
// not found. A change of reach holds within a second, also for an open stream.
func (x *reachWorld) writesAreRefused(t *testing.T) {
	for name, who := range x.actors {
		for _, c := range x.conversations {
			if who.sees(c) {
				continue
			}
			for _, r := range []testkit.Response{
				x.k.Do(http.MethodPost, "/v1/messages", who.key, map[string]any{"to": c.phone, "type": "text", "text": map[string]any{"body": "Hi"}}),
				x.k.Do(http.MethodPost, "/v1/messages/"+c.message+"/read", who.key, map[string]any{}),
				x.k.Do(http.MethodPatch, "/v1/contacts/"+c.contact, who.key, map[string]any{"name": "Spy"}),
				x.k.Do(http.MethodPost, "/v1/conversations/"+c.id+"/take-over", who.key, map[string]any{}),
				x.k.Do(http.MethodPut, "/v1/conversations/"+c.id+"/assignment", who.key, map[string]any{}),
			} {
				if r.Status != http.StatusNotFound {
					t.Errorf("%s, %+v: %d %s", name, c, r.Status, r.Body)
				}
			}
			break
		}
	}
	lost := x.conversations[0]
	x.must(http.MethodPut, "/v1/conversations/"+lost.id+"/assignment", x.k.Key, map[string]any{})
	role := x.must(http.MethodPost, "/v1/roles", x.k.Key, map[string]any{"name": "Changing", "scopes": []string{"conversations:read"}, "reach": "all"}).Text("id")
	p := x.k.NewPerson(x.k.WorkspaceID, role)
	x.must(http.MethodGet, "/v1/conversations/"+lost.id, p.Key, nil)
	x.must(http.MethodPatch, "/v1/roles/"+role, x.k.Key, map[string]any{"reach": "own_and_followed"})
	began := time.Now()
	x.k.Eventually("the role's reach holds", func() bool {
		return x.k.Do(http.MethodGet, "/v1/conversations/"+lost.id, p.Key, nil).Status == http.StatusNotFound
	})
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}
