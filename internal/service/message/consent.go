package message

import (
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/contact"
)

// ConsentFromMessage takes a message that is a stop or start word for the
// contact's decision, and confirms it where the workspace wants that and this
// service is the active speaker (answer). The message must be new: a
// repeated one must not decide again. wrote is when the contact wrote it. It
// reports whether the message was such a word.
func (s *Messages) ConsentFromMessage(tx *db.Tx, m *crm.Message, wrote time.Time, answer bool) (found bool, err error) {
	said := ConsentWordsOf(m)
	if len(said) == 0 || m.Content.GroupID != "" {
		return false, nil
	}
	words, preferred, err := s.contact.ConsentWords(m.WorkspaceID)
	if err != nil {
		return false, err
	}
	var word contact.ConsentWord
	i := slices.IndexFunc(said, func(text string) (found bool) { word, found = words.Find(text, preferred); return found })
	if i < 0 {
		return false, nil
	}
	r := crm.ConsentRecord{WorkspaceID: m.WorkspaceID, ContactID: m.ContactID, Purpose: words.Settings.StopPurpose, State: word.State,
		Source: crm.ConsentByMessage, MadeBy: crm.DoneBy{Type: crm.ActorContact, ID: m.ContactID}, Proof: crm.ConsentProof{MessageID: m.ID, Detail: strings.TrimSpace(said[i])}, At: wrote}
	if word.State == crm.ConsentOptedIn {
		// Whoever starts again wants back what was refused.
		now, err := contact.Consent(tx, m.WorkspaceID, m.ContactID)
		if err != nil {
			return true, err
		}
		r.Purpose = crm.PurposeMarketing
		if now.All.State == crm.ConsentOptedOut {
			r.Purpose = crm.PurposeAll
		}
	}
	_, changed, err := s.contact.AddConsent(tx, r, m.ID)
	if err == nil && changed && answer {
		confirmConsent(tx, m, word, wrote)
	}
	return true, err
}

// ConsentWordsOf are the texts of a message that may be a word.
func ConsentWordsOf(m *crm.Message) []string {
	switch {
	case m.Type == "text" && m.Content.Text != nil:
		return []string{m.Content.Text.Body}
	case m.Content.Reply != nil && (m.Content.Reply.Type == "button" || m.Content.Reply.Type == "templateButton"):
		return []string{m.Content.Reply.ID, m.Content.Reply.Title}
	}
	return nil
}

// confirmConsent answers the contact, in the window that its message opened. A
// message that came so late that its window has closed is not answered.
func confirmConsent(tx *db.Tx, m *crm.Message, word contact.ConsentWord, wrote time.Time) {
	if !word.Answer.Enabled || (crm.Conversation{LastInboundAt: &wrote}).CheckWindow(tx.Now()) != nil {
		return
	}
	answer := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: m.WorkspaceID, ConversationID: m.ConversationID,
		ContactID: m.ContactID, PhoneNumberID: m.PhoneNumberID, Direction: crm.Outbound, Type: "text", Status: crm.StatusQueued,
		To: m.From, From: m.To, Content: crm.Content{Text: &crm.Text{Body: word.Answer.Text}, SentBy: crm.Sender{Type: crm.ActorSystem}}, CreatedAt: tx.Now()}
	if answer.To == "" {
		answer.UserID = m.UserID
	}
	InsertMessage(tx, answer)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: m.WorkspaceID, Kind: JobSendMessage, Queue: m.PhoneNumberID, Key: m.ConversationID, Payload: answer.ID})
}
