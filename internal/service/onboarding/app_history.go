package onboarding

import (
	"context"
	"errors"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/whatsapp"
)

// jobAskApp is the kind of the jobs that ask the app of a number for what it has.
const jobAskApp jobs.JobKind = "ask_app"

// AskApps asks, after a signup, for the contacts and messages that a number has in the
// provider's app.
func AskApps(svc *Onboarding) jobs.Kind {
	return jobs.Kind{
		Name: jobAskApp, Concurrency: 2, Hold: 256, MaxAttempts: 12, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.askApp(ctx, batch[0]) },
		GiveUp: func(ctx context.Context, j jobs.Job, cause error) error {
			svc.log.Warn("the provider's app could not be asked for its contacts and messages", "number", strings.Fields(j.Payload)[0], "error", cause)
			return svc.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
		},
	}
}

func (s *Onboarding) askApp(ctx context.Context, j jobs.Job) error {
	numberID, who, _ := strings.Cut(j.Payload, " ")
	by, err := crm.ParseDoneBy(who)
	if err != nil {
		return err
	}
	finish := func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil }
	if err := s.listens(ctx, j.WorkspaceID, numberID); err != nil {
		if crm.CodeOf(err) == crm.CodeNotFound {
			return s.db.Update(ctx, j.WorkspaceID, finish)
		}
		return err
	}
	_, err = s.place(ctx, attempt{WorkspaceID: j.WorkspaceID, By: by}.actor(), numberID, historyOrder(), func(tx *db.Tx, _ crm.NumberSetup) error { return finish(tx) })
	var refusal *whatsapp.APIError
	switch code := crm.CodeOf(err); {
	case err == nil:
		return nil
	case code == crm.CodeSetupUnderWay:
		at := s.db.Source().Now().Add(crm.AsError(err).RetryAfter)
		if err := s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.RetryJob(tx, j, at, false); return nil }); err != nil {
			return err
		}
		return jobs.ErrRetried
	case code == crm.CodeNotFound, errors.As(err, &refusal) && whatsapp.Classify(err).Final():
		return s.db.Update(ctx, j.WorkspaceID, finish) // the setup of the number tells it
	}
	return err
}

// listens subscribes the webhooks of a number's account, by which the app shares what it
// has: it does so once, and what nobody hears is lost.
func (s *Onboarding) listens(ctx context.Context, workspaceID, numberID string) error {
	a, err := s.accessTo(ctx, workspaceID, numberID)
	if err != nil {
		return err
	}
	var acc crm.MessagingAccount
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		acc, err = account.MessagingAccount(tx, workspaceID, a.number.MessagingAccountID)
		return err
	})
	if err != nil {
		return err
	}
	return s.subscribeAccount(ctx, a.client, a.token, acc)
}

// RequestHistory asks for the contacts and messages that a number has in the provider's
// app. The provider shares them once, and for a day after the signup.
func (s *Onboarding) RequestHistory(ctx context.Context, actor crm.Actor, numberID string) (crm.NumberSetup, error) {
	o := historyOrder()
	o.ready = func(ctx context.Context) error {
		setup, err := s.lookAt(ctx, actor.WorkspaceID, numberID)
		if err == nil && !setup.Facts.OnApp {
			err = crm.Errorf(crm.KindConflict, crm.CodeNumberNotOnApp, "Phone number %s is not used in the provider's app, which alone has contacts and messages from before.", setup.Number)
		}
		if err == nil && setup.History != nil && setup.History.State.Ended() {
			err = crm.Errorf(crm.KindConflict, crm.CodeHistoryClosed, "The history of %s is %s: there is nothing more to ask for.", setup.Number, setup.History.State)
		}
		if err == nil {
			if err = s.listens(ctx, actor.WorkspaceID, numberID); err != nil {
				err = explained(s, err)
			}
		}
		return err
	}
	return s.setUp(ctx, actor, numberID, new(crm.Faults), o)
}

// historyOrder asks for the contacts first, whose names the messages need. Contacts that
// were asked for already are no fault: the messages may not have been.
func historyOrder() order {
	o := orderOf(askHistory, "")
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		if err := c.AskApp(ctx, token, phoneID, whatsapp.AppContacts); err != nil && !shared(err) {
			return err
		}
		return c.AskApp(ctx, token, phoneID, whatsapp.AppHistory)
	}
	return o
}

// shared reports whether the provider refuses because it shared something already, or does
// not any more.
func shared(err error) bool {
	var refusal *whatsapp.APIError
	return errors.As(err, &refusal) && meaning(refusal.Code, refusal.Subcode).code == crm.CodeHistoryClosed
}

// offApp refuses what the app alone does with a number that stays there.
func (s *Onboarding) offApp(ctx context.Context, workspaceID, numberID string) error {
	setup, err := s.lookAt(ctx, workspaceID, numberID)
	if err == nil && setup.Facts.StaysOnApp() {
		err = crm.Errorf(crm.KindConflict, crm.CodeNumberOnApp, "Phone number %s stays in use in the provider's app, so it is not deregistered here. End the connection in the app on the phone.", setup.Number)
	}
	return err
}

// lookAt reads how far a number is set up, as the provider tells now.
func (s *Onboarding) lookAt(ctx context.Context, workspaceID, numberID string) (out crm.NumberSetup, err error) {
	a, err := s.accessTo(ctx, workspaceID, numberID)
	if err != nil {
		return out, err
	}
	looked := s.db.Source().Now()
	facts, err := a.client.Number(ctx, a.token, a.number.ProviderID)
	if err != nil {
		return out, explained(s, err)
	}
	err = s.db.Update(ctx, numberID, func(tx *db.Tx) error {
		if err := s.KeepFacts(tx, a.number, facts, looked); err != nil {
			return err
		}
		out, err = setupOf(tx, a.number)
		return err
	})
	return out, err
}

// historyOf is what came from the app of a number; nil for one that was never there.
func historyOf(tx *db.Tx, n crm.PhoneNumber, onApp bool, asked history) (*crm.AppHistory, error) {
	h, found, err := account.AppHistory(tx, n.WorkspaceID, n.ID)
	if err != nil || !found && !onApp {
		return nil, err
	}
	h.State = h.Told()
	if h.State != crm.HistoryOpen {
		return &h, nil
	}
	if list := asked.of(askHistory); len(list) > 0 && list[0].Outcome == refused && !list[0].At.Before(h.ConnectedAt) {
		if m := meaning(list[0].Code, list[0].Subcode); m.kind == crm.KindConflict || m.kind == crm.KindInvalid { // else it is asked again
			h.State, h.Reason = crm.HistoryRefused, m.text
		}
	}
	if h.State == crm.HistoryOpen && !h.ConnectedAt.IsZero() && tx.Now().After(h.ConnectedAt.Add(crm.HistoryPeriod)) {
		h.State = crm.HistoryMissed
	}
	return &h, nil
}
