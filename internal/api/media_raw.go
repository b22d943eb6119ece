package api

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/input"
	"service.example/crm/internal/service/media"
)

const (
	mediaPath = "/v1/media"
	// maxFormHead is what stands before the content of the file.
	maxFormHead = 64 << 10
	// uploadPause is how long an upload may stand still.
	uploadPause = 30 * time.Second
)

// raw is the input of an operation that reads or writes its body itself.
type raw struct {
	context huma.Context
	request *http.Request
	writer  http.ResponseWriter
}

// Resolve keeps the request, for huma.
func (in *raw) Resolve(ctx huma.Context) []error {
	in.context = ctx
	in.request, in.writer = humago.Unwrap(ctx)
	return nil
}

// isForm reports whether a request has a form with a file, to be read as it
// comes instead of as a whole.
func isForm(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return r.Method == http.MethodPost && kind == "multipart/form-data"
}

// uploadLimit is how long the form of a request may be; 0 where its path takes
// none.
func (s *Server) uploadLimit(r *http.Request) int64 {
	if !isForm(r) {
		return 0
	}
	return s.uploads[r.URL.Path]
}

// beginUpload bounds the body of an upload: by size, and by how long it may
// stand still rather than by how long it takes.
func beginUpload(w http.ResponseWriter, r *http.Request, limit int64) error {
	if r.ContentLength > limit {
		return tooLarge(limit)
	}
	r.Body = &uploadBody{ReadCloser: http.MaxBytesReader(w, r.Body, limit), conn: http.NewResponseController(w), head: maxFormHead}
	return nil
}

func tooLarge(limit int64) error {
	return crm.Errorf(crm.KindTooLarge, crm.CodeMediaTooLarge, "A file may have at most %d MB.", limit>>20)
}

type uploadBody struct {
	io.ReadCloser
	conn *http.ResponseController
	// head is how much may still be read before the file begins, which the
	// reader of forms holds in memory; negative once it has begun.
	head int
}

// fileBegins says that what is read from now on is the file.
func fileBegins(r *http.Request) {
	if b, ok := r.Body.(*uploadBody); ok {
		b.head = -1
	}
}

var errFormHead = crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form has more than %d KB before the file content.", maxFormHead>>10)

func (b *uploadBody) Read(p []byte) (int, error) {
	if b.head == 0 {
		return 0, errFormHead
	}
	if b.head > 0 {
		p = p[:min(len(p), b.head)]
	}
	_ = b.conn.SetReadDeadline(time.Now().Add(uploadPause)) // a connection without deadlines keeps its own
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == io.EOF: //nolint:errorlint // as readers return it
		letRead(b.conn)
	case err != nil && isLate(err):
		return n, crm.Errorf(crm.KindSlow, crm.CodeTooSlow, "No data of the file arrived for %s.", uploadPause).Because(err)
	}
	if b.head > 0 {
		b.head -= n
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		err = tooLarge(large.Limit)
	}
	return n, err
}

// drain reads the rest of a refused upload, because many clients look at the
// answer only when they have sent everything.
func drain(r *http.Request) {
	fileBegins(r)
	_, _ = io.Copy(io.Discard, r.Body)
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }

func (s *Server) schema(v any) *huma.Schema {
	return s.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
}

// described is the schema of v as a field that says what it is for.
func (s *Server) described(v any, text string) *huma.Schema {
	out := *s.schema(v)
	out.Description = text
	return &out
}

// decode reads a JSON body that huma has not read; judge has.
func (s *Server) decode(in raw, into any) error {
	body, err := io.ReadAll(in.request.Body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The request cannot be read.").Because(err)
	}
	return nil
}

// decodeOptions reads the part of a form that is JSON.
func decodeOptions(in raw, part io.Reader, into any, f *crm.Faults) error {
	text, err := io.ReadAll(io.LimitReader(part, maxOptions))
	if err != nil {
		return err
	}
	res, err := input.Check(text, requestOf(in.request.Context()).contract.options, "options")
	if err != nil {
		f.Add("/options", crm.CodeMalformed, "%s", crm.AsError(err).Message)
		return nil
	}
	var faults crm.Faults
	for _, fault := range res.Faults {
		faults.Add(fault.Pointer, fault.Code, "%s", fault.Detail)
	}
	f.Below("/options", faults)
	return json.Unmarshal(res.Clean, into)
}

// linkedMedia gives a file to whoever has a link to it.
func (s *Server) linkedMedia(w http.ResponseWriter, r *http.Request) {
	f, content, err := s.svc.Media.OpenLink(r.Context(), r.PathValue("id"), r.URL.Query().Get("token"))
	if err != nil {
		s.writeProblem(w, r, err)
		return
	}
	s.serveFile(w, r, f, content)
}

// serveFile answers with the content of a file, by ranges if asked for, and
// closes it. What a customer sent must not act in a browser: it has no type
// but its own, no origin, and only images, videos and audio are shown.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request, f crm.File, content media.FileContent) {
	defer content.Close()
	h := w.Header()
	h.Set("Content-Type", f.MIMEType)
	h.Set("Content-Disposition", disposition(f))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cache-Control", "private, max-age=300")
	h.Set("ETag", `"`+f.SHA256+`"`)
	late := &lateHeader{ResponseWriter: w, status: http.StatusOK}
	http.ServeContent(late, r, "", f.CreatedAt, content)
	var refusal *crm.Error
	switch err := content.Err(); {
	case late.sent:
		return
	case err != nil:
		refusal = crm.Errorf(crm.KindUnavailable, crm.CodeMediaUnavailable, "The file cannot be read from the store.").Because(err)
	case late.status == http.StatusRequestedRangeNotSatisfiable:
		refusal = crm.Errorf(crm.KindRange, crm.CodeOutOfRange, "Range asks for bytes outside the file of %d bytes.", f.Size)
	default:
		w.WriteHeader(late.status)
		return
	}
	for _, name := range []string{"Content-Length", "Content-Disposition", "Cache-Control", "ETag", "Last-Modified"} {
		h.Del(name)
	}
	s.writeProblem(w, r, refusal)
}

func disposition(f crm.File) string {
	kind := "attachment"
	if f.Shown() {
		kind = "inline"
	}
	params := map[string]string{}
	if f.Filename != "" {
		params["filename"] = f.Filename
	}
	return mime.FormatMediaType(kind, params)
}

// lateHeader holds the status back until there is content, so that a file that
// cannot be read is answered with a problem.
type lateHeader struct {
	http.ResponseWriter
	status int
	sent   bool
}

func (l *lateHeader) WriteHeader(status int) { l.status = status }

func (l *lateHeader) Write(p []byte) (int, error) {
	if l.status >= http.StatusBadRequest {
		return len(p), nil // a problem is written instead
	}
	if !l.sent {
		l.sent = true
		l.ResponseWriter.WriteHeader(l.status)
	}
	return l.ResponseWriter.Write(p)
}
