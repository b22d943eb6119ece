package sandbox

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWhoMayCallWhat(t *testing.T) {
	b := newBench(t, nil)
	cases := []struct {
		name, method, path, token string
		status                    int
		code, subcode             string
	}{
		{"no token", "GET", "/v25.0/" + testPhone, "", 401, "104", ""},
		{"wrong token", "GET", "/v25.0/" + testPhone, "Bearer EAAother", 401, "190", ""},
		{"unknown object", "GET", "/v25.0/1", "Bearer " + DefaultToken, 400, "100", "33"},
		{"unknown sender", "POST", "/v25.0/1/messages", "Bearer " + DefaultToken, 400, "100", "33"},
		{"unknown edge", "GET", "/v25.0/" + testPhone + "/nothing", "Bearer " + DefaultToken, 400, "2500", ""},
		{"wrong method", "DELETE", "/v25.0/" + testPhone + "/register", "Bearer " + DefaultToken, 400, "100", "33"},
		{"token in the query", "GET", "/v25.0/" + testPhone + "?access_token=" + DefaultToken, "", 200, "", ""},
		{"no version", "GET", "/" + testPhone, "Bearer " + DefaultToken, 200, "", ""},
		{"old version", "GET", "/v13.0/" + testPhone, "Bearer " + DefaultToken, 200, "", ""},
		{"nothing", "GET", "/", "Bearer " + DefaultToken, 400, "100", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			req, _ := http.NewRequest(c.method, b.url+c.path, nil)
			if c.token != "" {
				req.Header.Set("Authorization", c.token)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			raw, _ := io.ReadAll(res.Body)
			answer, _ := parseFields(raw)
			refusal := answer.sub("error")
			if res.StatusCode != c.status || refusal.str("code") != c.code || refusal.str("error_subcode") != c.subcode {
				t.Errorf("answered %d %s", res.StatusCode, raw)
			}
			if c.status != 200 && !strings.HasPrefix(res.Header.Get("WWW-Authenticate"), `OAuth "Facebook Platform"`) {
				t.Errorf("WWW-Authenticate: %s", res.Header.Get("WWW-Authenticate"))
			}
			for _, h := range []string{"X-App-Usage", "X-Business-Use-Case-Usage", "Facebook-Api-Version", "X-Fb-Request-Id", "X-Fb-Trace-Id"} {
				if res.Header.Get(h) == "" {
					t.Errorf("header %s is missing", h)
				}
			}
		})
	}
}

// TestBodiesHavePublishedShapes compares answers with published ones by the
// names of their members.
func TestBodiesHavePublishedShapes(t *testing.T) {
	dir := corpus(t, "outbound")
	b := newBench(t, nil)
	in := b.write("hi")
	message := func(body string) func() (int, fields) { return func() (int, fields) { return b.send(body) } }
	get := func(path string) func() (int, fields) {
		return func() (int, fields) { return b.do("GET", "/v25.0/"+path, "") }
	}
	b.do("POST", "/v25.0/"+testAccount+"/subscribed_apps", `{"override_callback_uri":"`+b.settings.Load().callbackURL+`","verify_token":"`+DefaultVerifyToken+`"}`)
	for file, call := range map[string]func() (int, fields){
		"send-text.response.json":                   message(textTo(customerOne, "hi")),
		"send-template-named-utility.response.json": message(templateTo(customerOne, "order_shipped_tracking", "en_US", shippedComponents)),
		"send-text-bsuid.response.json":             message(`{"messaging_product":"whatsapp","recipient":"` + in.UserID + `","text":{"body":"hi"}}`),
		"send-text-phone-and-bsuid.response.json":   message(`{"messaging_product":"whatsapp","to":"16505551234","recipient":"` + in.UserID + `","text":{"body":"hi"}}`),
		"mark-read.response.json":                   message(`{"messaging_product":"whatsapp","status":"read","message_id":"` + in.MessageID + `","typing_indicator":{"type":"text"}}`),
		"error-100-not-template.error.json": func() (int, fields) {
			return b.do("POST", "/v25.0/"+testPhone+"/marketing_messages", textTo(customerOne, "x"))
		},
		"real-error-132001.error.json":                message(templateTo(customerOne, "nope", "en_US", "")),
		"real-error-132000.error.json":                message(templateTo(customerOne, "order_confirmation", "en_US", "")),
		"real-error-100-33-unknown-object.error.json": func() (int, fields) { return b.do("POST", "/v25.0/1/messages", "{}") },
		"phone-get.response.json":                     get(testPhone),
		"waba-get.response.json":                      get(testAccount + "?fields=name,status,currency,country,business_verification_status"),
		"waba-subscribed-apps.response.json":          get(testAccount + "/subscribed_apps"),
		"debug-token.response.json":                   get("debug_token?input_token=" + DefaultToken),
		"template-list-fields.response.json":          get(testAccount + "/message_templates?fields=name,category,status&limit=2"),
		"health-available.response.json":              get(testPhone + "?fields=health_status"),
	} {
		t.Run(file, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			published, _ := parseFields(raw)
			_, answer := call()
			missing(t, "", map[string]any(published), map[string]any(answer))
		})
	}
}

// missing reports members of want that got lacks.
func missing(t *testing.T, at string, want, got any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for k, v := range want {
			if _, ok := object[k]; !ok {
				t.Errorf("%s.%s is missing", at, k)
				continue
			}
			missing(t, at+"."+k, v, object[k])
		}
	case []any:
		list, _ := got.([]any)
		if len(want) > 0 && len(list) > 0 {
			missing(t, at+"[0]", want[0], list[0])
		} else if len(want) > 0 {
			t.Errorf("%s is empty", at)
		}
	}
}

func TestTemplateList(t *testing.T) {
	b := newBench(t, nil)
	path := "/v25.0/" + testAccount + "/message_templates"
	seen, pages := map[string]bool{}, 0
	for next := path + "?limit=5&fields=name,language"; next != ""; pages++ {
		_, answer := b.do("GET", strings.TrimPrefix(next, b.url), "")
		for _, e := range answer.objects("data") {
			if e.has("components") || !e.has("id") {
				t.Errorf("fields were not picked: %v", e)
			}
			seen[e.str("name")+"/"+e.str("language")] = true
		}
		next = answer.sub("paging").str("next")
	}
	if len(seen) != len(defaultTemplates) || pages != 3 {
		t.Errorf("%d templates on %d pages", len(seen), pages)
	}
	for query, want := range map[string]int{
		"status=approved": 12, "status=PAUSED": 1, "name=order_shipped_tracking": 2, "name=order_shipped_tracking&language=es": 1,
		"category=AUTHENTICATION": 1, "name_or_content=receipt": 1, "status=[\"PAUSED\",\"REJECTED\"]": 2,
	} {
		_, answer := b.do("GET", path+"?limit=100&"+strings.ReplaceAll(query, `"`, "%22"), "")
		if got := len(answer.objects("data")); got != want {
			t.Errorf("%s lists %d, want %d", query, got, want)
		}
	}
	_, answer := b.do("GET", path+"?name=verification_code", "")
	if button := answer.first("data").objects("components")[2].first("buttons"); button.str("type") != "URL" {
		t.Errorf("the one-time password button is listed as %v", button)
	}
}

func TestTemplateLife(t *testing.T) {
	b := newBench(t, nil)
	path := "/v25.0/" + testAccount + "/message_templates"
	create := `{"name":"reminder","language":"en_US","category":"utility","components":[{"type":"body","text":"Hi {{1}}, see you.","example":{"body_text":[["A"]]}}]}`
	status, answer := b.do("POST", path, create)
	if status != 200 || answer.str("status") != "PENDING" || answer.str("category") != "UTILITY" {
		t.Fatalf("create: %d %v", status, answer)
	}
	id := answer.str("id")
	b.settled()
	value := b.values()[0]
	if value.str("event") != "APPROVED" || value.str("message_template_id") != id {
		t.Fatalf("webhook: %v", value)
	}
	if _, isNumber := value["message_template_id"].(json.Number); !isNumber {
		t.Errorf("message_template_id is not a number")
	}
	if status, _ := b.send(templateTo(customerOne, "reminder", "en_US", with(body("Ana")))); status != 200 {
		t.Errorf("an approved template cannot be sent: %d", status)
	}
	if status, answer := b.do("POST", path, create); answer.sub("error").str("error_subcode") != "2388024" {
		t.Errorf("second create: %d %v", status, answer)
	}
	if status, answer := b.do("POST", "/v25.0/"+id, `{"components":[{"type":"BODY","text":"Hi {{1}}, thanks and goodbye.","example":{"body_text":[["A"]]}}]}`); status != 200 {
		t.Errorf("edit: %d %v", status, answer)
	}
	b.settled()
	if _, answer := b.do("GET", "/v25.0/"+id, ""); answer.objects("components")[0].str("text") != "Hi {{1}}, thanks and goodbye." || answer.str("status") != "APPROVED" {
		t.Errorf("after the edit: %v", answer)
	}
	if status, _ := b.do("DELETE", path+"?name=reminder&hsm_id="+id, ""); status != 200 {
		t.Errorf("delete: %d", status)
	}
	if status, _ := b.do("GET", "/v25.0/"+id, ""); status != 400 {
		t.Errorf("a deleted template is still there: %d", status)
	}
	for name, bad := range map[string]string{
		"name":     `{"name":"Bad Name","language":"en_US","category":"UTILITY","components":[{"type":"BODY","text":"x"}]}`,
		"category": `{"name":"x","language":"en_US","category":"SPAM","components":[{"type":"BODY","text":"x"}]}`,
		"body":     `{"name":"x","language":"en_US","category":"UTILITY","components":[]}`,
		"variable": `{"name":"x","language":"en_US","category":"UTILITY","components":[{"type":"BODY","text":"{{1}} hi"}]}`,
	} {
		if status, answer := b.do("POST", path, bad); status != 400 || answer.sub("error").str("code") != "100" {
			t.Errorf("bad %s: %d %v", name, status, answer)
		}
	}
}

func TestRegistration(t *testing.T) {
	b := newBench(t, nil)
	path := "/v25.0/" + testPhone
	b.do("POST", path+"/deregister", "")
	if status, answer := b.send(textTo(customerOne, "x")); answer.sub("error").str("code") != "133010" {
		t.Errorf("unregistered: %d %v", status, answer)
	}
	steps := []struct {
		pin  string
		code string
	}{{"12345", "100"}, {"123456", ""}, {"654321", "133005"}, {"123456", ""}}
	for _, s := range steps {
		_, answer := b.do("POST", path+"/register", `{"messaging_product":"whatsapp","pin":"`+s.pin+`"}`)
		if got := answer.sub("error").str("code"); got != s.code {
			t.Errorf("pin %s: code %q, want %q", s.pin, got, s.code)
		}
	}
}

func TestThroughputAndPairLimit(t *testing.T) {
	b := newBench(t, func(c *Config) { c.PairLimit = true })
	codes := map[string]int{}
	for range 60 {
		_, answer := b.send(templateTo(customerOne, "hello_world", "en_US", ""))
		codes[answer.sub("error").str("code")]++
	}
	if codes[""] < 45 || codes[""] > 46 || codes["131056"] < 14 {
		t.Errorf("pair limit: %v", codes)
	}
	b.Advance(time.Minute)
	b.book.phone("").limit.rate.Store(5)
	clear(codes)
	for range 8 {
		_, answer := b.send(templateTo("+4915112345678", "hello_world", "en_US", ""))
		codes[answer.sub("error").str("code")+answer.sub("error").str("error_subcode")]++
	}
	if codes[""] < 5 || codes["1304292494055"] < 1 {
		t.Errorf("throughput: %v", codes)
	}
}

func upload(t *testing.T, b *bench, kind string, data []byte) (int, fields) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("messaging_product", "whatsapp")
	part, _ := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="a.png"`}, "Content-Type": {kind},
	})
	_, _ = part.Write(data)
	_ = w.Close()
	req, _ := http.NewRequest("POST", b.url+"/v25.0/"+testPhone+"/media", &form)
	req.Header.Set("Authorization", "Bearer "+DefaultToken)
	req.Header.Set("Content-Type", w.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	answer, _ := parseFields(raw)
	return res.StatusCode, answer
}

func TestMediaLife(t *testing.T) {
	b := newBench(t, nil)
	status, answer := upload(t, b, "image/png", []byte("picture"))
	id := answer.str("id")
	if status != 200 || id == "" {
		t.Fatalf("upload: %d %v", status, answer)
	}
	_, node := b.do("GET", "/v25.0/"+id, "")
	if node.str("mime_type") != "image/png" || node.str("file_size") != "7" || len(node.str("sha256")) != 64 {
		t.Errorf("medium: %v", node)
	}
	fetch := func(token string) (int, string) {
		req, _ := http.NewRequest("GET", node.str("url"), nil)
		req.Header.Set("Authorization", token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		data, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(data)
	}
	if status, data := fetch("Bearer " + DefaultToken); status != 200 || data != "picture" {
		t.Errorf("download: %d %q", status, data)
	}
	if status, _ := fetch(""); status != 401 {
		t.Errorf("download without token: %d", status)
	}
	b.Advance(6 * time.Minute)
	if status, _ := fetch("Bearer " + DefaultToken); status != 404 {
		t.Errorf("download of an expired URL: %d", status)
	}
	b.write("hi")
	b.send(`{"messaging_product":"whatsapp","to":"16505551234","type":"image","image":{"id":"` + id + `"}}`)
	if got := b.Phone(customerOne); len(got) != 1 || got[0].Media.ID != id {
		t.Errorf("phone: %s", dump(got))
	}
	if status, _ := b.do("DELETE", "/v25.0/"+id, ""); status != 200 {
		t.Errorf("delete: %d", status)
	}
	if status, _ := b.do("GET", "/v25.0/"+id, ""); status != 400 {
		t.Errorf("a deleted medium is still there: %d", status)
	}
	if status, answer := upload(t, b, "image/bmp", []byte("x")); status != 400 || answer.sub("error").str("code") != "100" {
		t.Errorf("upload of another type: %d %v", status, answer)
	}
	if status, answer := upload(t, b, "image/webp", make([]byte, 600<<10)); answer.sub("error").str("code") != "131053" {
		t.Errorf("large sticker: %d %v", status, answer)
	}
}

func TestResumableUpload(t *testing.T) {
	b := newBench(t, nil)
	_, session := b.do("POST", "/v25.0/"+DefaultAppID+"/uploads?file_length=4&file_type=image/png", "")
	id := session.str("id")
	if _, at := b.do("GET", "/v25.0/"+id, ""); at.str("file_offset") != "0" {
		t.Errorf("offset: %v", at)
	}
	if _, answer := b.do("POST", "/v25.0/"+id, "data"); !strings.HasPrefix(answer.str("h"), "4::") {
		t.Errorf("handle: %v", answer)
	}
}

func TestNumbersAreRewritten(t *testing.T) {
	b := newBench(t, nil)
	for to, want := range map[string]string{
		"+52 55 1234 5678": "5215512345678", "+55 85 98765-4321": "558587654321", "+55 11 98765-4321": "5511987654321",
	} {
		_, answer := b.send(templateTo(to, "hello_world", "en_US", ""))
		contact := answer.first("contacts")
		if contact.str("wa_id") != want || contact.str("input") != to {
			t.Errorf("%s: %v", to, contact)
		}
		if got := b.Phone(to); len(got) != 1 {
			t.Errorf("%s has %d messages", to, len(got))
		}
	}
}

func TestOddPathsAreRefused(t *testing.T) {
	b := newBench(t, nil)
	for _, path := range []string{"/v25.0", "/v25.0/", "//", "/.", "/v", "/v.", "/v25.0//messages", "/v25.0/upload:", "/_sandbox", "/_sandbox/phones/", "/_media/"} {
		for _, method := range []string{"GET", "POST", "DELETE", "PUT"} {
			r := httptest.NewRequest(method, path, strings.NewReader("{}"))
			r.Header.Set("Authorization", "Bearer "+DefaultToken)
			w := httptest.NewRecorder()
			b.Handler().ServeHTTP(w, r)
			if w.Code < 300 {
				t.Errorf("%s %s answered %d %s", method, path, w.Code, w.Body)
			}
		}
	}
}

func TestHandlerSurvivesWithoutHijack(t *testing.T) {
	b := newBench(t, nil)
	_ = b.SetFaults(Fault{Drop: dropBefore})
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("recovered %v", got)
		}
	}()
	r := httptest.NewRequest("GET", "/v25.0/"+testPhone, nil)
	r.Header.Set("Authorization", "Bearer "+DefaultToken)
	b.Handler().ServeHTTP(httptest.NewRecorder(), r)
}
