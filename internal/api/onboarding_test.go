package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// onboardingWorld is a business that begins.
type onboardingWorld struct{ setupWorld }

func onOnboarding(t *testing.T, o testkit.Options, test func(w onboardingWorld)) {
	o.Parallel = true
	testkit.OnBoth(t, o, func(t *testing.T, k *testkit.Kit) { test(onboardingWorld{setupWorld{k, t}}) })
}

// item returns an item of the checklist, or the badge.
func (w onboardingWorld) item(id string) map[string]any {
	w.t.Helper()
	r := w.Do(http.MethodGet, "/v1/onboarding", w.Key, nil)
	if r.Status != http.StatusOK {
		w.t.Fatalf("the checklist: %d %s", r.Status, r.Body)
	}
	if id == crm.ItemBadge {
		return r.JSON()["badge"].(map[string]any)
	}
	for _, part := range []string{"prerequisites", "steps"} {
		for _, one := range r.JSON()[part].([]any) {
			if e := one.(map[string]any); e["id"] == id {
				return e
			}
		}
	}
	w.t.Fatalf("the checklist has no %s: %s", id, r.Body)
	return nil
}

// becomes waits until an item has a state.
func (w onboardingWorld) becomes(id string, state crm.ItemState) map[string]any {
	w.t.Helper()
	w.item(id) // the first look begins it
	w.Advance(15 * time.Second)
	w.Eventually(id+" is "+string(state), func() bool {
		return w.item(id)["state"] == string(state)
	})
	return w.item(id)
}

// check has an item checked, and wants a state of it.
func (w onboardingWorld) check(id string, state crm.ItemState) testkit.Response {
	w.t.Helper()
	r := w.post("/v1/onboarding/"+id+"/check", nil, 200, "")
	if r.Text("state") != string(state) {
		w.t.Fatalf("%s: %s, want %s", id, r.Body, state)
	}
	return r
}

// told are the changes of an item that events told of.
func (w onboardingWorld) told(item string) (out []string) {
	for _, row := range w.Rows("SELECT body FROM events WHERE workspace_id = '%s' AND kind = 'onboarding.updated' ORDER BY position", w.WorkspaceID) {
		body := fmt.Sprint(row["body"])
		if b, ok := row["body"].([]byte); ok {
			body = string(b)
		}
		if !strings.Contains(body, `"item":"`+item+`"`) {
			continue
		}
		_, rest, _ := strings.Cut(body, `"from_status":"`)
		from, rest, _ := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"to_status":"`)
		to, _, _ := strings.Cut(rest, `"`)
		out = append(out, from+">"+to)
	}
	return out
}

// The whole way of a business, from an empty workspace to the badge, with what is refused
// on it.
func TestFromNothingToTheBadge(t *testing.T) {
	shop := newShop(t)
	onOnboarding(t, testkit.Options{StatusDelay: time.Millisecond, NoAccount: true, Sandbox: func(c *sandbox.Config) {
		a := sandbox.DefaultAccount()
		a.Phones = nil
		c.Accounts = []sandbox.Account{a}
	}}, func(w onboardingWorld) {
		account := sandbox.DefaultAccount().ID
		control := func(path, body string) { t.Helper(); w.control(path, body) }
		control("accounts/"+account, `{"businessVerification":"not_verified","payment":false,"review":"PENDING"}`)

		// Nothing is there yet, and each item says how to begin.
		if e := w.item(crm.ItemAccount); e["state"] != "todo" || !strings.Contains(e["nextAction"].(string), "connect") && e["nextAction"] != "" {
			t.Errorf("at first: %v", e)
		}
		w.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "6505553000", "verifiedName": "Lucky Shrub"}, 409, crm.CodeNoMessagingAccount)
		w.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 409, crm.CodeBadgeNotEligible)
		w.post("/v1/onboarding/business_verified/confirm", map[string]any{"note": "It is."}, 409, crm.CodeItemAutomatic)

		// A token that lacks a permission is refused, another one is taken.
		control("token", `{"scopes":["whatsapp_business_messaging"]}`)
		w.post("/v1/messaging-accounts", map[string]any{"messagingAccountId": account}, 422, crm.CodeTokenScopes)
		control("token", `{"expiresIn":"8760h"}`)
		w.post("/v1/messaging-accounts", map[string]any{"messagingAccountId": account}, 201, "")
		w.becomes(crm.ItemToken, crm.ItemDone)
		w.becomes(crm.ItemAccount, crm.ItemInReview)

		// The document is uploaded at the provider, which reviews it for two days.
		w.post("/v1/onboarding/document_uploaded/confirm", map[string]any{"note": "Uploaded by Ada"}, 422, crm.CodeRequired)
		if r := w.post("/v1/onboarding/document_uploaded/confirm", map[string]any{"note": "Uploaded by Ada", "documentType": "certificate_of_incorporation"}, 200, ""); r.Text("state") != "submitted" {
			t.Errorf("the document: %s", r.Body)
		}
		control("accounts/"+account, `{"businessVerification":"pending"}`)
		r := w.check(crm.ItemBusiness, crm.ItemInReview)
		from, _ := time.Parse(time.RFC3339, r.Text("expectedFrom"))
		by, _ := time.Parse(time.RFC3339, r.Text("expectedBy"))
		if wait := from.Sub(w.Now()); wait > 24*time.Hour || wait < 23*time.Hour || by.Before(from) || by.Sub(w.Now()) > 7*24*time.Hour {
			t.Errorf("a decision is expected from %v to %v, now it is %v", from, by, w.Now())
		}
		control("accounts/"+account, `{"businessVerification":"rejected","review":"APPROVED","after":"30h"}`)
		w.Advance(31 * time.Hour)
		if e := w.becomes(crm.ItemBusiness, crm.ItemRejected); e["reason"] == "" || e["nextAction"] == "" {
			t.Errorf("a refusal without a reason: %v", e)
		}
		control("accounts/"+account, `{"businessVerification":"verified","after":"40h"}`)
		w.Advance(41 * time.Hour)
		w.becomes(crm.ItemBusiness, crm.ItemDone)
		w.becomes(crm.ItemDocument, crm.ItemDone)
		w.becomes(crm.ItemAccount, crm.ItemDone)

		// The number is added, verified by a code on its phone, and registered.
		number := w.add()
		w.becomes(crm.ItemNumber, crm.ItemSubmitted)
		w.post(number+"/register", map[string]any{"pin": "482931"}, 409, crm.CodeNotVerified)
		w.post(number+"/verification-code", map[string]any{"method": "sms"}, 200, "")
		w.becomes(crm.ItemVerified, crm.ItemSubmitted)
		w.post(number+"/verify", map[string]any{"code": "000000"}, 422, crm.CodeVerificationWrong)
		w.post(number+"/verify", map[string]any{"code": w.code()}, 200, "")
		w.post(number+"/register", map[string]any{"pin": "482931"}, 200, "")
		w.becomes(crm.ItemVerified, crm.ItemDone)
		w.becomes(crm.ItemNumber, crm.ItemDone)
		control("numbers/+16505553000", `{"name":"APPROVED"}`)

		// The provider shows no card yet. A person sees it there before.
		w.check(crm.ItemPayment, crm.ItemTodo)
		w.post("/v1/onboarding/payment_card/confirm", map[string]any{"note": "Visa 4242"}, 200, "")
		if e := w.becomes(crm.ItemPayment, crm.ItemDone); e["confirmedBy"] == nil {
			t.Errorf("nobody confirmed the card: %v", e)
		}
		w.post("/v1/onboarding/payment_card/reject", map[string]any{"reason": "It has expired"}, 200, "")
		w.becomes(crm.ItemPayment, crm.ItemRejected)
		control("accounts/"+account, `{"payment":true}`)
		w.post("/v1/onboarding/payment_card/confirm", map[string]any{"note": "Another one is there"}, 200, "")
		w.check(crm.ItemPayment, crm.ItemDone)

		// The website first names somebody else.
		site := map[string]any{"url": shop.url("wrong-name"), "legalName": shopName, "address": shopAddress}
		if r := w.Do(http.MethodPut, "/v1/onboarding/website", w.Key, site); r.Status != 200 || r.Text("state") != "submitted" {
			t.Fatalf("the website: %d %s", r.Status, r.Body)
		}
		w.becomes(crm.ItemWebsite, crm.ItemRejected)
		site["url"] = shop.url("good")
		w.Do(http.MethodPut, "/v1/onboarding/website", w.Key, site)
		w.becomes(crm.ItemWebsite, crm.ItemDone)

		// Broadcasts become regular, and the badge is requested, refused, and given.
		w.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 409, crm.CodeBadgeNotEligible)
		for range crm.RuleOfBadge().Days {
			for i := range crm.RuleOfBadge().TemplatesADay {
				w.SendMessage(testkit.OrderShipped(fmt.Sprintf("+1415555%04d", 100+i)))
			}
			w.Advance(5 * 24 * time.Hour)
		}
		w.post("/v1/onboarding/badge-request", map[string]any{"country": "usa", "language": ""}, 422, "")
		var asked [2]testkit.Response
		for i := range asked {
			asked[i] = w.DoIdempotent(http.MethodPost, "/v1/onboarding/badge-request", w.Key, "badge-1", map[string]any{"country": "US", "language": "en", "links": []string{"https://news.example/shrubs"}})
		}
		if asked[0].Status != 200 || asked[0].Text("state") != "requested" || string(asked[0].Body) != string(asked[1].Body) || asked[1].Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("the badge: %d %s, then %d %s", asked[0].Status, asked[0].Body, asked[1].Status, asked[1].Body)
		}
		w.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 409, crm.CodeBadgeRequested)
		control("numbers/+16505553000", `{"badge":"REJECTED"}`)
		if e := w.becomes(crm.ItemBadge, crm.ItemState(crm.BadgeRejected)); e["nextTryAt"] == nil {
			t.Errorf("after the refusal: %v", e)
		}
		w.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 429, crm.CodeBadgeTooEarly)
		for range crm.RuleOfBadge().Days + 3 {
			for i := range crm.RuleOfBadge().TemplatesADay {
				w.SendMessage(testkit.OrderShipped(fmt.Sprintf("+1415555%04d", 100+i)))
			}
			w.Advance(5 * 24 * time.Hour)
		}
		w.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 200, "")
		control("numbers/+16505553000", `{"badge":"APPROVED"}`)
		w.becomes(crm.ItemBadge, crm.ItemState(crm.BadgeApproved))
		w.Quiet()

		// Each change was told of once, in its order.
		for item, want := range map[string]string{
			crm.ItemBusiness: "todo>in_review in_review>rejected rejected>verified", crm.ItemVerified: "todo>submitted submitted>verified", crm.ItemNumber: "todo>submitted submitted>verified",
			crm.ItemPayment: "todo>verified verified>rejected rejected>verified", crm.ItemWebsite: "todo>submitted submitted>rejected rejected>submitted submitted>verified",
		} {
			if got := strings.Join(w.told(item), " "); got != want {
				t.Errorf("events of %s: %s, want %s", item, got, want)
			}
		}
		if got := strings.Join(w.told(crm.ItemBadge), " "); !strings.HasSuffix(got, "requested>approved") || strings.Count(got, ">rejected") != 1 {
			t.Errorf("events of the badge: %s", got)
		}
	})
}

// A token that ends is told of before, and after.
func TestATokenThatEnds(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Hour}, func(w onboardingWorld) {
		w.control("token", `{"expiresIn":"480h"}`)
		w.check(crm.ItemToken, crm.ItemDone)
		w.Advance(10 * 24 * time.Hour)
		w.Eventually("the end is near", func() bool { return strings.Contains(fmt.Sprint(w.item(crm.ItemToken)["nextAction"]), "Create a new") })
		w.Advance(11 * 24 * time.Hour)
		w.becomes(crm.ItemToken, crm.ItemRejected)
		if e := w.item(crm.ItemBusiness); e["state"] != "verified" {
			t.Errorf("what the provider does not tell any more has changed: %v", e)
		}
		w.control("token", `{}`)
		w.check(crm.ItemToken, crm.ItemDone)
		w.post("/v1/phone-numbers/"+w.NumberID+"/deregister", nil, 200, "")
		w.control("numbers/"+w.ProviderNumberID, `{"onApp":true}`)
		if r := w.check(crm.ItemNumber, crm.ItemRejected); !strings.Contains(r.Text("nextAction"), "Delete the number from the app") {
			t.Errorf("a number on the app: %s", r.Body)
		}
		// Away is no news.
		w.Must(w.Sandbox().SetFaults(sandbox.Fault{Code: 2}))
		w.post("/v1/onboarding/business_verified/check", nil, 502, "")
		w.Must(w.Sandbox().SetFaults())
	})
}
