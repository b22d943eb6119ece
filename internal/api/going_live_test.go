package api_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/testkit"
)

// The way of a new business from an empty workspace to the badge, through the API alone, on
// the clock of the simulated provider. On the way it meets every refusal that the provider
// documents for it (outbound.md 8.2, 8.3); each is told with what to do next, and each is
// followed by the step that succeeds. Read it from top to bottom.
func TestFromNothingToTheBadge(t *testing.T) {
	shop := newShop(t)
	unknown := sandbox.DefaultAccount()
	unknown.Phones = nil
	options := testkit.Options{StatusDelay: time.Millisecond, NoAccount: true, Sandbox: func(c *sandbox.Config) { c.Accounts = []sandbox.Account{unknown} }}
	onOnboarding(t, options, func(w onboardingWorld) {
		b := &newBusiness{onboardingWorld: w, account: unknown.ID, met: map[[2]int]bool{}, heard: map[string][]string{}}
		for _, chapter := range []func(){b.begins, b.connectsItsAccount, b.isVerified, b.bringsItsNumber, b.changesItsPIN, b.isNamed, b.pays, func() { b.showsItsWebsite(shop) },
			b.hearsWebhooks, b.exchangesItsToken, b.writesATemplate, b.becomesKnown, b.getsTheBadge} {
			chapter()
			b.hears()
		}
		b.heardOfEachChangeOnce()
		b.hasMetEveryRefusal()
	})
}

// newBusiness is a business on its way.
type newBusiness struct {
	onboardingWorld
	account string // its account at the provider
	path    string // of its number here
	met     map[[2]int]bool
	last    string              // the event that was heard last
	heard   map[string][]string // changes of each item, as events tell them
}

// hears reads the events since the last time: the log forgets after a while.
func (b *newBusiness) hears() {
	b.t.Helper()
	for more := true; more; {
		r := b.Do(http.MethodGet, "/v1/events?event=onboarding.updated&limit=200&after="+b.last, b.Key, nil)
		if r.Status != http.StatusOK {
			b.t.Fatalf("the events: %d %s", r.Status, r.Body)
		}
		for _, one := range r.JSON()["data"].([]any) {
			d := one.(map[string]any)["data"].(map[string]any)
			item := fmt.Sprint(d["item"])
			b.heard[item] = append(b.heard[item], fmt.Sprint(d["from_status"], ">", d["to_status"]))
		}
		last := r.Text("lastEventId")
		more = last != "" && last != b.last
		b.last = cmp.Or(last, b.last)
	}
}

// refuse has the provider refuse the next calls of an edge, until it is told otherwise.
func (b *newBusiness) refuse(edge string, code, subcode int) {
	b.t.Helper()
	b.met[[2]int{code, subcode}] = true
	b.fault(sandbox.Fault{Match: sandbox.Match{Path: edge}, Code: code, Subcode: subcode})
}

func (b *newBusiness) relent() { b.t.Helper(); b.Must(b.Sandbox().SetFaults()) }

// At first nothing is there. Each item says how to begin, and what needs another step first
// is refused here: the provider is not asked.
func (b *newBusiness) begins() {
	b.control("accounts/"+b.account, `{"businessVerification":"not_verified","payment":false,"review":"PENDING"}`)
	if e := b.item(crm.ItemAccount); e["state"] != "todo" {
		b.t.Errorf("at first: %v", e)
	}
	b.post("/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "6505553000", "verifiedName": "Lucky Shrub"}, 409, crm.CodeNoMessagingAccount)
	b.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 409, crm.CodeBadgeNotEligible)
	b.post("/v1/onboarding/business_verified/confirm", map[string]any{"note": "It is."}, 409, crm.CodeItemAutomatic)
}

// Whoever connects an account is told what is wrong with the token, or at the provider.
func (b *newBusiness) connectsItsAccount() {
	ask := func() testkit.Response {
		return b.Do(http.MethodPost, "/v1/messaging-accounts", b.Key, map[string]any{"messagingAccountId": b.account})
	}
	for _, c := range refusedAnywhere {
		b.refuse("/"+b.account, c.code, c.subcode)
		b.isTold(fmt.Sprintf("connecting, %d/%d", c.code, c.subcode), ask(), c)
	}
	b.relent()
	for _, code := range []int{104, 190} { // the token itself
		b.refuse("/debug_token", code, 0)
		b.post("/v1/messaging-accounts", map[string]any{"messagingAccountId": b.account}, 422, crm.CodeTokenInvalid)
	}
	b.relent()
	b.control("token", `{"scopes":["whatsapp_business_messaging"]}`)
	b.post("/v1/messaging-accounts", map[string]any{"messagingAccountId": b.account}, 422, crm.CodeTokenScopes)
	b.control("token", `{"expiresIn":"8760h"}`)
	if r := ask(); r.Status != 201 {
		b.t.Fatalf("connecting: %d %s", r.Status, r.Body)
	}
	b.becomes(crm.ItemToken, crm.ItemDone)
	b.becomes(crm.ItemAccount, crm.ItemInReview)
}

// isTold wants a refusal with our code, the provider's, and the next thing to do.
func (b *newBusiness) isTold(step string, r testkit.Response, c refused) {
	b.t.Helper()
	text := r.Text("detail") + fmt.Sprint(r.JSON()["errors"])
	if r.Status != c.status || r.Code() != string(c.as) || !strings.Contains(text, strings.TrimSuffix(c.next, " after 20")) {
		b.t.Errorf("%s: %d %s, want %d %s that says %q", step, r.Status, r.Body, c.status, c.as, c.next)
	}
	if p, _ := r.JSON()["providerError"].(map[string]any); p == nil || fmt.Sprint(p["code"]) != fmt.Sprint(c.code) {
		b.t.Errorf("%s: the provider's code is missing: %s", step, r.Body)
	}
}

// The document is uploaded at the provider, which reviews it for a day or more, refuses it
// once, and then verifies the business.
func (b *newBusiness) isVerified() {
	b.post("/v1/onboarding/document_uploaded/confirm", map[string]any{"note": "Uploaded by Ada"}, 422, crm.CodeRequired)
	if r := b.post("/v1/onboarding/document_uploaded/confirm", map[string]any{"note": "Uploaded by Ada", "documentType": "certificate_of_incorporation"}, 200, ""); r.Text("state") != "submitted" {
		b.t.Errorf("the document: %s", r.Body)
	}
	b.control("accounts/"+b.account, `{"businessVerification":"pending"}`)
	r := b.check(crm.ItemBusiness, crm.ItemInReview)
	from, _ := time.Parse(time.RFC3339, r.Text("expectedFrom"))
	by, _ := time.Parse(time.RFC3339, r.Text("expectedBy"))
	if wait := from.Sub(b.Now()); wait > 24*time.Hour || wait < 23*time.Hour || by.Before(from) || by.Sub(b.Now()) > 7*24*time.Hour {
		b.t.Errorf("a decision is expected from %v to %v, now it is %v", from, by, b.Now())
	}
	b.control("accounts/"+b.account, `{"businessVerification":"rejected","review":"APPROVED","after":"30h"}`)
	b.Advance(31 * time.Hour)
	if e := b.becomes(crm.ItemBusiness, crm.ItemRejected); e["reason"] == "" || e["nextAction"] == "" {
		b.t.Errorf("a refusal without a reason: %v", e)
	}
	b.control("accounts/"+b.account, `{"businessVerification":"verified","after":"40h"}`)
	b.Advance(41 * time.Hour)
	b.becomes(crm.ItemBusiness, crm.ItemDone)
	b.becomes(crm.ItemDocument, crm.ItemDone)
	b.becomes(crm.ItemAccount, crm.ItemDone)
}

// The number is added, verified by a code on its phone, and registered. At each step the
// provider first refuses it for every reason that its table has for this step; those that
// any step may meet come while it is verified.
func (b *newBusiness) bringsItsNumber() {
	for _, c := range refusedAt["add"] {
		b.refuse("/phone_numbers", c.code, c.subcode)
		b.Advance(time.Minute)
		b.isTold(fmt.Sprintf("adding, %d/%d", c.code, c.subcode), b.Do(http.MethodPost, "/v1/phone-numbers", b.Key, map[string]any{"countryCode": "1", "number": "6505553000", "verifiedName": "Lucky Shrub"}), c)
	}
	b.relent()
	b.Advance(10 * time.Minute)
	b.path = b.add()
	b.becomes(crm.ItemNumber, crm.ItemSubmitted)
	b.post(b.path+"/register", map[string]any{"pin": "482931"}, 409, crm.CodeNotVerified)
	for _, s := range b.steps(b.path)[1:] {
		list := refusedAt[s.name]
		if s.name == "code" {
			list = slices.Concat(list, refusedAnywhere)
		}
		for _, c := range list {
			b.met[[2]int{c.code, c.subcode}] = true
			b.Advance(s.rest)
			s.ready()
			b.refuses(s, c)
			if b.t.Failed() {
				b.t.Fatalf("%s, %d/%d", s.name, c.code, c.subcode)
			}
		}
	}
	b.Advance(crm.RegistrationPeriod)
	b.control("numbers/+16505553000", `{"verification":"NOT_VERIFIED"}`)
	b.post(b.path+"/verification-code", map[string]any{"method": "sms"}, 200, "")
	b.post(b.path+"/verify", map[string]any{"code": "000000"}, 422, crm.CodeVerificationWrong)
	b.post(b.path+"/verify", map[string]any{"code": b.code()}, 200, "")
	b.post(b.path+"/register", map[string]any{"pin": "482931"}, 200, "")
	b.becomes(crm.ItemVerified, crm.ItemDone)
	b.becomes(crm.ItemNumber, crm.ItemDone)
}

// A PIN that is not one is refused here; one that the provider does not take, with its word.
func (b *newBusiness) changesItsPIN() {
	b.post(b.path+"/pin", map[string]any{"pin": "12345"}, 422, "")
	b.onNumber("PIN", b.path+"/pin", map[string]any{"pin": "150954"}, len(refusedAnywhere))
}

// onNumber has a change of the number refused by so many of the reasons that a person
// mends, and then made.
func (b *newBusiness) onNumber(step, path string, body any, reasons int) {
	b.t.Helper()
	id := b.Do(http.MethodGet, b.path, b.Key, nil).Text("providerId")
	for _, c := range refusedAnywhere {
		if c.status == 409 && reasons > 0 {
			reasons--
			b.Advance(time.Minute)
			b.fault(sandbox.Fault{Match: sandbox.Match{Path: "/" + id}, Code: c.code, Subcode: c.subcode})
			b.isTold(fmt.Sprintf("%s, %d/%d", step, c.code, c.subcode), b.Do(http.MethodPost, path, b.Key, body), c)
		}
	}
	b.relent()
	b.Advance(time.Minute)
	b.post(path, body, 200, "")
}

// The provider declines a display name with its reason, and approves the next one.
func (b *newBusiness) isNamed() {
	b.post(b.path+"/display-name", map[string]any{"displayName": "x "}, 422, "")
	b.onNumber("display name", b.path+"/display-name", map[string]any{"displayName": "Lucky Shrub Florists"}, 5) // the provider takes ten requests in a month
	b.control("numbers/+16505553000", `{"name":"DECLINED","reason":"NAME_EMPLOYEE_ISSUE"}`)
	b.Eventually("the reason is told in words", func() bool {
		return strings.Contains(b.Do(http.MethodGet, b.path+"/setup", b.Key, nil).Text("displayName", "reason"), "person who works")
	})
	b.post(b.path+"/display-name", map[string]any{"displayName": "Lucky Shrub Ltd"}, 200, "")
	b.control("numbers/+16505553000", `{"name":"APPROVED"}`)
	b.Eventually("the name is approved", func() bool {
		return b.Do(http.MethodGet, b.path, b.Key, nil).Text("verifiedName") == "Lucky Shrub Ltd"
	})
}

// The provider shows no card yet; a person sees it there before, finds that it has expired,
// and attaches another one.
func (b *newBusiness) pays() {
	b.check(crm.ItemPayment, crm.ItemTodo)
	b.post("/v1/onboarding/payment_card/confirm", map[string]any{"note": "Visa 4242"}, 200, "")
	if e := b.becomes(crm.ItemPayment, crm.ItemDone); e["confirmedBy"] == nil {
		b.t.Errorf("nobody confirmed the card: %v", e)
	}
	b.post("/v1/onboarding/payment_card/reject", map[string]any{"reason": "It has expired"}, 200, "")
	b.becomes(crm.ItemPayment, crm.ItemRejected)
	b.control("accounts/"+b.account, `{"payment":true}`)
	b.post("/v1/onboarding/payment_card/confirm", map[string]any{"note": "Another one is there"}, 200, "")
	b.check(crm.ItemPayment, crm.ItemDone)
}

// The website first names somebody else.
func (b *newBusiness) showsItsWebsite(shop shop) {
	site := map[string]any{"url": shop.url("wrong-name"), "legalName": shopName, "address": shopAddress}
	if r := b.Do(http.MethodPut, "/v1/onboarding/website", b.Key, site); r.Status != 200 || r.Text("state") != "submitted" {
		b.t.Fatalf("the website: %d %s", r.Status, r.Body)
	}
	b.becomes(crm.ItemWebsite, crm.ItemRejected)
	site["url"] = shop.url("good")
	b.Do(http.MethodPut, "/v1/onboarding/website", b.Key, site)
	b.becomes(crm.ItemWebsite, crm.ItemDone)
}

// The provider is made to send something. It is not let through first.
func (b *newBusiness) hearsWebhooks() {
	check := "/v1/messaging-accounts/" + b.accountHere() + "/check-webhooks"
	b.Must(b.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Path: "/subscribed_apps"}, Times: 1, DelayMs: 1},
		sandbox.Fault{Match: sandbox.Match{Path: "/subscribed_apps"}, Status: 400, Code: 100, Subcode: 2200})) // the first call only reads
	if r := b.post(check, nil, 200, ""); r.JSON()["working"] != false || !strings.Contains(r.Text("nextAction"), "reachable from the internet") {
		b.t.Errorf("webhooks that do not come: %s", r.Body)
	}
	b.refuse("/subscribed_apps", 10, 0)
	b.isTold("webhooks, 10", b.Do(http.MethodPost, check, b.Key, nil), refused{10, 0, 409, crm.CodeProviderBlocked, connectAgain, 0})
	b.relent()
	if r := b.post(check, nil, 200, ""); r.JSON()["working"] != true {
		b.t.Errorf("webhooks that come: %s", r.Body)
	}
}

// accountHere is the account's identifier here.
func (b *newBusiness) accountHere() string {
	return b.Do(http.MethodGet, "/v1/messaging-accounts", b.Key, nil).Text("data", "0", "id")
}

// The token is exchanged for one that is proved first: by what it may do, by a read, and by
// a dry call.
func (b *newBusiness) exchangesItsToken() {
	rotate := "/v1/messaging-accounts/" + b.accountHere() + "/rotate-token"
	b.control("token", `{"token":"EAAnarrow","scopes":["whatsapp_business_messaging"]}`)
	b.control("token", `{"token":"EAAover","valid":false}`)
	b.control("token", `{"token":"EAAfresh"}`)
	b.post(rotate, map[string]any{"systemUserToken": "EAAover"}, 422, crm.CodeTokenInvalid)
	b.post(rotate, map[string]any{"systemUserToken": "EAAnarrow"}, 422, crm.CodeTokenScopes)
	for _, c := range refusedAnywhere {
		b.refuse("/"+b.account, c.code, c.subcode)
		b.isTold(fmt.Sprintf("exchanging the token, %d/%d", c.code, c.subcode), b.Do(http.MethodPost, rotate, b.Key, map[string]any{"systemUserToken": "EAAfresh"}), c)
	}
	b.relent()
	b.Must(b.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send"}, Status: 403, Code: 131005}))
	b.post(rotate, map[string]any{"systemUserToken": "EAAfresh"}, 422, crm.CodeTokenScopes)
	b.relent()
	b.post(rotate, map[string]any{"systemUserToken": "EAAfresh"}, 200, "")
	b.becomes(crm.ItemToken, crm.ItemDone)
}

// A template is refused for every reason when it is submitted, rejected in review, and then
// approved; an edit and a deletion are refused, too.
func (b *newBusiness) writesATemplate() {
	w := writer{b.Kit, b.t}
	body := delayed("order_delayed", "Hi {{name}}, your order comes tomorrow.")
	id := w.do(http.StatusCreated, http.MethodPost, "", body).Text("id")
	later := map[int]bool{2388039: true, 2388318: true, 2388330: true}
	transient := map[int]bool{1: true, 2: true, 4: true, 80007: true, 80008: true, 131000: true, 131016: true}
	for _, c := range template.Refusals() {
		if c[0] == 0 || later[c[1]] || transient[c[0]] { // code 0 cannot be scripted
			continue
		}
		b.refuse(templatesPath, c[0], c[1])
		w.do(http.StatusAccepted, http.MethodPost, "/"+id+"/submit", nil)
		b.saysWhatToDo(id, w.becomes(id, "draft"), "create", c)
	}
	b.relent()
	for code := range transient { // nobody is bothered with what ends by itself
		b.met[[2]int{code}] = true
		b.fault(sandbox.Fault{Match: sandbox.Match{Path: templatesPath}, Code: code, Times: 1})
		one := delayed(fmt.Sprintf("order_late_%d", code), fmt.Sprintf("Hi {{name}}, your order comes in %d days.", code))
		one["submit"] = true
		b.comes(w.do(http.StatusCreated, http.MethodPost, "", one).Text("id"), "approved")
	}
	b.relent()
	b.control("config", `{"templateReview":"reject"}`)
	w.do(http.StatusAccepted, http.MethodPost, "/"+id+"/submit", nil)
	w.becomes(id, "rejected")
	b.control("config", `{"templateReview":"approve"}`)
	w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts("Hi {{name}}, your order comes on Friday.")})
	w.becomes(id, "approved")

	var listed struct{ Data []struct{ ID string } }
	b.Must(json.Unmarshal([]byte(graph(b.Kit, http.MethodGet, "/"+b.account+"/message_templates?name=order_delayed", "")), &listed))
	pid := listed.Data[0].ID
	for _, subcode := range []int{2388039, 2388318} {
		b.Advance(25 * time.Hour)
		b.refuse("/"+pid, 100, subcode)
		w.do(http.StatusOK, http.MethodPatch, "/"+id, map[string]any{"components": delayedParts(fmt.Sprintf("Hi {{name}}, your order %d comes today.", subcode))})
		b.saysWhatToDo(id, w.becomes(id, "approved"), "edit", [2]int{100, subcode})
		b.relent()
	}
	b.refuse(templatesPath, 100, 2388330)
	w.do(http.StatusAccepted, http.MethodDelete, "/"+id, nil)
	b.saysWhatToDo(id, w.becomes(id, "approved"), "delete", [2]int{100, 2388330})
	b.relent()
}

// comes waits for a template while time passes.
func (b *newBusiness) comes(id, status string) {
	b.t.Helper()
	b.Eventually("template is "+status, func() bool {
		if b.Do(http.MethodGet, "/v1/templates/"+id, b.Key, nil).Text("status") == status {
			return true
		}
		b.Advance(time.Minute)
		return false
	})
}

// saysWhatToDo wants the problem of a template in sentences of ours.
func (b *newBusiness) saysWhatToDo(id string, r testkit.Response, action string, c [2]int) {
	b.t.Helper()
	detail := r.Text("problem", "detail")
	if r.Text("problem", "action") != action || strings.Count(detail, ". ") < 1 || !strings.HasSuffix(detail, ".") || !strings.Contains(string(r.Body), fmt.Sprintf(`"code":%d`, c[0])) {
		b.t.Errorf("template %s, refused with %v: %s", id, c, r.Body)
	}
}

// Broadcasts become regular.
func (b *newBusiness) becomesKnown() {
	b.post("/v1/onboarding/badge-request", map[string]any{"country": "US", "language": "en"}, 409, crm.CodeBadgeNotEligible)
	b.broadcasts(crm.RuleOfBadge().Days)
	b.post("/v1/onboarding/badge-request", map[string]any{"country": "usa", "language": ""}, 422, "")
}

// broadcasts sends as many templates as make a day count, every five days.
func (b *newBusiness) broadcasts(days int) {
	for range days {
		for i := range crm.RuleOfBadge().TemplatesADay {
			b.SendMessage(testkit.OrderShipped(fmt.Sprintf("+1415555%04d", 100+i)))
		}
		b.Advance(5 * 24 * time.Hour)
	}
}

// The badge is requested and refused; 30 days later the app may not ask for it by API any
// more, so a person submits what was prepared; in the end the provider gives it.
func (b *newBusiness) getsTheBadge() {
	request := map[string]any{"country": "US", "language": "en", "links": []string{"https://news.example/shrubs"}}
	ask := func() testkit.Response { return b.Do(http.MethodPost, "/v1/onboarding/badge-request", b.Key, request) }
	for _, c := range refusedAnywhere {
		if c.status == 409 && c.code != 3 && c.code != 10 && c.code != 200 {
			b.refuse("/official_business_account", c.code, c.subcode)
			b.Advance(time.Minute)
			b.isTold(fmt.Sprintf("badge, %d/%d", c.code, c.subcode), ask(), c)
		}
	}
	b.relent()
	b.Advance(time.Minute)
	var asked [2]testkit.Response
	for i := range asked {
		asked[i] = b.DoIdempotent(http.MethodPost, "/v1/onboarding/badge-request", b.Key, "badge-1", request)
	}
	if asked[0].Status != 200 || asked[0].Text("state") != "requested" || string(asked[0].Body) != string(asked[1].Body) || asked[1].Header.Get("Idempotent-Replayed") != "true" {
		b.t.Errorf("the badge: %d %s, then %d %s", asked[0].Status, asked[0].Body, asked[1].Status, asked[1].Body)
	}
	b.post("/v1/onboarding/badge-request", request, 409, crm.CodeBadgeRequested)
	b.control("numbers/+16505553000", `{"badge":"REJECTED"}`)
	if e := b.becomes(crm.ItemBadge, crm.ItemState(crm.BadgeRejected)); e["nextTryAt"] == nil {
		b.t.Errorf("after the refusal: %v", e)
	}
	b.post("/v1/onboarding/badge-request", request, 429, crm.CodeBadgeTooEarly)
	b.broadcasts(crm.RuleOfBadge().Days + 3)

	b.refuse("/official_business_account", 10, 0)
	r := ask()
	if r.Status != 200 || r.Text("state") != "eligible" || !strings.Contains(r.Text("package", "link"), b.account) || r.Text("package", "links", "0") != "https://news.example/shrubs" || !strings.Contains(r.Text("nextAction"), "by hand") {
		b.t.Errorf("the package: %d %s", r.Status, r.Body)
	}
	b.relent()
	report := func(state string, status int) testkit.Response {
		b.t.Helper()
		r := b.Do(http.MethodPut, "/v1/onboarding/badge-request", b.Key, map[string]any{"state": state, "note": "Seen in the manager."})
		if r.Status != status {
			b.t.Errorf("%s: %d %s, want %d", state, r.Status, r.Body, status)
		}
		return r
	}
	report("approved", 409) // nobody has submitted it yet
	if r := report("requested", 200); r.Text("state") != "requested" || r.Text("package", "submittedAt") == "" {
		b.t.Errorf("submitted by hand: %s", r.Body)
	}
	b.check(crm.ItemBusiness, crm.ItemDone) // the provider knows nothing of the request, and it stays
	if e := b.item(crm.ItemBadge); e["state"] != "requested" {
		b.t.Errorf("after a check: %v", e)
	}
	if r := report("rejected", 200); r.Text("nextTryAt") == "" || r.Text("nextAction") == "" {
		b.t.Errorf("refused by hand: %s", r.Body)
	}
	report("requested", 200) // that was a slip
	b.control("numbers/+16505553000", `{"badge":"APPROVED"}`)
	b.becomes(crm.ItemBadge, crm.ItemState(crm.BadgeApproved))
	report("rejected", 409) // what the provider tells counts
	b.control("numbers/+16505553000", `{"badge":"REJECTED"}`)
	if e := b.becomes(crm.ItemBadge, crm.ItemState(crm.BadgeRejected)); e["nextTryAt"] == nil || e["package"] != nil {
		b.t.Errorf("taken away: %v", e)
	}
	b.control("numbers/+16505553000", `{"badge":"APPROVED"}`)
	b.becomes(crm.ItemBadge, crm.ItemState(crm.BadgeApproved))
	b.Quiet()
}

// Each change was told of once, in its order.
func (b *newBusiness) heardOfEachChangeOnce() {
	for item, want := range map[string]string{
		crm.ItemBusiness: "todo>in_review in_review>rejected rejected>verified", crm.ItemPayment: "todo>verified verified>rejected rejected>verified",
		crm.ItemWebsite: "todo>submitted submitted>rejected rejected>submitted submitted>verified",
	} {
		if got := strings.Join(b.heard[item], " "); got != want {
			b.t.Errorf("events of %s: %s, want %s", item, got, want)
		}
	}
	if got := strings.Join(b.heard[crm.ItemBadge], " "); !strings.HasSuffix(got, "eligible>requested requested>rejected rejected>requested requested>approved approved>rejected rejected>approved") || strings.Count(got, ">rejected") != 3 {
		b.t.Errorf("events of the badge: %s", got)
	}
}

// documented are the codes of outbound.md 8.2 that are answered at once and 8.3, each with
// where it is met: on this way, or where messages, calls, flows and the like are tested.
var documented = map[string][][2]int{
	"on the way": {{1}, {2}, {3}, {4}, {10}, {33}, {100}, {100, 33}, {104}, {190}, {200}, {368}, {803}, {80007}, {80008}, {131000}, {131005}, {131016}, {131031}, {131037}, {131042}, {131045}, {131057},
		{133000}, {133004}, {133005}, {133006}, {133008}, {133009}, {133010}, {133015}, {133016}, {136024}, {136025}, {100, 136025},
		{100, 2388001}, {100, 2388012}, {100, 2388019}, {100, 2388023}, {100, 2388024}, {100, 2388025}, {100, 2388039}, {100, 2388040}, {100, 2388047}, {100, 2388072}, {100, 2388073}, {100, 2388091}, {100, 2388093},
		{100, 2388103}, {100, 2388293}, {100, 2388299}, {100, 2388318}, {100, 2388330}, {100, 2494100}, {100, 2207051}},
	"TestEveryRefusalIsExplained":    {{0}}, // it cannot be scripted
	"TestBlockedUsers":               {{139101}, {139102}, {139103}},
	"TestAppHistoryDeclinedOrMissed": {{100, 2593107}, {100, 2593108}},
}

// The way has met every refusal that the service has a sentence for, and each of the
// provider's table that concerns it.
func (b *newBusiness) hasMetEveryRefusal() {
	where := map[[2]int]string{}
	for place, list := range documented {
		for _, c := range list {
			where[c] = place
			if place == "on the way" && !b.met[c] {
				b.t.Errorf("the way did not meet %v", c)
			}
		}
	}
	for _, c := range slices.Concat(onboarding.Refusals(), template.Refusals()) {
		if where[c] == "" {
			b.t.Errorf("%v has a sentence, and the provider's table does not name it", c)
		}
	}
	for c := range b.met {
		if where[c] == "" {
			b.t.Errorf("the way met %v, which the provider's table does not name", c)
		}
	}
}
