package crm

import (
	"strings"
	"time"
)

// LookupKey returns the one form under which the variants of a number are
// found. Brazil, Mexico and Argentina have mobile numbers in two forms, and
// the provider may show the one that was not dialled (inbound.md 8).
func LookupKey(phone string) string {
	switch national := phone[min(3, len(phone)):]; {
	case strings.HasPrefix(phone, "+55") && len(national) == 10 && national[2] >= '6':
		return phone[:5] + "9" + phone[5:] // a mobile number without its ninth digit
	case strings.HasPrefix(phone, "+521") && len(national) == 11:
		return "+52" + phone[4:]
	case strings.HasPrefix(phone, "+549") && len(national) == 11:
		return "+54" + phone[4:]
	}
	return phone
}

// LookupPrefix is LookupKey for the beginning of a number.
func LookupPrefix(begin string) string {
	switch national := begin[min(3, len(begin)):]; {
	case strings.HasPrefix(begin, "+55") && len(national) > 2 && len(national) <= 10 && national[2] >= '6' && national[2] <= '8':
		return begin[:5] + "9" + begin[5:]
	case strings.HasPrefix(begin, "+521"):
		return "+52" + begin[4:]
	case strings.HasPrefix(begin, "+549"):
		return "+54" + begin[4:]
	}
	return begin
}

// Person is how somebody is named: by number, by user id, or by both.
type Person struct {
	Phone        string
	UserID       string
	ParentUserID string
	// SeenAt is when the provider showed the person with this number and user
	// id; zero for somebody who is merely addressed, of whom nothing is learned.
	SeenAt time.Time
	// Name is what a person calls itself, "" where that is not told. It becomes
	// the name of a contact that is made.
	Name string
}

// Known is what is found under a number or a user id: Holder has it, and
// Contact is the person, who differs when Holder was merged into it.
type Known struct{ Holder, Contact *Contact }

// owner is the user id of whoever has the number, "" when none is known.
func (k Known) owner() string {
	if k.Holder.UserID != "" {
		return k.Holder.UserID
	}
	return k.Contact.UserID
}

// Identity is what a sighting of a person means for the contacts that are known.
type Identity struct {
	// Contact is the person; nil when a contact must be made.
	Contact *Contact
	// Same is another contact that has turned out to be the same person.
	Same *Contact
	// Loser has the person's number but is somebody else: numbers are given to
	// other people, and whoever is seen with one last has it.
	Loser *Contact
	// Phone, UserID and ParentUserID are what the contact has from now on.
	Phone, UserID, ParentUserID string
}

// Changes reports whether anything must be stored.
func (i Identity) Changes() bool {
	c := i.Contact
	return c == nil || i.Same != nil || i.Loser != nil || c.Phone != i.Phone || c.UserID != i.UserID || c.ParentUserID != i.ParentUserID
}

// Identify says who a person is, given what is known under its user id and
// under its number (zero Known for nothing). A user id goes before a number,
// for numbers change hands; two people who were seen with different user ids
// are never taken for one, and usernames identify nobody (inbound.md 3.3).
func Identify(p Person, byUser, byPhone Known) Identity {
	user, number := byUser.Contact, byPhone.Contact
	if user != nil && number != nil && user.ID == number.ID {
		number = nil
		if byPhone.Holder.ID != user.ID {
			p.Phone = user.Phone // another number of the same person, known through a merge
		}
	}
	if p.SeenAt.IsZero() {
		return addressed(p, user, number)
	}
	if user == nil && number == nil {
		return Identity{Phone: p.Phone, UserID: p.UserID, ParentUserID: p.ParentUserID}
	}
	if number == nil {
		return p.learn(user, p.SeenAt.After(user.PhoneSince))
	}
	stranger := p.UserID != "" && byPhone.owner() != "" && byPhone.owner() != p.UserID
	newer := p.SeenAt.After(byPhone.Holder.PhoneSince)
	switch {
	case !stranger && user == nil:
		out := p.learn(number, true)
		if byPhone.Holder.ID != number.ID {
			out.Phone = number.Phone
		}
		return out
	case !stranger:
		// Known by its user id and, apart from that, by its number.
		older, younger := user, number
		if number.ID < user.ID {
			older, younger = number, user
		}
		return Identity{Contact: older, Same: younger, Phone: p.Phone, UserID: p.UserID, ParentUserID: first(p.ParentUserID, user.ParentUserID)}
	case !newer && user == nil:
		return Identity{UserID: p.UserID, ParentUserID: p.ParentUserID}
	case !newer:
		p.Phone = ""
		return p.learn(user, false)
	case user == nil:
		return Identity{Loser: byPhone.Holder, Phone: p.Phone, UserID: p.UserID, ParentUserID: p.ParentUserID}
	}
	out := p.learn(user, true)
	out.Loser = byPhone.Holder
	return out
}

// addressed is who is meant by a number or a user id that somebody gave.
func addressed(p Person, user, number *Contact) Identity {
	c := user
	if c == nil {
		c = number
	}
	if c == nil {
		return Identity{Phone: p.Phone, UserID: p.UserID, ParentUserID: p.ParentUserID}
	}
	return Identity{Contact: c, Phone: c.Phone, UserID: c.UserID, ParentUserID: c.ParentUserID}
}

// learn adds to a contact what a sighting shows; move says whether another
// number may replace the one that is known.
func (p Person) learn(c *Contact, move bool) Identity {
	out := Identity{Contact: c, Phone: c.Phone, UserID: first(c.UserID, p.UserID), ParentUserID: first(p.ParentUserID, c.ParentUserID)}
	if p.Phone != "" && (move || LookupKey(c.Phone) == LookupKey(p.Phone)) {
		out.Phone = p.Phone
	}
	return out
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
