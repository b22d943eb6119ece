package whatsapp

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestTemplatesFollowCursors(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("next was followed") }))
	defer other.Close()
	var asked []string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		asked = append(asked, q.Get("after"))
		if r.URL.Path != "/v25.0/102/message_templates" || q.Get("limit") != "100" || !strings.Contains(q.Get("fields"), "parameter_format") {
			t.Errorf("asked %s", r.URL)
		}
		n, next := len(asked), ""
		if n < 3 {
			next = `,"next":"` + other.URL + `"`
		}
		fmt.Fprintf(w, `{"data":[{"id":"%d","name":"n%d","language":"en_US","status":"APPROVED","category":"utility","parameter_format":"named",`+
			`"components":[{"type":"BODY","text":"x"}],"quality_score":{"score":"GREEN"},"rejected_reason":"NONE"}],`+
			`"paging":{"cursors":{"before":"b","after":"c%d"}%s}}`, n, n, n, next)
	})
	var got []crm.Template
	for tpl, err := range c.Templates(t.Context(), token, "102") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, tpl)
	}
	want := crm.Template{ProviderID: "1", Name: "n1", Language: "en_US", Category: "UTILITY", Status: "approved", Quality: "GREEN",
		Format: "NAMED", Components: []byte(`[{"type":"BODY","text":"x"}]`)}
	if len(got) != 3 || !reflect.DeepEqual(got[0], want) || !reflect.DeepEqual(asked, []string{"", "c1", "c2"}) {
		t.Errorf("got %+v after %v", got, asked)
	}
}

func templates(t *testing.T, h http.HandlerFunc) (n int, err error) {
	for _, err := range serve(t, h).Templates(t.Context(), token, "102") {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func TestTemplatesEnd(t *testing.T) {
	pages := 0
	endless := func(w http.ResponseWriter, r *http.Request) {
		pages++
		fmt.Fprintf(w, `{"data":[{"id":"1"}],"paging":{"cursors":{"after":"%d"},"next":"x"}}`, pages)
	}
	if n, err := templates(t, endless); err == nil || n != maxPages || pages != maxPages {
		t.Errorf("%d pages, %d templates, %v", pages, n, err)
	}
	if n, err := templates(t, answer(200, `{"data":[{"id":"1"}],"paging":{"cursors":{"after":"c"},"next":"x"}}`)); err == nil || n != 2 {
		t.Errorf("same cursor: %d, %v", n, err)
	}
	if n, err := templates(t, answer(200, `{"data":[{"id":"1"}],"paging":{"next":"x"}}`)); err == nil || n != 1 {
		t.Errorf("no cursor: %d, %v", n, err)
	}
	if n, err := templates(t, answer(400, `{"error":{"code":190}}`)); Classify(err) != ClassFix || n != 0 {
		t.Errorf("refused: %d, %v", n, err)
	}
	pages = 0
	for range serve(t, endless).Templates(t.Context(), token, "102") {
		break
	}
	if pages != 1 {
		t.Errorf("%d pages after a break", pages)
	}
}

func TestTemplateStatus(t *testing.T) {
	for in, want := range map[string]string{"APPROVED": "approved", "pending": "pending", "REJECTED": "rejected", "PAUSED": "paused",
		"DISABLED": "disabled", "IN_APPEAL": "in_appeal", "PENDING_DELETION": "deleted", "DELETED": "deleted",
		"LIMIT_EXCEEDED": "disabled", "ARCHIVED": "archived", "REINSTATED": "approved", "LOCKED": "locked", "SOMETHING_NEW": "unknown", "": ""} {
		if got := TemplateStatus(in); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestDebugToken(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v25.0/debug_token" || r.URL.Query().Get("input_token") != token {
			t.Errorf("asked %s", r.URL)
		}
		fmt.Fprint(w, `{"data":{"app_id":"634","type":"SYSTEM_USER","expires_at":1800000000,"is_valid":true,"scopes":["whatsapp_business_management","whatsapp_business_messaging"],`+
			`"granular_scopes":[{"scope":"whatsapp_business_management","target_ids":["1","2"]},{"scope":"whatsapp_business_messaging"}],"user_id":"104"}}`)
	})
	got, err := c.DebugToken(t.Context(), token)
	if err != nil || !got.Valid || got.AppID != "634" || got.UserID != "104" || !got.ExpiresAt.Equal(time.Unix(1800000000, 0)) {
		t.Fatalf("got %+v, %v", got, err)
	}
	for waba, want := range map[string][]string{"": nil, "2": nil, "3": {"whatsapp_business_management"}} {
		if missing := got.Missing(waba); !reflect.DeepEqual(missing, want) {
			t.Errorf("Missing(%q) = %v", waba, missing)
		}
	}
	if missing := (Token{}).Missing("1"); len(missing) != 2 {
		t.Errorf("an empty token misses %v", missing)
	}
}

func TestDebugTokenInvalid(t *testing.T) {
	for _, h := range []http.HandlerFunc{
		answer(200, `{"data":{"is_valid":false,"error":{"code":190,"message":"expired","subcode":463}}}`),
		answer(400, `{"error":{"code":190,"message":"expired"}}`),
	} {
		if got, err := serve(t, h).DebugToken(t.Context(), token); err != nil || got.Valid || got.Problem != "expired" {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if _, err := serve(t, answer(503, `{"error":{"code":2}}`)).DebugToken(t.Context(), token); Classify(err) != ClassRetry {
		t.Errorf("got %v", err)
	}
}

func TestAccountAndPhoneNumbers(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.Method + " " + r.URL.Path {
		case "GET /v25.0/102":
			fmt.Fprint(w, `{"id":"102","name":"Shop","currency":"EUR","status":"ACTIVE"}`)
		case "GET /v25.0/102/phone_numbers":
			fmt.Fprint(w, `{"data":[{"id":"1","display_phone_number":"+1 631-555-5555","verified_name":"A","quality_rating":"GREEN","status":"CONNECTED","throughput":{"level":"HIGH"}},`+
				`{"id":"2","display_phone_number":"15550783881","throughput":{"level":"STANDARD"}},{"id":"3","display_phone_number":"N/A","is_on_biz_app":true,"throughput":{"level":"HIGH"}},{"id":"4"}]}`)
		case "POST /v25.0/102/subscribed_apps":
			fmt.Fprint(w, `{"success":true}`)
		default:
			fmt.Fprint(w, `{"success":false}`)
		}
	})
	account, err := c.Account(t.Context(), token, "102")
	if want := (crm.MessagingAccount{ProviderID: "102", Name: "Shop", Currency: "EUR", Status: "active"}); err != nil || !reflect.DeepEqual(account, want) {
		t.Errorf("got %+v, %v", account, err)
	}
	numbers, err := c.PhoneNumbers(t.Context(), token, "102")
	want := []crm.PhoneNumber{
		{ProviderID: "1", Number: "+16315555555", VerifiedName: "A", QualityRating: "GREEN", Status: "connected", Throughput: 1000},
		{ProviderID: "2", Number: "+15550783881", Throughput: 80}, {ProviderID: "3", Throughput: 20}, {ProviderID: "4", Throughput: 80}}
	if err != nil || !reflect.DeepEqual(numbers, want) {
		t.Errorf("got %+v, %v", numbers, err)
	}
	if err := c.SubscribeApp(t.Context(), token, "102"); err != nil {
		t.Error(err)
	}
	if err := c.SubscribeApp(t.Context(), token, "103"); err == nil {
		t.Error("no success is no error")
	}
}

func TestE164(t *testing.T) {
	for in, want := range map[string]string{"16505551234": "+16505551234", "+250 788 123 200": "+250788123200", "1-555-123-4567": "+15551234567",
		"(49) 30\u00a01234567": "+49301234567", "US.13491208655302741918": "", "Y2FwaV9ncm91cDo": "", "": "", "12": "", "0123456789": ""} {
		if got := E164(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestListSamples reads the provider's samples of lists and tokens.
func TestListSamples(t *testing.T) {
	for name, want := range map[string]int{"template-list": 2, "template-list-fields": 0, "oa-template-list": 2} {
		files := fixtures(t, filepath.Join("outbound", name+".response.json"))
		body := string(read(t, files[0]))
		n, err := templates(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("after") != "" { // the samples have a next page for ever
				body = `{"data":[]}`
			}
			fmt.Fprint(w, body)
		})
		if err != nil || n < want {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
	for name, want := range map[string]int{"phone-list": 2, "phone-list-sandbox": 1} {
		body := string(read(t, fixtures(t, filepath.Join("outbound", name+".response.json"))[0]))
		got, err := serve(t, answer(200, body)).PhoneNumbers(t.Context(), token, "1")
		if err != nil || len(got) != want || !crm.ValidPhone(got[0].Number) {
			t.Errorf("%s: %s, %v", name, strconv.Itoa(len(got)), err)
		}
	}
	body := string(read(t, fixtures(t, "outbound/debug-token.response.json")[0]))
	if got, err := serve(t, answer(200, body)).DebugToken(t.Context(), token); err != nil || !got.Valid || got.Missing("1") != nil {
		t.Errorf("got %+v, %v", got, err)
	}
}
