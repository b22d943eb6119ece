package personexport

import (
	"archive/zip"
	"io"
	"strings"
	"time"
)

// archive is a ZIP that is written from its beginning to its end, one entry at a time.
type archive struct {
	zip  *zip.Writer
	at   time.Time
	name string // of the entry that is written
	out  io.Writer
}

// begin makes an entry and returns what writes it, until the next one begins.
func (a *archive) begin(name string, method uint16) (err error) {
	a.name = name
	a.out, err = a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.at})
	return err
}

// add writes on at an entry, which begins with the first that is added: what has nothing
// is not there.
func (a *archive) add(name string, text []byte) error {
	if a.name != name {
		if err := a.begin(name, zip.Deflate); err != nil {
			return err
		}
	}
	_, err := a.out.Write(text)
	return err
}

// methodFor is how the bytes of a type are packed: images, videos and documents are
// packed already.
func methodFor(mimeType string) uint16 {
	switch {
	case strings.HasPrefix(mimeType, "text/"), mimeType == "application/json", mimeType == "application/xml", mimeType == "image/svg+xml":
		return zip.Deflate
	}
	return zip.Store
}
