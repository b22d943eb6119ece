package whatsapp

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"time"
)

// UploadedMediaLife is how long an id that UploadMedia gave can be sent
// (outbound.md 4.1).
const UploadedMediaLife = 30 * 24 * time.Hour

// MediaUpload is a file to upload, read once and never held as a whole.
type MediaUpload struct {
	Body     io.Reader
	Size     int64
	MIMEType string
	Filename string
}

// UploadMedia uploads a file and returns the provider's id of it, which only
// the same phone number can send.
func (c *Client) UploadMedia(ctx context.Context, token, phoneNumberID string, m MediaUpload) (id string, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("messaging_product", "whatsapp") // a buffer takes everything
	_ = w.WriteField("type", m.MIMEType)
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", multipart.FileContentDisposition("file", m.Filename))
	head.Set("Content-Type", m.MIMEType)
	if _, err := w.CreatePart(head); err != nil {
		return "", err
	}
	before := form.Len()
	_ = w.Close()
	begin, end := form.Bytes()[:before], form.Bytes()[before:]
	u := upload{body: io.MultiReader(bytes.NewReader(begin), io.LimitReader(m.Body, m.Size), bytes.NewReader(end)),
		size: int64(form.Len()) + m.Size, contentType: w.FormDataContentType()}
	var answer struct {
		ID string `json:"id"`
	}
	path := "/" + url.PathEscape(phoneNumberID) + "/media"
	if err := c.call(ctx, token, http.MethodPost, path, nil, u, &answer); err != nil {
		return "", err
	}
	if answer.ID == "" {
		call := &CallError{Method: http.MethodPost, Path: path, HTTPStatus: http.StatusOK, Written: true}
		return "", call.because(errors.New("the answer names no media"))
	}
	return answer.ID, nil
}

// RemoteMedia is a file at the provider. The URL works for five minutes.
type RemoteMedia struct {
	URL      string
	MIMEType string
	SHA256   string // hex; "" where the provider's form is not known
	Size     int64  // 0 where it is not told
}

// Media returns where a file can be downloaded.
func (c *Client) Media(ctx context.Context, token, phoneNumberID, id string) (RemoteMedia, error) {
	var answer struct {
		URL      string          `json:"url"`
		MIMEType string          `json:"mime_type"`
		SHA256   string          `json:"sha256"`
		Size     json.RawMessage `json:"file_size"` // a number or a string
	}
	path := "/" + url.PathEscape(id)
	if err := c.do(ctx, token, http.MethodGet, path, url.Values{"phone_number_id": {phoneNumberID}}, nil, &answer); err != nil {
		return RemoteMedia{}, err
	}
	if answer.URL == "" {
		call := &CallError{Method: http.MethodGet, Path: path, HTTPStatus: http.StatusOK, Written: true}
		return RemoteMedia{}, call.because(errors.New("the answer names no URL"))
	}
	m := RemoteMedia{URL: answer.URL, MIMEType: answer.MIMEType, SHA256: hexHash(answer.SHA256)}
	_ = json.Unmarshal(bytes.Trim(answer.Size, `"`), &m.Size) // advisory only
	return m, nil
}

// hexHash reads a SHA-256 in hex; anything else is "".
func hexHash(s string) string {
	if raw, err := hex.DecodeString(s); err == nil && len(raw) == 32 {
		return strings.ToLower(s)
	}
	return ""
}

// DeleteMedia removes a file from the provider.
func (c *Client) DeleteMedia(ctx context.Context, token, phoneNumberID, id string) error {
	return c.do(ctx, token, http.MethodDelete, "/"+url.PathEscape(id), url.Values{"phone_number_id": {phoneNumberID}}, nil, nil)
}

// downloadHosts are where the provider keeps files; those that are true get
// the token (outbound.md 1.1).
var downloadHosts = map[string]bool{"fbsbx.com": true, "cdnwhatsapp.net": false}

// Download opens the file at a URL that the provider told, with its type. The
// token goes to the provider's hosts only, and no other host is called.
func (c *Client) Download(ctx context.Context, token, rawURL string) (body io.ReadCloser, mimeType string, err error) {
	call := &CallError{Method: http.MethodGet, Path: "a download"}
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, "", call.because(errors.New("the URL cannot be read"))
	}
	trusted, known := c.downloadHost(u)
	if !known {
		return nil, "", call.because(fmt.Errorf("%s is no host of the provider", u.Hostname()))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, "", call.because(err)
	}
	if trusted {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	req.Header.Set("User-Agent", "crm")
	res, err := c.http.Do(req)
	if err != nil {
		return nil, "", call.because(err)
	}
	if call.HTTPStatus = res.StatusCode; res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		call.Written = true
		return nil, "", call.because(errors.New("the file is not given out"))
	}
	return res.Body, res.Header.Get("Content-Type"), nil
}

// downloadHost reports whether files are downloaded from the URL's host, and
// whether it gets the token. A simulator, which has no https, gives out its
// files itself and sends nobody elsewhere.
func (c *Client) downloadHost(u *url.URL) (trusted, known bool) {
	if base, err := url.Parse(c.base); err != nil || u.Host == base.Host && u.Scheme == base.Scheme || base.Scheme != "https" {
		return true, err == nil && u.Host == base.Host && u.Scheme == base.Scheme
	}
	if u.Scheme != "https" || u.Port() != "" || u.User != nil {
		return false, false
	}
	for host, trusted := range downloadHosts {
		if u.Hostname() == host || strings.HasSuffix(u.Hostname(), "."+host) {
			return trusted, true
		}
	}
	return false, false
}
