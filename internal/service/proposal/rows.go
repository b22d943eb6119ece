package proposal

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
)

const columns = `p.id, p.conversation_id, p.assistant_id, p.kind, p.state, p.period, p.status, p.message_id, p.episode_id, p.since, p.answers, p.act, p.before, p.created_at, p.due_at, p.judged_at, p.judged_by`

var (
	// A message has one proposal of a kind: what comes again fails as a whole.
	insertSQL = db.SQL(`INSERT INTO proposals (workspace_id, id, conversation_id, assistant_id, kind, state, period, shown, status, settled, message_id, episode_id, since, answers, act, before, created_at, due_at, judged_at, judged_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14, $15, $16, $17, 0, '')`)
	settleSQL = db.SQL(`UPDATE proposals SET status = $3, settled = 1, act = $4, due_at = $5, judged_at = $6, judged_by = $7 WHERE workspace_id = $1 AND id = $2`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM proposals p WHERE p.workspace_id = $1 AND p.id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM proposals p WHERE p.workspace_id = $1 AND p.id = $2 FOR UPDATE`)
	knownSQL  = db.SQL(`SELECT id FROM proposals WHERE workspace_id = $1 AND message_id = $2 AND kind = $3`)
	// What waits in a conversation: of each kind one at most.
	unsettledSQL = db.SQL(`SELECT ` + columns + ` FROM proposals p INDEXED BY proposals_unsettled WHERE p.workspace_id = $1 AND p.conversation_id = $2 AND p.settled = 0
		ORDER BY p.id LIMIT 100`).By("proposals_unsettled").ByOnPostgres("proposals_unsettled")
	// So many acts wait to be judged, up to $4.
	countDoneSQL = db.SQL(`SELECT count(*) FROM (SELECT id FROM proposals INDEXED BY proposals_track WHERE workspace_id = $1 AND assistant_id = $2 AND kind = $3 AND status = 'done' LIMIT $4) done`).
			By("proposals_track").ByOnPostgres("proposals_track")
	// The newest first, by the index.
	ofConversationSQL = db.SQL(`SELECT ` + columns + ` FROM proposals p INDEXED BY proposals_conversation WHERE p.workspace_id = $1 AND p.conversation_id = $2 AND p.shown = 1
		AND p.id < CASE WHEN $3 = '' THEN '~' ELSE $3 END AND ($4 = '' OR p.status = $4) ORDER BY p.conversation_id DESC, p.shown DESC, p.id DESC LIMIT $5`).By("proposals_conversation").ByOnPostgres("proposals_conversation")
	// The newest of a status first, each with whether it is in reach.
	ofStatusSQL = db.SQL(`SELECT ` + columns + `, (CASE WHEN ` + reach.OfConversation("p.workspace_id", "p.conversation_id", 5) + ` THEN 1 ELSE 0 END) FROM proposals p INDEXED BY proposals_status
		WHERE p.workspace_id = $1 AND p.shown = 1 AND p.status = $2 AND p.id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY p.shown DESC, p.status DESC, p.id DESC LIMIT $4`).By("proposals_status").ByOnPostgres("proposals_status")
	// What has waited long enough, in all workspaces.
	dueSQL = db.SQL(`SELECT workspace_id, id FROM proposals INDEXED BY proposals_due WHERE settled = 0 AND due_at < $1 ORDER BY settled, due_at LIMIT $2`).
		By("proposals_due").ByOnPostgres("proposals_due").AcrossWorkspaces("what is due")
	expireSQL = db.SQL(`DELETE FROM proposals WHERE (workspace_id, id) IN (SELECT workspace_id, id FROM proposals WHERE settled = 1 AND due_at < $1 ORDER BY settled, due_at LIMIT $2)`).
			By("proposals_due").ByOnPostgres("proposals_due").AcrossWorkspaces("retention")
)

// looked is how many proposals are looked at for one page of those in reach, so that a
// page costs the same whatever else there is.
const looked = 400

func flag(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func insert(tx *db.Tx, p crm.Proposal) {
	tx.Write(insertSQL, p.WorkspaceID, p.ID, p.ConversationID, p.AssistantID, string(p.Act.Kind), string(p.State), p.Period, flag(p.Shown()), string(p.Status), p.MessageID, p.EpisodeID, p.Since, p.Answers,
		db.Text(p.Act), db.Text(p.Before), db.Ms(p.CreatedAt), db.Ms(p.DueAt))
}

// putSettled stores what became of a proposal that is locked.
func putSettled(tx *db.Tx, p crm.Proposal) {
	tx.Write(settleSQL, p.WorkspaceID, p.ID, string(p.Status), db.Text(p.Act), db.Ms(p.DueAt), db.MsOf(p.JudgedAt), p.JudgedBy.String())
}

// look returns a proposal, or a KindNotFound error.
func look(tx *db.Tx, workspaceID, id string) (crm.Proposal, error) {
	return one(tx, selectSQL, workspaceID, id)
}

// lock is look, and keeps others from changing it.
func lock(tx *db.Tx, workspaceID, id string) (crm.Proposal, error) {
	return one(tx, lockSQL, workspaceID, id)
}

func one(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Proposal, error) {
	list, err := read(tx, which, workspaceID, false, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("proposal", id)
	}
	p := append(list, stored{})[0]
	return p.Proposal, cmp.Or(err, p.broken)
}

// known reports whether a message has a proposal of a kind.
func known(tx *db.Tx, workspaceID, messageID string, kind crm.ProposalKind) (bool, error) {
	var id string
	return tx.One(knownSQL, []any{&id}, workspaceID, messageID, string(kind))
}

// unsettled returns what waits in a conversation, and in those that were joined to it.
func unsettled(tx *db.Tx, workspaceID, conversationID string) (out []crm.Proposal, err error) {
	family, err := contact.Family(tx, workspaceID, conversationID)
	for _, member := range family {
		some, failed := read(tx, unsettledSQL, workspaceID, false, member)
		for _, p := range some {
			out, failed = append(out, p.Proposal), cmp.Or(failed, p.broken)
		}
		if failed != nil {
			return nil, failed
		}
	}
	return out, err
}

// countDone returns how many acts of a kind wait to be judged, up to limit.
func countDone(tx *db.Tx, workspaceID, assistantID string, kind crm.ProposalKind, limit int) (n int, err error) {
	_, err = tx.One(countDoneSQL, []any{&n}, workspaceID, assistantID, string(kind), limit)
	return n, err
}

// ofConversation returns a page of the proposals of a conversation, and of those that
// were joined to it, newest first. A page may be short although more follow.
func ofConversation(tx *db.Tx, c crm.Conversation, f crm.ProposalFilter, page crm.Page) (out crm.List[crm.Proposal], err error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	var all []stored
	for _, member := range family {
		some, err := read(tx, ofConversationSQL, c.WorkspaceID, false, member, page.After, string(f.Status), page.Limit+1)
		if err != nil {
			return out, err
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b stored) int { return strings.Compare(b.ID, a.ID) })
	cut := crm.CutPage(all, page.Limit, func(p stored) string { return p.ID })
	out.Next = cut.Next
	for _, p := range cut.Items {
		if p.broken == nil {
			out.Items = append(out.Items, p.Proposal)
		}
	}
	return out, err
}

// ofStatus returns a page of the proposals of a status that an actor reaches, newest
// first. A page may be short although more follow.
func ofStatus(tx *db.Tx, actor crm.Actor, status crm.ProposalStatus, page crm.Page) (out crm.List[crm.Proposal], err error) {
	limit := page.Limit + 1
	if !actor.Reach.IsWhole() {
		limit = max(limit, looked)
	}
	list, err := read(tx, ofStatusSQL, actor.WorkspaceID, true, append([]any{string(status), page.After, limit}, reach.Args(actor.Reach)...)...)
	for _, p := range list {
		if !p.reached || p.broken != nil {
			continue
		}
		if len(out.Items) == page.Limit {
			out.Next = out.Items[page.Limit-1].ID
			return out, err
		}
		out.Items = append(out.Items, p.Proposal)
	}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return out, err
}

// stored is a proposal as its row has it. What is broken cannot be settled, and lists
// leave it out, so that it does not hold up the others: it is told of as a failure.
type stored struct {
	crm.Proposal
	reached bool  // by whoever asks, if that was asked
	broken  error // why its act cannot be read
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, inReach bool, args ...any) (out []stored, err error) {
	err = tx.Each(which, func(r db.Row) error {
		p := stored{Proposal: crm.Proposal{WorkspaceID: workspaceID}}
		var created, due, judged, covered int64
		var act, before, by string
		dest := []any{&p.ID, &p.ConversationID, &p.AssistantID, (*string)(&p.Act.Kind), (*string)(&p.State), &p.Period, (*string)(&p.Status), &p.MessageID, &p.EpisodeID, &p.Since, &p.Answers,
			&act, &before, &created, &due, &judged, &by}
		if inReach {
			dest = append(dest, &covered)
		}
		if err := r.Scan(dest...); err != nil {
			return err
		}
		p.reached = covered == 1
		p.broken = errors.Join(json.Unmarshal([]byte(act), &p.Act), json.Unmarshal([]byte(before), &p.Before))
		judge, err := crm.ParseDoneBy(by)
		p.JudgedBy, p.broken = judge, errors.Join(p.broken, err)
		p.CreatedAt, p.DueAt, p.JudgedAt = db.At(created), db.At(due), db.AtOf(judged)
		out = append(out, p)
		return nil
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// dueKey is a proposal that has waited long enough.
type dueKey struct{ workspaceID, id string }

func due(tx *db.Tx, limit int) (out []dueKey, err error) {
	err = tx.Each(dueSQL, func(r db.Row) error {
		var k dueKey
		err := r.Scan(&k.workspaceID, &k.id)
		out = append(out, k)
		return err
	}, db.Ms(tx.Now()), limit)
	return out, err
}

func expire(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(expireSQL, db.Ms(tx.Now()), limit)
}
