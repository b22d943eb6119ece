package api

import (
	"net/http"
	"path"
	"time"

	"service.example/crm/internal/crm"
)

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeStatus(w, http.StatusOK, "ok", "")
}

// Check says whether something that the service needs is there.
type Check struct {
	Name     string     `json:"name"`
	State    string     `json:"state"`    // ok or away
	Required bool       `json:"required"` // nothing is accepted without it
	Since    *time.Time `json:"since,omitempty"`
	Reason   string     `json:"reason,omitempty"`
}

// readyz says whether the process can do its work. It fails where something
// that is required is away, and only tells of the rest: without the provider
// messages are still accepted, and wait.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	status, word, reason := http.StatusOK, "ready", ""
	checks := checksOf(s)
	for _, c := range checks {
		if c.State != "ok" && c.Required && reason == "" {
			status, word, reason = http.StatusServiceUnavailable, "unavailable", c.Name+": "+c.Reason
		}
	}
	writeStatus(w, status, word, reason, checks...)
}

func writeStatus(w http.ResponseWriter, status int, word, reason string, checks ...Check) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = writeAnswer(w, struct {
		Status string  `json:"status"`
		Reason string  `json:"reason,omitempty"`
		Checks []Check `json:"checks,omitempty"`
	}{word, reason, checks})
}

// root leads a person to the app, and without it to the documentation.
func (s *Server) root(w http.ResponseWriter, r *http.Request) {
	if s.opt.App != nil {
		http.Redirect(w, r, "/app/", http.StatusFound)
		return
	}
	http.Redirect(w, r, "/docs", http.StatusFound)
}

// notFound answers unknown paths, and known paths with another method.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	var takes []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := s.mux.Handler(probe); pattern != "/" && pattern != "" && path.Clean(r.URL.Path) == r.URL.Path {
			takes = append(takes, method)
		}
	}
	if len(takes) > 0 {
		s.notAllowed(w, r, takes)
		return
	}
	s.writeProblem(w, r, crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "Nothing exists at %s.", r.URL.Path))
}

// notAllowed answers a known path with another method.
func (s *Server) notAllowed(w http.ResponseWriter, r *http.Request, takes []string) {
	w.Header()["Allow"] = takes
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusMethodNotAllowed)
	_ = writeAnswer(w, newProblem(r.Context(), http.StatusMethodNotAllowed, crm.CodeMethodNotAllowed, "This path does not accept "+r.Method+"."))
}
