package api_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// reachParts are what is read of a conversation, each where the conversation is.
var reachParts = []string{"timeline", "episodes", "clocks", "routing", "notes", "drafts", "transcript", "presence", "buttons"}

// reachState is how a conversation stands, and who has something to do with it.
type reachState struct {
	status             string
	waits, later       bool // the contact; somebody comes back to it
	follows, mentioned string
	drafted, rated     bool // the draft is the follower's
}

// prepare lets contacts be asked what they think, and saves a view.
func (x *reachWorld) prepare() {
	x.must(http.MethodPatch, "/v1/rating-settings", x.k.Key, map[string]any{"enabled": true})
	x.view = x.must(http.MethodPost, "/v1/views", x.k.Key, map[string]any{"name": "Not closed", "shared": true, "filter": map[string]any{"status": []string{"open", "pending", "snoozed"}}}).Text("id")
}

// stage brings a conversation into one of all states, with what people leave there. Who
// could reach it then may not later.
func (x *reachWorld) stage(c *reachConversation, i int, person map[string]testkit.Person) {
	path, follower := "/v1/conversations/"+c.id, person["own_and_followed"]
	is := func(status map[string]any) { x.must(http.MethodPut, path+"/status", x.k.Key, status) }
	switch i % 6 {
	case 1:
		is(map[string]any{"status": "snoozed"})
	case 2:
		x.answer(*c)
		is(map[string]any{"status": "closed"})
		c.rated = true
		x.tap(c.phone)
	case 3:
		is(map[string]any{"status": "pending"})
	case 4:
		is(map[string]any{"status": "snoozed", "until": x.k.Now().Add(48 * time.Hour).UTC().Format(time.RFC3339)})
		x.k.EventuallyStored(x.k.CustomerWrites(c.phone, "Hello again"))
	case 5:
		x.answer(*c)
	}
	x.must(http.MethodPut, path+"/assignment", x.k.Key, map[string]any{"agentId": follower.ID})
	if c.drafted = i%3 == 0; c.drafted {
		x.must(http.MethodPut, path+"/draft", follower.Key, map[string]any{"body": "Your parcel is"})
	}
	who := person[[]string{"all", "teams", "own_and_unassigned_of_teams", "own_and_followed"}[i/2%4]]
	if i%2 == 0 && (who.ID != follower.ID || c.follows != "") { // who is mentioned follows
		x.must(http.MethodPut, path+"/assignment", x.k.Key, map[string]any{"agentId": who.ID})
		x.must(http.MethodPost, path+"/notes", x.k.Key, map[string]any{"body": "Please look.", "mentionedUserIds": []string{who.ID}})
		c.mentioned = who.ID
	}
}

func (x *reachWorld) answer(c reachConversation) {
	x.k.SendMessage(map[string]any{"conversationId": c.id, "type": "text", "text": map[string]any{"body": "Here you are."}})
	x.k.Eventually("the contact is answered", func() bool {
		return x.must(http.MethodGet, "/v1/conversations/"+c.id, x.k.Key, nil).JSON()["waitingSince"] == nil
	})
}

func (x *reachWorld) tap(phone string) {
	x.k.Eventually("the question is on the phone, and answered", func() bool {
		_, err := x.k.Sandbox().Tap(phone, "Good", nil)
		return err == nil
	})
}

// read notes how a conversation stands now.
func (c *reachConversation) read(x *reachWorld) {
	is := x.must(http.MethodGet, "/v1/conversations/"+c.id, x.k.Key, nil).JSON()
	c.status, c.waits, c.later = is["status"].(string), is["waitingSince"] != nil, is["followUpAt"] != nil
	if is["agentId"] != c.agent || is["teamId"] != c.team {
		x.k.Must(errors.New("it is not whose it should be"))
	}
}

func (c reachConversation) active() bool   { return c.status == "open" || c.status == "pending" }
func (c reachConversation) pressing() bool { return c.active() && c.waits }

// lists goes through the lists that tell of some conversations only, and says of which.
func (x *reachWorld) lists(who reachActor, all func(way, path, field string)) map[string]func(reachConversation) bool {
	pressing := reachConversation.pressing
	only := map[string]func(reachConversation) bool{
		"view=all":             func(c reachConversation) bool { return c.status != "closed" },
		"view=mine":            func(c reachConversation) bool { return c.active() && c.agent != "" && c.agent == who.user },
		"view=unassigned":      func(c reachConversation) bool { return c.active() && c.agent == "" },
		"view=needs_answer":    pressing,
		"view=waiting_longest": pressing,
		"view=window_closing":  pressing,
		"view=snoozed":         func(c reachConversation) bool { return c.status == "snoozed" },
		"view=closed":          func(c reachConversation) bool { return c.status == "closed" },
		"view=followed": func(c reachConversation) bool {
			return who.user != "" && (c.follows == who.user || c.mentioned == who.user)
		},
		"view=mentions":    func(c reachConversation) bool { return c.mentioned != "" && c.mentioned == who.user },
		"view=follow_ups":  func(c reachConversation) bool { return c.later },
		"viewId=" + x.view: func(c reachConversation) bool { return c.status != "closed" },
	}
	for _, id := range x.teams {
		only["view=team&teamId="+id] = func(c reachConversation) bool { return c.active() && c.team == id }
	}
	if who.user == "" {
		for _, theirs := range []string{"view=mine", "view=followed", "view=mentions"} {
			delete(only, theirs)
		}
	}
	for query := range only {
		all(query, "/v1/conversations?limit=6&"+query, "id")
	}
	all("ratings", "/v1/ratings?limit=3", "conversationId")
	only["ratings"] = func(c reachConversation) bool { return c.rated }
	if who.user != "" {
		all("own drafts", "/v1/drafts?limit=4", "conversationId")
		only["own drafts"] = func(c reachConversation) bool { return c.drafted && x.actors["own and followed"].user == who.user }
	}
	return only
}

// counts holds what somebody is told to reach against what they reach.
func (x *reachWorld) counts(t *testing.T, name string, who reachActor) {
	type ofTeam struct {
		TeamID           string
		All, NeedsAnswer int
	}
	type counts struct {
		All, Mine, Unassigned, NeedsAnswer, Snoozed, Closed int
		Teams                                               []ofTeam
	}
	var got, want counts
	x.k.Must(json.Unmarshal(x.must(http.MethodGet, "/v1/conversation-counts", who.key, nil).Body, &got))
	teams := map[string]ofTeam{}
	for _, c := range x.conversations {
		one := func(is bool) int {
			if is && who.sees(c) {
				return 1
			}
			return 0
		}
		want.All += one(c.status != "closed")
		want.Closed += one(c.status == "closed")
		want.Snoozed += one(c.status == "snoozed")
		want.Mine += one(c.active() && c.agent != "" && c.agent == who.user)
		want.Unassigned += one(c.active() && c.agent == "")
		want.NeedsAnswer += one(c.pressing())
		if one(c.active() && c.team != "") == 1 {
			of := teams[c.team]
			teams[c.team] = ofTeam{c.team, of.All + 1, of.NeedsAnswer + one(c.pressing())}
		}
	}
	for _, of := range teams {
		want.Teams = append(want.Teams, of)
	}
	order := func(a, b ofTeam) int { return strings.Compare(a.TeamID, b.TeamID) }
	slices.SortFunc(got.Teams, order)
	slices.SortFunc(want.Teams, order)
	if len(got.Teams)+len(want.Teams) > 0 && !reflect.DeepEqual(got.Teams, want.Teams) {
		t.Errorf("%s: teams are counted as %+v, in reach are %+v", name, got.Teams, want.Teams)
	}
	if got.Teams, want.Teams = nil, nil; !reflect.DeepEqual(got, want) {
		t.Errorf("%s: counts are %+v, in reach are %+v", name, got, want)
	}
	var saved struct {
		Count int
		More  bool
	}
	x.k.Must(json.Unmarshal(x.must(http.MethodGet, "/v1/views/"+x.view+"/count", who.key, nil).Body, &saved))
	if saved.Count != want.All || saved.More {
		t.Errorf("%s: the saved view counts %+v, in reach are %d", name, saved, want.All)
	}
}
