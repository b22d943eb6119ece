package storefront

import (
	"context"
	"errors"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp"
)

// BlockedUsers returns a page of those whom a number has blocked.
func (s *Storefronts) BlockedUsers(ctx context.Context, actor crm.Actor, numberID string, page crm.Page) (crm.List[crm.BlockedUser], error) {
	return read(ctx, s, actor, crm.ScopeContactsRead, numberID, func(ctx context.Context, p provider) (crm.List[crm.BlockedUser], error) {
		ask := func() (crm.List[crm.BlockedUser], error) { return p.client.BlockedUsers(ctx, p.token, p.id(), page) }
		list, err := ask()
		if page.After == "" && listChanged(err) {
			return ask()
		}
		return list, err
	})
}

// BlockUsers has a number take no messages of users any more.
func (s *Storefronts) BlockUsers(ctx context.Context, actor crm.Actor, numberID string, users []string) (crm.BlockOutcome, error) {
	return s.block(ctx, actor, numberID, users, true)
}

// UnblockUsers has a number take messages of users again.
func (s *Storefronts) UnblockUsers(ctx context.Context, actor crm.Actor, numberID string, users []string) (crm.BlockOutcome, error) {
	return s.block(ctx, actor, numberID, users, false)
}

func (s *Storefronts) block(ctx context.Context, actor crm.Actor, numberID string, users []string, block bool) (crm.BlockOutcome, error) {
	var f crm.Faults
	numbers := crm.CheckBlockUsers(users, &f)
	return change(ctx, s, actor, crm.ScopeContactsWrite, numberID, &f, func(ctx context.Context, p provider) (crm.BlockOutcome, *crm.Act, error) {
		out, err := p.client.Block(ctx, p.token, p.id(), numbers, block)
		if listChanged(err) {
			out, err = p.client.Block(ctx, p.token, p.id(), numbers, block)
		}
		if err != nil {
			return out, nil, err
		}
		for i := range out.Refused {
			out.Refused[i].Reason = reasonOf(out.Refused[i], block)
		}
		if len(out.Done) == 0 {
			return out, nil, nil
		}
		act := crm.Act{Action: "blocked_users.added"}
		if !block {
			act.Action = "blocked_users.removed"
		}
		masked := make([]string, len(out.Done)) // the audit log names no contact
		for i, n := range out.Done {
			masked[i] = crm.MaskPhone(n)
		}
		act.Changes = act.Changes.Set("users", nil, masked)
		return out, &act, nil
	})
}

// listChanged reports whether the provider's list was changed by somebody else at the
// same moment: the same request may do then.
func listChanged(err error) bool {
	var refusal *whatsapp.APIError
	return errors.As(err, &refusal) && refusal.Code == whatsapp.CodeBlockListChanged
}

// reasonOf says in words why a user was not blocked or unblocked.
func reasonOf(r crm.BlockRefusal, block bool) string {
	rule := "The number was not unblocked."
	if block {
		rule = "Only who wrote to this phone number in the last 24 hours can be blocked."
	}
	return strings.TrimSpace(rule + " " + said(r.Reason))
}

func said(text string) string {
	if text == "" {
		return ""
	}
	return "The provider says: " + text
}
