package inbound

import (
	"cmp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/whatsapp"
)

// kindCallFile is a parkedItem that brings files of a call that is not known yet.
const kindCallFile = "callFile"

// attachToCall adds a recording or a transcript to its call and has it fetched,
// for the provider keeps it for a week only.
func (s *Inbound) attachToCall(tx *db.Tx, number crm.PhoneNumber, c *whatsapp.Call) error {
	m, err := message.LockMessageByProvider(tx, number, c.ID)
	if err != nil {
		return err
	}
	if m == nil {
		part := cmp.Or(c.Recording, c.Transcript)
		_, err := park(tx, number, parkedItem{ID: c.ID + "/" + part.ProviderID, TargetID: c.ID, Kind: kindCallFile, At: core.NotLater(c.Timestamp, tx.Now()),
			Content: crm.Content{Call: &crm.Call{Recording: c.Recording, Transcript: c.Transcript}}})
		return err
	}
	return s.attachFiles(tx, m, crm.Call{Recording: c.Recording, Transcript: c.Transcript}, cmp.Or(c.RecordingURL, c.TranscriptURL))
}

// attachFiles adds files to a call that is locked.
func (s *Inbound) attachFiles(tx *db.Tx, m *crm.Message, files crm.Call, url string) error {
	if m.Content.Call == nil {
		return nil
	}
	before := *m.Content.Call
	if !m.Content.Call.Attach(files) {
		return nil
	}
	if err := message.NameMedia(tx, m); err != nil {
		return err
	}
	message.ReplaceContent(tx, m)
	var err error
	if before.Recording == nil && m.Content.Call.Recording != nil {
		err = s.message.EnqueueFetch(tx, m, m.Content.Call.Recording, url)
	}
	if err == nil && before.Transcript == nil && m.Content.Call.Transcript != nil {
		err = s.message.EnqueueFetch(tx, m, m.Content.Call.Transcript, url)
	}
	return err
}
