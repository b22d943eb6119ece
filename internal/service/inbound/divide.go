package inbound

import (
	"context"
	"errors"
	"slices"
	"strings"

	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

// nobody owns a body, or a part of one, that is about no account of ours, or
// about one for which its signature does not vouch. Whose it is is asked again
// when it is applied.
const nobody = ""

// mostAddressees is about how many numbers and accounts a body may be whose owners
// are looked for; the provider tells of far fewer at a time.
const mostAddressees = 1000

// part is what one owner has of a body, and the queues of the jobs that apply it.
type part struct {
	ProviderWebhook
	queues []string
}

// divide finds out who owns a body. Nearly always that is one workspace; else
// each gets a body of its own, with what is about it: all of them together are
// what came, and nothing is in two of them.
func (s *Inbound) divide(ctx context.Context, w ProviderWebhook) ([]part, error) {
	if acc, own := strings.CutPrefix(w.Account, account.AccountRealmPrefix); own {
		var err error
		if w.WorkspaceID, err = s.account.WorkspaceOf(ctx, acc); err != nil {
			return nil, err
		}
		return undivided(ctx, s, w, whatsapp.PhoneNumberIDs(w.Body))
	}
	addressees := whatsapp.Addressees(w.Body)
	if len(addressees) == 0 || len(addressees) > mostAddressees {
		return undivided(ctx, s, w, whatsapp.PhoneNumberIDs(w.Body))
	}
	var ids []string // as PhoneNumberIDs has them
	owners := make(map[whatsapp.Addressee]string, len(addressees))
	var order []string
	for _, a := range addressees {
		owner, err := s.ownerOf(ctx, account.Realm(w.Account), a)
		if err != nil {
			return nil, err
		}
		if owners[a] = owner; !slices.Contains(order, owner) {
			order = append(order, owner)
		}
		if a.PhoneNumberID != "" {
			ids = append(ids, a.PhoneNumberID)
		}
	}
	if len(order) == 1 {
		w.WorkspaceID = order[0]
		return undivided(ctx, s, w, ids)
	}
	parts := make([]part, len(order))
	for i, owner := range order {
		own := w
		own.WorkspaceID = owner
		own.Body = whatsapp.Divide(w.Body, func(a whatsapp.Addressee) bool { return owners[a] == owner })
		queues, err := s.ingestQueues(ctx, own)
		if err != nil {
			return nil, err
		}
		parts[i] = part{own.packed(), queues}
	}
	return parts, nil
}

// undivided is a body that one owner has.
func undivided(ctx context.Context, s *Inbound, w ProviderWebhook, ids []string) ([]part, error) {
	queues, err := s.queuesOf(ctx, w, ids)
	return []part{{w.packed(), queues}}, err
}

// ownerOf is the workspace that has a number or an account, if the signature of
// what is about it vouches for that. Known numbers cost no question.
func (s *Inbound) ownerOf(ctx context.Context, realm account.Realm, a whatsapp.Addressee) (owner string, err error) {
	var accountID string
	if a.PhoneNumberID != "" {
		n, err := s.account.RouteOf(ctx, a.PhoneNumberID)
		if errors.Is(err, account.ErrUnrouted) {
			return nobody, nil
		}
		if err != nil {
			return nobody, err
		}
		owner, accountID = n.WorkspaceID, n.MessagingAccountID
	} else {
		var found bool
		err := s.db.View(ctx, func(tx *db.Tx) error {
			acc, ok, err := account.MessagingAccountByProvider(tx, a.WABAID)
			owner, accountID, found = acc.WorkspaceID, acc.ID, ok
			return err
		})
		if err != nil || !found {
			return nobody, err
		}
	}
	if covered, err := s.covered(ctx, realm, owner, accountID); !covered {
		return nobody, err
	}
	return owner, nil
}
