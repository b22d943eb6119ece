package deal

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// DealWithContacts is a deal with its contacts, the primary one first.
type DealWithContacts struct {
	Deal     crm.Deal
	Contacts []crm.DealContact
}

// Contacts returns a deal with its contacts.
func (s *Deals) Contacts(ctx context.Context, actor crm.Actor, id string) (out DealWithContacts, err error) {
	if err := actor.Require(crm.ScopeDealsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		if out.Deal, err = dealFor(tx, selectDealSQL, actor, id); err == nil {
			out.Contacts, err = contactsNow(tx, out.Deal)
		}
		return err
	})
	return out, err
}

// ReplaceContacts says which contacts a deal has. Those that it did not have before must
// be in reach. The primary one is the deal's own.
func (s *Deals) ReplaceContacts(ctx context.Context, actor crm.Actor, id string, list []crm.DealContact, condition string) (DealWithContacts, error) {
	return change(ctx, s, actor, func(tx *db.Tx) (out DealWithContacts, err error) {
		old, p, err := lockDeal(tx, actor, id, "")
		if err == nil {
			err = checkVersion(old, condition)
		}
		if err != nil {
			return out, err
		}
		before, err := contactsNow(tx, old)
		if err != nil {
			return out, err
		}
		var f crm.Faults
		known := ""
		if len(before) > 0 && before[0].Primary {
			known = before[0].ContactID
		}
		now, err := foundContacts(tx, actor, list, before, &f)
		if err != nil {
			return out, err
		}
		out.Contacts = crm.CheckDealContacts(now, known, &f)
		d := old
		if d.ContactID = ""; len(out.Contacts) > 0 {
			d.ContactID = out.Contacts[0].ContactID
		}
		if f.Empty() {
			err = checkKept(tx, p[old.PipelineID], old, d, &f)
		}
		if err == nil {
			err = f.Err()
		}
		if err != nil {
			return out, err
		}
		changes := crm.ActDiff(contactsOf(before), contactsOf(out.Contacts))
		if out.Deal = old; len(changes) == 0 {
			return out, nil
		}
		out.Deal, err = store(tx, old, d, p[old.PipelineID], actor.By(), changes)
		putContacts(tx, d, out.Contacts) // the former primary one may be among them
		return out, err
	})
}

// foundContacts are the contacts of a request by the identifiers that hold now. It adds
// those that do not exist, or that are new and beyond the reach.
func foundContacts(tx *db.Tx, actor crm.Actor, list, before []crm.DealContact, f *crm.Faults) ([]crm.DealContact, error) {
	has := map[string]bool{}
	for _, c := range before {
		has[c.ContactID] = true
	}
	out := append([]crm.DealContact{}, list...)
	for i, c := range out {
		if i >= crm.MaxDealContacts || !crm.ValidID(crm.PrefixContact, c.ContactID) {
			continue
		}
		now, err := contact.Contact(tx, actor.WorkspaceID, c.ContactID)
		if err == nil && !has[now.ID] {
			err = contact.CheckContact(tx, actor, now.ID, c.ContactID)
		}
		switch {
		case crm.CodeOf(err) == crm.CodeNotFound:
			f.Add(crm.Pointer("contacts", i, "contactId"), crm.CodeNotFound, "There is no contact %q that you reach.", c.ContactID)
		case err != nil:
			return nil, err
		default:
			out[i].ContactID = now.ID
		}
	}
	return out, nil
}

// contactFacts are what a history has of the contacts of a deal.
type contactFacts struct{ Contacts []contactFact }

type contactFact struct {
	ContactID string `json:"contactId"`
	Role      string `json:"role"`
	Primary   bool   `json:"isPrimary"`
}

func contactsOf(list []crm.DealContact) (out contactFacts) {
	for _, c := range list {
		out.Contacts = append(out.Contacts, contactFact(c))
	}
	return out
}
