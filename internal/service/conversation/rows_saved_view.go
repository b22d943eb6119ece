package conversation

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const savedViewColumns = `id, audience, name, filter, sort_by, created_by, created_at, updated_at`

var (
	insertSavedViewSQL = db.SQL(`INSERT INTO saved_views (workspace_id, id, audience, name, filter, sort_by, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`)
	updateSavedViewSQL = db.SQL(`UPDATE saved_views SET audience = $3, name = $4, filter = $5, sort_by = $6, updated_at = $7 WHERE workspace_id = $1 AND id = $2`)
	deleteSavedViewSQL = db.SQL(`DELETE FROM saved_views WHERE workspace_id = $1 AND id = $2`)
	selectSavedViewSQL = db.SQL(`SELECT ` + savedViewColumns + ` FROM saved_views WHERE workspace_id = $1 AND id = $2 AND audience IN ('', $3)`)
	lockSavedViewSQL   = db.SQL(`SELECT ` + savedViewColumns + ` FROM saved_views WHERE workspace_id = $1 AND id = $2 AND audience IN ('', $3) FOR UPDATE`)
	// The shared ones first, then the asking actor's own; there are a few hundred at
	// most.
	listSavedViewsSQL = db.SQL(`SELECT ` + savedViewColumns + ` FROM saved_views INDEXED BY saved_views_audience WHERE workspace_id = $1 AND audience IN ('', $2) AND (audience, id) > ($3, $4)
		ORDER BY audience, id LIMIT $5`).By("saved_views_audience").ByOnPostgres("saved_views_audience")
	countSavedViewsSQL = db.SQL(`SELECT count(*) FROM saved_views WHERE workspace_id = $1 AND audience = $2`).By("saved_views_audience")
)

// audienceOf is for whom a view is: "" for everybody.
func audienceOf(v crm.SavedView) string {
	if v.Shared {
		return ""
	}
	return v.CreatedBy.String()
}

func insertSavedView(tx *db.Tx, v crm.SavedView) {
	tx.Write(insertSavedViewSQL, v.WorkspaceID, v.ID, audienceOf(v), v.Name, db.Text(v.Filter), string(v.Order), v.CreatedBy.String(), db.Ms(v.CreatedAt))
}

func updateSavedView(tx *db.Tx, v crm.SavedView) {
	tx.Write(updateSavedViewSQL, v.WorkspaceID, v.ID, audienceOf(v), v.Name, db.Text(v.Filter), string(v.Order), db.Ms(v.UpdatedAt))
}

func deleteSavedView(tx *db.Tx, v crm.SavedView) { tx.Write(deleteSavedViewSQL, v.WorkspaceID, v.ID) }

// savedView returns a view that the actor sees, or a KindNotFound error.
func savedView(tx *db.Tx, which *db.Stmt, actor crm.Actor, id string) (crm.SavedView, error) {
	list, err := readSavedViews(tx, which, actor.WorkspaceID, id, actor.By().String())
	if err == nil && len(list) == 0 {
		err = crm.NotFound("view", id)
	}
	return append(list, crm.SavedView{})[0], err
}

// savedViews returns a page of the views that the actor sees. The cursor is the last
// one's identifier, behind whether it is shared.
func savedViews(tx *db.Tx, actor crm.Actor, p crm.Page) (out crm.List[crm.SavedView], err error) {
	own, from := actor.By().String(), ""
	shared, after, _ := strings.Cut(p.After, ".")
	switch {
	case p.After == "", shared == "shared" && crm.ValidID(crm.PrefixView, after):
	case shared == "own" && crm.ValidID(crm.PrefixView, after):
		from = own
	default:
		var faults crm.Faults
		faults.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		return out, faults.Err()
	}
	list, err := readSavedViews(tx, listSavedViewsSQL, actor.WorkspaceID, own, from, after, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(v crm.SavedView) string {
		if v.Shared {
			return "shared." + v.ID
		}
		return "own." + v.ID
	}), err
}

func readSavedViews(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.SavedView, err error) {
	err = tx.Each(which, func(r db.Row) error {
		v := crm.SavedView{WorkspaceID: workspaceID}
		var audience, filter, order, by string
		var created, updated int64
		if err := r.Scan(&v.ID, &audience, &v.Name, &filter, &order, &by, &created, &updated); err != nil {
			return err
		}
		v.Shared, v.Order, v.CreatedAt, v.UpdatedAt = audience == "", crm.ViewOrder(order), db.At(created), db.At(updated)
		if v.CreatedBy, err = crm.ParseDoneBy(by); err == nil {
			err = json.Unmarshal([]byte(filter), &v.Filter)
		}
		out = append(out, v)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

// checkSavedLimit refuses one view more than somebody, or a workspace, may have.
func checkSavedLimit(tx *db.Tx, v crm.SavedView) error {
	var n int64
	_, err := tx.One(countSavedViewsSQL, []any{&n}, v.WorkspaceID, audienceOf(v))
	switch {
	case err != nil:
	case v.Shared && n >= crm.MaxSharedViews:
		err = crm.Errorf(crm.KindConflict, crm.CodeViewLimit, "A workspace shares at most %d views.", crm.MaxSharedViews)
	case !v.Shared && n >= crm.MaxOwnViews:
		err = crm.Errorf(crm.KindConflict, crm.CodeViewLimit, "Nobody has more than %d views of their own.", crm.MaxOwnViews)
	}
	return err
}

// savedSift is the condition of a filter, from $15 on: statuses, team, agent,
// priorities, whether the contact waits, who answers, now, phone number, labels.
var savedSift = func() string {
	var labels []string
	for i := range crm.MaxViewLabels {
		labels = append(labels, `v.labels LIKE $`+strconv.Itoa(firstViewLabel+i))
	}
	answers := strings.ReplaceAll(assistantAnswers, "{of}", "$21")
	return `$15 LIKE '%|' || s.status || '|%' AND ($16 = '' OR s.team_id = $16) AND ($17 = '*' OR s.agent_id = $17) AND ($18 = '' OR $18 LIKE '%|' || s.priority || '|%')
		AND ($19 = -1 OR CASE WHEN s.waiting_since > 0 THEN 1 ELSE 0 END = $19) AND ($20 = '' OR CASE WHEN ` + answers + ` THEN 'assistant' ELSE 'person' END = $20)
		AND ($22 = '' OR v.phone_number_id = $22) AND (` + strings.Join(labels, " OR ") + `)`
}()

const firstViewLabel = 23

// savedLists are the ways to walk the conversations of a saved view, each by its
// index.
var savedLists = map[string]view{
	"active":  newView(viewOf{index: "conversation_states_active", key: "i.activity_at", where: indexUnclosed, sift: savedSift, narrows: true}),
	"agent":   newView(viewOf{index: "conversation_states_agent", prefix: "s.agent_id", key: "s.activity_at", where: atWork + ` AND s.agent_id = {of}`, sift: savedSift, at: "$17"}),
	"team":    newView(viewOf{index: "conversation_states_team", prefix: "s.team_id", key: "s.activity_at", where: atWork + ` AND s.team_id = {of}`, sift: savedSift, at: "$16"}),
	"waiting": newView(viewOf{index: "conversation_states_waiting", key: "i.waiting_since", where: indexWaits, sift: savedSift, older: true, narrows: true}),
	"snoozed": newView(viewOf{index: "conversation_states_snoozed", key: "i.activity_at", where: `i.status = 'snoozed'`, sift: savedSift, narrows: true}),
	"closed":  newView(viewOf{index: "conversation_states_closed", key: "i.activity_at", where: `i.status = 'closed'`, sift: savedSift, narrows: true}),
}

// savedList returns by which index a view is walked, with the value that the scan
// takes, and the arguments of savedSift.
func savedList(tx *db.Tx, actor crm.Actor, v crm.SavedView) (list view, of any, sift []any) {
	f := v.Filter
	statuses, agent := f.Statuses(), f.AgentID
	switch agent {
	case "":
		agent = "*"
	case crm.AgentMe:
		agent = actor.UserID()
	case crm.AgentNone:
		agent = ""
	}
	only := func(s crm.ConversationStatus) bool { return len(statuses) == 1 && statuses[0] == s }
	name := "active"
	switch {
	case v.Order == crm.OrderWaiting:
		name = "waiting"
	case only(crm.ConversationClosed):
		name = "closed"
	case only(crm.ConversationSnoozed):
		name = "snoozed"
	case slices.Contains(statuses, crm.ConversationSnoozed):
	case agent != "*":
		name, of = "agent", agent
	case f.TeamID != "":
		name, of = "team", f.TeamID
	}
	waiting := -1
	if f.NeedsAnswer != nil {
		waiting = map[bool]int{true: 1}[*f.NeedsAnswer]
	}
	sift = []any{listOf(statuses), f.TeamID, agent, listOf(f.Priority), waiting, string(f.Speaker), db.Ms(tx.Now()), f.PhoneNumberID}
	for i := range crm.MaxViewLabels {
		switch {
		case len(f.LabelIDs) == 0:
			sift = append(sift, "%")
		default: // the last one again
			sift = append(sift, "%"+f.LabelIDs[min(i, len(f.LabelIDs)-1)]+"%")
		}
	}
	return savedLists[name], of, sift
}

func listOf[T ~string](list []T) string {
	var out []string
	for _, one := range list {
		out = append(out, string(one))
	}
	return reach.Listed(out)
}

// listSaved returns a page of a saved view. A page may be short although more follow.
func listSaved(tx *db.Tx, actor crm.Actor, v crm.SavedView, f ViewFilter, p crm.Page) (crm.List[Conversation], error) {
	list, of, sift := savedList(tx, actor, v)
	return list.read(tx, actor, f, p, of, sift)
}

// countScan is how many rows of an index a count of a saved view looks at, at most.
const countScan = 2000

// countSaved counts the conversations of a saved view as far as countScan rows of its
// index go.
func countSaved(tx *db.Tx, actor crm.Actor, v crm.SavedView) (count int64, more bool, err error) {
	list, of, sift := savedList(tx, actor, v)
	from, until := list.ends()
	bounded, until, err := list.boundOf(tx, actor, from, until, countScan, of)
	if err != nil {
		return 0, false, err
	}
	args := append([]any{actor.WorkspaceID, from.key, from.id, crm.MaxViewCount + 1, actor.UserID(), until.key, until.id, "", ""}, reach.Args(actor.Reach)...)
	_, err = tx.One(list.count, []any{&count}, append(args, sift...)...)
	return min(count, crm.MaxViewCount), bounded || count > crm.MaxViewCount, err
}
