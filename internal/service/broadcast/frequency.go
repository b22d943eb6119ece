package broadcast

import (
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// frequency is how many messages of broadcasts people got lately. Without a cap nobody had
// enough.
type frequency struct {
	cap *crm.FrequencyCap
	got map[string]int64 // by person
}

func (f frequency) full(person string) bool { return f.cap != nil && f.got[person] >= f.cap.Messages }

// frequencyOf counts the messages that people got in the days before a time: under each
// name by which they are known, also from before they were contacts, or were merged.
func frequencyOf(tx *db.Tx, b crm.Broadcast, at time.Time, people []string, found []contact.Addressee) (f frequency, err error) {
	if f.cap = b.Delivery.Cap; f.cap == nil {
		return f, nil
	}
	var contacts, others []string
	for i, person := range people {
		if found[i].ContactID != "" {
			contacts = append(contacts, person)
		} else {
			others = append(others, person)
		}
	}
	slices.Sort(contacts)
	names, err := namesOf(tx, b.WorkspaceID, slices.Compact(contacts))
	if err != nil {
		return f, err
	}
	for _, person := range others {
		names[person] = []string{person}
	}
	f.got, err = got(tx, b.WorkspaceID, names, f.cap.Since(at), f.cap.Messages)
	return f, err
}

// beginsLatest is when a broadcast is to begin, or now where that was before.
func beginsLatest(tx *db.Tx, b crm.Broadcast) time.Time {
	if b.ScheduledAt != nil && b.ScheduledAt.After(tx.Now()) {
		return *b.ScheduledAt
	}
	return tx.Now()
}

// frequencyAtTurn counts the messages that recipients got until now, and finds out who they
// are now.
func frequencyAtTurn(tx *db.Tx, b crm.Broadcast, part []offered) (frequency, error) {
	if b.Delivery.Cap == nil {
		return frequency{}, nil
	}
	asked, people := make([]string, len(part)), make([]string, len(part))
	for i, o := range part {
		if asked[i] = o.ContactID; asked[i] == "" {
			asked[i] = o.Phone
		}
	}
	found, err := contact.Addressees(tx, b.WorkspaceID, b.PhoneNumberID, asked)
	if err != nil {
		return frequency{}, err
	}
	for i, o := range part {
		people[i] = personOf(crm.BroadcastRecipient{ContactID: o.ContactID, To: o.Phone}, asked[i], found[i])
		part[i].person = people[i]
	}
	return frequencyOf(tx, b, tx.Now(), people, found)
}

// holdFrequency keeps other broadcasts of the workspace that have a cap from accepting
// messages until the transaction ends: two that run at once give nobody more than a cap of
// theirs allows. It comes before the row of a broadcast is locked, as where these are counted.
func holdFrequency(tx *db.Tx, b crm.Broadcast) error {
	if b.Delivery.Cap == nil {
		return nil
	}
	return holdPosition(tx, b.WorkspaceID)
}

// recap reports whether other people may have had enough of a broadcast that was changed.
func recap(before, b crm.Broadcast) bool {
	x, y := before.Delivery.Cap, b.Delivery.Cap
	switch {
	case x == nil || y == nil:
		return x != y
	case *x != *y:
		return true
	}
	return before.ScheduledAt != b.ScheduledAt && (before.ScheduledAt == nil || b.ScheduledAt == nil || !before.ScheduledAt.Equal(*b.ScheduledAt))
}
