package web

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

// libraries stands in for what sdk/pack writes.
func libraries(t *testing.T) fstest.MapFS {
	t.Helper()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	w, err := z.Create(goModule + "@v1.2.3/go.mod")
	if err == nil {
		_, err = io.WriteString(w, "module "+goModule+"\n")
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"dist/sdk.json":           {Data: []byte(`{"version":"1.2.3"}`)},
		"dist/sdk-go.zip":         {Data: archive.Bytes()},
		"dist/sdk-typescript.tgz": {Data: []byte("tarball")},
	}
}

var sdkTestHost = sdkHost{
	address: func(*http.Request) string { return "https://crm.example" },
	missing: func(w http.ResponseWriter, _ *http.Request, detail string) {
		http.Error(w, detail, http.StatusNotFound)
	},
}

func TestSDKHandsOutTheLibraries(t *testing.T) {
	h := newSDK(static, libraries(t), sdkTestHost)
	const module = "/sdk/go/" + goModule
	for path, want := range map[string]string{
		"/sdk/typescript.tgz":      "tarball",
		module + "/@v/list":        "v1.2.3\n",
		module + "/@latest":        `{"Version":"v1.2.3"}`,
		module + "/@v/v1.2.3.info": `{"Version":"v1.2.3"}`,
		module + "/@v/v1.2.3.mod":  "module " + goModule + "\n",
		module + "/@v/v1.2.3.zip":  string(libraries(t)["dist/sdk-go.zip"].Data),
	} {
		res := get(t, h, "GET", path, "Accept-Encoding", "gzip, br")
		tag := res.Header.Get("ETag")
		if got := body(t, res); res.StatusCode != http.StatusOK || got != want || res.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d %q %v", path, res.StatusCode, got, res.Header)
		}
		if tag == "" || strings.HasPrefix(tag, "W/") || res.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: ETag %q, Cache-Control %q", path, tag, res.Header.Get("Cache-Control"))
		}
		if again := get(t, h, "GET", path, "If-None-Match", tag); again.StatusCode != http.StatusNotModified || body(t, again) != "" {
			t.Errorf("%s: asked again: %d", path, again.StatusCode)
		}
	}
	for _, path := range []string{"/sdk/go/example.com/other/@v/list", module + "/@v/v9.9.9.zip", "/sdk/else"} {
		if res := get(t, h, "GET", path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, res.StatusCode) // go asks the next proxy then
		}
	}
}

func TestSDKPageSaysHowToInstall(t *testing.T) {
	page := body(t, get(t, newSDK(static, fstest.MapFS{}, sdkTestHost), "GET", "/sdk"))
	for _, want := range []string{
		"npm install https://crm.example/sdk/typescript.tgz",
		"GOPROXY=https://crm.example/sdk/go,$(go env GOPROXY) GONOSUMDB=service.example",
		"go get " + goModule,
		"go mod edit -replace " + goModule + "=",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestSDKSaysWhatIsNotInTheBuild(t *testing.T) {
	h := newSDK(static, fstest.MapFS{}, sdkTestHost)
	for path, want := range map[string]string{"/sdk/typescript.tgz": "Node.js 20", "/sdk/go/" + goModule + "/@v/list": "make build"} {
		res := get(t, h, "GET", path)
		if text := body(t, res); res.StatusCode != http.StatusNotFound || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", path, res.StatusCode, text)
		}
	}
}
