package sandbox

import (
	"bytes"
	"errors"
	"net/http"
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
	asJSON  []byte   // the same as JSON, where it is something else

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

// authorise checks the access token of the header, the query or the body.
func (c *call) authorise() *graphError {
	token := c.token()
	if token == "" {
		return &graphError{status: http.StatusUnauthorized, code: 104, message: knownCode(104).title}
	}
	state, known := knownToken(c.Server, token)
	if !known && token != c.cfg.AppID+"|"+c.cfg.AppSecret {
		return &graphError{
			status: http.StatusUnauthorized, code: 190,
			message: "Invalid OAuth access token - Cannot parse access token",
		}
	}
	if known && !state.good(c.Now()) && c.path[0] != "debug_token" {
		return &graphError{status: http.StatusUnauthorized, code: 190, subcode: 463, message: "Error validating access token: Session has expired"}
	}
	if known && len(c.path) > 1 && c.path[1] == "messages" && !state.may("whatsapp_business_messaging") {
		return &graphError{status: http.StatusForbidden, code: 10, message: "Application does not have permission for this action"}
	}
	return nil
}

func (c *call) token() string {
	scheme, token, ok := strings.Cut(c.r.Header.Get("Authorization"), " ")
	if ok && (strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "OAuth")) {
		return strings.TrimSpace(token)
	}
	if c.r.URL.RawQuery != "" {
		if token := c.r.URL.Query().Get("access_token"); token != "" {
			return token
		}
	}
	return c.bodyToken()
}

// read reads the body of a JSON or form call, once.
func (c *call) read() *graphError {
	if c.raw != nil {
		return nil
	}
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
