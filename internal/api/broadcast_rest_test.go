package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/testkit"
)

// waiting returns who of a broadcast is in the state of those who wait for the winner.
func (w broadcasting) waiting(id string) (out []string) {
	w.t.Helper()
	list, _ := w.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients?limit=100&state=waiting_for_winner", w.Key, nil).JSON()["data"].([]any)
	for _, item := range list {
		r := item.(map[string]any)
		if r["variant"] != nil || r["messageId"] != nil {
			w.t.Errorf("who waits has %v", r)
		}
		out = append(out, fmt.Sprint(r["to"]))
	}
	return out
}

// tested creates a broadcast of which a part is in the test, and lets the test be sent.
func (w broadcasting) tested(from, n int, rest, more map[string]any) (id string, arms map[string][]string, waiting []string) {
	w.t.Helper()
	body := experiment(map[string]any{"holdout": 0, "rest": rest})
	for name, value := range more {
		body[name] = value
	}
	id = w.create(numbers(from, n), body)
	w.prepared(id)
	arms, waiting = w.arms(id), w.waiting(id)
	if a, b := len(arms["a"]), len(arms["b"]); a < 10 || b < 10 || len(waiting) < 10 || a+b+len(waiting) != n {
		w.t.Fatalf("%d get a, %d get b, %d wait", a, b, len(waiting))
	}
	w.act(id, "start")
	w.Eventually("the test has ended", func() bool { return w.results(id).Text("decidesAt") != "" })
	return id, arms, waiting
}

func (w broadcasting) messagesOf(list []string) map[int]int {
	out := map[int]int{}
	for _, to := range list {
		out[len(w.Sandbox().Phone(to))]++
	}
	return out
}

// The rest of an audience gets nothing until every window of the test is over, and then the
// winner, each one message. What is told later changes neither.
func TestBroadcastRestGetsTheWinner(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		quiet := k.Now().UTC().Add(4 * time.Hour) // no clock of a recipient says so meanwhile
		for i, more := range []map[string]any{nil, {"quietHours": map[string]any{"from": quiet.Format("15:04"), "to": quiet.Add(time.Minute).Format("15:04")}}} {
			w := broadcasting{k, t}
			id, arms, waiting := w.tested(i*100, 100, map[string]any{"testShare": 50}, more)
			for _, to := range arms["b"] {
				k.CustomerWrites(to, "Yes!")
			}
			k.CustomerWrites(waiting[0], "I got nothing")
			k.Settle()
			k.Advance(2*time.Hour + 50*time.Minute)
			k.Settle()
			if got := w.messagesOf(waiting); got[0] != len(waiting) {
				t.Fatalf("before the end who waits got %v", got)
			}
			if r := w.results(id); r.Text("noWinner") != "not_over" || r.JSON()["rest"].(map[string]any)["variant"] != nil || w.get(id).Text("status") != "running" {
				t.Errorf("before the end: %s", r.Body)
			}
			k.Advance(12 * time.Minute)
			k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
			k.Eventually("everything is delivered", func() bool { return w.counts(id) == fmt.Sprint(0, 0, 0, 100, 100, 0, 0, 0, len(arms["b"])) })
			for _, list := range [][]string{arms["a"], arms["b"], waiting} {
				if got := w.messagesOf(list); got[1] != len(list) {
					t.Errorf("messages by how many got them: %v", got)
				}
			}
			for _, to := range waiting {
				if m := k.Sandbox().Phone(to)[0]; m.Template != "order_shipped" {
					t.Errorf("%s got %+v", to, m)
				}
			}
			rest := w.results(id).JSON()["rest"].(map[string]any)
			if r := w.results(id); r.Text("winner") != "b" || rest["variant"] != "b" || rest["decidedAt"] == nil || rest["delivered"] != float64(len(waiting)) || rest["reached"] != 0.0 {
				t.Errorf("at the end: %s", r.Body)
			}
			k.Must(k.App.Service.Broadcast.Compare(t.Context(), false, func(d broadcast.Difference) { t.Errorf("wrong: %+v", d) }))
		}
	})
}

// holdCountsSQL and goOnCountsSQL are by engine: in the file no position may be beyond the log.
var (
	holdCountsSQL = map[string]*db.Stmt{
		"sqlite":   db.EmbeddedSQL(`CREATE TRIGGER held BEFORE UPDATE ON broadcast_positions BEGIN SELECT RAISE(IGNORE); END`),
		"postgres": db.PostgresSQL(`UPDATE broadcast_positions SET position = position + 1000000000000`).AcrossWorkspaces("there is one"),
	}
	goOnCountsSQL = map[string]*db.Stmt{
		"sqlite":   db.EmbeddedSQL(`DROP TRIGGER held`),
		"postgres": db.PostgresSQL(`UPDATE broadcast_positions SET position = position - 1000000000000`).AcrossWorkspaces("there is one"),
	}
)

// A test is decided by everything that the log tells of it, and not before that was counted.
func TestBroadcastRestIsDecidedByAllAnswers(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		id, arms, waiting := w.tested(0, 100, map[string]any{"testShare": 50}, nil)
		counting := func(sql map[string]*db.Stmt) {
			k.Must(k.DB().Update(t.Context(), "broadcasts "+k.WorkspaceID, func(tx *db.Tx) error {
				_, err := tx.Exec(sql[k.DB().Engine()])
				return err
			}))
		}
		k.Settle()
		k.Eventually("the test is delivered", func() bool {
			return testkit.Number(w.get(id).JSON(), "counts", "delivered") == float64(len(arms["a"])+len(arms["b"]))
		})
		counting(holdCountsSQL)
		for _, to := range arms["b"] {
			k.CustomerWrites(to, "Yes!")
		}
		k.Settle()
		k.Advance(3*time.Hour + time.Minute)
		k.Settle()
		if r := w.results(id); r.Text("noWinner") != "not_over" || w.get(id).Text("status") != "running" || w.messagesOf(waiting)[0] != len(waiting) {
			t.Errorf("before all is counted: %s", r.Body)
		}
		counting(goOnCountsSQL)
		k.Eventually("it is completed", func() bool { return w.get(id).Text("status") == "completed" })
		if r := w.results(id); r.Text("winner") != "b" {
			t.Errorf("at the end: %s", r.Body)
		}
	})
}

// Without a winner what was chosen beforehand happens: the broadcast pauses and goes on with
// variant A, does so at once, or the rest gets nothing. Who cancels leaves the rest out, too.
func TestBroadcastRestWithoutWinner(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		type one struct {
			id      string
			arms    map[string][]string
			waiting []string
		}
		var all []one
		for i, rest := range []map[string]any{{"testShare": 50, "withoutWinner": "pause"}, {"testShare": 50, "withoutWinner": "variant_a"}, {"testShare": 50, "withoutWinner": "cancel"}, {"testShare": 50}} {
			id, arms, waiting := w.tested(i*100, 100, rest, nil)
			all = append(all, one{id, arms, waiting})
		}
		w.act(all[3].id, "cancel")
		k.Advance(3*time.Hour + time.Minute)
		ends := func(of one, what string, sent, canceled int) {
			t.Helper()
			k.Eventually(what, func() bool {
				b := w.get(of.id)
				c := b.JSON()["counts"].(map[string]any)
				return (b.Text("status") == "completed" || b.Text("status") == "canceled") && c["queued"] == 0.0 && c["canceled"] == float64(canceled) && c["sent"] == float64(sent)
			})
			if got := w.messagesOf(of.waiting); canceled == 0 && got[1] != len(of.waiting) || canceled > 0 && got[0] != len(of.waiting) {
				t.Errorf("%s: who waited got %v", what, got)
			}
		}
		k.Eventually("the first one pauses", func() bool { return w.get(all[0].id).Text("status") == "paused" })
		if b := w.get(all[0].id); b.Text("reason") != "no_winner" || w.messagesOf(all[0].waiting)[0] != len(all[0].waiting) {
			t.Errorf("paused: %s", b.Body)
		}
		ends(all[1], "the second one sends A", 100, 0)
		ends(all[2], "the third one sends no more", 100-len(all[2].waiting), len(all[2].waiting))
		ends(all[3], "the canceled one sends no more", 100-len(all[3].waiting), len(all[3].waiting))
		w.act(all[0].id, "resume")
		ends(all[0], "the first one goes on with A", 100, 0)
		for _, of := range all[:2] {
			if m := k.Sandbox().Phone(of.waiting[0])[0]; m.Template != "hello_world" {
				t.Errorf("who waited got %+v", m)
			}
			if r := w.results(of.id); r.Text("noWinner") != "no_difference" || r.JSON()["winner"] != nil {
				t.Errorf("without a winner: %s", r.Body)
			}
		}
		k.Must(k.App.Service.Broadcast.Compare(t.Context(), false, func(d broadcast.Difference) { t.Errorf("wrong: %+v", d) }))
		for pointer, x := range map[string]map[string]any{
			"/experiment/rest/testShare": {"rest": map[string]any{"testShare": 100}}, "/experiment/rest/withoutWinner": {"rest": map[string]any{"testShare": 5, "withoutWinner": "b"}},
			"/experiment/variantB": {"rest": map[string]any{"testShare": 5}, "variantB": nil, "sampleSize": nil}} {
			body := map[string]any{"name": "Wrong", "templateName": "hello_world", "language": "en_US", "audience": numbers(900, 2)}
			for name, value := range experiment(x) {
				body[name] = value
			}
			if r := k.Do(http.MethodPost, "/v1/broadcasts", k.Key, body); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), pointer) {
				t.Errorf("%s: %d %s", pointer, r.Status, r.Body)
			}
		}
	})
}
