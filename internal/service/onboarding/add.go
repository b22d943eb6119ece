package onboarding

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// AddNumber adds a number to a messaging account at the provider, and here. It must be
// verified and registered before it can send.
func (s *Onboarding) AddNumber(ctx context.Context, actor crm.Actor, req crm.NewNumber) (crm.PhoneNumber, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.PhoneNumber{}, err
	}
	var f crm.Faults
	req = req.Check(&f)
	req = byPlan(req, &f)
	a, err := s.accountFor(ctx, actor.WorkspaceID, req.AccountID, &f)
	if err != nil {
		return crm.PhoneNumber{}, err
	}
	if err := f.Err(); err != nil {
		return crm.PhoneNumber{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.PhoneNumber]) (crm.PhoneNumber, error) {
		if err := core.Outside(ctx); err != nil {
			return crm.PhoneNumber{}, err
		}
		return s.addTo(ctx, actor, a, req, save)
	})
}

// accountFor returns the account that is named, or the only one of a workspace.
func (s *Onboarding) accountFor(ctx context.Context, workspaceID, id string, f *crm.Faults) (a crm.MessagingAccount, err error) {
	var list []crm.MessagingAccount
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = account.MessagingAccounts(tx, workspaceID); return err })
	if err != nil {
		return a, err
	}
	i := slices.IndexFunc(list, func(a crm.MessagingAccount) bool { return a.ID == id })
	switch {
	case i >= 0:
		return list[i], nil
	case id != "":
		f.Add("/messagingAccountId", crm.CodeNotFound, "There is no messaging account %q in this workspace.", id)
	case len(list) == 1:
		return list[0], nil
	case len(list) > 1:
		f.Add("/messagingAccountId", crm.CodeRequired, "messagingAccountId is required: the workspace has several messaging accounts.")
	case f.Empty():
		return a, crm.Errorf(crm.KindConflict, crm.CodeNoMessagingAccount, "This workspace has no messaging account yet. Connect one first: POST /v1/messaging-accounts.")
	}
	return a, nil
}

// addition is a number on its way into an account.
type addition struct {
	account crm.MessagingAccount
	client  *whatsapp.Client
	token   string
	subject string
	e164    string
}

func (s *Onboarding) additionTo(ctx context.Context, a crm.MessagingAccount, e164 string) (add addition, err error) {
	add = addition{account: a, subject: a.ID + "/" + e164, e164: e164}
	add.client, add.token, err = s.account.Credentials(ctx, a.WorkspaceID, a.ID)
	return add, err
}

// find looks for the number among those that the provider has of the account.
func (a addition) find(ctx context.Context) (f crm.NumberFacts, found bool, err error) {
	list, err := a.client.Numbers(ctx, a.token, a.account.ProviderID)
	i := slices.IndexFunc(list, func(f crm.NumberFacts) bool { return f.Number == a.e164 })
	if err != nil || i < 0 {
		return f, false, err
	}
	return list[i], true, nil
}

func (s *Onboarding) addTo(ctx context.Context, actor crm.Actor, acc crm.MessagingAccount, req crm.NewNumber, save core.Saver[crm.PhoneNumber]) (out crm.PhoneNumber, err error) {
	a, err := s.additionTo(ctx, acc, req.E164())
	if err != nil {
		return out, err
	}
	try, facts, added, err := s.beginAddition(ctx, actor, a)
	if err != nil {
		return out, err
	}
	if !added {
		bounded, cancel := context.WithTimeout(ctx, s.callLimit())
		id, failure := a.client.AddNumber(bounded, a.token, acc.ProviderID, req)
		cancel()
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), s.callLimit())
		defer cancel()
		if failure != nil {
			if facts, _, err = s.failedAddition(ctx, a, try, failure); err != nil {
				return out, err
			}
		} else if facts, err = a.client.Number(ctx, a.token, id); err != nil { // it is there: the rest is read later
			facts = crm.NumberFacts{ProviderID: id, Number: a.e164, VerifiedName: req.Name, Status: "unknown", Verification: "not_verified", Throughput: crm.ThroughputStandard}
		}
	}
	err = s.db.Update(ctx, a.account.ID, func(tx *db.Tx) (err error) {
		tx.Lock("number_attempts " + a.subject)
		if out, err = a.stored(tx, try); err != nil {
			return err
		}
		if out.ID != "" {
			return save(tx, out)
		}
		out, err = s.keepAddition(tx, actor, a, try, facts, func(n crm.PhoneNumber) error { return save(tx, n) })
		return err
	})
	return out, err
}

// stored returns the number where its addition is done: the job that looks after additions
// may have been faster than who made it.
func (a addition) stored(tx *db.Tx, try attempt) (n crm.PhoneNumber, err error) {
	h, err := attemptsOf(tx, a.account.WorkspaceID, a.subject)
	if err != nil || !h.is(try.ID, done) {
		return n, err
	}
	list, err := account.PhoneNumbersOfAccount(tx, a.account.WorkspaceID, a.account.ID)
	if i := slices.IndexFunc(list, func(n crm.PhoneNumber) bool { return n.Number == a.e164 }); i >= 0 {
		n = list[i]
	}
	return n, err
}

// beginAddition stores the intent. Where an earlier one was left open, it looks at the
// provider first: added says that the number is there. One that is done already was stored
// with its effect.
func (s *Onboarding) beginAddition(ctx context.Context, actor crm.Actor, a addition) (try attempt, facts crm.NumberFacts, added bool, err error) {
	var open history
	now := s.db.Source().Now()
	err = s.db.View(ctx, func(tx *db.Tx) error {
		h, err := attemptsOf(tx, a.account.WorkspaceID, a.subject)
		open = h.open()
		try, added = h.by(requestOf(ctx), askAdd, "", now)
		return err
	})
	if err != nil || added {
		return try, facts, added, err
	}
	if len(open) > 0 {
		if open[0].At.Add(s.opt.SettleAfter).After(now) {
			return try, facts, false, open.mayAsk(now, s.opt.SettleAfter)
		}
		if facts, added, err = a.find(ctx); err != nil {
			return try, facts, false, explained(s, err)
		}
		if added {
			return open[0], facts, true, nil
		}
	}
	err = s.db.Update(db.Urgent(ctx), a.account.ID, func(tx *db.Tx) error {
		tx.Lock("number_attempts " + a.subject)
		h, err := attemptsOf(tx, a.account.WorkspaceID, a.subject)
		if err != nil {
			return err
		}
		for _, old := range h.open() {
			if old.At.Add(s.opt.SettleAfter).After(tx.Now()) {
				return h.mayAsk(tx.Now(), s.opt.SettleAfter)
			}
			old.Outcome = unknown
			saveOutcome(tx, old)
		}
		if err := h.shut(tx.Now(), askAdd); err != nil {
			return err
		}
		try = attempt{WorkspaceID: a.account.WorkspaceID, Subject: a.subject, ID: tx.NewID(crm.PrefixAttempt), Kind: askAdd, At: tx.Now(), By: actor.By(), Request: requestOf(ctx)}
		s.intend(tx, try)
		return nil
	})
	return try, facts, false, err
}

// failedAddition stores that a number was refused; one of which that is not known is
// looked for.
func (s *Onboarding) failedAddition(ctx context.Context, a addition, try attempt, failure error) (facts crm.NumberFacts, added bool, err error) {
	if whatsapp.Classify(failure) == whatsapp.ClassUnknown {
		facts, added, err = a.find(ctx)
		if err != nil || !added {
			return facts, false, s.uncertain(failure)
		}
		return facts, true, nil
	}
	try.settle(failure, s.db.Source().Now())
	err = s.db.Update(ctx, a.account.ID, func(tx *db.Tx) error {
		jobs.DropJob(tx, jobSettle, try.Subject, try.Subject)
		saveOutcome(tx, try)
		return nil
	})
	if err == nil {
		err = roomFor(explain(try, failure))
	}
	return facts, false, err
}

// roomFor adds to a refusal for which the provider has no code of its own what it most likely
// is, when the number is a good one (outbound.md 5.1).
func roomFor(err error) error {
	if e := crm.AsError(err); e.Code == crm.CodeProviderRefused {
		e.Message += " If it is about how many numbers there are: a business has room for 2 until the provider has verified it, then for 20."
	}
	return err
}

// keepAddition stores a number that was added, and the outcome with it.
func (s *Onboarding) keepAddition(tx *db.Tx, actor crm.Actor, a addition, try attempt, f crm.NumberFacts, save func(crm.PhoneNumber) error) (out crm.PhoneNumber, err error) {
	jobs.DropJob(tx, jobSettle, try.Subject, try.Subject)
	try.settle(nil, tx.Now())
	saveOutcome(tx, try)
	out = crm.PhoneNumber{ID: tx.NewID(crm.PrefixPhoneNumber), WorkspaceID: a.account.WorkspaceID, MessagingAccountID: a.account.ID, ProviderID: f.ProviderID, Number: a.e164,
		VerifiedName: f.VerifiedName, QualityRating: f.Quality, Status: f.Status, Throughput: f.Throughput, CreatedAt: tx.Now()}
	if err := account.KeepIdentity(tx, &out); err != nil {
		return out, err
	}
	account.SavePhoneNumber(tx, out)
	out, found, err := account.PhoneNumberByProvider(tx, f.ProviderID) // a webhook may have brought it before
	if err == nil && (!found || out.WorkspaceID != a.account.WorkspaceID) {
		err = crm.Errorf(crm.KindConflict, crm.CodePhoneNumberConnected, "Phone number %s is connected to another workspace.", a.e164)
	}
	if err != nil {
		return out, err
	}
	saveFacts(tx, out.WorkspaceID, out.ID, f, tx.Now())
	if err := account.TellNews(tx, out.WorkspaceID, account.NewsChanged); err != nil {
		return out, err
	}
	tx.After(func() { s.account.ForgetAccounts(out.WorkspaceID) })
	if err := save(out); err != nil {
		return out, err
	}
	return out, audit.Record(tx, actor, crm.Act{Action: "phone_number.added", Targets: []crm.ActTarget{{Type: "phone_number", ID: out.ID, Name: out.Number}, {Type: "messaging_account", ID: a.account.ID, Name: a.account.Name}}})
}

// settleAddition looks after an addition that nobody ended.
func (s *Onboarding) settleAddition(ctx context.Context, acc crm.MessagingAccount, e164 string) error {
	a, err := s.additionTo(ctx, acc, e164)
	if err != nil {
		return err
	}
	looked := s.db.Source().Now()
	facts, found, err := a.find(ctx)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, acc.ID, func(tx *db.Tx) error {
		tx.Lock("number_attempts " + a.subject)
		h, err := attemptsOf(tx, acc.WorkspaceID, a.subject)
		if err != nil {
			return err
		}
		for _, try := range h.open() {
			if try.At.Add(s.opt.SettleAfter).After(looked) {
				return h.mayAsk(tx.Now(), s.opt.SettleAfter)
			}
			if !found {
				try.Outcome = unknown
				saveOutcome(tx, try)
				continue
			}
			if _, err := s.keepAddition(tx, try.actor(), a, try, facts, func(crm.PhoneNumber) error { return nil }); err != nil {
				return err
			}
			found = false // the others were of no effect
		}
		return nil
	})
}
