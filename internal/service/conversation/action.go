package conversation

import (
	"cmp"
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/people"
)

// Actions returns a page of the actor's own actions, newest first.
func (s *Conversations) Actions(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.Action], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		list, err := readActions(tx, listActionsSQL, actor.WorkspaceID, actor.By().String(), p.After, p.Limit+1)
		out = crm.CutPage(list, p.Limit, func(a crm.Action) string { return a.ID })
		return err
	})
	return out, err
}

// Action returns one that the actor may see.
func (s *Conversations) Action(ctx context.Context, actor crm.Actor, id string) (out crm.Action, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = action(tx, selectActionSQL, actor, id); return err })
	return out, err
}

// Act changes many conversations at once, each by the rules of a single change. It is
// one transaction: after a crash all of it is there, or nothing.
func (s *Conversations) Act(ctx context.Context, actor crm.Actor, conversationIDs []string, ch crm.ActionChange) (crm.Action, error) {
	return s.act(ctx, actor, func(tx *db.Tx) (crm.Action, error) {
		a := crm.Action{ID: tx.NewID(crm.PrefixAction), WorkspaceID: actor.WorkspaceID, Change: ch, CreatedBy: actor.By(), CreatedAt: tx.Now()}
		agent, err := checkAction(tx, actor, conversationIDs, ch)
		if err != nil {
			return a, err
		}
		list, err := lockActed(tx, actor, conversationIDs)
		for _, one := range list {
			if err == nil {
				err = one.change(tx, &a, agent)
			}
		}
		if err == nil {
			insertAction(tx, a)
		}
		return a, err
	})
}

// UndoAction sets back the conversations of an action that nobody touched since.
func (s *Conversations) UndoAction(ctx context.Context, actor crm.Actor, id string) (crm.Action, error) {
	return s.act(ctx, actor, func(tx *db.Tx) (crm.Action, error) {
		a, err := action(tx, lockActionSQL, actor, id)
		if err == nil {
			err = crm.CheckUndo(a.CreatedAt, a.UndoneAt, tx.Now())
		}
		if err != nil {
			return a, err
		}
		var ids []string
		before := map[string]crm.ActionItem{}
		for _, item := range a.Changed {
			ids, before[item.ConversationID] = append(ids, item.ConversationID), item
		}
		list, err := lockActed(tx, actor, ids)
		for _, one := range list {
			if err == nil {
				err = one.restore(tx, actor, &a, before[one.asked])
			}
		}
		now := tx.Now()
		a.UndoneAt = &now
		if err == nil {
			saveUndone(tx, a)
		}
		return a, err
	})
}

func (s *Conversations) act(ctx context.Context, actor crm.Actor, do func(*db.Tx) (crm.Action, error)) (crm.Action, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return crm.Action{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Action]) (a crm.Action, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if err := tx.Alone(); err != nil { // it locks many conversations
				return err
			}
			if a, err = do(tx); err != nil {
				return err
			}
			return save(tx, a)
		})
		return a, err
	})
}

// checkAction returns every fault of a request for an action, and the reach of the
// person who is to get the conversations.
func checkAction(tx *db.Tx, actor crm.Actor, ids []string, ch crm.ActionChange) (agent crm.Reach, err error) {
	f := ch.Validate(ids, tx.Now())
	var own crm.Faults
	if to := ch.Assignment; to != nil && to.TeamID != "" {
		if err := holdTeam(tx, actor.WorkspaceID, to.TeamID, &own); err != nil {
			return agent, err
		}
	}
	if to := ch.Assignment; to != nil && to.AgentID != "" {
		ok := false
		if agent, ok, err = people.Assignable(tx, actor.WorkspaceID, to.AgentID); err != nil {
			return agent, err
		}
		if !ok {
			own.Add("/agentId", crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", to.AgentID)
		}
	}
	f.Below("/change/assignment", own)
	if len(ch.AddLabelIDs) > 0 && len(ch.AddLabelIDs) <= crm.MaxConversationLabels {
		there, err := holdLabels(tx, actor.WorkspaceID, ch.AddLabelIDs)
		if err != nil {
			return agent, err
		}
		for i, id := range ch.AddLabelIDs {
			if crm.ValidID(crm.PrefixLabel, id) && !slices.Contains(there, id) {
				f.Add("/change"+crm.Pointer("addLabelIds", i), crm.CodeNotFound, "There is no label %q in this workspace.", id)
			}
		}
	}
	return agent, f.Err()
}

// acted is a conversation of an action, locked.
type acted struct {
	asked  string // as the request names it
	c      crm.Conversation
	state  crm.InboxState
	known  bool // something is kept of its state
	labels contact.Labels
	gone   bool // there is none, or the actor does not reach it
}

// before is where the conversation stands.
func (o acted) before() crm.ActionState { return crm.ActionStateOf(o.state, o.labels.IDs) }

// lockActed locks conversations, in one order everywhere, and then where they stand:
// so no two actions wait for each other, nor an action for who has one of both.
func lockActed(tx *db.Tx, actor crm.Actor, ids []string) ([]acted, error) {
	var out []acted
	for _, id := range ids {
		o := acted{asked: id}
		c, err := contact.Conversation(tx, actor.WorkspaceID, id)
		if o.gone = crm.CodeOf(err) == crm.CodeNotFound; err != nil && !o.gone {
			return nil, err
		}
		o.c = c
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b acted) int { return cmp.Or(cmp.Compare(a.c.ID, b.c.ID), cmp.Compare(a.asked, b.asked)) })
	for i := range out {
		o := &out[i]
		if o.gone {
			continue
		}
		found := false
		var err error
		if o.c.TeamID, o.c.AgentID, found, err = contact.LockAssignment(tx, o.c.WorkspaceID, o.c.ID); err == nil && !found {
			err = contact.ErrJoined
		}
		if err == nil {
			o.labels, _, err = contact.LockLabels(tx, o.c.WorkspaceID, o.c.ID)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range out {
		if err := out[i].look(tx, actor); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// look reads where a conversation stands, and whether the actor reaches it.
func (o *acted) look(tx *db.Tx, actor crm.Actor) (err error) {
	if o.gone {
		return nil
	}
	if o.state, o.known, err = lockInbox(tx, o.c.WorkspaceID, o.c.ID); err != nil {
		return err
	}
	if !o.known {
		o.state.PhoneNumberID, o.state.Status, o.state.Priority = o.c.PhoneNumberID, crm.ConversationClosed, crm.PriorityNormal
		o.state.TeamID, o.state.AgentID = o.c.TeamID, o.c.AgentID
	}
	covered, err := reach.Covers(tx, o.c.WorkspaceID, actor.Reach, o.c.ID, contact.SubjectOf(o.c))
	o.gone = !covered
	return err
}

// change does to a conversation what the action says, or notes why not.
func (o acted) change(tx *db.Tx, a *crm.Action, agent crm.Reach) error {
	skip := func(reason, detail string) error {
		a.Skipped = append(a.Skipped, crm.ActionSkip{ConversationID: o.asked, Reason: reason, Detail: detail})
		return nil
	}
	if o.gone {
		return skip(crm.SkipNotFound, "There is no such conversation that you reach.")
	}
	if slices.ContainsFunc(a.Changed, func(i crm.ActionItem) bool { return i.ConversationID == o.c.ID }) {
		return skip(crm.SkipUnchanged, "Another one of the request was joined to the same conversation.")
	}
	if to := a.Change.Assignment; to != nil && to.AgentID != "" && !reach.Holds(agent, reach.Subject{AgentID: to.AgentID, TeamID: to.TeamID, PhoneNumberID: o.c.PhoneNumberID}, false) {
		return skip(crm.SkipNotAllowed, "The member does not reach this conversation: its phone number or team is not theirs.")
	}
	do := func(s *crm.InboxState, newID func() string) error {
		return a.Change.Apply(s, o.known, a.CreatedBy, tx.Now(), newID)
	}
	after := o.state
	if err := do(&after, func() string { return "" }); err != nil { // it is tried first: nothing is to be half done
		if e := crm.AsError(err); e.Kind == crm.KindInvalid {
			return skip(crm.SkipNotAllowed, e.Message)
		}
		return err
	}
	added, removed := without(a.Change.AddLabelIDs, o.labels.IDs), without(a.Change.RemoveLabelIDs, without(a.Change.RemoveLabelIDs, o.labels.IDs))
	wanted := core.Distinct(append(without(o.labels.IDs, removed), added...))
	if len(added) > 0 && len(wanted) > crm.MaxConversationLabels {
		return skip(crm.SkipNotAllowed, "The conversation would have more labels than one may have.")
	}
	before := o.before()
	if before.SameWork(crm.ActionStateOf(after, wanted)) {
		return skip(crm.SkipUnchanged, "The conversation was so already.")
	}
	item, err := o.store(tx, step{by: a.CreatedBy, reason: crm.ReasonRequest}, wanted, do)
	item.Before = before
	a.Changed = append(a.Changed, item)
	return err
}

// store changes the labels and the state of a conversation, and returns where it
// stands then.
func (o acted) store(tx *db.Tx, why step, wanted []string, do func(*crm.InboxState, func() string) error) (crm.ActionItem, error) {
	added, removed := without(wanted, o.labels.IDs), without(o.labels.IDs, wanted)
	if len(added)+len(removed) > 0 {
		has := o.labels
		before := has.IDs
		has.IDs = wanted
		putLabels(tx, o.c.WorkspaceID, o.c.ID, has, added, removed)
		if err := relabeled(tx, o.c, before, wanted, why); err != nil {
			return crm.ActionItem{}, err
		}
	}
	after := o.state
	tried := o.state
	if err := do(&tried, func() string { return "" }); err != nil {
		return crm.ActionItem{}, err
	}
	if !crm.ActionStateOf(o.state, nil).SameWork(crm.ActionStateOf(tried, nil)) {
		if _, err := changeState(tx, o.c, why, func(s *crm.InboxState) error { return do(s, newEpisode(tx)) }); err != nil {
			return crm.ActionItem{}, err
		}
		state, found, err := inboxState(tx, o.c.WorkspaceID, o.c.ID) // routing may have moved it on
		if err != nil {
			return crm.ActionItem{}, err
		}
		if after = tried; found {
			after = state
		}
	}
	return crm.ActionItem{ConversationID: o.c.ID, After: crm.ActionStateOf(after, wanted)}, nil
}

// restore sets a conversation back to where it stood before the action, or notes why
// not.
func (o acted) restore(tx *db.Tx, actor crm.Actor, a *crm.Action, item crm.ActionItem) error {
	keep := func(reason, detail string) error {
		a.Kept = append(a.Kept, crm.ActionSkip{ConversationID: o.asked, Reason: reason, Detail: detail})
		return nil
	}
	// An action may take conversations out of its author's reach, who takes it back.
	was := reach.Subject{AgentID: item.Before.AgentID, TeamID: item.Before.TeamID, PhoneNumberID: o.c.PhoneNumberID}
	switch {
	case o.c.ID == "", o.gone && !reach.Holds(actor.Reach, was, false):
		return keep(crm.SkipNotFound, "There is no such conversation that you reach.")
	case o.c.ID != item.ConversationID, !item.Untouched(o.before()):
		return keep(crm.SkipChanged, "The conversation changed since the action.")
	}
	var f crm.Faults
	moves := item.Before.TeamID != item.After.TeamID || item.Before.AgentID != item.After.AgentID
	if moves {
		if err := checkAssignment(tx, o.c, Assignment{item.Before.TeamID, item.Before.AgentID}, &f); err != nil {
			return err
		}
	}
	if err := f.Err(); err != nil {
		return keep(crm.SkipNotAllowed, "Who had the conversation before cannot have it any more.")
	}
	lost := without(item.Before.LabelIDs, o.labels.IDs)
	there, err := holdLabels(tx, o.c.WorkspaceID, lost)
	if err != nil {
		return err
	}
	wanted := without(item.Before.LabelIDs, without(lost, there)) // a label may be gone
	by := actor.By()
	_, err = o.store(tx, step{by: by, reason: crm.ReasonUndone}, wanted, func(s *crm.InboxState, newID func() string) error {
		s.Restore(item.Before, by, tx.Now(), newID)
		return nil
	})
	a.Undone = append(a.Undone, o.c.ID)
	return err
}
