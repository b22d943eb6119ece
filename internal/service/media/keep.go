package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/gabriel-vasile/mimetype"

	"service.example/crm/internal/crm"
)

// FileSource is a file that comes in, to be read once.
type FileSource struct {
	Body     io.Reader
	Filename string
	Declared string // the type that the sender names
	Pointer  string // where faults of it are told
}

// Origin says how far a file's sender is believed.
type Origin int

const (
	fromCaller   Origin = iota // the declared type must be the true one
	fromLink                   // web servers often name a wrong one
	FromCustomer               // whatever a customer could send
)

const (
	// Sniffed is how much of a file shows its type.
	Sniffed = 3072
	// scanTimeout bounds a virus scan.
	scanTimeout = 5 * time.Minute
	dropTimeout = 10 * time.Second
)

var ErrFileTooLarge = errors.New("the file is larger than its type may be")

// KeepFile puts a file into the store, piece by piece, and returns what is to be
// known of it. Nothing refers to it yet: whoever does not store the file must
// drop its object. The file is infected, and its object gone, where the virus
// scanner found something.
func (s *Media) KeepFile(ctx context.Context, workspaceID string, src FileSource, from Origin) (crm.File, error) {
	if s.opt.Media == nil {
		return crm.File{}, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This process has no store of media.")
	}
	body := &Incoming{R: src.Body, Limit: crm.MaxFileSize}
	head := make([]byte, Sniffed)
	n, err := io.ReadFull(body, head)
	if body.Broken != nil {
		return crm.File{}, body.Failure(err, src)
	}
	f, err := recogniseFile(head[:n], src, from)
	if err != nil {
		return f, err
	}
	now := s.now()
	f.ID, f.WorkspaceID, f.State, f.CreatedAt, f.LastUsedAt = s.db.Source().NewID(crm.PrefixFile), workspaceID, crm.FileReady, now, now
	f.Object, f.Filename = s.NewObject(), crm.CleanFilename(src.Filename)
	if from != FromCustomer {
		body.Limit, body.mimeType = crm.FileLimit(f.MIMEType, f.Animated), f.MIMEType
	}
	hash := sha256.New()
	key, err := s.opt.Media.Put(ctx, f.Object, io.TeeReader(io.MultiReader(bytes.NewReader(head[:n]), body), hash))
	if err != nil {
		return f, body.Failure(err, src)
	}
	f.Size, f.SHA256 = body.N, hex.EncodeToString(hash.Sum(nil))
	if err = s.ScanFile(ctx, &f, key); err == nil {
		f.Key, err = s.box.Seal(key, ObjectContext(workspaceID, f.Object))
	}
	if err != nil || f.State == crm.FileInfected {
		s.DropObject(ctx, f.Object)
	}
	return f, err
}

// ObjectContext is what the key of an object is sealed for.
func ObjectContext(workspaceID, object string) string { return "media/" + workspaceID + "/" + object }

// recogniseFile tells the type of a file by its beginning.
func recogniseFile(head []byte, src FileSource, from Origin) (f crm.File, err error) {
	if len(head) == 0 {
		return f, FileFault(crm.KindInvalid, crm.CodeRequired, src, "The file is empty.")
	}
	var found []string
	for m := mimetype.Detect(head); m != nil; m = m.Parent() {
		found = append(found, m.String())
	}
	declared, ok := src.Declared, false
	f.MIMEType, ok = crm.FileType(found, declared)
	f.Animated = isAnimated(head)
	switch {
	case from == FromCustomer:
	case !ok && from == fromCaller:
		return f, FileFault(crm.KindInvalid, crm.CodeMediaMismatch, src, "The file is declared as "+crm.PlainType(declared)+", but its content is "+f.MIMEType+".")
	case !crm.SendableType(f.MIMEType):
		return f, FileFault(crm.KindUnsupported, crm.CodeMediaType, src, "The provider does not take "+f.MIMEType+". Images, videos and audio are: "+crm.SendableTypes()+"; documents may be anything else.")
	}
	return f, nil
}

// isAnimated reports whether a WebP image moves: the flag of its extended
// header says so.
func isAnimated(head []byte) bool {
	return len(head) > 20 && string(head[:4]) == "RIFF" && string(head[8:16]) == "WEBPVP8X" && head[20]&0x02 != 0
}

// FileFault is the fault of a file that could not be kept.
func FileFault(kind crm.Kind, code crm.Code, src FileSource, text string) *crm.Error {
	e := crm.Errorf(kind, code, "%s", text)
	e.Fields = []crm.FieldError{{Pointer: src.Pointer, Detail: crm.Naming(src.Pointer, text), Code: code}}
	return e
}

// Incoming counts what is read, up to a limit, and keeps the error of its
// source apart from those of the store.
type Incoming struct {
	R        io.Reader
	N, Limit int64
	mimeType string
	Broken   error
}

func (b *Incoming) Read(p []byte) (int, error) {
	n, err := b.R.Read(p)
	b.N += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		b.Broken = err
	}
	if b.N > b.Limit {
		return n, ErrFileTooLarge
	}
	return n, err
}

// Failure tells what kept a file from being stored.
func (b *Incoming) Failure(err error, src FileSource) error {
	var known *crm.Error
	switch {
	case errors.Is(err, ErrFileTooLarge):
		what := "A file"
		if b.mimeType != "" {
			what = "A file of type " + b.mimeType
		}
		return FileFault(crm.KindTooLarge, crm.CodeMediaTooLarge, src, what+" has at most "+ByteText(b.Limit)+" at the provider.")
	case errors.As(b.Broken, &known):
		return known
	case b.Broken != nil:
		return crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The file could not be read to its end.").Because(b.Broken)
	}
	return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The file could not be stored; nothing was changed.").Because(err)
}

// ByteText writes a number of bytes for people.
func ByteText(n int64) string {
	if n >= 1<<20 {
		return strconv.FormatInt(n>>20, 10) + " MB"
	}
	return strconv.FormatInt(n>>10, 10) + " KB"
}

// ScanFile asks the virus scanner. Where it cannot tell, the file is not
// taken.
func (s *Media) ScanFile(ctx context.Context, f *crm.File, key []byte) error {
	if s.opt.Scanner == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()
	r := s.opt.Media.Reader(ctx, f.Object, key, f.Size)
	defer r.Close()
	found, err := s.opt.Scanner.Scan(ctx, r)
	if err != nil {
		return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The virus scanner did not answer; the file was not taken.").Because(err)
	}
	if found != "" {
		s.log.Warn("a file is infected", "workspace", f.WorkspaceID, "sha256", f.SHA256, "found", found)
		f.State, f.Fault = crm.FileInfected, "The virus scanner found: "+found
	}
	return nil
}

// DropObject removes an object that nothing refers to. What stays in spite of
// it is removed as an orphan.
func (s *Media) DropObject(ctx context.Context, object string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dropTimeout)
	defer cancel()
	if err := s.opt.Media.Delete(ctx, object); err != nil {
		s.log.Warn("an object could not be removed", "object", object, "error", err)
	}
}
