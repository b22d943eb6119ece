package crm

import (
	"net/mail"
	"strings"
	"time"

	"unicode/utf8"
)

// User is a person. One person may work in several workspaces of a deployment.
type User struct {
	ID    string
	Email string
	Name  string
	// Handle is the random name by which an authenticator knows the person.
	Handle string
	// PasswordHash is in the form of package password; "" for a person who has
	// none. It is never shown or logged.
	PasswordHash string
	// VerifiedAt is when the person proved that the address is theirs.
	VerifiedAt *time.Time
	CreatedAt  time.Time
	// OperatorSince is since when the person may see how the whole deployment
	// stands; nil for who may not.
	OperatorSince *time.Time
}

// MemberState says whether a person may work in a workspace.
type MemberState string

// The states of a member.
const (
	MemberInvited     MemberState = "invited"
	MemberActive      MemberState = "active"
	MemberDeactivated MemberState = "deactivated"
)

// MemberStates lists every state.
var MemberStates = []MemberState{MemberInvited, MemberActive, MemberDeactivated}

// Member is a person in one workspace.
type Member struct {
	WorkspaceID string
	User        User
	RoleID      string
	State       MemberState
	CreatedAt   time.Time
	CreatedBy   DoneBy
	ChangedAt   time.Time
	// AcceptedAt is when the person accepted the invitation, or was let in without
	// one; nil for who has not.
	AcceptedAt *time.Time
	LastSeenAt *time.Time
}

// Session is a browser or device in which somebody signed in. The secret in its
// cookie is kept as a hash only.
type Session struct {
	ID     string
	UserID string
	// Factors are how the person proved who they are: password, totp,
	// recovery_code, passkey, sso.
	Factors   []string
	CreatedAt time.Time
	// SignedInAt is when the person last proved who they are in this session.
	SignedInAt time.Time
	SeenAt     time.Time
	EndsAt     time.Time
	IP         string
	UserAgent  string
}

// Limits of sessions (product contract, section 12).
const (
	SessionIdle     = 12 * time.Hour
	SessionLife     = 30 * 24 * time.Hour
	RecentSignIn    = 10 * time.Minute
	MaxEmail        = 254
	MaxUserName     = 100
	MaxUserSessions = 50
)

// Usable returns nil while the session may be used at now.
func (s Session) Usable(now time.Time) error {
	if now.Before(s.EndsAt) && now.Sub(s.SeenAt) < SessionIdle {
		return nil
	}
	return ErrSessionEnded()
}

// ErrSessionEnded is the answer to whoever comes with a session that is no more.
func ErrSessionEnded() error {
	return Errorf(KindUnauthorized, CodeSessionExpired, "Your session has ended. Sign in again.")
}

// AddressKey returns the one form of an e-mail address in which addresses are
// compared, and whether it is an address: without a name, at most 254 bytes.
func AddressKey(email string) (key string, ok bool) {
	email = strings.TrimSpace(email)
	if len(email) > MaxEmail || !utf8.ValidString(email) {
		return "", false
	}
	a, err := mail.ParseAddress(email)
	if err != nil || a.Name != "" || a.Address != email || !strings.Contains(email[strings.LastIndexByte(email, '@')+1:], ".") {
		return "", false
	}
	return strings.ToLower(email), true
}
