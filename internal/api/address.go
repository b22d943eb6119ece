package api

import (
	"net/http"
	"strings"

	"service.example/crm/internal/crm"
)

// address is where clients reach the service, without a slash at its end: the
// public address where the deployment has said it, else the one by which this
// request came.
func (s *Server) address(r *http.Request) string {
	if s.opt.PublicURL != "" {
		return s.opt.PublicURL
	}
	scheme := "http"
	if r.TLS != nil || fromProxy(r) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// originOf returns scheme and host of an address, as browsers name them.
func originOf(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// missing answers that a file is not there.
func (s *Server) missing(w http.ResponseWriter, r *http.Request, detail string) {
	s.writeProblem(w, r, crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "%s", detail))
}

// exampleAddress stands in the document for the address of the service.
const exampleAddress = "http://127.0.0.1:8080"
