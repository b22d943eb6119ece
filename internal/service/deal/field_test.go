package deal_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

func (s *shop) field(owner, key, kind string, options ...any) string {
	s.t.Helper()
	body := map[string]any{"key": key, "label": strings.ToUpper(key), "type": kind}
	if len(options) > 0 {
		body["options"] = options
	}
	return s.must(http.MethodPost, "/v1/"+owner+"-fields", body).Text("id")
}

// refused reports whether an answer names every one of the pointers as a fault.
func refused(r testkit.Response, pointers ...string) bool {
	for _, p := range pointers {
		if !strings.Contains(string(r.Body), `"pointer":"`+p+`"`) {
			return false
		}
	}
	return r.Status == http.StatusUnprocessableEntity
}

// found are the values by which deals are found, as "number value deal", and those that
// the deals have.
func (s *shop) found() (listed, had []string) {
	for _, row := range s.Rows("SELECT field, value, deal_id FROM deal_field_values WHERE workspace_id = '%s'", s.WorkspaceID) {
		listed = append(listed, fmt.Sprint(row["field"], ":", row["value"], " ", row["deal_id"]))
	}
	for _, row := range s.Rows("SELECT id, field_values FROM deals WHERE workspace_id = '%s'", s.WorkspaceID) {
		text := strings.Trim(row["field_values"].(string), "{}")
		for _, pair := range strings.Split(text, ",") {
			if number, value, ok := strings.Cut(strings.ReplaceAll(pair, `"`, ""), ":"); ok {
				had = append(had, fmt.Sprint(number, ":", strings.ToLower(value), " ", row["id"]))
			}
		}
	}
	slices.Sort(listed)
	slices.Sort(had)
	return listed, had
}

// Deals have custom fields of their own by the rules of those of contacts: typed, checked
// all at once, listed by, and gone with their definition.
func TestDealsHaveCustomFields(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		s.field("contact", "region", "text")
		region := s.field("deal", "region", "select", "North", "South")
		s.field("deal", "seats", "number")
		s.field("deal", "signed", "boolean")
		if r := k.Do(http.MethodPost, "/v1/deal-fields", k.Key, map[string]any{"key": "region", "label": "Again", "type": "text"}); r.Status != http.StatusConflict {
			t.Errorf("a key is taken twice: %d %s", r.Status, r.Body)
		}
		if n := len(listOf(s.must(http.MethodGet, "/v1/contact-fields", nil), "data")); n != 1 {
			t.Errorf("contacts have %d fields", n)
		}
		wrong := map[string]any{"title": "", "pipelineId": s.pipeline, "fields": map[string]any{"region": "East", "seats": "12", "tier": "gold"}}
		if r := k.Do(http.MethodPost, "/v1/deals", k.Key, wrong); !refused(r, "/title", "/fields/region", "/fields/seats", "/fields/tier") {
			t.Errorf("not every fault is told: %s", r.Body)
		}
		delete(wrong, "pipelineId")
		if r := k.Do(http.MethodPost, "/v1/deals", k.Key, wrong); !refused(r, "/pipelineId", "/title", "/fields/region") {
			t.Errorf("not every fault is told: %s", r.Body)
		}
		wrong["contactId"] = "con_01jd5k3v6rf0w8m2a4t9x7bq1c"
		for pointer, id := range map[string]string{"/pipelineId": "pip_01jd5k3v6rf0w8m2a4t9x7bq1c", "/stageId": "stg_01jd5k3v6rf0w8m2a4t9x7bq1c"} {
			wrong[pointer[1:]] = id
			if r := k.Do(http.MethodPost, "/v1/deals", k.Key, wrong); !refused(r, pointer, "/title", "/fields/region", "/contactId") {
				t.Errorf("not every fault is told: %s", r.Body)
			}
			wrong["pipelineId"] = s.pipeline
		}
		a := s.deal("A", map[string]any{"fields": map[string]any{"region": "north", "seats": 12.5, "signed": true}})
		b := s.deal("B", map[string]any{"fields": map[string]any{"region": "South"}, "expectedCloseOn": "2026-03-01"})
		c := s.deal("C", map[string]any{"fields": map[string]any{"region": "North"}, "expectedCloseOn": "2026-03-02", "stageId": s.stages[1]})
		if r := s.must(http.MethodGet, "/v1/deals/"+a, nil); !strings.Contains(string(r.Body), `"fields":{"region":"North","seats":12.5,"signed":true}`) {
			t.Errorf("the fields are shown as %s", r.Body)
		}
		for query, want := range map[string]string{"field=region:NORTH": "C A", "field=region:South": "B", "field=seats:12.50": "A", "field=region:north&stageId=" + s.stages[0]: "A",
			"field=region:north&expectedCloseFrom=2026-01-01": "C", "field=signed:no": ""} {
			if got := strings.Join(s.walk(query), " "); got != want {
				t.Errorf("?%s lists %q, want %q", query, got, want)
			}
		}
		for _, query := range []string{"field=region", "field=tier:gold", "field=seats:many"} {
			if r := k.Do(http.MethodGet, "/v1/deals?"+query, k.Key, nil); r.Status != http.StatusUnprocessableEntity {
				t.Errorf("?%s is answered with %d %s", query, r.Status, r.Body)
			}
		}
		s.must(http.MethodPatch, "/v1/deals/"+a, map[string]any{"fields": map[string]any{"region": "South", "signed": nil}})
		if h := s.must(http.MethodGet, "/v1/deals/"+a+"/history", nil); !strings.Contains(string(h.Body), `"fields.region":{"from":"North","to":"South"}`) || !strings.Contains(string(h.Body), `"fields.signed":{"from":"true","to":null}`) {
			t.Errorf("the history has %s", h.Body)
		}
		if before := s.must(http.MethodGet, "/v1/deals/"+a, nil).Text("version"); s.must(http.MethodPatch, "/v1/deals/"+a, map[string]any{"fields": map[string]any{"region": "south"}}).Text("version") != before {
			t.Error("the same value is a change")
		}
		s.must(http.MethodDelete, "/v1/deals/"+c, nil)
		listed, had := s.found()
		if !slices.Equal(listed, had) || len(had) != 3 {
			t.Errorf("deals are found by\n%v, and have\n%v", listed, had)
		}
		s.must(http.MethodDelete, "/v1/deal-fields/"+region, nil)
		if r := s.must(http.MethodGet, "/v1/deals/"+b, nil); !strings.Contains(string(r.Body), `"fields":{}`) {
			t.Errorf("a field that is gone is shown: %s", r.Body)
		}
		s.field("deal", "region", "text")
		if r := s.must(http.MethodGet, "/v1/deals/"+b, nil); !strings.Contains(string(r.Body), `"fields":{}`) {
			t.Errorf("a new field of the key has the old values: %s", r.Body)
		}
		agent := k.NewPerson(k.WorkspaceID, "agent")
		if r := k.Do(http.MethodPost, "/v1/deal-fields", agent.Key, map[string]any{"key": "own", "label": "Own", "type": "text"}); r.Status != http.StatusForbidden {
			t.Errorf("an agent defines a field: %d %s", r.Status, r.Body)
		}
	})
}

// A stage may require a custom field, until the field is deleted.
func TestStagesRequireCustomFields(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		region := s.field("deal", "region", "text")
		stage := func(requires ...any) map[string]any {
			return map[string]any{"name": "Strict", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Offer", "requires": requires}}}
		}
		if r := k.Do(http.MethodPost, "/v1/pipelines", k.Key, stage("fields.region", "fields.tier")); !refused(r, "/stages/1/requires/1") || strings.Contains(string(r.Body), "requires/0") {
			t.Errorf("a field that does not exist is required: %d %s", r.Status, r.Body)
		}
		p := s.must(http.MethodPost, "/v1/pipelines", stage("fields.region", "ownerId"))
		id := s.deal("A", map[string]any{"pipelineId": p.Text("id")})
		to := map[string]any{"toStageId": p.Text("stages", "1", "id")}
		if r := k.Do(http.MethodPost, "/v1/deals/"+id+"/move", k.Key, to); !refused(r, "/fields/region", "/ownerId") {
			t.Errorf("a deal without it is moved: %d %s", r.Status, r.Body)
		}
		s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"ownerId": k.NewPerson(k.WorkspaceID, "agent").ID, "fields": map[string]any{"region": "North"}})
		if r := s.must(http.MethodPost, "/v1/deals/"+id+"/move", to); !strings.Contains(string(r.Body), `"fields":{"region":"North"}`) {
			t.Errorf("the moved deal is %s", r.Body)
		}
		if r := k.Do(http.MethodPatch, "/v1/deals/"+id, k.Key, map[string]any{"fields": map[string]any{"region": nil}}); !refused(r, "/fields/region") {
			t.Errorf("a required field is taken away: %d %s", r.Status, r.Body)
		}
		s.must(http.MethodDelete, "/v1/deal-fields/"+region, nil)
		other := s.deal("B", map[string]any{"pipelineId": p.Text("id"), "ownerId": s.must(http.MethodGet, "/v1/deals/"+id, nil).Text("ownerId")})
		s.must(http.MethodPost, "/v1/deals/"+other+"/move", to) // what cannot be given is not asked for
		s.must(http.MethodPatch, "/v1/pipelines/"+p.Text("id"), map[string]any{"name": "Stricter"})
	})
}
