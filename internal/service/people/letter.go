package people

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
)

// Mailer gives a letter to a mail server; mail.Sender is one.
type Mailer interface {
	Send(ctx context.Context, to string, l mail.Letter) error
}

// jobSendLetter is the kind of the jobs that send letters.
const jobSendLetter jobs.JobKind = "send_letter"

// The kinds of letters.
const (
	letterInvitation      = "invitation"
	letterReset           = "reset"
	letterPasswordChanged = "password_changed"
	letterFactorRemoved   = "factor_removed"
	letterFactorAdded     = "factor_added"
)

// order is the work of a jobSendLetter. It is sealed: it may have a token.
type order struct {
	Letter string `json:"letter"`
	UserID string `json:"userId,omitempty"`
	// Address is the key of the address that asked for a reset: whether somebody
	// has it is found out here, not while the caller waits.
	Address string `json:"address,omitempty"`
	Token   string `json:"token,omitempty"`
	By      string `json:"by,omitempty"`     // who invites
	Factor  string `json:"factor,omitempty"` // what was removed or added
	IP      string `json:"ip,omitempty"`
	// At is when it happened; Until is when nobody needs the letter any more.
	At    time.Time `json:"at,omitzero"`
	Until time.Time `json:"until,omitzero"`
}

const orderSealing = "letter"

// send makes the job that sends a letter. Where there is no mail server nothing
// is sent.
func (s *People) send(tx *db.Tx, workspaceID string, o order) error {
	if s.opt.Mail == nil {
		return nil
	}
	plain, err := json.Marshal(o)
	if err != nil {
		return err
	}
	sealed, err := s.box.Seal(plain, orderSealing)
	if err != nil {
		return err
	}
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobSendLetter, Queue: workspaceID, Payload: base64.StdEncoding.EncodeToString(sealed)})
	return nil
}

// notify tells the owner of an account what happened to it.
func (s *People) notify(tx *db.Tx, userID, letter, factor, ip string) error {
	return s.send(tx, "", order{Letter: letter, UserID: userID, Factor: factor, IP: ip, At: tx.Now(), Until: tx.Now().Add(24 * time.Hour)})
}

// letterTries is how often a letter is offered: for about an hour.
const letterTries = 14

// SendLetters sends invitations and other letters to people. What the mail
// server does not take is offered again, with growing pauses.
func SendLetters(s *Members) jobs.Kind {
	return jobs.Kind{Name: jobSendLetter, Concurrency: 4, Hold: 256, MaxAttempts: letterTries, Timeout: time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return s.sendLetter(ctx, batch[0]) },
		GiveUp: func(ctx context.Context, j jobs.Job, cause error) error {
			s.log.Error("a letter could not be sent; giving up", "error", cause)
			return s.finish(ctx, j)
		}}
}

func (s *Members) finish(ctx context.Context, j jobs.Job) error {
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}

func (s *Members) sendLetter(ctx context.Context, j jobs.Job) error {
	o, err := s.open(j.Payload)
	if err != nil {
		return err
	}
	u, l, err := s.write(ctx, j.WorkspaceID, o)
	if err != nil {
		return err
	}
	if u.ID == "" || !o.Until.IsZero() && s.now().After(o.Until) || s.opt.Mail == nil {
		return s.finish(ctx, j) // nobody is to get it
	}
	var refused *mail.Refused
	switch err := s.opt.Mail.Send(ctx, u.Email, l); {
	case errors.As(err, &refused):
		s.log.Warn("the mail server refused a letter for good", "user", u.ID, "letter", o.Letter, "code", refused.Code)
	case err != nil:
		return err
	}
	return s.finish(ctx, j)
}

func (s *Members) open(payload string) (o order, err error) {
	sealed, err := base64.StdEncoding.DecodeString(payload)
	if err != nil {
		return o, err
	}
	plain, err := s.box.Open(sealed, orderSealing)
	if err != nil {
		return o, err
	}
	return o, json.Unmarshal(plain, &o)
}

// write returns a letter, and to whom; to nobody where it has no point any more.
func (s *Members) write(ctx context.Context, workspaceID string, o order) (u crm.User, l mail.Letter, err error) {
	if o.Letter == letterReset {
		return s.writeReset(ctx, o)
	}
	var workspace string
	err = s.db.View(ctx, func(tx *db.Tx) error {
		found := false
		if u, found, err = user(tx, o.UserID); err != nil || !found || workspaceID == "" {
			return err
		}
		w, err := access.Workspace(tx, workspaceID)
		workspace = w.Name
		return err
	})
	switch o.Letter {
	case letterInvitation:
		l = mail.Invitation(workspace, o.By, s.link("invitation", o.Token), o.Until)
	case letterPasswordChanged:
		l = mail.PasswordChanged(o.At, o.IP)
	case letterFactorRemoved:
		l = mail.FactorRemoved(o.Factor, o.At, o.IP)
	case letterFactorAdded:
		l = mail.FactorAdded(o.Factor, o.At, o.IP)
	}
	return u, l, err
}

// writeReset makes the token of a reset, which ends those before it, so that none
// waits in a job. Nobody gets a letter who works nowhere.
func (s *Members) writeReset(ctx context.Context, o order) (u crm.User, l mail.Letter, err error) {
	err = s.db.Update(ctx, o.Address, func(tx *db.Tx) error {
		var found bool
		if u, found, err = userByAddress(tx, o.Address); err != nil || !found {
			return err
		}
		places, err := placesOf(tx, u.ID)
		if err != nil || len(places) == 0 {
			u = crm.User{}
			return err
		}
		l = mail.Reset(s.link("password-reset", newToken(tx, forReset, u.ID, "", crm.ResetLife)), crm.ResetLife)
		return nil
	})
	return u, l, err
}

// link is the address of a page with a token, which stands where browsers do not
// send it to servers, so that no log has it.
func (s *Members) link(page, token string) string {
	site := ""
	if s.opt.Address != nil {
		site = strings.TrimRight(s.opt.Address(), "/")
	}
	return site + "/" + page + "#token=" + token
}
