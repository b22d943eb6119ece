package sandbox

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"sync"
	"time"
	"unicode/utf8"
)

// Call is one call that the provider received.
type Call struct {
	N        uint64          `json:"n"`
	Time     time.Time       `json:"time"`     // when its head had come
	Answered time.Time       `json:"answered"` // when its answer was ready to go out
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Query    string          `json:"query,omitempty"` // without the access token
	Body     json.RawMessage `json:"body"`            // JSON, or a string of anything else, or null
	Status   int             `json:"status"`          // 0 if the connection was dropped
	Answer   json.RawMessage `json:"answer"`
	Effect   string          `json:"effect"` // "accepted wamid…", "refused 131009", …
}

// callLog is a ring of the newest calls.
type callLog struct {
	mu   sync.Mutex
	ring []entry
	n    uint64 // of the newest
}

// entry is a Call whose texts are not yet rendered.
type entry struct {
	n                   uint64
	time, answered      time.Time
	method, path, query string
	body, answer        []byte
	status              int
	effect              string
}

func (l *callLog) init(size int) { l.ring = make([]entry, size) }

// record enters the call in the log, once. It is called before the answer goes
// out, so that whoever has the answer finds the call in the log.
func (c *call) record() {
	if !c.recorded {
		c.recorded = true
		c.log.add(c)
	}
}

func (l *callLog) add(c *call) {
	e := entry{
		time: c.began, answered: c.Now(), method: c.r.Method, path: c.r.URL.Path, query: withoutToken(c.r.URL.RawQuery),
		body: withoutBodyToken(c.raw), answer: c.answer, status: c.status, effect: c.effect,
	}
	if e.effect == "" {
		e.effect = "answered"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	e.n = l.n
	l.ring[l.n%uint64(len(l.ring))] = e
}

var bodyToken = regexp.MustCompile(`("access_token"\s*:\s*")[^"]*|(access_token=)[^&\s]*|(name="access_token"\s+)[^\r\n]*`)

// withoutBodyToken hides the access token of a body.
func withoutBodyToken(body []byte) []byte {
	if !bytes.Contains(body, []byte("access_token")) {
		return body
	}
	return bodyToken.ReplaceAll(body, []byte("$1$2$3"))
}

func withoutToken(query string) string {
	if query == "" {
		return ""
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	q.Del("access_token")
	q.Del("input_token")
	return q.Encode()
}

// Log returns up to limit calls that came after call number after, in order,
// and the number of the newest call. Calls older than Config.LogLimit are gone.
func (s *Server) Log(after uint64, limit int) ([]Call, uint64) {
	l := &s.log
	l.mu.Lock()
	size := uint64(len(l.ring))
	first := after + 1
	if l.n > size {
		first = max(first, l.n-size+1)
	}
	var picked []entry
	for n := first; n <= l.n && len(picked) < limit; n++ {
		picked = append(picked, l.ring[n%size])
	}
	last := l.n
	l.mu.Unlock()
	out := make([]Call, 0, len(picked))
	for _, e := range picked {
		out = append(out, Call{
			N: e.n, Time: e.time.UTC(), Answered: e.answered.UTC(), Method: e.method, Path: e.path, Query: e.query,
			Body: asJSON(e.body), Status: e.status, Answer: asJSON(e.answer), Effect: e.effect,
		})
	}
	return out, last
}

// maxLogText bounds what is shown of a body that is not JSON.
const maxLogText = 4096

// asJSON returns JSON as it is and anything else as a string.
func asJSON(raw []byte) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	if json.Valid(raw) {
		return raw
	}
	if len(raw) > maxLogText {
		raw = raw[:maxLogText]
	}
	if !utf8.Valid(raw) {
		return json.RawMessage(`"(binary)"`)
	}
	text, _ := json.Marshal(string(raw))
	return text
}
