package message

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const MessageColumns = `workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, status,
	to_phone, from_phone, user_id, provider_message_id, reply_to, content, metadata, attempts, error, charge,
	scheduled_at, expires_at, created_at, times`

const messageHead = `workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, status,
	to_phone, from_phone, user_id, provider_message_id, reply_to, '', metadata, attempts, error, charge,
	scheduled_at, expires_at, created_at, times`

// refusals are those of the message's contact.
const refusals = `,
	coalesce((SELECT opted_out_at FROM contacts c WHERE c.workspace_id = messages.workspace_id AND c.id = messages.contact_id), 0),
	coalesce((SELECT refuses_all_at FROM contacts c WHERE c.workspace_id = messages.workspace_id AND c.id = messages.contact_id), 0)`

var (
	insertMessageSQL = db.Merged(`INSERT INTO messages (id, workspace_id, conversation_id, contact_id, phone_number_id, direction, type, status,
		to_phone, from_phone, user_id, provider_message_id, reply_to, content, metadata, attempts, error, charge,
		scheduled_at, expires_at, created_at, times)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
		`INSERT INTO messages (id, workspace_id, conversation_id, contact_id, phone_number_id, direction, type, status,
		to_phone, from_phone, user_id, provider_message_id, reply_to, content, metadata, attempts, error, charge,
		scheduled_at, expires_at, created_at, times)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
			$11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::bigint[], $20::bigint[], $21::bigint[], $22::text[])
		RETURNING id, ''`)
	// What a status needs of a message; its content stays unread.
	lockHeadSQL = db.SQL(`SELECT ` + messageHead + ` FROM messages WHERE workspace_id = $1 AND id = $2 FOR UPDATE`).
			ForMany(`SELECT u.n, ` + messageHead + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, message, n)
		JOIN messages ON workspace_id = u.workspace AND id = u.message ORDER BY u.n FOR UPDATE OF messages`)
	lockHeadByProviderSQL = db.SQL(`SELECT ` + messageHead + ` FROM messages WHERE phone_number_id = $2 AND provider_message_id = $3 AND provider_message_id <> '' AND workspace_id = $1 FOR UPDATE`).
				ForMany(`SELECT u.n, ` + messageHead + ` FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u (workspace, number, provider, n)
		JOIN messages ON phone_number_id = u.number AND provider_message_id = u.provider AND provider_message_id <> '' AND workspace_id = u.workspace ORDER BY u.n FOR UPDATE OF messages`).ByOnPostgres("messages_provider")
	selectMessageSQL           = db.SQL(`SELECT ` + MessageColumns + ` FROM messages WHERE workspace_id = $1 AND id = $2`)
	lockMessageSQL             = db.SQL(`SELECT ` + MessageColumns + ` FROM messages WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	selectMessageByProviderSQL = db.SQL(`SELECT id FROM messages WHERE phone_number_id = $1 AND provider_message_id = $2 AND provider_message_id <> '' AND workspace_id = $3`).ByOnPostgres("messages_provider")
	selectMessagesSQL          = db.SQL(`SELECT ` + MessageColumns + ` FROM messages WHERE workspace_id = $1 AND ($2 = '' OR id < $2)
		AND ($3 = '' OR status = $3) AND ($4 = '' OR direction = $4) AND ($5 = '' OR to_phone = $5 OR to_phone = $8 AND $8 <> '') AND ($6 = '' OR type = $6)
		ORDER BY id DESC LIMIT $7`)
	// A provider's identifier is known once per number, and a workspace has few of those.
	selectByProviderSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM messages INDEXED BY messages_provider
		WHERE phone_number_id IN (SELECT n.id FROM phone_numbers n WHERE n.workspace_id = $1) AND provider_message_id = $9 AND provider_message_id <> ''
		AND workspace_id = $1 AND ($2 = '' OR id < $2) AND ($3 = '' OR status = $3) AND ($4 = '' OR direction = $4)
		AND ($5 = '' OR to_phone = $5 OR to_phone = $8 AND $8 <> '') AND ($6 = '' OR type = $6) ORDER BY id DESC LIMIT $7`).By("messages_provider")
	selectConversationMessagesSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM messages INDEXED BY messages_conversation WHERE workspace_id = $1 AND conversation_id = $9 AND ($2 = '' OR id < $2)
		AND ($3 = '' OR status = $3) AND ($4 = '' OR direction = $4) AND ($5 = '' OR to_phone = $5 OR to_phone = $8 AND $8 <> '') AND ($6 = '' OR type = $6)
		ORDER BY conversation_id DESC, id DESC LIMIT $7`).By("messages_conversation")

	selectSilentSQL = db.SQL(`SELECT ` + MessageColumns + ` FROM messages WHERE workspace_id = $1 AND id > $2 AND id < $3
		AND direction = 'outbound' AND (status = 'accepted' OR status = 'sent' AND type <> 'reaction') ORDER BY id LIMIT $4`)

	// Across workspaces: the time decides.
	insertExpirationSQL = db.Merged(`INSERT INTO message_expirations (message_id, workspace_id, expires_at) VALUES ($1, $2, $3)`,
		`INSERT INTO message_expirations (message_id, workspace_id, expires_at) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) RETURNING message_id, ''`)
	// Across workspaces: the time decides. One that is being sent, or is to be sent later, keeps its row.
	selectExpiringSQL = db.SQL(`SELECT e.workspace_id, e.message_id FROM message_expirations e
		WHERE e.expires_at <= $1 AND coalesce((SELECT m.status FROM messages m WHERE m.workspace_id = e.workspace_id AND m.id = e.message_id), '') NOT IN ('scheduled', 'sending')
		ORDER BY e.expires_at, e.workspace_id, e.message_id LIMIT $2`).By("message_expirations_due").ByOnPostgres("message_expirations_due")
	deleteExpirationSQL = db.SQL(`DELETE FROM message_expirations WHERE workspace_id = $1 AND message_id = $2`)

	// The history columns grow, so that they are written without being read,
	// unless there were many attempts.
	claimMessageSQL = db.SQL(`UPDATE messages SET status = 'sending', times = times || $3, attempts = attempts || $4
		WHERE workspace_id = $1 AND id = $2 AND status IN ('scheduled', 'queued') RETURNING ` + MessageColumns + refusals).
		ForMany(`UPDATE messages SET status = 'sending', times = times || u.stamp, attempts = attempts || u.line
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS u (workspace, message, stamp, line, n)
		WHERE workspace_id = u.workspace AND id = u.message AND status IN ('scheduled', 'queued') RETURNING u.n, ` + MessageColumns + refusals)
	requeueMessageSQL = db.SQL(`UPDATE messages SET status = 'queued', attempts = attempts || $3
		WHERE workspace_id = $1 AND id = $2 AND status = 'sending'`)
	requeueShortenedSQL = db.SQL(`UPDATE messages SET status = 'queued', attempts = $3, times = $4
		WHERE workspace_id = $1 AND id = $2 AND status = 'sending'`)
	noteAttemptSQL = db.SQL(`UPDATE messages SET attempts = attempts || $3 WHERE workspace_id = $1 AND id = $2`)
	moveMessageSQL = db.Merged(`UPDATE messages SET status = $3, times = times || $4, attempts = attempts || $5,
		provider_message_id = CASE WHEN provider_message_id = '' THEN $6 ELSE provider_message_id END,
		error = CASE WHEN $7 = '' THEN error ELSE $7 END, charge = CASE WHEN $8 = '' THEN charge ELSE $8 END
		WHERE workspace_id = $2 AND id = $1`,
		`UPDATE messages SET status = u.next, times = times || u.stamp, attempts = attempts || u.line,
		provider_message_id = CASE WHEN provider_message_id = '' THEN u.provider ELSE provider_message_id END,
		error = CASE WHEN u.failure = '' THEN error ELSE u.failure END, charge = CASE WHEN u.price = '' THEN charge ELSE u.price END
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
			AS u (message, workspace, next, stamp, line, provider, failure, price)
		WHERE workspace_id = u.workspace AND id = u.message RETURNING id, ''`).BeforeReads()
	acceptMessageSQL = db.SQL(`UPDATE messages SET status = CASE WHEN status = 'sending' THEN 'accepted' ELSE status END,
		times = times || $3, attempts = attempts || $4,
		provider_message_id = CASE WHEN provider_message_id = '' THEN $5 ELSE provider_message_id END
		WHERE workspace_id = $1 AND id = $2 RETURNING status, provider_message_id, EXISTS (SELECT 1 FROM parked_statuses p
			WHERE p.phone_number_id = messages.phone_number_id AND p.provider_message_id = $5 AND p.workspace_id = $1)`).
		ForMany(`UPDATE messages SET status = CASE WHEN status = 'sending' THEN 'accepted' ELSE status END,
		times = times || u.stamp, attempts = attempts || u.line,
		provider_message_id = CASE WHEN provider_message_id = '' THEN u.provider ELSE provider_message_id END
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS u (workspace, message, stamp, line, provider, n)
		WHERE workspace_id = u.workspace AND id = u.message RETURNING u.n, status, provider_message_id, EXISTS (SELECT 1 FROM parked_statuses p
			WHERE p.phone_number_id = messages.phone_number_id AND p.provider_message_id = u.provider AND p.workspace_id = u.workspace)`)

	parkStatusSQL   = db.SQL(`INSERT INTO parked_statuses (phone_number_id, provider_message_id, status, workspace_id, item, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	selectParkedSQL = db.SQL(`SELECT item FROM parked_statuses WHERE phone_number_id = $1 AND provider_message_id = $2 AND workspace_id = $3 ORDER BY created_at, status`)
	deleteParkedSQL = db.SQL(`DELETE FROM parked_statuses WHERE phone_number_id = $1 AND provider_message_id = $2 AND workspace_id = $3`)
	expireParkedSQL = db.SQL(`DELETE FROM parked_statuses WHERE created_at < $1 RETURNING workspace_id, phone_number_id, provider_message_id`)
)

func messageArgs(m *crm.Message) []any {
	return []any{m.WorkspaceID, m.ID, m.ConversationID, m.ContactID, m.PhoneNumberID, string(m.Direction), m.Type, string(m.Status),
		m.To, m.From, m.UserID, m.ProviderMessageID, m.ReplyTo, db.Text(m.Content), mapText(m.Metadata), "", db.TextOf(m.Error), billing(m),
		db.MsOf(m.ScheduledAt), db.MsOf(m.ExpiresAt), db.Ms(m.CreatedAt), stamp(m.Status, reached(m))}
}

// reached is when the message got its status: now, unless the provider tells.
func reached(m *crm.Message) time.Time {
	if at, told := m.Times[m.Status]; told {
		return at
	}
	return m.CreatedAt
}

// InsertMessage stores a new outgoing message.
func InsertMessage(tx *db.Tx, m *crm.Message) {
	args := messageArgs(m)
	args[0], args[1] = args[1], args[0] // a merged statement is keyed by its first argument
	tx.Write(insertMessageSQL, args...)
	if m.ExpiresAt != nil && m.Direction == crm.Outbound {
		tx.Write(insertExpirationSQL, m.ID, m.WorkspaceID, db.MsOf(m.ExpiresAt))
	}
}

// Message returns a message of the workspace, or a KindNotFound error.
func Message(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	return findMessage(tx, selectMessageSQL, id, workspaceID, id)
}

// LockMessage is Message, and keeps other nodes from changing it meanwhile.
func LockMessage(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	return findMessage(tx, lockMessageSQL, id, workspaceID, id)
}

// lockHead is LockMessage without the content.
func lockHead(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	return findMessage(tx, lockHeadSQL, id, workspaceID, id)
}

// LockHeads is lockHead for many: those that there are, by their identifier.
func LockHeads(tx *db.Tx, workspaceID string, ids []string) (map[string]*crm.Message, error) {
	return heads(tx, lockHeadSQL, ids, workspaceID)
}

// LockHeadsByProvider finds messages of a number by the provider's
// identifiers, without their content: those that there are, by that identifier.
func LockHeadsByProvider(tx *db.Tx, n crm.PhoneNumber, ids []string) (map[string]*crm.Message, error) {
	return heads(tx, lockHeadByProviderSQL, ids, n.WorkspaceID, n.ID)
}

// heads asks for each identifier, with the owners before it.
func heads(tx *db.Tx, s *db.Stmt, ids []string, owners ...any) (map[string]*crm.Message, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = append(slices.Clone(owners), id)
	}
	out := make(map[string]*crm.Message, len(ids))
	err := tx.EachOf(s, rows, func(i int, r db.Row) (err error) {
		out[ids[i]], err = scanMessage(r)
		return err
	})
	return out, err
}

// MessageIDByProvider returns the identifier of the number's message that the
// provider calls so, or "".
func MessageIDByProvider(tx *db.Tx, n crm.PhoneNumber, providerMessageID string) (id string, err error) {
	_, err = tx.One(selectMessageByProviderSQL, []any{&id}, n.ID, providerMessageID, n.WorkspaceID)
	return id, err
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

// ClaimMessage moves a queued or scheduled message to sending and notes that a
// call to the provider begins. The message has its contact's refusals as they
// are in this transaction. It returns nil when the message is in any other
// state: sent already, canceled, or left open by a crash.
func ClaimMessage(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	now := tx.Now()
	var m *crm.Message
	err := tx.Each(claimMessageSQL, func(r db.Row) (err error) {
		var optedOut, refusesAll int64
		if m, err = scanMessage(r, &optedOut, &refusesAll); err == nil {
			m.Refusals = crm.Refusals{OptedOutAt: db.AtOf(optedOut), RefusesAllAt: db.AtOf(refusesAll)}
		}
		return err
	}, workspaceID, id, stamp(crm.StatusSending, now), attemptLine(attemptRecord{Start: db.Ms(now)}))
	if err != nil {
		return nil, err
	}
	return m, nil
}

// RequeueMessage ends an attempt that is known to have had no effect and lets
// the message, as it was claimed or locked, wait for the next one. Of many
// attempts that came to nothing, the first and the newest are kept.
func RequeueMessage(tx *db.Tx, m *crm.Message, a crm.Attempt) {
	end := endLine(tx.Now(), a)
	if len(m.Attempts) <= firstAttempts+newestAttempts {
		tx.Write(requeueMessageSQL, m.WorkspaceID, m.ID, end)
		return
	}
	tx.Write(requeueShortenedSQL, m.WorkspaceID, m.ID, shortenAttempts(m)+end, timesText(m.Times))
}

// noteAttempt ends or settles the last attempt of a message, whatever its status.
func noteAttempt(tx *db.Tx, workspaceID, id string, a crm.Attempt) {
	tx.Write(noteAttemptSQL, workspaceID, id, endLine(tx.Now(), a))
}

// AcceptMessage records that the provider took the message. A status that came
// before is kept; the status that stands now is returned, and the statuses that
// waited for the provider's identifier, which are forgotten.
func AcceptMessage(tx *db.Tx, m *crm.Message, providerMessageID string, now time.Time) (status crm.Status, known string, parked [][]byte, err error) {
	var s string
	var waiting bool
	found, err := tx.One(acceptMessageSQL, []any{&s, &known, &waiting}, m.WorkspaceID, m.ID, stamp(crm.StatusAccepted, now),
		endLine(now, crm.Attempt{Outcome: crm.OutcomeKnown}), providerMessageID)
	if err == nil && !found {
		err = crm.NotFound("message", m.ID)
	}
	if err != nil || !waiting {
		return crm.Status(s), known, nil, err
	}
	err = tx.Each(selectParkedSQL, func(r db.Row) error {
		var item string
		err := r.Scan(&item)
		parked = append(parked, []byte(item))
		return err
	}, m.PhoneNumberID, providerMessageID, m.WorkspaceID)
	tx.Write(deleteParkedSQL, m.PhoneNumberID, providerMessageID, m.WorkspaceID)
	return crm.Status(s), known, parked, err
}

// Move is one step of a message: what becomes of it and when.
type Move struct {
	Status            crm.Status
	At                time.Time
	ProviderMessageID string
	Error             *crm.MessageError
	// Billing says that the message has another charge or receipt now.
	Billing bool
	Attempt *crm.Attempt // ends or settles the last attempt
	// TimeOnly is the late status whose time is noted although the message is
	// further already; "" when there is none.
	TimeOnly crm.Status
}

// MoveMessage applies steps, one after another, in one write. The caller has
// locked the message and asked crm.Status.MovesTo.
func MoveMessage(tx *db.Tx, m *crm.Message, steps ...Move) {
	var times, attempts, provider, failure, charge string
	for _, v := range steps {
		times += stamp(cmp.Or(v.TimeOnly, v.Status), v.At)
		if v.Attempt != nil {
			attempts += endLine(tx.Now(), *v.Attempt)
		}
		provider = cmp.Or(provider, v.ProviderMessageID)
		failure = cmp.Or(db.TextOf(v.Error), failure)
		if v.Billing {
			charge = billing(m)
		}
	}
	last := steps[len(steps)-1].Status
	tx.Write(moveMessageSQL, m.ID, m.WorkspaceID, string(last), times, attempts, provider, failure, charge)
}

// parkStatus keeps a status whose message is not known yet.
func parkStatus(tx *db.Tx, workspaceID, phoneNumberID, providerMessageID, status string, item []byte) {
	tx.Write(parkStatusSQL, phoneNumberID, providerMessageID, status, workspaceID, string(item), db.Ms(tx.Now()))
}

// orphans are statuses of a number whose message was never seen here.
type orphans struct {
	WorkspaceID, PhoneNumberID string
	Count                      int64
	Last                       string // the provider's identifier of a message
}

// expireParked forgets statuses that nothing came for since the time, and
// returns of which numbers they were.
func expireParked(tx *db.Tx, before time.Time) (out []orphans, err error) {
	err = tx.Each(expireParkedSQL, func(r db.Row) error {
		var o orphans
		err := r.Scan(&o.WorkspaceID, &o.PhoneNumberID, &o.Last)
		i := slices.IndexFunc(out, func(have orphans) bool { return have.PhoneNumberID == o.PhoneNumberID })
		if i < 0 {
			i = len(out)
			out = append(out, o)
		}
		out[i].Count, out[i].Last = out[i].Count+1, o.Last
		return err
	}, db.Ms(before))
	return out, err
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
	m := &crm.Message{}
	var direction, status, content, metadata, attempts, failure, charge, times string
	var scheduled, expires, created int64
	dest := []any{&m.WorkspaceID, &m.ID, &m.ConversationID, &m.ContactID, &m.PhoneNumberID, &direction, &m.Type, &status,
		&m.To, &m.From, &m.UserID, &m.ProviderMessageID, &m.ReplyTo, &content, &metadata, &attempts, &failure, &charge,
		&scheduled, &expires, &created, &times}
	err := r.Scan(append(dest, more...)...)
	if err != nil {
		return nil, err
	}
	m.Direction, m.Status = crm.Direction(direction), crm.Status(status)
	m.ScheduledAt, m.ExpiresAt, m.CreatedAt = db.AtOf(scheduled), db.AtOf(expires), db.At(created)
	m.Times = parseTimes(times)
	m.Attempts, m.AttemptsOmitted = parseAttempts(attempts)
	for _, part := range []struct {
		text string
		into any
	}{{content, &m.Content}, {metadata, &m.Metadata}, {failure, &m.Error}} {
		if part.text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return nil, fmt.Errorf("message %s: %w", m.ID, err)
		}
	}
	return m, readBilling(charge, m)
}

func mapText(m map[string]string) string {
	if len(m) == 0 {
		return ""
	}
	return db.Text(m)
}

// providerIDTaken reports whether a message could not be given the provider's
// identifier because another one of its number has it.
func providerIDTaken(err error) bool {
	return db.Taken(err, "messages_provider", "messages.provider_message_id")
}
