package deal

import (
	"cmp"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// looked is how many deals are looked at for one page where not all that an index finds
// are wanted, so that a page costs the same whatever else there is.
const looked = 400

// lookedOnBoard is the same of one column of a board.
const lookedOnBoard = 100

func placeholder(n int) string { return "$" + strconv.Itoa(n) }

// by is a statement that lists the deals of one value of a column, the newest first;
// from $5 on the reach. It asks for a range that has only the one value. Where PostgreSQL
// sees that it is one, it may go by identifier instead, and look through all deals.
func by(column, index string) *db.Stmt {
	condition := `d.` + column + ` >= $2 AND (d.` + column + `, d.id) < ($2, CASE WHEN $3 = '' THEN '~' ELSE $3 END)`
	if column == "owner_id" {
		condition += " AND d.owner_id <> ''"
	}
	return db.SQL(`SELECT ` + dealColumns + `, ` + inReach(5) + ` FROM deals d INDEXED BY ` + index + ` WHERE d.workspace_id = $1 AND ` + condition + `
		ORDER BY d.` + column + ` DESC, d.id DESC LIMIT $4`).By(index).ByOnPostgres(index)
}

// byFamily is by, of a row of another table and of those that were put into it. The order
// is made of what is found, which is little: no index has it.
func byFamily(column, index, table, into string) *db.Stmt {
	return db.SQL(`WITH RECURSIVE family (id) AS (SELECT o.id FROM ` + table + ` o WHERE o.workspace_id = $1 AND o.id = $2
			UNION ALL SELECT m.id FROM family CROSS JOIN ` + table + ` m WHERE m.workspace_id = $1 AND m.` + into + ` = family.id AND m.` + into + ` <> '')
		SELECT ` + dealColumns + `, ` + inReach(5) + ` FROM family CROSS JOIN deals d INDEXED BY ` + index + ` WHERE d.workspace_id = $1 AND d.` + column + ` = family.id AND d.` + column + ` <> ''
		AND coalesce(d.id, '') < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY coalesce(d.id, '') DESC LIMIT $4`).By(index).ByOnPostgres(index)
}

var (
	listByPipelineSQL = by("pipeline_id", "deals_pipeline")
	listByStageSQL    = by("stage_id", "deals_stage")
	listByStatusSQL   = by("status", "deals_status")
	listByOwnerSQL    = by("owner_id", "deals_owner")
	// Also those of conversations that were joined to the one: they are few.
	listByConversationSQL = byFamily("conversation_id", "deals_conversation", "conversations", "joined_to")
	// All of them, the newest first.
	listDealsSQL = db.SQL(`SELECT ` + dealColumns + `, ` + inReach(4) + ` FROM deals d WHERE d.workspace_id = $1 AND d.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END ORDER BY d.id DESC LIMIT $3`).By()
	// By the day of the expected close, from one on up to another.
	listByCloseSQL = db.SQL(`SELECT ` + dealColumns + `, ` + inReach(6) + ` FROM deals d INDEXED BY deals_close WHERE d.workspace_id = $1 AND d.expected_close_on <> ''
		AND (d.expected_close_on, d.id) > ($2, $3) AND d.expected_close_on <= $4 ORDER BY d.expected_close_on, d.id LIMIT $5`).By("deals_close").ByOnPostgres("deals_close")
)

// narrowed is a statement that finds the deals of a filter, with what it is asked. only
// says that it finds nothing else.
type narrowed struct {
	which *db.Stmt
	args  []any
	only  bool
}

// narrow chooses the index that leaves the fewest deals.
func narrow(f crm.DealFilter) narrowed {
	values := []struct {
		value string
		which *db.Stmt
	}{{f.ConversationID, listByConversationSQL}, {f.ContactID, listByContactSQL}, {f.OwnerID, listByOwnerSQL}, {f.StageID, listByStageSQL}, {f.PipelineID, listByPipelineSQL}, {string(f.Status), listByStatusSQL}}
	n, given := narrowed{which: listDealsSQL}, 0
	for _, v := range values {
		if v.value == "" {
			continue
		}
		if given++; given == 1 {
			n.which, n.args = v.which, []any{v.value}
		}
	}
	for number, value := range f.Values {
		if given++; given == 1 {
			n.which, n.args = listByValueSQL, []any{number, crm.SearchText(value)}
		}
	}
	n.only = given < 2
	if f.ByClose() {
		n = narrowed{which: listByCloseSQL, only: given == 0}
	}
	return n
}

// wanted reports whether a deal is one of a filter, the contact aside. What the statement
// went by is: by identifier it may be another one, which was put into it.
func wanted(f crm.DealFilter, d crm.Deal) bool {
	if !f.ByClose() {
		f.ConversationID = ""
	}
	same := func(want, has string) bool { return want == "" || want == has }
	return same(f.PipelineID, d.PipelineID) && same(f.StageID, d.StageID) && same(f.OwnerID, d.OwnerID) &&
		same(f.ConversationID, d.ConversationID) && same(string(f.Status), string(d.Status)) && crm.SameFields(d.Values, f.Values)
}

// deals returns a page of the deals of a filter that the actor reaches.
func deals(tx *db.Tx, actor crm.Actor, f crm.DealFilter, p crm.Page) (out crm.List[crm.Deal], err error) {
	n := narrow(f)
	limit := p.Limit + 1
	if !n.only || !actor.Reach.IsWhole() {
		limit = max(limit, looked)
	}
	args := append(append([]any{actor.WorkspaceID}, n.args...), p.After, limit)
	if f.ByClose() {
		day, id, _ := strings.Cut(p.After, ".")
		if p.After != "" && (!crm.ValidDate(day) || !crm.ValidID(crm.PrefixDeal, id)) {
			var faults crm.Faults
			faults.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
			return out, faults.Err()
		}
		args = []any{actor.WorkspaceID, cmp.Or(day, f.CloseFrom), id, cmp.Or(f.CloseTo, "~"), limit}
	}
	var list []crm.Deal
	var reached []bool
	askedLater := f.ContactID != "" && n.which != listByContactSQL
	found := 0
	err = tx.EachUntil(n.which, func(r db.Row) (bool, error) {
		var seen int64
		d, err := scanDeal(r, actor.WorkspaceID, &seen)
		if list, reached = append(list, d), append(reached, seen == 1); seen == 1 && wanted(f, d) {
			found++
		}
		return askedLater || found <= p.Limit, err
	}, append(args, reach.Args(actor.Reach)...)...)
	var named map[string]bool
	if err == nil && askedLater {
		named, err = ofContact(tx, actor.WorkspaceID, f.ContactID, list)
	}
	last, full := crm.Deal{}, false
	for i, d := range list {
		if reached[i] && wanted(f, d) && (named == nil || named[d.ID]) {
			if full = len(out.Items) == p.Limit; full {
				break
			}
			out.Items = append(out.Items, d)
		}
		last = d
	}
	if full || len(list) == limit {
		if out.Next = last.ID; f.ByClose() {
			out.Next = last.ExpectedCloseOn + "." + last.ID
		}
	}
	return out, err
}

// column returns a page of the deals of a stage that the actor reaches, in their order.
func column(tx *db.Tx, actor crm.Actor, stageID string, p crm.Page) (out crm.List[crm.Deal], err error) {
	limit := p.Limit + 1
	if !actor.Reach.IsWhole() {
		limit = max(limit, lookedOnBoard)
	}
	rows, last, full := 0, "", false
	err = tx.Each(columnSQL, func(r db.Row) error {
		if rows++; full {
			return nil
		}
		var seen int64
		d, err := scanDeal(r, actor.WorkspaceID, &seen)
		if err != nil {
			return err
		}
		if seen == 1 {
			if len(out.Items) == p.Limit {
				full = true
				return nil
			}
			out.Items = append(out.Items, d)
		}
		last = d.Position
		return nil
	}, append([]any{actor.WorkspaceID, stageID, p.After, limit}, reach.Args(actor.Reach)...)...)
	if full || rows == limit {
		out.Next = last
	}
	return out, err
}
