package service

import (
	"context"
	"encoding/json"
	"mime/multipart"
)

// Upload calls POST /v1/deal-imports with a table, of which it holds a piece at a time.
// The call is not repeated, because the content can be read once only.
func (r *DealImportsResource) Upload(ctx context.Context, table Upload, how DealImportOptions, options ...CallOption) (*DealImport, error) {
	out := &DealImport{}
	return out, r.t.upload(ctx, "/v1/deal-imports", table, func(form *multipart.Writer) error {
		part, err := form.CreateFormField("options")
		if err != nil {
			return err
		}
		return json.NewEncoder(part).Encode(how)
	}, out, options)
}
