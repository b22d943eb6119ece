package sandbox

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// maxJSONBody bounds every request body but uploads of media.
const maxJSONBody = 1 << 20

// call is one request to the Graph API while it is served.
type call struct {
	*Server
	w       http.ResponseWriter
	r       *http.Request
	began   time.Time
	version string   // "v25.0"
	path    []string // after the version
	raw     []byte   // the request's body as received, for the log

	injected *Fault // what a fault makes of this call, if any

	status   int
	answer   []byte
	effect   string
	recorded bool
}

const defaultVersion = "v25.0"

func (s *Server) serveGraph(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, w: w, r: r, began: s.Now(), version: defaultVersion}
	c.split(r.URL.Path)
	defer c.record()
	if e := c.route(); e != nil {
		c.fail(e)
	}
}

// split separates the version from the rest of the path.
func (c *call) split(path string) {
	c.path = strings.Split(strings.Trim(path, "/"), "/")
	if isVersion(c.path[0]) {
		c.version, c.path = c.path[0], c.path[1:]
	}
}

// isVersion reports whether a path segment is like v25.0.
func isVersion(s string) bool {
	major, minor, ok := strings.Cut(strings.TrimPrefix(s, "v"), ".")
	return ok && s[0] == 'v' && major != "" && strings.Trim(major+minor, "0123456789") == ""
}

// since reports whether the call uses at least this major version.
func (c *call) since(major int) bool {
	n := 0
	for _, d := range c.version[1:] {
		if d == '.' {
			break
		}
		n = min(n*10+int(d-'0'), 1000)
	}
	return n >= major
}

// authorise checks the access token of the header or the query.
func (c *call) authorise() *graphError {
	token := c.token()
	if token == "" {
		return &graphError{status: http.StatusUnauthorized, code: 104, message: knownCode(104).title}
	}
	if token != c.cfg.Token && token != c.cfg.AppID+"|"+c.cfg.AppSecret {
		return &graphError{
			status: http.StatusUnauthorized, code: 190,
			message: "Invalid OAuth access token - Cannot parse access token",
		}
	}
	return nil
}

func (c *call) token() string {
	scheme, token, ok := strings.Cut(c.r.Header.Get("Authorization"), " ")
	if ok && (strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "OAuth")) {
		return strings.TrimSpace(token)
	}
	if c.r.URL.RawQuery == "" {
		return ""
	}
	return c.r.URL.Query().Get("access_token")
}

// read reads the body of a JSON or form call.
func (c *call) read() *graphError {
	size := int64(512)
	if n := c.r.ContentLength; n > 0 {
		size = min(n, maxJSONBody)
	}
	body := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err := body.ReadFrom(http.MaxBytesReader(c.w, c.r.Body, maxJSONBody))
	c.raw = body.Bytes()
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return &graphError{status: http.StatusRequestEntityTooLarge, code: 1, message: "Request body too large"}
		}
		return &graphError{status: http.StatusBadRequest, code: 1, message: "Request body could not be read"}
	}
	return nil
}

// params reads a management call's parameters: JSON body, form body or query.
func (c *call) params() (fields, *graphError) {
	if e := c.read(); e != nil {
		return nil, e
	}
	out := fields{}
	if body := strings.TrimSpace(string(c.raw)); strings.HasPrefix(body, "{") {
		parsed, e := parseFields(c.raw)
		if e != nil {
			return nil, e
		}
		out = parsed
	} else if form, err := url.ParseQuery(body); err == nil {
		mergeForm(out, form)
	}
	mergeForm(out, c.r.URL.Query())
	return out, nil
}

// mergeForm adds form values that are not set; values that are JSON arrays or
// objects are decoded, as Graph does.
func mergeForm(into fields, form url.Values) {
	for k, v := range form {
		if _, set := into[k]; set || len(v) == 0 || k == "access_token" {
			continue
		}
		into[k] = v[0]
		if s := strings.TrimSpace(v[0]); strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{") {
			if decoded, ok := decodeAny([]byte(s)); ok {
				into[k] = decoded
			}
		}
	}
}
