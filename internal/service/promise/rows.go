package promise

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
)

const columns = `p.id, p.conversation_id, p.message_id, p.user_id, p.text, p.due_at, p.status, p.created_by, p.created_at, p.woke_at, p.ended_by, p.ended_at`

var (
	insertSQL = db.SQL(`INSERT INTO promises (workspace_id, id, conversation_id, message_id, user_id, text, due_at, status, created_by, created_at, woke_at, ended_by, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`)
	updateSQL = db.SQL(`UPDATE promises SET user_id = $3, text = $4, due_at = $5, status = $6, woke_at = $7, ended_by = $8, ended_at = $9 WHERE workspace_id = $1 AND id = $2`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM promises p WHERE p.workspace_id = $1 AND p.id = $2`)
	lockSQL   = db.SQL(`SELECT ` + columns + ` FROM promises p WHERE p.workspace_id = $1 AND p.id = $2 FOR UPDATE`)
	countSQL  = db.SQL(`SELECT count(*) FROM promises WHERE workspace_id = $1 AND conversation_id = $2 AND status = $3`).By("promises_state")
	nextSQL   = db.SQL(`SELECT due_at FROM promises WHERE workspace_id = $1 AND conversation_id = $2 AND status = 'open' ORDER BY due_at LIMIT 1`).By("promises_state")
	// The newest first, by the index.
	ofConversationSQL = db.SQL(`SELECT ` + columns + ` FROM promises p INDEXED BY promises_conversation WHERE p.workspace_id = $1 AND p.conversation_id = $2
		AND p.id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY p.conversation_id DESC, p.id DESC LIMIT $4`).By("promises_conversation").ByOnPostgres("promises_conversation")

	putNextSQL = db.SQL(`INSERT INTO conversation_promises (workspace_id, conversation_id, due_at) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET due_at = excluded.due_at`)
	dropNextSQL = db.SQL(`DELETE FROM conversation_promises WHERE workspace_id = $1 AND conversation_id = $2`)
)

// lists are the statements of a list by the index that it goes by; limited looks at the
// reach of the actor, down to where bound says that its scan ends.
type lists struct{ whole, limited, bound *db.Stmt }

// listScan is how many promises a page goes through at most, of which it shows those
// that the actor reaches.
const listScan = 5000

var (
	listSQL       = listBy("promises_due", "", "p.status, ")
	listOfUserSQL = listBy("promises_user", " AND p.user_id = $6", "p.status, p.user_id, ")
)

func listBy(index, of, order string) lists {
	where := ` FROM promises p INDEXED BY ` + index + ` WHERE p.workspace_id = $1 AND p.status = $2` + of + ` AND (p.due_at, p.id) > ($3, $4) AND p.due_at < $5`
	sorted := ` ORDER BY ` + order + `p.due_at, p.id LIMIT `
	page := `SELECT ` + columns + where + ` AND ($6 = '' OR p.user_id = $6)`
	by := func(text string) *db.Stmt { return db.SQL(text).By(index).ByOnPostgres(index) }
	return lists{by(page + sorted + `$7`),
		by(page + ` AND (p.due_at, p.id) <= ($8, $9) AND ` + reach.OfConversation("p.workspace_id", "p.conversation_id", 10) + sorted + `$7`),
		by(`SELECT p.due_at, p.id` + where + ` AND ($6 = '' OR p.user_id = $6)` + sorted + `1 OFFSET $7`)}
}

func insert(tx *db.Tx, p crm.Promise) {
	tx.Write(insertSQL, p.WorkspaceID, p.ID, p.ConversationID, p.MessageID, p.UserID, p.Text, db.Ms(p.DueAt), string(p.Status), p.CreatedBy.String(), db.Ms(p.CreatedAt), db.MsOf(p.WokeAt), p.EndedBy.String(), db.MsOf(p.EndedAt))
}

// update stores what was locked.
func update(tx *db.Tx, p crm.Promise) {
	tx.Write(updateSQL, p.WorkspaceID, p.ID, p.UserID, p.Text, db.Ms(p.DueAt), string(p.Status), db.MsOf(p.WokeAt), p.EndedBy.String(), db.MsOf(p.EndedAt))
}

// look returns a promise; false if there is none.
func look(tx *db.Tx, workspaceID, id string) (crm.Promise, bool, error) {
	return one(tx, selectSQL, workspaceID, id)
}

// lock is look, and keeps others from changing it.
func lock(tx *db.Tx, workspaceID, id string) (crm.Promise, bool, error) {
	return one(tx, lockSQL, workspaceID, id)
}

func one(tx *db.Tx, which *db.Stmt, workspaceID, id string) (crm.Promise, bool, error) {
	list, err := read(tx, which, workspaceID, id)
	return append(list, crm.Promise{})[0], len(list) > 0, err
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.Promise, err error) {
	err = tx.Each(which, func(r db.Row) error {
		p := crm.Promise{WorkspaceID: workspaceID}
		var due, created, woke, ended int64
		var by, endedBy string
		if err := r.Scan(&p.ID, &p.ConversationID, &p.MessageID, &p.UserID, &p.Text, &due, (*string)(&p.Status), &by, &created, &woke, &endedBy, &ended); err != nil {
			return err
		}
		p.DueAt, p.CreatedAt, p.WokeAt, p.EndedAt = db.At(due), db.At(created), db.AtOf(woke), db.AtOf(ended)
		p.CreatedBy, err = crm.ParseDoneBy(by)
		if err == nil {
			p.EndedBy, err = crm.ParseDoneBy(endedBy)
		}
		out = append(out, p)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

func count(tx *db.Tx, workspaceID, conversationID string, status crm.PromiseStatus) (n int, err error) {
	_, err = tx.One(countSQL, []any{&n}, workspaceID, conversationID, string(status))
	return n, err
}

// ofConversation returns a page of the promises of a conversation and of those that were
// joined to it, newest first.
func ofConversation(tx *db.Tx, c crm.Conversation, page crm.Page) (crm.List[crm.Promise], error) {
	family, err := contact.Family(tx, c.WorkspaceID, c.ID)
	var all []crm.Promise
	for _, member := range family {
		some, err := read(tx, ofConversationSQL, c.WorkspaceID, member, page.After, page.Limit+1)
		if err != nil {
			return crm.List[crm.Promise]{}, err
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b crm.Promise) int { return strings.Compare(b.ID, a.ID) })
	return crm.CutPage(all, page.Limit, func(p crm.Promise) string { return p.ID }), err
}

// keepNext stores when the next open promise of a conversation, and of those that are
// joined to it, is due.
func keepNext(tx *db.Tx, workspaceID, id string) error {
	family, err := contact.Family(tx, workspaceID, id)
	var next int64
	for _, member := range family {
		var due int64
		if _, broken := tx.One(nextSQL, []any{&due}, workspaceID, member); broken != nil {
			return broken
		}
		if due > 0 && (next == 0 || due < next) {
			next = due
		}
	}
	if next > 0 {
		tx.Write(putNextSQL, workspaceID, id, next)
	} else {
		dropNext(tx, workspaceID, id)
	}
	return err
}

func dropNext(tx *db.Tx, workspaceID, id string) { tx.Write(dropNextSQL, workspaceID, id) }

// list returns a page of the promises of one status that an actor reaches, by when they
// are due.
func list(tx *db.Tx, actor crm.Actor, f crm.PromiseFilter, page crm.Page) (out crm.List[crm.Promise], err error) {
	after, id, err := place(page)
	if err != nil {
		return out, err
	}
	which, until := listSQL, int64(math.MaxInt64)
	if f.UserID != "" {
		which = listOfUserSQL
	}
	if f.Until != nil {
		until = db.Ms(*f.Until)
	}
	if f.Status == "" {
		f.Status = crm.PromiseOpen
	}
	args := []any{string(f.Status), after, id, until, f.UserID}
	var end crm.Promise
	if actor.Reach.IsWhole() {
		out.Items, err = read(tx, which.whole, actor.WorkspaceID, append(args, page.Limit+1)...)
	} else {
		last := int64(math.MaxInt64)
		bounded, err := tx.One(which.bound, []any{&last, &end.ID}, append(append([]any{actor.WorkspaceID}, args...), listScan-1)...)
		if err != nil {
			return out, err
		}
		if end.DueAt = db.At(last); !bounded {
			end.ID = ""
		}
		out.Items, err = read(tx, which.limited, actor.WorkspaceID, append(append(args, page.Limit+1, last, end.ID), reach.Args(actor.Reach)...)...)
		if err != nil {
			return out, err
		}
	}
	switch n := len(out.Items); {
	case n > page.Limit:
		out.Items = out.Items[:page.Limit]
		out.Next = placeOf(out.Items[page.Limit-1])
	case end.ID != "":
		out.Next = placeOf(end)
	}
	return out, err
}

func placeOf(p crm.Promise) string { return strconv.FormatInt(db.Ms(p.DueAt), 10) + "/" + p.ID }

// place is where a page begins: behind the promise that is due at after.
func place(page crm.Page) (after int64, id string, err error) {
	if page.After == "" {
		return -1, "", nil
	}
	text, id, _ := strings.Cut(page.After, "/")
	after, err = strconv.ParseInt(text, 10, 64)
	if err != nil || after < 1 || !crm.ValidID(crm.PrefixPromise, id) {
		var f crm.Faults
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		return 0, "", f.Err()
	}
	return after, id, nil
}
