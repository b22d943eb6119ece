package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// builtApp is what the build puts into dist/app, in small.
var builtApp = fstest.MapFS{
	"dist/app/index.html":            {Data: []byte(`<meta property="csp-nonce" nonce="CSP_NONCE"><script nonce="CSP_NONCE" src="/app/assets/index-1.js"></script>`)},
	"dist/app/assets/index-1.js":     {Data: []byte("plain")},
	"dist/app/assets/index-1.js.br":  {Data: []byte("brotli")},
	"dist/app/assets/index-1.js.gz":  {Data: []byte("gzip")},
	"dist/app/manifest.webmanifest":  {Data: []byte("{}")},
	"dist/app/icon.svg":              {Data: []byte("<svg/>")},
	"dist/app/worker.js":             {Data: []byte("// worker")},
	"dist/app/assets/page-2.css":     {Data: []byte("a{}")},
	"dist/app/assets/inter-3.woff2":  {Data: []byte("font")},
	"dist/app/assets/strange-4.blob": {Data: []byte("?")},
}

func appOf(files fstest.MapFS) http.Handler {
	return newApp(static, files, nothing)
}

// Every path without an ending is the app's page, with a nonce of its own in the page
// and in its policy.
func TestAppPages(t *testing.T) {
	h := appOf(builtApp)
	nonces := map[string]bool{}
	for _, path := range []string{"/app/", "/app/inbox", "/app/inbox/cnv_1", "/app/contacts/a%2Fb", "/app/sign-in"} {
		res := get(t, h, "GET", path)
		page, policy := body(t, res), res.Header.Get("Content-Security-Policy")
		nonce := regexp.MustCompile(`nonce="([^"]+)" src`).FindStringSubmatch(page)
		if res.StatusCode != http.StatusOK || nonce == nil || nonces[nonce[1]] || strings.Contains(page, "CSP_NONCE") {
			t.Fatalf("%s: %d %q", path, res.StatusCode, page)
		}
		nonces[nonce[1]] = true
		if !strings.Contains(policy, "style-src 'self' 'nonce-"+nonce[1]+"';") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "default-src 'none'; script-src 'self';") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
		if res.Header.Get("Cache-Control") != "no-cache" || res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: the headers are %v", path, res.Header)
		}
	}
}

func TestAppFiles(t *testing.T) {
	h := appOf(builtApp)
	for _, c := range []struct{ path, coding, kind, body, kept string }{
		{"/app/assets/index-1.js", "br, gzip", "text/javascript; charset=utf-8", "brotli", "public, max-age=31536000, immutable"},
		{"/app/assets/index-1.js", "gzip", "text/javascript; charset=utf-8", "gzip", "public, max-age=31536000, immutable"},
		{"/app/assets/index-1.js", "", "text/javascript; charset=utf-8", "plain", "public, max-age=31536000, immutable"},
		{"/app/assets/page-2.css", "br", "text/css; charset=utf-8", "a{}", "public, max-age=31536000, immutable"},
		{"/app/assets/inter-3.woff2", "br", "font/woff2", "font", "public, max-age=31536000, immutable"},
		{"/app/assets/strange-4.blob", "", "application/octet-stream", "?", "public, max-age=31536000, immutable"},
		{"/app/worker.js", "", "text/javascript; charset=utf-8", "// worker", "no-cache"},
		{"/app/manifest.webmanifest", "", "application/manifest+json", "{}", "no-cache"},
		{"/app/icon.svg", "", "image/svg+xml", "<svg/>", "public, max-age=86400"},
	} {
		res := get(t, h, "GET", c.path, "Accept-Encoding", c.coding)
		if got := body(t, res); res.StatusCode != http.StatusOK || got != c.body || res.Header.Get("Content-Type") != c.kind || res.Header.Get("Cache-Control") != c.kept {
			t.Errorf("%s with %q: %d %q %v", c.path, c.coding, res.StatusCode, got, res.Header)
		}
		if res.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s has no policy", c.path)
		}
	}
	// What the build compressed stands beside its file and is no file of its own.
	for _, path := range []string{"/app/assets/index-1.js.br", "/app/assets/none.js", "/app/index.html", "/app/../app.go"} {
		if res := get(t, h, "GET", path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	if res := get(t, h, "POST", "/app/inbox"); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", res.StatusCode)
	}
	if res := get(t, h, "HEAD", "/app/inbox"); res.StatusCode != http.StatusOK || body(t, res) != "" {
		t.Errorf("HEAD: %d", res.StatusCode)
	}
}

// A build without Node.js says how to make the app.
func TestAppMissing(t *testing.T) {
	res := get(t, appOf(fstest.MapFS{}), "GET", "/app/inbox")
	if page := body(t, res); res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(page, "make app") {
		t.Errorf("%d %q", res.StatusCode, page)
	}
}
