package promise

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// Found is what an assistant found in a message of the business.
type Found struct {
	Text  string
	DueAt time.Time
}

// Propose notes what an assistant found in a message, for whoever wrote it. Each waits
// until somebody confirms it. What goes beyond the limit of the conversation, or is
// there with the same text and time, is left out.
func Propose(tx *db.Tx, m *crm.Message, by crm.DoneBy, found []Found) error {
	c, err := contact.Conversation(tx, m.WorkspaceID, m.ConversationID)
	if crm.CodeOf(err) == crm.CodeNotFound || len(found) == 0 {
		return nil
	}
	if err == nil {
		err = lockConversation(tx, c)
	}
	if err != nil {
		return err
	}
	there, err := ofConversation(tx, c, crm.Page{Limit: crm.MaxPromises})
	if err != nil {
		return err
	}
	for _, f := range found {
		err := checkLimit(tx, c)
		if crm.CodeOf(err) == crm.CodePromiseLimit || slices.ContainsFunc(there.Items, func(p crm.Promise) bool { return p.Text == f.Text && p.DueAt.Equal(f.DueAt) }) {
			continue
		}
		p := crm.Promise{ID: tx.NewID(crm.PrefixPromise), WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Status: crm.PromiseProposed, UserID: m.Content.SentBy.ID, MessageID: m.ID, CreatedBy: by, CreatedAt: tx.Now()}
		if err == nil {
			p, err = crm.PromiseChange{Text: &f.Text, DueAt: &f.DueAt}.Apply(p, by, tx.Now())
		}
		if err != nil {
			return err
		}
		insert(tx, p)
		if err := settle(tx, c, p, "", by); err != nil {
			return err
		}
	}
	return nil
}
