package service

import (
	"context"
	"encoding/json"
	"mime/multipart"
)

// Upload calls POST /v1/knowledge/sources with a file, of which it holds a piece
// at a time. The call is not repeated, because the content can be read once
// only.
func (r *KnowledgeResource) Upload(ctx context.Context, file Upload, how UploadKnowledgeSource, options ...CallOption) (*KnowledgeSource, error) {
	out := &KnowledgeSource{}
	return out, r.t.upload(ctx, "/v1/knowledge/sources", file, func(form *multipart.Writer) error {
		part, err := form.CreateFormField("options")
		if err != nil {
			return err
		}
		return json.NewEncoder(part).Encode(how)
	}, out, options)
}
