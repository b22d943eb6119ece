package draft

import (
	"math"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
)

const draftColumns = `d.conversation_id, d.user_id, d.version, d.body, d.shared, d.based_on_seq, d.created_at`

var (
	ownDraftSQL  = db.SQL(`SELECT ` + draftColumns + ` FROM drafts d WHERE d.workspace_id = $1 AND d.conversation_id = $2 AND d.user_id = $3`)
	lockDraftSQL = db.SQL(`SELECT ` + draftColumns + ` FROM drafts d WHERE d.workspace_id = $1 AND d.conversation_id = $2 AND d.user_id = $3 FOR UPDATE`)
	// By user, from one on: those of the user $4, and what others share.
	draftsOfSQL = db.SQL(`SELECT ` + draftColumns + ` FROM drafts d WHERE d.workspace_id = $1 AND d.conversation_id = $2 AND d.user_id > $3 AND (d.shared OR d.user_id = $4)
		ORDER BY d.conversation_id, d.user_id LIMIT $5`)
	// The one that changed last first, from a version and conversation on; from $6 on
	// the reach. What was joined to others is judged by these.
	ownDraftsSQL = db.SQL(`SELECT ` + draftColumns + `, v.joined_to, coalesce(s.answer_seq, 0) FROM drafts d INDEXED BY drafts_user CROSS JOIN conversations v
		LEFT JOIN conversation_states s ON s.workspace_id = v.workspace_id AND s.conversation_id = v.id
		WHERE d.workspace_id = $1 AND d.user_id = $2 AND (d.version, d.conversation_id) < ($3, $4) AND v.workspace_id = d.workspace_id AND v.id = d.conversation_id
		AND (v.joined_to <> '' OR ` + reach.Where("v", 6) + `) ORDER BY d.user_id DESC, d.version DESC, d.conversation_id DESC LIMIT $5`).By("drafts_user")
	countDraftsSQL = db.SQL(`SELECT count(*) FROM drafts WHERE workspace_id = $1 AND user_id = $2`).By("drafts_user")
	insertDraftSQL = db.SQL(`INSERT INTO drafts (workspace_id, conversation_id, user_id, version, body, shared, based_on_seq, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	updateDraftSQL = db.SQL(`UPDATE drafts SET version = $4, body = $5, shared = $6, based_on_seq = $7 WHERE workspace_id = $1 AND conversation_id = $2 AND user_id = $3`)
	// Also in what was joined to the conversation.
	dropDraftSQL = db.SQL(`DELETE FROM drafts WHERE workspace_id = $1 AND user_id = $3 AND conversation_id IN (
		WITH RECURSIVE family (id) AS (SELECT id FROM conversations WHERE workspace_id = $1 AND id = $2 UNION ALL
		SELECT v.id FROM family f CROSS JOIN conversations v WHERE v.workspace_id = $1 AND v.joined_to = f.id AND v.joined_to <> '') SELECT id FROM family)`)
	expireDraftsSQL = db.SQL(`DELETE FROM drafts WHERE (workspace_id, conversation_id, user_id) IN
		(SELECT workspace_id, conversation_id, user_id FROM drafts WHERE version < $1 ORDER BY version LIMIT $2)`).By("drafts_age").ByOnPostgres("drafts_age").
		AcrossWorkspaces("retention")
)

// Two requests began the same draft at once: made again, the second finds it.
var _ = db.RunAgainAfter("drafts_pkey")

// ownDraft returns a user's draft in a conversation, or else the latest one in what
// was joined to it.
func ownDraft(tx *db.Tx, which *db.Stmt, c crm.Conversation, userID string) (d crm.Draft, found bool, err error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	for _, member := range family {
		list, err := readDrafts(tx, which, c, c.WorkspaceID, member, userID)
		if err != nil {
			return d, false, err
		}
		for _, one := range list {
			if member == c.ID {
				return one, true, nil
			}
			if one.Version > d.Version {
				d, found = one, true
			}
		}
	}
	return d, found, err
}

// draftsOf returns the drafts in a conversation that a user sees, from one of a user
// on: those of the conversation itself and of what was joined to it.
func draftsOf(tx *db.Tx, c crm.Conversation, userID string, p crm.Page) (out []crm.Draft, err error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	for _, member := range family {
		list, err := readDrafts(tx, draftsOfSQL, c, c.WorkspaceID, member, p.After, userID, p.Limit+1)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, err
}

func readDrafts(tx *db.Tx, which *db.Stmt, c crm.Conversation, args ...any) (out []crm.Draft, err error) {
	err = tx.Each(which, func(r db.Row) error {
		d, err := scanDraft(r, c.WorkspaceID)
		d.ConversationID = c.ID
		out = append(out, d)
		return err
	}, args...)
	return out, err
}

func scanDraft(r db.Row, workspaceID string, more ...any) (crm.Draft, error) {
	d := crm.Draft{WorkspaceID: workspaceID}
	var seq, created int64
	err := r.Scan(append([]any{&d.WrittenIn, &d.UserID, &d.Version, &d.Body, &d.Shared, &seq, &created}, more...)...)
	if seq >= 0 {
		d.BasedOnSeq = &seq
	}
	d.CreatedAt = db.At(created)
	return d, err
}

// ownDrafts returns a page of the actor's drafts. Those of conversations that were
// joined to others do not say yet where they are shown.
func ownDrafts(tx *db.Tx, actor crm.Actor, p crm.Page) (out crm.List[crm.Draft], err error) {
	version, id := int64(math.MaxInt64), ""
	if p.After != "" {
		key, of, _ := strings.Cut(p.After, ".")
		if version, err = strconv.ParseInt(key, 10, 64); err != nil || !crm.ValidID(crm.PrefixConversation, of) {
			var f crm.Faults
			f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
			return out, f.Err()
		}
		id = of
	}
	var list []crm.Draft
	err = tx.Each(ownDraftsSQL, func(r db.Row) error {
		var joinedTo string
		var answered int64
		d, err := scanDraft(r, actor.WorkspaceID, &joinedTo, &answered)
		if joinedTo == "" {
			d.ConversationID, d.AnsweredSince = d.WrittenIn, d.BasedOnSeq != nil && answered > *d.BasedOnSeq
		}
		list = append(list, d)
		return err
	}, append([]any{actor.WorkspaceID, actor.UserID(), version, id, p.Limit + 1}, reach.Args(actor.Reach)...)...)
	return crm.CutPage(list, p.Limit, func(d crm.Draft) string { return strconv.FormatInt(d.Version, 10) + "." + d.WrittenIn }), err
}

// checkLimit refuses one draft more than a user may have.
func checkLimit(tx *db.Tx, d crm.Draft) error {
	var n int64
	_, err := tx.One(countDraftsSQL, []any{&n}, d.WorkspaceID, d.UserID)
	if err == nil && n >= crm.MaxDrafts {
		err = crm.Errorf(crm.KindConflict, crm.CodeDraftLimit, "You have %d drafts, and may have no more.", crm.MaxDrafts)
	}
	return err
}

func seqOf(d crm.Draft) int64 {
	if d.BasedOnSeq == nil {
		return -1
	}
	return *d.BasedOnSeq
}

func insertDraft(tx *db.Tx, d crm.Draft) {
	tx.Write(insertDraftSQL, d.WorkspaceID, d.WrittenIn, d.UserID, d.Version, d.Body, d.Shared, seqOf(d), db.Ms(d.CreatedAt))
}

func updateDraft(tx *db.Tx, d crm.Draft) {
	tx.Write(updateDraftSQL, d.WorkspaceID, d.WrittenIn, d.UserID, d.Version, d.Body, d.Shared, seqOf(d))
}

// Drop removes a user's draft in a conversation, if there is one.
func Drop(tx *db.Tx, workspaceID, conversationID, userID string) {
	tx.Write(dropDraftSQL, workspaceID, conversationID, userID)
}

func expireDrafts(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireDraftsSQL, db.Ms(before), limit)
}
