package segment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/segment"
	"service.example/crm/internal/testkit"
)

type object = map[string]any

// condition is one that chance gives, with what it says of a person.
func (w *world) condition() (object, func(person) bool) {
	day := fmt.Sprintf("2026-0%d-15", 1+w.r.IntN(9))
	city, score, tag, days := one(w.r, cities...), w.r.IntN(10), one(w.r, tags...), 1+w.r.IntN(60)
	bound, stage, state := w.Now().Add(-time.Duration(days)*24*time.Hour), one(w.r, w.stages...), one(w.r, "opted_in", "opted_out", "unknown")
	field := func(key string, more object) object {
		more["key"] = key
		return object{"field": more}
	}
	number := func(p person) (float64, bool) { n, ok := p.fields["score"].(float64); return n, ok }
	text := func(p person, key string) string { s, _ := p.fields[key].(string); return s }
	is := func(p person) bool { return strings.EqualFold(text(p, "city"), city) }
	deal := func(p person, holds func(object) bool) bool { return slices.ContainsFunc(p.deals, holds) }
	switch w.r.IntN(23) {
	case 0:
		return field("city", object{"is": city}), is
	case 1:
		return field("city", object{"isNot": city}), func(p person) bool { return !is(p) }
	case 2:
		return field("city", object{"anyOf": []any{city, "Paris"}}), is
	case 3:
		return field("city", object{"exists": true}), func(p person) bool { return text(p, "city") != "" }
	case 4:
		return field("city", object{"contains": "ER"}), func(p person) bool { return strings.Contains(strings.ToLower(text(p, "city")), "er") }
	case 5:
		return field("score", object{"atLeast": score}), func(p person) bool { n, ok := number(p); return ok && n >= float64(score) }
	case 6:
		return field("score", object{"atMost": score + 2, "atLeast": score}), func(p person) bool { n, ok := number(p); return ok && n >= float64(score) && n <= float64(score+2) }
	case 7:
		return field("since", object{"before": day}), func(p person) bool { return text(p, "since") != "" && text(p, "since") < day }
	case 8:
		return field("active", object{"is": true}), func(p person) bool { return p.fields["active"] == true }
	case 9:
		return field("tier", object{"is": "GOLD"}), func(p person) bool { return text(p, "tier") == "gold" }
	case 10:
		return object{"tag": object{"anyOf": []string{tag}}}, func(p person) bool { return slices.Contains(p.tags, tag) }
	case 11:
		return object{"tag": object{"allOf": tags[:2]}}, func(p person) bool { return slices.Contains(p.tags, tags[0]) && slices.Contains(p.tags, tags[1]) }
	case 12:
		return object{"tag": object{"noneOf": []string{tag}}}, func(p person) bool { return !slices.Contains(p.tags, tag) }
	case 13:
		purpose := one(w.r, "marketing", "all")
		return object{"consent": object{purpose: state}}, func(p person) bool { return p.consent[purpose] == state }
	case 14:
		return object{"lastSeen": object{"after": bound}}, func(p person) bool { return p.seen.After(bound) }
	case 15:
		return object{"lastSeen": object{"before": bound}}, func(p person) bool { return !p.seen.IsZero() && p.seen.Before(bound) }
	case 16:
		return object{"deal": object{"stageId": stage}}, func(p person) bool { return deal(p, func(d object) bool { return d["stageId"] == stage }) }
	case 17:
		return object{"deal": object{"pipelineId": w.pipeline, "status": "won"}}, func(p person) bool { return deal(p, func(d object) bool { return d["status"] == "won" }) }
	case 18:
		return object{"name": object{"contains": "ADA"}}, func(p person) bool { return strings.Contains(strings.ToLower(p.name), "ada") }
	case 19:
		return object{"bought": object{}}, func(p person) bool { return len(p.bought) > 0 }
	case 20:
		return object{"bought": object{"name": "purchase", "withinDays": days}}, func(p person) bool {
			return slices.ContainsFunc(p.bought, func(b purchase) bool { return b.name == "purchase" && !b.at.Before(bound) })
		}
	case 21:
		from := bound.Add(-20 * 24 * time.Hour)
		return object{"bought": object{"after": from, "before": bound}}, func(p person) bool {
			return slices.ContainsFunc(p.bought, func(b purchase) bool { return b.at.After(from) && b.at.Before(bound) })
		}
	}
	return object{"country": object{"anyOf": []string{"49", "1"}}}, func(p person) bool { return strings.HasPrefix(p.phone, "+49") || strings.HasPrefix(p.phone, "+1") }
}

// filter is one that chance gives.
func (w *world) filter(depth int) (object, func(person) bool) {
	kind := w.r.IntN(5)
	if depth == 0 || kind == 0 {
		return w.condition()
	}
	if kind == 1 {
		f, holds := w.filter(depth - 1)
		return object{"not": f}, func(p person) bool { return !holds(p) }
	}
	var list []any
	var all []func(person) bool
	for range 1 + w.r.IntN(3) {
		f, holds := w.filter(depth - 1)
		list, all = append(list, f), append(all, holds)
	}
	if kind == 2 {
		return object{"any": list}, func(p person) bool { return slices.ContainsFunc(all, func(h func(person) bool) bool { return h(p) }) }
	}
	return object{"all": list}, func(p person) bool { return !slices.ContainsFunc(all, func(h func(person) bool) bool { return !h(p) }) }
}

// Count, preview, pages, explanation and what other rooms are given agree with what the
// filter says of each contact, also of those that were merged.
func TestSegmentsHaveWhomTheirFilterSays(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newWorld(t, k, 60)
		k.Quiet()
		var people []person
		for _, id := range w.ids {
			people = append(people, w.person(id))
		}
		slices.SortFunc(people, func(a, b person) int { return strings.Compare(a.id, b.id) })
		some, most := 0, 0
		for range 120 {
			filter, holds := w.filter(3)
			var want []string
			for _, p := range people {
				if holds(p) {
					want = append(want, p.id)
				}
			}
			if len(want) > 0 && len(want) < len(people) {
				some++
			}
			most = max(most, len(want))
			w.check(filter, want, people[w.r.IntN(len(people))])
			if t.Failed() {
				return
			}
		}
		if some < 60 || most < 40 {
			t.Errorf("%d filters leave some contacts out and others not; the largest has %d", some, most)
		}
	})
}

// check holds every way to ask for the contacts of a filter against those that it has.
func (w *world) check(filter object, want []string, p person) {
	w.t.Helper()
	text, _ := json.Marshal(filter)
	r := w.must(http.MethodPost, "/v1/segments/preview", object{"filter": filter}).JSON()
	if r["count"] != float64(len(want)) || r["complete"] != true {
		w.t.Errorf("%s counts %v, want %d", text, r["count"], len(want))
	}
	if got := idsOf(r["contacts"]); !slices.Equal(got, want[:min(20, len(want))]) {
		w.t.Errorf("%s shows %v, want %v", text, got, want)
	}
	id := w.must(http.MethodPost, "/v1/segments", object{"name": "A segment", "filter": filter}).Text("id")
	if n := w.must(http.MethodGet, "/v1/segments/"+id+"/count", nil).JSON()["count"]; n != float64(len(want)) {
		w.t.Errorf("%s, stored, counts %v, want %d", text, n, len(want))
	}
	var got []string
	for cursor, pages := "", 0; pages < 50; pages++ {
		r := w.must(http.MethodGet, "/v1/segments/"+id+"/contacts?limit=7&cursor="+cursor, nil)
		got = append(got, idsOf(r.JSON()["data"])...)
		if cursor = r.Text("nextCursor"); cursor == "" {
			break
		}
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("%s lists %v, want %v", text, got, want)
	}
	e := w.must(http.MethodGet, "/v1/segments/"+id+"/contacts/"+p.id+"/explanation", nil).JSON()
	if e["matched"] != slices.Contains(want, p.id) || len(e["conditions"].([]any)) == 0 {
		w.t.Errorf("%s explains %v", text, e)
	}
	var members []string
	w.Must(w.DB().View(context.Background(), func(tx *db.Tx) error {
		f, err := segment.FilterOf(tx, w.WorkspaceID, id)
		if err == nil {
			err = segment.Check(tx, w.WorkspaceID, f)
		}
		if e, broken := segment.Explain(tx, w.WorkspaceID, f, p.id); broken != nil || e.Matched != slices.Contains(want, p.id) {
			w.t.Errorf("%s explains %+v (%v) to other rooms", text, e, broken)
		}
		for next, pages := "", 0; err == nil && pages < 50; pages++ {
			var ids []string
			ids, next, err = segment.Members(tx, w.WorkspaceID, f, next, 13)
			if members = append(members, ids...); next == "" {
				break
			}
		}
		return err
	}))
	if !slices.Equal(members, want) {
		w.t.Errorf("%s has the members %v, want %v", text, members, want)
	}
	w.must(http.MethodDelete, "/v1/segments/"+id, nil)
}

func idsOf(list any) (out []string) {
	for _, c := range list.([]any) {
		out = append(out, c.(object)["id"].(string))
	}
	return out
}

// A segment asks for what there is now: a field that is gone is a fault, and not nobody.
func TestSegmentWithoutItsField(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := &world{Kit: k, t: t}
		field := w.must(http.MethodPost, "/v1/contact-fields", object{"key": "city", "label": "City", "type": "text"}).Text("id")
		c := w.must(http.MethodPost, "/v1/contacts", object{"phone": "+4915112345678", "fields": object{"city": "Berlin"}}).Text("id")
		id := w.must(http.MethodPost, "/v1/segments", object{"name": "Not Rome", "filter": object{"not": object{"field": object{"key": "city", "is": "Rome"}}}}).Text("id")
		if n := w.must(http.MethodGet, "/v1/segments/"+id+"/count", nil).JSON()["count"]; n != 1.0 {
			t.Errorf("it counts %v", n)
		}
		w.must(http.MethodDelete, "/v1/contact-fields/"+field, nil)
		for _, path := range []string{"/count", "/contacts", "/contacts/" + c + "/explanation"} {
			if r := k.Do(http.MethodGet, "/v1/segments/"+id+path, k.Key, nil); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), "filter.not.field.key") && !strings.Contains(string(r.Body), "/filter/not/field/key") {
				t.Errorf("%s is answered with %d %s", path, r.Status, r.Body)
			}
		}
		w.must(http.MethodPatch, "/v1/segments/"+id, object{"name": "Old"}) // only its filter is wrong
		w.must(http.MethodPatch, "/v1/segments/"+id, object{"filter": object{"country": object{"anyOf": []string{"49"}}}})
		if n := w.must(http.MethodGet, "/v1/segments/"+id+"/count", nil).JSON()["count"]; n != 1.0 {
			t.Errorf("with another filter it counts %v", n)
		}
	})
}

// Whoever sees part of the contacts is told of these, and of their conversations and
// deals as far as they see them; they change no segment.
func TestSegmentsEndAtTheReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := &world{Kit: k, t: t}
		p := w.must(http.MethodPost, "/v1/pipelines", object{"name": "Sales", "stages": []any{object{"name": "New"}}})
		role := w.must(http.MethodPost, "/v1/roles", object{"name": "Own", "reach": crm.ReachOwnAndFollowed, "masksPhoneNumbers": true,
			"scopes": []crm.Scope{crm.ScopeContactsRead, crm.ScopeContactsWrite, crm.ScopeConversationsRead, crm.ScopeMessagesWrite, crm.ScopeDealsRead}}).Text("id")
		agent := k.NewPerson(k.WorkspaceID, role)
		for i := range 4 {
			k.EventuallyStored(k.CustomerWrites(fmt.Sprintf("+4915112345%03d", i), "Hello"))
		}
		all := w.must(http.MethodGet, "/v1/conversations", nil).JSON()["data"].([]any)
		mine := all[1].(object)
		w.must(http.MethodPut, fmt.Sprint("/v1/conversations/", mine["id"], "/assignment"), object{"agentId": agent.ID})
		w.must(http.MethodPost, "/v1/deals", object{"title": "Hidden", "pipelineId": p.Text("id"), "contactId": mine["contactId"]})
		ask := func(key string, filter object) object {
			r := k.Do(http.MethodPost, "/v1/segments/preview", key, object{"filter": filter})
			if r.Status != http.StatusOK {
				t.Fatalf("%v: %d %s", filter, r.Status, r.Body)
			}
			return r.JSON()
		}
		german, deals, recent := object{"country": object{"anyOf": []string{"49"}}}, object{"deal": object{"status": "open"}}, object{"lastSeen": object{"withinDays": 1}}
		for _, c := range []struct {
			filter     object
			whole, own float64
		}{{german, 4, 1}, {deals, 1, 0}, {recent, 4, 1}} {
			if n := ask(k.Key, c.filter)["count"]; n != c.whole {
				t.Errorf("%v counts %v of all", c.filter, n)
			}
			r := ask(agent.Key, c.filter)
			if r["count"] != c.own || c.own == 1 && (!slices.Equal(idsOf(r["contacts"]), []string{mine["contactId"].(string)}) || strings.Contains(fmt.Sprint(r), "+4915112345")) {
				t.Errorf("%v finds %v for who sees one", c.filter, r)
			}
		}
		id := w.must(http.MethodPost, "/v1/segments", object{"name": "Germans", "filter": german}).Text("id")
		other := all[0].(object)["contactId"].(string)
		for _, c := range []struct {
			method, path string
			body         any
			status       int
		}{{http.MethodGet, "/contacts/" + other + "/explanation", nil, 404}, {http.MethodGet, "/contacts/" + mine["contactId"].(string) + "/explanation", nil, 200},
			{http.MethodPatch, "", object{"name": "Mine"}, 403}, {http.MethodDelete, "", nil, 403}} {
			if r := k.Do(c.method, "/v1/segments/"+id+c.path, agent.Key, c.body); r.Status != c.status {
				t.Errorf("%s %s is answered with %d %s", c.method, c.path, r.Status, r.Body)
			}
		}
		blind := k.NewKey(k.WorkspaceID, crm.ScopeContactsRead)
		if r := k.Do(http.MethodPost, "/v1/segments/preview", blind, object{"filter": deals}); r.Status != http.StatusForbidden {
			t.Errorf("deals are asked for without their scope: %d %s", r.Status, r.Body)
		}
	})
}
