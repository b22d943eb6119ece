package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/media"
)

var mediaTag = tag{"Media", "Files that you send or receive: images, videos, audio, documents and stickers."}

// MediaFile is a file of the workspace: uploaded, or received from a customer.
type MediaFile struct {
	ID        string        `json:"id" doc:"Identifier of the file; begins with med_." example:"med_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	State     crm.FileState `json:"state" enum:"ready,fetching,failed,infected" doc:"Only a ready file can be downloaded and sent. fetching: a received file has not arrived yet."`
	MIMEType  string        `json:"mimeType" doc:"Type of the file, by its content." example:"application/pdf"`
	Size      int64         `json:"size" doc:"Size in bytes." example:"48213"`
	SHA256    string        `json:"sha256" doc:"SHA-256 of the content in hex."`
	Filename  string        `json:"filename" doc:"File name; empty if there is none." example:"receipt.pdf"`
	Fault     string        `json:"fault,omitempty" doc:"Why the file failed or is infected."`
	CreatedAt time.Time     `json:"createdAt" doc:"When it was uploaded or received."`
}

// UploadMediaLink is a file on the web that the service fetches.
type UploadMediaLink struct {
	URL      string `json:"url,omitempty" needed:"true" doc:"Public https URL of the file." example:"https://example.com/receipt.pdf"`
	Filename string `json:"filename,omitempty" maxLength:"240" doc:"File name; by default the name from the web server."`
}

// CreateMediaLink is how long a link shall work.
type CreateMediaLink struct {
	ExpiresInSeconds int `json:"expiresInSeconds,omitempty" minimum:"1" maximum:"3600" doc:"How long the link works, in seconds; 300 by default."`
}

// MediaLink is a way to a file that needs no API key.
type MediaLink struct {
	URL       string    `json:"url" format:"uri" doc:"Address of the file until expiresAt." example:"https://service.example/media/med_01jd5k3v6rf0w8m2a4t9x7bq1e?token=Zt2kQ9"`
	ExpiresAt time.Time `json:"expiresAt" doc:"When the link stops working."`
}

type (
	mediaInput struct{ raw }
	mediaByID  struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the file."`
	}
	mediaOutput struct{ Body MediaFile }
	rangeInput  struct {
		raw
		ID          string `path:"id" maxLength:"64" doc:"Id of the file."`
		Range       string `header:"Range" doc:"Byte range, such as bytes=0-1023."`
		IfNoneMatch string `header:"If-None-Match" doc:"An ETag that you already have."`
	}
	linkInput struct {
		ID   string `path:"id" maxLength:"64" doc:"Id of the file."`
		Body *CreateMediaLink
	}
	linkOutput struct{ Body MediaLink }
)

func mediaRoutes(s *Server) {
	register(s, operation{id: "upload-media", method: http.MethodPost, path: mediaPath, tag: mediaTag, status: http.StatusCreated,
		scope: crm.ScopeMediaWrite, summary: "Upload a file", errors: []int{409, 413, 415, 503},
		description: "Send a file as multipart/form-data in the part file, or give a URL to fetch it from. The type is detected from the content and checked against the declared type and the provider's types and sizes. If a file with the same bytes and the same name already exists, the answer is that file.",
		example:     UploadMediaLink{URL: "https://example.com/receipt.pdf"},
		form:        &fileForm{maxBytes: crm.MaxFileSize + maxFormHead, first: true, file: "The file, with its name and type. The last part of the form."}}, s.uploadMedia)
	register(s, operation{id: "list-media", method: http.MethodGet, path: mediaPath, tag: mediaTag,
		scope: crm.ScopeMediaRead, summary: "List files", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[MediaFile], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Media.Files(ctx, a, p)
			return answerPage(list, renderFile), err
		})
	register(s, operation{id: "download-media", method: http.MethodGet, path: mediaPath + "/{id}", tag: mediaTag, errors: []int{404, 409, 416, 503},
		scope: crm.ScopeMediaRead, summary: "Download a file", description: "The whole content or a byte range. A file that was received a moment ago may not have arrived yet: the request waits a few seconds, then answers 409 media_not_ready with Retry-After.",
		answers: map[int]huma.Response{200: {Description: "The content.", Content: fileContent}, 206: {Description: "The requested bytes.", Content: fileContent},
			304: {Description: "The content has not changed."}}},
		func(ctx context.Context, a crm.Actor, in *rangeInput) (*huma.StreamResponse, error) {
			f, r, err := s.svc.Media.OpenFile(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(huma.Context) { s.serveFile(in.writer, in.request, f, r) }}, nil
		})
	register(s, operation{id: "get-media-info", method: http.MethodGet, path: mediaPath + "/{id}/info", tag: mediaTag, errors: []int{404},
		scope: crm.ScopeMediaRead, summary: "Get file information", description: "Its type, size, hash, name and state."},
		func(ctx context.Context, a crm.Actor, in *mediaByID) (*mediaOutput, error) {
			f, err := s.svc.Media.File(ctx, a, in.ID)
			return &mediaOutput{renderFile(f)}, err
		})
	register(s, operation{id: "create-media-link", method: http.MethodPost, path: mediaPath + "/{id}/link", tag: mediaTag, errors: []int{404, 409},
		scope: crm.ScopeMediaRead, summary: "Create a download link", description: "A signed link that works for a short time without an API key, for an img or video element or a download.",
		example: CreateMediaLink{ExpiresInSeconds: 300}},
		func(ctx context.Context, a crm.Actor, in *linkInput) (*linkOutput, error) {
			life := time.Duration(0)
			if in.Body != nil {
				life = time.Duration(in.Body.ExpiresInSeconds) * time.Second
			}
			link, err := s.svc.Media.LinkFile(ctx, a, in.ID, life)
			return &linkOutput{MediaLink{requestOf(ctx).address + link.Path, link.ExpiresAt}}, err
		})
	register(s, operation{id: "delete-media", method: http.MethodDelete, path: mediaPath + "/{id}", tag: mediaTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeMediaWrite, act: "media.deleted", summary: "Delete a file", description: "Deletes the file here and at the provider. Messages with the file keep its id but no longer show it. Messages that wait to be sent with it fail."},
		func(ctx context.Context, a crm.Actor, in *mediaByID) (*struct{}, error) {
			return nil, s.svc.Media.DeleteFile(ctx, a, in.ID)
		})
}

// fileContent is any file.
var fileContent = map[string]*huma.MediaType{"*/*": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}

func renderFile(f crm.File) MediaFile {
	return MediaFile{ID: f.ID, State: f.State, MIMEType: f.MIMEType, Size: f.Size, SHA256: f.SHA256, Filename: f.Filename, Fault: f.Fault, CreatedAt: f.CreatedAt}
}

func (s *Server) uploadMedia(ctx context.Context, a crm.Actor, in *mediaInput) (*mediaOutput, error) {
	if isForm(in.request) {
		f, err := s.uploadForm(ctx, a, in.request)
		return &mediaOutput{renderFile(f)}, err
	}
	var link UploadMediaLink
	if err := s.decode(in.raw, &link); err != nil {
		return nil, err
	}
	f, err := s.svc.Media.UploadLink(ctx, a, link.URL, link.Filename)
	return &mediaOutput{renderFile(f)}, err
}

// filePart is the part of the form that has the file.
const filePart = "file"

func (s *Server) uploadForm(ctx context.Context, a crm.Actor, r *http.Request) (f crm.File, err error) {
	defer drain(r)
	form, err := r.MultipartReader()
	if err != nil {
		return f, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form cannot be read: %v.", err)
	}
	var faults crm.Faults
	part, err := form.NextPart()
	switch {
	case isEnd(err):
		faults.Add("/"+filePart, crm.CodeRequired, "file is required: a form part with the content, the name and the type.")
	case err != nil:
		return f, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form cannot be read: %v.", err)
	case part.FormName() != filePart:
		faults.Add(crm.Pointer(part.FormName()), crm.CodeUnknownField, onlyFile)
	}
	if err := faults.Err(); err != nil {
		return f, err
	}
	fileBegins(r)
	return s.svc.Media.UploadFile(ctx, a, media.FileSource{Body: &lastPart{form: form, part: part, parts: onlyFile}, Filename: part.FileName(),
		Declared: part.Header.Get("Content-Type"), Pointer: "/" + filePart})
}
