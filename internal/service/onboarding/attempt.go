package onboarding

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// attemptKind is what the provider is asked to do with a number.
type attemptKind string

const (
	askAdd        attemptKind = "add"
	askCode       attemptKind = "code"
	askVerify     attemptKind = "verify"
	askRegister   attemptKind = "register"
	askDeregister attemptKind = "deregister"
	askPIN        attemptKind = "pin"
	askName       attemptKind = "name"
	askBadge      attemptKind = "badge"
	askHistory    attemptKind = "history"
)

// outcome is what is known of an attempt.
type outcome string

const (
	underWay outcome = ""
	done     outcome = "done"
	refused  outcome = "refused"
	// unknown: nobody can find out any more. It counts like one that was refused.
	unknown outcome = "unknown"
	// unasked: it certainly did not come to the provider.
	unasked outcome = "unasked"
)

const keptAttempts = 90 * 24 * time.Hour

// attempt is one thing that the provider is asked to do. It is stored before the call,
// and its outcome afterwards.
type attempt struct {
	WorkspaceID, Subject, ID string
	Kind                     attemptKind
	Detail                   string
	At, Until                time.Time
	Outcome                  outcome
	Code, Subcode            int
	By                       crm.DoneBy
	// Request is whose attempt it is: "" for a request without an Idempotency-Key.
	Request string
}

// order is what somebody wants the provider to do with a number.
type order struct {
	kind   attemptKind
	detail string // by which the effect is known again
	act    string // of the audit log
	secret string // a field that the act changed and never shows
	// ready refuses it before the provider would, by what the provider says now; nil for
	// what needs no look.
	ready func(ctx context.Context) error
	// known is the code with which the provider would refuse it, by what it says of the
	// number now; 0 if it would not. It keeps what counts against a limit from being asked
	// in vain; nil for what does not count.
	known func(f crm.NumberFacts) int
	// may refuses it before the provider would, by what was asked before.
	may  func(h history, now time.Time) error
	call func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error
	// changed is what follows from it for the number.
	changed func(n *crm.PhoneNumber)
	// told adds to the transaction of its effect; nil for nothing.
	told func(tx *db.Tx, n crm.PhoneNumber) error
}

// seen reports whether the provider shows the effect of an attempt.
func (a attempt) seen(f crm.NumberFacts) bool {
	switch a.Kind {
	case askCode, askVerify:
		return f.Verified()
	case askRegister:
		return f.Registered()
	case askDeregister:
		return f.Status != "" && !f.Registered()
	case askName:
		return f.NewName == a.Detail || f.VerifiedName == a.Detail
	case askBadge:
		return f.Badge != "" && f.Badge != "not_started" && f.Badge != "rejected"
	}
	return false
}

// access is how the provider is asked about a number.
type access struct {
	client *whatsapp.Client
	token  string
	number crm.PhoneNumber
}

func (s *Onboarding) accessTo(ctx context.Context, workspaceID, numberID string) (a access, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		a.number, err = account.PhoneNumber(tx, workspaceID, numberID)
		return err
	})
	if err == nil {
		a.client, a.token, err = s.account.Credentials(ctx, workspaceID, a.number.MessagingAccountID)
	}
	return a, err
}

// place has the provider do something with a number: it stores the intent, asks, and
// stores the outcome with whatever save adds. What an earlier request left open is looked
// after first, so that nothing which counts is asked for twice; a request that is made
// again because its answer was lost gets it, whoever found out meanwhile.
func (s *Onboarding) place(ctx context.Context, actor crm.Actor, numberID string, o order, save func(*db.Tx, crm.NumberSetup) error) (out crm.NumberSetup, err error) {
	a, err := s.accessTo(ctx, actor.WorkspaceID, numberID)
	if err != nil {
		return out, err
	}
	left, err := s.settle(ctx, a)
	if err != nil {
		return out, err
	}
	told, err := s.told(ctx, a.number, o, left)
	if err != nil {
		return out, err
	}
	if told {
		return out, s.db.Update(ctx, numberID, func(tx *db.Tx) (err error) {
			if out, err = setupOf(tx, a.number); err == nil {
				err = save(tx, out)
			}
			return err
		})
	}
	if o.ready != nil {
		if err := o.ready(ctx); err != nil {
			return out, err
		}
	}
	if err := foresee(ctx, s, a, o); err != nil {
		return out, err
	}
	try, err := s.begin(ctx, actor, a.number, o)
	if err != nil {
		return out, err
	}
	bounded, cancel := context.WithTimeout(ctx, s.callLimit())
	failure := o.call(bounded, a.client, a.token, a.number.ProviderID)
	cancel()
	return s.end(context.WithoutCancel(ctx), actor, a, o, try, failure, save)
}

// begin stores the intent, unless the provider would refuse it or is asked already.
func (s *Onboarding) begin(ctx context.Context, actor crm.Actor, n crm.PhoneNumber, o order) (a attempt, err error) {
	err = s.db.Update(db.Urgent(ctx), n.ID, func(tx *db.Tx) error {
		if _, err := account.LockPhoneNumber(tx, n.WorkspaceID, n.ID); err != nil {
			return err
		}
		h, err := attemptsOf(tx, n.WorkspaceID, n.ID)
		if err == nil {
			err = h.mayAsk(tx.Now(), s.opt.SettleAfter)
		}
		if err == nil {
			err = h.shut(tx.Now(), o.kind)
		}
		if err == nil && o.may != nil {
			err = o.may(h, tx.Now())
		}
		if err != nil {
			return err
		}
		a = attempt{WorkspaceID: n.WorkspaceID, Subject: n.ID, ID: tx.NewID(crm.PrefixAttempt), Kind: o.kind, Detail: o.detail, At: tx.Now(), By: actor.By(), Request: requestOf(ctx)}
		s.intend(tx, a)
		return nil
	})
	return a, err
}

// intend stores an attempt, and the job that looks after it should nobody else.
func (s *Onboarding) intend(tx *db.Tx, a attempt) {
	insertAttempt(tx, a)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: a.WorkspaceID, Kind: jobSettle, Queue: a.WorkspaceID, Key: a.Subject, Payload: a.Subject, RunAt: a.At.Add(s.opt.SettleAfter)})
}

// end stores the outcome of an attempt. One that is not known stays open: the job, or who
// asks next, looks at the provider.
func (s *Onboarding) end(ctx context.Context, actor crm.Actor, a access, o order, try attempt, failure error, save func(*db.Tx, crm.NumberSetup) error) (out crm.NumberSetup, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.callLimit())
	defer cancel()
	looked := s.db.Source().Now()
	facts, unread := a.client.Number(ctx, a.token, a.number.ProviderID)
	switch isUnknown := failure != nil && whatsapp.Classify(failure) == whatsapp.ClassUnknown; {
	case isUnknown && (unread != nil || !try.seen(facts)):
		return out, s.uncertain(failure)
	case isUnknown, codeOf(failure) == codeVerifiedAlready:
		failure = nil
	}
	try.settle(failure, s.db.Source().Now())
	err = s.db.Update(ctx, a.number.ID, func(tx *db.Tx) error {
		if _, err := account.LockPhoneNumber(tx, a.number.WorkspaceID, a.number.ID); err != nil {
			return err
		}
		h, err := attemptsOf(tx, a.number.WorkspaceID, a.number.ID)
		if err != nil {
			return err
		}
		if h.is(try.ID, done) { // it took so long that somebody else looked after it
			if out, err = setupOf(tx, a.number); err == nil {
				err = save(tx, out)
			}
			return err
		}
		jobs.DropJob(tx, jobSettle, try.Subject, try.Subject)
		saveOutcome(tx, try)
		if unread == nil {
			if err := s.KeepFacts(tx, a.number, facts, looked); err != nil {
				return err
			}
		}
		if failure != nil {
			return nil
		}
		return s.effect(tx, actor, a.number, o, func(setup crm.NumberSetup) error { out = setup; return save(tx, setup) })
	})
	if err == nil && failure != nil {
		err = explain(try, failure)
	}
	return out, err
}

// effect is what follows here from what the provider did.
func (s *Onboarding) effect(tx *db.Tx, actor crm.Actor, n crm.PhoneNumber, o order, save func(crm.NumberSetup) error) error {
	if o.changed != nil {
		if err := s.account.ChangeNumber(tx, n.WorkspaceID, n.ID, "", o.changed); err != nil {
			return err
		}
	}
	if o.told != nil {
		if err := o.told(tx, n); err != nil {
			return err
		}
	}
	if err := account.TellNews(tx, n.WorkspaceID, account.NewsChanged); err != nil {
		return err
	}
	now, err := account.PhoneNumber(tx, n.WorkspaceID, n.ID)
	if err != nil {
		return err
	}
	setup, err := setupOf(tx, now)
	if err == nil {
		err = save(setup)
	}
	if err != nil {
		return err
	}
	act := crm.Act{Action: o.act, Targets: []crm.ActTarget{{Type: "phone_number", ID: n.ID, Name: n.Number}}}
	if o.secret != "" {
		act.Changes = crm.ActChanges{}.Secret(o.secret)
	}
	if o.kind == askName {
		act.Changes = crm.ActChanges(nil).Set("displayName", n.VerifiedName, o.detail)
	}
	return audit.Record(tx, actor, act)
}

// callLimit bounds one call, and the look after it: whoever made an attempt has ended when
// somebody else looks after it, or was killed.
func (s *Onboarding) callLimit() time.Duration { return s.opt.SettleAfter / 2 }

// requestOf is the Idempotency-Key of a request as attempts have it.
func requestOf(ctx context.Context) string {
	idem, _ := ctx.Value(core.IdempotencyContext{}).(*core.Idempotency)
	if idem == nil || idem.Key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(idem.Key))
	return hex.EncodeToString(sum[:16])
}

// told reports whether an attempt worked that is of the same request, or that was just
// found to have worked for one like it.
func (s *Onboarding) told(ctx context.Context, n crm.PhoneNumber, o order, left attempt) (told bool, err error) {
	if left.Kind == o.kind && left.Detail == o.detail && left.Request == requestOf(ctx) && left.Outcome == done {
		return true, nil
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		h, err := attemptsOf(tx, n.WorkspaceID, n.ID)
		_, told = h.by(requestOf(ctx), o.kind, o.detail, tx.Now())
		return err
	})
	return told, err
}

// settle finds out what became of attempts that nobody ended, and returns the latest of
// them. It fails while one may still be under way.
func (s *Onboarding) settle(ctx context.Context, a access) (last attempt, err error) {
	n := a.number
	var open history
	err = s.db.View(ctx, func(tx *db.Tx) error {
		h, err := attemptsOf(tx, n.WorkspaceID, n.ID)
		open = h.open()
		return err
	})
	if err != nil || len(open) == 0 {
		return last, err
	}
	looked := s.db.Source().Now()
	if open[0].At.Add(s.opt.SettleAfter).After(looked) {
		return last, open.mayAsk(looked, s.opt.SettleAfter)
	}
	facts, err := a.client.Number(ctx, a.token, n.ProviderID)
	if err != nil {
		return last, explained(s, err)
	}
	return last, s.db.Update(ctx, n.ID, func(tx *db.Tx) error {
		if _, err := account.LockPhoneNumber(tx, n.WorkspaceID, n.ID); err != nil {
			return err
		}
		h, err := attemptsOf(tx, n.WorkspaceID, n.ID)
		if err != nil {
			return err
		}
		if err := s.KeepFacts(tx, n, facts, looked); err != nil {
			return err
		}
		still := h.open()
		if len(still) > 0 && !open.is(still[0].ID, underWay) {
			return nil // begun after the look, which says nothing about it
		}
		jobs.DropJob(tx, jobSettle, n.ID, n.ID)
		for i, one := range still {
			if one.Outcome = unknown; one.seen(facts) {
				one.Outcome = done
			}
			saveOutcome(tx, one)
			if i == 0 {
				last = one
			}
			if one.Outcome == done {
				if err := s.effect(tx, one.actor(), n, orderOf(one.Kind, one.Detail), func(crm.NumberSetup) error { return nil }); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// actor is who made an attempt, for the act that is recorded when its effect is found.
func (a attempt) actor() crm.Actor {
	return crm.Actor{WorkspaceID: a.WorkspaceID, Kind: a.By.Type, ID: a.By.ID}
}

// settle notes the outcome of an attempt that is known.
func (a *attempt) settle(failure error, now time.Time) {
	a.Outcome = done
	var refusal *whatsapp.APIError
	switch {
	case failure == nil:
	case errors.As(failure, &refusal):
		a.Outcome, a.Code, a.Subcode = refused, refusal.Code, refusal.Subcode
		if wait := waitAfter(refusal); wait > 0 {
			a.Until = now.Add(wait)
		}
	default:
		a.Outcome = unasked
		if whatsapp.Classify(failure) != whatsapp.ClassRetry {
			a.Outcome = refused // something before the provider answered
		}
	}
}

// uncertain says that nobody knows yet whether the provider did it.
func (s *Onboarding) uncertain(because error) error {
	e := crm.Errorf(crm.KindProvider, crm.CodeSetupUncertain, "The provider did not answer, so it is not known whether it did this. We look at it before anything is asked again.")
	e.RetryAfter = s.opt.SettleAfter
	return e.Because(because)
}

// codeOf is the provider's code of a refusal; 0 for any other failure.
func codeOf(err error) int {
	var refusal *whatsapp.APIError
	if errors.As(err, &refusal) {
		return cmp.Or(refusal.Code, -1)
	}
	return 0
}
