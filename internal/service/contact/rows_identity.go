package contact

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
)

var (
	// Updates beside this one may have changed the contact since it was locked,
	// which they share.
	identifyContactSQL = db.SQL(`UPDATE contacts SET phone = $3, lookup_key = $4, phone_since = $5, user_id = $6, parent_user_id = $7, updated_at = $8
		WHERE workspace_id = $1 AND id = $2 AND phone = $9 AND user_id = $10 AND merged_into = ''`)
)

// settlePerson finds the contact of a person, or makes it, and stores what the
// sighting shows: keys that were not known, contacts that are the same person,
// a number that is somebody else's now. done is false when another node was
// faster; look again.
func settlePerson(tx *db.Tx, workspaceID string, p crm.Person) (c crm.Contact, done bool, err error) {
	return settleAs(tx, workspaceID, p, true)
}

func settleAs(tx *db.Tx, workspaceID string, p crm.Person, mayBeRenamed bool) (c crm.Contact, done bool, err error) {
	byUser, err := findKnown(tx, lockContactByUserSQL, lockContactSQL, workspaceID, p.UserID)
	if err != nil {
		return c, false, err
	}
	byPhone, err := findKnown(tx, lockContactByPhoneSQL, lockContactSQL, workspaceID, crm.LookupKey(p.Phone))
	if err != nil {
		return c, false, err
	}
	i := crm.Identify(p, byUser, byPhone)
	if i.Contact == nil && mayBeRenamed {
		if next, err := latestUserID(tx, workspaceID, p.UserID); err != nil || next != p.UserID {
			return settleRenamed(tx, workspaceID, p, next, err)
		}
	}
	if i.Same != nil || i.Loser != nil {
		if err := tx.Alone(); err != nil {
			return c, false, err
		}
	}
	switch {
	case !i.Changes():
		return *i.Contact, true, nil
	case i.Same != nil:
		c, err = mergeInto(tx, *i.Contact, *i.Same, merging{cause: crm.MergeSeenTogether, phone: i.Phone, userID: i.UserID, parentUserID: i.ParentUserID})
		return c, true, err
	case i.Loser != nil:
		takeNumber(tx, *i.Loser)
	}
	c, done, err = identified(tx, workspaceID, p, i)
	if err == nil && done && i.Loser != nil {
		noteReassigned(tx, byPhone, c, p.Phone)
	}
	return c, done, err
}

// identified makes the contact that an identity asks for, or gives it the keys
// that it has from now on.
func identified(tx *db.Tx, workspaceID string, p crm.Person, i crm.Identity) (crm.Contact, bool, error) {
	now := tx.Now()
	if i.Contact == nil {
		c := crm.Contact{WorkspaceID: workspaceID, ID: tx.NewID(crm.PrefixContact), Name: strings.TrimSpace(p.Name), Phone: i.Phone, UserID: i.UserID, ParentUserID: i.ParentUserID,
			CreatedAt: now, UpdatedAt: now}
		if i.Phone != "" {
			c.PhoneSince = p.SeenAt
		}
		fresh, err := InsertContact(tx, c)
		return c, fresh, err
	}
	c := *i.Contact
	if moved := crm.LookupKey(c.Phone) != crm.LookupKey(i.Phone); moved {
		c.PhoneSince = p.SeenAt
		if c.Phone != "" {
			access.GrowContactEpoch(tx, workspaceID)
		}
	}
	c.Phone, c.UserID, c.ParentUserID, c.UpdatedAt = i.Phone, i.UserID, i.ParentUserID, now
	n, err := tx.Exec(identifyContactSQL, workspaceID, c.ID, c.Phone, crm.LookupKey(c.Phone), db.Ms(c.PhoneSince), c.UserID, c.ParentUserID, db.Ms(now),
		i.Contact.Phone, i.Contact.UserID)
	return c, n == 1, err
}

// takeNumber takes a contact's number away, at once, so that another one can
// have it.
func takeNumber(tx *db.Tx, c crm.Contact) {
	before := c
	c.Phone, c.PhoneSince, c.UpdatedAt = "", time.Time{}, tx.Now()
	saveContact(tx, before, c)
	access.GrowContactEpoch(tx, c.WorkspaceID)
}

// noteReassigned tells both people of a number that went from one to the other.
func noteReassigned(tx *db.Tx, from crm.Known, to crm.Contact, phone string) {
	noteContact(tx, to.WorkspaceID, crm.ContactNotice{ContactID: from.Contact.ID, Kind: crm.NoticeNumberReassigned, Phone: phone, UserID: to.UserID, OtherContactID: to.ID,
		Detail: "Somebody with another user id writes from this number now."})
	noteContact(tx, to.WorkspaceID, crm.ContactNotice{ContactID: to.ID, Kind: crm.NoticeNumberTaken, Phone: phone, UserID: to.UserID, OtherContactID: from.Contact.ID,
		Detail: "This number was known as another contact's. If both are the same person, merge them."})
}

// releaseKey takes a number or user id from a tombstone of the contact.
func releaseKey(tx *db.Tx, find *db.Stmt, c crm.Contact, key string) error {
	k, err := findKnown(tx, find, lockContactSQL, c.WorkspaceID, key)
	if err != nil || k.Contact == nil || k.Contact.ID != c.ID || k.Holder.ID == c.ID {
		return err
	}
	cleared := *k.Holder
	if find == lockContactByPhoneSQL {
		cleared.Phone, cleared.PhoneSince = "", time.Time{}
	} else {
		cleared.UserID = ""
	}
	saveContact(tx, *k.Holder, cleared)
	return nil
}

// changeContact stores what a caller made of a contact. A number or user id of
// another contact is a KindConflict error that names it.
func changeContact(tx *db.Tx, before, after crm.Contact) error {
	for _, key := range []struct {
		find        *db.Stmt
		key, before string
		pointer     string
	}{
		{lockContactByPhoneSQL, crm.LookupKey(after.Phone), crm.LookupKey(before.Phone), "/phone"},
		{lockContactByUserSQL, after.UserID, before.UserID, "/userId"},
	} {
		if key.key == "" || key.key == key.before {
			continue
		}
		k, err := findKnown(tx, key.find, lockContactSQL, after.WorkspaceID, key.key)
		if err != nil {
			return err
		}
		if k.Contact != nil && k.Contact.ID != after.ID {
			return contactExists(key.pointer, k.Contact.ID)
		}
		if err := releaseKey(tx, key.find, after, key.key); err != nil {
			return err
		}
	}
	if before.Phone != after.Phone || before.UserID != after.UserID {
		access.GrowContactEpoch(tx, after.WorkspaceID)
	}
	saveContact(tx, before, after)
	return nil
}

// contactExists is the error for a number or user id that another contact has.
func contactExists(pointer, id string) error {
	e := crm.Errorf(crm.KindConflict, crm.CodeContactExists, "Contact %s is this person already. PATCH it, or merge the two.", id)
	e.ExistingID = id
	e.Fields = []crm.FieldError{{Pointer: pointer, Detail: crm.Naming(pointer, e.Message), Code: e.Code}}
	return e
}
