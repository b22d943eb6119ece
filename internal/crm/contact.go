package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Contact is a person, known by phone number, by the provider's
// business-scoped user id, or by both.
type Contact struct {
	ID          string `json:"id"`
	WorkspaceID string `json:"-"`
	// Phone is the number in the form in which the provider showed it last, or
	// in which it was given; messages go to exactly this form.
	Phone        string `json:"phone,omitempty"`
	UserID       string `json:"userId,omitempty"`
	ParentUserID string `json:"parentUserId,omitempty"`
	// PhoneSince is when the provider first showed the person with the number;
	// zero when it has not.
	PhoneSince time.Time `json:"phoneSince,omitzero"`
	Name       string    `json:"name,omitempty"`
	// NamedHere is set when the workspace gave the name: what the person calls
	// itself does not replace it.
	NamedHere bool     `json:"namedHere,omitempty"`
	Tags      []string `json:"tags,omitempty"` // sorted, each once
	// Values are the custom fields by the number of their definition, in the
	// text form of CustomField.Parse.
	Values map[int]string `json:"values,omitempty"`
	// OptedOutAt is set while the contact refuses marketing messages,
	// RefusesAllAt while it refuses everything but answers. The consent ledger
	// says why.
	OptedOutAt   *time.Time `json:"optedOutAt,omitempty"`
	RefusesAllAt *time.Time `json:"refusesAllAt,omitempty"`
	// MergedInto names the contact that this one was merged into; "" for all
	// but such ones.
	MergedInto string    `json:"mergedInto,omitempty"`
	CreatedAt  time.Time `json:"createdAt"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// NoticeKind says what a contact notice tells.
type NoticeKind string

// What the service tells about a contact's identity.
const (
	// NoticeNumberReassigned: the number went to another person, who now
	// writes from it under another user id.
	NoticeNumberReassigned NoticeKind = "number_reassigned"
	// NoticeNumberTaken: the contact writes from a number that was known as
	// another contact's.
	NoticeNumberTaken NoticeKind = "number_taken_over"
	// NoticeNumberChanged: the provider said that the person changed its number.
	NoticeNumberChanged NoticeKind = "number_changed"
	// NoticeUserIDChanged: the provider said that the person's user id changed.
	NoticeUserIDChanged NoticeKind = "user_id_changed"
	// NoticeIdentityChanged: the person's security code changed; whoever
	// writes may not be who wrote before.
	NoticeIdentityChanged NoticeKind = "identity_changed"
)

// ContactNotice is something about a contact's identity that people should know.
type ContactNotice struct {
	ID        string
	ContactID string
	Kind      NoticeKind
	// Phone and UserID are the number and the user id that the notice is about.
	Phone, UserID string
	// OtherContactID names the other person of a reassigned number.
	OtherContactID string
	Detail         string
	CreatedAt      time.Time
}

// addTags returns the tags of both lists, sorted, each once.
func addTags(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// withoutTags returns the tags that the second list does not have.
func withoutTags(tags, gone []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return slices.Contains(gone, t) })
}

// SearchText is the form in which names and values are compared: case and
// outer blanks do not matter, and what is long is cut.
func SearchText(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if utf8.RuneCountInString(s) > maxSearchText {
		s = string([]rune(s)[:maxSearchText])
	}
	return s
}

const maxSearchText = 120
