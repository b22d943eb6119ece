package media

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/service/core"
)

const (
	fetchTimeout = 2 * time.Minute
	MaxRedirects = 3
)

// NewFetcher returns the client that fetches files from the web: every
// connection and every redirect must be allowed by the rules.
func NewFetcher(guard *egress.Guard) *http.Client {
	return &http.Client{
		Transport: guard.Transport(8),
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			var f crm.Faults
			if len(via) > MaxRedirects {
				return ErrRedirects
			}
			if crm.CheckURL(r.URL.String(), guard.Rules, &f); !f.Empty() {
				return egress.ErrForbidden
			}
			return nil
		},
	}
}

// FetchClient returns a copy of the client that fetches files from the web.
func (s *Media) FetchClient() http.Client { return *s.fetcher }

// UploadLink stores the file at a public URL. filename may be "".
func (s *Media) UploadLink(ctx context.Context, actor crm.Actor, rawURL, filename string) (crm.File, error) {
	if err := actor.Require(crm.ScopeMediaWrite); err != nil {
		return crm.File{}, err
	}
	var f crm.Faults
	u := crm.CheckURL(rawURL, s.opt.Guard.Rules, &f)
	if err := f.Err(); err != nil {
		return crm.File{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.File]) (crm.File, error) {
		if err := core.Outside(ctx); err != nil {
			return crm.File{}, err
		}
		ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
		defer cancel()
		res, err := s.get(ctx, u)
		if err != nil {
			return crm.File{}, err
		}
		defer res.Body.Close()
		src := FileSource{Body: linkBody{res}, Filename: filename, Declared: res.Header.Get("Content-Type"), Pointer: "/url"}
		if filename == "" {
			src.Filename = nameOf(res)
		}
		file, err := s.KeepFile(ctx, actor.WorkspaceID, src, fromLink)
		if err != nil {
			return crm.File{}, err
		}
		out := crm.File{}
		fresh, err := s.access.Recheck(ctx, actor, crm.ScopeMediaWrite)
		if err == nil {
			out, err = s.addFile(ctx, fresh, file, src, save)
		}
		if (err != nil || out.Object != file.Object) && file.State == crm.FileReady {
			s.DropObject(ctx, file.Object)
		}
		return out, err
	})
}

func (s *Media) get(ctx context.Context, u *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "crm")
	res, err := s.fetcher.Do(req)
	if err != nil {
		return nil, Unreachable(err)
	}
	if res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		return nil, Unreachable(AnswerError(res.StatusCode))
	}
	return res, nil
}

var ErrRedirects = errors.New("too many redirects")

// AnswerError is an answer without the file.
type AnswerError int

func (e AnswerError) Error() string { return http.StatusText(int(e)) }

// Unreachable says why a URL gave no file.
func Unreachable(err error) error {
	var f crm.Faults
	var status AnswerError
	switch {
	case errors.Is(err, egress.ErrForbidden):
		f.Add("/url", crm.CodeURLForbidden, "url leads to an address that is private, loopback, link-local or reserved, or has no https.")
	case errors.Is(err, context.DeadlineExceeded):
		f.Add("/url", crm.CodeURLUnreachable, "url did not give the file within %s.", fetchTimeout)
	case errors.As(err, &status):
		f.Add("/url", crm.CodeURLUnreachable, "url answers with the status %d.", int(status))
	case errors.Is(err, egress.ErrName):
		f.Add("/url", crm.CodeURLUnreachable, "url names a host that is not known.")
	case errors.Is(err, egress.ErrTLS):
		f.Add("/url", crm.CodeURLUnreachable, "url has no valid certificate.")
	case errors.Is(err, ErrRedirects):
		f.Add("/url", crm.CodeURLUnreachable, "url leads on more than %d times.", MaxRedirects)
	default: // what exactly failed inside our network is not the caller's to know
		f.Add("/url", crm.CodeURLUnreachable, "url cannot be fetched: the connection failed.")
	}
	return f.Err()
}

// linkBody says whose fault it is that a body breaks off.
type linkBody struct{ *http.Response }

func (b linkBody) Read(p []byte) (int, error) {
	n, err := b.Body.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = Unreachable(err)
	}
	return n, err
}

// nameOf is the name that a web server gives to a file.
func nameOf(res *http.Response) string {
	if _, params, err := mime.ParseMediaType(res.Header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		return params["filename"]
	}
	return path.Base(res.Request.URL.Path)
}
