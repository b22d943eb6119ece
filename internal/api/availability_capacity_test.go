package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// Another capacity is in the log of who takes conversations, with its time, whoever
// set it where. Since when somebody is away it does not change.
func TestTheLogOfAvailabilityHasCapacities(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		w := noteWorld{k, t}
		sue, ann := k.NewPerson(k.WorkspaceID, crm.RoleAdmin), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		of, routed := "/v1/users/"+ann.ID+"/availability", "/v1/routing/agents/"+ann.ID
		is := func() string {
			r := w.do(http.StatusOK, http.MethodGet, of, k.Key, nil)
			return fmt.Sprint(r.Text("status"), " ", r.JSON()["since"], " ", r.JSON()["changedBy"])
		}
		log := func() string {
			var out []string
			for _, v := range w.do(http.StatusOK, http.MethodGet, of+"/log", ann.Key, nil).JSON()["data"].([]any) {
				span := v.(map[string]any)
				by := "key"
				switch span["changedBy"].(map[string]any)["id"] {
				case sue.ID:
					by = "sue"
				case ann.ID:
					by = "ann"
				}
				ends := "still"
				if span["to"] != nil {
					ends = "ended"
				}
				out = append(out, fmt.Sprint(span["status"], " ", span["capacity"], " ", by, " ", ends))
			}
			return strings.Join(out, ", ")
		}
		w.do(http.StatusOK, http.MethodPut, routed, k.Key, map[string]any{"capacity": 3})
		if got := is(); got != "online <nil> <nil>" {
			t.Errorf("who said nothing is %s", got)
		}
		k.Advance(time.Minute)
		w.do(http.StatusOK, http.MethodPut, of, ann.Key, map[string]any{"status": "away", "reason": "Lunch", "until": k.Now().Add(time.Hour)})
		away := is()
		k.Advance(time.Minute)
		w.do(http.StatusOK, http.MethodPut, of, sue.Key, map[string]any{"status": "away", "reason": "Lunch", "until": w.do(http.StatusOK, http.MethodGet, of, k.Key, nil).JSON()["until"], "capacity": 4})
		k.Advance(time.Minute)
		w.do(http.StatusOK, http.MethodPut, routed, sue.Key, map[string]any{"skills": []string{"german"}, "capacity": 4}) // the same
		if got := is(); got != away {
			t.Errorf("they were %s, and with another capacity are %s", away, got)
		}
		w.do(http.StatusOK, http.MethodPut, routed, sue.Key, map[string]any{"skills": []string{"german"}})
		k.Advance(time.Minute)
		w.do(http.StatusOK, http.MethodPut, of, sue.Key, map[string]any{"status": "offline", "capacity": 5})
		if got, want := log(), "offline 5 sue still, away <nil> sue ended, away 4 sue ended, away 3 ann ended, online 3 key ended"; got != want {
			t.Errorf("the log says %s, want %s", got, want)
		}
		k.Advance(2 * time.Hour)
		w.do(http.StatusOK, http.MethodPut, of, ann.Key, map[string]any{"status": "away", "until": k.Now().Add(time.Hour)})
		k.Advance(2 * time.Hour)
		before := is()
		w.do(http.StatusOK, http.MethodPut, routed, k.Key, map[string]any{"capacity": 6})
		if got := is(); got != before || !strings.HasPrefix(got, "online 2") {
			t.Errorf("who is online again was %s, and with another capacity is %s", before, got)
		}
		if got, want := log(), "online 6 key still, away 5 ann ended, offline 5"; !strings.HasPrefix(got, want) {
			t.Errorf("the log says %s, want %s", got, want)
		}
	})
}
