package checklist

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	itemsSQL    = db.SQL(`SELECT item, state, entry FROM onboarding_items WHERE workspace_id = $1 ORDER BY item`)
	begunSQL    = db.SQL(`SELECT 1 FROM onboarding_items WHERE workspace_id = $1 AND item = $2`)
	saveItemSQL = db.SQL(`INSERT INTO onboarding_items (workspace_id, item, state, entry, changed_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, item) DO UPDATE SET state = excluded.state, entry = excluded.entry, changed_at = excluded.changed_at`)

	websiteSQL     = db.SQL(`SELECT website FROM onboarding_websites WHERE workspace_id = $1`)
	saveWebsiteSQL = db.SQL(`INSERT INTO onboarding_websites (workspace_id, website) VALUES ($1, $2) ON CONFLICT (workspace_id) DO UPDATE SET website = excluded.website`)
)

// list is the checklist as it is stored.
type list struct {
	items crm.Entries
	badge crm.Badge
	site  crm.Website
	// begun says that somebody has looked at the checklist before.
	begun bool
}

// read returns the checklist of a workspace. Items that nobody looked after yet are to do.
func read(tx *db.Tx, workspaceID string) (l list, err error) {
	l.items, l.badge.State = crm.Entries{}, crm.BadgeNotEligible
	for _, id := range crm.ChecklistItems {
		l.items[id] = crm.ChecklistEntry{ID: id, State: crm.ItemTodo}
	}
	err = tx.Each(itemsSQL, func(r db.Row) error {
		var item, state, text string
		if err := r.Scan(&item, &state, &text); err != nil {
			return err
		}
		l.begun = true
		if item == crm.ItemBadge {
			l.badge = crm.Badge{State: crm.BadgeState(state)}
			return json.Unmarshal([]byte(text), &l.badge)
		}
		e := crm.ChecklistEntry{ID: item, State: crm.ItemState(state)}
		err := json.Unmarshal([]byte(text), &e)
		l.items[item] = e
		return err
	}, workspaceID)
	if err != nil {
		return l, err
	}
	var text string
	found, err := tx.One(websiteSQL, []any{&text}, workspaceID)
	if err == nil && found {
		err = json.Unmarshal([]byte(text), &l.site)
	}
	return l, err
}

// hold keeps other nodes from changing a checklist until the transaction ends.
func hold(tx *db.Tx, workspaceID string) { tx.Lock("onboarding " + workspaceID) }

// hasBegun reports whether somebody has looked at the checklist of a workspace before.
func hasBegun(tx *db.Tx, workspaceID string) (bool, error) {
	var one int64
	return tx.One(begunSQL, []any{&one}, workspaceID, crm.ItemBadge)
}

func saveEntry(tx *db.Tx, workspaceID string, e crm.ChecklistEntry) {
	id, state := e.ID, string(e.State)
	e.ID, e.State = "", "" // which have columns
	e.ExpectedFrom, e.ExpectedBy = nil, nil
	tx.Write(saveItemSQL, workspaceID, id, state, db.Text(e), db.Ms(tx.Now()))
}

func saveBadge(tx *db.Tx, workspaceID string, b crm.Badge) {
	state := string(b.State)
	b.State = "" // which has a column
	tx.Write(saveItemSQL, workspaceID, crm.ItemBadge, state, db.Text(b), db.Ms(tx.Now()))
}

func saveWebsite(tx *db.Tx, workspaceID string, w crm.Website) {
	tx.Write(saveWebsiteSQL, workspaceID, db.Text(w))
}
