package notification

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/mail"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/people"
)

// jobDigest is the kind of the jobs that mail somebody what they have not read.
const jobDigest jobs.JobKind = "mail_digest"

const (
	digestsAtOnce = 200
	digestTries   = 14 // for about an hour
)

// digestOrder is the work of a jobDigest.
type digestOrder struct {
	UserID string `json:"user"`
	// Begun says that the letter was given to the mail server, and not whether it took it.
	Begun bool `json:"begun,omitempty"`
}

func (o digestOrder) payload() string {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // strings can be written
	}
	return string(text)
}

// TakeDigests makes jobs of the digests that are due, of every workspace: one of each,
// however many nodes do so.
func (s *Notifications) TakeDigests(ctx context.Context) error {
	if s.opt.Mail == nil {
		return nil
	}
	for {
		var list []digestOf
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = dueDigests(tx, digestsAtOnce); return err })
		if err != nil {
			return err
		}
		for _, d := range list {
			err := s.db.Update(ctx, d.userID, func(tx *db.Tx) error {
				n, err := tx.Exec(takeDigestSQL, d.workspaceID, d.userID, db.Ms(tx.Now()))
				if err == nil && n == 1 {
					jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: d.workspaceID, Kind: jobDigest, Queue: d.workspaceID, Key: d.userID, Payload: digestOrder{UserID: d.userID}.payload()})
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		if len(list) < digestsAtOnce {
			return nil
		}
	}
}

// MailDigest mails members what they have not read.
func MailDigest(s *Notifications) jobs.Kind {
	return jobs.Kind{Name: jobDigest, Concurrency: 2, Hold: 256, MaxAttempts: digestTries, Timeout: time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return s.mailDigest(ctx, batch[0]) },
		GiveUp: func(ctx context.Context, j jobs.Job, cause error) error {
			s.log.Error("a digest could not be sent; giving up", "error", cause)
			return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
		}}
}

// digest is a letter with whom it is for; to is "" where there is nothing to say.
type digest struct {
	to     string
	letter mail.Letter
	until  time.Time // quiet hours last until then
}

func (s *Notifications) mailDigest(ctx context.Context, j jobs.Job) error {
	var o digestOrder
	if err := json.Unmarshal([]byte(j.Payload), &o); err != nil {
		return err
	}
	var d digest
	if !o.Begun {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { d, err = s.writeDigest(tx, j.WorkspaceID, o.UserID); return err })
		if err != nil {
			return err
		}
	}
	if !d.until.IsZero() {
		err := s.db.Update(ctx, o.UserID, func(tx *db.Tx) error { jobs.RetryJob(tx, j, d.until, false); return nil })
		if err == nil {
			err = jobs.ErrRetried
		}
		return err
	}
	if d.to == "" {
		return s.endDigest(ctx, j, o, o.Begun)
	}
	begun := digestOrder{UserID: o.UserID, Begun: true}
	if err := s.db.Update(ctx, o.UserID, func(tx *db.Tx) error { jobs.ProgressJob(tx, j, begun.payload()); return nil }); err != nil {
		return err
	}
	err := s.opt.Mail.Send(ctx, d.to, d.letter)
	var refused *mail.Refused
	if errors.As(err, &refused) {
		s.log.Warn("the mail server refused a digest for good", "user", o.UserID, "code", refused.Code)
		err = nil
	}
	if err != nil { // it was not taken
		if broken := s.db.Update(context.WithoutCancel(ctx), o.UserID, func(tx *db.Tx) error { jobs.ProgressJob(tx, j, o.payload()); return nil }); broken != nil {
			return broken
		}
		return err
	}
	return s.endDigest(ctx, j, begun, false)
}

// endDigest ends a job. One that was interrupted while it gave the letter to the mail
// server gives it no second time: what is unread by then is in the next one.
func (s *Notifications) endDigest(ctx context.Context, j jobs.Job, o digestOrder, interrupted bool) error {
	return s.db.Update(context.WithoutCancel(ctx), o.UserID, func(tx *db.Tx) error {
		jobs.FinishJob(tx, j)
		if !interrupted {
			return nil
		}
		s.log.Warn("a digest was interrupted; it is not sent again", "user", o.UserID)
		set, err := settings(tx, j.WorkspaceID, o.UserID)
		if err != nil {
			return err
		}
		return wantDigest(tx, j.WorkspaceID, o.UserID, set, tx.Now())
	})
}

// writeDigest writes to a member what they have not read of what they see by now.
func (s *Notifications) writeDigest(tx *db.Tx, workspaceID, userID string) (d digest, err error) {
	w, found, err := people.WorkerOf(tx, workspaceID, userID)
	if err != nil || !found || !w.Active {
		return d, err
	}
	set, err := settings(tx, workspaceID, userID)
	if err != nil || set.Digest == nil {
		return d, err
	}
	if end, quiet := set.QuietUntil(tx.Now()); quiet {
		return digest{until: end}, nil
	}
	unread, err := unreadKinds(tx, workspaceID, userID, w.Reach)
	if err != nil {
		return d, err
	}
	var lines []mail.Count
	for _, k := range crm.NotificationKinds {
		if n := unread[k]; n > 0 && set.Channels(k).Mail {
			lines = append(lines, mail.Count{Of: k.Title(), N: n})
		}
	}
	if len(lines) == 0 {
		return d, nil
	}
	m, err := people.Member(tx, workspaceID, userID)
	if err != nil {
		return d, err
	}
	of, err := access.Workspace(tx, workspaceID)
	if err != nil {
		return d, err
	}
	token, err := s.unsubscribeToken(workspaceID, userID)
	if err != nil {
		return d, err
	}
	site := strings.TrimRight(s.opt.Address(), "/")
	return digest{to: m.User.Email, letter: mail.Digest(of.Name, lines, site+"/", site+UnsubscribePath+"?token="+token)}, nil
}

// UnsubscribePath is where a link of a digest ends digests.
const UnsubscribePath = "/notifications/unsubscribe"

const unsubscribing = "notification_digest"

// unsubscribeToken names a member to Unmail; nobody else can make one.
func (s *Notifications) unsubscribeToken(workspaceID, userID string) (string, error) {
	sealed, err := s.box.Seal([]byte(workspaceID+" "+userID), unsubscribing)
	return base64.RawURLEncoding.EncodeToString(sealed), err
}

// Unmail ends the digests of the member whom a token names; again, nothing happens. It
// fails for a token that this service did not make.
func (s *Notifications) Unmail(ctx context.Context, token string) error {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	var plain []byte
	if err == nil {
		plain, err = s.box.Open(sealed, unsubscribing)
	}
	workspaceID, userID, whole := strings.Cut(string(plain), " ")
	if err != nil || !whole {
		return crm.Errorf(crm.KindNotFound, crm.CodeLinkInvalid, "The link is not one of this service.")
	}
	return s.db.Update(db.Urgent(ctx), userID, func(tx *db.Tx) error {
		set, err := settings(tx, workspaceID, userID)
		if err != nil || set.Digest == nil {
			return err
		}
		set.Digest = nil
		body, err := json.Marshal(set)
		if err == nil {
			tx.Write(saveSettingsSQL, workspaceID, userID, string(body), db.Ms(tx.Now()))
		}
		return err
	})
}
