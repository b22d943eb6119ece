package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"service.example/crm/internal/config"
	"service.example/crm/internal/testkit"
)

// What a message costs from the first byte to the last rule, before anything is
// stored: its template does not exist.
func BenchmarkJudgeMessage(b *testing.B) {
	k := testkit.New(b, testkit.Options{Config: func(c *config.Serve) { c.RateLimit = 100_000 }})
	const body = `{"to":"+14155550123","type":"template","templateName":"none","parameters":{"name":"Ada","order_number":"48213","eta":"on Friday"},"metadata":{"order":"48213"}}`
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "/v1/messages", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+k.Key)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		k.App.API.ServeHTTP(w, r)
		if w.Code != http.StatusUnprocessableEntity {
			b.Fatal(w.Code, w.Body)
		}
	}
}

// What a webhook of the provider costs over a connection until its signature has
// been checked: it is wrong, so that nothing is stored.
func BenchmarkProviderWebhook(b *testing.B) {
	k := testkit.New(b, testkit.Options{})
	body := string(testkit.Webhook(k.Tenant, "messages", testkit.Incoming("wamid.1", customer, strings.Repeat("Hello ", 20), k.Now())))
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	b.ReportAllocs()
	for b.Loop() {
		r, err := http.NewRequest(http.MethodPost, k.App.URL()+testkit.Callback, strings.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("X-Hub-Signature-256", wrongSignature)
		res, err := client.Do(r)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized {
			b.Fatal(res.Status)
		}
	}
}
