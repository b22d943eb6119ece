package whatsapp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestUploadMedia(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789"), 100_000)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v25.0/1001/media" || r.Header.Get("Authorization") != "Bearer "+token || r.ContentLength <= int64(len(content)) {
			t.Errorf("it asks for %s with %v and %d bytes", r.URL, r.Header, r.ContentLength)
		}
		file, head, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		got, _ := io.ReadAll(file)
		if !bytes.Equal(got, content) || head.Filename != `a "b".pdf` || head.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%d bytes arrive as %v", len(got), head.Header)
		}
		if r.FormValue("messaging_product") != "whatsapp" || r.FormValue("type") != "application/pdf" {
			t.Errorf("the form has %v", r.Form)
		}
		_, _ = io.WriteString(w, `{"id":"1037543291543636"}`)
	})
	id, err := c.UploadMedia(context.Background(), token, "1001", MediaUpload{Body: bytes.NewReader(content), Size: int64(len(content)), MIMEType: "application/pdf", Filename: `a "b".pdf`})
	if id != "1037543291543636" || err != nil {
		t.Errorf("the id is %q, %v", id, err)
	}
}

func TestMedia(t *testing.T) {
	const hash = "8B1A9953C4611296A827ABF8C47804D7E6C49C6B8C3D1A6F9D5E0F3A2B1C0D9E"
	for answer, want := range map[string]RemoteMedia{
		`{"url":"https://x/1","mime_type":"image/jpeg","sha256":"` + hash + `","file_size":303833,"id":"1"}`: {"https://x/1", "image/jpeg", strings.ToLower(hash), 303833},
		`{"url":"https://x/1","mime_type":"image/jpeg","sha256":"bm9uZQ==","file_size":"303833"}`:            {"https://x/1", "image/jpeg", "", 303833},
		`{"url":"https://x/1"}`: {URL: "https://x/1"},
	} {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.String() != "/v25.0/77?phone_number_id=1001" {
				t.Errorf("it asks for %s", r.URL)
			}
			_, _ = io.WriteString(w, answer)
		})
		if got, err := c.Media(context.Background(), token, "1001", "77"); got != want || err != nil {
			t.Errorf("%s: %+v, %v", answer, got, err)
		}
	}
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{}`) })
	if _, err := c.Media(context.Background(), token, "1001", "77"); Classify(err) != ClassUnknown {
		t.Errorf("an answer without a URL: %v", err)
	}
}

func TestDownload(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was called") }))
	defer elsewhere.Close()
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer "+token || r.Header.Get("User-Agent") == "":
			t.Errorf("the headers are %v", r.Header)
		case r.URL.Path == "/moved":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case r.URL.Path == "/gone":
			http.NotFound(w, r)
		}
		w.Header().Set("Content-Type", "image/png")
		_, _ = io.WriteString(w, "content")
	})
	base := strings.TrimSuffix(c.base, "/v25.0")
	body, mimeType, err := c.Download(context.Background(), token, base+"/1")
	if err != nil || mimeType != "image/png" {
		t.Fatal(mimeType, err)
	}
	if text, _ := io.ReadAll(body); string(text) != "content" {
		t.Errorf("it downloads %q", text)
	}
	_ = body.Close()
	for _, bad := range []string{"/gone", "/moved"} {
		var call *CallError
		if _, _, err := c.Download(context.Background(), token, base+bad); !errors.As(err, &call) || call.HTTPStatus == 0 {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, bad := range []string{elsewhere.URL, "https://lookaside.fbsbx.com/1", "file:///etc/passwd", ":"} {
		if _, _, err := c.Download(context.Background(), token, bad); err == nil || Classify(err) != ClassRetry {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// The token goes to the provider's own hosts and to no other.
func TestDownloadHosts(t *testing.T) {
	c := New("https://graph.facebook.com", "v25.0", nil)
	for raw, want := range map[string]struct{ trusted, known bool }{
		"https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1": {true, true},
		"https://fbsbx.com/1":                       {true, true},
		"https://lookaside.cdnwhatsapp.net/1":       {false, true},
		"https://graph.facebook.com/v25.0/1":        {true, true},
		"http://lookaside.fbsbx.com/1":              {},
		"https://lookaside.fbsbx.com:8443/1":        {},
		"https://evilfbsbx.com/1":                   {},
		"https://lookaside.fbsbx.com.evil.com/1":    {},
		"https://lookaside.fbsbx.com@evil.com/1":    {},
		"https://user@lookaside.fbsbx.com/1":        {},
		"https://169.254.169.254/latest/meta-data/": {},
		"http://graph.facebook.com/1":               {},
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if trusted, known := c.downloadHost(u); trusted && known != want.trusted || known != want.known {
			t.Errorf("%s: trusted %v, known %v", raw, trusted, known)
		}
	}
}

// A failure before the call that matters leaves no doubt about that.
func TestPreparationError(t *testing.T) {
	written := &CallError{Written: true, cause: io.ErrUnexpectedEOF}
	if Classify(written) != ClassUnknown || Classify(&PreparationError{Err: written}) != ClassRetry {
		t.Error("a lost upload leaves the message in doubt")
	}
	refusal := &APIError{}
	refusal.Code = 131053
	var seen *APIError
	if err := error(&PreparationError{Err: refusal}); Classify(err) != ClassRefused || !errors.As(err, &seen) {
		t.Error("a refused upload is not a refusal")
	}
}
