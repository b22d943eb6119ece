package conversation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// Change is a conversation that has another status, team or agent than before, or
// that was handed off.
type Change struct {
	Before, After crm.InboxState
	Reason        string
}

var hearers []func(*db.Tx, Change) error

// OnChange has do called with each Change, in its transaction, which may run beside
// others: do must not read what others of its group change.
func OnChange(do func(*db.Tx, Change) error) struct{} {
	hearers = append(hearers, do)
	return struct{}{}
}

func hear(tx *db.Tx, c Change) error {
	for _, do := range hearers {
		if err := do(tx, c); err != nil {
			return err
		}
	}
	return nil
}

// Lock returns where a conversation stands and keeps others from changing it until
// the transaction ends; false where it never had an episode, or was joined to
// another one. The conversation is locked first, as messages of contacts do.
func Lock(tx *db.Tx, workspaceID, id string) (s crm.InboxState, found bool, err error) {
	if _, _, found, err = contact.LockAssignment(tx, workspaceID, id); err != nil || !found {
		return s, false, err
	}
	return lockInbox(tx, workspaceID, id)
}

// State is Lock for who only looks.
func State(tx *db.Tx, workspaceID, id string) (crm.InboxState, bool, error) {
	return inboxState(tx, workspaceID, id)
}

// Route assigns a conversation by a decision of routing.
func Route(tx *db.Tx, c crm.Conversation, to Assignment, decisionID string) error {
	return assign(tx, &c, to, step{by: crm.DoneBy{Type: crm.ActorSystem}, reason: crm.ReasonRouting, decisionID: decisionID})
}

// Keeper is told of every change of where a conversation stands, in its
// transaction and before it is stored. It may set what is kept for it there: the
// clocks of the episode.
type Keeper func(tx *db.Tx, ch crm.InboxChange) error

// SetKeeper names the keeper for the conversations of a database.
func SetKeeper(base *db.DB, k Keeper) { keepers.Set(base, k) }

var keepers = db.NewSlot[Keeper]()

// tellKeeper tells the keeper, if there is one.
func tellKeeper(tx *db.Tx, ch crm.InboxChange) error {
	k := keepers.Of(tx)
	if k == nil {
		return nil
	}
	ch.Now = tx.Now()
	return k(tx, ch)
}
