package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/input"
	"service.example/crm/internal/service/core"
)

// judge holds a request against the contract of its operation. What has a
// fault of shape is not decoded; the use case then judges the rest and does
// nothing, so that the answer tells all faults at once.
func (s *Server) judge(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	c, info := s.contracts[ctx.Operation().OperationID], requestOf(r.Context())
	info.contract = c
	if takes := c.reserved[r.PathValue("id")]; takes != nil {
		s.notAllowed(w, r, takes)
		return
	}
	err := s.door.admit(c.operation, info.actor)
	if err == nil {
		err = c.judge(r, info)
	}
	if err != nil {
		s.writeProblem(w, r, err)
		return
	}
	info.apart = c.judgedApart(info.faults)
	if len(info.faults) > 0 && !info.apart {
		ctx = huma.WithContext(ctx, core.OnlyJudge(ctx.Context()))
	}
	next(ctx)
}

func (c *contract) judge(r *http.Request, info *request) error {
	for name, f := range c.path {
		if fault, ok := input.Part(name, r.PathValue(name), f.Shape); !ok {
			info.faults = append(info.faults, fault)
			r.SetPathValue(name, "1") // which a number and an identifier can be
		}
	}
	if r.URL.RawQuery != "" {
		faults, clean, err := input.Query(r.URL.RawQuery, c.query)
		if err != nil {
			return err
		}
		r.URL.RawQuery = clean
		if query := r.URL.Query(); query.Get("cursor") != "" {
			own, ok := ownCursor(query.Get("cursor"), c.list)
			if !ok {
				faults = append(faults, crm.FieldError{Pointer: "cursor", Code: crm.CodeParameterInvalid,
					Detail: "cursor belongs to another list; send the nextCursor of this list."})
				own = ""
			}
			query.Set("cursor", own)
			r.URL.RawQuery = query.Encode()
		}
		info.faults = append(info.faults, faults...)
	}
	if c.body == nil && !c.bodyNeeded || !hasBody(r) || c.upload && isForm(r) {
		return nil
	}
	return c.judgeBody(r, info)
}

func (c *contract) judgeBody(r *http.Request, info *request) error {
	switch {
	case len(info.body) == 0 && c.bodyNeeded:
		return crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The request has no body; send a JSON object.")
	case len(info.body) == 0:
		return nil
	}
	if err := checkMediaType(r.Header.Get("Content-Type")); err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := input.Check(info.body, c.body, "The body")
	if err != nil {
		return err
	}
	info.faults = append(info.faults, res.Faults...)
	r.Body = io.NopCloser(bytes.NewReader(res.Clean))
	return nil
}

// checkMediaType wants JSON in UTF-8, however the type is written.
func checkMediaType(header string) error {
	if header == "" || header == "application/json" {
		return nil
	}
	kind, params, err := mime.ParseMediaType(header)
	charset := params["charset"]
	switch {
	case err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json"):
		return crm.Errorf(crm.KindUnsupported, crm.CodeUnsupportedMedia, "The body must be JSON: send it with Content-Type: application/json.")
	case charset != "" && !strings.EqualFold(charset, "utf-8") && !strings.EqualFold(charset, "utf8") && !strings.EqualFold(charset, "us-ascii"):
		return crm.Errorf(crm.KindUnsupported, crm.CodeUnsupportedMedia, "The body must be UTF-8, not %s.", strconv.Quote(charset))
	}
	return nil
}

// withFaults puts the faults of the shape of a request beside those that its
// use case found.
func withFaults(ctx context.Context, err error) error {
	info := requestOf(ctx)
	if len(info.faults) == 0 || info.apart {
		return err
	}
	var e *crm.Error
	if errors.As(err, &e) {
		switch e.Kind {
		case crm.KindUnauthorized, crm.KindForbidden:
			return err
		case crm.KindInvalid:
			return crm.Invalid(crm.MergeFaults(info.faults, e.Fields), 0)
		}
	}
	return crm.Invalid(crm.MergeFaults(info.faults, nil), 0)
}

// judgedApart reports whether all faults lie within items that are judged one
// by one.
func (c *contract) judgedApart(faults []crm.FieldError) bool {
	if c.apart == "" {
		return false
	}
	for _, f := range faults {
		if _, _, ok := itemOf(c.apart, f.Pointer); !ok {
			return false
		}
	}
	return true
}

// itemOf cuts the pointer to an item of a list into its index and the rest.
func itemOf(list, pointer string) (i int, rest string, ok bool) {
	tail, ok := strings.CutPrefix(pointer, list+"/")
	if !ok {
		return 0, "", false
	}
	index, rest, deeper := strings.Cut(tail, "/")
	if deeper {
		rest = "/" + rest
	}
	i, err := strconv.Atoi(index)
	return i, rest, err == nil
}

// isStream reports whether an operation answers with a stream, which is not
// begun only to be judged.
func isStream[O any]() bool { return reflect.TypeFor[O]() == reflect.TypeFor[huma.StreamResponse]() }
