package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

const (
	shopName    = "Lucky Shrub Ltd"
	shopAddress = "1 Hacker Way, Menlo Park, CA 94025"
)

// shop is the website of a business, in a state for each path.
type shop struct {
	server *httptest.Server
	// asked is told when the page /slow is asked for, which comes once answer is closed.
	asked, answer chan struct{}
}

func newShop(t *testing.T) shop {
	t.Helper()
	policy := "<html lang=en><h1>Privacy policy</h1><p>" + strings.Repeat("We keep the data that you give us for as long as the law and your order want it, and share it with nobody. ", 10)
	asked, answer := make(chan struct{}, 8), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		name := shopName
		if r.URL.Path == "/slow" {
			asked <- struct{}{}
			<-answer
		}
		switch r.URL.Path {
		case "/good", "/wrong-name":
			if r.URL.Path == "/wrong-name" {
				name = "Unlucky Bush Inc"
			}
			fmt.Fprintf(w, "<html lang=en><title>Shrubs</title><p>We sell shrubs, and they are the best ones that you can buy in the whole of the state.</p><a href=/privacy>Privacy</a><footer>© %s, %s</footer>", name, shopAddress)
		case "/privacy":
			fmt.Fprint(w, policy)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return shop{s, asked, answer}
}

func (s shop) url(page string) string { return s.server.URL + "/" + page }

// What was found on a website says nothing about the one that was named meanwhile.
func TestAnotherWebsiteIsNamedWhileOneIsLookedAt(t *testing.T) {
	onOnboarding(t, testkit.Options{StatusDelay: time.Hour}, func(w onboardingWorld) {
		shop := newShop(w.t)
		site := map[string]any{"url": shop.url("slow"), "legalName": shopName, "address": shopAddress}
		put := func() {
			if r := w.Do(http.MethodPut, "/v1/onboarding/website", w.Key, site); r.Status != 200 || r.Text("state") != "submitted" {
				w.t.Fatalf("the website: %d %s", r.Status, r.Body)
			}
		}
		put()
		<-shop.asked
		site["url"] = shop.url("good")
		put()
		close(shop.answer) // the slow page is not found
		w.becomes(crm.ItemWebsite, crm.ItemDone)
		if got := strings.Join(w.told(crm.ItemWebsite), " "); got != "todo>submitted submitted>verified" {
			w.t.Errorf("events: %s", got)
		}
	})
}
