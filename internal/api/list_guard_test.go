package api_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// queryOf returns the parameters in the query of an operation, by name; each
// has its schema.
func (d document) queryOf(op operation) map[string]map[string]any {
	out := map[string]map[string]any{}
	list, _ := op.node["parameters"].([]any)
	for _, one := range list {
		p, _ := one.(map[string]any)
		if ref, _ := p["$ref"].(string); ref != "" {
			shared := d["components"].(map[string]any)["parameters"].(map[string]any)
			p = shared[strings.TrimPrefix(ref, "#/components/parameters/")].(map[string]any)
		}
		if p["in"] == "query" {
			out[p["name"].(string)], _ = p["schema"].(map[string]any)
		}
	}
	return out
}

// freeFilters are the filters that have no fixed set of values: identifiers,
// what people wrote, times.
var freeFilters = []string{"cursor", "limit", "after", "since", "until", "from", "createdAfter", "updatedAfter", "to", "phone", "userId", "tag", "q", "field", "name", "templateName",
	"contactId", "messageId", "phoneNumberId", "eventId", "providerId", "assistantId", "conversationId", "providerMessageId", "sourceId", "lastEventId", "actorId", "targetId", "targetType", "role", "workspace", "shortcut", "teamId", "labelId", "viewId", "agentId", "pipelineId", "stageId", "ownerId", "reasonId",
	"part"} // of a report: each has its own, and more may be added

// A filter with a fixed set of values refuses any other one, and names those
// that there are. Whoever adds a filter says its values or adds it to
// freeFilters.
func TestFiltersRefuseUnknownValues(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	x, doc, seen := newThings(k), readDocument(t, k), 0
	person := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
	for _, op := range doc.operations() {
		for name, schema := range doc.queryOf(op) {
			if op.method != http.MethodGet || slices.Contains(freeFilters, name) || schema["type"] == "boolean" {
				continue
			}
			seen++
			key := k.Key
			if op.access() == "user" {
				key = person.Key
			}
			r := k.Do(http.MethodGet, x.fill(t, op)+"?"+name+"=moon", key, nil)
			if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"pointer":"`+name+`"`) {
				t.Errorf("%s?%s=moon: %d %s", op.path, name, r.Status, r.Body)
			}
			words, _ := schema["enum"].([]any)
			for _, word := range words {
				if !strings.Contains(string(r.Body), word.(string)) {
					t.Errorf("%s?%s=moon does not name %s: %s", op.path, name, word, r.Body)
				}
			}
		}
	}
	if seen < 12 {
		t.Errorf("%d filters were found only", seen)
	}
	for _, kind := range crm.MessageTypes {
		if r := k.Do(http.MethodGet, "/v1/messages?type="+kind, k.Key, nil); r.Status != http.StatusOK {
			t.Errorf("the type %s: %d %s", kind, r.Status, r.Body)
		}
	}
}

// A cursor that another list gave is refused by every list, which says so.
func TestCursorsOfOtherLists(t *testing.T) {
	// It asks every list for every cursor, in one second.
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour, Config: func(c *config.Serve) { c.RateLimit = 100_000 }})
	x, doc := newThings(k), readDocument(t, k)
	for _, state := range []string{"opted_out", "opted_in"} {
		if r := k.Do(http.MethodPost, "/v1/contacts/"+x.contact+"/consent", k.Key, map[string]any{"purpose": "marketing", "state": state, "proof": "By telephone"}); r.Status != http.StatusCreated {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	given, lists := map[string]string{}, 0
	for _, op := range doc.operations() {
		if _, list := doc.queryOf(op)["cursor"]; !list || op.access() == "user" || op.id == "search" { // keys are refused, and search needs words
			continue
		}
		lists++
		r := k.Do(http.MethodGet, x.fill(t, op)+"?limit=1", k.Key, nil)
		if r.Status != http.StatusOK {
			t.Errorf("%s: %d %s", op.path, r.Status, r.Body)
		}
		if cursor := r.Text("nextCursor"); cursor != "" {
			given[op.id] = cursor
		}
	}
	for _, op := range doc.operations() {
		if _, list := doc.queryOf(op)["cursor"]; !list || op.access() == "user" || op.id == "search" { // keys are refused, and search needs words
			continue
		}
		for id, cursor := range given {
			r := k.Do(http.MethodGet, x.fill(t, op)+"?limit=1&cursor="+url.QueryEscape(cursor), k.Key, nil)
			switch refused := r.Status == http.StatusUnprocessableEntity && strings.Contains(string(r.Body), `"pointer":"cursor"`); {
			case op.id == id && r.Status != http.StatusOK:
				t.Errorf("%s refuses its own cursor: %d %s", id, r.Status, r.Body)
			case op.id != id && !refused:
				t.Errorf("%s takes the cursor of %s: %d %s", op.id, id, r.Status, r.Body)
			}
		}
	}
	for _, id := range []string{"get-contact-consent", "list-events", "list-messages", "list-contacts"} {
		if given[id] == "" {
			t.Errorf("%s gave no cursor; %d of %d lists did", id, len(given), lists)
		}
	}
}
