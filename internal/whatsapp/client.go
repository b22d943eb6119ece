package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// maxAnswer bounds what is read of one answer; the largest are template pages.
const maxAnswer = 4 << 20

// Client calls the provider. It holds no token, so one client serves every
// account, and it is safe for use by many goroutines.
type Client struct {
	base string
	http *http.Client
}

// New returns a client of the API at baseURL (https://graph.facebook.com) in a
// version such as v25.0. A nil httpClient means one of its own, which ignores
// proxy settings of the environment and keeps many connections to the one
// host. Time-outs are the caller's, by context. Redirects are never followed:
// they could carry the token to another host and repeat a send.
func New(baseURL, version string, httpClient *http.Client) *Client {
	own := http.Client{Transport: newTransport()}
	if httpClient != nil {
		own = *httpClient
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{base: strings.TrimRight(baseURL, "/") + "/" + strings.Trim(version, "/"), http: &own}
}

func newTransport() *http.Transport {
	return &http.Transport{
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     90 * time.Second,
		MaxIdleConnsPerHost: 256,
		ForceAttemptHTTP2:   true,
	}
}

// do makes one call and decodes its answer into out, which may be nil. The
// error is an *APIError when the provider refused, else a *CallError.
func (c *Client) do(ctx context.Context, token, method, path string, query url.Values, body []byte, out any) error {
	u := upload{}
	if body != nil {
		u = upload{body: bytes.NewReader(body), size: int64(len(body)), contentType: "application/json"}
	}
	return c.call(ctx, token, method, path, query, u, out)
}

// Get reads something, for the packages that know more of the provider than this one.
func (c *Client) Get(ctx context.Context, token, path string, query url.Values, out any) error {
	return c.do(ctx, token, http.MethodGet, path, query, nil, out)
}

// upload is the body of a call; the zero value is none.
type upload struct {
	body        io.Reader
	size        int64
	contentType string
	// resumable wants another word before the token, and says where the body begins.
	resumable bool
	offset    int64
}

func (c *Client) call(ctx context.Context, token, method, path string, query url.Values, body upload, out any) error {
	shown, _, _ := strings.Cut(path, "?") // an upload's is signed
	call := &CallError{Method: method, Path: shown}
	if err := ctx.Err(); err != nil {
		return call.because(err)
	}
	req, err := c.request(call.trace(ctx), token, method, path, query, body)
	if err != nil {
		return call.because(err)
	}
	call.Written = true // until the transport tells otherwise
	res, err := c.http.Do(req)
	if err != nil {
		return call.because(err)
	}
	defer res.Body.Close()
	call.HTTPStatus = res.StatusCode
	raw, err := readAnswer(res.Body)
	if res.StatusCode < 200 || res.StatusCode > 299 {
		if refusal := parseRefusal(res, raw, token); refusal != nil {
			if also, ok := out.(refusalReader); ok {
				also.readRefusal(raw)
			}
			return refusal
		}
		return call.because(errors.New("no error body of the provider"))
	}
	if err != nil {
		return call.because(err)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return call.because(fmt.Errorf("unreadable answer: %w", err))
	}
	return nil
}

// refusalReader is an answer that has something to tell beside an error, too.
type refusalReader interface{ readRefusal(raw []byte) }

func (c *Client) request(ctx context.Context, token, method, path string, query url.Values, body upload) (*http.Request, error) {
	target := c.base + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body.body)
	if err != nil {
		return nil, err
	}
	if token != "" { // else the query says who asks
		req.Header.Set("Authorization", "Bearer "+token)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "crm")
	if body.resumable {
		req.Header.Set("Authorization", "OAuth "+token)
		req.Header.Set("file_offset", strconv.FormatInt(body.offset, 10))
	}
	if body.body != nil {
		req.ContentLength = body.size
		req.Header.Set("Content-Type", body.contentType)
	}
	return req, nil
}

func readAnswer(r io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err == nil && len(raw) > maxAnswer {
		return nil, fmt.Errorf("the answer has more than %d bytes", maxAnswer)
	}
	return raw, err
}

// CallError is a call without a usable answer. Written reports whether the
// request may have reached the provider; while it is false the call certainly
// had no effect.
type CallError struct {
	Method     string
	Path       string
	HTTPStatus int // 0 without an answer
	Written    bool
	cause      error
}

func (e *CallError) Error() string {
	text := "provider: " + e.Method + " " + e.Path
	if e.HTTPStatus != 0 {
		text += fmt.Sprintf(": HTTP %d", e.HTTPStatus)
	}
	return text + ": " + e.cause.Error()
}

// Unwrap returns what went wrong; no URL and so no token is in it.
func (e *CallError) Unwrap() error { return e.cause }

func (e *CallError) because(err error) *CallError {
	// The URL of a url.Error has the query, in which a token may be.
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	e.cause = err
	return e
}

// trace marks the call as written once it has a connection. A later hook would
// be nearer to the truth but runs beside the call, so that a time-out could
// see it unset while the bytes leave. A fresh attempt of the transport clears
// the mark: it only repeats a POST of which nothing was written or processed.
func (e *CallError) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { e.Written = false },
		GotConn: func(httptrace.GotConnInfo) { e.Written = true },
	})
}
