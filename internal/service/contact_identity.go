package service

import (
	"cmp"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/store"
	"service.example/crm/internal/whatsapp"
)

// applyIdentityNotice applies what the provider tells of a person: a new
// number, a new user id, a new device. A notice about nobody known changes
// nothing: the person is known as soon as it writes.
func (s *Service) applyIdentityNotice(tx *store.Tx, number crm.PhoneNumber, n *whatsapp.SystemNotice) error {
	when := n.Timestamp
	if now := tx.Now(); n.BadTimestamp || when.After(now) {
		when = now
	}
	before := crm.Person{Phone: withPlus(n.From), UserID: n.PreviousUserID}
	if n.FromUserID != n.UserID {
		before.UserID = cmp.Or(before.UserID, n.FromUserID)
	}
	after := crm.Person{Phone: withPlus(n.Phone), UserID: n.UserID, ParentUserID: n.ParentUserID, SeenAt: when}
	var err error
	switch n.Kind {
	case "user_changed_number":
		if after.Phone != "" {
			_, err = tx.RekeyContact(number.WorkspaceID, store.Rekey{Before: before, After: after, Notice: crm.NoticeNumberChanged, Detail: n.Body})
		}
	case "user_changed_user_id":
		if after.UserID != "" {
			_, err = tx.RekeyContact(number.WorkspaceID, store.Rekey{Before: before, After: after, Notice: crm.NoticeUserIDChanged, Detail: n.Body})
		}
	case "customer_identity_changed":
		err = noteIdentityChanged(tx, number.WorkspaceID, before, cmp.Or(after.UserID, n.FromUserID), n.Body)
	default:
		s.countUnsupported("message system")
	}
	return err
}

func noteIdentityChanged(tx *store.Tx, workspaceID string, who crm.Person, userID, detail string) error {
	c, found, err := tx.ContactByUserID(workspaceID, cmp.Or(who.UserID, userID))
	if err == nil && !found {
		c, found, err = tx.ContactByPhone(workspaceID, who.Phone)
	}
	if err == nil && found {
		tx.NoteContact(workspaceID, crm.ContactNotice{ContactID: c.ID, Kind: crm.NoticeIdentityChanged, Phone: c.Phone, UserID: c.UserID,
			Detail: cmp.Or(detail, "The person's security code changed: it uses another device, or somebody else uses its number.")})
	}
	return err
}

// withPlus is a number as the provider shows it, in our form.
func withPlus(digits string) string {
	if digits == "" {
		return ""
	}
	return "+" + digits
}
