package broadcast

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const recipientColumns = `number, person, contact_id, phone, user_id, parameters, state, reason, message_id, conversation_id, micros, answered, sent_at, updated_at, arm, tapped, reached, zone, turn, accepted_at, line, detail`

var (
	insertRecipientSQL = db.SQL(`INSERT INTO broadcast_recipients (workspace_id, broadcast_id, ` + recipientColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '', 0, 0, 0, $11, $12, 0, 0, $13, $14, 0, $15, $16)`)
	// A column that is set is written to each index that has it, whether it changes or not: most
	// moves change neither the message nor who was asked.
	moveRecipientSQL       = moveOf("")
	moveRecipientAcceptSQL = moveOf(", message_id = $11, accepted_at = $12")
	moveRecipientAskSQL    = moveOf(", conversation_id = $11, sent_at = $12")
	moveRecipientWholeSQL  = moveOf(", message_id = $11, accepted_at = $12, conversation_id = $13, sent_at = $14")
	// Of somebody, in which broadcasts they are.
	placesSQL = db.SQL(`SELECT r.broadcast_id, r.state, coalesce((SELECT b.status FROM broadcasts b WHERE b.workspace_id = r.workspace_id AND b.id = r.broadcast_id), '')
		FROM broadcast_recipients r INDEXED BY broadcast_recipients_person WHERE r.workspace_id = $1 AND r.person = $2 ORDER BY r.broadcast_id || '' DESC LIMIT 20`).
		By("broadcast_recipients_person").ByOnPostgres("broadcast_recipients_person")
	recipientsSQL = db.SQL(`SELECT ` + recipientColumns + ` FROM broadcast_recipients WHERE workspace_id = $1 AND broadcast_id = $2 AND number > $3 ORDER BY number LIMIT $4`)
	// The same in one state. Of "state = $5" PostgreSQL takes it that the order is that of
	// numbers, and reads by those all that are in another state.
	recipientsInSQL = db.SQL(`SELECT ` + recipientColumns + ` FROM broadcast_recipients INDEXED BY broadcast_recipients_state
		WHERE workspace_id = $1 AND broadcast_id = $2 AND (state, number) > ($5, $3) AND state <= $5 ORDER BY state, number LIMIT $4`).By("broadcast_recipients_state").ByOnPostgres("broadcast_recipients_state")
	dropRecipientsSQL = db.SQL(`DELETE FROM broadcast_recipients WHERE workspace_id = $1 AND broadcast_id = $2 AND number <= coalesce((SELECT r.number FROM broadcast_recipients r
		WHERE r.workspace_id = $1 AND r.broadcast_id = $2 ORDER BY r.number LIMIT 1 OFFSET $3), 9223372036854775807)`)
	// What came of the last ones behind a number and up to another one: nobody is behind that
	// but those whose turn has not come, however many. PostgreSQL is not to read by the state
	// all that there are, as it does while few were sent when it looked.
	outcomesSQL = db.SQL(`SELECT state FROM broadcast_recipients WHERE workspace_id = $1 AND broadcast_id = $2 AND number > $3 AND number <= $5
		AND state || '' IN ('sent', 'delivered', 'read', 'failed') ORDER BY number DESC LIMIT $4`)
	// How many messages of broadcasts wait for a phone number.
	waitingSQL = db.SQL(`SELECT count(*) FROM (SELECT 1 FROM broadcasts b INDEXED BY broadcasts_status
		CROSS JOIN broadcast_recipients r INDEXED BY broadcast_recipients_state CROSS JOIN message_states s
		WHERE b.workspace_id = $1 AND b.status IN ('running', 'paused') AND b.phone_number_id = $2 AND r.workspace_id = b.workspace_id AND r.broadcast_id = b.id AND r.state = 'sending'
		AND s.workspace_id = r.workspace_id AND s.message_id = r.message_id AND s.status = 'queued' LIMIT $3) w`).
		By("broadcasts_status", "broadcast_recipients_state")
	sharesNumberSQL = db.SQL(`SELECT 1 FROM broadcasts INDEXED BY broadcasts_status
		WHERE workspace_id = $1 AND status IN ('running', 'paused') AND phone_number_id = $2 AND id <> $3 LIMIT 1`).By("broadcasts_status")
	tallySQL = db.SQL(`SELECT state, answered, arm, tapped, reached, CASE WHEN sent_at > 0 THEN 1 ELSE 0 END, count(*), coalesce(sum(micros), 0) FROM broadcast_recipients
		WHERE workspace_id = $1 AND broadcast_id = $2 GROUP BY state, answered, arm, tapped, reached, CASE WHEN sent_at > 0 THEN 1 ELSE 0 END`)
)

func insertRecipient(tx *db.Tx, b crm.Broadcast, r crm.Recipient) {
	parameters := ""
	if len(r.Parameters) > 0 {
		parameters = db.Text(r.Parameters)
	}
	tx.Write(insertRecipientSQL, b.WorkspaceID, b.ID, r.Number, r.Person, r.ContactID, r.Phone, r.UserID, parameters, string(r.State), r.Reason, db.Ms(tx.Now()), string(r.Arm), r.Zone, r.Turn, r.Line, r.Detail)
}

func moveOf(more string) *db.Stmt {
	return db.SQL(`UPDATE broadcast_recipients SET state = $4, reason = $5, micros = $6, answered = $7, updated_at = $8, tapped = $9, reached = $10` + more + `
		WHERE workspace_id = $1 AND broadcast_id = $2 AND number = $3`)
}

// moveRecipient stores a recipient that was read as before.
func moveRecipient(tx *db.Tx, workspaceID, broadcastID string, before, r crm.Recipient) {
	args := []any{workspaceID, broadcastID, r.Number, string(r.State), r.Reason, r.Micros, bit(r.Answered), db.Ms(tx.Now()), bit(r.Tapped), bit(r.Reached)}
	sent := int64(0)
	if !r.SentAt.IsZero() {
		sent = db.Ms(r.SentAt)
	}
	accept := r.MessageID != before.MessageID || acceptedAt(r) != acceptedAt(before)
	ask := r.ConversationID != before.ConversationID || !r.SentAt.Equal(before.SentAt)
	switch {
	case accept && ask:
		tx.Write(moveRecipientWholeSQL, append(args, r.MessageID, acceptedAt(r), r.ConversationID, sent)...)
	case accept:
		tx.Write(moveRecipientAcceptSQL, append(args, r.MessageID, acceptedAt(r))...)
	case ask:
		tx.Write(moveRecipientAskSQL, append(args, r.ConversationID, sent)...)
	default:
		tx.Write(moveRecipientSQL, args...)
	}
}

func bit(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// places returns of each person whether the broadcast has them, and whether another one
// does that will write to them.
func places(tx *db.Tx, b crm.Broadcast, people []string) (here, elsewhere []bool, err error) {
	here, elsewhere = make([]bool, len(people)), make([]bool, len(people))
	rows := make([][]any, len(people))
	for i, person := range people {
		rows[i] = []any{b.WorkspaceID, person}
	}
	err = tx.EachOf(placesSQL, rows, func(i int, r db.Row) error {
		var id, state, status string
		err := r.Scan(&id, &state, &status)
		if id == b.ID {
			here[i] = true
		} else if (state == string(crm.RecipientQueued) || state == string(crm.RecipientAwaiting)) && under(crm.BroadcastStatus(status)) {
			elsewhere[i] = true
		}
		return err
	})
	return here, elsewhere, err
}

// under reports whether a broadcast goes on, or will.
func under(s crm.BroadcastStatus) bool {
	return s == crm.BroadcastRunning || s == crm.BroadcastPaused || s == crm.BroadcastScheduled
}

// recipients returns up to limit recipients behind a number, in a state unless it is "".
func recipients(tx *db.Tx, workspaceID, broadcastID string, state crm.RecipientState, after int64, limit int) (out []crm.Recipient, err error) {
	which, args := recipientsSQL, []any{workspaceID, broadcastID, after, limit}
	if state != "" {
		which, args = recipientsInSQL, append(args, string(state))
	}
	err = tx.Each(which, func(row db.Row) error {
		r, err := scanRecipient(row)
		out = append(out, r)
		return err
	}, args...)
	return out, err
}

func recipientPage(tx *db.Tx, b crm.Broadcast, state crm.RecipientState, p crm.Page) (out crm.List[crm.Recipient], err error) {
	after, err := p.Number()
	if err != nil {
		return out, err
	}
	found, err := recipients(tx, b.WorkspaceID, b.ID, state, after, p.Limit+1)
	return crm.CutPage(found, p.Limit, func(r crm.Recipient) string { return strconv.FormatInt(r.Number, 10) }), err
}

// scanRecipient reads recipientColumns, and more columns after them.
func scanRecipient(row db.Row, more ...any) (r crm.Recipient, err error) {
	var state, parameters, arm string
	var answered, sent, updated, tapped, reached, accepted int64
	err = row.Scan(append([]any{&r.Number, &r.Person, &r.ContactID, &r.Phone, &r.UserID, &parameters, &state, &r.Reason, &r.MessageID, &r.ConversationID, &r.Micros, &answered, &sent, &updated, &arm, &tapped, &reached, &r.Zone, &r.Turn, &accepted, &r.Line, &r.Detail}, more...)...)
	if err != nil {
		return r, err
	}
	r.State, r.Answered, r.Tapped, r.Reached, r.UpdatedAt = crm.RecipientState(state), answered == 1, tapped == 1, reached == 1, db.At(updated)
	if r.Arm = crm.BroadcastArm(arm); sent > 0 {
		r.SentAt = db.At(sent)
	}
	if accepted != 0 {
		r.AcceptedAt = db.At(max(accepted, -accepted))
	}
	if parameters != "" {
		err = json.Unmarshal([]byte(parameters), &r.Parameters)
	}
	return r, err
}

// dropRecipients removes up to limit recipients, and returns how many it did.
func dropRecipients(tx *db.Tx, workspaceID, broadcastID string, limit int) (int64, error) {
	return tx.Exec(dropRecipientsSQL, workspaceID, broadcastID, limit-1)
}

// outcomes returns how many of the last ones behind a number failed, of how many. reached is
// the last number whose turn has come.
func outcomes(tx *db.Tx, b crm.Broadcast, reached int64) (failed, of int, err error) {
	which, args := outcomesSQL, []any{b.WorkspaceID, b.ID, b.WatchedFrom, crm.BroadcastWatched, reached}
	if b.Timed() {
		which, args = turnOutcomesSQL, []any{b.WorkspaceID, b.ID, -b.WatchedFrom, crm.BroadcastWatched}
	}
	err = tx.Each(which, func(r db.Row) error {
		var state string
		err := r.Scan(&state)
		if of++; state == string(crm.RecipientFailed) {
			failed++
		}
		return err
	}, args...)
	return failed, of, err
}

// waiting returns how many messages of broadcasts wait for a phone number, up to limit.
func waiting(tx *db.Tx, b crm.Broadcast, limit int) (n int, err error) {
	_, err = tx.One(waitingSQL, []any{&n}, b.WorkspaceID, b.PhoneNumberID, limit)
	return n, err
}

// sharesNumber reports whether messages of another broadcast may wait for the phone number, too.
func sharesNumber(tx *db.Tx, b crm.Broadcast) (bool, error) {
	var one int64
	return tx.One(sharesNumberSQL, []any{&one}, b.WorkspaceID, b.PhoneNumberID, b.ID)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
