package sandbox

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
)

// maxUpload is the provider's largest medium; a little more is read to tell a
// file that is too large from one that just fits.
const maxUpload = 100 << 20

// mediaLimit is the size limit of each kind of medium, by MIME type.
func mediaLimit(kind string) (limit int, known bool) {
	switch {
	case kind == "image/webp":
		return 500 << 10, true
	case kind == "image/jpeg", kind == "image/png":
		return 5 << 20, true
	case kind == "video/mp4", kind == "video/3gpp",
		kind == "audio/aac", kind == "audio/amr", kind == "audio/mpeg", kind == "audio/mp4", kind == "audio/ogg":
		return 16 << 20, true
	case strings.HasPrefix(kind, "application/"), kind == "text/plain":
		return maxUpload, true
	}
	return 0, false
}

// postMedia is POST /{phone}/media, a multipart form.
func (c *call) postMedia(p *phone) *graphError {
	if e, answered := c.inject("media", ""); answered {
		return e
	}
	m, product, e := c.readUpload()
	if e != nil {
		return e
	}
	if product != "whatsapp" {
		return invalid("The parameter messaging_product is required.")
	}
	if m.data == nil {
		return invalid("The parameter file is required.")
	}
	base, _, _ := mime.ParseMediaType(m.mime)
	limit, known := mediaLimit(base)
	if !known {
		return invalid("Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, "+
			"audio/amr, audio/ogg, image/jpeg, image/png, image/webp, video/mp4, video/3gpp, application/*, text/plain. Received file of type '%s'.", m.mime)
	}
	if len(m.data) > limit {
		return refuse(131053, "The file is larger than %d bytes, the limit for %s.", limit, base)
	}
	m.id, m.phone = c.ids.nodeID(), p
	c.media.put(m, c.Now(), uploadedMediaLife)
	c.effect = "stored " + m.id
	return c.ok(object{{"id", m.id}})
}

// readUpload reads the parts of the form, whatever their order.
func (c *call) readUpload() (*medium, string, *graphError) {
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, maxUpload+maxJSONBody)
	form, err := c.r.MultipartReader()
	if err != nil {
		return nil, "", invalid("The request must be multipart/form-data.")
	}
	m, product, kind := &medium{}, "", ""
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, "", invalid("The form could not be read.")
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, "", refuse(131053, "The upload is too large or was cut off.")
		}
		switch part.FormName() {
		case "file":
			m.data, m.filename, m.mime = data, part.FileName(), part.Header.Get("Content-Type")
		case "type":
			kind = string(data)
		case "messaging_product":
			product = string(data)
		}
	}
	if m.mime == "" || m.mime == "application/octet-stream" {
		m.mime = kind
	}
	return m, product, nil
}

// uploadStore keeps the sessions of resumable uploads, which give handles for
// samples of template headers.
type uploadStore struct {
	mu       sync.Mutex
	sessions map[string]*uploadSession
}

type uploadSession struct {
	kind string
	size int
	data []byte
}

const (
	maxUploadSessions = 100
	maxSampleBytes    = 16 << 20
)

// startUpload is POST /{app}/uploads.
func (c *call) startUpload() *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	size := 0
	for _, d := range p.str("file_length") {
		if d < '0' || d > '9' || size > maxSampleBytes {
			return invalid("Param file_length must be a number of bytes up to %d.", maxSampleBytes)
		}
		size = size*10 + int(d-'0')
	}
	if size == 0 || p.str("file_type") == "" {
		return invalid("The parameters file_length and file_type are required.")
	}
	id := "upload:" + c.ids.nodeID()
	c.uploads.mu.Lock()
	defer c.uploads.mu.Unlock()
	if c.uploads.sessions == nil || len(c.uploads.sessions) >= maxUploadSessions {
		c.uploads.sessions = map[string]*uploadSession{}
	}
	c.uploads.sessions[id] = &uploadSession{kind: p.str("file_type"), size: size}
	return c.ok(object{{"id", id}})
}

// uploadPart is POST and GET /upload:….
func (c *call) uploadPart() *graphError {
	id := c.path[0]
	c.uploads.mu.Lock()
	defer c.uploads.mu.Unlock()
	session := c.uploads.sessions[id]
	if session == nil {
		return errUnknownObject(c.r.Method, id)
	}
	if c.r.Method == http.MethodGet {
		return c.ok(object{{"id", id}, {"file_offset", len(session.data)}})
	}
	data, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, int64(session.size-len(session.data))))
	session.data = append(session.data, data...)
	if err != nil || len(session.data) < session.size {
		return invalid("The upload is not complete; %d bytes were received.", len(session.data))
	}
	delete(c.uploads.sessions, id)
	return c.ok(object{{"h", "4::" + c.ids.nodeID() + ":" + session.kind}})
}
