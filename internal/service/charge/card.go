package charge

import (
	"context"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/rates"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// maxCards is how many rate cards a workspace may keep.
const maxCards = 100

// deck returns the cards of a workspace, those it imported first, newest first.
func (c *Charges) deck(tx *db.Tx, workspaceID string) (deck, error) {
	ids, err := cardIDs(tx, workspaceID)
	var out deck
	for _, id := range ids {
		known, is := c.cards.Load(id)
		if !is {
			stored, err := rateCard(tx, workspaceID, id)
			if err != nil {
				return nil, err
			}
			if known, err = rates.ReadPrices(strings.NewReader(stored.Prices)); err != nil {
				return nil, err
			}
			c.cards.Store(id, known)
		}
		out = append(out, card{id, known.(*rates.Card)})
	}
	return append(out, card{listed, rates.Listed()}), err
}

// Cards returns the rate cards that were imported, newest first.
func (c *Charges) Cards(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.RateCard], err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return out, err
	}
	err = c.db.View(ctx, func(tx *db.Tx) (err error) { out, err = cards(tx, actor.WorkspaceID, p); return err })
	return out, err
}

// Card returns a rate card with its prices.
func (c *Charges) Card(ctx context.Context, actor crm.Actor, id string) (out crm.RateCard, err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return out, err
	}
	err = c.db.View(ctx, func(tx *db.Tx) (err error) { out, err = rateCard(tx, actor.WorkspaceID, id); return err })
	return out, err
}

// Import stores a rate card of the business's own. It goes before those that there are;
// charges that are booked keep their prices, those that have none are priced by it.
func (c *Charges) Import(ctx context.Context, actor crm.Actor, in crm.RateCard) (crm.RateCard, error) {
	if err := actor.Require(crm.ScopeChargesWrite); err != nil {
		return in, err
	}
	in, err := in.Validate()
	var f crm.Faults
	if err != nil {
		return in, err
	}
	read, err := rates.ReadPrices(strings.NewReader(in.Prices))
	switch {
	case err != nil:
		f.Add("/prices", crm.CodeParameterInvalid, "prices cannot be read: %s.", err)
	case read.Rows() == 0:
		f.Add("/prices", crm.CodeParameterInvalid, "prices has no row below its head.")
	default:
		in.Rows = read.Rows()
	}
	if err := f.Err(); err != nil {
		return in, err
	}
	return core.Once(ctx, c.calls, actor, func(save core.Saver[crm.RateCard]) (out crm.RateCard, err error) {
		err = c.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			out = in
			out.ID, out.CreatedAt, out.CreatedBy = tx.NewID(crm.PrefixRateCard), tx.Now(), actor.By()
			ids, err := cardIDs(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			if len(ids) >= maxCards {
				return crm.Errorf(crm.KindConflict, crm.CodeRateCardLimit, "There are %d rate cards already. Delete one that is not needed any more.", maxCards)
			}
			insertCard(tx, actor.WorkspaceID, out)
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "rate_card.created", crm.ActTarget{Type: "rate_card", ID: out.ID, Name: out.Name}, crm.ActChanges{}.Set("name", nil, out.Name).Set("prices", nil, out.Rows))
		})
		return out, err
	})
}

// DeleteCard deletes a rate card. What it priced keeps its price.
func (c *Charges) DeleteCard(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeChargesWrite); err != nil {
		return err
	}
	_, err := core.Once(ctx, c.calls, actor, func(save core.Saver[struct{}]) (out struct{}, err error) {
		err = c.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			old, err := rateCard(tx, actor.WorkspaceID, id)
			if err != nil {
				return err
			}
			tx.Write(deleteCardSQL, actor.WorkspaceID, id)
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "rate_card.deleted", crm.ActTarget{Type: "rate_card", ID: id, Name: old.Name}, crm.ActChanges{}.Set("name", old.Name, nil))
		})
		return out, err
	})
	return err
}
