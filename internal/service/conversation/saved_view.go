package conversation

import (
	"context"
	"reflect"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
)

// SavedViews returns a page of the views that everybody sees, and of the actor's own.
func (s *Conversations) SavedViews(ctx context.Context, actor crm.Actor, p crm.Page) (out crm.List[crm.SavedView], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = savedViews(tx, actor, p); return err })
	return out, err
}

// SavedView returns one that the actor sees, or a KindNotFound error.
func (s *Conversations) SavedView(ctx context.Context, actor crm.Actor, id string) (out crm.SavedView, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = savedView(tx, selectSavedViewSQL, actor, id); return err })
	return out, err
}

// ViewSaved returns a page of the conversations of a saved view, as far as the actor
// reaches. f narrows it further.
func (s *Conversations) ViewSaved(ctx context.Context, actor crm.Actor, id string, f ViewFilter, p crm.Page) (out crm.List[Conversation], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		v, err := listable(tx, actor, id)
		if err == nil {
			out, err = listSaved(tx, actor, v, f, p)
		}
		return err
	})
	return shownTo(actor, out), err
}

// listable returns the saved view that a list names, or the fault that there is none.
func listable(tx *db.Tx, actor crm.Actor, id string) (crm.SavedView, error) {
	v, err := savedView(tx, selectSavedViewSQL, actor, id)
	var f crm.Faults
	switch {
	case crm.CodeOf(err) == crm.CodeNotFound:
		f.Add("viewId", crm.CodeNotFound, "There is no view %q that you see.", id)
		err = f.Err()
	case err == nil && v.Filter.AgentID == crm.AgentMe && actor.UserID() == "":
		f.Add("viewId", crm.CodeNotAllowed, "The view asks for the conversations of whoever lists it: it is for people who signed in.")
		err = f.Err()
	}
	return v, err
}

// CountSaved counts the conversations of a saved view that the actor reaches, up to
// crm.MaxViewCount. more says that there may be others.
func (s *Conversations) CountSaved(ctx context.Context, actor crm.Actor, id string) (count int64, more bool, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return 0, false, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		v, err := savedView(tx, selectSavedViewSQL, actor, id)
		if err == nil && (v.Filter.AgentID != crm.AgentMe || actor.UserID() != "") {
			count, more, err = countSaved(tx, actor, v)
		}
		return err
	})
	return count, more, err
}

// CreateSavedView makes a view. To share it is for who manages teams and reaches
// everything.
func (s *Conversations) CreateSavedView(ctx context.Context, actor crm.Actor, ch crm.SavedViewChange) (crm.SavedView, error) {
	return s.changeSavedView(ctx, actor, func(tx *db.Tx) (crm.SavedView, error) {
		v, err := ch.Apply(crm.SavedView{ID: tx.NewID(crm.PrefixView), WorkspaceID: actor.WorkspaceID, CreatedBy: actor.By(), CreatedAt: tx.Now(), UpdatedAt: tx.Now()})
		if err == nil {
			err = checkShare(actor, v)
		}
		if err == nil {
			err = checkSavedFilter(tx, v)
		}
		if err == nil {
			err = checkSavedLimit(tx, v)
		}
		if err == nil {
			insertSavedView(tx, v)
		}
		return v, err
	})
}

// UpdateSavedView changes what is given of a view. One that is shared no more is its
// author's again.
func (s *Conversations) UpdateSavedView(ctx context.Context, actor crm.Actor, id string, ch crm.SavedViewChange) (crm.SavedView, error) {
	return s.changeSavedView(ctx, actor, func(tx *db.Tx) (v crm.SavedView, err error) {
		old, err := savedView(tx, lockSavedViewSQL, actor, id)
		if err == nil {
			err = checkShare(actor, old)
		}
		if err == nil {
			v, err = ch.Apply(old)
		}
		if err == nil {
			err = checkShare(actor, v)
		}
		if err == nil && ch.Filter != nil { // what it names may have gone since it was made
			err = checkSavedFilter(tx, v)
		}
		if err == nil && v.Shared != old.Shared {
			err = checkSavedLimit(tx, v)
		}
		if err == nil && !reflect.DeepEqual(v, old) {
			v.UpdatedAt = tx.Now()
			updateSavedView(tx, v)
		}
		return v, err
	})
}

// DeleteSavedView removes a view.
func (s *Conversations) DeleteSavedView(ctx context.Context, actor crm.Actor, id string) error {
	_, err := s.changeSavedView(ctx, actor, func(tx *db.Tx) (v crm.SavedView, err error) {
		if v, err = savedView(tx, lockSavedViewSQL, actor, id); err == nil {
			err = checkShare(actor, v)
		}
		if err == nil {
			deleteSavedView(tx, v)
		}
		return v, err
	})
	return err
}

func (s *Conversations) changeSavedView(ctx context.Context, actor crm.Actor, do func(*db.Tx) (crm.SavedView, error)) (crm.SavedView, error) {
	if err := actor.Require(crm.ScopeConversationsWrite); err != nil {
		return crm.SavedView{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.SavedView]) (v crm.SavedView, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			if v, err = do(tx); err != nil {
				return err
			}
			return save(tx, v)
		})
		return v, err
	})
}

// checkShare refuses whoever may not write what everybody sees.
func checkShare(actor crm.Actor, v crm.SavedView) error {
	if !v.Shared {
		return nil
	}
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return err
	}
	return actor.RequireWholeReach()
}

// checkSavedFilter returns every fault of what a filter names.
func checkSavedFilter(tx *db.Tx, v crm.SavedView) error {
	var f, own crm.Faults
	filter := v.Filter
	if filter.TeamID != "" {
		if err := holdTeam(tx, v.WorkspaceID, filter.TeamID, &own); err != nil {
			return err
		}
	}
	if id := filter.AgentID; id != "" && id != crm.AgentMe && id != crm.AgentNone {
		_, ok, err := people.Assignable(tx, v.WorkspaceID, id)
		if err != nil {
			return err
		}
		if !ok {
			own.Add("/agentId", crm.CodeNotFound, "There is no active member %q who may answer in this workspace.", id)
		}
	}
	if id := filter.PhoneNumberID; id != "" {
		_, err := account.PhoneNumber(tx, v.WorkspaceID, id)
		if crm.CodeOf(err) == crm.CodeNotFound {
			own.Add("/phoneNumberId", crm.CodeNotFound, "There is no phone number %q in this workspace.", id)
		} else if err != nil {
			return err
		}
	}
	there, err := holdLabels(tx, v.WorkspaceID, filter.LabelIDs)
	if err != nil {
		return err
	}
	for i, id := range filter.LabelIDs {
		if !slices.Contains(there, id) {
			own.Add(crm.Pointer("labelIds", i), crm.CodeNotFound, "There is no label %q in this workspace.", id)
		}
	}
	f.Below("/filter", own)
	return f.Err()
}
