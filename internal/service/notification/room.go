// Package notification tells members what they should know: what became theirs, who
// mentions them, who waits for them, what is late. A follower of the log makes the
// notifications; a member sees those of conversations that they see by then.
package notification

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/webpush"
)

// Notifications has the use cases of members about what they are told of. API keys
// have none.
type Notifications struct {
	db      *db.DB
	box     *secret.Box
	log     *slog.Logger
	calls   *core.Calls
	opt     Options
	client  *http.Client
	tell    Teller
	present Present
}

// Options are what a deployment decides.
type Options struct {
	// Guard opens the connections to push services, which browsers name.
	Guard *egress.Guard
	// Key signs for this service there, and Contact is where they find who runs it.
	Key     *webpush.Key
	Contact func() string
	// Mail sends digests; nil sends none. Address is that at which people open the
	// service; links begin with it.
	Mail    people.Mailer
	Address func() string
}

// Present returns who is in a conversation.
type Present func(workspaceID, conversationID string) []crm.Presence

// Teller tells a member's live streams, here and on other nodes, that there is a
// notification for them, or that some are read, which may be "". It does not block.
type Teller func(workspaceID, userID, id string, read bool)

// New returns the use cases.
func New(p core.Parts, opt Options) *Notifications {
	if opt.Guard == nil {
		opt.Guard = new(egress.Guard)
	}
	return &Notifications{db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, opt: opt, tell: func(string, string, string, bool) {},
		client: &http.Client{Transport: opt.Guard.Transport(8), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// SetStreams hands in who tells live streams, and who knows where members are, once,
// before anything runs: they belong to a package behind this one.
func (s *Notifications) SetStreams(t Teller, p Present) { s.tell, s.present = t, p }

// require returns nil if the actor is a person who may read conversations.
func require(actor crm.Actor) error {
	if actor.UserID() == "" {
		return crm.Errorf(crm.KindForbidden, crm.CodeUserRequired, "People who signed in have notifications. An API key has none.")
	}
	return actor.Require(crm.ScopeConversationsRead)
}

// List returns a page of the actor's notifications, what came up last first, without
// those of conversations that are beyond their reach by now.
func (s *Notifications) List(ctx context.Context, actor crm.Actor, filter crm.NotificationFilter, p crm.Page) (out crm.List[crm.Notification], err error) {
	if err := require(actor); err != nil {
		return out, err
	}
	var f crm.Faults
	if !filter.Kind.Known() {
		f.Add("kind", crm.CodeParameterInvalid, "There is no kind %q of notifications.", string(filter.Kind))
	}
	before, err := strconv.ParseInt(p.After, 10, 64)
	if p.After != "" && (err != nil || before <= 0) {
		f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor, filter, before, p.Limit); return err })
	return out, err
}

// One returns a notification of the actor, if they see what it is about by now; false
// if not.
func (s *Notifications) One(ctx context.Context, actor crm.Actor, id string) (n crm.Notification, found bool, err error) {
	if err := require(actor); err != nil {
		return n, false, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { n, found, err = one(tx, actor, id); return err })
	return n, found, err
}

// Count returns how much the actor has not read, and not seen, of what they see by now.
func (s *Notifications) Count(ctx context.Context, actor crm.Actor) (out crm.NotificationCount, err error) {
	if err := require(actor); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = count(tx, actor); return err })
	return out, err
}

// Mark marks notifications of the actor as seen, or as read, which is seen, too. What
// is marked already, or is not there, stays as it is.
func (s *Notifications) Mark(ctx context.Context, actor crm.Actor, m crm.NotificationMark, read bool) (crm.NotificationCount, error) {
	if err := require(actor); err != nil {
		return crm.NotificationCount{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.NotificationCount]) (out crm.NotificationCount, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.UserID(), func(tx *db.Tx) error {
			if err := m.Validate(); err != nil {
				return err
			}
			changed, err := mark(tx, actor.WorkspaceID, actor.UserID(), m, read)
			if err != nil {
				return err
			}
			if changed > 0 {
				tx.After(func() { s.tell(actor.WorkspaceID, actor.UserID(), "", true) })
			}
			if out, err = count(tx, actor); err != nil {
				return err
			}
			return save(tx, out)
		})
		return out, err
	})
}

// Settings returns how the actor is told of something in the workspace.
func (s *Notifications) Settings(ctx context.Context, actor crm.Actor) (out crm.NotificationSettings, err error) {
	if err := require(actor); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		out, err = settings(tx, actor.WorkspaceID, actor.UserID())
		return err
	})
	return out, err
}

// SetSettings replaces how the actor is told of something. It holds for what happens
// from then on.
func (s *Notifications) SetSettings(ctx context.Context, actor crm.Actor, to crm.NotificationSettings) (crm.NotificationSettings, error) {
	if err := require(actor); err != nil {
		return to, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.NotificationSettings]) (out crm.NotificationSettings, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.UserID(), func(tx *db.Tx) error {
			if out, err = to.Normalize(); err != nil {
				return err
			}
			body, err := json.Marshal(out)
			if err != nil {
				return err
			}
			tx.Write(saveSettingsSQL, actor.WorkspaceID, actor.UserID(), string(body), db.Ms(tx.Now()))
			return save(tx, out)
		})
		return out, err
	})
}

// Sweep forgets old notifications.
func (s *Notifications) Sweep(ctx context.Context) error {
	return core.Remove(ctx, s.db, core.SweepPart, func(tx *db.Tx, limit int) (int64, error) {
		return tx.Exec(expireSQL, db.Ms(tx.Now().Add(-crm.NotificationLife)), limit)
	})
}
