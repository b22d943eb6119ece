package message

import (
	"cmp"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// refusals are those of the message's contact.
const refusals = `,
	coalesce((SELECT opted_out_at FROM contacts c WHERE c.workspace_id = m.workspace_id AND c.id = m.contact_id), 0),
	coalesce((SELECT refuses_all_at FROM contacts c WHERE c.workspace_id = m.workspace_id AND c.id = m.contact_id), 0)`

const insertStateText = `INSERT INTO message_states (message_id, workspace_id, status, provider_message_id, error, charge, times)
		`

var (
	insertStateSQL = db.Merged(insertStateText+`VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		insertStateText+`SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) RETURNING message_id, ''`)
	insertReceivedStateSQL = db.SQL(insertStateText + `VALUES ($1, $2, $3, $4, $5, $6, $7)`)

	// Whoever holds the state's row decides about the message. The rest of it is
	// read by a statement of its own behind the lock: one that waited for the lock
	// would show the content from before it waited.
	lockStateSQL   = db.SQL(`SELECT ` + stateColumns + ` FROM message_states s WHERE s.workspace_id = $1 AND s.message_id = $2 FOR UPDATE`)
	selectFixedSQL = db.SQL(`SELECT ` + fixedColumns + ` FROM messages m WHERE m.workspace_id = $1 AND m.id = $2`).
			ForMany(`SELECT u.n, ` + fixedColumns + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, message, n) JOIN messages m ON m.workspace_id = u.workspace AND m.id = u.message`)
	// What a status needs of a message; its content stays unread, and unwritten.
	lockHeadSQL = db.SQL(`SELECT ` + messageHead + ` FROM ` + MessageTables + ` WHERE m.workspace_id = $1 AND m.id = $2 FOR UPDATE OF s`).
			ForMany(`SELECT u.n, ` + messageHead + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, message, n)
		JOIN message_states s ON s.workspace_id = u.workspace AND s.message_id = u.message
		JOIN messages m ON m.workspace_id = u.workspace AND m.id = u.message ORDER BY u.n FOR UPDATE OF s`)

	// The history columns grow, so that they are written without being read,
	// unless there were many attempts.
	claimStateSQL = db.SQL(`UPDATE message_states SET status = 'sending', times = times || $3, attempts = attempts || $4
		WHERE workspace_id = $1 AND message_id = $2 AND status IN ('scheduled', 'queued') RETURNING ` + stateColumns).
		ForMany(`UPDATE message_states SET status = 'sending', times = times || u.stamp, attempts = attempts || u.line
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS u (workspace, message, stamp, line, n)
		WHERE workspace_id = u.workspace AND message_id = u.message AND status IN ('scheduled', 'queued') RETURNING u.n, ` + stateColumns)
	selectClaimedSQL = db.SQL(`SELECT ` + fixedColumns + refusals + ` FROM messages m WHERE m.workspace_id = $1 AND m.id = $2`).
				ForMany(`SELECT u.n, ` + fixedColumns + refusals + ` FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, message, n)
		JOIN messages m ON m.workspace_id = u.workspace AND m.id = u.message`)
	requeueMessageSQL = db.SQL(`UPDATE message_states SET status = 'queued', attempts = attempts || $3
		WHERE workspace_id = $1 AND message_id = $2 AND status = 'sending'`)
	requeueShortenedSQL = db.SQL(`UPDATE message_states SET status = 'queued', attempts = $3, times = $4
		WHERE workspace_id = $1 AND message_id = $2 AND status = 'sending'`)
	noteAttemptSQL = db.SQL(`UPDATE message_states SET attempts = attempts || $3 WHERE workspace_id = $1 AND message_id = $2`)
	moveMessageSQL = db.Merged(`UPDATE message_states SET status = $3, times = times || $4, attempts = attempts || $5,
		provider_message_id = CASE WHEN provider_message_id = '' THEN $6 ELSE provider_message_id END,
		error = CASE WHEN $7 = '' THEN error ELSE $7 END, charge = CASE WHEN $8 = '' THEN charge ELSE $8 END
		WHERE workspace_id = $2 AND message_id = $1`,
		`UPDATE message_states SET status = u.next, times = times || u.stamp, attempts = attempts || u.line,
		provider_message_id = CASE WHEN provider_message_id = '' THEN u.provider ELSE provider_message_id END,
		error = CASE WHEN u.failure = '' THEN error ELSE u.failure END, charge = CASE WHEN u.price = '' THEN charge ELSE u.price END
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
			AS u (message, workspace, next, stamp, line, provider, failure, price)
		WHERE workspace_id = u.workspace AND message_id = u.message RETURNING message_id, ''`).BeforeReads()
	acceptMessageSQL = db.SQL(`UPDATE message_states SET status = CASE WHEN status = 'sending' THEN 'accepted' ELSE status END,
		times = times || $3, attempts = attempts || $4,
		provider_message_id = CASE WHEN provider_message_id = '' THEN $5 ELSE provider_message_id END
		WHERE workspace_id = $1 AND message_id = $2 RETURNING status, provider_message_id, EXISTS (SELECT 1 FROM parked_statuses p
			WHERE p.workspace_id = $1 AND p.phone_number_id = $6 AND p.provider_message_id = $5)`).
		ForMany(`UPDATE message_states SET status = CASE WHEN status = 'sending' THEN 'accepted' ELSE status END,
		times = times || u.stamp, attempts = attempts || u.line,
		provider_message_id = CASE WHEN provider_message_id = '' THEN u.provider ELSE provider_message_id END
		FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS u (workspace, message, stamp, line, provider, number, n)
		WHERE workspace_id = u.workspace AND message_id = u.message RETURNING u.n, status, provider_message_id, EXISTS (SELECT 1 FROM parked_statuses p
			WHERE p.workspace_id = u.workspace AND p.phone_number_id = u.number AND p.provider_message_id = u.provider)`)
)

// stateRow is a row of stateColumns.
type stateRow struct{ status, provider, attempts, failure, charge, times string }

func (t *stateRow) dest() []any {
	return []any{&t.status, &t.provider, &t.attempts, &t.failure, &t.charge, &t.times}
}

func stateArgs(m *crm.Message) []any {
	return []any{m.ID, m.WorkspaceID, string(m.Status), m.ProviderMessageID, db.TextOf(m.Error), billing(m), stamp(m.Status, reached(m))}
}

// reached is when the message got its status: now, unless the provider tells.
func reached(m *crm.Message) time.Time {
	if at, told := m.Times[m.Status]; told {
		return at
	}
	return m.CreatedAt
}

// lockWith locks or changes the state of a message by one statement and reads the
// rest behind it by another, which gets the first of the arguments. It returns
// nil when the first finds no row.
func lockWith(tx *db.Tx, state, fixed *db.Stmt, args []any, more ...any) (*crm.Message, error) {
	var t stateRow
	var f fixedRow
	var locked, found bool
	err := tx.Together(
		func(tx *db.Tx) (err error) { locked, err = tx.One(state, t.dest(), args...); return err },
		func(tx *db.Tx) (err error) {
			found, err = tx.One(fixed, slices.Concat(f.dest(), more), args[:2]...)
			return err
		})
	if err != nil || !locked || !found {
		return nil, err
	}
	return f.with(&t)
}

// LockMessage is Message, and keeps other nodes from changing it meanwhile.
func LockMessage(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	m, err := lockWith(tx, lockStateSQL, selectFixedSQL, []any{workspaceID, id})
	if m == nil && err == nil {
		err = crm.NotFound("message", id)
	}
	return m, err
}

// lockHead is LockMessage without the content.
func lockHead(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	return findMessage(tx, lockHeadSQL, id, workspaceID, id)
}

// LockHeads is lockHead for many: those that there are, by their identifier.
func LockHeads(tx *db.Tx, workspaceID string, ids []string) (map[string]*crm.Message, error) {
	return heads(tx, lockHeadSQL, ids, func(id string) []any { return []any{workspaceID, id} })
}

// heads asks for each identifier.
func heads(tx *db.Tx, s *db.Stmt, ids []string, args func(id string) []any) (map[string]*crm.Message, error) {
	return askEach(tx, s, ids, args, func(r db.Row) (*crm.Message, error) { return scanMessage(r) })
}

func askEach(tx *db.Tx, s *db.Stmt, ids []string, args func(id string) []any, scan func(db.Row) (*crm.Message, error)) (map[string]*crm.Message, error) {
	rows := make([][]any, len(ids))
	for i, id := range ids {
		rows[i] = args(id)
	}
	out := make(map[string]*crm.Message, len(ids))
	err := tx.EachOf(s, rows, func(i int, r db.Row) (err error) {
		out[ids[i]], err = scan(r)
		return err
	})
	return out, err
}

// ClaimMessage moves a queued or scheduled message to sending and notes that a
// call to the provider begins. The message has its contact's refusals as they
// are in this transaction. It returns nil when the message is in any other
// state: sent already, canceled, or left open by a crash.
func ClaimMessage(tx *db.Tx, workspaceID, id string) (*crm.Message, error) {
	now := tx.Now()
	var optedOut, refusesAll int64
	m, err := lockWith(tx, claimStateSQL, selectClaimedSQL,
		[]any{workspaceID, id, stamp(crm.StatusSending, now), attemptLine(attemptRecord{Start: db.Ms(now)})}, &optedOut, &refusesAll)
	if m != nil {
		m.Refusals = crm.Refusals{OptedOutAt: db.AtOf(optedOut), RefusesAllAt: db.AtOf(refusesAll)}
	}
	return m, err
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
		endLine(now, crm.Attempt{Outcome: crm.OutcomeKnown}), providerMessageID, m.PhoneNumberID)
	if err == nil && !found {
		err = crm.NotFound("message", m.ID)
	}
	if err == nil && known != "" && known == providerMessageID {
		keepProviderID(tx, m, known)
	}
	if err != nil || !waiting {
		return crm.Status(s), known, nil, err
	}
	err = tx.Each(selectParkedSQL, func(r db.Row) error {
		var item string
		err := r.Scan(&item)
		parked = append(parked, []byte(item))
		return err
	}, m.WorkspaceID, m.PhoneNumberID, providerMessageID)
	tx.Write(deleteParkedSQL, m.WorkspaceID, m.PhoneNumberID, providerMessageID)
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
	if provider != "" {
		keepProviderID(tx, m, provider)
	}
	tx.Write(moveMessageSQL, m.ID, m.WorkspaceID, string(last), times, attempts, provider, failure, charge)
}
