package message

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// A message is stored once, in messages; what its steps change is in
// message_states, whose row whoever decides about the message locks, also to
// change the content. MessageColumns are those of both, as MessageTables names them.
const (
	MessageColumns = fixedColumns + ", " + stateColumns
	MessageTables  = `messages m JOIN message_states s ON s.workspace_id = m.workspace_id AND s.message_id = m.id`

	fixedColumns = `m.workspace_id, m.id, m.conversation_id, m.contact_id, m.phone_number_id, m.direction, m.type,
	m.to_phone, m.from_phone, m.user_id, m.reply_to, m.content, ` + restColumns
	restColumns  = `m.metadata, m.scheduled_at, m.expires_at, m.created_at`
	stateColumns = `status, provider_message_id, attempts, error, charge, times`

	messageHead = `m.workspace_id, m.id, m.conversation_id, m.contact_id, m.phone_number_id, m.direction, m.type,
	m.to_phone, m.from_phone, m.user_id, m.reply_to, '', ` + restColumns + ", " + stateColumns
)

const (
	insertMessageText = `INSERT INTO messages (id, workspace_id, conversation_id, contact_id, phone_number_id, direction, type,
		to_phone, from_phone, user_id, reply_to, content, metadata, scheduled_at, expires_at, created_at)
		`
	insertMessageOne = insertMessageText + `VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`
)

var (
	insertMessageSQL = db.Merged(insertMessageOne, insertMessageText+`SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
			$8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[]) RETURNING id, ''`)
	selectMessageSQL  = db.SQL(`SELECT ` + MessageColumns + ` FROM ` + MessageTables + ` WHERE m.workspace_id = $1 AND m.id = $2`)
	selectMessagesSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM ` + MessageTables + ` WHERE m.workspace_id = $1 AND m.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND m.id >= $9
		AND ($3 = '' OR s.status = $3) AND ($4 = '' OR m.direction = $4) AND ($5 = '' OR m.to_phone = $5 OR m.to_phone = $8 AND $8 <> '') AND ($6 = '' OR m.type = $6)
		ORDER BY m.id DESC LIMIT $7`).By()
	// What a limited reach covers of the same.
	selectMessagesInReachSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM ` + MessageTables + ` WHERE m.workspace_id = $1 AND m.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND m.id >= $9
		AND ($3 = '' OR s.status = $3) AND ($4 = '' OR m.direction = $4) AND ($5 = '' OR m.to_phone = $5 OR m.to_phone = $8 AND $8 <> '') AND ($6 = '' OR m.type = $6)
		AND ` + reach.OfConversation("m.workspace_id", "m.conversation_id", 10) + ` ORDER BY m.id DESC LIMIT $7`).By()
	// Where a page ends that looks at so many messages.
	lookEndSQL             = db.SQL(`SELECT id FROM messages WHERE workspace_id = $1 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY id DESC LIMIT 1 OFFSET $3`).By().ByOnPostgres("messages_pkey")
	conversationLookEndSQL = db.SQL(`SELECT id FROM messages INDEXED BY messages_conversation WHERE workspace_id = $1 AND conversation_id = $4 AND id < CASE WHEN $2 = '' THEN '~' ELSE $2 END
		ORDER BY conversation_id DESC, id DESC LIMIT 1 OFFSET $3`).By("messages_conversation").ByOnPostgres("messages_conversation")
	// The oldest first.
	selectMessagesAfterSQL = db.SQL(`SELECT `+MessageColumns+` FROM messages AS m INDEXED BY messages_conversation
		JOIN message_states s ON s.workspace_id = m.workspace_id AND s.message_id = m.id WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id > $3 AND m.id < $4
		ORDER BY m.conversation_id, m.id LIMIT $5`).By("messages_conversation").ByOnPostgres("messages_conversation", "message_states_pkey")
	selectConversationMessagesSQL = db.SQL(`SELECT `+MessageColumns+` FROM messages AS m INDEXED BY messages_conversation
		JOIN message_states s ON s.workspace_id = m.workspace_id AND s.message_id = m.id WHERE m.workspace_id = $1 AND m.conversation_id = $10 AND m.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND m.id >= $9
		AND ($3 = '' OR s.status = $3) AND ($4 = '' OR m.direction = $4) AND ($5 = '' OR m.to_phone = $5 OR m.to_phone = $8 AND $8 <> '') AND ($6 = '' OR m.type = $6)
		ORDER BY m.conversation_id DESC, m.id DESC LIMIT $7`).By("messages_conversation").ByOnPostgres("messages_conversation", "message_states_pkey")

	selectSilentSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM ` + MessageTables + ` WHERE m.workspace_id = $1 AND m.id > $2 AND m.id < $3
		AND m.direction = 'outbound' AND (s.status = 'accepted' OR s.status = 'sent' AND m.type <> 'reaction') ORDER BY m.id LIMIT $4`).By()

	insertExpirationSQL = db.Merged(`INSERT INTO message_expirations (message_id, workspace_id, expires_at) VALUES ($1, $2, $3)`,
		`INSERT INTO message_expirations (message_id, workspace_id, expires_at) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) RETURNING message_id, ''`)
	// One that is being sent, or is to be sent later, keeps its row.
	selectExpiringSQL = db.SQL(`SELECT e.workspace_id, e.message_id FROM message_expirations e
		WHERE e.expires_at <= $1 AND coalesce((SELECT s.status FROM message_states s WHERE s.workspace_id = e.workspace_id AND s.message_id = e.message_id), '') NOT IN ('scheduled', 'sending')
		ORDER BY e.expires_at, e.workspace_id, e.message_id LIMIT $2`).By("message_expirations_due").ByOnPostgres("message_expirations_due").
		AcrossWorkspaces("the time decides")
	deleteExpirationSQL = db.SQL(`DELETE FROM message_expirations WHERE workspace_id = $1 AND message_id = $2`)

	parkStatusSQL   = db.SQL(`INSERT INTO parked_statuses (workspace_id, phone_number_id, provider_message_id, status, item, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	selectParkedSQL = db.SQL(`SELECT item FROM parked_statuses WHERE workspace_id = $1 AND phone_number_id = $2 AND provider_message_id = $3 ORDER BY created_at, status`)
	deleteParkedSQL = db.SQL(`DELETE FROM parked_statuses WHERE workspace_id = $1 AND phone_number_id = $2 AND provider_message_id = $3`)
	expireParkedSQL = db.SQL(`DELETE FROM parked_statuses WHERE (workspace_id, phone_number_id, provider_message_id, status) IN
		(SELECT workspace_id, phone_number_id, provider_message_id, status FROM parked_statuses INDEXED BY parked_statuses_age WHERE created_at < $1 ORDER BY created_at LIMIT $2)
		RETURNING workspace_id, phone_number_id, provider_message_id`).By("parked_statuses_age", "parked_statuses").AcrossWorkspaces("retention")
)

// messageArgs begins with the identifier, by which a merged statement tells rows apart.
func messageArgs(m *crm.Message) []any {
	return []any{m.ID, m.WorkspaceID, m.ConversationID, m.ContactID, m.PhoneNumberID, string(m.Direction), m.Type,
		m.To, m.From, m.UserID, m.ReplyTo, db.Text(m.Content), mapText(m.Metadata), db.MsOf(m.ScheduledAt), db.MsOf(m.ExpiresAt), db.Ms(m.CreatedAt)}
}

// InsertMessage stores a new message, which nobody else can store meanwhile.
func InsertMessage(tx *db.Tx, m *crm.Message) {
	tx.Write(insertMessageSQL, messageArgs(m)...)
	tx.Write(insertStateSQL, stateArgs(m)...)
	if m.ProviderMessageID != "" {
		keepProviderID(tx, m, m.ProviderMessageID)
	}
	if m.ExpiresAt != nil && m.Direction == crm.Outbound {
		tx.Write(insertExpirationSQL, m.ID, m.WorkspaceID, db.MsOf(m.ExpiresAt))
	}
}

// Message returns a message of the workspace, or a KindNotFound error.
func Message(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	return findMessage(tx, selectMessageSQL, id, workspaceID, id)
}

func findMessage(tx *db.Tx, s *db.Stmt, id string, args ...any) (*crm.Message, error) {
	list, err := QueryMessages(tx, s, args...)
	if err == nil && len(list) == 0 {
		return nil, crm.NotFound("message", id)
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// silentMessages returns up to limit outgoing messages after the identifier,
// made before the time, that were accepted but not known to be delivered.
func silentMessages(tx *db.Tx, workspaceID, after string, before time.Time, limit int) ([]*crm.Message, error) {
	return QueryMessages(tx, selectSilentSQL, workspaceID, after, crm.LowestID(crm.PrefixMessage, before), limit)
}

// messageRef names a message.
type messageRef struct{ WorkspaceID, ID string }

// expiringMessages returns up to limit messages whose own time is over, those
// first that wait longest. Each was not sent in time, or has ended before.
func expiringMessages(tx *db.Tx, limit int) (out []messageRef, err error) {
	err = tx.Each(selectExpiringSQL, func(r db.Row) error {
		var m messageRef
		err := r.Scan(&m.WorkspaceID, &m.ID)
		out = append(out, m)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

// parkStatus keeps a status whose message is not known yet.
func parkStatus(tx *db.Tx, workspaceID, phoneNumberID, providerMessageID, status string, item []byte) {
	tx.Write(parkStatusSQL, workspaceID, phoneNumberID, providerMessageID, status, string(item), db.Ms(tx.Now()))
}

// orphans are statuses of a number whose message was never seen here.
type orphans struct {
	WorkspaceID, PhoneNumberID string
	Count                      int64
	Last                       string // the provider's identifier of a message
}

// expireParked forgets up to limit statuses that nothing came for since the time,
// and returns of which numbers they were, and how many.
func expireParked(tx *db.Tx, before time.Time, limit int) (out []orphans, n int64, err error) {
	err = tx.Each(expireParkedSQL, func(r db.Row) error {
		var o orphans
		err := r.Scan(&o.WorkspaceID, &o.PhoneNumberID, &o.Last)
		i := slices.IndexFunc(out, func(have orphans) bool { return have.PhoneNumberID == o.PhoneNumberID })
		if i < 0 {
			i = len(out)
			out = append(out, o)
		}
		out[i].Count, out[i].Last = out[i].Count+1, o.Last
		n++
		return err
	}, db.Ms(before), limit)
	return out, n, err
}

// QueryMessages returns the messages that a statement of messages finds.
func QueryMessages(tx *db.Tx, s *db.Stmt, args ...any) (out []*crm.Message, err error) {
	err = tx.Each(s, func(r db.Row) error {
		m, err := scanMessage(r)
		out = append(out, m)
		return err
	}, args...)
	return out, err
}

// scanMessage reads MessageColumns, and more columns after them.
func scanMessage(r db.Row, more ...any) (*crm.Message, error) {
	f, t := fixedRow{}, stateRow{}
	if err := r.Scan(slices.Concat(f.dest(), t.dest(), more)...); err != nil {
		return nil, err
	}
	return f.with(&t)
}

// fixedRow is a row of fixedColumns.
type fixedRow struct {
	m                             crm.Message
	direction, content, metadata  string
	scheduled, expires, createdAt int64
}

func (f *fixedRow) dest() []any {
	m := &f.m
	return []any{&m.WorkspaceID, &m.ID, &m.ConversationID, &m.ContactID, &m.PhoneNumberID, &f.direction, &m.Type,
		&m.To, &m.From, &m.UserID, &m.ReplyTo, &f.content, &f.metadata, &f.scheduled, &f.expires, &f.createdAt}
}

// with is the message in a state.
func (f *fixedRow) with(t *stateRow) (*crm.Message, error) {
	m := &f.m
	m.Direction, m.Status, m.ProviderMessageID = crm.Direction(f.direction), crm.Status(t.status), t.provider
	m.ScheduledAt, m.ExpiresAt, m.CreatedAt = db.AtOf(f.scheduled), db.AtOf(f.expires), db.At(f.createdAt)
	m.Times = parseTimes(t.times)
	m.Attempts, m.AttemptsOmitted = parseAttempts(t.attempts)
	for _, part := range []struct {
		text string
		into any
	}{{f.content, &m.Content}, {f.metadata, &m.Metadata}, {t.failure, &m.Error}} {
		if part.text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return nil, fmt.Errorf("message %s: %w", m.ID, err)
		}
	}
	return m, readBilling(t.charge, m)
}

func mapText(m map[string]string) string {
	if len(m) == 0 {
		return ""
	}
	return db.Text(m)
}
