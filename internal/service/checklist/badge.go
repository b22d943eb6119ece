package checklist

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// RequestBadge asks the provider for the badge beside the name of a number: of the one that
// is named, or of the default number.
func (s *Checklists) RequestBadge(ctx context.Context, actor crm.Actor, numberID string, r crm.BadgeRequest) (crm.Badge, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.Badge{}, err
	}
	var f crm.Faults
	r.Check(&f)
	if r.Website != "" {
		crm.CheckURL(r.Website, s.guard.Rules, &f)
	}
	var l list
	var n crm.PhoneNumber
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if n, err = numberOf(tx, actor.WorkspaceID, numberID, &f); err == nil {
			l, err = read(tx, actor.WorkspaceID)
		}
		return err
	})
	if r.Website == "" {
		r.Website = l.site.URL
	}
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return crm.Badge{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Badge]) (out crm.Badge, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		may := func(ctx context.Context) error {
			if err := s.mayRequest(ctx, actor.WorkspaceID); err != nil {
				return err
			}
			var f crm.Faults
			if r.Website == "" { // a person confirmed one that was never named
				f.Add("/website", crm.CodeRequired, "website is required: the checklist names none. PUT /v1/onboarding/website names it for good.")
			}
			return f.Err()
		}
		err = s.onboarding.RequestBadge(ctx, actor, n.ID, r, may, func(tx *db.Tx) error {
			out, err = requested(tx, actor)
			if err != nil {
				return err
			}
			return save(tx, out)
		})
		if because, closed := notTaken(err); closed {
			return s.prepare(ctx, actor, n, r, because, save)
		}
		return out, err
	})
}

// notTaken reports whether the provider refused a request because this app or token may not
// make it by its API, with what it said. Whoever owns the business may, by hand.
func notTaken(err error) (because string, closed bool) {
	var refused *whatsapp.APIError
	if !errors.As(err, &refused) {
		return "", false
	}
	switch code := refused.Code; {
	case code == 3, code == 10, code >= 200 && code <= 299: // outbound.md 8.2: capability, permission
		return cmp.Or(refused.Details, refused.Title), true
	}
	return "", false
}

// managerLink leads to the numbers of an account in the provider's manager, where a person
// finds the request below Official business account.
const managerLink = "https://business.facebook.com/latest/whatsapp_manager/phone_numbers/?asset_id="

// prepare keeps a request that the provider's API did not take, for a person to submit.
func (s *Checklists) prepare(ctx context.Context, actor crm.Actor, n crm.PhoneNumber, r crm.BadgeRequest, because string, save core.Saver[crm.Badge]) (out crm.Badge, err error) {
	err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		hold(tx, actor.WorkspaceID)
		l, err := read(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		a, err := account.MessagingAccount(tx, actor.WorkspaceID, n.MessagingAccountID)
		if err != nil {
			return err
		}
		out = l.badge.Prepare(crm.BadgePackage{Link: managerLink + url.QueryEscape(a.ProviderID), Number: n.Number, Because: because, Request: r, PreparedAt: tx.Now()})
		saveBadge(tx, actor.WorkspaceID, out)
		return save(tx, out)
	})
	return out, err
}

// ReportBadge notes what a person says of a request that the provider's API did not take:
// that they submitted it, or what the provider decided.
func (s *Checklists) ReportBadge(ctx context.Context, actor crm.Actor, state crm.BadgeState, note string) (crm.Badge, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.Badge{}, err
	}
	var f crm.Faults
	crm.CheckBadgeReport(state, note, &f)
	if err := f.Err(); err != nil {
		return crm.Badge{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Badge]) (out crm.Badge, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			hold(tx, actor.WorkspaceID)
			l, err := read(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			ok := false
			if out, ok = l.badge.Hear(state, crm.Confirmation{Note: note, By: actor.By(), At: tx.Now()}); !ok {
				return crm.Errorf(crm.KindConflict, crm.CodeBadgeNotByHand, "No request that was prepared for a person waits to be reported as %s: the badge is %s.", state, l.badge.State)
			}
			saveBadge(tx, actor.WorkspaceID, out)
			if err := tell(tx, actor.WorkspaceID, crm.ItemBadge, string(l.badge.State), string(out.State), out.Reason, actor.By()); err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "badge.reported", Targets: []crm.ActTarget{{Type: "onboarding_item", ID: crm.ItemBadge}},
				Changes: crm.ActChanges(nil).Set("state", string(l.badge.State), string(out.State)).Set("note", nil, note)})
		})
		return out, err
	})
}

// numberOf returns the number that is named, or the default one.
func numberOf(tx *db.Tx, workspaceID, id string, f *crm.Faults) (n crm.PhoneNumber, err error) {
	page, err := account.PhoneNumbers(tx, workspaceID, crm.Page{Limit: crm.MaxPageLimit})
	for _, n := range page.Items {
		if n.ID == id || id == "" && n.IsDefault {
			return n, err
		}
	}
	if err == nil && id != "" {
		f.Add("/phoneNumberId", crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", id)
	} else if err == nil && f.Empty() {
		err = crm.Errorf(crm.KindConflict, crm.CodeBadgeNotEligible, "This workspace has no phone number yet.")
	}
	return n, err
}

// mayRequest refuses a request that the provider would refuse, by what it says now.
func (s *Checklists) mayRequest(ctx context.Context, workspaceID string) error {
	facts, read, err := s.look(ctx, workspaceID, false)
	if err != nil {
		return err
	}
	var b crm.Badge
	var now time.Time
	err = s.db.Update(ctx, workspaceID, func(tx *db.Tx) error {
		if err := begin(tx, workspaceID); err != nil {
			return err
		}
		l, err := s.apply(tx, workspaceID, facts, read)
		b, now = l.badge, tx.Now()
		return err
	})
	if err != nil {
		return err
	}
	switch b.State {
	case crm.BadgeRequested, crm.BadgeApproved:
		return crm.Errorf(crm.KindConflict, crm.CodeBadgeRequested, "The badge was %s already.", b.State)
	case crm.BadgeRejected:
		next := *b.NextTryAt()
		e := crm.Errorf(crm.KindRateLimited, crm.CodeBadgeTooEarly, "The provider refused the badge, and takes a new request after %s.", next.UTC().Format(time.RFC3339))
		e.RetryAfter = next.Sub(now)
		return e
	case crm.BadgeNotEligible:
		return crm.Errorf(crm.KindConflict, crm.CodeBadgeNotEligible, "The badge cannot be requested yet. %s", b.NextAction)
	}
	return nil
}

// requested notes that the badge was asked for.
func requested(tx *db.Tx, actor crm.Actor) (crm.Badge, error) {
	hold(tx, actor.WorkspaceID)
	l, err := read(tx, actor.WorkspaceID)
	if err != nil {
		return l.badge, err
	}
	old, now := l.badge.State, tx.Now()
	l.badge.Package = nil
	l.badge.State, l.badge.RequestedAt, l.badge.Reason, l.badge.NextAction = crm.BadgeRequested, &now, "", "Wait for the provider's decision."
	saveBadge(tx, actor.WorkspaceID, l.badge)
	return l.badge, tell(tx, actor.WorkspaceID, crm.ItemBadge, string(old), string(l.badge.State), "", actor.By())
}
