// Package people knows who works here: persons, in which workspaces they may do
// what, how they sign in, and the sessions in which they did.
package people

import (
	"log/slog"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/passkey"
	"service.example/crm/internal/password"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
)

// People has the use cases about persons and their sessions.
type People struct {
	db     *db.DB
	box    *secret.Box
	log    *slog.Logger
	calls  *core.Calls
	access *access.Access
	signOn SignOnRule // nil for none
	opt    Options

	passwords *password.Hasher
	site      *passkey.Site // nil: there are no passkeys

	seats    core.Cache[seat] // by session and workspace
	touching sync.Map         // sessions whose use is being noted
}

// Options are what a deployment decides about its people.
type Options struct {
	// Passwords hashes passwords; nil for one of its own.
	Passwords *password.Hasher
	// Site is where browsers find the service; nil for a service without passkeys.
	Site *passkey.Site
	// Mail sends letters; nil sends none. HandOver says that invitations answer
	// with their link, because nobody reads the mail.
	Mail     Mailer
	HandOver bool
	// Address is that at which people open the service; links begin with it.
	Address func() string
	// Requeue gives the open conversations of a person back to the queue, and
	// returns how many there were; nil where conversations belong to nobody.
	Requeue func(tx *db.Tx, workspaceID, userID string, by crm.DoneBy) (int, error)
	// DropTeam removes what is kept elsewhere of a team that is deleted; nil where
	// nothing is.
	DropTeam func(tx *db.Tx, workspaceID, teamID string)
	// SetCapacity says how many conversations a member gets automatically at a time, from now on;
	// Capacities returns that of some, OwnCapacity what was set for one, nil for
	// nothing. They are nil where nobody gives them any.
	SetCapacity func(tx *db.Tx, actor crm.Actor, userID string, capacity int, at time.Time) error
	Capacities  func(tx *db.Tx, workspaceID string, userIDs []string) ([]int, error)
	OwnCapacity func(tx *db.Tx, workspaceID, userID string) (*int, error)
	// Changed is told that something of a user or a team changed, by which somebody
	// may take conversations; nil where nobody asks.
	Changed func(tx *db.Tx, workspaceID, id string) error
}

// New returns the use cases.
func New(p core.Parts, opt Options, access *access.Access) *People {
	if opt.Passwords == nil {
		opt.Passwords = password.New()
	}
	return &People{db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, access: access, passwords: opt.Passwords, site: opt.Site, opt: opt}
}

// Members has the use cases about who works where: users, invitations, passwords,
// and what happens when somebody leaves.
type Members struct{ *People }

// Teams has the use cases about teams and roles.
type Teams struct{ *People }

func (s *People) now() time.Time { return s.db.Source().Now() }

// SweepCaches forgets what has not been asked for lately.
func (s *People) SweepCaches() { s.seats.Sweep() }

// seat is what is remembered of a session in a workspace between requests.
type seat struct {
	session crm.Session
	address string // of the person
	actor   crm.Actor
	missing error // why the session does not sit there
}
