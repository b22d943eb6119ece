package api_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// call makes a request and wants a status, and a code where it is refused.
func (w setupWorld) call(method, path string, body any, status int, code crm.Code) testkit.Response {
	w.t.Helper()
	r := w.Do(method, path, w.Key, body)
	if r.Status != status || code != "" && r.Code() != string(code) {
		w.t.Fatalf("%s %s %v: %d %s, want %d %s", method, path, body, r.Status, r.Body, status, code)
	}
	return r
}

// acts counts the acts of an action.
func (w setupWorld) acts(action string) int {
	return w.Count("audit_log", "workspace_id = '"+w.WorkspaceID+"' AND action = '"+action+"'")
}

// The profile is read and written at the provider, with a picture of ours.
func TestBusinessProfile(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := "/v1/phone-numbers/" + w.NumberID + "/profile"
		file := upload(w.Kit, w.Key, "shop.jpg", "image/jpeg", jpeg(1000)).Text("id")
		document := upload(w.Kit, w.Key, "receipt.pdf", "application/pdf", pdf(1000)).Text("id")
		w.call(http.MethodPatch, path, map[string]any{"pictureMediaId": document}, 422, crm.CodeMediaType)
		r := w.call(http.MethodPatch, path, map[string]any{"about": "We sell shrubs", "pictureMediaId": file}, 200, "")
		if r.Text("about") != "We sell shrubs" || !strings.Contains(r.Text("pictureUrl"), "profile-") {
			t.Errorf("the profile became %s", r.Body)
		}
		if got := w.call(http.MethodGet, path, nil, 200, ""); !bytes.Equal(got.Body, r.Body) {
			t.Errorf("read again it is %s, not %s", got.Body, r.Body)
		}
		w.call(http.MethodPatch, path, map[string]any{}, 200, "")
		w.call(http.MethodPatch, path, map[string]any{"about": "We sell shrubs"}, 200, "")
		if n := w.acts("business_profile.updated"); n != 1 {
			t.Errorf("%d acts were recorded, want 1", n)
		}
		if n := w.calls("/whatsapp_business_profile"); n != 1 {
			t.Errorf("the provider was asked %d times to change it, want once", n)
		}
		w.refusals(http.MethodPatch, path, "/whatsapp_business_profile", map[string]any{"about": "Other"})
	})
}

// Commands and prompts are replaced at the provider as a whole.
func TestConversationalComponents(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path := "/v1/phone-numbers/" + w.NumberID + "/conversational-components"
		full := make([]any, 30)
		for i := range full {
			full[i] = map[string]any{"name": strings.Repeat("ä", 30) + string(rune('a'+i%26)) + string(rune('a'+i/26)), "description": strings.Repeat("ß", 256)}
		}
		body := map[string]any{"welcomeMessage": true, "commands": full, "prompts": []string{strings.Repeat("é", 80), "b", "c", "d"}}
		r := w.call(http.MethodPut, path, body, 200, "")
		if got := w.call(http.MethodGet, path, nil, 200, ""); !bytes.Equal(got.Body, r.Body) || len(r.JSON()["commands"].([]any)) != 30 {
			t.Errorf("read again it is %s, not %s", got.Body, r.Body)
		}
		w.call(http.MethodPut, path, body, 200, "")
		if n := w.acts("conversational_components.set"); n != 1 || w.calls("/conversational_automation") != 1 {
			t.Errorf("%d acts were recorded, want 1", n)
		}
		body["commands"] = append(full, map[string]any{"name": "more", "description": "than 30"})
		w.call(http.MethodPut, path, body, 422, crm.CodeOutOfRange)
		w.refusals(http.MethodPut, path, "/conversational_automation", map[string]any{"prompts": []string{"Other"}})
	})
}

// QR codes are made, changed and removed at the provider. One whose answer is lost is
// found again, so that nobody makes a second one.
func TestQRCodes(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path, edge := "/v1/phone-numbers/"+w.NumberID+"/qr-codes", "/message_qrdls"
		codes := func() []any { return w.call(http.MethodGet, path, nil, 200, "").JSON()["data"].([]any) }
		for _, format := range crm.QRImageFormats {
			made := w.call(http.MethodPost, path, map[string]any{"prefilledMessage": "Hello in " + format, "imageFormat": format}, 201, "")
			if !strings.HasSuffix(made.Text("imageUrl"), "."+format) || !strings.HasPrefix(made.Text("link"), "https://wa.me/message/"+made.Text("code")) {
				t.Errorf("a code was made as %s", made.Body)
			}
		}
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: edge}, Drop: "after", Share: 0.5, Times: 1}) // the second call makes the code
		lost := w.call(http.MethodPost, path, map[string]any{"prefilledMessage": "Lost"}, 201, "")
		w.Must(w.Sandbox().SetFaults())
		if n := len(codes()); n != 3 {
			t.Errorf("there are %d codes after an answer was lost, want 3", n)
		}
		w.call(http.MethodDelete, path+"/"+lost.Text("code"), nil, 204, "")
		first := codes()[0].(map[string]any)["code"].(string)
		w.call(http.MethodPatch, path+"/"+first, map[string]any{"prefilledMessage": "Hello again"}, 200, "")
		if got := codes()[0].(map[string]any); got["code"] != first || got["prefilledMessage"] != "Hello again" {
			t.Errorf("the code became %v", got)
		}
		w.call(http.MethodDelete, path+"/"+first, nil, 204, "")
		w.call(http.MethodDelete, path+"/"+first, nil, 404, crm.CodeNotFound)
		if list := codes(); len(list) != 1 {
			t.Errorf("%d codes are left, want 1", len(list))
		}
		w.refusals(http.MethodPost, path, edge, map[string]any{"prefilledMessage": "Other"})
		if list := codes(); len(list) != 1 {
			t.Errorf("after refusals there are %d codes, want 1", len(list))
		}
	})
}

// Who wrote within a day can be blocked, and is not heard then; each of the others is
// told, with why.
func TestBlockedUsers(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path, edge := "/v1/phone-numbers/"+w.NumberID+"/blocked-users", "/block_users"
		users := func(list ...string) map[string]any { return map[string]any{"users": list} }
		w.CustomerWrites("+14155550171", "Buy")
		w.CustomerWrites("+14155550172", "my pills")
		w.CustomerWrites("+14155550173", "now")
		w.Advance(25 * time.Hour)
		w.CustomerWrites("+14155550171", "and again")
		w.CustomerWrites("+14155550172", "and again")
		r := w.call(http.MethodPost, path, users("+14155550171", "+14155550172", "+14155550173"), 200, "")
		if r.Text("users", "1", "number") != "+14155550172" || r.Text("refused", "0", "number") != "+14155550173" || !strings.Contains(r.Text("refused", "0", "reason"), "24 hours") {
			t.Fatalf("of three, the provider is told to have blocked %s", r.Body)
		}
		first := w.call(http.MethodGet, path+"?limit=1", nil, 200, "")
		second := w.call(http.MethodGet, path+"?limit=1&cursor="+first.Text("nextCursor"), nil, 200, "")
		if first.Text("data", "0", "number") != "+14155550171" || second.Text("data", "0", "number") != "+14155550172" || second.Text("nextCursor") != "" {
			t.Errorf("the pages are %s and %s", first.Body, second.Body)
		}
		if log := dumpRows(w.Rows("SELECT * FROM audit_log WHERE action = 'blocked_users.added'")); strings.Contains(log, "4155550171") || !strings.Contains(log, "0171") {
			t.Errorf("the audit log has %s", log)
		}
		before := w.Count("messages")
		_, err := w.Sandbox().CustomerSends(sandbox.CustomerMessage{From: "+14155550171", To: w.Number, Text: "Can you hear me?"})
		w.Must(err)
		w.CustomerWrites("+14155550174", "I can")
		if n := w.Count("messages"); n != before+1 {
			t.Errorf("%d messages came, want 1", n-before)
		}
		// Somebody else changes the list at the same moment, once.
		w.fault(sandbox.Fault{Match: sandbox.Match{Path: edge}, Code: 139102, Times: 1})
		w.call(http.MethodPost, path+"/unblock", users("+14155550171", "+14155550172", "+14155550199"), 200, "")
		if r := w.call(http.MethodGet, path, nil, 200, ""); len(r.JSON()["data"].([]any)) != 0 {
			t.Errorf("after unblocking there are %s", r.Body)
		}
		for code, want := range map[int]crm.Code{139101: crm.CodeBlockListFull, 139102: crm.CodeProviderUnreachable, 139103: crm.CodeProviderUnreachable} {
			w.fault(sandbox.Fault{Match: sandbox.Match{Path: edge}, Code: code})
			w.call(http.MethodPost, path, users("+14155550171"), map[crm.Code]int{crm.CodeBlockListFull: 409, crm.CodeProviderUnreachable: 502}[want], want)
			w.Must(w.Sandbox().SetFaults())
		}
		w.refusals(http.MethodPost, path, edge, users("+14155550171"))
	})
}

// The public key of flows is given to the provider; a private one goes nowhere.
func TestEncryptionKey(t *testing.T) {
	onSetup(t, func(w setupWorld) {
		path, edge := "/v1/phone-numbers/"+w.NumberID+"/encryption-key", "/whatsapp_business_encryption"
		text := func() string {
			pair, err := rsa.GenerateKey(rand.Reader, 2048)
			w.Must(err)
			der, err := x509.MarshalPKIXPublicKey(&pair.PublicKey)
			w.Must(err)
			return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
		}
		public := text()
		w.call(http.MethodPut, path, map[string]any{"publicKey": strings.ReplaceAll(public, "PUBLIC", "PRIVATE")}, 422, crm.CodePrivateKey)
		if w.calls(edge) != 0 {
			t.Error("a private key came to the provider")
		}
		r := w.call(http.MethodPut, path, map[string]any{"publicKey": public}, 200, "")
		if got := w.call(http.MethodGet, path, nil, 200, ""); !bytes.Equal(got.Body, r.Body) || got.Text("publicKey") != public || len(got.Text("fingerprint")) != 64 {
			t.Errorf("read again it is %s, not %s", got.Body, r.Body)
		}
		w.call(http.MethodPut, path, map[string]any{"publicKey": public}, 200, "")
		if n := w.acts("encryption_key.set"); n != 1 || w.calls(edge) != 1 {
			t.Errorf("%d acts were recorded, want 1", n)
		}
		w.refusals(http.MethodPut, path, edge, map[string]any{"publicKey": text()})
	})
}

// refusals holds a call against what the provider may say of any of them. It was not
// made before.
func (w setupWorld) refusals(method, path, edge string, body any) {
	w.t.Helper()
	for _, c := range []struct {
		fault  sandbox.Fault
		status int
		code   crm.Code
	}{
		{sandbox.Fault{Code: 190}, 409, crm.CodeTokenInvalid},
		{sandbox.Fault{Code: 133010}, 409, crm.CodeNotRegistered},
		{sandbox.Fault{Code: 131031}, 409, crm.CodeProviderBlocked},
		{sandbox.Fault{Code: 80007}, 429, crm.CodeProviderThrottled},
		{sandbox.Fault{Code: 131016}, 502, crm.CodeProviderUnreachable},
		{sandbox.Fault{Drop: "before"}, 502, crm.CodeProviderUnreachable},
	} {
		c.fault.Match = sandbox.Match{Path: edge}
		w.fault(c.fault)
		r := w.call(method, path, body, c.status, c.code)
		if c.fault.Code != 0 && !strings.Contains(string(r.Body), `"providerError"`) {
			w.t.Errorf("%s %s does not show the provider's own code: %s", method, path, r.Body)
		}
		w.Must(w.Sandbox().SetFaults())
	}
	added := w.call(http.MethodPost, "/v1/phone-numbers", map[string]any{"countryCode": "1", "number": "6505553999", "verifiedName": "Lucky Shrub"}, 201, "").Text("id")
	w.call(method, strings.Replace(path, w.NumberID, added, 1), body, 409, crm.CodeNotRegistered)
	w.call(method, strings.Replace(path, w.NumberID, w.Other.NumberID, 1), body, 404, crm.CodeNotFound)
}
