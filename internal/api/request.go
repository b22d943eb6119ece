package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// maxBody is the limit of a request body in bytes.
const maxBody = 1 << 20

// request is what is known of a request while it is answered.
type request struct {
	id, path string
	route    string // the pattern that the mux matched
	actor    crm.Actor
}

type requestContext struct{}

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestContext{}).(*request); ok {
		return r
	}
	return &request{}
}

func actorOf(ctx context.Context) crm.Actor { return requestOf(ctx).actor }

// outermost is what every request passes: an id, a recovered panic, the
// security headers, an account of what happened.
func (s *Server) outermost(next http.Handler) http.Handler {
	src := s.svc.DB().Source()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		info := &request{id: src.NewID(crm.PrefixRequest), path: r.URL.Path}
		r = r.WithContext(context.WithValue(r.Context(), requestContext{}, info))
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		h := w.Header()
		h.Set("X-Request-Id", info.id)
		h.Set("X-Content-Type-Options", "nosniff")
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // compared as documented
					panic(p)
				}
				s.log.Error("panic in a request", "request", info.id, "panic", p, "stack", string(debug.Stack()))
				s.writeProblem(rec, r, crm.Errorf(crm.KindInternal, crm.CodeInternal, "Something went wrong on our side."))
			}
			s.account(r, rec.status, info, time.Since(began))
		}()
		if strings.HasPrefix(r.URL.Path, "/v1/") {
			s.guarded(rec, r, info, next)
			return
		}
		next.ServeHTTP(rec, r)
		info.route = r.Pattern
	})
}

func (s *Server) account(r *http.Request, status int, info *request, took time.Duration) {
	if s.opt.Observe != nil {
		s.opt.Observe(info.route, status, took.Seconds())
	}
	if status >= 500 || took > time.Second {
		s.log.Warn("request", "request", info.id, "method", r.Method, "path", info.path, "status", status,
			"took", took, "workspace", info.actor.WorkspaceID, "key", info.actor.KeyID)
	}
}

// guarded lets an authenticated caller through who is within its rate, with
// the body read and its Idempotency-Key attached.
func (s *Server) guarded(w http.ResponseWriter, r *http.Request, info *request, next http.Handler) {
	secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		s.writeProblem(w, r, crm.Errorf(crm.KindUnauthorized, crm.CodeUnauthorized, "Give your API key as: Authorization: Bearer sk_…"))
		return
	}
	actor, err := s.svc.Authenticate(r.Context(), strings.TrimSpace(secret))
	if err != nil {
		s.writeProblem(w, r, err)
		return
	}
	info.actor = actor
	if wait := s.limiter.take(actor.KeyID, w.Header()); wait > 0 {
		e := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "This key made more than %d requests per second.", s.opt.RatePerSecond)
		e.RetryAfter = wait
		s.writeProblem(w, r, e)
		return
	}
	if err := checkAddress(r.URL); err != nil {
		s.writeProblem(w, r, err)
		return
	}
	if isUpload(r) {
		err := beginUpload(w, r)
		if err == nil {
			r, err = idempotent(w, r, nil) // the use case hashes what it reads
		}
		if err != nil {
			s.writeProblem(w, r, err)
			return
		}
	} else if r.Body != nil && r.Method != http.MethodGet {
		body, err := readBody(r)
		if err == nil {
			err = checkCharacters(body)
		}
		if err != nil {
			s.writeProblem(w, r, err)
			return
		}
		if r, err = idempotent(w, r, body); err != nil {
			s.writeProblem(w, r, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	next.ServeHTTP(w, r)
	info.route = r.Pattern
}

func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, crm.Errorf(crm.KindTooLarge, crm.CodeTooLarge, "The body has more than 1 MiB.")
	case err != nil:
		return nil, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The body could not be read to its end.").Because(err)
	}
	return body, nil
}

const maxIdempotencyKey = 255

// idempotent attaches the Idempotency-Key of a POST with a hash of what is
// asked for. The answer says when it is that of an earlier request.
func idempotent(w http.ResponseWriter, r *http.Request, body []byte) (*http.Request, error) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" || r.Method != http.MethodPost {
		return r, nil
	}
	if len(key) > maxIdempotencyKey || strings.ContainsFunc(key, func(c rune) bool { return c < 0x21 || c > 0x7e }) {
		return r, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "Idempotency-Key has 1 to %d visible ASCII characters.", maxIdempotencyKey)
	}
	h := sha256.New()
	h.Write([]byte(r.Method + " " + r.URL.Path + "\n"))
	h.Write(body)
	idem := &service.Idempotency{Key: key, RequestHash: hex.EncodeToString(h.Sum(nil))}
	if rec, ok := w.(*recorder); ok {
		rec.before = func(h http.Header) {
			if idem.Replayed {
				h.Set("Idempotent-Replayed", "true")
			}
		}
	}
	return r.WithContext(service.WithIdempotency(r.Context(), idem)), nil
}

// recorder remembers the status and lets headers be added at the last moment.
type recorder struct {
	http.ResponseWriter
	status int
	sent   bool
	before func(http.Header)
}

func (r *recorder) WriteHeader(status int) {
	if !r.sent {
		r.sent, r.status = true, status
		if r.before != nil {
			r.before(r.Header())
		}
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if !r.sent {
		r.WriteHeader(http.StatusOK)
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap gives http.ResponseController the real writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
