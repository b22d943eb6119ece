package service

import (
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
)

// Export calls GET /v1/contacts/export and returns the table of all contacts,
// which is read as it comes.
func (r *ContactsResource) Export(ctx context.Context, options ...CallOption) (*Content, error) {
	return r.t.table(ctx, r.t.newCall(http.MethodGet, "/v1/contacts/export", options))
}

// ExportContact calls GET /v1/contacts/{id}/export and returns a ZIP with all that is
// stored about one person, which is read as it comes. What broke off is no whole ZIP.
func (r *ContactsResource) ExportContact(ctx context.Context, id string, options ...CallOption) (*Content, error) {
	return r.t.read(ctx, r.t.newCall(http.MethodGet, "/v1/contacts/"+url.PathEscape(id)+"/export", options), "application/zip")
}

// table reads the answer of a call that returns a table.
func (t *transport) table(ctx context.Context, c *call) (*Content, error) {
	return t.read(ctx, c, "text/csv")
}

// read asks for content of a type, which is read as it comes.
func (t *transport) read(ctx context.Context, c *call, mediaType string) (*Content, error) {
	c.header.Set("Accept", mediaType)
	res, err := t.send(ctx, c, nil)
	if err != nil {
		return nil, err
	}
	length, err := strconv.ParseInt(res.Header.Get("Content-Length"), 10, 64)
	if err != nil {
		length = -1
	}
	return &Content{ReadCloser: res.Body, MIMEType: res.Header.Get("Content-Type"), Length: length}, nil
}

// Upload calls POST /v1/contact-imports with a table, of which it holds a piece
// at a time. The call is not repeated, because the content can be read once
// only.
func (r *ContactImportsResource) Upload(ctx context.Context, table Upload, how ImportOptions, options ...CallOption) (*ContactImport, error) {
	out := &ContactImport{}
	return out, r.t.upload(ctx, "/v1/contact-imports", table, func(form *multipart.Writer) error {
		part, err := form.CreateFormField("options")
		if err != nil {
			return err
		}
		return json.NewEncoder(part).Encode(how)
	}, out, options)
}

// upload posts a form with a file as its last part and reads the answer.
func (t *transport) upload(ctx context.Context, path string, file Upload, before func(*multipart.Writer) error, out any, options []CallOption) error {
	c := t.newCall(http.MethodPost, path, append([]CallOption{WithCallTimeout(0)}, options...))
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	c.header.Set("Content-Type", form.FormDataContentType())
	go func() {
		err := before(form)
		if err == nil {
			err = writeForm(form, file)
		}
		writer.CloseWithError(err)
	}()
	defer reader.Close() // ends the writing when the service has answered early
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	res, err := t.send(ctx, c, reader)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return &ConnectionError{Err: err}
	}
	return read(answer, out)
}
