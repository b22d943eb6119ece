package api_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// A body of nothing but faults must not be answered with many times its size,
// whether its shape is wrong or its values are.
func TestFaultsAreBounded(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	shape := make([]int, 5000)
	phones := make([]map[string]any, 5000)
	for i := range phones {
		phones[i] = map[string]any{"phone": ""}
	}
	for name, r := range map[string]testkit.Response{
		"shape": k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+14155550123", "tags": shape}),
		"values": k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": "+14155550123", "type": "contacts",
			"contacts": []any{map[string]any{"name": map[string]any{"formattedName": "A", "firstName": "A"}, "phones": phones}}}),
	} {
		faults, _ := r.JSON()["errors"].([]any)
		if r.Status != http.StatusUnprocessableEntity || len(faults) != crm.MaxFaults {
			t.Errorf("%s: %d faults with status %d: %.200s", name, len(faults), r.Status, r.Body)
		}
		if name == "values" && !strings.Contains(r.Text("detail"), "5000") {
			t.Errorf("%s: not all faults are counted: %s", name, r.Text("detail"))
		}
	}
}

// What stands before the content of an upload is held in memory, and the type
// is stored: neither may be as large as the file.
func TestUploadHeadIsBounded(t *testing.T) {
	_, o := mediaFolder(t, testkit.Options{})
	k := testkit.New(t, o)
	if r := upload(k, k.Key, "a.txt", "text/"+strings.Repeat("x", 20_000), []byte("words")); r.Status != http.StatusCreated || len(r.Text("mimeType")) > 255 {
		t.Errorf("a long type: %d %.300s", r.Status, r.Body)
	}
	contentType, body := form("file", "b.txt", "text/plain", bytes.Repeat([]byte("words "), 30_000))
	long := append([]byte("X-Long: "+strings.Repeat("x", 200_000)+"\r\n"), "Content-Type"...)
	for _, c := range []struct {
		body   []byte
		status int
	}{{body, http.StatusCreated}, {bytes.Replace(body, []byte("Content-Type"), long, 1), http.StatusBadRequest}} {
		r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/media", Key: k.Key, Body: c.body, Header: map[string]string{"Content-Type": contentType}})
		if r.Status != c.status {
			t.Errorf("a form of %d bytes: %d %.300s", len(c.body), r.Status, r.Body)
		}
	}
}

// However many files a message names, only as many are looked for as one can
// have.
func TestFilesOfAMessageAreBounded(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	cards := make([]map[string]any, 500)
	for i := range cards {
		cards[i] = map[string]any{"headerMedia": map[string]any{"mediaId": "med_none"}}
	}
	r := k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": "+14155550123", "type": "template", "templateName": "order_shipped", "cards": cards})
	if n := strings.Count(string(r.Body), "/headerMedia/mediaId"); r.Status != http.StatusUnprocessableEntity || n != 1 {
		t.Errorf("%d files were looked for: %d %.300s", n, r.Status, r.Body)
	}
}

// The options of a form are held to what a JSON body is: PostgreSQL keeps no
// null character.
func TestOptionsOfAFormAreText(t *testing.T) {
	_, o := mediaFolder(t, testkit.Options{})
	k := testkit.New(t, o)
	body := "--b\r\nContent-Disposition: form-data; name=\"options\"\r\n\r\n" + `{"tags":["a\u0000b"]}` +
		"\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nphone\n+14155550123\n\r\n--b--\r\n"
	r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/contact-imports", Key: k.Key, Body: []byte(body),
		Header: map[string]string{"Content-Type": "multipart/form-data; boundary=b"}})
	if r.Status != http.StatusUnprocessableEntity {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}
