package message

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/whatsapp"
)

// isOurs reports whether an id is that of a file of ours. One of digits is the
// provider's own.
func isOurs(id string) bool { return strings.Trim(id, "0123456789") != "" }

// maxFilesOfMessage is a header's and those of ten cards.
const maxFilesOfMessage = 11

// checkFiles records a fault for every file of a request that cannot be sent.
// form is that of the template, nil without one.
func (s *Messages) checkFiles(ctx context.Context, actor crm.Actor, req *crm.SendRequest, form *crm.Form, f *crm.Faults) error {
	type place struct{ pointer, kind, id string }
	var named []place
	m := crm.Message{Type: req.Type, Content: req.Content()}
	m.Files(func(pointer, kind string, id *string) {
		if isOurs(*id) {
			named = append(named, place{pointer, kind, *id})
		}
	})
	if len(named) > maxFilesOfMessage {
		f.Add(named[maxFilesOfMessage].pointer, crm.CodeOutOfRange, "A message has at most %d files.", maxFilesOfMessage)
		return nil
	}
	if len(named) == 0 {
		return nil
	}
	voice := m.Content.Media != nil && m.Content.Media.Voice
	return s.db.View(ctx, func(tx *db.Tx) error {
		for _, p := range named {
			file, err := media.FileFor(tx, actor, p.id)
			if known := crm.AsError(err); err != nil && known.Kind != crm.KindNotFound {
				return err
			} else if err != nil {
				f.Add(p.pointer, crm.CodeNotFound, "%s", known.Message)
				continue
			}
			if p.kind == "" && form != nil {
				p.kind = form.FileKind(p.pointer)
			}
			file.CheckSend(p.kind, voice, p.pointer, f)
		}
		return nil
	})
}

// useFiles notes that a message has its files, so that they are kept.
func useFiles(tx *db.Tx, m *crm.Message) {
	m.Files(func(pointer, _ string, id *string) {
		if isOurs(*id) {
			media.UseFile(tx, m, *id, pointer)
		}
	})
}

// uploadMargin is how long before its end a copy at the provider is not used
// any more: a message may wait there for its recipient.
const uploadMargin = 24 * time.Hour

// usedUpload is a copy at the provider that a message is sent with.
type usedUpload struct {
	fileID string
	crm.FileUpload
}

// nameFiles replaces the ids of the message's files by the provider's, where
// the number has a copy there. uploadFiles makes the others.
func nameFiles(tx *db.Tx, number crm.PhoneNumber, m *crm.Message) (used []usedUpload, err error) {
	now := tx.Now()
	m.Files(func(pointer, _ string, id *string) {
		if err != nil || !isOurs(*id) {
			return
		}
		var f crm.File
		if f, err = media.File(tx, m.WorkspaceID, *id); err != nil {
			return
		}
		if f.State != crm.FileReady {
			var faults crm.Faults
			f.CheckSend("document", false, pointer, &faults)
			err = faults.Err()
			return
		}
		if c := m.Content.Media; m.Type == "document" && c != nil && c.Filename == "" {
			c.Filename = f.Filename
		}
		u, found, failure := media.FileUpload(tx, m.WorkspaceID, *id, number.ID)
		if err = failure; err == nil && found && u.ExpiresAt.After(now.Add(uploadMargin)) {
			used = append(used, usedUpload{*id, u})
			*id = u.ProviderMediaID
		}
	})
	return used, err
}

// uploadFiles gives the provider the files of a message that the number has no
// copy of there. Its errors are whatsapp.PreparationErrors: the message was
// certainly not sent.
func (s *Messages) uploadFiles(ctx context.Context, d *dispatch) (err error) {
	d.Message.Files(func(_, _ string, id *string) {
		if err == nil && isOurs(*id) {
			*id, err = s.uploadFile(ctx, d, *id)
		}
	})
	if err != nil {
		return &whatsapp.PreparationError{Err: err}
	}
	return nil
}

// uploadFile uploads a file once, however many messages wait for it.
func (s *Messages) uploadFile(ctx context.Context, d *dispatch, fileID string) (string, error) {
	workspaceID := d.Message.WorkspaceID
	id, err, _ := s.uploads.Do(d.Number.ID+" "+fileID, func() (any, error) {
		var f crm.File
		var u crm.FileUpload
		err := s.db.View(ctx, func(tx *db.Tx) (err error) {
			if f, err = media.File(tx, workspaceID, fileID); err == nil {
				u, _, err = media.FileUpload(tx, workspaceID, fileID, d.Number.ID)
			}
			return err
		})
		if err != nil || u.ExpiresAt.After(s.now().Add(uploadMargin)) {
			return u.ProviderMediaID, err
		}
		content, err := s.media.FileContent(ctx, f)
		if err != nil {
			return "", err
		}
		defer content.Close()
		id, err := d.Client.UploadMedia(ctx, d.Token, d.Number.ProviderID, whatsapp.MediaUpload{Body: content, Size: f.Size, MIMEType: uploadType(f.MIMEType), Filename: f.Filename})
		if err != nil {
			return "", errors.Join(content.Err(), err)
		}
		u = crm.FileUpload{PhoneNumberID: d.Number.ID, ProviderMediaID: id, ExpiresAt: s.now().Add(whatsapp.UploadedMediaLife)}
		return id, s.db.Update(ctx, d.Number.ID, func(tx *db.Tx) error { media.SaveFileUpload(tx, workspaceID, fileID, u); return nil })
	})
	text, _ := id.(string)
	return text, err
}

// uploadType is the type by which the provider takes a file.
func uploadType(mimeType string) string {
	head, _, _ := strings.Cut(mimeType, "/")
	switch head {
	case "image", "video", "audio", "application":
		return mimeType
	case "text":
		return "text/plain"
	}
	return "application/octet-stream"
}

// mediaCodes are the refusals that may mean that the provider does not know a
// file any more.
var mediaCodes = []int{100, 131009, 131053}

// forgetsFiles reports whether a refused message was sent with copies from
// before, which the provider may have lost, and forgets them: then the message
// is worth another attempt, with new ones.
func forgetsFiles(tx *db.Tx, d *dispatch, refusal *whatsapp.APIError) bool {
	if refusal == nil || len(d.used) == 0 || !slices.Contains(mediaCodes, refusal.Code) {
		return false
	}
	for _, u := range d.used {
		media.ForgetFileUpload(tx, d.Message.WorkspaceID, u.fileID, u.FileUpload)
	}
	return true
}

// codeMediaUpload is told by a status when the provider lost a file.
const codeMediaUpload = 131053

// forgetLost forgets the copies of a message that the provider could not
// deliver because of a file; the next message uploads it anew.
func forgetLost(tx *db.Tx, head *crm.Message, failure *crm.MessageError) error {
	if failure == nil || failure.Provider == nil || failure.Provider.Code != codeMediaUpload {
		return nil
	}
	m, err := Message(tx, head.WorkspaceID, head.ID)
	if err != nil {
		return err
	}
	m.Files(func(_, _ string, id *string) {
		if u, found, e := media.FileUpload(tx, m.WorkspaceID, *id, m.PhoneNumberID); e != nil {
			err = e
		} else if found {
			media.ForgetFileUpload(tx, m.WorkspaceID, *id, u)
		}
	})
	return err
}
