package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

// Problem is the body of every error (RFC 9457), with a stable code, the id of
// the request, and every fault of an invalid request.
type Problem struct {
	Type          string             `json:"type" format:"uri-reference" doc:"A link to the documentation of the code." example:"/docs#window_closed"`
	Title         string             `json:"title" doc:"What sort of failure it is."`
	Status        int                `json:"status" doc:"The HTTP status." example:"422"`
	Detail        string             `json:"detail" doc:"What went wrong, in a sentence."`
	Instance      string             `json:"instance" doc:"The path that was asked for."`
	Code          crm.Code           `json:"code" doc:"A stable name of the failure; act on this." example:"window_closed"`
	RequestID     string             `json:"requestId" doc:"Names this request in the logs."`
	Errors        []crm.FieldError   `json:"errors,omitempty" nullable:"false" doc:"Every fault of the request: where, what, and a code."`
	ProviderError *crm.ProviderError `json:"providerError,omitempty" doc:"The provider's own refusal."`
	ExistingID    string             `json:"existingId,omitempty" doc:"Id of the thing that the request would have doubled."`

	retryAfter int
}

func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status, for huma.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is that of RFC 9457, for huma.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders carries Retry-After, for huma.
func (p *Problem) GetHeaders() http.Header {
	if p.retryAfter == 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(p.retryAfter)}}
}

var statusOf = map[crm.Kind]int{
	crm.KindInternal:     http.StatusInternalServerError,
	crm.KindInvalid:      http.StatusUnprocessableEntity,
	crm.KindUnauthorized: http.StatusUnauthorized,
	crm.KindForbidden:    http.StatusForbidden,
	crm.KindNotFound:     http.StatusNotFound,
	crm.KindConflict:     http.StatusConflict,
	crm.KindTooLarge:     http.StatusRequestEntityTooLarge,
	crm.KindRateLimited:  http.StatusTooManyRequests,
	crm.KindProvider:     http.StatusBadGateway,
	crm.KindUnavailable:  http.StatusServiceUnavailable,
	crm.KindMalformed:    http.StatusBadRequest,
	crm.KindUnsupported:  http.StatusUnsupportedMediaType,
	crm.KindRange:        http.StatusRequestedRangeNotSatisfiable,
	crm.KindGone:         http.StatusGone,
}

// problem maps an error of a use case to its answer: the only place that knows
// which status belongs to which kind.
func (s *Server) problem(ctx context.Context, err error) *Problem {
	e := crm.AsError(err)
	p := newProblem(ctx, statusOf[e.Kind], e.Code, e.Message)
	p.Errors, p.ProviderError, p.ExistingID = e.Fields, e.Provider, e.ExistingID
	p.retryAfter = int(math.Ceil(e.RetryAfter.Seconds()))
	if errors.Is(err, context.Canceled) && e.Kind == crm.KindInternal {
		p.Status, p.Code, p.Detail = http.StatusServiceUnavailable, crm.CodeUnavailable, "The request was canceled."
	} else if p.Status >= 500 {
		s.log.ErrorContext(ctx, "request failed", "request", requestOf(ctx).id, "code", e.Code, "error", err)
	}
	return p
}

func newProblem(ctx context.Context, status int, code crm.Code, detail string) *Problem {
	r := requestOf(ctx)
	return &Problem{Type: "/docs#" + string(code), Title: http.StatusText(status), Status: status, Detail: detail,
		Instance: r.path, Code: code, RequestID: r.id}
}

// writeProblem answers an error outside the typed operations.
func (s *Server) writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := s.problem(r.Context(), err)
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="crm"`)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// shapeProblem renders what huma finds wrong with the shape of a request.
func shapeProblem(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
	code, detail := crm.CodeInvalid, "The request does not have the shape that the operation takes."
	switch status {
	case http.StatusBadRequest:
		code, detail = crm.CodeMalformed, "The request cannot be read: "+msg+"."
	case http.StatusUnsupportedMediaType:
		code, detail = crm.CodeUnsupportedMedia, "The body must be application/json."
	case http.StatusRequestEntityTooLarge:
		code, detail = crm.CodeTooLarge, "The body has more than 1 MiB."
	case http.StatusNotAcceptable, http.StatusUnprocessableEntity:
	default:
		if status >= 500 {
			code, detail = crm.CodeInternal, "Something went wrong on our side."
		}
	}
	p := newProblem(ctx.Context(), status, code, detail)
	for _, err := range errs[:min(len(errs), crm.MaxFaults)] {
		if f, ok := fault(err); ok {
			p.Errors = append(p.Errors, f)
		}
	}
	slices.SortStableFunc(p.Errors, func(a, b crm.FieldError) int { return strings.Compare(a.Pointer, b.Pointer) })
	switch {
	case len(p.Errors) == 0:
	case status == http.StatusUnsupportedMediaType:
		p.Errors = nil // it is about no field
	case status == http.StatusBadRequest:
		p.Detail = "The request cannot be read: " + p.Errors[0].Detail
		for i := range p.Errors {
			p.Errors[i].Code = crm.CodeMalformed
		}
	case len(p.Errors) == 1 && status == http.StatusUnprocessableEntity:
		p.Code, p.Detail = p.Errors[0].Code, p.Errors[0].Detail
		p.Type = "/docs#" + string(p.Code)
	}
	return p
}

// findings are the beginnings of what huma says, with the code of each; the
// first that fits is taken.
var findings = []struct {
	begin string
	code  crm.Code
}{
	{"unexpected property", crm.CodeUnknownField}, {"unknown query parameter", crm.CodeUnknownField},
	{"expected length", crm.CodeTooLong}, {"expected array length", crm.CodeOutOfRange},
	{"expected number >=", crm.CodeOutOfRange}, {"expected number <=", crm.CodeOutOfRange}, {"expected value", crm.CodeNotAllowed},
	{"expected boolean", crm.CodeWrongType}, {"expected string", crm.CodeWrongType}, {"expected number", crm.CodeWrongType},
	{"expected integer", crm.CodeWrongType}, {"expected object", crm.CodeWrongType}, {"expected array", crm.CodeWrongType},
	{"invalid integer", crm.CodeWrongType},
}

// fault turns a finding of huma (body.cards[0].index: expected integer) into a
// JSON pointer, a sentence and a code.
func fault(err error) (crm.FieldError, bool) {
	if err == nil {
		return crm.FieldError{}, false
	}
	var d *huma.ErrorDetail
	if !errors.As(err, &d) {
		return crm.FieldError{Detail: sentence(err.Error()), Code: crm.CodeMalformed}, true
	}
	f := crm.FieldError{Pointer: pointer(d.Location), Detail: sentence(d.Message), Code: crm.CodeInvalid}
	if rest, missing := strings.CutPrefix(d.Message, "expected required property "); missing {
		name := strings.Trim(strings.Fields(rest)[0], `"`)
		f.Pointer, f.Detail, f.Code = strings.TrimSuffix(f.Pointer, "/"+name)+"/"+name, name+" is required.", crm.CodeRequired
		return f, true
	}
	for _, known := range findings {
		if strings.HasPrefix(d.Message, known.begin) {
			f.Code = known.code
			break
		}
	}
	if f.Code == crm.CodeUnknownField {
		f.Detail = "This field is not known here."
	}
	return f, true
}

// pointer is a JSON pointer into the body, or the bare name of a parameter of
// the query or the path.
func pointer(location string) string {
	parts := strings.FieldsFunc(location, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
	if len(parts) == 2 && (parts[0] == "query" || parts[0] == "path") {
		return parts[1]
	}
	if len(parts) > 0 && parts[0] == "body" {
		parts = parts[1:]
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(crm.Pointer(p))
	}
	return b.String()
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return fmt.Sprintf("%s%s.", strings.ToUpper(s[:1]), strings.TrimSuffix(s[1:], "."))
}
