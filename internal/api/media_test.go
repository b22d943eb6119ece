package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// form is a multipart body with one file.
func form(field, filename, mimeType string, content []byte) (contentType string, body []byte) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	head := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name=%q; filename=%q`, field, filename)}}
	if mimeType != "" {
		head.Set("Content-Type", mimeType)
	}
	part, _ := w.CreatePart(head)
	_, _ = part.Write(content)
	_ = w.Close()
	return w.FormDataContentType(), b.Bytes()
}

func upload(k *testkit.Kit, key, filename, mimeType string, content []byte) testkit.Response {
	contentType, body := form("file", filename, mimeType, content)
	return k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/media", Key: key, Body: body, Header: map[string]string{"Content-Type": contentType}})
}

func jpeg(n int) []byte {
	return append([]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01"), make([]byte, n-12)...)
}
func pdf(n int) []byte { return append([]byte("%PDF-1.7\n"), make([]byte, n-9)...) }

// webp is a picture in the extended format, which says whether it moves.
func webp(n int, animated bool) []byte {
	b := append([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00"), make([]byte, n-24)...)
	if animated {
		b[20] = 0x02
	}
	return b
}

func hexSum(b []byte) string { sum := sha256.Sum256(b); return hex.EncodeToString(sum[:]) }

// blobs are the objects that the service keeps.
func blobs(t *testing.T, dir string) (out []string) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// mediaFolder lets a test look at the objects that a kit keeps.
func mediaFolder(t *testing.T, o testkit.Options) (string, testkit.Options) {
	dir := t.TempDir()
	inner := o.Config
	o.Config = func(c *config.Serve) {
		c.Media.Media = dir
		if inner != nil {
			inner(c)
		}
	}
	return dir, o
}

func TestUploadAndDownload(t *testing.T) {
	for _, engine := range engines() {
		t.Run(engine, func(t *testing.T) {
			dir, o := mediaFolder(t, testkit.Options{Postgres: engine == "postgres"})
			k := testkit.New(t, o)
			content := pdf(300_000)
			copy(content[150_000:], "the middle of it")
			r := upload(k, k.Key, "receipt.pdf", "application/pdf", content)
			id := r.Text("id")
			if r.Status != http.StatusCreated || r.Text("mimeType") != "application/pdf" || r.JSON()["size"] != 300_000.0 || r.Text("sha256") != hexSum(content) ||
				r.Text("filename") != "receipt.pdf" || r.Text("state") != "ready" || !crm.ValidID(crm.PrefixFile, id) {
				t.Fatalf("the upload is answered with %d %s", r.Status, r.Body)
			}
			stored := blobs(t, dir)
			if len(stored) != 1 {
				t.Fatalf("it is stored as %v", stored)
			}
			if raw, err := os.ReadFile(stored[0]); err != nil || bytes.Contains(raw, []byte("the middle")) || bytes.Contains(raw, []byte("%PDF")) {
				t.Errorf("it is not encrypted: %v", err)
			}
			again := upload(k, k.Key, "receipt.pdf", "", content)
			if again.Status != http.StatusCreated || again.Text("id") != id || len(blobs(t, dir)) != 1 {
				t.Errorf("the same bytes are %s, %d objects", again.Body, len(blobs(t, dir)))
			}
			if other := upload(k, k.Other.Key, "receipt.pdf", "", content); other.Text("id") == id || len(blobs(t, dir)) != 2 {
				t.Error("two workspaces share a file")
			}
			download(t, k, id, content)
			if info := k.Do(http.MethodGet, "/v1/media/"+id+"/info", k.Key, nil); info.Text("filename") != "receipt.pdf" || info.Text("sha256") != hexSum(content) {
				t.Errorf("what is known of it: %s", info.Body)
			}
			if list := k.Do(http.MethodGet, "/v1/media", k.Key, nil); strings.Count(string(list.Body), `"id"`) != 1 {
				t.Errorf("the list is %s", list.Body)
			}
			if r := k.Do(http.MethodDelete, "/v1/media/"+id, k.Key, nil); r.Status != http.StatusNoContent {
				t.Errorf("the deletion is answered with %d %s", r.Status, r.Body)
			}
			if r := k.Do(http.MethodGet, "/v1/media/"+id, k.Key, nil); r.Status != http.StatusNotFound {
				t.Errorf("a deleted file is answered with %d", r.Status)
			}
			k.Eventually("the object is gone", func() bool { return len(blobs(t, dir)) == 1 })
		})
	}
}

// download asks for a file as browsers do.
func download(t *testing.T, k *testkit.Kit, id string, content []byte) {
	t.Helper()
	whole := k.Do(http.MethodGet, "/v1/media/"+id, k.Key, nil)
	if whole.Status != http.StatusOK || !bytes.Equal(whole.Body, content) {
		t.Fatalf("the download is %d with %d bytes", whole.Status, len(whole.Body))
	}
	for name, want := range map[string]string{"Content-Type": "application/pdf", "Content-Length": strconv.Itoa(len(content)), "Accept-Ranges": "bytes",
		"ETag": `"` + hexSum(content) + `"`, "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox; default-src 'none'",
		"Content-Disposition": "attachment; filename=receipt.pdf", "Cache-Control": "private, max-age=300"} {
		if got := whole.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	get := func(header, value string) testkit.Response {
		return k.Send(testkit.Request{Method: http.MethodGet, Path: "/v1/media/" + id, Key: k.Key, Header: map[string]string{header: value}})
	}
	for span, want := range map[string][]byte{"bytes=0-9": content[:10], "bytes=150000-150015": []byte("the middle of it"), "bytes=-5": content[len(content)-5:],
		"bytes=65536-": content[65536:], "bytes=65535-65536": content[65535:65537]} {
		if r := get("Range", span); r.Status != http.StatusPartialContent || !bytes.Equal(r.Body, want) || r.Header.Get("Content-Range") == "" {
			t.Errorf("%s: %d with %d bytes", span, r.Status, len(r.Body))
		}
	}
	if r := get("Range", "bytes=999999-"); r.Status != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a range beyond the end is %d", r.Status)
	}
	if r := get("If-None-Match", `"`+hexSum(content)+`"`); r.Status != http.StatusNotModified || len(r.Body) > 0 {
		t.Errorf("what the browser has is sent again: %d", r.Status)
	}
	if r := k.Send(testkit.Request{Method: http.MethodHead, Path: "/v1/media/" + id, Key: k.Key}); r.Status != http.StatusOK || r.Header.Get("Content-Length") != strconv.Itoa(len(content)) {
		t.Errorf("HEAD is %d %v", r.Status, r.Header)
	}
}

// What the provider would not take is refused at once, with the rule.
func TestUploadRules(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{})
	k, stored := testkit.New(t, o), 0
	for what, c := range map[string]struct {
		filename, declared string
		content            []byte
		status             int
		code               string
	}{
		"the largest picture":   {"a.jpg", "image/jpeg", jpeg(5 << 20), 201, ""},
		"a larger one":          {"a.jpg", "image/jpeg", jpeg(5<<20 + 1), 413, "media_too_large"},
		"a static sticker":      {"a.webp", "image/webp", webp(100<<10, false), 201, ""},
		"a larger one of them":  {"a.webp", "image/webp", webp(100<<10+1, false), 413, "media_too_large"},
		"a moving sticker":      {"a.webp", "image/webp", webp(500<<10, true), 201, ""},
		"a larger moving one":   {"a.webp", "image/webp", webp(500<<10+1, true), 413, "media_too_large"},
		"a GIF":                 {"a.gif", "image/gif", []byte("GIF89a\x01\x00\x01\x00"), 415, "media_type_not_supported"},
		"a GIF as a picture":    {"a.jpg", "image/jpeg", []byte("GIF89a\x01\x00\x01\x00"), 422, "media_type_mismatch"},
		"a program as a PDF":    {"a.pdf", "application/pdf", append([]byte("MZ\x90\x00\x03"), make([]byte, 300)...), 422, "media_type_mismatch"},
		"an SVG":                {"a.svg", "image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`), 415, "media_type_not_supported"},
		"text":                  {"a.txt", "text/plain; charset=utf-8", []byte("Hello"), 201, ""},
		"nothing":               {"a.txt", "text/plain", nil, 422, "required"},
		"a type that is no one": {"a.jpg", "picture", jpeg(1000), 201, ""},
	} {
		r := upload(k, k.Key, c.filename, c.declared, c.content)
		if r.Status != c.status || r.Code() != c.code {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
		if c.status == 201 {
			stored++
		} else if !strings.Contains(string(r.Body), `"pointer":"/file"`) {
			t.Errorf("%s: %s", what, r.Body)
		}
		k.Eventually(what+": what is refused leaves no object", func() bool { return len(blobs(t, dir)) == stored })
	}
	contentType, body := form("picture", "a.jpg", "image/jpeg", jpeg(100))
	for what, request := range map[string]testkit.Request{
		"a part of another name": {Body: body, Header: map[string]string{"Content-Type": contentType}},
		"no boundary":            {Body: body, Header: map[string]string{"Content-Type": "multipart/form-data"}},
		"a form that breaks off": {Body: body[:len(body)-100], Header: map[string]string{"Content-Type": strings.Replace(contentType, "picture", "file", 1)}},
		"an empty form":          {Body: []byte("--x--\r\n"), Header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}},
		"another type":           {Body: []byte("hello"), Header: map[string]string{"Content-Type": "text/plain"}},
		"no JSON":                {Body: []byte("hello")},
		"another field":          {Body: []byte(`{"url":"https://example.com/a.jpg","size":3}`)},
		"no URL":                 {Body: []byte(`{}`)},
	} {
		request.Method, request.Path, request.Key = http.MethodPost, "/v1/media", k.Key
		r := k.Send(request)
		if r.Status != 400 && r.Status != 415 && r.Status != 422 || r.Code() == "" {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
	}
	half := strings.Replace(string(body), `name="picture"`, `name="file"`, 1)
	if r := k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/media", Key: k.Key, Body: []byte(half[:len(half)-50]), Header: map[string]string{"Content-Type": contentType}}); r.Status != 400 || r.Code() != "malformed_request" {
		t.Errorf("a file that breaks off: %d %s", r.Status, r.Body)
	}
	if n := len(blobs(t, dir)); n != k.Count("media") {
		t.Errorf("%d objects are kept for %d files", n, k.Count("media"))
	}
}

// An Idempotency-Key covers the content of an upload.
func TestUploadIdempotency(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{})
	k := testkit.New(t, o)
	send := func(content []byte) testkit.Response {
		contentType, body := form("file", "a.pdf", "application/pdf", content)
		return k.Send(testkit.Request{Method: http.MethodPost, Path: "/v1/media", Key: k.Key, Body: body,
			Header: map[string]string{"Content-Type": contentType, "Idempotency-Key": "upload-1"}})
	}
	first, again, other := send(pdf(100)), send(pdf(100)), send(pdf(101))
	if first.Status != 201 || again.Status != 201 || again.Header.Get("Idempotent-Replayed") != "true" || !bytes.Equal(first.Body, again.Body) {
		t.Errorf("the same upload: %s, then %s", first.Body, again.Body)
	}
	if other.Status != 422 || other.Code() != "idempotency_key_reused" {
		t.Errorf("another file with the key: %d %s", other.Status, other.Body)
	}
	if n := len(blobs(t, dir)); n != 1 {
		t.Errorf("%d objects are kept", n)
	}
}

func swap(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}

// A link opens its file without a key, for a while, and no other one.
func TestMediaLink(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	picture := jpeg(1000)
	id := upload(k, k.Key, "Café \"1\".jpg", "image/jpeg", picture).Text("id")
	second := upload(k, k.Key, "b.jpg", "image/jpeg", jpeg(2000)).Text("id")
	link := k.Do(http.MethodPost, "/v1/media/"+id+"/link", k.Key, map[string]any{"expiresInSeconds": 60})
	path, whole := strings.CutPrefix(link.Text("url"), k.App.URL())
	if link.Status != http.StatusOK || !whole || !strings.HasPrefix(path, "/media/"+id+"?token=") {
		t.Fatalf("the link is %d %s", link.Status, link.Body)
	}
	r := k.Send(testkit.Request{Method: http.MethodGet, Path: path})
	if r.Status != http.StatusOK || !bytes.Equal(r.Body, picture) || r.Header.Get("Content-Security-Policy") == "" || !strings.HasPrefix(r.Header.Get("Content-Disposition"), "inline; filename") {
		t.Errorf("by the link comes %d %v", r.Status, r.Header)
	}
	_, token, _ := strings.Cut(path, "token=")
	for what, bad := range map[string]string{"no token": "/media/" + id, "another file": "/media/" + second + "?token=" + token,
		"a changed token": "/media/" + id + "?token=" + token[:30] + swap(token[30]) + token[31:], "half a token": path[:len(path)-10], "no file": "/media/med_1?token=" + token} {
		if r := k.Send(testkit.Request{Method: http.MethodGet, Path: bad}); r.Status != http.StatusForbidden || r.Code() != "link_invalid" {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
	}
	k.Advance(62 * time.Second)
	if r := k.Send(testkit.Request{Method: http.MethodGet, Path: path}); r.Status != http.StatusForbidden {
		t.Errorf("after its time it answers %d", r.Status)
	}
	if r := k.Do(http.MethodPost, "/v1/media/"+id+"/link", k.Key, nil); r.Status != http.StatusOK {
		t.Errorf("without a body: %d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodPost, "/v1/media/"+id+"/link", k.Key, map[string]any{"expiresInSeconds": 7200}); r.Status != http.StatusUnprocessableEntity {
		t.Errorf("two hours: %d %s", r.Status, r.Body)
	}
	if r := k.Do(http.MethodPost, "/v1/media/"+id+"/link", k.Other.Key, nil); r.Status != http.StatusNotFound {
		t.Errorf("a foreign key: %d %s", r.Status, r.Body)
	}
}

// A file whose bytes were changed or are gone is not given out as if whole.
func TestDamagedMedia(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{})
	k := testkit.New(t, o)
	id := upload(k, k.Key, "a.pdf", "", pdf(1000)).Text("id")
	path := blobs(t, dir)[0]
	raw, err := os.ReadFile(path)
	k.Must(err)
	raw[500] ^= 1
	k.Must(os.WriteFile(path, raw, 0o600))
	if r := k.Do(http.MethodGet, "/v1/media/"+id, k.Key, nil); r.Status != http.StatusServiceUnavailable || r.Code() != "media_unavailable" {
		t.Errorf("a changed file: %d %s", r.Status, r.Body)
	}
	k.Must(os.Remove(path))
	if r := k.Do(http.MethodGet, "/v1/media/"+id, k.Key, nil); r.Status != http.StatusServiceUnavailable || r.Code() != "media_unavailable" {
		t.Errorf("a file that is gone: %d %s", r.Status, r.Body)
	}
}

func TestUploadLink(t *testing.T) {
	dir, o := mediaFolder(t, testkit.Options{})
	k := testkit.New(t, o)
	picture := jpeg(4000)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/photos/cat.jpg":
			w.Header().Set("Content-Type", "text/html") // as servers do
			_, _ = w.Write(picture)
		case "/named":
			w.Header().Set("Content-Disposition", `attachment; filename="bill.pdf"`)
			_, _ = w.Write(pdf(500))
		case "/moved":
			http.Redirect(w, r, "/photos/cat.jpg", http.StatusFound)
		case "/inside":
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data", http.StatusFound)
		case "/by-name":
			http.Redirect(w, r, "https://10.0.0.1/", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/endless":
			chunk := jpeg(1 << 20)
			for {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		case "/half":
			w.Header().Set("Content-Length", "5000")
			_, _ = w.Write(picture)
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	fetch := func(body map[string]any) testkit.Response { return k.Do(http.MethodPost, "/v1/media", k.Key, body) }
	if r := fetch(map[string]any{"url": web.URL + "/photos/cat.jpg"}); r.Status != 201 || r.Text("mimeType") != "image/jpeg" || r.Text("filename") != "cat.jpg" || r.Text("sha256") != hexSum(picture) {
		t.Errorf("a picture: %d %s", r.Status, r.Body)
	}
	if r := fetch(map[string]any{"url": web.URL + "/moved"}); r.Status != 201 || len(blobs(t, dir)) != 1 {
		t.Errorf("after a redirect: %d %s", r.Status, r.Body)
	}
	if r := fetch(map[string]any{"url": web.URL + "/named", "filename": ""}); r.Text("filename") != "bill.pdf" {
		t.Errorf("a named file: %d %s", r.Status, r.Body)
	}
	for path, code := range map[string]string{"/none": "url_unreachable", "/inside": "url_forbidden", "/by-name": "url_forbidden", "/round": "url_unreachable", "/half": "url_unreachable", "/endless": "media_too_large"} {
		r := fetch(map[string]any{"url": web.URL + path})
		if r.Status != 422 && r.Status != 413 || !strings.HasPrefix(r.Code(), code) || !strings.Contains(string(r.Body), `"pointer":"/url"`) {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
	if n := len(blobs(t, dir)); n != 2 {
		t.Errorf("%d objects are kept", n)
	}
}

// The service is no way into the network that it stands in.
func TestUploadLinkGuard(t *testing.T) {
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.AllowLoopbackReceivers = false }})
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("an inside address was called") }))
	defer inside.Close()
	for url, code := range map[string]string{
		inside.URL: "invalid_request", "https://localhost/x": "url_forbidden", "https://127.0.0.1/x": "url_forbidden", "https://10.0.0.1/x": "url_forbidden",
		"https://169.254.169.254/latest": "url_forbidden", "https://[::1]/x": "url_forbidden", "https://[::ffff:10.0.0.1]/x": "url_forbidden",
		"https://0x7f.1/x": "url_forbidden", "https://2130706433/x": "url_forbidden", "https://0/": "url_forbidden", "file:///etc/passwd": "url_invalid",
		"ftp://example.com/x": "url_invalid", "http://example.com/x": "url_invalid", "https://user:pass@example.com/x": "url_invalid", "//example.com/x": "url_invalid", "nonsense": "url_invalid",
		"https://nobody.invalid/x": "url_unreachable",
	} {
		r := k.Do(http.MethodPost, "/v1/media", k.Key, map[string]any{"url": url})
		if r.Status != http.StatusUnprocessableEntity || r.Code() != code {
			t.Errorf("%s: %d %s, want %s", url, r.Status, r.Body, code)
		}
	}
}
