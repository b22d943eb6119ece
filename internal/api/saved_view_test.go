package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

func (w labelWorld) view(key string, body map[string]any) string {
	w.t.Helper()
	body["name"] = "A view"
	return w.do(http.StatusCreated, http.MethodPost, "/v1/views", key, body).Text("id")
}

// shownState is what a filter looks at of a conversation, as the API shows it.
type shownState struct {
	id, status, team, agent, number, priority string
	labels                                    []string
	waiting, activity                         string
}

// holds says what a filter means, beside the statements.
func (c shownState) holds(f map[string]any, me string) bool {
	in := func(field, value string) bool {
		list, ok := f[field].([]string)
		return !ok || slices.Contains(list, value)
	}
	status, named := f["status"].([]string)
	if !named {
		status = []string{"open", "pending"}
	}
	agent, _ := f["agentId"].(string)
	agent = map[string]string{"me": me, "none": ""}[agent] + strings.TrimPrefix(strings.TrimPrefix(agent, "me"), "none")
	labels, byLabel := f["labelIds"].([]string)
	needs, asked := f["needsAnswer"].(bool)
	return slices.Contains(status, c.status) && (f["agentId"] == nil || c.agent == agent) && (f["teamId"] == nil || f["teamId"] == c.team) &&
		(f["phoneNumberId"] == nil || f["phoneNumberId"] == c.number) && in("priority", c.priority) && (!asked || needs == (c.waiting != "<nil>")) &&
		(!byLabel || slices.ContainsFunc(c.labels, func(id string) bool { return slices.Contains(labels, id) }))
}

// Each saved view has what its filter says, in its order, and as many as its count,
// for whoever lists it.
func TestSavedViewsListWhatTheySay(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		person := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		team := w.do(http.StatusCreated, http.MethodPost, "/v1/teams", k.Key, map[string]any{"name": "Sales"}).Text("id")
		red, blue := w.label("Red"), w.label("Blue")
		var all []shownState
		for i := range 16 {
			id, _ := w.conversation(fmt.Sprintf("+141555501%02d", i))
			path := "/v1/conversations/" + id
			if i%3 == 0 {
				w.do(http.StatusOK, http.MethodPut, path+"/assignment", k.Key, map[string]any{"agentId": []string{person.ID, ""}[i%2], "teamId": team})
			}
			if i%2 == 0 {
				w.do(http.StatusOK, http.MethodPatch, path, k.Key, map[string]any{"priority": []string{"urgent", "high"}[i/2%2]})
			}
			if i%4 != 0 {
				w.put(id, []string{red, blue}[i%2])
			}
			if status := []string{"open", "pending", "snoozed", "closed", "open"}[i%5]; i > 3 {
				w.do(http.StatusOK, http.MethodPut, path+"/status", k.Key, map[string]any{"status": status})
			}
		}
		for _, path := range []string{"all", "closed"} {
			for _, one := range w.do(http.StatusOK, http.MethodGet, "/v1/conversations?limit=50&view="+path, k.Key, nil).JSON()["data"].([]any) {
				c := one.(map[string]any)
				text := func(field string) string { return fmt.Sprint(c[field]) }
				s := shownState{id: text("id"), status: text("status"), team: text("teamId"), agent: text("agentId"), number: text("phoneNumberId"), priority: text("priority"), waiting: text("waitingSince"), activity: text("activityAt")}
				for _, l := range c["labelIds"].([]any) {
					s.labels = append(s.labels, l.(string))
				}
				all = append(all, s)
			}
		}
		found := 0
		for _, f := range []map[string]any{
			{}, {"status": []string{"closed"}}, {"status": []string{"snoozed"}}, {"status": []string{"snoozed", "pending"}}, {"status": []string{"open"}},
			{"agentId": "me"}, {"agentId": "none"}, {"agentId": person.ID, "status": []string{"snoozed", "open"}}, {"teamId": team}, {"teamId": team, "agentId": "me"}, {"teamId": team, "agentId": "none"},
			{"labelIds": []string{red}}, {"labelIds": []string{red, blue}}, {"priority": []string{"urgent"}}, {"priority": []string{"urgent", "normal"}, "labelIds": []string{blue}},
			{"needsAnswer": true}, {"needsAnswer": false}, {"needsAnswer": false, "status": []string{"closed"}}, {"phoneNumberId": k.NumberID}, {"speaker": "person"}, {"speaker": "assistant"},
		} {
			for _, order := range []string{"activity", "waiting"} {
				body := map[string]any{"name": "A view", "filter": f, "order": order}
				made := k.Do(http.MethodPost, "/v1/views", person.Key, body)
				if order == "waiting" && made.Status == http.StatusUnprocessableEntity {
					continue
				}
				if made.Status != http.StatusCreated {
					t.Fatalf("%v: %d %s", f, made.Status, made.Body)
				}
				var want []shownState
				for _, c := range all {
					if c.holds(f, person.ID) && f["speaker"] != "assistant" && (order == "activity" || c.waiting != "<nil>") {
						want = append(want, c)
					}
				}
				slices.SortFunc(want, func(a, b shownState) int {
					if order == "waiting" {
						return strings.Compare(a.waiting+a.id, b.waiting+b.id)
					}
					return strings.Compare(b.activity+b.id, a.activity+a.id)
				})
				var ids []string
				for _, c := range want {
					ids = append(ids, c.id)
				}
				found += len(ids)
				if got := w.list(person.Key, "viewId="+made.Text("id")); !slices.Equal(got, ids) {
					t.Errorf("%v by %s lists %v, want %v", f, order, got, ids)
				}
				count := w.do(http.StatusOK, http.MethodGet, "/v1/views/"+made.Text("id")+"/count", person.Key, nil).JSON()
				if count["count"] != float64(len(ids)) || count["more"] != false {
					t.Errorf("%v by %s counts %v, want %d", f, order, count, len(ids))
				}
			}
		}
		if found < 60 {
			t.Errorf("all views together have %d conversations", found)
		}
	})
}

// A view is its author's alone until it is shared; who may not write for everybody
// writes no shared one; what it names may go.
func TestSavedViewsBelongToSomebody(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := labelWorld{noteWorld{k, t}}
		one, other := k.NewPerson(k.WorkspaceID, crm.RoleOwner), k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		agent := k.NewPerson(k.WorkspaceID, w.do(http.StatusCreated, http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Own", "reach": crm.ReachOwnAndFollowed,
			"scopes": []crm.Scope{crm.ScopeConversationsRead, crm.ScopeConversationsWrite, crm.ScopeMessagesWrite, crm.ScopeTeamsWrite}}).Text("id"))
		mine, _ := w.conversation("+14155550101")
		w.conversation("+14155550102")
		label := w.label("Red")
		w.put(mine, label)
		w.do(http.StatusOK, http.MethodPut, "/v1/conversations/"+mine+"/assignment", k.Key, map[string]any{"agentId": agent.ID})

		view := w.view(one.Key, map[string]any{"filter": map[string]any{"agentId": agent.ID}})
		path := "/v1/views/" + view
		for _, key := range []string{other.Key, k.Key, agent.Key} {
			w.do(http.StatusNotFound, http.MethodGet, path, key, nil)
			w.do(http.StatusNotFound, http.MethodPatch, path, key, map[string]any{"name": "Ours"})
			w.do(http.StatusNotFound, http.MethodDelete, path, key, nil)
			w.do(http.StatusNotFound, http.MethodGet, path+"/count", key, nil)
			w.do(http.StatusUnprocessableEntity, http.MethodGet, "/v1/conversations?viewId="+view, key, nil)
		}
		w.do(http.StatusOK, http.MethodPatch, path, one.Key, map[string]any{"shared": true})
		for _, key := range []string{other.Key, k.Key, agent.Key} {
			if got := w.list(key, "viewId="+view); !slices.Equal(got, []string{mine}) {
				t.Errorf("shared, it lists %v", got)
			}
		}
		w.do(http.StatusForbidden, http.MethodPatch, path, agent.Key, map[string]any{"name": "Mine"})
		w.do(http.StatusForbidden, http.MethodDelete, path, agent.Key, nil)
		w.do(http.StatusForbidden, http.MethodPost, "/v1/views", agent.Key, map[string]any{"name": "Ours", "shared": true})
		everything := w.view(k.Key, map[string]any{"shared": true})
		if got := w.list(agent.Key, "viewId="+everything); !slices.Equal(got, []string{mine}) {
			t.Errorf("within the reach of an agent it lists %v", got)
		}
		if r := w.do(http.StatusOK, http.MethodGet, "/v1/views/"+everything+"/count", agent.Key, nil).JSON(); r["count"] != 1.0 {
			t.Errorf("within the reach of an agent it counts %v", r)
		}
		w.do(http.StatusOK, http.MethodPatch, path, other.Key, map[string]any{"shared": false}) // its author's again
		w.do(http.StatusNotFound, http.MethodGet, path, other.Key, nil)
		w.do(http.StatusOK, http.MethodGet, path, one.Key, nil)

		byLabel := w.view(k.Key, map[string]any{"filter": map[string]any{"labelIds": []string{label}}})
		if got := w.list(k.Key, "viewId="+byLabel); !slices.Equal(got, []string{mine}) {
			t.Errorf("by label it lists %v", got)
		}
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/labels/"+label, k.Key, nil)
		k.Quiet()
		if got := w.list(k.Key, "viewId="+byLabel); got != nil {
			t.Errorf("by a label that is gone it lists %v", got)
		}
		w.do(http.StatusOK, http.MethodPatch, "/v1/views/"+byLabel, k.Key, map[string]any{"name": "Gone"})
		w.do(http.StatusUnprocessableEntity, http.MethodPatch, "/v1/views/"+byLabel, k.Key, map[string]any{"filter": map[string]any{"labelIds": []string{label}}})
		me := w.view(one.Key, map[string]any{"shared": true, "filter": map[string]any{"agentId": "me"}})
		w.do(http.StatusUnprocessableEntity, http.MethodGet, "/v1/conversations?viewId="+me, k.Key, nil)
		if got := w.list(agent.Key, "viewId="+me); !slices.Equal(got, []string{mine}) {
			t.Errorf("an agent's own are %v", got)
		}

		// Page by page, each once; and no more than there may be.
		listed := func(key string) (out []string) {
			for path := "/v1/views?limit=2"; path != ""; {
				r := w.do(http.StatusOK, http.MethodGet, path, key, nil).JSON()
				for _, v := range r["data"].([]any) {
					out = append(out, v.(map[string]any)["id"].(string))
				}
				path = ""
				if next, ok := r["nextCursor"].(string); ok {
					path = "/v1/views?limit=2&cursor=" + next
				}
			}
			return out
		}
		want := []string{everything, me, view}
		for range 3 {
			want = append(want, w.view(one.Key, map[string]any{}))
		}
		if got := listed(one.Key); !slices.Equal(got, want) {
			t.Errorf("the views are %v, want %v", got, want)
		}
		if got := listed(other.Key); !slices.Equal(got, want[:2]) {
			t.Errorf("those of somebody else are %v, want %v", got, want[:2])
		}
		for range crm.MaxOwnViews {
			w.view(other.Key, map[string]any{})
		}
		w.do(http.StatusConflict, http.MethodPost, "/v1/views", other.Key, map[string]any{"name": "One more"})
		w.do(http.StatusNoContent, http.MethodDelete, "/v1/views/"+view, one.Key, nil)
	})
}
