package checklist

import (
	"context"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Examine lists what is wrong with how a workspace sends and receives, in the order in which
// it is to be settled. It asks the provider, and changes nothing.
func (s *Checklists) Examine(ctx context.Context, actor crm.Actor) ([]crm.Finding, error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return nil, err
	}
	return s.examine(ctx, actor)
}

func (s *Checklists) examine(ctx context.Context, actor crm.Actor) ([]crm.Finding, error) {
	workspaceID := actor.WorkspaceID
	f := crm.DoctorFacts{CallbackURL: s.onboarding.CallbackURL(actor.Live)}
	facts, _, err := s.look(ctx, workspaceID, false)
	f.OnboardingFacts = facts
	for _, a := range f.Standing {
		if err != nil {
			break
		}
		if !slices.ContainsFunc(f.Tokens, func(t crm.TokenFacts) bool { return t.AccountID == a.ID && t.Works() }) {
			continue // it would be refused
		}
		var sub crm.SubscriptionFacts
		if sub, err = s.onboarding.Subscription(ctx, a); err == nil {
			f.Subscriptions = append(f.Subscriptions, sub)
		}
	}
	switch kind := crm.AsError(err).Kind; {
	case err == nil:
	case kind == crm.KindProvider || kind == crm.KindUnavailable:
		f.Away = crm.AsError(err).Message
	default:
		return nil, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		l, err := read(tx, workspaceID)
		if err != nil {
			return err
		}
		if f.Items = l.items; f.Away == "" {
			f.Items = facts.Judge(l.items)
		}
		page, err := account.PhoneNumbers(tx, workspaceID, crm.Page{Limit: crm.MaxPageLimit})
		if err != nil {
			return err
		}
		f.Numbers = page.Items
		for _, n := range f.Numbers {
			notices, err := account.HealthNotices(tx, workspaceID, n.ID)
			if err != nil {
				return err
			}
			f.Notices = append(f.Notices, slices.DeleteFunc(notices, func(n crm.HealthNotice) bool { return n.ResolvedAt != nil || n.Severity == crm.SeverityInfo })...)
		}
		return nil
	})
	return f.Examine(), err
}

// Fix does what a finding asks for, where the service can, and returns what is wrong then.
func (s *Checklists) Fix(ctx context.Context, actor crm.Actor, id string) ([]crm.Finding, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return nil, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[[]crm.Finding]) (out []crm.Finding, err error) {
		if err := core.Outside(ctx); err != nil {
			return nil, err
		}
		if out, err = s.examine(ctx, actor); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(out, func(f crm.Finding) bool { return f.ID == id })
		if i < 0 {
			return nil, crm.NotFound("finding", id)
		}
		if !out[i].Fixable {
			return nil, crm.Errorf(crm.KindConflict, crm.CodeFindingByHand, "The service cannot do this for you. %s", out[i].DoThis)
		}
		what, about, _ := strings.Cut(id, ".")
		if err := s.onboarding.Fix(ctx, actor.WorkspaceID, what, about); err != nil {
			return nil, err
		}
		if out, err = s.examine(ctx, actor); err != nil {
			return nil, err
		}
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "onboarding_finding.fixed", Targets: []crm.ActTarget{{Type: "onboarding_finding", ID: id}}})
		})
		return out, err
	})
}
