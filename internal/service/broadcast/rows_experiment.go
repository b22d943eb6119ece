package broadcast

import (
	"encoding/json"
	"math"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	addArmSQL = db.SQL(`INSERT INTO broadcast_arms (workspace_id, broadcast_id, arm, recipients, sent, delivered, read, answered, tapped, reached) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (workspace_id, broadcast_id, arm) DO UPDATE SET recipients = broadcast_arms.recipients + excluded.recipients, sent = broadcast_arms.sent + excluded.sent,
		delivered = broadcast_arms.delivered + excluded.delivered, read = broadcast_arms.read + excluded.read, answered = broadcast_arms.answered + excluded.answered,
		tapped = broadcast_arms.tapped + excluded.tapped, reached = broadcast_arms.reached + excluded.reached`)
	armsSQL       = db.SQL(`SELECT arm, recipients, sent, delivered, read, answered, tapped, reached FROM broadcast_arms WHERE workspace_id = $1 AND broadcast_id = $2 ORDER BY arm LIMIT 10`)
	removeArmsSQL = db.SQL(`DELETE FROM broadcast_arms WHERE workspace_id = $1 AND broadcast_id = $2`)
	// The turn of who is held out: behind a number, up to another one.
	turnsSQL          = db.SQL(`UPDATE broadcast_recipients SET sent_at = $5, updated_at = $5 WHERE workspace_id = $1 AND broadcast_id = $2 AND number > $3 AND number <= $4 AND state = 'held_out' AND sent_at = 0`)
	saveExperimentSQL = db.SQL(`UPDATE broadcasts SET experiment = $3, updated_at = $4 WHERE workspace_id = $1 AND id = $2`)
	goalSQL           = db.SQL(`SELECT phone_number_id, experiment, follow_up FROM broadcasts WHERE workspace_id = $1 AND id = $2`)
	// Of somebody, in the newest broadcasts that reached or held them out.
	ofPersonSQL = db.SQL(`SELECT ` + recipientColumns + `, broadcast_id FROM broadcast_recipients INDEXED BY broadcast_recipients_person
		WHERE workspace_id = $1 AND person = $2 AND state NOT IN ('excluded', 'queued', 'waiting_for_winner', 'canceled') ORDER BY broadcast_id || '' DESC LIMIT 20`).
		By("broadcast_recipients_person").ByOnPostgres("broadcast_recipients_person")
	// Whether somebody got the message of a broadcast.
	reachedSQL = db.SQL(`SELECT 1 FROM broadcast_recipients INDEXED BY broadcast_recipients_person
		WHERE workspace_id = $1 AND person = $2 AND broadcast_id = $3 AND state IN ('sent', 'delivered', 'read')`).By("broadcast_recipients_person")
)

// arms are what is to be added to the counts of the arms of a broadcast.
type arms map[crm.BroadcastArm]crm.ArmCount

// move counts a recipient that counted as something else before.
func (a arms) move(before crm.ArmCount, r crm.Recipient) {
	c := a[r.Arm]
	c.Add(r.ArmCount(), 1)
	c.Add(before, -1)
	a[r.Arm] = c
}

// save adds them. The row of the broadcast is to be locked, or counted, before.
func (a arms) save(tx *db.Tx, workspaceID, broadcastID string) {
	for _, arm := range sortedKeys(a) {
		if c := a[arm]; c != (crm.ArmCount{}) {
			tx.Write(addArmSQL, workspaceID, broadcastID, string(arm), c.Recipients, c.Sent, c.Delivered, c.Read, c.Answered, c.Tapped, c.Reached)
		}
	}
}

// armsOf is what is counted of each arm of a broadcast.
func armsOf(tx *db.Tx, b crm.Broadcast) (arms, error) {
	out := arms{}
	err := tx.Each(armsSQL, func(r db.Row) error {
		var arm string
		var c crm.ArmCount
		err := r.Scan(&arm, &c.Recipients, &c.Sent, &c.Delivered, &c.Read, &c.Answered, &c.Tapped, &c.Reached)
		out[crm.BroadcastArm(arm)] = c
		return err
	}, b.WorkspaceID, b.ID)
	return out, err
}

// saveExperiment stores what is decided of a test.
func saveExperiment(tx *db.Tx, b crm.Broadcast) {
	tx.Write(saveExperimentSQL, b.WorkspaceID, b.ID, db.Text(b.Experiment), db.Ms(tx.Now()))
}

// beyondAll is the number behind every recipient.
const beyondAll = math.MaxInt64

// turnsOfHeldOut notes that the turn of recipients has come who are held out: their window
// begins when that of their neighbours does.
func turnsOfHeldOut(tx *db.Tx, b crm.Broadcast, after, upTo int64, byArm arms) error {
	if b.Counts.HeldOut == 0 || after >= upTo {
		return nil
	}
	n, err := tx.Exec(turnsSQL, b.WorkspaceID, b.ID, after, upTo, db.Ms(tx.Now()))
	byArm.turn(int(n))
	return err
}

// turn counts those who are held out, and whose turn has come.
func (a arms) turn(n int) {
	c := a[crm.ArmHoldout]
	c.Sent += int64(n)
	a[crm.ArmHoldout] = c
}

// aim is what a broadcast is to bring about, at which phone number.
type aim struct {
	crm.BroadcastGoal
	phoneNumberID string
}

// aims are the goals of those broadcasts that have one, and what those do after an answer
// that do something.
func aims(tx *db.Tx, workspaceID string, ids []string) (map[string]aim, map[string]*crm.BroadcastFollowUp, error) {
	rows, out, followUps := make([][]any, len(ids)), map[string]aim{}, map[string]*crm.BroadcastFollowUp{}
	for i, id := range ids {
		rows[i] = []any{workspaceID, id}
	}
	err := tx.EachOf(goalSQL, rows, func(i int, r db.Row) error {
		var number, text, followUp string
		var x crm.BroadcastExperiment
		var u *crm.BroadcastFollowUp
		err := r.Scan(&number, &text, &followUp)
		if err == nil {
			err = json.Unmarshal([]byte(text), &x)
		}
		if err == nil {
			err = json.Unmarshal([]byte(followUp), &u)
		}
		if u != nil {
			followUps[ids[i]] = u
		}
		if x.Goal != nil {
			out[ids[i]] = aim{*x.Goal, number}
		}
		return err
	})
	return out, followUps, err
}

// tally adds up the recipients of a broadcast as they are.
func tally(tx *db.Tx, b crm.Broadcast) (out crm.BroadcastCounts, byArm arms, err error) {
	byArm = arms{}
	err = tx.Each(tallySQL, func(row db.Row) error {
		var r crm.Recipient
		var state, arm string
		var answered, tapped, reached, sent, n, micros int64
		err := row.Scan(&state, &answered, &arm, &tapped, &reached, &sent, &n, &micros)
		if r.State, r.Answered, r.Tapped, r.Reached = crm.RecipientState(state), answered == 1, tapped == 1, reached == 1; sent == 1 {
			r.SentAt = b.CreatedAt
		}
		r.Arm, r.Micros = crm.BroadcastArm(arm), 1
		c := r.Count()
		for _, of := range []*int64{&c.Excluded, &c.Queued, &c.Sending, &c.Sent, &c.Delivered, &c.Read, &c.Failed, &c.Canceled, &c.Answered, &c.HeldOut} {
			*of *= n
		}
		c.Micros *= micros
		out.Add(c)
		sum := byArm[r.Arm]
		sum.Add(r.ArmCount(), n)
		byArm[r.Arm] = sum
		return err
	}, b.WorkspaceID, b.ID)
	return out, byArm, err
}
