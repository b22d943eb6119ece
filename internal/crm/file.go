package crm

import (
	"mime"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// FileState is how far a file has come.
type FileState string

// The states of a file. Only a ready one is served and sent.
const (
	FileReady    FileState = "ready"
	FileFetching FileState = "fetching" // a customer sent it; it is not here yet
	FileFailed   FileState = "failed"   // a customer sent it; it could not be fetched, for good
	FileInfected FileState = "infected" // the virus scanner found something
)

// File is a file of a workspace: uploaded, or received from a customer. Its
// bytes are kept once per workspace.
type File struct {
	ID          string
	WorkspaceID string
	State       FileState
	MIMEType    string
	Filename    string
	Animated    bool
	Size        int64
	SHA256      string // hex
	// Object is the name of the stored bytes, Key the sealed key that opens them.
	Object string `json:"-"`
	Key    []byte `json:"-"`
	// Fault says why a failed or infected file is not there.
	Fault      string
	CreatedAt  time.Time
	LastUsedAt time.Time
}

// FileUpload is a file's copy at the provider, which only the phone number that
// uploaded it can send.
type FileUpload struct {
	PhoneNumberID   string
	ProviderMediaID string
	ExpiresAt       time.Time
}

// MaxFileSize is the largest file that the provider takes, a document.
const MaxFileSize = 100 << 20

// mediaRule is one line of the provider's table (outbound.md 2.3).
type mediaRule struct {
	kind    string
	formats []string
	limit   int64
}

const (
	staticSticker   = 100 << 10
	animatedSticker = 500 << 10
)

var mediaRules = []mediaRule{
	{"image", []string{"image/jpeg", "image/png"}, 5 << 20},
	{"video", []string{"video/mp4", "video/3gpp"}, 16 << 20},
	{"audio", []string{"audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"}, 16 << 20},
	{"sticker", []string{"image/webp"}, animatedSticker},
}

// FileLimit returns the largest size that the provider takes of a format.
func FileLimit(mimeType string, animated bool) int64 {
	for _, r := range mediaRules {
		if slices.Contains(r.formats, mimeType) {
			if r.kind == "sticker" && !animated {
				return staticSticker
			}
			return r.limit
		}
	}
	return MaxFileSize
}

// mimeAliases are other names of the provider's formats.
var mimeAliases = map[string]string{"image/jpg": "image/jpeg", "audio/mp3": "audio/mpeg", "audio/x-m4a": "audio/mp4", "audio/m4a": "audio/mp4",
	"audio/x-aac": "audio/aac", "audio/opus": "audio/ogg", "application/ogg": "audio/ogg", "audio/3gpp": "video/3gpp", "application/mp4": "video/mp4"}

// maxType is what the names of a type and its subtype have at most (RFC 6838, 4.2).
const maxType = 2*127 + 1

// PlainType is a MIME type without parameters, by the name that the provider
// uses; "" for what is none.
func PlainType(mimeType string) string {
	plain, _, err := mime.ParseMediaType(mimeType)
	if err != nil || !strings.Contains(plain, "/") || len(plain) > maxType {
		return ""
	}
	if name, ok := mimeAliases[plain]; ok {
		return name
	}
	return plain
}

// vague are the types that content shows for many formats: what is declared
// beside them is believed, unless it is an image, a video or audio.
var vague = []string{"application/octet-stream", "text/plain", "application/zip", "application/x-ole-storage", "text/xml", "application/json"}

// sameContainer are formats that content does not always tell apart.
var sameContainer = []string{"video/mp4", "audio/mp4", "video/3gpp"}

// FileType returns the type of a file by its content and by what its sender
// declared. found is what the content shows, from the most to the least
// specific. ok is false where the two contradict each other.
func FileType(found []string, declared string) (mimeType string, ok bool) {
	for i := range found {
		found[i] = PlainType(found[i])
	}
	declared = PlainType(declared)
	switch {
	case declared == "" || declared == "application/octet-stream":
		return found[0], true
	case slices.Contains(found, declared):
		return declared, true
	case slices.Contains(sameContainer, declared) && slices.Contains(sameContainer, found[0]):
		return declared, true
	case slices.Contains(vague, found[0]) && !isShown(declared):
		return declared, true
	}
	return found[0], false
}

// Shown reports whether a browser shows the file without harm: an image,
// a video or audio that the provider takes.
func (file *File) Shown() bool { return isShown(file.MIMEType) && SendableType(file.MIMEType) }

// isShown reports whether a type is an image, a video or audio.
func isShown(mimeType string) bool {
	head, _, _ := strings.Cut(mimeType, "/")
	return head == "image" || head == "video" || head == "audio"
}

// SendableType reports whether the provider takes files of a type: every
// document, but only some images, videos and audio.
func SendableType(mimeType string) bool {
	return !isShown(mimeType) || slices.ContainsFunc(mediaRules, func(r mediaRule) bool { return slices.Contains(r.formats, mimeType) })
}

// SendableTypes names the images, videos and audio that the provider takes.
func SendableTypes() string {
	var out []string
	for _, r := range mediaRules {
		out = append(out, r.formats...)
	}
	return strings.Join(out, ", ")
}

// CheckSend records why the file cannot go into a message as the kind: image,
// video, audio, document or sticker.
func (file *File) CheckSend(kind string, voice bool, pointer string, f *Faults) {
	if file.State != FileReady {
		f.Add(pointer, CodeMediaNotReady, "The file %s is %s.", file.ID, file.State)
		return
	}
	if kind == "document" {
		return // any format; the size was bounded when the file came
	}
	for _, r := range mediaRules {
		if r.kind != kind {
			continue
		}
		limit := FileLimit(file.MIMEType, file.Animated)
		switch {
		case !slices.Contains(r.formats, file.MIMEType):
			f.Add(pointer, CodeMediaType, "The file %s is %s; the provider accepts %s as %s.", file.ID, file.MIMEType, strings.Join(r.formats, ", "), kind)
		case file.Size > limit:
			f.Add(pointer, CodeMediaTooLarge, "The file %s has %d bytes; the provider accepts at most %d as %s.", file.ID, file.Size, limit, kind)
		case voice && file.MIMEType != "audio/ogg":
			f.Add(pointer, CodeMediaType, "The file %s is %s; a voice message must be audio/ogg with the codec opus.", file.ID, file.MIMEType)
		}
	}
}

const maxFilename = 240

// CleanFilename is the last part of a file's name, without what could mislead
// whoever stores it.
func CleanFilename(name string) string {
	name = strings.ToValidUTF8(name, "")
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)
	for len(name) > maxFilename {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name == "." || name == "/" || name == ".." {
		return ""
	}
	return name
}
