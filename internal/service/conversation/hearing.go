package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Hearer is told of every change of where a conversation stands, in its
// transaction and before it is stored. It may set what is kept for it there: the
// clocks of the episode.
type Hearer func(tx *db.Tx, ch crm.InboxChange) error

// SetHearer names who hears of the conversations of a database.
func SetHearer(base *db.DB, h Hearer) { hearers.Set(base, h) }

var hearers = db.NewSlot[Hearer]()

// hear tells the hearer, if there is one.
func hear(tx *db.Tx, ch crm.InboxChange) error {
	h := hearers.Of(tx)
	if h == nil {
		return nil
	}
	ch.Now = tx.Now()
	return h(tx, ch)
}
