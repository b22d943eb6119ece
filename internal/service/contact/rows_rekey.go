package contact

import (
	"cmp"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
)

var selectSuccessorSQL = db.SQL(`SELECT fact, at FROM provider_facts WHERE workspace_id = $1 AND subject = $2 AND at >= $3 ORDER BY at DESC, fact LIMIT 1`)

// Rekey is what the provider says of a person whose number or user id changed.
type Rekey struct {
	// Before is how the person was known, After how it is known now; of After,
	// what is "" stays as it was.
	Before, After crm.Person
	Notice        crm.NoticeKind
	Detail        string
}

// Rekeyed is what came of a Rekey.
type Rekeyed struct {
	// Known says that the person is a contact here.
	Known bool
	// Before and After are the contact as it was and as it is; equal when the
	// news changed nothing.
	Before, After crm.Contact
	// MergedID is another contact that turned out to be the same person.
	MergedID string
}

// Changed reports whether the contact has another number or user id now, or
// another contact turned out to be the same person.
func (r Rekeyed) Changed() bool {
	return r.MergedID != "" || r.Before.Phone != r.After.Phone || r.Before.UserID != r.After.UserID || r.Before.ParentUserID != r.After.ParentUserID
}

// RekeyContact gives a person its new number or user id, with all its history;
// where that is a contact already, the two are merged. A user id that the
// person had still leads to it. News may come late, again, and in any order:
// what the provider told last decides.
func RekeyContact(tx *db.Tx, workspaceID string, r Rekey) (out Rekeyed, err error) {
	if err := tx.Alone(); err != nil {
		return out, err
	}
	if err := noteSuccessor(tx, workspaceID, r); err != nil {
		return out, err
	}
	c, found, err := findRekeyed(tx, workspaceID, r)
	if err != nil || !found {
		return out, err
	}
	out = Rekeyed{Known: true, Before: c, After: c}
	if r, err = newest(tx, c, r); err != nil {
		return out, err
	}
	if c, out.MergedID, err = mergeRekeyed(tx, c, &r); err != nil {
		return out, err
	}
	out.After, err = rekey(tx, c, r)
	if err == nil && out.Changed() {
		noteContact(tx, workspaceID, crm.ContactNotice{ContactID: c.ID, Kind: r.Notice, Phone: r.After.Phone, UserID: r.After.UserID, Detail: r.Detail})
	}
	return out, err
}

// findRekeyed finds who is meant: by the old user id, by the old number, or by the
// new user id where the person wrote under it before the news came.
func findRekeyed(tx *db.Tx, workspaceID string, r Rekey) (c crm.Contact, found bool, err error) {
	k, err := findKnown(tx, lockContactByUserSQL, lockContactSQL, workspaceID, r.Before.UserID)
	if err != nil || k.Contact != nil {
		return deref(k.Contact), err == nil, err
	}
	if k, err = findKnown(tx, lockContactByPhoneSQL, lockContactSQL, workspaceID, crm.LookupKey(r.Before.Phone)); err != nil {
		return c, false, err
	}
	// A late notice: the number has gone to somebody else since.
	late := k.Contact != nil && r.After.SeenAt.Before(k.Holder.PhoneSince)
	if k.Contact != nil && !late && (r.Before.UserID == "" || k.Contact.UserID == "" || k.Contact.UserID == r.After.UserID) {
		return *k.Contact, true, nil
	}
	k, err = findKnown(tx, lockContactByUserSQL, lockContactSQL, workspaceID, r.After.UserID)
	return deref(k.Contact), err == nil && k.Contact != nil, err
}

func deref(c *crm.Contact) crm.Contact {
	if c == nil {
		return crm.Contact{}
	}
	return *c
}

// newest puts in what the provider told later of the person's user id.
func newest(tx *db.Tx, c crm.Contact, r Rekey) (Rekey, error) {
	if r.After.UserID == "" {
		return r, nil
	}
	newer, err := account.NewerFact(tx, c.WorkspaceID, c.ID, "user_id", r.After.SeenAt)
	if err != nil {
		return r, err
	}
	if r.After.SeenAt.Before(c.PhoneSince) {
		r.After.Phone = ""
	}
	if !newer {
		r.After.UserID, r.After.ParentUserID, r.After.Phone = c.UserID, "", ""
		return r, nil
	}
	latest, err := latestUserID(tx, c.WorkspaceID, cmp.Or(r.Before.UserID, r.After.UserID))
	if err == nil && latest != r.After.UserID {
		r.After.UserID, r.After.ParentUserID = latest, ""
	}
	return r, err
}

// mergeRekeyed merges the person with the contacts that have its new keys.
func mergeRekeyed(tx *db.Tx, c crm.Contact, r *Rekey) (_ crm.Contact, mergedID string, err error) {
	cause := crm.MergeNumberChanged
	if r.Notice == crm.NoticeUserIDChanged {
		cause = crm.MergeUserIDChanged
	}
	for _, byUser := range []bool{false, true} {
		find, key := lockContactByPhoneSQL, crm.LookupKey(r.After.Phone)
		if byUser {
			find, key = lockContactByUserSQL, r.After.UserID
		}
		k, err := findKnown(tx, find, lockContactSQL, c.WorkspaceID, key)
		if err != nil {
			return c, "", err
		}
		if k.Contact == nil || k.Contact.ID == c.ID {
			continue
		}
		other := *k.Contact
		switch {
		case byUser && other.UserID != r.After.UserID:
			r.After.UserID = other.UserID // the person has had another one since
		case !byUser && cause == crm.MergeUserIDChanged && other.UserID != "" && other.UserID != r.After.UserID && other.UserID != r.Before.UserID:
			r.After.Phone = "" // somebody else has the number
			continue
		}
		older, younger := c, other
		if younger.ID < older.ID {
			older, younger = younger, older
		}
		if c, err = mergeInto(tx, older, younger, merging{cause: cause, phone: other.Phone, userID: other.UserID}); err != nil {
			return c, "", err
		}
		mergedID = younger.ID
	}
	return c, mergedID, nil
}

// rekey stores the new keys. The old number is free from then on, for it may be
// given to somebody else; the old user id never is.
func rekey(tx *db.Tx, c crm.Contact, r Rekey) (crm.Contact, error) {
	before := c
	if r.After.Phone != "" {
		c.Phone, c.PhoneSince = r.After.Phone, r.After.SeenAt
	}
	c.UserID = cmp.Or(r.After.UserID, c.UserID)
	c.ParentUserID = cmp.Or(r.After.ParentUserID, c.ParentUserID)
	phones := []string{c.Phone}
	if r.After.Phone != "" {
		phones = append(phones, r.Before.Phone)
	}
	for _, phone := range phones {
		if err := releaseKey(tx, lockContactByPhoneSQL, c, crm.LookupKey(phone)); err != nil {
			return c, err
		}
	}
	if err := releaseKey(tx, lockContactByUserSQL, c, c.UserID); err != nil {
		return c, err
	}
	if before.Phone != c.Phone || before.UserID != c.UserID || before.ParentUserID != c.ParentUserID {
		c.UpdatedAt = tx.Now()
		saveContact(tx, before, c)
		access.GrowContactEpoch(tx, c.WorkspaceID)
	}
	for _, id := range []string{before.UserID, r.Before.UserID} {
		if err := keepUserID(tx, c, id); err != nil {
			return c, err
		}
	}
	return c, nil
}

// keepUserID lets a user id that a person had lead to it for good: webhooks that
// are late name it. It is kept as a merged contact without anything else.
func keepUserID(tx *db.Tx, c crm.Contact, userID string) error {
	if userID == "" || userID == c.UserID {
		return nil
	}
	_, err := InsertContact(tx, crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: c.WorkspaceID, UserID: userID, MergedInto: c.ID,
		CreatedAt: tx.Now(), UpdatedAt: tx.Now()})
	return err
}

const (
	userSubject = "user "
	becameFact  = "became "
)

// noteSuccessor remembers which user id followed another, for whoever is known
// by neither so far.
func noteSuccessor(tx *db.Tx, workspaceID string, r Rekey) error {
	if r.Before.UserID == "" || r.After.UserID == "" || r.Before.UserID == r.After.UserID {
		return nil
	}
	_, err := account.NewerFact(tx, workspaceID, userSubject+r.Before.UserID, becameFact+r.After.UserID, r.After.SeenAt)
	return err
}

// maxSuccessors bounds how many changes of a user id are followed at once.
const maxSuccessors = 20

// latestUserID returns the user id that the provider told last of the person
// who had the given one.
func latestUserID(tx *db.Tx, workspaceID, userID string) (string, error) {
	if userID == "" {
		return "", nil
	}
	since := time.Time{}
	for range maxSuccessors {
		var fact string
		var when int64
		found, err := tx.One(selectSuccessorSQL, []any{&fact, &when}, workspaceID, userSubject+userID, db.Ms(since)+1)
		if err != nil || !found {
			return userID, err
		}
		userID, since = strings.TrimPrefix(fact, becameFact), db.At(when)
	}
	return userID, nil
}

// settleRenamed settles a sighting under a user id that the person does not have
// any more, before anybody was known by it.
func settleRenamed(tx *db.Tx, workspaceID string, p crm.Person, latest string, err error) (c crm.Contact, done bool, _ error) {
	if err == nil {
		err = tx.Alone()
	}
	if err != nil {
		return c, false, err
	}
	former := p.UserID
	p.UserID = latest
	if c, done, err = settleAs(tx, workspaceID, p, false); err != nil || !done {
		return c, done, err
	}
	return c, true, keepUserID(tx, c, former)
}
