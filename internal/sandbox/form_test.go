package sandbox

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// ask makes a call with a body of any form; token is left out when empty.
func (b *bench) ask(path, contentType, token string, body []byte) (int, fields) {
	b.Helper()
	req, err := http.NewRequest("POST", b.url+path, bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	out, _ := parseFields(raw)
	return res.StatusCode, out
}

func multipartBody(values map[string]string) (contentType string, body []byte) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for k, v := range values {
		_ = w.WriteField(k, v)
	}
	_ = w.Close()
	return w.FormDataContentType(), out.Bytes()
}

const formType = "application/x-www-form-urlencoded"

// Calls may come as JSON, as JSON with JSON in strings, as a form, as multipart
// and with their token in any place.
func TestBodiesOfEveryForm(t *testing.T) {
	b := newBench(t, nil)
	b.write("hello")
	card := `[{"name":{"formatted_name":"Ada","first_name":"Ada"},"phones":[{"phone":"+16505559999"}]}]`
	quoted := strings.ReplaceAll(card, `"`, `\"`)
	form := url.Values{"messaging_product": {"whatsapp"}, "to": {customerOne}, "type": {"text"}, "text": {`{"body":"by form"}`}, "biz_opaque_callback_data": {`{"a":1}`}}
	multi, parts := multipartBody(map[string]string{"messaging_product": "whatsapp", "to": customerOne, "type": "text", "text": `{"body":"by parts"}`})
	messages := "/v25.0/" + testPhone + "/messages"
	withToken := url.Values{"access_token": {DefaultToken}}
	for k, v := range form {
		withToken[k] = v
	}
	for _, c := range []struct{ name, path, kind, token, body string }{
		{"JSON in a string", messages, jsonBody, DefaultToken, `{"messaging_product":"whatsapp","to":"` + customerOne + `","type":"contacts","contacts":"` + quoted + `"}`},
		{"a form", messages, formType, DefaultToken, form.Encode()},
		{"multipart", messages, multi, DefaultToken, string(parts)},
		{"a token in the form", messages, formType, "", withToken.Encode()},
		{"a token in the JSON", messages, jsonBody, "", `{"access_token":"` + DefaultToken + `",` + textTo(customerOne, "by JSON")[1:]},
		{"a token in the query", messages + "?access_token=" + DefaultToken, jsonBody, "", textTo(customerOne, "by query")},
	} {
		if status, answer := b.ask(c.path, c.kind, c.token, []byte(c.body)); status != 200 {
			t.Errorf("%s: %d %v", c.name, status, answer)
		}
	}
	for _, wrong := range []string{`{"access_token":"EAAwrong"}`, `{}`, ``} {
		if status, answer := b.ask(messages, jsonBody, "", []byte(wrong)); status != 401 {
			t.Errorf("%s: %d %v", wrong, status, answer)
		}
	}
	if calls, _ := b.Log(0, 100); strings.Contains(dump(calls), DefaultToken) {
		t.Error("the log shows the token")
	}
	b.settled()
	seen := ""
	for _, m := range b.Phone(customerOne) {
		seen += m.Text + "|" + m.Callback + "\n"
	}
	for _, want := range []string{"Ada", `by form|{"a":1}`, "by parts", "by JSON", "by query"} {
		if !strings.Contains(seen, want) {
			t.Errorf("the phone lacks %q: %s", want, seen)
		}
	}
}

// Media are told by the address under which a proxy was called.
func TestURLsFollowTheProxy(t *testing.T) {
	b := newBench(t, nil)
	if _, err := b.CustomerSends(CustomerMessage{From: customerOne, Type: "image"}); err != nil {
		t.Fatal(err)
	}
	b.settled()
	id := b.values()[0].first("messages").sub("image").str("id")
	req, _ := http.NewRequest("GET", b.url+"/v25.0/"+id, nil)
	req.Header.Set("Authorization", "Bearer "+DefaultToken)
	req.Header.Set("X-Forwarded-Proto", "https")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	f, _ := parseFields(raw)
	if !strings.HasPrefix(f.str("url"), "https://") {
		t.Errorf("url: %s", f.str("url"))
	}
}
