package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// medium is one stored file.
type medium struct {
	id       string
	phone    *phone
	mime     string
	filename string
	data     []byte
	expires  time.Time
}

// Life of media and of their URLs.
const (
	uploadedMediaLife = 30 * 24 * time.Hour
	inboundMediaLife  = 7 * 24 * time.Hour
	mediaURLLife      = 5 * time.Minute

	maxMediaBytes = 256 << 20 // kept in memory together
	mediaPath     = "/_media/"
)

// mediaStore keeps media until they expire or too many bytes are kept.
type mediaStore struct {
	mu    sync.Mutex
	byID  map[string]*medium
	order []*medium
	bytes int
}

func (s *mediaStore) put(m *medium, now time.Time, life time.Duration) *medium {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = map[string]*medium{}
	}
	m.expires = now.Add(life)
	s.byID[m.id] = m
	s.order = append(s.order, m)
	s.bytes += len(m.data)
	for len(s.order) > 1 && (s.bytes > maxMediaBytes || now.After(s.order[0].expires)) {
		s.drop(s.order[0].id)
	}
	return m
}

// find returns a medium that has not expired, or nil.
func (s *mediaStore) find(id string, now time.Time) *medium {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.byID[id]
	if m == nil || now.After(m.expires) {
		return nil
	}
	return m
}

func (s *mediaStore) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(id)
}

// drop removes a medium; s.mu is held.
func (s *mediaStore) drop(id string) {
	for i, m := range s.order {
		if m.id == id {
			s.order = append(s.order[:i:i], s.order[i+1:]...)
			s.bytes -= len(m.data)
			break
		}
	}
	delete(s.byID, id)
}

func (m *medium) sum() [32]byte { return sha256.Sum256(m.data) }

func (m *medium) base64() string {
	sum := m.sum()
	return base64.StdEncoding.EncodeToString(sum[:])
}

// mediaURL is where a medium can be downloaded for the next five minutes.
func (s *Server) mediaURL(base string, m *medium) string {
	expires := strconv.FormatInt(s.Now().Add(mediaURLLife).Unix(), 10)
	return base + mediaPath + m.id + "?mid=" + m.id + "&ext=" + expires + "&hash=" + s.mediaHash(m.id, expires)
}

func (s *Server) mediaHash(id, expires string) string {
	mac := hmac.New(sha256.New, []byte(s.cfg.AppSecret))
	mac.Write([]byte(id + "/" + expires))
	return hex.EncodeToString(mac.Sum(nil))
}

// serveMedia is the download itself: it needs the token, too.
func (s *Server) serveMedia(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, w: w, r: r, began: s.Now(), version: defaultVersion}
	defer c.record()
	if e, answered := c.inject("media", ""); answered {
		if e != nil {
			c.fail(e)
		}
		return
	}
	id, query := r.PathValue("id"), r.URL.Query()
	expires, _ := strconv.ParseInt(query.Get("ext"), 10, 64)
	m := s.media.find(id, s.Now())
	switch {
	case c.authorise() != nil:
		c.status = http.StatusUnauthorized
	case m == nil, s.Now().Unix() > expires, query.Get("hash") != s.mediaHash(id, query.Get("ext")):
		c.status = http.StatusNotFound
	default:
		c.status, c.effect = http.StatusOK, "downloaded "+id
		c.download(m)
		return
	}
	c.effect = "download refused"
	http.Error(w, http.StatusText(c.status), c.status)
}

func (c *call) download(m *medium) {
	c.record()
	data := m.data
	if f := c.injected; f != nil && f.Drop == dropAfter {
		c.hangUp()
		return
	} else if f != nil && f.Malformed {
		data = data[:len(data)/2]
	}
	h := c.w.Header()
	h.Set("Content-Type", m.mime)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("X-Content-Type-Options", "nosniff")
	if m.filename != "" {
		h.Set("Content-Disposition", "attachment; filename="+strconv.Quote(m.filename))
	}
	_, _ = c.w.Write(data)
}

// mediaNode is GET and DELETE /{media}.
func (c *call) mediaNode(m *medium) *graphError {
	if want := c.r.URL.Query().Get("phone_number_id"); want != "" && want != m.phone.id {
		return errUnknownObject(c.r.Method, m.id)
	}
	switch c.r.Method {
	case http.MethodDelete:
		c.media.remove(m.id)
		return c.success()
	case http.MethodGet:
		sum := m.sum()
		return c.ok(object{
			{"messaging_product", "whatsapp"}, {"url", c.mediaURL(c.learnURL(c.r), m)}, {"mime_type", m.mime},
			{"sha256", hex.EncodeToString(sum[:])}, {"file_size", len(m.data)}, {"id", m.id},
		})
	}
	return errUnknownObject(c.r.Method, m.id)
}

// sampleMedia is what a customer sends when a test does not say: the smallest
// file of the kind that a viewer may open.
func sampleMedia(kind string) (data []byte, mime string) {
	switch kind {
	case "image":
		data, _ = base64.StdEncoding.DecodeString(samplePNG)
		return data, "image/png"
	case "sticker":
		data, _ = base64.StdEncoding.DecodeString(sampleWebP)
		return data, "image/webp"
	case "audio":
		return []byte("OggS" + strings.Repeat("\x00", 60)), "audio/ogg; codecs=opus"
	case "video":
		return []byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"), "video/mp4"
	}
	return []byte("%PDF-1.1\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"), "application/pdf"
}

const (
	samplePNG  = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	sampleWebP = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="
)
