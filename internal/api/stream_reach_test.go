package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// hearing is how often a live stream told of something: by the kind of the event, and
// the text of a message.
type hearing struct {
	mu   sync.Mutex
	seen map[string]int
}

func (x *hearing) times(what string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.seen[what]
}

// listen reads the live stream of a session until the test ends.
func listen(t *testing.T, k *testkit.Kit, key string) *hearing {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.App.URL()+"/v1/events/stream", nil)
	k.Must(err)
	req.AddCookie(&http.Cookie{Name: "crm", Value: strings.TrimPrefix(key, testkit.SessionKey)})
	res, err := http.DefaultClient.Do(req)
	k.Must(err)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("the stream is answered %d", res.StatusCode)
	}
	x, ended := &hearing{seen: map[string]int{}}, make(chan bool)
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			var body struct {
				Event string
				Data  struct {
					Content string
				}
			}
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && json.Unmarshal([]byte(text), &body) == nil {
				x.mu.Lock()
				x.seen[body.Event+" "+body.Data.Content]++
				x.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		_ = res.Body.Close()
	})
	return x
}

// An open stream goes by what a person may see now: within a second of a change,
// it tells no more of what a team lost, and tells of what it got back.
func TestOpenStreamsFollowTheReach(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		must := func(method, path string, body any) testkit.Response {
			t.Helper()
			r := k.Do(method, path, k.Key, body)
			if r.Status >= 300 {
				t.Fatalf("%s %s: %d %s", method, path, r.Status, r.Body)
			}
			return r
		}
		team := must(http.MethodPost, "/v1/teams", map[string]any{"name": "Sales"}).Text("id")
		lead := k.NewPerson(k.WorkspaceID, crm.RoleSupervisor)
		must(http.MethodPut, "/v1/teams/"+team+"/members", map[string]any{"userIds": []string{lead.ID}})
		must(http.MethodPut, "/v1/teams/"+team+"/numbers", map[string]any{"phoneNumberIds": []string{k.NumberID}})
		other := must(http.MethodPost, "/v1/teams", map[string]any{"name": "Support"}).Text("id")
		must(http.MethodPut, "/v1/teams/"+other+"/members", map[string]any{"userIds": []string{lead.ID}})
		mark := k.Message(k.EventuallyStored(k.CustomerWrites("+14155550100", "Hello")))["conversationId"].(string)
		stream, n := listen(t, k, lead.Key), 0
		// hears says whether the stream tells of a message of a conversation that has
		// no team. What is told after it, of one that the team has, says that it came.
		hears := func() bool {
			t.Helper()
			n++
			text := fmt.Sprintf("message %d", n)
			k.EventuallyStored(k.CustomerWrites(fmt.Sprintf("+1415555%04d", 200+n), text))
			before := stream.times("conversation.assigned ")
			must(http.MethodPut, "/v1/conversations/"+mark+"/assignment", map[string]any{"teamId": []string{team, other}[n%2]})
			k.Eventually("the assignment is told", func() bool { return stream.times("conversation.assigned ") > before })
			return stream.times("messages.received "+text) == 1
		}
		must(http.MethodPut, "/v1/conversations/"+mark+"/assignment", map[string]any{"teamId": team}) // the first message moves it
		k.Eventually("the first assignment is told", func() bool { return stream.times("conversation.assigned ") > 0 })
		if !hears() {
			t.Error("a message on a number of the team is not told")
		}
		for _, c := range []struct {
			what    string
			numbers []string
			want    bool
		}{{"the team loses the number", []string{}, false}, {"the team gets it back", []string{k.NumberID}, true}} {
			must(http.MethodPut, "/v1/teams/"+team+"/numbers", map[string]any{"phoneNumberIds": c.numbers})
			began := time.Now()
			for hears() != c.want {
				if time.Since(began) > testkit.Patience {
					t.Fatalf("%s, and the stream goes on as before", c.what)
				}
			}
			if took := time.Since(began); took > 5*time.Second { // the machine of a test has neighbours
				t.Errorf("%s, and the stream knows after %v", c.what, took)
			}
		}
	})
}
