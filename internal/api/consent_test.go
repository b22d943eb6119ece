package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

const person = "+" + customer

// A stop word opts out once, is confirmed once, and keeps marketing back; a
// start word takes it back.
func TestStopAndStart(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.NewReceiver("contact.consent_updated")
		stop := k.CustomerWrites(person, "Stop promotions!")
		k.CustomerWrites(person, "STOP")
		k.Settle()
		if list := k.Sandbox().Phone(person); len(list) != 1 {
			t.Fatalf("the customer got %d answers to two stops, want 1: %+v", len(list), list)
		}
		contact := contactOf(k, person)
		if c := contact["opted_out_at"].(int64); c == 0 || contact["refuses_all_at"].(int64) != 0 {
			t.Fatalf("the contact is %v", contact)
		}
		// The provider posts the same message again.
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", testkit.Incoming(stop, customer, "Stop promotions!", k.Now())))
		k.CustomerWrites(person, "Unstop")
		k.Settle()
		if n := len(k.Sandbox().Phone(person)); n != 2 {
			t.Errorf("the customer got %d answers to stop and start, want 2", n)
		}
		if contactOf(k, person)["opted_out_at"].(int64) != 0 {
			t.Error("a start word did not take the refusal back")
		}
		if n := k.Count("consent_records"); n != 3 {
			t.Errorf("the ledger has %d records, want 3", n)
		}
		r.Eventually(2)
		k.Settle()
		if told := r.Delivered(); len(told) != 2 || told[0].Data["to_state"] != "opted_out" || told[1].Data["to_state"] != "opted_in" {
			t.Errorf("the receiver was told %v", told)
		}
	})
}

func contactOf(k *testkit.Kit, phone string) testkit.Row {
	return k.Rows("SELECT * FROM contacts WHERE workspace_id = '%s' AND phone = '%s'", k.WorkspaceID, phone)[0]
}

func contactID(k *testkit.Kit, phone string) string { return contactOf(k, phone)["id"].(string) }

func recordConsent(t *testing.T, k *testkit.Kit, body map[string]any) {
	t.Helper()
	body["proof"] = "A test"
	if r := k.Do(http.MethodPost, "/v1/contacts/"+contactID(k, person)+"/consent", k.Key, body); r.Status != http.StatusCreated {
		t.Fatalf("the decision was not recorded: %d %s", r.Status, r.Body)
	}
}

// A word of a language is answered in that language, once; a sentence, a group and a stop that comes days late are not.
func TestConsentAnswers(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	k.CustomerWrites(person, "रोकें")
	k.Settle()
	if list := k.Sandbox().Phone(person); len(list) != 1 || list[0].Text != "आपकी सदस्यता समाप्त कर दी गई है। अब आपको हमारे प्रचार संदेश नहीं मिलेंगे। फिर से पाने के लिए शुरू लिखकर भेजें।" {
		t.Errorf("a Hindi stop was answered with %+v", list)
	}
	k.CustomerWrites("+14155550124", "Can you stop by on Monday?")
	late := testkit.Incoming("wamid.late", "14155550125", "STOP", k.Now().Add(-30*time.Hour))
	group := testkit.Incoming("wamid.group", "14155550126", "STOP", k.Now())
	group["group_id"] = "g1"
	k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", late, group))
	k.EventuallyStored("wamid.late")
	k.EventuallyStored("wamid.group")
	k.Settle()
	for number, want := range map[string]bool{"+14155550124": false, "+14155550125": true, "+14155550126": false} {
		if out := contactOf(k, number)["opted_out_at"].(int64) != 0; out != want {
			t.Errorf("%s is opted out: %v, want %v", number, out, want)
		}
		if list := k.Sandbox().Phone(number); len(list) != 0 {
			t.Errorf("%s was answered: %+v", number, list)
		}
	}
}

// A tap on a template's or a message's button counts like the word.
func TestConsentByButton(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	base := func(id, from string) map[string]any {
		return map[string]any{"id": id, "from": from, "timestamp": strconv.FormatInt(k.Now().Unix(), 10)}
	}
	template, reply := base("wamid.t", "14155550123"), base("wamid.r", "14155550124")
	template["type"], template["button"] = "button", map[string]any{"payload": "opt-out-42", "text": "Stop promotions"}
	reply["type"], reply["interactive"] = "interactive", map[string]any{"type": "button_reply", "button_reply": map[string]any{"id": "STOP", "title": "No more, please"}}
	k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "messages", template, reply))
	k.EventuallyStored("wamid.r")
	k.Settle()
	for _, number := range []string{"+14155550123", "+14155550124"} {
		if contactOf(k, number)["opted_out_at"].(int64) == 0 || k.Count("messages", "direction = 'outbound' AND to_phone = '"+number+"'") != 1 {
			t.Errorf("the tap of %s did not opt out or was not confirmed", number)
		}
	}
}

// What the provider says of a person takes effect unless the person decided
// otherwise later, in whatever order the webhooks come.
func TestProviderPreferences(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		prefer := func(value string, at time.Time) {
			t.Helper()
			body := []byte(`{"object":"whatsapp_business_account","entry":[{"id":"` + k.WABAID + `","changes":[{"field":"user_preferences","value":{"messaging_product":"whatsapp",
				"metadata":{"phone_number_id":"` + k.ProviderNumberID + `"},"contacts":[{"wa_id":"19990000000"}],"user_preferences":[{"wa_id":"14155550123",
				"detail":"User requested to stop marketing messages","category":"marketing_messages","value":"` + value + `","timestamp":` + strconv.FormatInt(at.Unix(), 10) + `}]}}]}]}`)
			if r := k.PostProvider(testkit.Callback, k.Secret(), body); r.Status != http.StatusOK {
				t.Fatalf("the preference was answered with %d", r.Status)
			}
			k.Quiet()
		}
		out := func() bool { return contactOf(k, person)["opted_out_at"].(int64) != 0 }
		now := k.Now()
		prefer("stop", now.Add(-time.Hour))
		if !out() {
			t.Fatal("a stop in the app does not opt out")
		}
		prefer("resume", now.Add(-30*time.Minute))
		prefer("stop", now.Add(-time.Hour)) // told again
		prefer("stop", now.Add(-40*time.Minute))
		if out() {
			t.Error("an older stop overrides a newer resume")
		}
		if n := k.Count("consent_records"); n != 3 {
			t.Errorf("the ledger has %d records, want 3", n)
		}
		if n := k.Count("contacts", "phone = '+19990000000'"); n != 0 {
			t.Error("a preference is about the person that it names")
		}
	})
}

// A refusal by the provider because the person stopped marketing opts out.
func TestProviderRefusesMarketing(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	id := k.SendMessage(testkit.OrderShipped(person))
	m := k.EventuallyMessage(id, "accepted")
	failed := testkit.Status(m["providerMessageId"].(string), "failed", customer, k.Now())
	failed["errors"] = []any{map[string]any{"code": 131050, "title": "User has stopped marketing messages"}}
	for range 2 {
		k.PostProvider(testkit.Callback, k.Secret(), testkit.Webhook(k.Tenant, "statuses", failed))
	}
	k.EventuallyMessage(id, "failed")
	k.Quiet()
	if contactOf(k, person)["opted_out_at"].(int64) == 0 || k.Count("consent_records", "source = 'provider_preference'") != 1 {
		t.Error("the provider's refusal did not opt the contact out, once")
	}
}

// Refusals hold before the 202 and in the transaction that sends.
func TestRefusalsHoldBothTimes(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		k.CustomerWrites(person, "Hello")
		k.SendMessage(testkit.OrderShipped(person)) // the conversation is remembered from now on
		later := testkit.OrderShipped(person)
		later["scheduledAt"] = k.Now().Add(time.Hour)
		utility := k.SendMessage(later)
		k.Settle()
		recordConsent(t, k, map[string]any{"purpose": "all", "state": "opted_out"})
		if r := k.Do(http.MethodPost, "/v1/messages", k.Key, testkit.OrderShipped(person)); r.Code() != "contact_opted_out" {
			t.Errorf("a utility template to a contact who refuses all is answered with %d %s", r.Status, r.Body)
		}
		answer := k.SendMessage(testkit.Text(person, "We open at 9."))
		k.EventuallyMessage(answer, "delivered")
		k.Advance(61 * time.Minute)
		if m := k.EventuallyMessage(utility, "failed"); m["error"].(map[string]any)["code"] != "contact_opted_out" {
			t.Errorf("a scheduled message that is refused when it is due fails with %v", m["error"])
		}
		recordConsent(t, k, map[string]any{"purpose": "all", "state": "opted_in"})
		k.EventuallyMessage(k.SendMessage(testkit.OrderShipped(person)), "delivered")
	})
}

// Decisions of one contact from many sides leave ledger and contact in step.
func TestConsentAtOnce(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		k.CustomerWrites(person, "Hello")
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				state := []string{"opted_in", "opted_out"}[i%2]
				recordConsent(t, k, map[string]any{"purpose": "marketing", "state": state, "decidedAt": k.Now().Add(time.Duration(i-20) * time.Minute)})
			})
			all.Go(func() {
				_, err := k.Sandbox().CustomerSends(sandbox.CustomerMessage{From: person, To: k.Number, Text: "Hello again"})
				k.Must(err)
			})
		}
		all.Wait()
		k.Settle()
		if n := k.Count("consent_records"); n != 20 || contactOf(k, person)["opted_out_at"].(int64) == 0 {
			t.Errorf("after 20 decisions the ledger has %d and the contact is %v", n, contactOf(k, person))
		}
	})
}

// A node of an earlier version, which still runs while others are upgraded,
// writes no made_by. Who reported its decisions is known all the same.
func TestWhoReportedADecisionBeforeTheUpgrade(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		k.CustomerWrites(person, "STOP")
		recordConsent(t, k, map[string]any{"purpose": "marketing", "state": "opted_in"})
		k.Settle()
		path := "/v1/contacts/" + contactID(k, person) + "/consent"
		now := reporters(k, path)
		if want := "api_key:" + k.KeyID + " contact:" + contactID(k, person); now != want {
			t.Fatalf("the decisions were reported by %s, want %s", now, want)
		}
		k.Must(k.DB().Update(context.Background(), "former", func(tx *db.Tx) error {
			tx.Write(db.SQL(`UPDATE consent_records SET made_by = '', proof = $1 WHERE source = 'api'`), `{"apiKeyId":"`+k.KeyID+`","detail":"A test"}`)
			tx.Write(db.SQL(`UPDATE consent_records SET made_by = '' WHERE source = 'message'`))
			return nil
		}))
		if got := reporters(k, path); got != now {
			t.Errorf("the decisions of an earlier version were reported by %s, want %s", got, now)
		}
	})
}

// reporters lists who reported the decisions of a contact, newest first.
func reporters(k *testkit.Kit, path string) string {
	var page struct{ Data []struct{ MadeBy crm.DoneBy } }
	k.Must(json.Unmarshal(k.Do(http.MethodGet, path, k.Key, nil).Body, &page))
	var out []string
	for _, r := range page.Data {
		out = append(out, r.MadeBy.String())
	}
	return strings.Join(out, " ")
}
