package message

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/whatsapp"
)

// mediaFetch is the work of jobFetchMedia: a file that a message has at the
// provider.
type mediaFetch struct {
	FileID          string    `json:"fileId"`
	MessageID       string    `json:"messageId"`
	PhoneNumberID   string    `json:"phoneNumberId"`
	ProviderMediaID string    `json:"providerMediaId"`
	URL             string    `json:"url,omitempty"` // works for five minutes
	MIMEType        string    `json:"mimeType"`
	SHA256          string    `json:"sha256,omitempty"`
	Since           time.Time `json:"since"`
}

// How long the provider keeps a received file, and its URL.
const (
	receivedMediaLife = 7 * 24 * time.Hour
	mediaURLLife      = 5 * time.Minute
)

// NameMedia gives the files of a message that was not sent through this service
// their ids, before they are here: that of the workspace's file of the same
// bytes, or a new one.
func NameMedia(tx *db.Tx, m *crm.Message) error {
	content := &m.Content
	parts := []**crm.Media{&content.Media}
	if content.Call != nil {
		call := *content.Call
		content.Call = &call
		parts = append(parts, &call.Recording, &call.Transcript)
	}
	for _, part := range parts {
		if c := *part; c == nil || c.ID != "" || c.ProviderID == "" || c.Fault != "" {
			continue
		}
		named := **part // what was parsed may be applied once more
		known, found, err := media.FileByHash(tx, m.WorkspaceID, named.SHA256)
		if err != nil {
			return err
		}
		if named.ID = tx.NewID(crm.PrefixFile); found {
			named.ID = known.ID
		}
		if known.State == crm.FileInfected {
			named.Fault = known.Fault
		}
		*part = &named
	}
	return nil
}

// EnqueueFetchMedia has the files of a stored message fetched that are not here.
// url, which may be "", is where the only one is.
func (s *Messages) EnqueueFetchMedia(tx *db.Tx, m *crm.Message, url string) error {
	for _, c := range m.Content.Files() {
		if err := s.EnqueueFetch(tx, m, c, url); err != nil {
			return err
		}
	}
	return nil
}

func (s *Messages) EnqueueFetch(tx *db.Tx, m *crm.Message, c *crm.Media, url string) error {
	if c.ID == "" || c.ProviderID == "" {
		return nil
	}
	f, err := media.File(tx, m.WorkspaceID, c.ID)
	if err != nil && crm.AsError(err).Kind == crm.KindNotFound {
		f, err = media.AddFile(tx, crm.File{ID: c.ID, WorkspaceID: m.WorkspaceID, State: crm.FileFetching, MIMEType: crm.PlainType(c.MIMEType),
			Filename: crm.CleanFilename(c.Filename), Animated: c.Animated, SHA256: c.SHA256, CreatedAt: tx.Now(), LastUsedAt: tx.Now()})
	}
	if err != nil {
		return err
	}
	media.UseFile(tx, m, f.ID, crm.Pointer(m.Type, "mediaId"))
	if f.State == crm.FileReady || f.State == crm.FileInfected {
		return nil
	}
	payload, err := json.Marshal(mediaFetch{FileID: f.ID, MessageID: m.ID, PhoneNumberID: m.PhoneNumberID, ProviderMediaID: c.ProviderID,
		URL: url, MIMEType: c.MIMEType, SHA256: c.SHA256, Since: tx.Now()})
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: m.WorkspaceID, Kind: jobFetchMedia, Queue: m.PhoneNumberID, Payload: string(payload)})
	return err
}

// errOtherBytes is a download whose hash is not the one that was told.
var errOtherBytes = errors.New("the file is not the one that the provider told of")

// fetchFile does the work of one jobFetchMedia: by the webhook's URL while it
// works, then by the provider's id, again and again for as long as the
// provider keeps the file. retried says that the job was given back.
func (s *Messages) fetchFile(ctx context.Context, j jobs.Job) (retried bool, err error) {
	var p mediaFetch
	if err := json.Unmarshal([]byte(j.Payload), &p); err != nil {
		return false, err
	}
	var f crm.File
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { f, err = media.File(tx, j.WorkspaceID, p.FileID); return err })
	if crm.CodeOf(err) == crm.CodeNotFound || err == nil && f.State == crm.FileReady {
		return false, s.db.Update(ctx, p.PhoneNumberID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
	}
	if err != nil {
		return false, err
	}
	if f.State == crm.FileInfected {
		return false, s.failMedia(ctx, j, p, f.State, f.Fault)
	}
	file, err := s.fetchMedia(ctx, j, p)
	if err == nil && file.State == crm.FileInfected {
		return false, s.failMedia(ctx, j, p, file.State, file.Fault)
	}
	if err == nil {
		return false, s.completeMedia(ctx, j, p, file)
	}
	age := s.now().Sub(p.Since)
	if fault := lasting(err); fault != "" || age > receivedMediaLife {
		if fault == "" {
			fault = "The provider did not give it within 7 days."
		}
		return false, s.failMedia(ctx, j, p, crm.FileFailed, fault)
	}
	s.log.Warn("a received file could not be fetched yet", "message", p.MessageID, "attempt", j.Attempt+1, "error", err)
	err = s.db.Update(ctx, p.PhoneNumberID, func(tx *db.Tx) error {
		jobs.RetryJob(tx, j, tx.Now().Add(fetchPause(j.Attempt)), true)
		return nil
	})
	return true, err
}

// fetchPause is the wait before the next attempt: 5 s, 20 s, 80 s … 6 hours.
func fetchPause(attempt int) time.Duration {
	return core.Jitter(time.Duration(min(5*math.Pow(4, float64(attempt)), 6*3600)) * time.Second)
}

// lasting is why another attempt would not help; "" while it may.
func lasting(err error) string {
	var refusal *whatsapp.APIError
	var ours *crm.Error
	switch {
	case errors.As(err, &refusal) && whatsapp.Classify(err) == whatsapp.ClassRefused:
		return "The provider does not have it any more."
	case errors.As(err, &ours) && (ours.Kind == crm.KindInvalid || ours.Kind == crm.KindTooLarge):
		return ours.Message
	}
	return ""
}

// fetchMedia downloads a file into the store.
func (s *Messages) fetchMedia(ctx context.Context, j jobs.Job, p mediaFetch) (f crm.File, err error) {
	number, err := s.account.Number(ctx, &crm.Message{WorkspaceID: j.WorkspaceID, PhoneNumberID: p.PhoneNumberID})
	if err != nil {
		return f, err
	}
	client, token, err := s.account.Credentials(ctx, j.WorkspaceID, number.MessagingAccountID)
	if err != nil {
		return f, err
	}
	if p.URL != "" && s.now().Sub(p.Since) < mediaURLLife {
		if f, err = s.download(ctx, j, p, client, token, p.URL); err == nil {
			return f, nil
		}
	}
	remote, err := client.Media(ctx, token, number.ProviderID, p.ProviderMediaID)
	if err != nil {
		return f, err
	}
	return s.download(ctx, j, p, client, token, remote.URL)
}

func (s *Messages) download(ctx context.Context, j jobs.Job, p mediaFetch, client *whatsapp.Client, token, url string) (crm.File, error) {
	body, mimeType, err := client.Download(ctx, token, url)
	if err != nil {
		return crm.File{}, err
	}
	defer body.Close()
	if p.MIMEType != "" {
		mimeType = p.MIMEType
	}
	f, err := s.media.KeepFile(ctx, j.WorkspaceID, media.FileSource{Body: body, Declared: mimeType}, media.FromCustomer)
	if err == nil && p.SHA256 != "" && f.SHA256 != p.SHA256 {
		if f.State == crm.FileReady {
			s.media.DropObject(ctx, f.Object)
		}
		err = errOtherBytes
	}
	return f, err
}

// completeMedia makes a downloaded file that of the message.
func (s *Messages) completeMedia(ctx context.Context, j jobs.Job, p mediaFetch, f crm.File) error {
	f.ID = p.FileID
	needed := false
	err := s.db.Update(ctx, p.PhoneNumberID, func(tx *db.Tx) (err error) {
		jobs.FinishJob(tx, j)
		needed, err = media.CompleteFile(tx, f)
		return err
	})
	if err != nil || !needed {
		s.media.DropObject(ctx, f.Object)
	}
	return err
}

// failMedia notes for good why a received file is not available.
func (s *Messages) failMedia(ctx context.Context, j jobs.Job, p mediaFetch, state crm.FileState, fault string) error {
	s.log.Warn("a received file is not available", "message", p.MessageID, "state", state, "fault", fault)
	return s.db.Update(ctx, p.PhoneNumberID, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		media.FaultFile(tx, j.WorkspaceID, p.FileID, state, fault)
		m, err := LockMessage(tx, j.WorkspaceID, p.MessageID)
		if err != nil {
			return IgnoreMissing(err)
		}
		for _, c := range m.Content.Files() {
			if c.ID == p.FileID {
				c.Fault = fault
				ReplaceContent(tx, m)
			}
		}
		return nil
	})
}

// IgnoreMissing drops the error that something is not there.
func IgnoreMissing(err error) error {
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	return err
}
