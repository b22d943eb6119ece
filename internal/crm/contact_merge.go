package crm

import (
	"maps"
	"time"
)

// MergeCause says why two contacts were merged.
type MergeCause string

// Why contacts are merged.
const (
	MergeByAPI         MergeCause = "api"
	MergeSeenTogether  MergeCause = "seen_together"
	MergeNumberChanged MergeCause = "number_changed"
	MergeUserIDChanged MergeCause = "user_id_changed"
)

// ContactMerge records that two contacts turned out to be one person, with all
// that it takes to part them again.
type ContactMerge struct {
	ID          string
	WorkspaceID string
	KeptID      string
	GoneID      string
	Cause       MergeCause
	// MadeBy is who asked for it; nobody where what was seen shows one person.
	MadeBy    DoneBy
	CreatedAt time.Time
	UndoneAt  *time.Time
	// Kept and Gone are the contacts as they were, Joined is the one that
	// stayed as the merge left it.
	Kept, Gone, Joined Contact
	// Conversations are the conversations of Gone, each joined to one of Kept.
	Conversations []JoinedConversation
}

// JoinedThread is a conversation that became part of another one.
type JoinedConversation struct {
	ConversationID string `json:"conversationId"`
	JoinedTo       string `json:"joinedTo"`
	// InboundBefore is when the contact last wrote in the other one alone.
	InboundBefore time.Time `json:"inboundBefore,omitzero"`
	InboundAfter  time.Time `json:"inboundAfter,omitzero"`
}

// Merge returns what two contacts of one person become: the one that stays and
// the tombstone of the other one. The one that stays takes what it lacks; a
// number or user id that it has no place for stays with the tombstone, by which
// the person is still found.
func Merge(kept, gone Contact) (joined, tombstone Contact) {
	joined, tombstone = kept, gone
	tombstone.MergedInto = kept.ID
	if joined.Phone == "" {
		joined.Phone, joined.PhoneSince = gone.Phone, gone.PhoneSince
		tombstone.Phone, tombstone.PhoneSince = "", time.Time{}
	}
	if joined.UserID == "" {
		joined.UserID, tombstone.UserID = gone.UserID, ""
	}
	joined.ParentUserID = first(kept.ParentUserID, gone.ParentUserID)
	if joined.Name == "" || gone.NamedHere && !kept.NamedHere {
		joined.Name, joined.NamedHere = gone.Name, gone.NamedHere
	}
	if kept.OptedOutAt == nil {
		joined.OptedOutAt = gone.OptedOutAt
	}
	if kept.RefusesAllAt == nil {
		joined.RefusesAllAt = gone.RefusesAllAt
	}
	joined.Tags = addTags(kept.Tags, gone.Tags)
	joined.Values = maps.Clone(gone.Values)
	if joined.Values == nil {
		joined.Values = map[int]string{}
	}
	maps.Copy(joined.Values, kept.Values)
	return joined, tombstone
}

// Prefer lets the contact that stays have the given number and user id where
// the tombstone holds them: the two change places.
func Prefer(joined, tombstone *Contact, phone, userID string) {
	if phone != "" && joined.Phone != phone {
		if LookupKey(tombstone.Phone) == LookupKey(phone) {
			tombstone.Phone, tombstone.PhoneSince, joined.PhoneSince = joined.Phone, joined.PhoneSince, tombstone.PhoneSince
		}
		joined.Phone = phone
	}
	if userID != "" && joined.UserID != userID {
		if tombstone.UserID == userID {
			tombstone.UserID = joined.UserID
		}
		joined.UserID = userID
	}
}

// Undo returns both contacts as they are once the merge is taken back: the one
// that was gone exactly as it was, and the other one without what it got from
// it. What was changed since stays with the one that stayed.
func (m ContactMerge) Undo(now Contact) (kept, restored Contact) {
	kept, restored = now, m.Gone
	kept.Phone = parted(now.Phone, m.Joined.Phone, m.Kept.Phone)
	if kept.Phone != now.Phone {
		kept.PhoneSince = m.Kept.PhoneSince
	}
	kept.UserID = parted(now.UserID, m.Joined.UserID, m.Kept.UserID)
	kept.ParentUserID = parted(now.ParentUserID, m.Joined.ParentUserID, m.Kept.ParentUserID)
	if now.Name == m.Joined.Name {
		kept.Name, kept.NamedHere = m.Kept.Name, m.Kept.NamedHere
	}
	if now.OptedOutAt != nil && m.Joined.OptedOutAt != nil && now.OptedOutAt.Equal(*m.Joined.OptedOutAt) {
		kept.OptedOutAt = m.Kept.OptedOutAt
	}
	kept.Tags = withoutTags(now.Tags, withoutTags(m.Joined.Tags, m.Kept.Tags))
	kept.Values = maps.Clone(now.Values)
	for n, v := range m.Joined.Values {
		if current, has := now.Values[n]; !has || current != v {
			continue
		}
		if old, had := m.Kept.Values[n]; had {
			kept.Values[n] = old
		} else {
			delete(kept.Values, n)
		}
	}
	return kept, restored
}

// parted is what was before the merge, if nothing changed since it.
func parted(now, joined, before string) string {
	if now == joined {
		return before
	}
	return now
}
