package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// builtWith stands in for what fetch-scalar.mjs writes.
func builtWith(t *testing.T, script string) fstest.MapFS {
	t.Helper()
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	if _, err := io.WriteString(z, script); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"dist/scalar.js.br": {Data: []byte("brotli bytes")},
		"dist/scalar.js.gz": {Data: gz.Bytes()},
	}
}

// get asks the handler, with headers given as pairs.
func get(t *testing.T, h http.Handler, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// nothing answers programs that a file is missing.
func nothing(w http.ResponseWriter, _ *http.Request, detail string) {
	http.Error(w, detail, http.StatusNotFound)
}

// What is not there is a page to browsers, and an answer of the API to programs.
func TestMissingPageLeadsToTheDocs(t *testing.T) {
	for name, files := range map[string]fs.FS{"built": builtWith(t, "run()"), "not built": fstest.MapFS{}} {
		h := newDocs(static, files, nothing)
		page := get(t, h, "GET", "/docs/nope", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		if text := body(t, page); page.StatusCode != http.StatusNotFound || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") || !strings.Contains(text, `href="/docs"`) {
			t.Errorf("%s: %d %s", name, page.StatusCode, text)
		}
		answer := get(t, h, "GET", "/docs/nope/deeper", "Accept", "*/*")
		if text := body(t, answer); answer.StatusCode != http.StatusNotFound || text != "There is nothing at /docs/nope/deeper. The API reference is at /docs.\n" {
			t.Errorf("%s: %d %s", name, answer.StatusCode, text)
		}
	}
}

func TestEveryAnswerIsSecured(t *testing.T) {
	built := newDocs(static, builtWith(t, "run()"), nothing)
	missing := newDocs(static, fstest.MapFS{}, nothing)
	for name, res := range map[string]*http.Response{
		"page":      get(t, built, "GET", "/docs"),
		"bundle":    get(t, built, "GET", "/docs/scalar.js"),
		"init":      get(t, built, "GET", "/docs/init.js"),
		"style":     get(t, built, "GET", "/docs/style.css"),
		"redirect":  get(t, built, "GET", "/docs/"),
		"not found": get(t, built, "GET", "/docs/other"),
		"method":    get(t, built, "POST", "/docs"),
		"not built": get(t, missing, "GET", "/docs"),
	} {
		for header, want := range map[string]string{
			"Content-Security-Policy": contentSecurityPolicy,
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
		} {
			if got := res.Header.Get(header); got != want {
				t.Errorf("%s: %s = %q, want %q", name, header, got, want)
			}
		}
	}
}

func TestPageNamesFilesThatMayBeKept(t *testing.T) {
	h := newDocs(static, builtWith(t, "run()"), nothing)
	res := get(t, h, "GET", "/docs")
	page := body(t, res)
	if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("page: status %d, Cache-Control %q", res.StatusCode, res.Header.Get("Cache-Control"))
	}
	links := regexp.MustCompile(`(?:src|href)="(/docs/[^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(links) != 3 {
		t.Fatalf("page links %v, want three files", links)
	}
	for _, link := range links {
		res := get(t, h, "GET", link[1])
		if res.StatusCode != http.StatusOK || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: status %d, Cache-Control %q", link[1], res.StatusCode, res.Header.Get("Cache-Control"))
		}
	}
	if strings.Contains(page, "<script>") || strings.Contains(page, "//") && strings.Contains(page, `src="http`) {
		t.Error("page has an inline script or one from elsewhere")
	}
}

func TestBundleCoding(t *testing.T) {
	const script = "window.Scalar = {}"
	h := newDocs(static, builtWith(t, script), nothing)
	for accept, want := range map[string]string{
		"gzip, deflate, br, zstd": "br",
		"gzip;q=1.0, br;q=0.5":    "gzip",
		"br;q=0, gzip":            "gzip",
		"*":                       "br",
		"gzip;q=0, *;q=0":         "",
		"deflate":                 "",
		"":                        "",
	} {
		res := get(t, h, "GET", "/docs/scalar.js", "Accept-Encoding", accept)
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: coding %q, want %q", accept, got, want)
		}
		if want == "" && body(t, res) != script {
			t.Errorf("Accept-Encoding %q: plain content differs", accept)
		}
		if res.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: no Vary", accept)
		}
	}
}

func TestBundleIsRevalidated(t *testing.T) {
	h := newDocs(static, builtWith(t, "run()"), nothing)
	first := get(t, h, "GET", "/docs/scalar.js", "Accept-Encoding", "br")
	if first.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("without a version: Cache-Control %q", first.Header.Get("Cache-Control"))
	}
	tag := first.Header.Get("ETag")
	for header, want := range map[string]int{
		tag:            http.StatusNotModified,
		"W/" + tag:     http.StatusNotModified,
		`"x", ` + tag:  http.StatusNotModified,
		`"other"`:      http.StatusOK,
		`"other-gzip"`: http.StatusOK,
	} {
		res := get(t, h, "GET", "/docs/scalar.js", "Accept-Encoding", "br", "If-None-Match", header)
		if res.StatusCode != want {
			t.Errorf("If-None-Match %s: status %d, want %d", header, res.StatusCode, want)
		}
	}
	if other := get(t, h, "GET", "/docs/scalar.js", "Accept-Encoding", "gzip").Header.Get("ETag"); other == tag {
		t.Error("two codings share one ETag")
	}
}

func TestHeadHasNoBody(t *testing.T) {
	h := newDocs(static, builtWith(t, "run()"), nothing)
	for _, target := range []string{"/docs", "/docs/scalar.js", "/docs/init.js"} {
		res := get(t, h, "HEAD", target)
		if res.StatusCode != http.StatusOK || body(t, res) != "" {
			t.Errorf("HEAD %s: status %d with a body", target, res.StatusCode)
		}
	}
}

func TestWithoutBundleThePageSaysHowToBuildIt(t *testing.T) {
	h := newDocs(static, fstest.MapFS{}, nothing)
	res := get(t, h, "GET", "/docs")
	page := body(t, res)
	if res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", res.StatusCode)
	}
	for _, want := range []string{"make docs", "make run", "/openapi.json"} {
		if !strings.Contains(page, want) {
			t.Errorf("page does not mention %s", want)
		}
	}
	if res := get(t, h, "GET", "/docs/scalar.js"); res.StatusCode != http.StatusNotFound {
		t.Errorf("bundle: status %d", res.StatusCode)
	}
}

func TestEmbeddedFilesLoad(t *testing.T) {
	if res := get(t, Docs(nothing), "GET", "/docs"); res.StatusCode != http.StatusOK && res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", res.StatusCode)
	}
}

// TestInitStaysHardened keeps the settings that stop the bundle from calling
// other hosts, and the one setting out that would hide the SDK sample.
func TestInitStaysHardened(t *testing.T) {
	script := string(mustRead(static, "static/init.js"))
	for _, want := range []string{
		"withDefaultFonts: false", "telemetry: false", "agent: { disabled: true }", "mcp: { disabled: true }",
		"showDeveloperTools: 'never'", "hideClientButton: true", "persistAuth: true",
		"dashboardUrl: here", "registryUrl: here", "proxyUrl: here", "apiBaseUrl: here",
	} {
		if !strings.Contains(script, want) {
			t.Errorf("init.js lacks %q", want)
		}
	}
	if regexp.MustCompile(`(?m)^\s*(defaultHttpClient|proxyUrl):`).MatchString(script) {
		t.Error("init.js sets defaultHttpClient or a request proxy")
	}
	if regexp.MustCompile(`https?://`).MatchString(script) {
		t.Error("init.js names another host")
	}
}
