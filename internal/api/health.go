package api

import (
	"encoding/json"
	"net/http"

	"service.example/crm/internal/crm"
)

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeStatus(w, http.StatusOK, "ok", "")
}

// readyz says that the process can do its work: database and job engine.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.opt.Ready != nil {
		if err := s.opt.Ready(r.Context()); err != nil {
			writeStatus(w, http.StatusServiceUnavailable, "unavailable", err.Error())
			return
		}
	}
	writeStatus(w, http.StatusOK, "ready", "")
}

func writeStatus(w http.ResponseWriter, status int, word, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(struct {
		Status string `json:"status"`
		Reason string `json:"reason,omitempty"`
	}{word, reason})
}

// root leads a person to the documentation.
func (s *Server) root(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/docs", http.StatusFound)
}

// notFound answers unknown paths, and known paths with another method.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := s.mux.Handler(probe); pattern != "/" && pattern != "" {
			w.Header().Add("Allow", method)
		}
	}
	if w.Header().Get("Allow") != "" {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusMethodNotAllowed)
		_ = json.NewEncoder(w).Encode(newProblem(r.Context(), http.StatusMethodNotAllowed, crm.CodeMethodNotAllowed, "This path does not take "+r.Method+"."))
		return
	}
	s.writeProblem(w, r, crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "There is nothing at %s.", r.URL.Path))
}
