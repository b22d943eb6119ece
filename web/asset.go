package web

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
)

// asset is one static file in the codings it can be sent in, the plain one
// unpacked from gzip on demand where it is not stored.
type asset struct {
	contentType string
	version     string            // first part of the plain content's SHA-256
	coded       map[string][]byte // by content coding: "br", "gzip", "identity"
}

// codings is the order of preference among the codings a client takes.
var codings = []string{"br", "gzip", "identity"}

// newAsset makes an asset of a small file that is sent as it is.
func newAsset(contentType string, body []byte) *asset {
	sum := sha256.Sum256(body)
	return &asset{
		contentType: contentType,
		version:     hex.EncodeToString(sum[:8]),
		coded:       map[string][]byte{"identity": body},
	}
}

// loadBundle reads the compressed Scalar bundle that fetch-scalar.mjs built.
func loadBundle(built fs.FS) (*asset, error) {
	br, err := fs.ReadFile(built, "dist/scalar.js.br")
	if err != nil {
		return nil, err
	}
	gz, err := fs.ReadFile(built, "dist/scalar.js.gz")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(gz)
	return &asset{
		contentType: "text/javascript; charset=utf-8",
		version:     hex.EncodeToString(sum[:8]),
		coded:       map[string][]byte{"br": br, "gzip": gz},
	}, nil
}

// ServeHTTP sends the file in the best coding the client takes. A request that
// names the version in its query (as the page does) may be kept for ever; any
// other is checked against the ETag each time.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kept := checked
	if r.URL.Query().Get("v") == a.version {
		kept = forever
	}
	a.serve(w, r, kept)
}

// How long a client may keep a file without asking whether it changed.
const (
	checked = "no-cache"
	aDay    = "public, max-age=86400"
	forever = "public, max-age=31536000, immutable" // what is at this address never changes
)

// serve sends the file, which clients keep as long as kept says.
func (a *asset) serve(w http.ResponseWriter, r *http.Request, kept string) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", kept)

	coding := a.negotiate(r.Header.Get("Accept-Encoding"))
	etag := fmt.Sprintf(`"%s-%s"`, a.version, coding)
	h.Set("ETag", etag)
	if matches(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, ok := a.coded[coding]
	if !ok { // a client that takes no compression: rare, so unpacked each time
		a.unpack(w, r)
		return
	}
	if coding != "identity" {
		h.Set("Content-Encoding", coding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// unpack sends the plain content of an asset that is stored compressed.
func (a *asset) unpack(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		return
	}
	z, err := gzip.NewReader(bytes.NewReader(a.coded["gzip"]))
	if err != nil {
		http.Error(w, "damaged bundle", http.StatusInternalServerError)
		return
	}
	_, _ = io.Copy(w, z)
}

// negotiate picks the content coding for an Accept-Encoding header.
func (a *asset) negotiate(accept string) string {
	quality := parseAccept(accept)
	best, bestQ := "identity", 0.0
	for _, coding := range codings {
		if _, ok := a.coded[coding]; !ok {
			continue
		}
		q, named := quality[coding]
		if !named {
			q = quality["*"]
		}
		if q > bestQ {
			best, bestQ = coding, q
		}
	}
	return best
}

// parseAccept reads the qualities of an Accept-Encoding header by coding.
func parseAccept(accept string) map[string]float64 {
	quality := make(map[string]float64)
	for part := range strings.SplitSeq(accept, ",") {
		coding, params, _ := strings.Cut(part, ";")
		q := 1.0
		if v, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			f, err := strconv.ParseFloat(v, 64)
			if err != nil {
				continue
			}
			q = f
		}
		if coding = strings.ToLower(strings.TrimSpace(coding)); coding != "" {
			quality[coding] = q
		}
	}
	return quality
}

// matches reports whether an If-None-Match header names the tag.
func matches(header, etag string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == etag || tag == "*" {
			return true
		}
	}
	return false
}

// fromZip reads one file out of an archive.
func fromZip(archive []byte, name string) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(z, name)
}
