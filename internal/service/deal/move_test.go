package deal_test

import (
	"bufio"
	"context"
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

// shop is a workspace with a pipeline.
type shop struct {
	*testkit.Kit
	t        *testing.T
	pipeline string
	stages   []string // New, Offer, Talk, Won, Lost
}

func newShop(t *testing.T, k *testkit.Kit) *shop {
	s := &shop{Kit: k, t: t}
	r := s.must(http.MethodPost, "/v1/pipelines", map[string]any{"name": "Sales", "currency": "EUR", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Offer"}, map[string]any{"name": "Talk"}}})
	s.pipeline = r.Text("id")
	for i := range 5 {
		s.stages = append(s.stages, r.Text("stages", fmt.Sprint(i), "id"))
	}
	return s
}

func (s *shop) must(method, path string, body any) testkit.Response {
	s.t.Helper()
	r := s.Do(method, path, s.Key, body)
	if r.Status >= 300 {
		s.t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
	}
	return r
}

func (s *shop) deal(title string, more map[string]any) string {
	s.t.Helper()
	body := map[string]any{"title": title, "pipelineId": s.pipeline}
	maps.Copy(body, more)
	return s.must(http.MethodPost, "/v1/deals", body).Text("id")
}

// listOf is a list of objects in an answer.
func listOf(r testkit.Response, name string) (out []map[string]any) {
	list, _ := r.JSON()[name].([]any)
	for _, item := range list {
		out = append(out, item.(map[string]any))
	}
	return out
}

// step is a change of stage, as one of those who keep it has it.
type step struct{ deal, from, to string }

// kept is all that is kept of the moves of deals.
type kept struct {
	history, events, spans []step // each deal's in their order
	// places are the order keys of each stage, in the order of the board.
	places map[string][]string
	// now is where each deal is, counted what the totals of a stage say.
	now     map[string]string
	counted map[string]int
	applied int
}

// faults says what is not true of it.
func (k kept) faults() (out []string) {
	perDeal := func(list []step) map[string][]step {
		m := map[string][]step{}
		for _, s := range list {
			m[s.deal] = append(m[s.deal], s)
		}
		return m
	}
	history, events, spans := perDeal(k.history), perDeal(k.events), perDeal(k.spans)
	if len(k.history) != k.applied {
		out = append(out, fmt.Sprintf("%d moves were applied, the history has %d", k.applied, len(k.history)))
	}
	for id, stage := range k.now {
		if !slices.Equal(history[id], events[id]) {
			out = append(out, fmt.Sprintf("%s: the history has %v, the events %v", id, history[id], events[id]))
		}
		if !slices.Equal(history[id], spans[id]) {
			out = append(out, fmt.Sprintf("%s: the history has %v, the spans %v", id, history[id], spans[id]))
		}
		for i, s := range history[id] {
			if s.from == s.to || i > 0 && history[id][i-1].to != s.from {
				out = append(out, fmt.Sprintf("%s: the history has a gap before %v", id, s))
			}
		}
		if n := len(history[id]); n > 0 && history[id][n-1].to != stage {
			out = append(out, id+" is not where its history ends")
		}
	}
	on := map[string]int{}
	for _, stage := range k.now {
		on[stage]++
	}
	for stage, keys := range k.places {
		if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) || slices.ContainsFunc(keys, func(key string) bool { return !crm.ValidOrderKey(key) }) {
			out = append(out, fmt.Sprintf("%s has no total order: %v", stage, keys))
		}
		if len(keys) != on[stage] || k.counted[stage] != on[stage] {
			out = append(out, fmt.Sprintf("%s has %d deals, shows %d and counts %d", stage, on[stage], len(keys), k.counted[stage]))
		}
	}
	return out
}

// look reads all that is kept.
func (s *shop) look() kept {
	k := kept{places: map[string][]string{}, now: map[string]string{}, counted: map[string]int{}}
	positions := map[string]string{}
	for _, row := range s.Rows("SELECT id, stage_id, position FROM deals WHERE workspace_id = '%s'", s.WorkspaceID) {
		k.now[row["id"].(string)], positions[row["id"].(string)] = row["stage_id"].(string), row["position"].(string)
	}
	for id := range k.now {
		entries := listOf(s.must(http.MethodGet, "/v1/deals/"+id+"/history?limit=200", nil), "data")
		for _, e := range slices.Backward(entries) {
			if e["kind"] == "moved" {
				k.history = append(k.history, step{id, e["fromStage"].(map[string]any)["id"].(string), e["toStage"].(map[string]any)["id"].(string)})
			}
		}
		before := ""
		for _, span := range listOf(s.must(http.MethodGet, "/v1/deals/"+id+"/spans?limit=200", nil), "data") {
			if before != "" {
				k.spans = append(k.spans, step{id, before, span["stageId"].(string)})
			}
			before = span["stageId"].(string)
		}
	}
	for _, c := range listOf(s.must(http.MethodGet, "/v1/pipelines/"+s.pipeline+"/board?limit=200", nil), "columns") {
		stage := c["stage"].(map[string]any)["id"].(string)
		k.counted[stage] = int(c["count"].(float64))
		k.places[stage] = []string{}
		for _, d := range c["deals"].([]any) {
			k.places[stage] = append(k.places[stage], positions[d.(map[string]any)["id"].(string)])
		}
	}
	return k
}

func stepOf(data map[string]any) step {
	return step{data["deal_id"].(string), data["from_stage"].(map[string]any)["id"].(string), data["to_stage"].(map[string]any)["id"].(string)}
}

// Two hundred moves of the same twenty deals at once, on two nodes where there are two:
// each is applied or refused, the order of every stage is total, and for each change of
// stage there is one entry of the history, one event and one span.
func TestManyMoveTheSameDealsAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		nodes := []*testkit.Kit{k, k.Second()}
		receiver := k.NewReceiver("deal.stage_updated")
		streamed := s.stream()
		var ids []string
		for i := range 20 {
			ids = append(ids, s.deal(fmt.Sprintf("Deal %d", i), map[string]any{"amount": fmt.Sprint(i + 1), "stageId": s.stages[i%3]}))
		}
		var mu sync.Mutex
		applied, refused := 0, map[int]int{}
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 7))
				node := nodes[i%2]
				id, to := ids[r.IntN(20)], s.stages[r.IntN(4)]
				from := node.Do(http.MethodGet, "/v1/deals/"+id, k.Key, nil).Text("stageId")
				body := map[string]any{"toStageId": to, "ifStageId": from, []string{"afterDealId", "beforeDealId"}[r.IntN(2)]: ids[r.IntN(20)]}
				res := node.Do(http.MethodPost, "/v1/deals/"+id+"/move", k.Key, body)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case res.Status == http.StatusOK && from != to:
					applied++
				case res.Status == http.StatusConflict, res.Status == http.StatusPreconditionFailed:
					refused[res.Status]++
				case res.Status != http.StatusOK:
					t.Errorf("a move is answered with %d %s", res.Status, res.Body)
				}
			})
		}
		all.Wait()
		if applied < 20 {
			t.Errorf("only %d moves were applied, %v refused", applied, refused)
		}
		k.Eventually("the receiver was told of every move", func() bool { return len(receiver.Delivered()) >= applied })
		k.Quiet()
		now := s.look()
		now.applied = applied
		for _, d := range receiver.Delivered() {
			now.events = append(now.events, stepOf(d.Data))
		}
		for _, fault := range now.faults() {
			t.Error(fault)
		}
		k.Eventually("the stream told of every move", func() bool { return streamed() >= applied })
		if n := streamed(); n != applied {
			t.Errorf("the stream told of %d moves, %d were applied", n, applied)
		}
		plant(t, now)
	})
}

// plant spoils what was kept in every way, so that a test that finds no fault means
// something.
func plant(t *testing.T, good kept) {
	for name, spoil := range map[string]func(*kept){
		"a lost event":               func(k *kept) { k.events = k.events[1:] },
		"an event that came twice":   func(k *kept) { k.events = append(k.events, k.events[len(k.events)-1]) },
		"a lost entry":               func(k *kept) { k.history = k.history[1:] },
		"a lost span":                func(k *kept) { k.spans = k.spans[:len(k.spans)-1] },
		"a move that was not stored": func(k *kept) { k.applied++ },
		"a place that two deals have": func(k *kept) {
			for stage, keys := range k.places {
				if len(keys) > 1 {
					k.places[stage] = append([]string{keys[1]}, keys[1:]...)
				}
			}
		},
		"a total that is wrong": func(k *kept) {
			for stage := range k.counted {
				k.counted[stage]++
			}
		},
	} {
		bad := good
		bad.events, bad.history, bad.spans = slices.Clone(good.events), slices.Clone(good.history), slices.Clone(good.spans)
		bad.places, bad.counted = maps.Clone(good.places), maps.Clone(good.counted)
		if spoil(&bad); len(bad.faults()) == 0 {
			t.Errorf("%s would not be noticed", name)
		}
	}
}

// stream listens to the events of the workspace, and returns a function that says how
// many moves it has heard of.
func (s *shop) stream() func() int {
	ctx, cancel := context.WithCancel(context.Background())
	s.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.App.URL()+"/v1/events/stream?events=deal.*", nil)
	s.Must(err)
	req.Header.Set("Authorization", "Bearer "+s.Key)
	res, err := http.DefaultClient.Do(req)
	s.Must(err)
	if res.StatusCode != http.StatusOK {
		s.t.Fatalf("the stream is answered with %d", res.StatusCode)
	}
	var mu sync.Mutex
	heard := map[string]bool{}
	go func() {
		defer res.Body.Close()
		lines, id := bufio.NewScanner(res.Body), ""
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if text, is := strings.CutPrefix(lines.Text(), "id:"); is {
				id = strings.TrimSpace(text)
			}
			if strings.HasPrefix(lines.Text(), "data:") && strings.Contains(lines.Text(), `"deal.stage_updated"`) {
				mu.Lock()
				heard[id] = true
				mu.Unlock()
			}
		}
	}()
	return func() int { mu.Lock(); defer mu.Unlock(); return len(heard) }
}

// The event of a move has every field of its kind, signed for a receiver.
func TestAMoveIsToldOfExactly(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		receiver := k.NewReceiver("deal.stage_updated")
		k.EventuallyStored(k.CustomerWrites("+14155550123", "Hello"))
		c := listOf(s.must(http.MethodGet, "/v1/conversations", nil), "data")[0]
		id := s.deal("Forty chairs", map[string]any{"conversationId": c["id"], "amount": "4800"})
		move := func(body map[string]any) {
			t.Helper()
			s.must(http.MethodPost, "/v1/deals/"+id+"/move", body)
		}
		move(map[string]any{"toStageId": s.stages[0], "afterDealId": s.deal("Other", nil)}) // no change of stage
		move(map[string]any{"toStageId": s.stages[1]})
		move(map[string]any{"toStageId": s.stages[4], "closeNote": "Too late"})
		s.must(http.MethodPatch, "/v1/deals/"+id, map[string]any{"amount": "", "contactId": "", "conversationId": ""})
		move(map[string]any{"toStageId": s.stages[0]})
		k.Eventually("three events came", func() bool { return len(receiver.Delivered()) >= 3 })
		stage := func(i int) map[string]any {
			return map[string]any{"id": s.stages[i], "name": []string{"New", "Offer", "Talk", "Won", "Lost"}[i]}
		}
		want := func(from, to int, status string) map[string]any {
			return map[string]any{"deal_id": id, "title": "Forty chairs", "pipeline_id": s.pipeline, "from_stage": stage(from), "to_stage": stage(to), "status": status,
				"amount": "4800.00", "currency": "EUR", "contact_id": c["contactId"], "conversation_id": c["id"], "changed_by": map[string]any{"type": "api_key", "id": k.KeyID}, "owner_id": nil}
		}
		last := want(4, 0, "open")
		for _, name := range []string{"amount", "currency", "contact_id", "conversation_id"} {
			last[name] = nil
		}
		got := receiver.Delivered()
		for i, data := range []map[string]any{want(0, 1, "open"), want(1, 4, "lost"), last} {
			if fmt.Sprint(got[i].Data) != fmt.Sprint(data) {
				t.Errorf("event %d is\n%v, want\n%v", i, got[i].Data, data)
			}
			if !strings.HasPrefix(string(got[i].Body), `{"event":"deal.stage_updated","timestamp":`) {
				t.Errorf("the body is %s", got[i].Body)
			}
		}
		if k.Quiet(); len(receiver.Delivered()) != 3 {
			t.Errorf("%d events came", len(receiver.Delivered()))
		}
		d := s.must(http.MethodGet, "/v1/deals/"+id, nil)
		if d.Text("closeNote") != "" || d.Text("status") != "open" {
			t.Errorf("a deal that is open again is %s", d.Body)
		}
		if h := s.must(http.MethodGet, "/v1/deals/"+id+"/history", nil); !strings.Contains(string(h.Body), "Too late") {
			t.Errorf("the history has forgotten why it was lost: %s", h.Body)
		}
	})
}
