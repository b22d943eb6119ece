package contact

import (
	"cmp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/whatsapp"
)

// ApplyIdentityNotice applies what the provider tells of a person: a new
// number, a new user id, a new device. A notice about nobody known changes
// nothing: the person is known as soon as it writes.
func (s *Contacts) ApplyIdentityNotice(tx *db.Tx, workspaceID string, n *whatsapp.SystemNotice) (problem string, err error) {
	when := n.Timestamp
	if n.EntryTime.After(when) {
		when = n.EntryTime
	}
	when = core.NotLater(when, tx.Now())
	before := crm.Person{Phone: WithPlus(n.From), UserID: n.PreviousUserID}
	if n.FromUserID != n.UserID {
		before.UserID = cmp.Or(before.UserID, n.FromUserID)
	}
	after := crm.Person{Phone: WithPlus(n.Phone), UserID: n.UserID, ParentUserID: n.ParentUserID, SeenAt: when}
	switch n.Kind {
	case "user_changed_number":
		if after.Phone == "" {
			return "a notice of a new number does not say which", nil
		}
		return s.rekey(tx, workspaceID, Rekey{Before: before, After: after, Notice: crm.NoticeNumberChanged, Detail: n.Body})
	case "user_changed_user_id":
		if after.UserID == "" {
			return "a notice of a new user id does not say which", nil
		}
		return s.rekey(tx, workspaceID, Rekey{Before: before, After: after, Notice: crm.NoticeUserIDChanged, Detail: n.Body})
	case "customer_identity_changed":
		return noteIdentityChanged(tx, workspaceID, before, cmp.Or(after.UserID, n.FromUserID), n.Body)
	}
	return "", nil
}

// KeptNotices are the notices about a person that are applied.
var KeptNotices = map[string]bool{"user_changed_number": true, "user_changed_user_id": true, "customer_identity_changed": true}

// rekey gives a person its new keys and tells of it.
func (s *Contacts) rekey(tx *db.Tx, workspaceID string, r Rekey) (problem string, err error) {
	came, err := RekeyContact(tx, workspaceID, r)
	switch {
	case err != nil:
		return "", err
	case !came.Known:
		return nobodyKnown, nil
	case !came.Changed():
		return "", nil
	}
	data := crm.ContactIdentityData{ContactID: came.After.ID, MergedContactID: came.MergedID, Changes: []crm.IdentityChange{},
		Reason: string(r.Notice), ChangedBy: crm.DoneBy{Type: crm.ActorProvider}}
	for _, c := range [][3]string{{"phone", came.Before.Phone, came.After.Phone},
		{"user_id", came.Before.UserID, came.After.UserID}, {"parent_user_id", came.Before.ParentUserID, came.After.ParentUserID}} {
		if c[1] != c[2] {
			data.Changes = append(data.Changes, crm.IdentityChange{Field: c[0], From: crm.ContactNumber(c[1]), To: crm.ContactNumber(c[2])})
		}
	}
	return "", event.AppendEvent(tx, crm.EventContactIdentityUpdated, workspaceID, came.After.ID, crm.EventScope{}, data)
}

// nobodyKnown is the problem of a notice about a person who is no contact.
const nobodyKnown = "a notice of a person's identity is about nobody who is known here"

func noteIdentityChanged(tx *db.Tx, workspaceID string, who crm.Person, userID, detail string) (problem string, err error) {
	c, found, err := ContactByUserID(tx, workspaceID, cmp.Or(who.UserID, userID))
	if err == nil && !found {
		c, found, err = ContactByPhone(tx, workspaceID, who.Phone)
	}
	if err != nil {
		return "", err
	}
	if !found {
		return nobodyKnown, nil
	}
	noteContact(tx, workspaceID, crm.ContactNotice{ContactID: c.ID, Kind: crm.NoticeIdentityChanged, Phone: c.Phone, UserID: c.UserID,
		Detail: cmp.Or(detail, "The person's security code changed: it uses another device, or somebody else uses its number.")})
	return "", nil
}

// WithPlus is a number as the provider shows it, in our form.
func WithPlus(digits string) string {
	if digits == "" {
		return ""
	}
	return "+" + digits
}
