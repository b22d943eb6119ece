package contact

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	seedContactSQL = db.SQL(insertContactText).
			ForMany(`INSERT INTO contacts (workspace_id, id, phone, lookup_key, user_id, parent_user_id, phone_since, name, search_name, named_here,
		tags, field_values, opted_out_at, refuses_all_at, merged_into, created_at, updated_at)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::bool[],
			$11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::text[], $16::bigint[], $17::bigint[])`)
	seedConversationSQL = db.SQL(`INSERT INTO conversations (workspace_id, id, contact_id, phone_number_id, status, last_inbound_at, created_at, team_id, agent_id, labels) VALUES ($1, $2, $3, $4, 'open', $5, $6, $7, $8, $9)`).
				ForMany(`INSERT INTO conversations (workspace_id, id, contact_id, phone_number_id, status, last_inbound_at, created_at, team_id, agent_id, labels)
		SELECT u.w, u.id, u.contact, u.number, 'open', u.wrote, u.made, u.team, u.agent, u.labels
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[]) AS u (w, id, contact, number, wrote, made, team, agent, labels)`)
)

// ListedConversation is a conversation with when it was made, and its labels.
type ListedConversation struct {
	crm.Conversation
	CreatedAt time.Time
	LabelIDs  []string
}

// SeedContacts stores many contacts that nobody has yet, each with the
// conversation of the same place in the list.
func SeedContacts(tx *db.Tx, contacts []crm.Contact, conversations []ListedConversation) error {
	people, pairs := make([][]any, len(contacts)), make([][]any, len(conversations))
	for i, c := range contacts {
		people[i] = contactArgs(c)
		v := conversations[i]
		pairs[i] = []any{v.WorkspaceID, v.ID, v.ContactID, v.PhoneNumberID, db.MsOf(v.LastInboundAt), db.Ms(v.CreatedAt), v.TeamID, v.AgentID, crm.JoinIDs(v.LabelIDs)}
	}
	if _, err := tx.ExecOf(seedContactSQL, people); err != nil {
		return err
	}
	for _, c := range contacts {
		listContact(tx, crm.Contact{}, c)
	}
	_, err := tx.ExecOf(seedConversationSQL, pairs)
	return err
}
