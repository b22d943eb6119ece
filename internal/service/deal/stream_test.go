package deal_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// hear listens to the live stream of a node, and returns what it told so far of deals:
// the name and the data of each.
func (s *shop) hear(node *testkit.Kit, key, query string) func() []string {
	ctx, cancel := context.WithCancel(context.Background())
	s.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, node.App.URL()+"/v1/events/stream"+query, nil)
	s.Must(err)
	if secret, session := strings.CutPrefix(key, testkit.SessionKey); session {
		req.Header.Set("Cookie", "crm="+secret)
		req.Header.Set("Origin", node.App.URL())
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	s.Must(err)
	if res.StatusCode != http.StatusOK {
		s.t.Fatalf("the stream is answered with %d", res.StatusCode)
	}
	var mu sync.Mutex
	var heard []string
	begun := make(chan struct{})
	go func() {
		defer res.Body.Close()
		lines, name, once := bufio.NewScanner(res.Body), "", sync.OnceFunc(func() { close(begun) })
		for lines.Scan() {
			once()
			if text, is := strings.CutPrefix(lines.Text(), "event: "); is {
				name = text
			}
			if text, is := strings.CutPrefix(lines.Text(), "data: "); is && strings.HasPrefix(name, "deal.") {
				mu.Lock()
				heard = append(heard, name+" "+text)
				mu.Unlock()
			}
		}
		once()
	}()
	<-begun
	return func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(heard) }
}

// Another place on a stage is told of on the live streams of all nodes, to whoever reaches
// the deal and wants to hear of stages; no log has it, and no receiver.
func TestAnotherPlaceIsToldOnStreamsAlone(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		s := newShop(t, k)
		second := k.Second()
		agent := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		receiver := k.NewReceiver("*")
		a, b := s.deal("A", map[string]any{"ownerId": agent.ID}), s.deal("B", nil)
		all, far := s.hear(k, k.Key, ""), s.hear(second, k.Key, "?events=deal.*")
		own, other, foreign := s.hear(k, agent.Key, ""), s.hear(k, k.Key, "?events=messages.*"), s.hear(k, k.Other.Key, "")
		move := func(id string, body map[string]any) {
			s.must(http.MethodPost, "/v1/deals/"+id+"/move", body)
		}
		told := func(id string) string {
			return fmt.Sprintf(`deal.reordered {"dealId":%q,"pipelineId":%q,"stageId":%q}`, id, s.pipeline, s.stages[0])
		}
		// Nodes tell each other once they know of each other: until then c goes up and down.
		c, up := s.deal("C", map[string]any{"stageId": s.stages[2]}), false
		s.deal("Beside", map[string]any{"stageId": s.stages[2]})
		beside := s.order()[s.stages[2]][0]
		k.Eventually("the other node tells of what is asked here", func() bool {
			up = !up
			move(c, map[string]any{"toStageId": s.stages[2], map[bool]string{true: "beforeDealId", false: "afterDealId"}[up]: beside})
			return len(far()) > 0
		})
		about := func(heard func() []string) func() []string {
			return func() []string {
				return slices.DeleteFunc(heard(), func(text string) bool { return strings.Contains(text, c) })
			}
		}
		all, far = about(all), about(far)
		before := k.Count("events")
		move(a, map[string]any{"toStageId": s.stages[0], "beforeDealId": b})
		k.Eventually("all nodes tell of it", func() bool { return len(all()) == 1 && len(far()) == 1 && len(own()) == 1 })
		move(a, map[string]any{"toStageId": s.stages[0], "beforeDealId": b}) // it stands there
		move(b, map[string]any{"toStageId": s.stages[0], "beforeDealId": a})
		k.Eventually("all nodes tell of the other", func() bool { return len(all()) == 2 && len(far()) == 2 })
		if got := k.Count("events"); got != before {
			t.Errorf("the log has %d events, had %d", got, before)
		}
		move(b, map[string]any{"toStageId": s.stages[1]})
		k.Eventually("the move is told of", func() bool { return len(all()) == 3 && len(far()) == 3 })
		want := []string{told(a), told(b)}
		for name, got := range map[string][]string{"all": all()[:2], "far": far()[:2]} {
			if !slices.Equal(got, want) {
				t.Errorf("%s heard %v, want %v", name, got, want)
			}
		}
		if got := own(); !slices.Equal(got, want[:1]) {
			t.Errorf("an agent heard %v", got)
		}
		if got := append(other(), foreign()...); len(got) != 0 {
			t.Errorf("others heard %v", got)
		}
		k.Quiet()
		for _, d := range receiver.Delivered() {
			if strings.Contains(string(d.Body), "reordered") {
				t.Errorf("a receiver is told: %s", d.Body)
			}
		}
	})
}
