package whatsapp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// Sample is a file that the provider's reviewers look at.
type Sample struct {
	Body     io.ReadSeeker
	Size     int64
	MIMEType string
	Filename string
}

// sampleTries is how often an upload that broke off is taken up again.
const sampleTries = 3

// UploadSample uploads a file for the header of a template and returns its handle
// (outbound.md 4.4). What was broken off goes on from where the provider has it.
func (c *Client) UploadSample(ctx context.Context, token, appID string, s Sample) (handle string, err error) {
	path := "/" + url.PathEscape(appID) + "/uploads"
	query := url.Values{"file_name": {s.Filename}, "file_length": {strconv.FormatInt(s.Size, 10)}, "file_type": {s.MIMEType}}
	var session struct {
		ID string `json:"id"`
	}
	if err := c.do(ctx, token, http.MethodPost, path, query, nil, &session); err != nil {
		return "", err
	}
	if session.ID == "" {
		return "", unanswered(http.MethodPost, path, "the answer names no upload")
	}
	var offset int64
	for try := 1; ; try++ {
		if handle, err = c.uploadFrom(ctx, token, session.ID, offset, s); err == nil || try == sampleTries || Classify(err) != ClassUnknown {
			return handle, err
		}
		if offset, err = c.uploadOffset(ctx, token, session.ID); err != nil {
			return "", err
		}
	}
}

// uploadFrom sends a file from an offset on to its end.
func (c *Client) uploadFrom(ctx context.Context, token, session string, offset int64, s Sample) (string, error) {
	if _, err := s.Body.Seek(offset, io.SeekStart); err != nil {
		return "", &PreparationError{err}
	}
	var answer struct {
		Handle string `json:"h"`
	}
	u := upload{body: io.LimitReader(s.Body, s.Size-offset), size: s.Size - offset, contentType: "application/octet-stream", resumable: true, offset: offset}
	if err := c.call(ctx, token, http.MethodPost, "/"+session, nil, u, &answer); err != nil {
		return "", err
	}
	if answer.Handle == "" {
		return "", unanswered(http.MethodPost, "an upload", "the answer has no handle")
	}
	return answer.Handle, nil
}

// uploadOffset returns how much of an upload the provider has.
func (c *Client) uploadOffset(ctx context.Context, token, session string) (int64, error) {
	var answer struct {
		Offset int64 `json:"file_offset"`
	}
	err := c.call(ctx, token, http.MethodGet, "/"+session, nil, upload{resumable: true}, &answer)
	return answer.Offset, err
}

// errNoApp says that a token does not tell which app it is of.
var errNoApp = errors.New("the token names no app, which an upload needs")

// AppOf returns the app of a token.
func (c *Client) AppOf(ctx context.Context, token string) (string, error) {
	t, err := c.DebugToken(ctx, token)
	if err == nil && t.AppID == "" {
		err = &PreparationError{errNoApp}
	}
	return t.AppID, err
}
