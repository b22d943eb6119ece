package store

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

const messageColumns = `workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, status,
	to_phone, from_phone, user_id, provider_message_id, reply_to, content, metadata, attempts, error, charge,
	scheduled_at, expires_at, created_at, times`

const messageHead = `workspace_id, id, conversation_id, contact_id, phone_number_id, direction, type, status,
	to_phone, from_phone, user_id, provider_message_id, reply_to, '', metadata, attempts, error, charge,
	scheduled_at, expires_at, created_at, times`

var (
	insertMessage = mergedStmt(`INSERT INTO messages (id, workspace_id, conversation_id, contact_id, phone_number_id, direction, type, status,
		to_phone, from_phone, user_id, provider_message_id, reply_to, content, metadata, attempts, error, charge,
		scheduled_at, expires_at, created_at, times)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
		`INSERT INTO messages (id, workspace_id, conversation_id, contact_id, phone_number_id, direction, type, status,
		to_phone, from_phone, user_id, provider_message_id, reply_to, content, metadata, attempts, error, charge,
		scheduled_at, expires_at, created_at, times)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
			$11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::bigint[], $20::bigint[], $21::bigint[], $22::text[])
		RETURNING id, ''`)
	insertInbound = stmt(`INSERT INTO messages (` + messageColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
		ON CONFLICT DO NOTHING`)
	// What a status needs of a message; its content stays unread.
	lockHead                = stmt(`SELECT ` + messageHead + ` FROM messages WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	lockHeadByProvider      = stmt(`SELECT ` + messageHead + ` FROM messages WHERE phone_number_id = $1 AND provider_message_id = $2 AND provider_message_id <> '' FOR UPDATE`)
	selectMessage           = stmt(`SELECT ` + messageColumns + ` FROM messages WHERE workspace_id = $1 AND id = $2`)
	lockMessage             = stmt(`SELECT ` + messageColumns + ` FROM messages WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	selectMessageByProvider = stmt(`SELECT id FROM messages WHERE phone_number_id = $1 AND provider_message_id = $2 AND provider_message_id <> ''`)
	selectMessages          = stmt(`SELECT ` + messageColumns + ` FROM messages WHERE workspace_id = $1 AND ($2 = '' OR id < $2)
		AND ($3 = '' OR status = $3) AND ($4 = '' OR direction = $4) AND ($5 = '' OR to_phone = $5) AND ($6 = '' OR type = $6)
		ORDER BY id DESC LIMIT $7`)
	selectThread = stmt(`SELECT ` + messageColumns + ` FROM messages WHERE workspace_id = $1 AND conversation_id = $8 AND ($2 = '' OR id < $2)
		AND ($3 = '' OR status = $3) AND ($4 = '' OR direction = $4) AND ($5 = '' OR to_phone = $5) AND ($6 = '' OR type = $6)
		ORDER BY conversation_id DESC, id DESC LIMIT $7`)

	selectSilent = stmt(`SELECT ` + messageColumns + ` FROM messages WHERE workspace_id = $1 AND id >= $2 AND id < $3
		AND direction = 'outbound' AND status IN ('accepted', 'sent') ORDER BY id LIMIT 1000`)

	// The history columns only ever grow, so that they are written without
	// being read.
	claimMessage = stmt(`UPDATE messages SET status = 'sending', times = times || $3, attempts = attempts || $4
		WHERE workspace_id = $1 AND id = $2 AND status IN ('scheduled', 'queued') RETURNING ` + messageColumns)
	requeueMessage = stmt(`UPDATE messages SET status = 'queued', attempts = attempts || $3
		WHERE workspace_id = $1 AND id = $2 AND status = 'sending'`)
	noteAttempt = stmt(`UPDATE messages SET attempts = attempts || $3 WHERE workspace_id = $1 AND id = $2`)
	moveMessage = stmt(`UPDATE messages SET status = $3, times = times || $4, attempts = attempts || $5,
		provider_message_id = CASE WHEN provider_message_id = '' THEN $6 ELSE provider_message_id END,
		error = CASE WHEN $7 = '' THEN error ELSE $7 END, charge = CASE WHEN $8 = '' THEN charge ELSE $8 END
		WHERE workspace_id = $1 AND id = $2`)
	acceptMessage = stmt(`UPDATE messages SET status = CASE WHEN status = 'sending' THEN 'accepted' ELSE status END,
		times = times || $3, attempts = attempts || $4,
		provider_message_id = CASE WHEN provider_message_id = '' THEN $5 ELSE provider_message_id END
		WHERE workspace_id = $1 AND id = $2 RETURNING status, provider_message_id`)

	parkStatus   = stmt(`INSERT INTO parked_statuses (phone_number_id, provider_message_id, status, workspace_id, item, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`)
	selectParked = stmt(`SELECT item FROM parked_statuses WHERE phone_number_id = $1 AND provider_message_id = $2 AND workspace_id = $3 ORDER BY created_at, status`)
	deleteParked = stmt(`DELETE FROM parked_statuses WHERE phone_number_id = $1 AND provider_message_id = $2 AND workspace_id = $3`)
	expireParked = stmt(`DELETE FROM parked_statuses WHERE created_at < $1`)
)

func messageArgs(m *crm.Message) []any {
	return []any{m.WorkspaceID, m.ID, m.ConversationID, m.ContactID, m.PhoneNumberID, string(m.Direction), m.Type, string(m.Status),
		m.To, m.From, m.UserID, m.ProviderMessageID, m.ReplyTo, text(m.Content), mapText(m.Metadata), "", textOf(m.Error), textOf(m.Charge),
		msOf(m.ScheduledAt), msOf(m.ExpiresAt), ms(m.CreatedAt), stamp(m.Status, m.CreatedAt)}
}

// InsertMessage stores a new outgoing message.
func (tx *Tx) InsertMessage(m *crm.Message) {
	args := messageArgs(m)
	args[0], args[1] = args[1], args[0] // a merged statement is keyed by its first argument
	tx.write(insertMessage, args...)
}

// InsertInbound stores an incoming message and reports whether it was new: the
// provider's identifier is stored once per phone number.
func (tx *Tx) InsertInbound(m *crm.Message) (bool, error) {
	n, err := tx.exec(insertInbound, messageArgs(m)...)
	return n == 1, err
}

// Message returns a message of the workspace, or a KindNotFound error.
func (tx *Tx) Message(workspaceID, id string) (*crm.Message, error) {
	return tx.found(selectMessage, id, workspaceID, id)
}

// LockMessage is Message, and keeps other nodes from changing it meanwhile.
func (tx *Tx) LockMessage(workspaceID, id string) (*crm.Message, error) {
	return tx.found(lockMessage, id, workspaceID, id)
}

// LockHead is LockMessage without the content.
func (tx *Tx) LockHead(workspaceID, id string) (*crm.Message, error) {
	return tx.found(lockHead, id, workspaceID, id)
}

// LockHeadByProvider finds a message by the provider's identifier, without its
// content; nil when there is none yet.
func (tx *Tx) LockHeadByProvider(phoneNumberID, providerMessageID string) (*crm.Message, error) {
	list, err := tx.messages(lockHeadByProvider, phoneNumberID, providerMessageID)
	if len(list) == 0 {
		return nil, err
	}
	return list[0], err
}

// MessageIDByProvider returns the identifier of the message that the provider
// calls so, or "".
func (tx *Tx) MessageIDByProvider(phoneNumberID, providerMessageID string) (id string, err error) {
	_, err = tx.one(selectMessageByProvider, []any{&id}, phoneNumberID, providerMessageID)
	return id, err
}

func (tx *Tx) found(s *Stmt, id string, args ...any) (*crm.Message, error) {
	list, err := tx.messages(s, args...)
	if err == nil && len(list) == 0 {
		return nil, crm.NotFound("message", id)
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// MessageFilter narrows a list of messages; empty fields match all.
type MessageFilter struct {
	Status, Direction, To, Type, ConversationID string
}

// Messages returns a page of the workspace's messages, newest first.
func (tx *Tx) Messages(workspaceID string, f MessageFilter, p crm.Page) (crm.List[*crm.Message], error) {
	args := []any{workspaceID, p.After, f.Status, f.Direction, f.To, f.Type, p.Limit + 1}
	s := selectMessages
	if f.ConversationID != "" {
		s, args = selectThread, append(args, f.ConversationID)
	}
	list, err := tx.messages(s, args...)
	return crm.CutPage(list, p.Limit, func(m *crm.Message) string { return m.ID }), err
}

// SilentMessages returns up to 1,000 outgoing messages made between two times
// that were accepted but not known to be delivered.
func (tx *Tx) SilentMessages(workspaceID string, from, to time.Time) ([]*crm.Message, error) {
	return tx.messages(selectSilent, workspaceID, crm.LowestID(crm.PrefixMessage, from), crm.LowestID(crm.PrefixMessage, to))
}

// ClaimMessage moves a queued or scheduled message to sending and notes that a
// call to the provider begins. It returns nil when the message is in any other
// state: sent already, canceled, or left open by a crash.
func (tx *Tx) ClaimMessage(workspaceID, id string) (*crm.Message, error) {
	now := tx.Now()
	list, err := tx.messages(claimMessage, workspaceID, id, stamp(crm.StatusSending, now), attemptLine(attemptRecord{Start: ms(now)}))
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// RequeueMessage ends an attempt that is known to have had no effect and lets
// the message wait for the next one.
func (tx *Tx) RequeueMessage(workspaceID, id string, a crm.Attempt) {
	tx.write(requeueMessage, workspaceID, id, endLine(tx.Now(), a))
}

// NoteAttempt ends or settles the last attempt of a message, whatever its status.
func (tx *Tx) NoteAttempt(workspaceID, id string, a crm.Attempt) {
	tx.write(noteAttempt, workspaceID, id, endLine(tx.Now(), a))
}

// AcceptMessage records that the provider took the message. A status that came
// before is kept; the status that stands now is returned, and the statuses that
// waited for the provider's identifier, which are forgotten.
func (tx *Tx) AcceptMessage(m *crm.Message, providerMessageID string, now time.Time) (status crm.Status, known string, parked [][]byte, err error) {
	tx.writeReturning(selectParked, func(r Row) error {
		var item string
		err := r.Scan(&item)
		parked = append(parked, []byte(item))
		return err
	}, m.PhoneNumberID, providerMessageID, m.WorkspaceID)
	var s string
	found, err := tx.one(acceptMessage, []any{&s, &known}, m.WorkspaceID, m.ID, stamp(crm.StatusAccepted, now),
		endLine(now, crm.Attempt{Outcome: crm.OutcomeKnown}), providerMessageID)
	if err == nil && !found {
		err = crm.NotFound("message", m.ID)
	}
	if len(parked) > 0 {
		tx.write(deleteParked, m.PhoneNumberID, providerMessageID, m.WorkspaceID)
	}
	return crm.Status(s), known, parked, err
}

// Move is one step of a message: what becomes of it and when.
type Move struct {
	Status            crm.Status
	At                time.Time
	ProviderMessageID string
	Error             *crm.MessageError
	Charge            *crm.Charge
	Attempt           *crm.Attempt // ends or settles the last attempt
	// TimeOnly is the late status whose time is noted although the message is
	// further already; "" when there is none.
	TimeOnly crm.Status
}

// MoveMessage applies a step. The caller has locked the message and asked
// crm.Status.MovesTo.
func (tx *Tx) MoveMessage(m *crm.Message, v Move) {
	at := stamp(v.Status, v.At)
	if v.TimeOnly != "" {
		at = stamp(v.TimeOnly, v.At)
	}
	attempt := ""
	if v.Attempt != nil {
		attempt = endLine(tx.Now(), *v.Attempt)
	}
	tx.write(moveMessage, m.WorkspaceID, m.ID, string(v.Status), at, attempt, v.ProviderMessageID, textOf(v.Error), textOf(v.Charge))
}

// ParkStatus keeps a status whose message is not known yet.
func (tx *Tx) ParkStatus(workspaceID, phoneNumberID, providerMessageID, status string, item []byte) {
	tx.write(parkStatus, phoneNumberID, providerMessageID, status, workspaceID, string(item), ms(tx.Now()))
}

// ExpireParked forgets statuses that nothing came for since the time.
func (tx *Tx) ExpireParked(before time.Time) { tx.write(expireParked, ms(before)) }

func (tx *Tx) messages(s *Stmt, args ...any) (out []*crm.Message, err error) {
	err = tx.each(s, func(r Row) error {
		m, err := scanMessage(r)
		out = append(out, m)
		return err
	}, args...)
	return out, err
}

func scanMessage(r Row) (*crm.Message, error) {
	m := &crm.Message{}
	var direction, status, content, metadata, attempts, failure, charge, times string
	var scheduled, expires, created int64
	err := r.Scan(&m.WorkspaceID, &m.ID, &m.ConversationID, &m.ContactID, &m.PhoneNumberID, &direction, &m.Type, &status,
		&m.To, &m.From, &m.UserID, &m.ProviderMessageID, &m.ReplyTo, &content, &metadata, &attempts, &failure, &charge,
		&scheduled, &expires, &created, &times)
	if err != nil {
		return nil, err
	}
	m.Direction, m.Status = crm.Direction(direction), crm.Status(status)
	m.ScheduledAt, m.ExpiresAt, m.CreatedAt = atOf(scheduled), atOf(expires), at(created)
	m.Times, m.Attempts = parseTimes(times), parseAttempts(attempts)
	for _, part := range []struct {
		text string
		into any
	}{{content, &m.Content}, {metadata, &m.Metadata}, {failure, &m.Error}, {charge, &m.Charge}} {
		if part.text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return nil, fmt.Errorf("message %s: %w", m.ID, err)
		}
	}
	return m, nil
}

// stamp renders one entry of the times column: status:milliseconds and a comma.
func stamp(s crm.Status, t time.Time) string {
	return string(s) + ":" + strconv.FormatInt(t.UnixMilli(), 10) + ","
}

func parseTimes(text string) map[crm.Status]time.Time {
	out := make(map[crm.Status]time.Time, 6)
	for entry := range strings.SplitSeq(text, ",") {
		status, value, ok := strings.Cut(entry, ":")
		if !ok {
			continue
		}
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			if _, seen := out[crm.Status(status)]; !seen || crm.Status(status) == crm.StatusSending {
				out[crm.Status(status)] = at(n)
			}
		}
	}
	return out
}

// attemptRecord is one line of the attempts column: a start, or the end or
// settlement of the last start.
type attemptRecord struct {
	Start    int64              `json:"s,omitempty"`
	End      int64              `json:"e,omitempty"`
	Outcome  crm.Outcome        `json:"o,omitempty"`
	Detail   string             `json:"d,omitempty"`
	Provider *crm.ProviderError `json:"p,omitempty"`
	Settled  int64              `json:"t,omitempty"`
}

func attemptLine(r attemptRecord) string { return text(r) + "\n" }

func endLine(now time.Time, a crm.Attempt) string {
	r := attemptRecord{Outcome: a.Outcome, Detail: a.Detail, Provider: a.Provider, Settled: msOf(a.SettledAt)}
	if a.SettledAt == nil {
		r.End = ms(now)
	}
	return attemptLine(r)
}

func parseAttempts(lines string) (out []crm.Attempt) {
	for line := range strings.Lines(lines) {
		var r attemptRecord
		if json.Unmarshal([]byte(line), &r) != nil {
			continue
		}
		if r.Start != 0 {
			out = append(out, crm.Attempt{StartedAt: at(r.Start)})
			continue
		}
		if len(out) == 0 {
			continue
		}
		last := &out[len(out)-1]
		if r.Settled != 0 {
			last.SettledAt = atOf(r.Settled)
			continue
		}
		last.EndedAt, last.Outcome, last.Detail, last.Provider = atOf(r.End), r.Outcome, r.Detail, r.Provider
	}
	return out
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("store: " + err.Error()) // only values of ours, which always marshal
	}
	return string(b)
}

func textOf[T any](v *T) string {
	if v == nil {
		return ""
	}
	return text(v)
}

func mapText(m map[string]string) string {
	if len(m) == 0 {
		return ""
	}
	return text(m)
}
