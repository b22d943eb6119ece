package store

import (
	"time"

	"service.example/crm/internal/crm"
)

var (
	growContactEpoch = stmt(`UPDATE workspaces SET contact_epoch = contact_epoch + 1 WHERE id = $1`)
	// Updates beside this one may have changed the contact since it was locked,
	// which they share.
	identifyContact = stmt(`UPDATE contacts SET phone = $3, lookup_key = $4, phone_since = $5, user_id = $6, parent_user_id = $7, updated_at = $8
		WHERE workspace_id = $1 AND id = $2 AND phone = $9 AND user_id = $10 AND merged_into = ''`)
)

// forgetThreads lets every node look its remembered conversations up anew,
// because a number or user id went from one contact to another.
func (tx *Tx) forgetThreads(workspaceID string) { tx.write(growContactEpoch, workspaceID) }

// settle finds the contact of a person, or makes it, and stores what the
// sighting shows: keys that were not known, contacts that are the same person,
// a number that is somebody else's now. done is false when another node was
// faster; look again.
func (tx *Tx) settle(workspaceID string, p crm.Person) (c crm.Contact, done bool, err error) {
	byUser, err := tx.known(lockContactByUser, lockContact, workspaceID, p.UserID)
	if err != nil {
		return c, false, err
	}
	byPhone, err := tx.known(lockContactByPhone, lockContact, workspaceID, crm.LookupKey(p.Phone))
	if err != nil {
		return c, false, err
	}
	i := crm.Identify(p, byUser, byPhone)
	if i.Same != nil || i.Loser != nil {
		if err := tx.alone(); err != nil {
			return c, false, err
		}
	}
	switch {
	case !i.Changes():
		return *i.Contact, true, nil
	case i.Same != nil:
		c, err = tx.mergeInto(*i.Contact, *i.Same, merging{cause: crm.MergeSeenTogether, phone: i.Phone, userID: i.UserID, parentUserID: i.ParentUserID})
		return c, true, err
	case i.Loser != nil:
		tx.takeNumber(*i.Loser)
	}
	c, done, err = tx.identified(workspaceID, p, i)
	if err == nil && done && i.Loser != nil {
		tx.noteReassigned(byPhone, c, p.Phone)
	}
	return c, done, err
}

// identified makes the contact that an identity asks for, or gives it the keys
// that it has from now on.
func (tx *Tx) identified(workspaceID string, p crm.Person, i crm.Identity) (crm.Contact, bool, error) {
	now := tx.Now()
	if i.Contact == nil {
		c := crm.Contact{WorkspaceID: workspaceID, ID: tx.NewID(crm.PrefixContact), Phone: i.Phone, UserID: i.UserID, ParentUserID: i.ParentUserID,
			CreatedAt: now, UpdatedAt: now}
		if i.Phone != "" {
			c.PhoneSince = p.SeenAt
		}
		fresh, err := tx.InsertContact(c)
		return c, fresh, err
	}
	c := *i.Contact
	if moved := crm.LookupKey(c.Phone) != crm.LookupKey(i.Phone); moved {
		c.PhoneSince = p.SeenAt
		if c.Phone != "" {
			tx.forgetThreads(workspaceID)
		}
	}
	c.Phone, c.UserID, c.ParentUserID, c.UpdatedAt = i.Phone, i.UserID, i.ParentUserID, now
	n, err := tx.exec(identifyContact, workspaceID, c.ID, c.Phone, crm.LookupKey(c.Phone), ms(c.PhoneSince), c.UserID, c.ParentUserID, ms(now),
		i.Contact.Phone, i.Contact.UserID)
	return c, n == 1, err
}

// takeNumber takes a contact's number away, at once, so that another one can
// have it.
func (tx *Tx) takeNumber(c crm.Contact) {
	before := c
	c.Phone, c.PhoneSince, c.UpdatedAt = "", time.Time{}, tx.Now()
	tx.SaveContact(before, c)
	tx.forgetThreads(c.WorkspaceID)
}

// noteReassigned tells both people of a number that went from one to the other.
func (tx *Tx) noteReassigned(from crm.Known, to crm.Contact, phone string) {
	tx.NoteContact(to.WorkspaceID, crm.ContactNotice{ContactID: from.Contact.ID, Kind: crm.NoticeNumberReassigned, Phone: phone, UserID: to.UserID, OtherContactID: to.ID,
		Detail: "Somebody with another user id writes from this number now."})
	tx.NoteContact(to.WorkspaceID, crm.ContactNotice{ContactID: to.ID, Kind: crm.NoticeNumberTaken, Phone: phone, UserID: to.UserID, OtherContactID: from.Contact.ID,
		Detail: "This number was known as another contact's. If both are the same person, merge them."})
}

// Rekey is what the provider says of a person whose number or user id changed.
type Rekey struct {
	// Before is how the person was known, After how it is known now; of After,
	// what is "" stays as it was.
	Before, After crm.Person
	Notice        crm.NoticeKind
	Detail        string
}

// RekeyContact gives a person its new number or user id, with all its history;
// where that is a contact already, the two are merged. It reports false when
// nobody is known by the old ones, or the news is older than what is known.
func (tx *Tx) RekeyContact(workspaceID string, r Rekey) (bool, error) {
	if err := tx.alone(); err != nil {
		return false, err
	}
	old, err := tx.known(lockContactByUser, lockContact, workspaceID, r.Before.UserID)
	if err == nil && old.Contact == nil {
		old, err = tx.known(lockContactByPhone, lockContact, workspaceID, crm.LookupKey(r.Before.Phone))
		if err == nil && old.Contact != nil && r.After.SeenAt.Before(old.Holder.PhoneSince) {
			return false, nil // a late notice: the number has gone to somebody else since
		}
	}
	if err != nil || old.Contact == nil {
		return false, err
	}
	c := *old.Contact
	tx.NoteContact(workspaceID, crm.ContactNotice{ContactID: c.ID, Kind: r.Notice, Phone: r.After.Phone, UserID: r.After.UserID, Detail: r.Detail})
	cause := crm.MergeNumberChanged
	if r.Notice == crm.NoticeUserIDChanged {
		cause = crm.MergeUserIDChanged
	}
	for _, find := range []func() (crm.Known, error){
		func() (crm.Known, error) {
			return tx.known(lockContactByPhone, lockContact, workspaceID, crm.LookupKey(r.After.Phone))
		},
		func() (crm.Known, error) {
			return tx.known(lockContactByUser, lockContact, workspaceID, r.After.UserID)
		},
	} {
		other, err := find()
		if err != nil {
			return false, err
		}
		if other.Contact == nil || other.Contact.ID == c.ID {
			continue
		}
		older, younger := c, *other.Contact
		if younger.ID < older.ID {
			older, younger = younger, older
		}
		c, err = tx.mergeInto(older, younger, merging{cause: cause, phone: other.Contact.Phone, userID: other.Contact.UserID})
		if err != nil {
			return false, err
		}
	}
	return true, tx.rekey(workspaceID, c, r)
}

// rekey stores the new keys and frees the old ones: the number may be given to
// somebody else.
func (tx *Tx) rekey(workspaceID string, c crm.Contact, r Rekey) error {
	before := c
	if r.After.Phone != "" {
		c.Phone, c.PhoneSince = r.After.Phone, r.After.SeenAt
	}
	if r.After.UserID != "" {
		c.UserID = r.After.UserID
	}
	if r.After.ParentUserID != "" {
		c.ParentUserID = r.After.ParentUserID
	}
	c.UpdatedAt = tx.Now()
	phones, users := []string{c.Phone}, []string{c.UserID}
	if r.After.Phone != "" {
		phones = append(phones, r.Before.Phone)
	}
	if r.After.UserID != "" {
		users = append(users, r.Before.UserID)
	}
	for _, phone := range phones {
		if err := tx.releaseKey(lockContactByPhone, c, crm.LookupKey(phone)); err != nil {
			return err
		}
	}
	for _, id := range users {
		if err := tx.releaseKey(lockContactByUser, c, id); err != nil {
			return err
		}
	}
	tx.SaveContact(before, c)
	tx.forgetThreads(workspaceID)
	return nil
}

// releaseKey takes a number or user id from a tombstone of the contact.
func (tx *Tx) releaseKey(find *Stmt, c crm.Contact, key string) error {
	k, err := tx.known(find, lockContact, c.WorkspaceID, key)
	if err != nil || k.Contact == nil || k.Contact.ID != c.ID || k.Holder.ID == c.ID {
		return err
	}
	cleared := *k.Holder
	if find == lockContactByPhone {
		cleared.Phone, cleared.PhoneSince = "", time.Time{}
	} else {
		cleared.UserID = ""
	}
	tx.SaveContact(*k.Holder, cleared)
	return nil
}

// ChangeContact stores what a caller made of a contact. A number or user id of
// another contact is a KindConflict error that names it.
func (tx *Tx) ChangeContact(before, after crm.Contact) error {
	for _, key := range []struct {
		find        *Stmt
		key, before string
		pointer     string
	}{
		{lockContactByPhone, crm.LookupKey(after.Phone), crm.LookupKey(before.Phone), "/phone"},
		{lockContactByUser, after.UserID, before.UserID, "/userId"},
	} {
		if key.key == "" || key.key == key.before {
			continue
		}
		k, err := tx.known(key.find, lockContact, after.WorkspaceID, key.key)
		if err != nil {
			return err
		}
		if k.Contact != nil && k.Contact.ID != after.ID {
			return ContactExists(key.pointer, k.Contact.ID)
		}
		if err := tx.releaseKey(key.find, after, key.key); err != nil {
			return err
		}
	}
	if before.Phone != after.Phone || before.UserID != after.UserID {
		tx.forgetThreads(after.WorkspaceID)
	}
	tx.SaveContact(before, after)
	return nil
}

// ContactExists is the error for a number or user id that another contact has.
func ContactExists(pointer, id string) error {
	e := crm.Errorf(crm.KindConflict, crm.CodeContactExists, "Contact %s is this person already. PATCH it, or merge the two.", id)
	e.ExistingID = id
	e.Fields = []crm.FieldError{{Pointer: pointer, Detail: e.Message, Code: e.Code}}
	return e
}
