package deal_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

func (s *shop) person(i int) string {
	s.t.Helper()
	return s.must(http.MethodPost, "/v1/contacts", map[string]any{"phone": fmt.Sprintf("+141555502%02d", i)}).Text("id")
}

func (s *shop) contacts(id string, list ...map[string]any) testkit.Response {
	s.t.Helper()
	return s.must(http.MethodPut, "/v1/deals/"+id+"/contacts", map[string]any{"contacts": list})
}

// namedBy are the deals that name a contact, read deal by deal.
func (s *shop) namedBy(contact string, deals []string) (out []string) {
	for _, id := range deals {
		for _, c := range listOf(s.must(http.MethodGet, "/v1/deals/"+id+"/contacts", nil), "contacts") {
			if c["contactId"] == contact {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}

// listedBy are the deals that the list finds by a contact.
func (s *shop) listedBy(contact, more string) (out []string) {
	for cursor := ""; ; {
		r := s.must(http.MethodGet, "/v1/deals?limit=3&contactId="+contact+more+"&cursor="+cursor, nil)
		for _, d := range listOf(r, "data") {
			out = append(out, d["id"].(string))
		}
		if cursor = r.Text("nextCursor"); cursor == "" {
			slices.Sort(out)
			return out
		}
	}
}

// Whatever is done to contacts of deals, and whoever is merged and parted again, a list by
// a contact finds exactly the deals that name it.
func TestDealsAreFoundByEachOfTheirContacts(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		r := rand.New(rand.NewPCG(11, 7))
		var people, deals, merges []string
		gone := map[string]bool{}
		for i := range 7 {
			people = append(people, s.person(i))
		}
		for i := range 9 {
			deals = append(deals, s.deal(fmt.Sprint(i), map[string]any{"contactId": people[i%5], "expectedCloseOn": fmt.Sprintf("2026-03-%02d", i+1)}))
		}
		for round := range 60 {
			id := deals[r.IntN(len(deals))]
			switch kind := r.IntN(10); {
			case kind < 5:
				var list []map[string]any
				for _, p := range r.Perm(len(people))[:r.IntN(5)] {
					list = append(list, map[string]any{"contactId": people[p], "role": fmt.Sprint("Role ", round)})
				}
				if res := k.Do(http.MethodPut, "/v1/deals/"+id+"/contacts", k.Key, map[string]any{"contacts": list}); res.Status != http.StatusOK && res.Status != http.StatusUnprocessableEntity {
					t.Fatalf("%d %s", res.Status, res.Body) // merged ones may be listed twice
				}
			case kind < 7:
				s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"contactId": append([]string{""}, people...)[r.IntN(len(people)+1)]})
			case kind < 9:
				a, b := people[r.IntN(len(people))], people[r.IntN(len(people))]
				if res := k.Do(http.MethodPost, "/v1/contacts/"+a+"/merge", k.Key, map[string]any{"contactId": b}); res.Status == http.StatusOK {
					for _, m := range listOf(s.must(http.MethodGet, "/v1/contacts/"+a, nil), "merges") {
						if !slices.Contains(merges, m["id"].(string)) {
							merges = append(merges, m["id"].(string))
						}
					}
				}
			case len(merges) > 0:
				k.Do(http.MethodPost, "/v1/contact-merges/"+merges[r.IntN(len(merges))]+"/undo", k.Key, nil)
			}
			if round == 40 {
				s.must(http.MethodDelete, "/v1/deals/"+deals[0], nil)
				deals = deals[1:]
			}
			if round%6 != 5 {
				continue
			}
			for _, p := range people {
				now := s.must(http.MethodGet, "/v1/contacts/"+p, nil).Text("id")
				gone[p] = now != p
				want := s.namedBy(now, deals)
				for _, more := range []string{"", "&expectedCloseFrom=2026-01-01", "&stageId=" + s.stages[0]} {
					if got := s.listedBy(p, more); !slices.Equal(got, want) {
						t.Fatalf("round %d: by %s%s are found\n%v, want\n%v", round, p, more, got, want)
					}
				}
			}
		}
		if len(merges) < 3 || !slices.Contains(people, people[0]) {
			t.Errorf("only %d merges were made", len(merges))
		}
	})
}

// One contact of a deal is its own; the list says what each is for it, and is refused with
// every fault at once.
func TestContactsOfADealHaveRoles(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		a, b, c := s.person(1), s.person(2), s.person(3)
		id := s.deal("Chairs", map[string]any{"contactId": a})
		shown := func() (out string) {
			for _, c := range listOf(s.must(http.MethodGet, "/v1/deals/"+id+"/contacts", nil), "contacts") {
				name := map[string]string{a: "a", b: "b", c["contactId"].(string): "?"}
				name[s.must(http.MethodGet, "/v1/contacts/"+a, nil).Text("id")], name[b] = "a", "b"
				out += fmt.Sprint(name[c["contactId"].(string)], "(", c["role"], ",", c["isPrimary"], ")")
			}
			return out
		}
		if got := shown(); got != "a(,true)" {
			t.Errorf("a new deal has %s", got)
		}
		before := s.must(http.MethodGet, "/v1/deals/"+id, nil)
		s.contacts(id, map[string]any{"contactId": b, "role": " Decides "}, map[string]any{"contactId": a, "role": "Pays"}, map[string]any{"contactId": c})
		if got := shown(); got != "a(Pays,true)b(Decides,false)?(,false)" {
			t.Errorf("the contacts are %s", got)
		}
		s.contacts(id, map[string]any{"contactId": a, "role": "Pays"}, map[string]any{"contactId": b, "role": "Decides", "isPrimary": true})
		if got := s.must(http.MethodGet, "/v1/deals/"+id, nil).Text("contactId"); got != b {
			t.Errorf("the deal has the contact %s", got)
		}
		if r := k.Send(testkit.Request{Method: http.MethodPut, Path: "/v1/deals/" + id + "/contacts", Key: k.Key, Body: []byte(`{"contacts":[]}`), Header: map[string]string{"If-Match": before.Header.Get("ETag")}}); r.Status != http.StatusPreconditionFailed {
			t.Errorf("a deal that changed gets other contacts: %d %s", r.Status, r.Body)
		}
		s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"contactId": a})
		if got := shown(); got != "a(Pays,true)" { // the former one is replaced, not kept beside it
			t.Errorf("the contacts are %s", got)
		}
		wrong := []map[string]any{{"contactId": a, "isPrimary": true}, {"contactId": a}, {"contactId": "con_1", "role": strings.Repeat("x", 61)}, {"contactId": b, "isPrimary": true}, {"contactId": crm.LowestID("con", time.Now())}, {}}
		r := k.Do(http.MethodPut, "/v1/deals/"+id+"/contacts", k.Key, map[string]any{"contacts": wrong})
		if !refused(r, "/contacts/1/contactId", "/contacts/2/contactId", "/contacts/2/role", "/contacts/3/isPrimary", "/contacts/4/contactId", "/contacts/5/contactId") {
			t.Errorf("not every fault is told: %s", r.Body)
		}
		version := s.must(http.MethodGet, "/v1/deals/"+id, nil).Text("version")
		if r := s.contacts(id, map[string]any{"contactId": a, "role": "Pays"}); r.Text("version") != version {
			t.Errorf("the same contacts are a change: %s", r.Body)
		}
		p := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Strict", "stages": []any{map[string]any{"name": "Offer", "requires": []any{"contactId"}}}})
		s.must(http.MethodPost, "/v1/deals/"+id+"/move", map[string]any{"toStageId": p.Text("stages", "0", "id")})
		if r := k.Do(http.MethodPut, "/v1/deals/"+id+"/contacts", k.Key, map[string]any{"contacts": []any{}}); !refused(r, "/contactId") {
			t.Errorf("the last contact is taken away: %d %s", r.Status, r.Body)
		}
		s.must(http.MethodPost, "/v1/contacts/"+b+"/merge", map[string]any{"contactId": a})
		if got := shown(); got != "b(Pays,true)" && got != "a(Pays,true)" {
			t.Errorf("after a merge the contacts are %s", got)
		}
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"ownerId": agent.ID})
		if r := k.Do(http.MethodPut, "/v1/deals/"+id+"/contacts", agent.Key, map[string]any{"contacts": []any{map[string]any{"contactId": b, "role": "Decides"}}}); r.Status != http.StatusOK {
			t.Errorf("a contact that the deal has is refused: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodPut, "/v1/deals/"+id+"/contacts", agent.Key, map[string]any{"contacts": []any{map[string]any{"contactId": b}, map[string]any{"contactId": c}}}); !refused(r, "/contacts/1/contactId") {
			t.Errorf("a contact beyond the reach is named: %d %s", r.Status, r.Body)
		}
		hidden := s.deal("Of nobody", map[string]any{"contactId": b})
		if r := k.Do(http.MethodGet, "/v1/deals/"+hidden+"/contacts", agent.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("the contacts of a deal beyond the reach are shown: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodGet, "/v1/deals?contactId="+b, agent.Key, nil); !strings.Contains(string(r.Body), id) || strings.Contains(string(r.Body), hidden) {
			t.Errorf("the list by a contact shows %s", r.Body)
		}
	})
}
