package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const (
	shopName    = "Lucky Shrub Ltd"
	shopAddress = "1 Hacker Way, Menlo Park, CA 94025"
)

// shop is the website of a business, in a state for each path.
type shop struct{ server *httptest.Server }

func newShop(t *testing.T) shop {
	t.Helper()
	policy := "<html lang=en><h1>Privacy policy</h1><p>" + strings.Repeat("We keep the data that you give us for as long as the law and your order want it, and share it with nobody. ", 10)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		name := shopName
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
	return shop{s}
}

func (s shop) url(page string) string { return s.server.URL + "/" + page }
