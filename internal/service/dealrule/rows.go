package dealrule

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `id, version, rank, since, enabled, body, created_by, created_at, updated_at, told_version, told_at`

var (
	insertSQL = db.SQL(`INSERT INTO deal_rules (workspace_id, id, version, rank, since, enabled, body, created_by, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
	updateSQL = db.SQL(`UPDATE deal_rules SET version = $3, since = $4, enabled = $5, body = $6, updated_at = $7 WHERE workspace_id = $1 AND id = $2`)
	placeSQL  = db.SQL(`UPDATE deal_rules SET rank = $3 WHERE workspace_id = $1 AND id = $2`)
	removeSQL = db.SQL(`DELETE FROM deal_rules WHERE workspace_id = $1 AND id = $2`)
	// Told of once, by whoever comes first.
	tellSQL   = db.SQL(`UPDATE deal_rules SET told_version = $3, told_at = $4 WHERE workspace_id = $1 AND id = $2 AND told_version <> $3 AND told_at <= $5`)
	actsSQL   = db.SQL(`UPDATE deal_rules SET told_version = 0 WHERE workspace_id = $1 AND id = $2 AND told_version <> 0`)
	selectSQL = db.SQL(`SELECT ` + columns + ` FROM deal_rules WHERE workspace_id = $1 AND id = $2`)
	// In their order; a workspace has crm.MaxDealRules at most.
	listSQL = db.SQL(`SELECT ` + columns + ` FROM deal_rules INDEXED BY deal_rules_rank WHERE workspace_id = $1 AND rank > $2 ORDER BY rank LIMIT $3`).By("deal_rules_rank").ByOnPostgres("deal_rules_rank")
)

// unread is what a rule is called that is stored in a way that cannot be read.
const unread = "A rule that cannot be read"

// stored is the body of a rule as it is stored.
type stored struct {
	Name    string             `json:"name"`
	Trigger crm.DealTrigger    `json:"trigger"`
	When    crm.DealConditions `json:"when"`
	Act     crm.DealAct        `json:"act"`
}

func bodyOf(r crm.DealRule) string { return db.Text(stored{r.Name, r.Trigger, r.When, r.Act}) }

func insert(tx *db.Tx, r crm.DealRule) {
	tx.Write(insertSQL, r.WorkspaceID, r.ID, r.Version, r.Rank, r.Since, flag(r.Enabled), bodyOf(r), r.CreatedBy.String(), db.Ms(r.CreatedAt), db.Ms(r.UpdatedAt))
}

func update(tx *db.Tx, r crm.DealRule) {
	tx.Write(updateSQL, r.WorkspaceID, r.ID, r.Version, r.Since, flag(r.Enabled), bodyOf(r), db.Ms(r.UpdatedAt))
}

func place(tx *db.Tx, r crm.DealRule, rank int64) { tx.Write(placeSQL, r.WorkspaceID, r.ID, rank) }

func remove(tx *db.Tx, r crm.DealRule) { tx.Write(removeSQL, r.WorkspaceID, r.ID) }

// markTold notes that people are told that a rule cannot act; false if they were told of
// this version since it acted last, or not long ago.
func markTold(tx *db.Tx, r crm.DealRule) (fresh bool, err error) {
	n, err := tx.Exec(tellSQL, r.WorkspaceID, r.ID, r.Version, db.Ms(tx.Now()), db.Ms(tx.Now().Add(-toldPause)))
	return n == 1, err
}

// markActs notes that a rule acts again.
func markActs(tx *db.Tx, r crm.DealRule) { tx.Write(actsSQL, r.WorkspaceID, r.ID) }

func flag(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// one returns a rule, or a KindNotFound error.
func one(tx *db.Tx, workspaceID, id string) (crm.DealRule, error) {
	found, err := read(tx, selectSQL, workspaceID, id)
	if err == nil && len(found) == 0 {
		err = crm.NotFound("rule of deals", id)
	}
	return append(found, crm.DealRule{})[0], err
}

// everyRule returns the rules of a workspace in their order.
func everyRule(tx *db.Tx, workspaceID string) ([]crm.DealRule, error) {
	return read(tx, listSQL, workspaceID, int64(0), crm.MaxDealRules+1)
}

// list returns a page of the rules in their order. The cursor is the place of the last
// one.
func list(tx *db.Tx, workspaceID string, p crm.Page) (out crm.List[crm.DealRule], err error) {
	from, err := p.Number()
	if err != nil {
		return out, err
	}
	found, err := read(tx, listSQL, workspaceID, from, p.Limit+1)
	return crm.CutPage(found, p.Limit, func(r crm.DealRule) string { return number(r.Rank) }), err
}

func read(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.DealRule, err error) {
	err = tx.Each(which, func(row db.Row) error {
		r := crm.DealRule{WorkspaceID: workspaceID}
		var enabled, created, updated, told int64
		var body, by string
		if err := row.Scan(&r.ID, &r.Version, &r.Rank, &r.Since, &enabled, &body, &by, &created, &updated, &r.ToldVersion, &told); err != nil {
			return err
		}
		var b stored
		if r.Unread = json.Unmarshal([]byte(body), &b); r.Unread != nil {
			b = stored{Name: unread} // people see that it is there, and others are read
		}
		r.DealRuleBody = crm.DealRuleBody{Name: b.Name, Enabled: enabled == 1, Trigger: b.Trigger, When: b.When, Act: b.Act}
		r.CreatedAt, r.UpdatedAt, r.ToldAt = db.At(created), db.At(updated), db.At(told)
		var err error
		r.CreatedBy, err = crm.ParseDoneBy(by)
		out = append(out, r)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}
