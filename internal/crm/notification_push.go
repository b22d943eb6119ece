package crm

import (
	"crypto/ecdh"
	"encoding/base64"
	"net/url"
	"strings"
	"time"
)

const (
	// MaxPushSubscriptions is how many browsers of a user are told in a workspace; the
	// oldest go first.
	MaxPushSubscriptions = 10
	// PushPause is how long after a notification it is decided whether it is pushed.
	PushPause = 5 * time.Second
	// PushLife is how long a push service keeps a push, and how long it is tried.
	PushLife = time.Hour
	// MaxPushText is how many characters of what somebody wrote a push shows.
	MaxPushText = 200
)

// PushSubscription is a browser that is told of notifications.
type PushSubscription struct {
	ID     string
	UserID string
	// Endpoint is an address that whoever knows it may call: it is kept encrypted.
	Endpoint     string
	P256dh, Auth []byte
	CreatedAt    time.Time
}

// Host is the push service, which is not secret.
func (s PushSubscription) Host() string {
	u, err := url.Parse(s.Endpoint)
	if err != nil {
		return ""
	}
	return u.Host
}

// NewPushSubscription is what a browser gives away when it subscribes.
type NewPushSubscription struct{ Endpoint, P256dh, Auth string }

// Read returns the subscription, or every fault of it.
func (n NewPushSubscription) Read(rules EndpointRules) (s PushSubscription, err error) {
	var f, of Faults
	if u := CheckURL(n.Endpoint, rules, &of); u != nil {
		s.Endpoint = u.String()
	}
	for _, fault := range of.list {
		f.Add("/endpoint", fault.Code, "endpoint%s", strings.TrimPrefix(fault.Detail, "url"))
	}
	if s.P256dh, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(n.P256dh, "=")); n.P256dh == "" {
		f.Add("/p256dh", CodeRequired, "p256dh is required: the public key of the subscription.")
	} else if _, bad := ecdh.P256().NewPublicKey(s.P256dh); err != nil || bad != nil {
		f.Add("/p256dh", CodeNotAllowed, "p256dh is not a key of the curve P-256 in base64url.")
	}
	if s.Auth, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(n.Auth, "=")); n.Auth == "" {
		f.Add("/auth", CodeRequired, "auth is required: the secret of the subscription.")
	} else if err != nil || len(s.Auth) != 16 {
		f.Add("/auth", CodeNotAllowed, "auth is not 16 bytes in base64url.")
	}
	return s, f.Err()
}

// Title says in one line what a notification of the kind is about, without a word of
// anybody.
func (k NotificationKind) Title() string {
	switch k {
	case NotifyAssigned:
		return "A conversation is yours"
	case NotifyMentioned:
		return "A note mentions you"
	case NotifyWaiting:
		return "A contact waits for you"
	case NotifyWarned:
		return "An answer is due soon"
	case NotifyBreached:
		return "An answer is late"
	case NotifyHandedOff:
		return "An assistant handed a conversation off"
	case NotifyNewInTeam:
		return "Your team has a new conversation"
	case NotifyTooOften:
		return "A conversation goes from one to the next"
	case NotifyPromise:
		return "A promise to a contact is due"
	case NotifyDeal:
		return "There is news of a deal of yours"
	case NotifySystem:
		return "Your workspace needs a look"
	}
	return "Something happened"
}

// PushText cuts what somebody wrote for a push.
func PushText(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > MaxPushText {
		text = string(runes[:MaxPushText-1]) + "…"
	}
	return text
}
