package charge

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const cardColumns = `id, name, source, row_count, created_at, created_by`

var (
	insertCardSQL = db.SQL(`INSERT INTO rate_cards (workspace_id, ` + cardColumns + `, prices) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`)
	cardIDsSQL    = db.SQL(`SELECT id FROM rate_cards WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2`)
	listCardsSQL  = db.SQL(`SELECT ` + cardColumns + `, '' FROM rate_cards WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`)
	cardSQL       = db.SQL(`SELECT ` + cardColumns + `, prices FROM rate_cards WHERE workspace_id = $1 AND id = $2`)
	deleteCardSQL = db.SQL(`DELETE FROM rate_cards WHERE workspace_id = $1 AND id = $2`)

	beginRepricingSQL = db.SQL(`INSERT INTO charge_repricings (workspace_id, message_id, number) VALUES ($1, '', 0) ON CONFLICT (workspace_id) DO UPDATE SET message_id = '', number = 0`)
	nextRepricingSQL  = db.SQL(`SELECT workspace_id FROM charge_repricings WHERE workspace_id > $1 ORDER BY workspace_id LIMIT 1`).AcrossWorkspaces("a node prices the charges of all").Unlimited("one row by the primary key")
	repricingSQL      = db.SQL(`SELECT message_id, number FROM charge_repricings WHERE workspace_id = $1`)
	moveRepricingSQL  = db.SQL(`UPDATE charge_repricings SET message_id = $4, number = $5 WHERE workspace_id = $1 AND message_id = $2 AND number = $3`)
	endRepricingSQL   = db.SQL(`DELETE FROM charge_repricings WHERE workspace_id = $1 AND message_id = $2 AND number = $3`)
	unpricedSQL       = db.SQL(`SELECT ` + chargeColumns + ` FROM charges INDEXED BY charges_unpriced WHERE workspace_id = $1 AND unpriced = 1 AND (message_id, number) > ($2, $3)
		ORDER BY message_id, number LIMIT $4`).By("charges_unpriced").ByOnPostgres("charges_unpriced")
)

func scanCard(r db.Row) (c crm.RateCard, err error) {
	var at int64
	var by string
	if err = r.Scan(&c.ID, &c.Name, &c.Source, &c.Rows, &at, &by, &c.Prices); err != nil {
		return c, err
	}
	c.CreatedAt = db.At(at)
	c.CreatedBy, err = crm.ParseDoneBy(by)
	return c, err
}

// insertCard stores a card, and lets charges be priced by it that had no price.
func insertCard(tx *db.Tx, workspaceID string, c crm.RateCard) {
	tx.Write(insertCardSQL, workspaceID, c.ID, c.Name, c.Source, c.Rows, db.Ms(c.CreatedAt), c.CreatedBy.String(), c.Prices)
	tx.Write(beginRepricingSQL, workspaceID)
}

func cardIDs(tx *db.Tx, workspaceID string) ([]string, error) {
	return tx.Texts(cardIDsSQL, workspaceID, maxCards+1)
}

func cards(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.RateCard], error) {
	after := p.After
	if after == "" {
		after = "~"
	}
	var list []crm.RateCard
	err := tx.Each(listCardsSQL, func(r db.Row) error {
		c, err := scanCard(r)
		list = append(list, c)
		return err
	}, workspaceID, after, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(c crm.RateCard) string { return c.ID }), err
}

func rateCard(tx *db.Tx, workspaceID, id string) (c crm.RateCard, err error) {
	found := false
	err = tx.Each(cardSQL, func(r db.Row) (err error) { found = true; c, err = scanCard(r); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("rate card", id)
	}
	return c, err
}

// copyPlace is how far the charges without a price were looked at.
type copyPlace struct {
	messageID string
	number    int64
}

func nextRepricing(tx *db.Tx, after string) (next string, err error) {
	_, err = tx.One(nextRepricingSQL, []any{&next}, after)
	return next, err
}

func repricingOf(tx *db.Tx, workspaceID string) (p copyPlace, err error) {
	_, err = tx.One(repricingSQL, []any{&p.messageID, &p.number}, workspaceID)
	return p, err
}

// moveRepricing notes how far it got; the zero place ends it. Where another card was
// imported meanwhile it stays at the beginning.
func moveRepricing(tx *db.Tx, workspaceID string, from, to copyPlace) {
	if to == (copyPlace{}) {
		tx.Write(endRepricingSQL, workspaceID, from.messageID, from.number)
	} else {
		tx.Write(moveRepricingSQL, workspaceID, from.messageID, from.number, to.messageID, to.number)
	}
}

// unpricedAfter returns charges without a price behind a place, and the next place; zero
// where there are no more.
func unpricedAfter(tx *db.Tx, workspaceID string, from copyPlace, limit int) (out []crm.BookedCharge, next copyPlace, err error) {
	n := 0
	err = tx.Each(unpricedSQL, func(r db.Row) error {
		c, err := scanCharge(r)
		n++
		if next = (copyPlace{c.MessageID, c.Number}); c.Count > 0 {
			out = append(out, c)
		}
		return err
	}, workspaceID, from.messageID, from.number, limit)
	if n < limit {
		next = copyPlace{}
	}
	return out, next, err
}
