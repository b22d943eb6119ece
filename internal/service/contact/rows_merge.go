package contact

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
)

var (
	insertContactMergeSQL = db.SQL(`INSERT INTO contact_merges (workspace_id, id, kept_id, gone_id, cause, made_by, created_at, record) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	lockContactMergeSQL   = db.SQL(`SELECT id, kept_id, gone_id, cause, made_by, created_at, undone_at, record FROM contact_merges WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	undoContactMergeSQL   = db.SQL(`UPDATE contact_merges SET undone_at = $3 WHERE workspace_id = $1 AND id = $2`)
	selectMergesKeptSQL   = db.SQL(`SELECT id, kept_id, gone_id, cause, made_by, created_at, undone_at, '' FROM contact_merges INDEXED BY contact_merges_kept
		WHERE workspace_id = $1 AND kept_id = $2 ORDER BY id DESC LIMIT 50`).By("contact_merges_kept")
	selectLastMergeOfSQL = db.SQL(`SELECT id FROM contact_merges INDEXED BY contact_merges_gone WHERE workspace_id = $1 AND gone_id = $2 AND undone_at = 0 ORDER BY id DESC LIMIT 1`).By("contact_merges_gone")

	lockConversationsOfSQL = db.SQL(`SELECT id, contact_id, phone_number_id, last_inbound_at, joined_to, team_id, agent_id FROM conversations INDEXED BY conversations_pair
		WHERE workspace_id = $1 AND contact_id IN ($2, $3) ORDER BY id FOR UPDATE`).By("conversations_pair")
	joinConversationSQL = db.SQL(`UPDATE conversations SET joined_to = $3 WHERE workspace_id = $1 AND id = $2`)
	partConversationSQL = db.SQL(`UPDATE conversations SET joined_to = '' WHERE workspace_id = $1 AND id = $2 AND joined_to = $3`)
	setWindowSQL        = db.SQL(`UPDATE conversations SET last_inbound_at = $4 WHERE workspace_id = $1 AND id = $2 AND last_inbound_at = $3`)
)

// merging says why two contacts are merged, by whom, and by what the one that
// stays is known ("" for what the rule of crm.Merge gives).
type merging struct {
	cause                       crm.MergeCause
	by                          crm.DoneBy
	phone, userID, parentUserID string
}

// MergeContacts merges two contacts at a caller's wish and returns the one that
// stays. Both are locked.
func MergeContacts(tx *db.Tx, kept, gone crm.Contact, by crm.DoneBy) (crm.Contact, error) {
	return mergeInto(tx, kept, gone, merging{cause: crm.MergeByAPI, by: by})
}

// mergeInto joins the conversations of one contact to those of another and
// leaves a tombstone, so that old identifiers still lead to the person. No
// message is touched: lists follow the joined conversations. What comes later
// belongs to the one that stays.
func mergeInto(tx *db.Tx, kept, gone crm.Contact, why merging) (crm.Contact, error) {
	joined, tombstone := crm.Merge(kept, gone)
	crm.Prefer(&joined, &tombstone, why.phone, why.userID)
	if why.parentUserID != "" {
		joined.ParentUserID = why.parentUserID
	}
	joined.UpdatedAt, tombstone.UpdatedAt = tx.Now(), tx.Now()
	m := crm.ContactMerge{ID: tx.NewID(crm.PrefixContactMerge), WorkspaceID: kept.WorkspaceID, KeptID: kept.ID, GoneID: gone.ID, Cause: why.cause, MadeBy: why.by,
		CreatedAt: tx.Now(), Kept: kept, Gone: gone, Joined: joined}
	var err error
	if m.Conversations, err = joinConversations(tx, kept, gone); err != nil {
		return joined, err
	}
	// A number or user id may go from one to the other: it is free in between.
	keyless := tombstone
	keyless.Phone, keyless.UserID = "", ""
	saveContact(tx, gone, keyless)
	saveContact(tx, kept, joined)
	saveContact(tx, keyless, tombstone)
	record := db.Text(mergeRecord{m.Kept, m.Gone, m.Joined, m.Conversations})
	tx.Write(insertContactMergeSQL, m.WorkspaceID, m.ID, m.KeptID, m.GoneID, string(m.Cause), m.MadeBy.String(), db.Ms(m.CreatedAt), record)
	followConsent(tx, kept.WorkspaceID, kept.ID)
	access.GrowContactEpoch(tx, kept.WorkspaceID)
	return joined, nil
}

// mergeRecord is what it takes to undo a merge.
type mergeRecord struct {
	Kept          crm.Contact              `json:"kept"`
	Gone          crm.Contact              `json:"gone"`
	Joined        crm.Contact              `json:"joined"`
	Conversations []crm.JoinedConversation `json:"conversations"`
}

// joiners are asked when a conversation is joined to another one.
var joiners []func(tx *db.Tx, workspaceID, fromID, toID string) error

// OnJoin registers what a later room does when a conversation is joined to another
// one, after their assignments have become one.
func OnJoin(do func(tx *db.Tx, workspaceID, fromID, toID string) error) struct{} {
	joiners = append(joiners, do)
	return struct{}{}
}

// parters are asked when a conversation is parted from the one it was joined to.
var parters []func(tx *db.Tx, workspaceID, id, joinedTo string) error

// OnPart registers what a later room does when a conversation is parted from the
// one that it was joined to.
func OnPart(do func(tx *db.Tx, workspaceID, id, joinedTo string) error) struct{} {
	parters = append(parters, do)
	return struct{}{}
}

type lockedConversation struct {
	id, contactID, numberID, joinedTo, teamID, agentID string
	inbound                                            int64
}

// joinConversations joins every conversation of the one to that of the other with
// the same phone number, which is made where there is none.
func joinConversations(tx *db.Tx, kept, gone crm.Contact) (out []crm.JoinedConversation, err error) {
	list, counterparts, err := lockConversations(tx, kept, gone)
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		if counterparts[t.numberID].id == "" {
			// Another node may make it in this moment: then it is there by now.
			if _, err := tx.Exec(insertConversationSQL, kept.WorkspaceID, tx.NewID(crm.PrefixConversation), kept.ID, t.numberID, db.Ms(tx.Now())); err != nil {
				return nil, err
			}
		}
	}
	if list, counterparts, err = lockConversations(tx, kept, gone); err != nil {
		return nil, err
	}
	for _, t := range list {
		to := counterparts[t.numberID]
		inbound := max(to.inbound, t.inbound)
		tx.Write(joinConversationSQL, kept.WorkspaceID, t.id, to.id)
		tx.Write(setWindowSQL, kept.WorkspaceID, to.id, to.inbound, inbound)
		inheritAssignment(tx, kept.WorkspaceID, t, to)
		for _, join := range joiners {
			if err := join(tx, kept.WorkspaceID, t.id, to.id); err != nil {
				return nil, err
			}
		}
		out = append(out, crm.JoinedConversation{ConversationID: t.id, JoinedTo: to.id, InboundBefore: db.At(to.inbound), InboundAfter: db.At(inbound)})
	}
	return out, nil
}

// lockConversations returns the conversations of the one that goes, and those of the
// one that stays by phone number.
func lockConversations(tx *db.Tx, kept, gone crm.Contact) (list []lockedConversation, counterparts map[string]lockedConversation, err error) {
	counterparts = map[string]lockedConversation{}
	err = tx.Each(lockConversationsOfSQL, func(r db.Row) error {
		var t lockedConversation
		err := r.Scan(&t.id, &t.contactID, &t.numberID, &t.inbound, &t.joinedTo, &t.teamID, &t.agentID)
		if t.contactID == kept.ID {
			counterparts[t.numberID] = t
		} else if t.joinedTo == "" {
			list = append(list, t)
		}
		return err
	}, kept.WorkspaceID, kept.ID, gone.ID)
	return list, counterparts, err
}

// LockContactMerge returns a merge with its record, or a KindNotFound error,
// and keeps other nodes from undoing it meanwhile.
func LockContactMerge(tx *db.Tx, workspaceID, id string) (m crm.ContactMerge, err error) {
	found := false
	err = tx.Each(lockContactMergeSQL, func(r db.Row) (err error) { found = true; m, err = scanMerge(r, workspaceID); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("contact merge", id)
	}
	return m, err
}

// LastMergeOf returns the identifier of the merge that made a contact part of
// another one; "" when there is none.
func LastMergeOf(tx *db.Tx, workspaceID, goneID string) (id string, err error) {
	_, err = tx.One(selectLastMergeOfSQL, []any{&id}, workspaceID, goneID)
	return id, err
}

// ContactMerges returns the newest 50 merges into a contact, without their records.
func ContactMerges(tx *db.Tx, workspaceID, contactID string) (out []crm.ContactMerge, err error) {
	err = tx.Each(selectMergesKeptSQL, func(r db.Row) error {
		m, err := scanMerge(r, workspaceID)
		out = append(out, m)
		return err
	}, workspaceID, contactID)
	return out, err
}

func scanMerge(r db.Row, workspaceID string) (m crm.ContactMerge, err error) {
	var cause, by, record string
	var created, undone int64
	m.WorkspaceID = workspaceID
	if err := r.Scan(&m.ID, &m.KeptID, &m.GoneID, &cause, &by, &created, &undone, &record); err != nil {
		return m, err
	}
	m.Cause, m.CreatedAt, m.UndoneAt = crm.MergeCause(cause), db.At(created), db.AtOf(undone)
	if m.MadeBy, err = crm.ParseDoneBy(by); err != nil || record == "" {
		return m, err
	}
	var rec mergeRecord
	err = json.Unmarshal([]byte(record), &rec)
	m.Kept, m.Gone, m.Joined, m.Conversations = rec.Kept, rec.Gone, rec.Joined, rec.Conversations
	m.Kept.WorkspaceID, m.Gone.WorkspaceID, m.Joined.WorkspaceID = workspaceID, workspaceID, workspaceID
	return m, err
}

// UndoContactMerge parts two contacts again. A number or user id that went to
// a third contact since stays there. It returns both as they are now.
func UndoContactMerge(tx *db.Tx, m crm.ContactMerge) (kept, restored crm.Contact, err error) {
	now, found, err := readContact(tx, lockContactSQL, m.WorkspaceID, m.KeptID)
	if err != nil || !found {
		return kept, restored, orNotFound(err, m.KeptID)
	}
	tombstone, found, err := readContact(tx, lockContactSQL, m.WorkspaceID, m.GoneID)
	if err != nil || !found {
		return kept, restored, orNotFound(err, m.GoneID)
	}
	if m.UndoneAt != nil || now.MergedInto != "" || tombstone.MergedInto != m.KeptID {
		return kept, restored, crm.Errorf(crm.KindConflict, crm.CodeMergeUndone, "The merge was undone already, or the contact was merged again since: undo the later merge first.")
	}
	kept, restored = m.Undo(now)
	restored.UpdatedAt, kept.UpdatedAt = tx.Now(), tx.Now()
	keyless := restored
	keyless.Phone, keyless.UserID, keyless.PhoneSince = "", "", time.Time{}
	saveContact(tx, tombstone, keyless)
	saveContact(tx, now, kept)
	if restored, err = withFreeKeys(tx, restored); err != nil {
		return kept, restored, err
	}
	saveContact(tx, keyless, restored)
	for _, t := range m.Conversations {
		tx.Write(partConversationSQL, m.WorkspaceID, t.ConversationID, t.JoinedTo)
		tx.Write(setWindowSQL, m.WorkspaceID, t.JoinedTo, db.Ms(t.InboundAfter), db.Ms(t.InboundBefore))
		for _, part := range parters {
			if err := part(tx, m.WorkspaceID, t.ConversationID, t.JoinedTo); err != nil {
				return kept, restored, err
			}
		}
	}
	tx.Write(undoContactMergeSQL, m.WorkspaceID, m.ID, db.Ms(tx.Now()))
	followConsent(tx, m.WorkspaceID, kept.ID)
	followConsent(tx, m.WorkspaceID, restored.ID)
	access.GrowContactEpoch(tx, m.WorkspaceID)
	return kept, restored, nil
}

func orNotFound(err error, id string) error {
	if err != nil {
		return err
	}
	return crm.NotFound("contact", id)
}

// withFreeKeys returns the contact without a number or user id that is another
// contact's.
func withFreeKeys(tx *db.Tx, c crm.Contact) (crm.Contact, error) {
	holder, found, err := readContact(tx, lockContactByPhoneSQL, c.WorkspaceID, crm.LookupKey(c.Phone))
	if err != nil {
		return c, err
	}
	if found && holder.ID != c.ID {
		noteContact(tx, c.WorkspaceID, crm.ContactNotice{ContactID: c.ID, Kind: crm.NoticeNumberReassigned, Phone: c.Phone, OtherContactID: holder.ID,
			Detail: "While the contact was merged, its number became another contact's."})
		c.Phone, c.PhoneSince = "", time.Time{}
	}
	holder, found, err = readContact(tx, lockContactByUserSQL, c.WorkspaceID, c.UserID)
	if found && holder.ID != c.ID {
		c.UserID = ""
	}
	return c, err
}
