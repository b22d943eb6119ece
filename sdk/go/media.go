package service

import (
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
)

// Upload is a file to upload, read once as it goes out.
type Upload struct {
	Content  io.Reader
	Filename string
	// MIMEType may be empty; the service looks at the content and refuses a
	// wrong one.
	MIMEType string
}

// Upload calls POST /v1/media with a file, of which it holds a piece at a time,
// and returns the id for the mediaId of a message. The same bytes are kept
// once. The call is not repeated, because the content can be read once only.
func (r *MediaResource) Upload(ctx context.Context, file Upload, options ...CallOption) (*MediaFile, error) {
	out := &MediaFile{}
	return out, r.t.upload(ctx, "/v1/media", file, func(*multipart.Writer) error { return nil }, out, options)
}

// escape keeps a name within its quotes.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A")

func writeForm(form *multipart.Writer, file Upload) error {
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", `form-data; name="file"; filename="`+escape.Replace(file.Filename)+`"`)
	if file.MIMEType != "" {
		head.Set("Content-Type", file.MIMEType)
	}
	part, err := form.CreatePart(head)
	if err != nil {
		return err
	}
	if _, err := io.Copy(part, file.Content); err != nil {
		return fmt.Errorf("service: the file cannot be read: %w", err)
	}
	return form.Close()
}

// UploadLink calls POST /v1/media with the URL of a file, which the service
// fetches.
func (r *MediaResource) UploadLink(ctx context.Context, link UploadMediaLink, options ...CallOption) (*MediaFile, error) {
	c := r.t.newCall(http.MethodPost, "/v1/media", options)
	c.body = link
	out := &MediaFile{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Content is a downloaded file; close it. Length is -1 where it is not told.
type Content struct {
	io.ReadCloser
	MIMEType string
	Length   int64
}

// Download calls GET /v1/media/{id} and returns the content, which is read as it
// comes. WithHeader("Range", "bytes=0-1023") asks for a part.
func (r *MediaResource) Download(ctx context.Context, id string, options ...CallOption) (*Content, error) {
	c := r.t.newCall(http.MethodGet, "/v1/media/"+segment(id), options)
	c.header.Set("Accept", "*/*")
	res, err := r.t.send(ctx, c, nil)
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseInt(res.Header.Get("Content-Length"), 10, 64)
	if err != nil {
		length = -1
	}
	return &Content{ReadCloser: res.Body, MIMEType: res.Header.Get("Content-Type"), Length: length}, nil
}
