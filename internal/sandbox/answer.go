package sandbox

import (
	"net/http"
	"strconv"
)

// Header values that are the same on every answer; shared, never written to.
var (
	headerJSON      = []string{"application/json; charset=UTF-8"}
	headerNoStore   = []string{"private, no-cache, no-store, must-revalidate"}
	headerNoCache   = []string{"no-cache"}
	headerExpires   = []string{"Sat, 01 Jan 2000 00:00:00 GMT"}
	headerSecurity  = []string{"max-age=15552000; preload"}
	headerVary      = []string{"Origin, Accept-Encoding"}
	headerAppUsage  = []string{`{"call_count":0,"total_cputime":0,"total_time":0}`}
	headerRevision  = []string{"1029384756"}
	headerAnyOrigin = []string{"*"}
)

// ok answers 200 with a value.
func (c *call) ok(v any) *graphError {
	c.write(http.StatusOK, c.enc().value(nil, v), "")
	return nil
}

// success answers {"success":true}.
func (c *call) success() *graphError { return c.ok(object{{"success", true}}) }

// fail answers with an error and counts it as a refusal in the log.
func (c *call) fail(e *graphError) {
	trace := c.ids.traceID()
	c.w.Header()["Www-Authenticate"] = []string{e.challenge()}
	if c.effect == "" {
		c.effect = "refused " + strconv.Itoa(e.code)
	}
	c.write(e.status, e.body(c.enc(), trace), trace)
}

// write sends the answer, or what a fault makes of it.
func (c *call) write(status int, body []byte, trace string) {
	if f := c.injected; f != nil && f.Drop == dropAfter {
		c.effect += ", connection dropped after the effect"
		c.hangUp()
		return
	} else if f != nil && f.Malformed {
		body = body[:len(body)/2]
	}
	c.status, c.answer = status, body
	c.record()
	c.headers(trace, len(body))
	c.w.WriteHeader(status)
	_, _ = c.w.Write(body) // the caller is gone: nothing to be done
}

// headers sets what the provider sends along with every answer.
func (c *call) headers(trace string, length int) {
	if trace == "" {
		trace = c.ids.traceID()
	}
	h, traces := c.w.Header(), []string{trace}
	h["Content-Type"] = headerJSON
	h["Content-Length"] = []string{strconv.Itoa(length)}
	h["Cache-Control"] = headerNoStore
	h["Pragma"] = headerNoCache
	h["Expires"] = headerExpires
	h["Strict-Transport-Security"] = headerSecurity
	h["Vary"] = headerVary
	h["Access-Control-Allow-Origin"] = headerAnyOrigin
	h["Facebook-Api-Version"] = []string{c.version}
	h["X-App-Usage"] = headerAppUsage
	h["X-Business-Use-Case-Usage"] = []string{c.usage()}
	h["X-Fb-Request-Id"] = traces
	h["X-Fb-Trace-Id"] = traces
	h["X-Fb-Debug"] = traces
	h["X-Fb-Rev"] = headerRevision
}

// usage is the quota header; the sandbox always reports an almost idle account.
func (c *call) usage() string {
	id := "0"
	if accounts := c.book.first(); accounts != nil {
		id = accounts.id
	}
	const counts = `"call_count":1,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":0}`
	return `{"` + id + `":[{"type":"whatsapp_business_management",` + counts + `,{"type":"whatsapp",` + counts + `]}`
}

// hangUp closes the connection without an answer.
func (c *call) hangUp() {
	c.record()
	conn, _, err := http.NewResponseController(c.w).Hijack()
	if err != nil {
		// HTTP/2 cannot be hijacked; this is how net/http resets a stream.
		panic(http.ErrAbortHandler)
	}
	_ = conn.Close()
}

// first returns the first account, whose quota every answer reports.
func (b *book) first() *account {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if len(b.accounts) == 0 {
		return nil
	}
	return b.accounts[0]
}
