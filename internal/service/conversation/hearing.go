package conversation

import (
	"slices"

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

// Prioritize sets the priority that a rule gives a conversation.
func Prioritize(tx *db.Tx, c crm.Conversation, to crm.Priority) error {
	_, err := changeState(tx, c, step{by: crm.DoneBy{Type: crm.ActorSystem}, reason: crm.ReasonRouting}, func(s *crm.InboxState) error {
		s.Priority = to
		return nil
	})
	return err
}

// Escalate changes a conversation, and puts labels on it, by a step of its service
// level: that of a clock, counted from 1.
func Escalate(tx *db.Tx, c crm.Conversation, clockID string, no int, labelIDs []string, do func(*crm.InboxState)) (s crm.InboxState, err error) {
	why := step{by: crm.DoneBy{Type: crm.ActorSystem}, reason: crm.ReasonEscalated, clockID: clockID, no: no}
	if len(labelIDs) > 0 {
		if _, err := relabel(tx, c, why, labelIDs, nil); err != nil {
			return s, err
		}
	}
	return changeState(tx, c, why, func(s *crm.InboxState) error {
		do(s)
		return nil
	})
}

// Recall makes a conversation one in which somebody must act, because what was promised
// in it is due.
func Recall(tx *db.Tx, c crm.Conversation) error {
	_, err := changeState(tx, c, step{by: crm.DoneBy{Type: crm.ActorSystem}, reason: crm.ReasonPromise}, func(s *crm.InboxState) error {
		s.FollowUp(crm.ReasonPromise, tx.Now(), newEpisode(tx))
		return nil
	})
	return err
}

// HoldLabels returns those of the labels that there are, and keeps them from being
// removed until the transaction ends.
func HoldLabels(tx *db.Tx, workspaceID string, ids ...string) ([]string, error) {
	return holdLabels(tx, workspaceID, ids)
}

// TakeBack takes a conversation off its agent; its team keeps it. reason says why:
// crm.ReasonAway, crm.ReasonRequeued or crm.ReasonUnavailable.
func TakeBack(tx *db.Tx, c crm.Conversation, teamID string, by crm.DoneBy, reason string) error {
	return assign(tx, &c, Assignment{TeamID: teamID}, step{by: by, reason: reason})
}

// OpenOf returns up to limit conversations that a member has and that somebody must
// act on, the quietest first.
func OpenOf(tx *db.Tx, workspaceID, agentID string, limit int) ([]string, error) {
	return tx.Texts(openOfSQL, workspaceID, agentID, limit)
}

// Show shows a conversation to an actor as it is in this transaction.
func Show(tx *db.Tx, c crm.Conversation, actor crm.Actor) (Conversation, error) {
	return complete(tx, c, actor)
}

// Keeper is told of every change of where a conversation stands, in its
// transaction and before it is stored. It may set what is kept for it there: the
// clocks of the episode.
type Keeper func(tx *db.Tx, ch crm.InboxChange) error

// SetKeeper names the keeper of a room for the conversations of a database.
func SetKeeper(base *db.DB, room string, k Keeper) {
	list := slices.Clone(keepers.In(base))
	i := slices.IndexFunc(list, func(of roomKeeper) bool { return of.room == room })
	if i < 0 {
		i, list = len(list), append(list, roomKeeper{})
	}
	list[i] = roomKeeper{room, k}
	keepers.Set(base, list)
}

type roomKeeper struct {
	room string
	keep Keeper
}

var keepers = db.NewSlot[[]roomKeeper]()

// tellKeepers tells the keepers, one after another.
func tellKeepers(tx *db.Tx, ch crm.InboxChange) error {
	ch.Now = tx.Now()
	for _, k := range keepers.Of(tx) {
		if err := k.keep(tx, ch); err != nil {
			return err
		}
	}
	return nil
}

// CloseForSilence ends the episode of a conversation that is locked, because its
// contact does not write any more.
func CloseForSilence(tx *db.Tx, c crm.Conversation) error {
	by := crm.DoneBy{Type: crm.ActorSystem}
	_, err := changeState(tx, c, step{by: by, reason: crm.ReasonSilence}, func(s *crm.InboxState) error {
		s.Close(by, crm.CloseNoAnswer, "", "", tx.Now())
		return nil
	})
	return err
}
