package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// badInput is what is wrong with a call of the control API.
type badInput struct{ field, reason string }

func (b *badInput) Error() string { return b.field + ": " + b.reason }

// controlRoutes adds the control API, guarded.
func (s *Server) controlRoutes(mux *http.ServeMux) {
	guarded := func(serve http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if no := s.guardControl(r); no != nil {
				writeJSON(w, no.status, controlError(no.field, no.message))
				return
			}
			serve(w, r)
		}
	}
	calls := s.controlCalls()
	for _, c := range calls {
		mux.HandleFunc(c.Method+" "+c.Path, guarded(func(w http.ResponseWriter, r *http.Request) {
			s.learnURL(r)
			r.Body = http.MaxBytesReader(w, r.Body, maxJSONBody)
			answer, bad := c.serve(r)
			if bad != nil {
				writeJSON(w, http.StatusBadRequest, controlError(bad.field, bad.Error()))
				return
			}
			writeJSON(w, http.StatusOK, answer)
		}))
	}
	mux.HandleFunc("GET /_sandbox/{$}", guarded(s.controlIndex(calls)))
	mux.HandleFunc("/_sandbox/", guarded(func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, http.StatusNotFound, controlError("path", "there is no call "+r.Method+" "+r.URL.Path+"; GET /_sandbox/ lists what there is"))
	}))
}

func controlError(field, message string) map[string]any {
	return map[string]any{"error": map[string]string{"field": field, "message": message}}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}

// readBody reads a control call's JSON into v, strictly: unknown fields, a wrong
// type and trailing text are refused by name.
func readBody(r *http.Request, v any) *badInput {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return &badInput{"body", "is larger than 1 MiB or was cut off"}
	}
	return strictJSON(raw, v)
}

var unknownField = regexp.MustCompile(`unknown field "([^"]*)"`)

func strictJSON(raw []byte, v any) *badInput {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil && dec.More() {
		return &badInput{"body", "has text after the JSON value"}
	}
	if err == nil {
		return nil
	}
	var bad *badInput
	if errors.As(err, &bad) {
		return bad
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return &badInput{wrong.Field, "must be of type " + wrong.Type.String()}
	}
	if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
		return &badInput{m[1], "is not a known field"}
	}
	return &badInput{"body", "is not valid: " + err.Error()}
}

// controlFaults lists, adds to or clears a script of faults.
func (s *Server) controlFaults(list *faultList) func(*http.Request) (any, *badInput) {
	return func(r *http.Request) (any, *badInput) {
		switch r.Method {
		case http.MethodDelete:
			list.clear()
		case http.MethodPost:
			raw, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, &badInput{"body", "is larger than 1 MiB or was cut off"}
			}
			faults, bad := parseFaults(raw)
			if bad != nil {
				return nil, bad
			}
			list.add(faults...)
		}
		return map[string]any{"faults": list.all()}, nil
	}
}

// controlAI is controlFaults for the AI endpoint, with what it told of its use.
func (s *Server) controlAI(r *http.Request) (any, *badInput) {
	answer, bad := s.controlFaults(&s.aiFaults)(r)
	if bad != nil {
		return nil, bad
	}
	out := answer.(map[string]any)
	out["usage"] = s.AIUsage()
	return out, nil
}

// SetFaults replaces the script of faults; none clears it. It returns an error
// that names the field of a fault which makes no sense.
func (s *Server) SetFaults(faults ...Fault) error { return s.faults.set(faults) }

// SetAIFaults is SetFaults for the AI endpoint.
func (s *Server) SetAIFaults(faults ...Fault) error { return s.aiFaults.set(faults) }

// AIFaults is the script of the AI endpoint, with how often each fault struck.
func (s *Server) AIFaults() []Fault { return s.aiFaults.all() }

func (l *faultList) set(faults []Fault) error {
	for i := range faults {
		if field, reason := faults[i].validate(); field != "" {
			return &badInput{field, reason}
		}
	}
	l.clear()
	l.add(faults...)
	return nil
}

// controlClock tells the time, after moving it.
func (s *Server) controlClock(r *http.Request) (any, *badInput) {
	if r.Method == http.MethodPost {
		if !s.cfg.Control.Clock {
			return nil, &badInput{"advance", "the clock of this service stands with the wall clock; only a demo moves it"}
		}
		var in struct {
			Advance string `json:"advance"`
		}
		if bad := readBody(r, &in); bad != nil {
			return nil, bad
		}
		d, err := time.ParseDuration(in.Advance)
		if err != nil || d <= 0 || d > 10*365*24*time.Hour {
			return nil, &badInput{"advance", `must be a positive duration like "25h" or "90s"`}
		}
		s.Advance(d)
	}
	return map[string]any{
		"now": s.Now().UTC(), "advanced": time.Duration(s.advanced.Load()).String(),
	}, nil
}

const (
	defaultLogPage = 100
	maxLogPage     = 10_000
)

func (s *Server) controlLog(r *http.Request) (any, *badInput) {
	after, limit := uint64(0), defaultLogPage
	if v := r.URL.Query().Get("after"); v != "" {
		n, err := strconv.ParseUint(v, 10, 62)
		if err != nil {
			return nil, &badInput{"after", "must be the number of a call"}
		}
		after = n
	}
	if v := r.URL.Query().Get("limit"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > maxLogPage {
			return nil, &badInput{"limit", "must be from 1 to 10000"}
		}
		limit = n
	}
	calls, last := s.Log(after, limit)
	return map[string]any{"calls": calls, "last": last}, nil
}

func (s *Server) controlStats(*http.Request) (any, *badInput) { return s.Stats(), nil }
