package crm

import (
	"fmt"
	"strings"
)

// maxCaption is the provider's limit in characters (outbound.md 2.3).
const maxCaption = 1024

// media is the file of the request's type, or nil.
func (r *SendRequest) media() *Media {
	return map[string]*Media{"image": r.Image, "video": r.Video, "audio": r.Audio, "document": r.Document, "sticker": r.Sticker}[r.Type]
}

func (r *SendRequest) validateMedia(f *Faults) {
	m := r.media()
	if m == nil {
		return
	}
	at := Pointer(r.Type)
	checkFile(at, r.Type, MediaRef{ID: m.ID, Link: m.Link, Filename: m.Filename}, f)
	if m.Caption != "" && (r.Type == "audio" || r.Type == "sticker") {
		f.Add(at+"/caption", CodeNotAllowed, "A message of type %q may not have a caption.", r.Type)
	} else {
		checkText(at+"/caption", m.Caption, false, maxCaption, f)
	}
	if m.Voice && r.Type != "audio" {
		f.Add(at+"/voice", CodeNotAllowed, "Only audio can be a voice message.")
	}
	onlyReceived(at+"/animated", m.Animated, f)
	onlyReceived(at+"/providerMediaId", m.ProviderID != "", f)
	onlyReceived(at+"/mimeType", m.MIMEType != "", f)
	onlyReceived(at+"/sha256", m.SHA256 != "", f)
	onlyReceived(at+"/fault", m.Fault != "", f)
}

// checkFile wants exactly one of the ways to name a file.
func checkFile(at, kind string, file MediaRef, f *Faults) {
	switch {
	case (file.ID == "") == (file.Link == ""):
		f.Add(at, CodeParameterInvalid, "Give exactly one of mediaId and link.")
	case file.Link != "":
		checkLink(at+"/link", file.Link, f)
	}
	if file.Filename != "" && !strings.EqualFold(kind, "document") {
		f.Add(at+"/filename", CodeNotAllowed, "Only a document may have a filename.")
	}
}

// FileKind is the kind of file that the template takes at a place that Files
// names.
func (f *Form) FileKind(pointer string) string {
	header, card := f.Header, 0
	if n, _ := fmt.Sscanf(pointer, "/cards/%d/", &card); n == 1 && card < len(f.Cards) {
		header = f.Cards[card].Header
	}
	if header.Format == "GIF" {
		return "video"
	}
	return strings.ToLower(header.Format)
}

// onlyReceived refuses what is told of received messages and cannot be sent.
func onlyReceived(pointer string, given bool, f *Faults) {
	if given {
		f.Add(pointer, CodeNotAllowed, "%s is only for received messages; it cannot be sent.", pointer[strings.LastIndexByte(pointer, '/')+1:])
	}
}

// Files calls visit for every file that the message names by a mediaId: with
// the place of it in a send request, the kind of file (image, video, …; empty
// in a template, whose form knows) and the id itself.
func (m *Message) Files(visit func(pointer, kind string, id *string)) {
	file := func(at, kind string, id *string) {
		if *id != "" {
			visit(at+"/mediaId", kind, id)
		}
	}
	ref := func(at, kind string, r *MediaRef) {
		if r != nil {
			file(at, kind, &r.ID)
		}
	}
	if m.Content.Media != nil {
		file(Pointer(m.Type), m.Type, &m.Content.Media.ID)
	}
	if i := m.Content.Interactive; i != nil {
		if i.Header != nil {
			ref("/interactive/header/media", i.Header.Type, i.Header.Media)
		}
		for n, card := range i.Cards {
			if card.Header != nil {
				ref(Pointer("interactive", "cards", n, "header", "media"), card.Header.Type, card.Header.Media)
			}
		}
	}
	if t := m.Content.Template; t != nil {
		ref("/headerMedia", "", t.HeaderMedia)
		for n, card := range t.Cards {
			ref(Pointer("cards", n, "headerMedia"), "", card.HeaderMedia)
		}
	}
}
