package sandbox

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// refusal is why a call of the control API is not served.
type refusal struct {
	status         int
	field, message string
}

// guardControl refuses callers that Config.Control does not let in.
func (s *Server) guardControl(r *http.Request) *refusal {
	may := s.cfg.Control
	switch {
	case !may.Open && may.Token == "":
		return &refusal{http.StatusForbidden, "", "the control API is off: no control token is set"}
	case !isLoopback(r.Host):
		return &refusal{http.StatusForbidden, "Host", "the control API answers on loopback addresses and localhost only"}
	case may.Token != "" && subtle.ConstantTimeCompare([]byte(bearer(r)), []byte(may.Token)) == 0:
		return &refusal{http.StatusUnauthorized, "Authorization", "needs the control token: Authorization: Bearer …"}
	case http.NewCrossOriginProtection().Check(r) != nil:
		return &refusal{http.StatusForbidden, "Origin", "web pages of another origin may not use the control API"}
	case !may.Open && r.Method == http.MethodPost && !isJSON(r):
		return &refusal{http.StatusUnsupportedMediaType, "Content-Type", "must be application/json"}
	}
	return nil
}

func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func isJSON(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/json")
}
