package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"service.example/crm/internal/config"
	"service.example/crm/internal/testkit"
)

// hostileSeed makes the requests; every number makes others.
const hostileSeed = 20261122

// TestHostileRequests sends thousands of requests that nobody should make to
// every operation: none is answered with a fault of ours, and each refusal
// names its field and the rule. CRM_HOSTILE says how many.
func TestHostileRequests(t *testing.T) {
	requests := 2000
	if n, err := strconv.Atoi(os.Getenv("CRM_HOSTILE")); err == nil {
		requests = n
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the bound is for this, whatever GOGC says
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.RateLimit = 100_000 }})
	a := newAttacker(t, k, hostileSeed)
	var faults, texts int
	var before uint64
	for i := range requests {
		if i == requests/10 {
			before = resident()
		}
		r := a.next(false)
		answer := k.Send(r.Request)
		if answer.Status >= http.StatusInternalServerError && !atProvider(answer) || answer.Status == 0 {
			faults++
			t.Errorf("%s (%s): %s %.300s: %d %.500s", r.op, r.what, r.Method+" "+r.Path, r.Body, answer.Status, answer.Body)
		}
		if fault := silent(answer.Status, answer.Body); fault != "" {
			texts++
			t.Errorf("%s (%s): %s\n%s %.300s\n%d %.700s", r.op, r.what, fault, r.Method+" "+r.Path, r.Body, answer.Status, answer.Body)
		}
	}
	after := resident()
	t.Logf("%d requests, %d × 5xx, %d texts that do not name their field; resident memory %d MB after a tenth, %d MB at the end",
		requests, faults, texts, before>>20, after>>20)
	if after > before+128<<20 {
		t.Error("the memory grew")
	}
}

// No text of a refused body is Go's or a library's, shows a layout of dates, or
// lacks the name of its field.
func TestBadBodiesAreToldInWordsOfOurs(t *testing.T) {
	k := testkit.New(t, testkit.Options{Config: func(c *config.Serve) { c.RateLimit = 100_000 }})
	a := newAttacker(t, k, hostileSeed+1)
	seen, refused := map[string]bool{}, 0
	for range 5000 {
		r := a.next(true)
		req := httptest.NewRequest(r.Method, "/", bytes.NewReader(r.Body))
		if u, err := req.URL.Parse(r.Path); err == nil {
			req.URL, req.RequestURI = u, r.Path
		}
		req.Header.Set("Authorization", "Bearer "+k.Key)
		req.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		k.App.API.ServeHTTP(w, req)
		if w.Code >= http.StatusBadRequest {
			refused++
		}
		fault := silent(w.Code, w.Body.Bytes())
		if w.Code >= http.StatusInternalServerError && w.Code != http.StatusBadGateway {
			fault = "a fault of ours"
		}
		if fault != "" && !seen[fault] {
			seen[fault] = true
			t.Errorf("%s (%s): %s\n%.300s\n%d %.700s", r.op, r.what, fault, r.Body, w.Code, w.Body)
		}
	}
	if refused < 3000 {
		t.Errorf("only %d of 5,000 were refused", refused)
	}
}

func newAttacker(t testing.TB, k *testkit.Kit, seed uint64) *attacker {
	doc := readDocument(t, k)
	return &attacker{rnd: rand.New(rand.NewPCG(seed, seed)), doc: doc, ops: doc.operations(), things: newThings(k)}
}

// atProvider reports whether the provider refused what we asked of it.
func atProvider(r testkit.Response) bool {
	return r.Status == http.StatusBadGateway && strings.HasPrefix(r.Code(), "provider_")
}

// foreign are words of Go, of libraries and of layouts.
var foreign = regexp.MustCompile(`Go struct|[Uu]nmarshal|json: |strconv|2006-01-02|reflect|interface \{|\bu?int(8|16|32|64)?\b|float(32|64)|<nil>|%!|[Ii]nvalid character|Expected |e\+\d\d|map\[|\*errors|panic|EOF|mime: |multipart: |http: `)

// silent says what is wrong with the words of a refusal; "" when nothing is.
func silent(status int, body []byte) string {
	if status < http.StatusBadRequest {
		return ""
	}
	var p struct {
		Detail, RequestID, Code string
		Errors                  []struct{ Pointer, Detail, Code string }
	}
	if json.Unmarshal(body, &p) != nil || p.Detail == "" || p.RequestID == "" || p.Code == "" {
		return "no problem"
	}
	if word := foreign.FindString(p.Detail); word != "" {
		return "the detail says " + word
	}
	for _, e := range p.Errors {
		if word := foreign.FindString(e.Detail); word != "" {
			return fmt.Sprintf("%s says %s", e.Pointer, word)
		}
		if name := lastName(e.Pointer); !strings.Contains(e.Detail, name) || !strings.ContainsAny(e.Detail[max(0, len(e.Detail)-3):], ".?…") {
			return fmt.Sprintf("%q does not name %s", e.Detail, e.Pointer)
		}
	}
	return ""
}

// lastName is what a sentence about a pointer must contain.
func lastName(pointer string) string {
	if pointer == "" {
		return ""
	}
	parts := strings.Split(pointer, "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if _, err := strconv.Atoi(parts[i]); err == nil {
			continue
		}
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(parts[i])
		if utf8.RuneCountInString(name) > 40 {
			return name[:30] // is cut
		}
		return strings.Trim(strconv.Quote(name), `"`)
	}
	return ""
}

// resident is the memory of this process after everything unused was given up.
func resident() uint64 {
	runtime.GC()
	raw, err := os.ReadFile("/proc/self/statm")
	if fields := strings.Fields(string(raw)); err == nil && len(fields) > 1 {
		pages, _ := strconv.ParseUint(fields[1], 10, 64)
		return pages * uint64(os.Getpagesize())
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}
