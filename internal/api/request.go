package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/input"
	"service.example/crm/internal/service/core"
)

// maxBody is the limit of a request body in bytes.
const maxBody = 1 << 20

// request is what is known of a request while it is answered.
type request struct {
	id, path string
	address  string // of the service, as the caller reaches it
	route    string // the pattern that the mux matched
	actor    crm.Actor
	origin   crm.Origin
	device   string           // by which the caller's browser is known
	session  string           // the secret of the caller's cookie
	tls      bool             // the caller's connection is encrypted
	public   bool             // everybody may ask
	contract *contract        // of its operation
	body     []byte           // of a request that is no upload
	faults   []crm.FieldError // of its shape
	apart    bool             // faults are told of the items that have them
	log      *slog.Logger
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
		info := &request{id: src.NewID(crm.PrefixRequest), path: r.URL.Path, address: s.address(r), log: s.log}
		r = r.WithContext(context.WithValue(r.Context(), requestContext{}, info))
		rec := &recorder{ResponseWriter: w, info: info, status: http.StatusOK}
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
			s.account(r, rec, info, time.Since(began))
		}()
		if r.Body == http.NoBody {
			letRead(http.NewResponseController(w))
		}
		if path.Clean(r.URL.Path) != strings.TrimSuffix(r.URL.Path, "/") && r.URL.Path != "/" {
			s.notFound(rec, r) // the mux would lead elsewhere in HTML
			return
		}
		if strings.HasPrefix(r.URL.Path, "/v1/") {
			s.guarded(rec, r, info, next)
			return
		}
		next.ServeHTTP(rec, r)
		info.route = r.Pattern
	})
}

// account tells metrics and log of a request that ended. The log has its route,
// never its path, query or texts, which may be somebody's.
func (s *Server) account(r *http.Request, rec *recorder, info *request, took time.Duration) {
	status := rec.status
	if s.opt.Observe != nil {
		s.opt.Observe(info.route, status, took.Seconds())
	}
	if s.opt.LogRequests {
		s.log.Info("request", "request", info.id, "method", r.Method, "route", info.route, "status", status, "took", took,
			"bytes", rec.bytes, "workspace", info.actor.WorkspaceID, "actor", info.actor.By().String())
		return
	}
	if status >= 500 && status != http.StatusServiceUnavailable || took > time.Second {
		s.log.Warn("request", "request", info.id, "method", r.Method, "path", info.path, "status", status,
			"took", took, "workspace", info.actor.WorkspaceID, "actor", info.actor.By().String())
	}
}

// guarded lets an authenticated caller through who is within its rate, with
// the body read and its Idempotency-Key attached.
func (s *Server) guarded(w http.ResponseWriter, r *http.Request, info *request, next http.Handler) {
	if err := s.door.enter(r, info); err != nil {
		s.writeProblem(w, r, err)
		return
	}
	if err := s.door.pace(w, info); err != nil {
		s.writeProblem(w, r, err)
		return
	}
	if err := checkAddress(r.URL); err != nil {
		s.writeProblem(w, r, err)
		return
	}
	if limit := s.uploadLimit(r); limit > 0 {
		err := beginUpload(w, r, limit)
		if err == nil {
			r, err = idempotent(w, r, nil) // the use case hashes what it reads
		}
		if err != nil {
			s.writeProblem(w, r, err)
			return
		}
	} else if r.Body != nil && r.Method != http.MethodGet {
		began := time.Now()
		body, err := s.readBody(w, r, maxBody, "1 MiB")
		if err == nil && time.Since(began) > slowBody {
			err = s.door.identify(r, info)
		}
		if err != nil {
			s.writeProblem(w, r, err)
			return
		}
		if r, err = idempotent(w, r, body); err != nil {
			s.writeProblem(w, r, err)
			return
		}
		info.body = body
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	next.ServeHTTP(w, r)
	info.route = r.Pattern
}

// slowBody is how long a body may take without asking anew who sent it: whoever was
// let in before it may be shut out by now.
const slowBody = 100 * time.Millisecond

// bodyTimeout is how long a body may take that is read as a whole.
const bodyTimeout = 30 * time.Second

// readBody reads a body as a whole, within its size and time.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, limit int64, text string) ([]byte, error) {
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Now().Add(s.opt.BodyTimeout)) // a connection without deadlines keeps its own
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, crm.Errorf(crm.KindTooLarge, crm.CodeTooLarge, "The body is larger than %s.", text)
	case err != nil && isLate(err):
		return nil, crm.Errorf(crm.KindSlow, crm.CodeTooSlow, "The body did not arrive completely within %s.", s.opt.BodyTimeout).Because(err)
	case err != nil:
		return nil, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The body could not be read completely.").Because(err)
	}
	letRead(conn)
	return body, nil
}

func isLate(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }

// letRead takes away the time limit of what is read from a connection, once the
// body has been read. The server goes on to read there while it answers, to
// learn of a caller who leaves: a limit that ran out then would cancel this
// request and every later one of the connection.
func letRead(conn *http.ResponseController) { _ = conn.SetReadDeadline(time.Time{}) }

const maxIdempotencyKey = 255

// idempotent attaches the Idempotency-Key of a POST with a hash of what is
// asked for. The answer says when it is that of an earlier request.
func idempotent(w http.ResponseWriter, r *http.Request, body []byte) (*http.Request, error) {
	given := r.Header.Values("Idempotency-Key")
	if len(given) == 0 || r.Method != http.MethodPost && r.Method != http.MethodPut {
		return r, nil
	}
	key := given[0]
	if len(given) > 1 || key == "" || len(key) > maxIdempotencyKey || strings.ContainsFunc(key, func(c rune) bool { return c < 0x21 || c > 0x7e }) {
		return r, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "Idempotency-Key must have 1 to %d visible ASCII characters.", maxIdempotencyKey)
	}
	h := sha256.New()
	h.Write([]byte(r.Method + " " + r.URL.Path + "\n"))
	h.Write(input.Canonical(body))
	idem := &core.Idempotency{Key: key, RequestHash: hex.EncodeToString(h.Sum(nil))}
	if rec, ok := w.(*recorder); ok {
		rec.before = func(h http.Header) {
			if idem.Replayed {
				h.Set("Idempotent-Replayed", "true")
			}
		}
	}
	return r.WithContext(core.WithIdempotency(r.Context(), idem)), nil
}

// recorder remembers the status and lets headers be added at the last moment.
type recorder struct {
	http.ResponseWriter
	info   *request
	status int
	sent   bool
	bytes  int64 // of the body
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
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap gives http.ResponseController the real writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
