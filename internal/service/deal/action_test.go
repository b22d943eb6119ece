package deal_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

func (s *shop) moveMany(move map[string]any, ids ...string) testkit.Response {
	s.t.Helper()
	return s.must(http.MethodPost, "/v1/deal-actions", map[string]any{"dealIds": ids, "move": move})
}

// order are the deals of each stage in the order of the board.
func (s *shop) order() map[string][]string {
	out := map[string][]string{}
	for _, c := range listOf(s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/board?limit=200", nil), "columns") {
		stage := c["stage"].(map[string]any)["id"].(string)
		for _, d := range c["deals"].([]any) {
			out[stage] = append(out[stage], d.(map[string]any)["id"].(string))
		}
	}
	return out
}

func texts(list any) (out []string) {
	for _, item := range list.([]any) {
		out = append(out, item.(string))
	}
	return out
}

// reasons are why deals were skipped, by deal.
func reasons(list []map[string]any) map[string]string {
	out := map[string]string{}
	for _, skip := range list {
		out[skip["dealId"].(string)] = fmt.Sprint(skip["reason"], " ", skip["code"])
	}
	return out
}

// Many deals are moved at once, each by itself or not at all, with one event each; undone,
// they stand where they stood, but for those that somebody moved since.
func TestManyDealsAreMovedAndPutBack(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		receiver := k.NewReceiver("deal.stage_updated")
		p := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Strict", "currency": "EUR", "stages": []any{map[string]any{"name": "Offer", "requires": []any{"amount", "expectedCloseOn"}}}})
		strict := p.Text("stages", "0", "id")
		full := map[string]any{"amount": "5", "expectedCloseOn": "2027-01-31"}
		a, b, c, d := s.deal("A", full), s.deal("B", full), s.deal("C", full), s.deal("D", nil)
		e := s.deal("E", map[string]any{"stageId": s.stages[4], "closeNote": "Too late", "amount": "1", "expectedCloseOn": "2027-01-31"})
		there := s.deal("There", map[string]any{"pipelineId": p.Text("id"), "amount": "5", "expectedCloseOn": "2027-01-31"})
		nowhere := crm.LowestID("dl", time.Now())
		before := s.order()
		lostAt := s.must(http.MethodGet, "/v1/deals/"+e, nil).Text("closedAt")
		r := s.moveMany(map[string]any{"toStageId": strict}, c, a, d, nowhere, there, b, e)
		if got := texts(r.JSON()["moved"]); !slices.Equal(got, []string{c, a, b, e}) {
			t.Errorf("these are moved: %v", got)
		}
		if got, want := reasons(listOf(r, "skipped")), map[string]string{d: "not_allowed invalid_request", nowhere: "not_found not_found", there: "unchanged "}; !maps.Equal(got, want) {
			t.Errorf("these are skipped: %v, want %v", got, want)
		}
		if text := string(r.Body); !strings.Contains(text, "The stage Offer requires amount") || !strings.Contains(text, "The stage Offer requires expectedCloseOn") {
			t.Errorf("what a deal lacks is not told: %s", text)
		}
		var top []string
		for _, deal := range listOf(s.must(http.MethodGet, "/v1/pipelines/"+p.Text("id")+"/board?stageId="+strict, nil), "columns")[0]["deals"].([]any) {
			top = append(top, deal.(map[string]any)["id"].(string))
		}
		if !slices.Equal(top, []string{c, a, b, e, there}) {
			t.Errorf("they stand as %v", top)
		}
		k.Eventually("each move is told of", func() bool { return len(receiver.Delivered()) >= 4 })
		s.must(http.MethodPatch, "/v1/deals/"+c, map[string]any{"title": "C2"}) // no move
		s.must(http.MethodPost, "/v1/deals/"+a+"/move", map[string]any{"toStageId": s.stages[1]})
		s.must(http.MethodPost, "/v1/deals/"+a+"/move", map[string]any{"toStageId": strict}) // it was elsewhere meanwhile
		s.must(http.MethodDelete, "/v1/deals/"+b, nil)
		path := "/v1/deal-actions/" + r.Text("id")
		nodes := []*testkit.Kit{k, k.Second()}
		answers := make([]testkit.Response, 4)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i] = nodes[i%2].Do(http.MethodPost, path+"/undo", k.Key, nil) })
		}
		all.Wait()
		var undone testkit.Response
		codes := map[string]int{}
		for _, answer := range answers {
			if codes[answer.Code()]++; answer.Status == http.StatusOK {
				undone = answer
			}
		}
		if codes["action_undone"] != 3 || undone.Body == nil {
			t.Fatalf("four undoings are answered with %v", codes)
		}
		if got := texts(undone.JSON()["undone"]); !slices.Equal(got, []string{c, e}) {
			t.Errorf("these are put back: %v", got)
		}
		if got, want := reasons(listOf(undone, "kept")), map[string]string{a: "changed_meanwhile changed_meanwhile", b: "not_found not_found"}; !maps.Equal(got, want) {
			t.Errorf("these are kept: %v", got)
		}
		want := map[string][]string{}
		for stage, ids := range before {
			want[stage] = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == a || id == b })
		}
		if got := s.order(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("they stand as\n%v, want\n%v", got, want)
		}
		if back := s.must(http.MethodGet, "/v1/deals/"+e, nil); back.Text("closeNote") != "Too late" || back.Text("status") != "lost" || back.Text("closedAt") != lostAt {
			t.Errorf("a lost deal is put back as %s", back.Body)
		}
		k.Eventually("each move is told of", func() bool { return len(receiver.Delivered()) >= 8 })
		if k.Quiet(); len(receiver.Delivered()) != 8 { // 4, 2 by hand, 2 put back
			t.Errorf("%d events came", len(receiver.Delivered()))
		}
		if got := s.must(http.MethodGet, path, nil); got.Text("undoneAt") == "" || len(listOf(s.must(http.MethodGet, "/v1/deal-actions", nil), "data")) != 1 {
			t.Errorf("the action is %s", got.Body)
		}
		if kept, real := s.totals(); !maps.Equal(kept, real) {
			t.Errorf("%v are counted, there are %v", kept, real)
		}
	})
}

// What is wrong with a request for many is told at once, and nothing moves; what others
// did is not there for whoever may not see it, and ends with its time.
func TestMovesOfManyAreChecked(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		a := s.deal("A", nil)
		for _, wrong := range []struct {
			ids      []any
			move     map[string]any
			pointers []string
		}{
			{[]any{}, map[string]any{}, []string{"/dealIds", "/move/toStageId"}},
			{[]any{a, a, "con_1"}, map[string]any{"toStageId": "stg_1"}, []string{"/dealIds/1", "/dealIds/2", "/move/toStageId"}},
			{[]any{a}, map[string]any{"toStageId": s.stages[4]}, []string{"/move/lostReasonId"}},
			{[]any{a}, map[string]any{"toStageId": s.stages[1], "wonReasonId": "dlr_1", "closeNote": "x"}, []string{"/move/wonReasonId", "/move/closeNote"}},
		} {
			if r := k.Do(http.MethodPost, "/v1/deal-actions", k.Key, map[string]any{"dealIds": wrong.ids, "move": wrong.move}); !refused(r, wrong.pointers...) {
				t.Errorf("%v is answered with %d %s", wrong, r.Status, r.Body)
			}
		}
		if r := s.moveMany(map[string]any{"toStageId": s.stages[1], "ifStageId": s.stages[2]}, a); reasons(listOf(r, "skipped"))[a] != "changed_meanwhile changed_meanwhile" {
			t.Errorf("a deal on another stage is moved: %s", r.Body)
		}
		body := map[string]any{"dealIds": []any{a}, "move": map[string]any{"toStageId": s.stages[1]}}
		first, again := k.DoIdempotent(http.MethodPost, "/v1/deal-actions", k.Key, "once", body), k.DoIdempotent(http.MethodPost, "/v1/deal-actions", k.Key, "once", body)
		if first.Text("id") == "" || first.Text("id") != again.Text("id") {
			t.Errorf("a request that came twice is answered with %s and %s", first.Body, again.Body)
		}
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		if r := k.Do(http.MethodGet, "/v1/deal-actions/"+first.Text("id"), agent.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("another's action is shown: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodPost, "/v1/deal-actions", agent.Key, body); reasons(listOf(r, "skipped"))[a] != "not_found not_found" {
			t.Errorf("a deal beyond the reach is moved: %s", r.Body)
		}
		k.Advance(25 * time.Hour)
		if r := k.Do(http.MethodPost, "/v1/deal-actions/"+first.Text("id")+"/undo", k.Key, nil); r.Code() != "action_too_old" {
			t.Errorf("an old action is undone: %d %s", r.Status, r.Body)
		}
		k.Advance(30 * 24 * time.Hour)
		k.Eventually("actions are forgotten", func() bool { return k.Count("deal_actions") == 0 })
	})
}

// Moves of many, their undoings, single moves and deletions at once, on two nodes where
// there are two: nothing deadlocks, and what is kept of them agrees.
func TestMovesOfManyMeetOthers(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		other := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Other", "stages": []any{map[string]any{"name": "New"}}}).Text("stages", "0", "id")
		nodes := []*testkit.Kit{k, k.Second()}
		receiver := k.NewReceiver("deal.stage_updated")
		var ids []string
		for i := range 16 {
			ids = append(ids, s.deal(fmt.Sprint(i), map[string]any{"amount": "7", "stageId": s.stages[i%3]}))
		}
		var mu sync.Mutex
		moves := 0
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				r, node := rand.New(rand.NewPCG(uint64(i), 5)), nodes[i%2]
				to := append(slices.Clone(s.stages[:4]), other)[r.IntN(5)]
				var some []string
				for _, n := range r.Perm(16)[:8] {
					some = append(some, ids[n])
				}
				n := 0
				if i%4 == 0 {
					res := node.Do(http.MethodPost, "/v1/deals/"+some[0]+"/move", k.Key, map[string]any{"toStageId": to, "ifStageId": s.stages[r.IntN(3)]})
					if res.Status == http.StatusOK {
						n = -1 // it may have stayed on its stage
					}
				} else {
					res := node.Do(http.MethodPost, "/v1/deal-actions", k.Key, map[string]any{"dealIds": some, "move": map[string]any{"toStageId": to}})
					if res.Status != http.StatusCreated {
						t.Errorf("%d %s", res.Status, res.Body)
						return
					}
					n = len(texts(res.JSON()["moved"]))
					if i%3 == 0 {
						back := node.Do(http.MethodPost, "/v1/deal-actions/"+res.Text("id")+"/undo", k.Key, nil)
						if back.Status != http.StatusOK {
							t.Errorf("%d %s", back.Status, back.Body)
							return
						}
						n += len(texts(back.JSON()["undone"]))
					}
				}
				mu.Lock()
				defer mu.Unlock()
				moves += max(n, 0)
			})
		}
		all.Wait()
		k.Quiet()
		now := s.look()
		now.applied = len(now.history)
		// What the other node did is not waited for by Quiet.
		k.Eventually("each move is told of", func() bool { return len(receiver.Delivered()) >= now.applied })
		k.Quiet()
		for _, d := range receiver.Delivered() {
			now.events = append(now.events, stepOf(d.Data))
		}
		if now.applied < moves || moves == 0 {
			t.Errorf("%d moves are told of, at least %d were made", now.applied, moves)
		}
		onOther := 0
		for id, stage := range now.now { // the board is of the one pipeline
			if stage == other {
				onOther++
				delete(now.now, id)
			}
		}
		for _, fault := range now.faults() {
			t.Error(fault)
		}
		if kept, real := s.totals(); !maps.Equal(kept, real) || real[other+"EUR"][0] != int64(onOther) {
			t.Errorf("%v are counted, there are %v", kept, real)
		}
	})
}
