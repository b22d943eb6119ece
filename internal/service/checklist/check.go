package checklist

import (
	"context"
	"errors"
	"reflect"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/onboarding"
	"service.example/crm/internal/whatsapp"
)

// Check asks the provider about an item now, or looks at the website, and returns the item
// as it is then.
func (s *Checklists) Check(ctx context.Context, actor crm.Actor, item string) (out crm.ChecklistEntry, err error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return out, err
	}
	if err := known(item, false); err != nil {
		return out, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ChecklistEntry]) (out crm.ChecklistEntry, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		facts, read, err := s.look(ctx, actor.WorkspaceID, item == crm.ItemWebsite)
		if err == nil && item == crm.ItemWebsite && !facts.HasSite {
			err = crm.Errorf(crm.KindConflict, crm.CodeWebsiteMissing, "No website was named yet: PUT /v1/onboarding/website.")
		}
		if err != nil {
			return out, err
		}
		err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
			if err := begin(tx, actor.WorkspaceID); err != nil {
				return err
			}
			l, err := s.apply(tx, actor.WorkspaceID, facts, read)
			if err == nil {
				out, err = expected(tx, actor.WorkspaceID, l.items[item])
			}
			if err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// numberRead is what the provider told of a number that is known here.
type numberRead struct {
	number crm.PhoneNumber
	facts  crm.NumberFacts
}

// look finds out how a workspace stands: at the provider, and on its website where that is
// asked for. Nothing is stored.
func (s *Checklists) look(ctx context.Context, workspaceID string, fetch bool) (f crm.OnboardingFacts, read []numberRead, err error) {
	var numbers []crm.PhoneNumber
	err = s.db.View(ctx, func(tx *db.Tx) error {
		f.At = tx.Now()
		l, err := readList(tx, workspaceID)
		if err != nil {
			return err
		}
		f.Site, f.HasSite = l.site, l.site.URL != ""
		if f.Standing, err = account.MessagingAccounts(tx, workspaceID); err != nil {
			return err
		}
		page, err := account.PhoneNumbers(tx, workspaceID, crm.Page{Limit: crm.MaxPageLimit})
		numbers = page.Items
		for _, n := range numbers {
			if err == nil && !f.CodeSent {
				f.CodeSent, err = s.onboarding.CodeSent(tx, workspaceID, n.ID)
			}
		}
		if err == nil {
			f.Templates, err = message.TemplateDays(tx, workspaceID, tx.Now().Add(-crm.RuleOfBadge().Period()))
		}
		return err
	})
	if err != nil {
		return f, nil, err
	}
	if fetch && f.HasSite {
		client := s.media.FetchClient()
		facts := visit(ctx, &client, f.Site)
		f.Website = &facts
		return f, nil, ctx.Err()
	}
	for _, a := range f.Standing {
		list, err := s.ask(ctx, a, &f)
		if err != nil {
			return f, nil, err
		}
		for _, facts := range list {
			for _, n := range numbers {
				if n.ProviderID == facts.ProviderID {
					read = append(read, numberRead{n, facts})
				}
			}
		}
	}
	return f, read, nil
}

var readList = read

// ask asks the provider about an account: its token, the business and its numbers. A token
// that is refused is a fact and no error.
func (s *Checklists) ask(ctx context.Context, a crm.MessagingAccount, f *crm.OnboardingFacts) (numbers []crm.NumberFacts, err error) {
	client, token, err := s.account.Credentials(ctx, a.WorkspaceID, a.ID)
	if err != nil {
		return nil, err
	}
	told, err := client.DebugToken(ctx, token)
	if err != nil {
		return nil, onboarding.Explain(err, s.db.Source().Now())
	}
	facts := crm.TokenFacts{AccountID: a.ID, Account: a.Name, Type: told.Type, Valid: told.Valid, ExpiresAt: told.ExpiresAt, Problem: told.Problem}
	if told.Valid {
		facts.Missing, facts.Accounts = told.Missing(a.ProviderID), told.Accounts()
	}
	f.Tokens = append(f.Tokens, facts)
	if !told.Valid || len(facts.Missing) > 0 {
		return nil, nil
	}
	business, err := client.AccountFacts(ctx, token, a.ProviderID)
	if err == nil {
		numbers, err = client.Numbers(ctx, token, a.ProviderID)
	}
	var refusal *whatsapp.APIError
	if errors.As(err, &refusal) {
		switch code := refusal.Code; { // outbound.md 8.2
		case code == 10, code == 33, code == 100 && refusal.Subcode == 33, code >= 200 && code <= 299, code == 803: // it may not see the account
			f.Tokens[len(f.Tokens)-1].Missing = []string{"access to the account " + a.Name}
			return nil, nil
		case code == 0, code == 104, code == 190: // it was revoked just now
			f.Tokens[len(f.Tokens)-1].Valid, f.Tokens[len(f.Tokens)-1].Problem = false, refusal.Title
			return nil, nil
		}
	}
	if err != nil {
		return nil, onboarding.Explain(err, s.db.Source().Now())
	}
	for i, n := range numbers {
		numbers[i].Plan = onboarding.PlanOfNumber(n.Number)
		f.Tokens[len(f.Tokens)-1].Numbers = append(f.Tokens[len(f.Tokens)-1].Numbers, n.Number)
	}
	f.Accounts, f.Numbers = append(f.Accounts, business), append(f.Numbers, numbers...)
	return numbers, nil
}

// apply brings the checklist up to what was found out, and tells of each change once.
func (s *Checklists) apply(tx *db.Tx, workspaceID string, f crm.OnboardingFacts, read []numberRead) (list, error) {
	hold(tx, workspaceID)
	l, err := readList(tx, workspaceID)
	if err != nil {
		return l, err
	}
	f.SiteChanged = l.site != f.Site
	for _, r := range read {
		if err := s.onboarding.KeepFacts(tx, r.number, r.facts, f.At); err != nil {
			return l, err
		}
	}
	for _, t := range f.Tokens {
		if t.Works() {
			if err := account.EndTokenHold(tx, workspaceID, t.AccountID); err != nil {
				return l, err
			}
		}
	}
	for i, a := range f.Standing {
		paid, told := f.Paid(a.ProviderID)
		if !told {
			continue
		}
		if err := account.NotePayment(s.account, tx, workspaceID, a.ID, paid); err != nil {
			return l, err
		}
		if f.Standing[i], err = account.MessagingAccount(tx, workspaceID, a.ID); err != nil {
			return l, err
		}
	}
	return l.settle(tx, workspaceID, f, crm.DoneBy{Type: crm.ActorSystem})
}

// settle judges the checklist, stores what changed, and tells of it.
func (l list) settle(tx *db.Tx, workspaceID string, f crm.OnboardingFacts, by crm.DoneBy) (list, error) {
	before := l
	l.items = f.Judge(before.items)
	l.badge = f.JudgeBadge(before.badge, l.items)
	for _, id := range crm.ChecklistItems {
		e, old := l.items[id], before.items[id]
		if reflect.DeepEqual(e, old) {
			continue
		}
		saveEntry(tx, workspaceID, e)
		if id == crm.ItemToken && e.State == crm.ItemDone && e.State == old.State && e.Reason != "" && e.Reason != old.Reason { // it ends soon
			if err := tellItem(tx, workspaceID, crm.OnboardingData{Item: id, FromStatus: string(old.State), ToStatus: string(e.State), Reason: e.Reason, ChangedBy: by}); err != nil {
				return l, err
			}
		}
		if err := tell(tx, workspaceID, id, string(old.State), string(e.State), e.Reason, by); err != nil {
			return l, err
		}
	}
	if reflect.DeepEqual(l.badge, before.badge) {
		return l, nil
	}
	saveBadge(tx, workspaceID, l.badge)
	return l, tell(tx, workspaceID, crm.ItemBadge, string(before.badge.State), string(l.badge.State), l.badge.Reason, by)
}

// tell tells of an item whose state changed.
func tell(tx *db.Tx, workspaceID, item, from, to, reason string, by crm.DoneBy) error {
	if from == to {
		return nil
	}
	return tellItem(tx, workspaceID, crm.OnboardingData{Item: item, FromStatus: from, ToStatus: to, Reason: reason, ChangedBy: by})
}

func tellItem(tx *db.Tx, workspaceID string, d crm.OnboardingData) error {
	return event.AppendEvent(tx, crm.EventOnboardingUpdated, workspaceID, "onboarding", crm.EventScope{}, d)
}
