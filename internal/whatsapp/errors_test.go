package whatsapp

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestRows(t *testing.T) {
	seen := map[int]bool{}
	for _, row := range rows {
		got, ok := Describe(row.Code)
		if !ok || got != row || seen[row.Code] {
			t.Errorf("code %d is there twice or hidden by a range", row.Code)
		}
		if row.Title == "" || row.Channel == 0 || row.Last != 0 && row.Last < row.Code || row.Class == ClassUnknown {
			t.Errorf("row %+v", row)
		}
		seen[row.Code] = true
	}
	for code, want := range map[int]bool{250: true, 299: true, 300: false, 138007: true, 139005: false, 147005: true, -1: false, 999999: false} {
		if _, ok := Describe(code); ok != want {
			t.Errorf("Describe(%d) = %v", code, ok)
		}
	}
	if len(rows) < 70 {
		t.Errorf("%d rows", len(rows))
	}
}

func refusalOf(code int) *APIError {
	return &APIError{ProviderError: crm.ProviderError{HTTPStatus: 400, Code: code}}
}

func TestClassify(t *testing.T) {
	for code, want := range map[int]Class{0: ClassFix, 1: ClassRetry, 2: ClassRetry, 4: ClassLater, 10: ClassFix, 100: ClassRefused,
		190: ClassFix, 201: ClassFix, 368: ClassFix, 80007: ClassLater, 130429: ClassLater, 131000: ClassRetry, 131016: ClassRetry,
		131026: ClassRefused, 131042: ClassFix, 131047: ClassRefused, 131049: ClassLater, 131050: ClassRefused, 131056: ClassLater,
		131057: ClassRetry, 132001: ClassRefused, 132015: ClassLater, 132016: ClassRefused, 133010: ClassFix} {
		if got := Classify(fmt.Errorf("wrapped: %w", refusalOf(code))); got != want {
			t.Errorf("code %d: %v, want %v", code, got, want)
		}
	}
	unknown := refusalOf(100)
	unknown.Subcode = 33
	if got := Classify(unknown); got != ClassFix {
		t.Errorf("100/33: %v", got)
	}
	if got := Classify(crm.Errorf(crm.KindInvalid, crm.CodeRequired, "x")); got != ClassRefused {
		t.Errorf("ours: %v", got)
	}
	if got := Classify(errors.New("x")); got != ClassUnknown {
		t.Errorf("foreign: %v", got)
	}
}

func TestDelay(t *testing.T) {
	quota := refusalOf(80007)
	quota.RetryAfter = 42 * time.Minute
	for _, c := range []struct {
		err  error
		want []time.Duration
	}{
		{refusalOf(131056), []time.Duration{1, 4, 16, 64, 256, 256, 256}},
		{refusalOf(130429), []time.Duration{1, 2, 4, 8, 16, 32, 60, 60}},
		{refusalOf(131000), []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}},
		{refusalOf(131057), []time.Duration{60, 120, 240, 300}},
		{refusalOf(131049), []time.Duration{86400, 86400}},
		{refusalOf(4), []time.Duration{300, 300}},
		{quota, []time.Duration{2520, 2520}},
		{errors.New("x"), []time.Duration{1, 2, 4}},
	} {
		for attempt, want := range c.want {
			if got := Delay(c.err, attempt); got != want*time.Second {
				t.Errorf("Delay(%v, %d) = %v, want %v", c.err, attempt, got, want*time.Second)
			}
		}
		if got := Delay(c.err, 1<<40); got <= 0 || got > 24*time.Hour {
			t.Errorf("Delay(%v, many) = %v", c.err, got)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	const usage = "X-Business-Use-Case-Usage"
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"X", "", 0},
		{"Retry-After", "30", 30 * time.Second},
		{"Retry-After", "-5", 0},
		{"Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT", 0},
		{"Retry-After", "999999999999", maxRetryAfter},
		{usage, `{"1":[{"type":"whatsapp","estimated_time_to_regain_access":0},{"estimated_time_to_regain_access":7}],"2":[{"estimated_time_to_regain_access":3}]}`, 7 * time.Minute},
		{usage, `{"1":[{"estimated_time_to_regain_access":1e300}]}`, maxRetryAfter},
		{usage, `{"1":`, 0},
		{usage, `[]`, 0},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		if got := retryAfter(h); got != c.want {
			t.Errorf("%s: %s: %v, want %v", c.name, c.value, got, c.want)
		}
	}
}

func TestParseRefusal(t *testing.T) {
	res := &http.Response{StatusCode: 400, Header: http.Header{}}
	e := parseRefusal(res, []byte(`{"error":{"message":"(#131030) Not allowed","type":"OAuthException","code":131030,"error_subcode":2655007,`+
		`"error_data":{"messaging_product":"whatsapp","details":"Add it."},"fbtrace_id":"A1","is_transient":true}}`), "")
	want := crm.ProviderError{HTTPStatus: 400, Code: 131030, Subcode: 2655007, Title: "Not allowed", Details: "Add it.", FBTraceID: "A1"}
	if e == nil || *e.Provider() != want || e.Type != "OAuthException" || !e.Transient {
		t.Fatalf("got %+v", e)
	}
	if got := e.Error(); got != "provider: error 131030/2655007 (HTTP 400): Not allowed: Add it." {
		t.Error(got)
	}
	for body, want := range map[string]string{
		`{"error":{"code":100,"error_data":"plain"}}`:                             "plain",
		`{"error":{"code":100,"error_user_title":"T","error_user_msg":"M"}}`:      "M",
		`{"error":{"code":100,"error_data":{},"error_user_title":"T"}}`:           "T",
		`{"error":{"code":100,"error_data":[1]}}`:                                 "",
		`{"error":{"code":100,"error_data":null}}`:                                "",
		`{"block_users":{},"error":{"code":100,"error_data":{"details":"both"}}}`: "both",
	} {
		if e := parseRefusal(res, []byte(body), ""); e == nil || e.Details != want {
			t.Errorf("%s: %+v", body, e)
		}
	}
}

// TestErrorSamples sends every error sample through the client.
func TestErrorSamples(t *testing.T) {
	want := map[string]Class{"error-100-not-template": ClassRefused, "error-130429": ClassLater, "error-analytics-2388077": ClassRefused,
		"oa-error-100-fields": ClassRefused, "oa-error-104-missing-token": ClassFix, "oa-error-190-expired": ClassFix,
		"oa-error-2-transient": ClassRetry, "oa-error-200-permission": ClassFix, "oa-error-4-app-rate": ClassLater,
		"oa-error-80007-waba-rate": ClassLater, "oa-error-803-not-found": ClassRefused, "oa-error-deregister-2207051": ClassFix,
		"oa-error-mm-feature": ClassFix, "oa-error-register-forbidden": ClassFix, "oa-error-register-pin": ClassRefused,
		"phone-block-users-concurrent": ClassRetry, "real-error-100-33-unknown-object": ClassFix, "real-error-131030-localised": ClassFix,
		"real-error-131030-user-msg": ClassFix, "real-error-131030": ClassFix, "real-error-132000": ClassRefused,
		"real-error-132001": ClassRefused, "real-error-190-463-expired": ClassFix}
	files := fixtures(t, "outbound/*.error.json")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".error.json")
		class, known := want[name]
		if !known {
			t.Errorf("%s: no expectation", name)
			continue
		}
		_, err := serve(t, answer(400, string(read(t, file)))).Send(t.Context(), token, hello())
		var refusal *APIError
		if !errors.As(err, &refusal) || Classify(err) != class || refusal.Title == "" {
			t.Errorf("%s: got %v (%v), want %v", name, err, Classify(err), class)
		}
	}
	t.Logf("%d error samples", len(files))
}
