package crm

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// DealContact is a contact that has something to do with a deal.
type DealContact struct {
	ContactID string
	// Role is what the contact is for the deal, in a few words; "" for nothing said.
	Role string
	// Primary is the one contact that the deal itself names.
	Primary bool
}

// Bounds of the contacts of a deal.
const (
	MaxDealContacts = 50
	maxDealRole     = 60
)

// CheckDealContacts returns contacts of a deal as they are kept, the primary one first,
// and adds every fault that can be seen without looking anything up. Where none is
// primary, the one of primaryID is, or else the first.
func CheckDealContacts(list []DealContact, primaryID string, f *Faults) []DealContact {
	if len(list) > MaxDealContacts {
		f.Add("/contacts", CodeOutOfRange, "A deal has at most %d contacts.", MaxDealContacts)
		return nil
	}
	list = slices.Clone(list)
	primary := -1
	for i := range list {
		c := &list[i]
		c.Role = strings.Join(strings.Fields(c.Role), " ")
		switch {
		case c.ContactID == "":
			f.Add(Pointer("contacts", i, "contactId"), CodeRequired, "contactId is required.")
		case !ValidID(PrefixContact, c.ContactID):
			f.Add(Pointer("contacts", i, "contactId"), CodeNotFound, "contactId is not an identifier: con_…")
		case slices.ContainsFunc(list[:i], func(o DealContact) bool { return o.ContactID == c.ContactID }):
			f.Add(Pointer("contacts", i, "contactId"), CodeNotAllowed, "Each contact is listed once.")
		}
		if utf8.RuneCountInString(c.Role) > maxDealRole {
			f.Add(Pointer("contacts", i, "role"), CodeTooLong, "role may have at most %d characters.", maxDealRole)
		}
		switch {
		case c.Primary && primary >= 0:
			f.Add(Pointer("contacts", i, "isPrimary"), CodeNotAllowed, "One contact is the primary one.")
		case c.Primary:
			primary = i
		}
	}
	if len(list) == 0 {
		return list
	}
	if primary < 0 {
		primary = max(0, slices.IndexFunc(list, func(c DealContact) bool { return c.ContactID == primaryID }))
		list[primary].Primary = true
	}
	first := list[primary]
	return append([]DealContact{first}, slices.Delete(list, primary, primary+1)...)
}
