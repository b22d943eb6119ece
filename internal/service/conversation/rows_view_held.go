package conversation

import (
	"cmp"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
)

// heldViews are the views that a limited reach reads holder by holder: what each of its
// teams has, what has no team on their phone numbers, and what the user has. A walk along the
// whole view would look at everybody's for a page of one's own.
var heldViews = map[crm.ConversationView]heldView{
	crm.ViewAll:        {ofTeam: holderBy("conversation_states_team", "team_id", indexUnclosed), ofAgent: holderBy("conversation_states_agent", "agent_id", indexUnclosed)},
	crm.ViewUnassigned: {ofTeam: holderBy("conversation_states_team", "team_id", indexUnclosed+` AND i.status <> 'snoozed'`), unassigned: true},
	crm.ViewClosed:     {ofTeam: holderBy("conversation_states_closed_team", "team_id", `i.status = 'closed'`), ofAgent: holderBy("conversation_states_closed_agent", "agent_id", `i.status = 'closed'`)},
}

// heldView is a view that is read holder by holder, the latest activity first.
type heldView struct {
	ofTeam, ofAgent holder
	unassigned      bool // it has what nobody has
}

// holder has the statements that read what a team or an agent $2 has behind ($3, $4): among
// the next $8 at most $5, those that nobody has if $6 is not empty, and of the phone numbers
// $7 if that is not empty. end is the last of those that were looked at, if there may be more.
type holder struct{ embedded, postgres, end *db.Stmt }

func holderBy(index, column, where string) holder {
	from := ` FROM conversation_states i INDEXED BY ` + index + ` WHERE i.workspace_id = $1 AND i.` + column + ` = $2 AND ` + where + ` AND (i.activity_at, i.conversation_id) < ($3, $4)
		ORDER BY i.` + column + ` DESC, i.activity_at DESC, i.conversation_id DESC`
	columns := `i.activity_at, i.conversation_id, i.agent_id, i.phone_number_id`
	if column == "agent_id" { // its index knows no phone number, and nothing is left out
		columns = `i.activity_at, i.conversation_id, '' AS agent_id, '' AS phone_number_id`
	}
	// The embedded engine gives rows in the order in which it reads them; told to sort them,
	// it would read all of them first.
	page := `SELECT i.activity_at, i.conversation_id FROM (SELECT ` + columns + from + ` LIMIT $8) i WHERE ($6 = '' OR i.agent_id = '') AND ($7 = '' OR $7 LIKE '%|' || i.phone_number_id || '|%')`
	return holder{embedded: db.EmbeddedSQL(page + ` LIMIT $5`).By(index), postgres: db.PostgresSQL(page + ` ORDER BY i.activity_at DESC, i.conversation_id DESC LIMIT $5`).ByOnPostgres(index),
		end: db.SQL(`SELECT i.activity_at, i.conversation_id` + from + ` LIMIT 1 OFFSET $5`).By(index).ByOnPostgres(index)}
}

// read returns at most size of what a holder has, and where the reading ended; none where
// it reached the end.
func (o holder) read(tx *db.Tx, workspaceID, of string, from place, size int, unassigned bool, numbers string) (out []place, end place, err error) {
	which := o.embedded
	if tx.OnPostgres() {
		which = o.postgres
	}
	nobody := ""
	if unassigned {
		nobody = "only"
	}
	err = tx.Each(which, func(r db.Row) error {
		var p place
		err := r.Scan(&p.key, &p.id)
		out = append(out, p)
		return err
	}, workspaceID, of, from.key, from.id, size, nobody, numbers, narrowScan)
	if err != nil || len(out) == size {
		if err == nil {
			end = out[size-1]
		}
		return out, end, err
	}
	if nobody != "" || numbers != "" { // less is left over than was looked at
		_, err = tx.One(o.end, []any{&end.key, &end.id}, workspaceID, of, from.key, from.id, narrowScan-1)
	}
	return out, end, err
}

// behind orders places as a view that has the latest activity first.
func (p place) behind(o place) int {
	return cmp.Or(cmp.Compare(o.key, p.key), strings.Compare(o.id, p.id))
}

// isHeld reports whether a list is read holder by holder.
func isHeld(actor crm.Actor, f ViewFilter) bool {
	_, is := heldViews[f.View]
	return is && f.PhoneNumberID == "" && f.LabelID == "" && (actor.Reach.Kind == crm.ReachTeams || actor.Reach.Kind == crm.ReachOwnAndUnassigned)
}

// find returns what is in reach of the first size of each holder, in the order of the view.
// What was not read to its end bounds it: what stands behind may be missing.
func (v heldView) find(tx *db.Tx, actor crm.Actor, from place, size int) (out []place, bound place, err error) {
	r := actor.Reach
	add := func(o holder, of string, unassigned bool, numbers string) {
		if err != nil {
			return
		}
		var found []place
		var end place
		found, end, err = o.read(tx, actor.WorkspaceID, of, from, size, unassigned, numbers)
		if out = append(out, found...); end.id != "" && (bound.id == "" || end.behind(bound) < 0) {
			bound = end
		}
	}
	nobody := v.unassigned || r.Kind == crm.ReachOwnAndUnassigned
	for _, id := range core.Distinct(r.TeamIDs) {
		add(v.ofTeam, id, nobody, "")
	}
	if len(r.TeamNumberIDs) > 0 {
		add(v.ofTeam, "", nobody, reach.Listed(r.TeamNumberIDs))
	}
	if r.Kind == crm.ReachOwnAndUnassigned && r.UserID != "" && !v.unassigned {
		add(v.ofAgent, r.UserID, false, "")
	}
	slices.SortFunc(out, place.behind)
	if bound.id != "" {
		out = slices.DeleteFunc(out, func(p place) bool { return p.behind(bound) > 0 })
	}
	return slices.Compact(out), bound, err
}

// list returns a page.
func (v heldView) list(tx *db.Tx, actor crm.Actor, from place, p crm.Page) (out crm.List[Conversation], err error) {
	found, bound, err := v.find(tx, actor, from, p.Limit+1)
	if err == nil && len(found) <= p.Limit && bound.id != "" && p.Limit+1 < reachChunk {
		found, bound, err = v.find(tx, actor, from, reachChunk)
	}
	if err != nil {
		return out, err
	}
	if bound.id != "" {
		out.Next = bound.String()
	}
	if len(found) > p.Limit {
		found = found[:p.Limit]
		out.Next = found[p.Limit-1].String()
	}
	ids, at := make([]inReach, len(found)), make(map[string]int, len(found))
	for i, c := range found {
		ids[i], at[c.id] = inReach{id: c.id}, i
	}
	if out.Items, err = readListedOf(tx, actor, ids); err != nil {
		return out, err
	}
	slices.SortFunc(out.Items, func(a, b Conversation) int { return cmp.Compare(at[a.ID], at[b.ID]) })
	out.Items = slices.DeleteFunc(out.Items, func(c Conversation) bool { return !reach.Holds(actor.Reach, c.subject(), false) })
	return out, nil
}
