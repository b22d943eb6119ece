package contact

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/erase"
)

// What goes with a contact that is erased, and with a conversation.
var (
	eraseMergesSQL = db.SQL(`DELETE FROM contact_merges WHERE workspace_id = $1 AND kept_id = $2`)
	eraseMergedSQL = db.SQL(`DELETE FROM contact_merges WHERE workspace_id = $1 AND gone_id = $2`)

	_ = erase.IsContact("contacts")
	_ = erase.ByContact("contact_notices", "consent_records")
	_ = erase.InContact(func(tx *db.Tx, workspaceID, id string) error {
		tx.Write(eraseMergesSQL, workspaceID, id)
		tx.Write(eraseMergedSQL, workspaceID, id)
		return nil
	})
	_ = erase.IsConversation("conversations")
	_ = erase.ByConversation("conversation_followers")
)

// Forget takes from a contact, and from those that were merged into it, what it is known
// by: who writes from its number is somebody new from then on. It returns all that was
// the person, which is still to be erased.
func Forget(tx *db.Tx, actor crm.Actor, id string) (c crm.Contact, all crm.ErasureTargets, err error) {
	if c, err = lockContactFor(tx, actor, id); err != nil {
		return c, all, err
	}
	merged, err := MergedInto(tx, c.WorkspaceID, []string{c.ID}, false)
	if err != nil {
		return c, all, err
	}
	all.Contacts, all.Since = append([]string{c.ID}, merged[c.ID]...), c.CreatedAt
	for _, id := range all.Contacts {
		before, found, err := readContact(tx, lockContactSQL, c.WorkspaceID, id)
		if err != nil || !found {
			return c, all, err
		}
		all.Since = earlier(all.Since, before.CreatedAt)
		if before.Phone != "" {
			all.Numbers = core.Distinct(append(all.Numbers, crm.LookupKey(before.Phone)))
		}
		saveContact(tx, before, crm.Contact{WorkspaceID: c.WorkspaceID, ID: id, MergedInto: before.MergedInto, CreatedAt: before.CreatedAt, UpdatedAt: tx.Now()})
		conversations, err := ConversationsOfContact(tx, c.WorkspaceID, id)
		if err != nil {
			return c, all, err
		}
		all.Conversations = core.Distinct(append(all.Conversations, conversations...))
	}
	access.GrowContactEpoch(tx, c.WorkspaceID)
	return c, all, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
