package contact

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const conversationListed = `v.id, v.contact_id, v.phone_number_id, v.last_inbound_at, c.opted_out_at, c.refuses_all_at, v.created_at`

var (
	selectConversationsSQL = db.SQL(`SELECT ` + conversationListed + ` FROM conversations v JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id
		WHERE v.workspace_id = $1 AND ($2 = '' OR v.id < $2) AND v.joined_to = '' AND ($3 = '' OR v.phone_number_id = $3) ORDER BY v.id DESC LIMIT $4`)
	selectConversationsOfSQL = db.SQL(`SELECT ` + conversationListed + ` FROM conversations v INDEXED BY conversations_pair JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id
		WHERE v.workspace_id = $1 AND v.contact_id = $5 AND ($2 = '' OR v.id < $2) AND v.joined_to = '' AND ($3 = '' OR v.phone_number_id = $3) ORDER BY v.id DESC LIMIT $4`).By("conversations_pair")
	conversationMadeSQL = db.SQL(`SELECT created_at FROM conversations WHERE workspace_id = $1 AND id = $2`)
)

// ConversationFilter narrows a list of conversations; empty fields match all.
type ConversationFilter struct{ ContactID, PhoneNumberID string }

// ListedConversation is a conversation with when it was made.
type ListedConversation struct {
	crm.Conversation
	CreatedAt time.Time
}

// Conversations returns a page of the workspace's conversations, newest first,
// without those that were joined to others.
func Conversations(tx *db.Tx, workspaceID string, f ConversationFilter, p crm.Page) (crm.List[ListedConversation], error) {
	var out []ListedConversation
	which, args := selectConversationsSQL, []any{workspaceID, p.After, f.PhoneNumberID, p.Limit + 1}
	if f.ContactID != "" {
		which, args = selectConversationsOfSQL, append(args, f.ContactID)
	}
	err := tx.Each(which, func(r db.Row) error {
		c := ListedConversation{Conversation: crm.Conversation{WorkspaceID: workspaceID}}
		var inbound, optedOut, refusesAll, created int64
		err := r.Scan(&c.ID, &c.ContactID, &c.PhoneNumberID, &inbound, &optedOut, &refusesAll, &created)
		c.LastInboundAt, c.OptedOutAt, c.RefusesAllAt, c.CreatedAt = db.AtOf(inbound), db.AtOf(optedOut), db.AtOf(refusesAll), db.At(created)
		out = append(out, c)
		return err
	}, args...)
	return crm.CutPage(out, p.Limit, func(c ListedConversation) string { return c.ID }), err
}

// ConversationMade is Conversation, with when it was made.
func ConversationMade(tx *db.Tx, workspaceID, id string) (c crm.Conversation, created time.Time, err error) {
	if c, err = Conversation(tx, workspaceID, id); err != nil {
		return c, created, err
	}
	var ms int64
	_, err = tx.One(conversationMadeSQL, []any{&ms}, workspaceID, c.ID)
	return c, db.At(ms), err
}
