package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A business signs up by the provider's window, and the service is killed while the code is
// exchanged and the account is connected. Whoever sends the code again gets the account, or
// is told that the code is lost; the provider is given a code once, and nothing is half
// connected.
func TestSignupsSurviveKills(t *testing.T) {
	const signups = 6
	bothEngines(t, func(t *testing.T, bin, database string) {
		w := newEmptyWorld(t, bin, database, 2*time.Second, 2*time.Second)
		w.env = append(w.env, "CRM_APP_ID=300000000000001", "CRM_SIGNUP_CONFIG=310000000000001")
		w.populate(1)
		base := w.nodes[0].url
		connected, lost, broken := map[string]bool{}, 0, 0
		for i := range signups {
			var end struct {
				Code, Event string
				Data        struct {
					Account string `json:"waba_id"`
					Phone   string `json:"phone_number_id"`
				}
			}
			if err := json.Unmarshal(w.control("POST", "/_sandbox/signup", map[string]any{"number": fmt.Sprintf("+1415556%04d", i)}), &end); err != nil {
				t.Fatal(err)
			}
			body := map[string]any{"code": end.Code, "event": end.Event, "messagingAccountId": end.Data.Account, "phoneNumberId": end.Data.Phone}
			w.control("POST", "/_sandbox/faults", map[string]any{"match": map[string]any{"path": "/"}, "delayMs": 60})
			done := make(chan bool)
			go func() {
				cut := false                                                                       // by the kill
				for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // the pace of a client
					status, answer, err := w.try(base, "POST", "/v1/onboarding/signup", "signup-"+end.Code, body)
					if err != nil && !cut {
						cut, broken = true, broken+1
					}
					wait := err != nil || status >= 500 || status == http.StatusConflict
					switch {
					case !wait && status == http.StatusCreated:
						done <- true
						return
					case !wait && status == http.StatusUnprocessableEntity && strings.Contains(string(answer), "Nothing was connected"):
						done <- false
						return
					case !wait || time.Now().After(deadline):
						t.Errorf("signup %d: %d %v %s", i, status, err, answer)
						done <- false
						return
					}
				}
			}()
			time.Sleep(rand.N(300 * time.Millisecond)) // the kill comes at a random moment
			w.nodes[0].p.kill()
			w.logs()
			w.start(w.nodes[0])
			if connected[end.Data.Account] = <-done; !connected[end.Data.Account] {
				lost++
			}
			w.control("DELETE", "/_sandbox/faults", nil)
		}
		codes := map[string]int{}
		var page struct {
			Calls []struct{ Path, Query string }
		}
		if err := json.Unmarshal(w.control("GET", "/_sandbox/log?limit=1000", nil), &page); err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Calls {
			if strings.HasSuffix(c.Path, "/oauth/access_token") {
				codes[c.Query]++
			}
		}
		if len(codes) > signups || len(codes) < signups-lost {
			t.Errorf("the provider was given %d codes of %d", len(codes), signups)
		}
		for code, n := range codes {
			if n != 1 {
				t.Errorf("the provider was given a code %d times: %s", n, code)
			}
		}
		have := map[string]int{}
		w.pages(base, "/v1/messaging-accounts", func(item json.RawMessage) {
			var a struct {
				ProviderID   string
				PhoneNumbers []struct{ ProviderID string }
			}
			if err := json.Unmarshal(item, &a); err != nil {
				t.Fatal(err)
			}
			if have[a.ProviderID]++; len(a.PhoneNumbers) != 1 {
				t.Errorf("an account has %d numbers", len(a.PhoneNumbers))
			}
		})
		for account, is := range connected {
			if is && have[account] != 1 || !is && have[account] != 0 {
				t.Errorf("account %s was connected: %v, and is there %d times", account, is, have[account])
			}
		}
		w.logs()
		t.Logf("%d signups over as many kills, which broke %d requests off: %d connected, %d told that the code is lost", signups, broken, signups-lost, lost)
	})
}
