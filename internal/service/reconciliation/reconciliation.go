package reconciliation

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/reconcile"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

// Request is what to compare, as it is asked for: days as 2006-01-02, "" for the last
// thirty; Invoice is a CSV table, "" to ask the provider.
type Request struct{ MessagingAccountID, From, To, Invoice string }

// Create begins to compare, in the background. Everything that is wrong of the request is
// told at once.
func (s *Reconciliations) Create(ctx context.Context, actor crm.Actor, in Request) (crm.Reconciliation, error) {
	if err := actor.Require(crm.ScopeChargesWrite); err != nil {
		return crm.Reconciliation{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Reconciliation]) (r crm.Reconciliation, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			req, err := read(tx, actor.WorkspaceID, in)
			if err != nil {
				return err
			}
			n, err := countOpen(tx, actor.WorkspaceID)
			if err == nil && n >= crm.MaxOpenReconciliations {
				err = crm.Errorf(crm.KindConflict, crm.CodeReconciliationLimit, "A workspace has at most %d reconciliations at a time; wait for one.", crm.MaxOpenReconciliations)
			}
			if err != nil {
				return err
			}
			now := tx.Now()
			r = crm.Reconciliation{ID: tx.NewID(crm.PrefixReconciliation), WorkspaceID: actor.WorkspaceID, ReconciliationRequest: req, MadeBy: actor.By(),
				Run: crm.Run{State: crm.RunRunning, Position: "0", StartedAt: now, UpdatedAt: now}}
			insert(tx, r)
			s.runs.Begin(tx, keyOf(r), r.ID, r.Run)
			return save(tx, r)
		})
		return r, err
	})
}

// read returns what is asked for, or every fault of it.
func read(tx *db.Tx, workspaceID string, in Request) (req crm.ReconciliationRequest, err error) {
	var f crm.Faults
	first, last, wrong := crm.ReadPeriodIn("/", tx.Now().UTC(), in.From, in.To)
	if err := f.Join(wrong); err != nil {
		return req, err
	}
	if wrong == nil && last.Sub(first) >= crm.MaxReconciledDays*crm.SpanDay {
		f.Add("/from", crm.CodeOutOfRange, "A period has %d days at most.", crm.MaxReconciledDays)
	}
	a, err := accountOf(tx, workspaceID, in.MessagingAccountID, &f)
	if err != nil {
		return req, err
	}
	req = crm.ReconciliationRequest{MessagingAccountID: a.ID, Source: crm.SourceAnalytics, From: first, To: last, Currency: a.Currency, Invoice: in.Invoice}
	if in.Invoice != "" {
		req.Source = crm.SourceInvoice
		invoice, err := reconcile.ReadInvoice(in.Invoice)
		if err != nil {
			f.Add("/invoice", crm.CodeParameterInvalid, "invoice cannot be read: %s.", err)
		} else if fault := suits(invoice, req); fault != "" && wrong == nil {
			f.Add("/invoice", crm.CodeParameterInvalid, "%s", fault)
		}
	}
	return req, f.Err()
}

// suits says what keeps an invoice from being compared; "" for nothing.
func suits(invoice reconcile.Invoice, req crm.ReconciliationRequest) string {
	if invoice.Currency != "" && req.Currency != "" && invoice.Currency != req.Currency {
		return "The invoice is in " + invoice.Currency + ", the account in " + req.Currency + "."
	}
	for _, line := range invoice.Lines {
		if line.Day.Before(req.From) || line.Day.After(req.To) {
			return "The invoice has " + line.Day.Format(time.DateOnly) + ", which is outside of the period."
		}
	}
	if invoice.Monthly && (req.From.Day() != 1 || req.To.AddDate(0, 0, 1).Day() != 1) {
		return "The invoice has whole months: the period must begin on the first day of a month and end on the last day of one."
	}
	return ""
}

// accountOf returns the account that is named, or the only one.
func accountOf(tx *db.Tx, workspaceID, id string, f *crm.Faults) (a crm.MessagingAccount, err error) {
	list, err := account.MessagingAccounts(tx, workspaceID)
	if err != nil {
		return a, err
	}
	for _, one := range list {
		if one.ID == id || id == "" && len(list) == 1 {
			return one, nil
		}
	}
	if id == "" {
		f.Add("/messagingAccountId", crm.CodeRequired, "messagingAccountId is required: the workspace has %d messaging accounts.", len(list))
	} else {
		f.Add("/messagingAccountId", crm.CodeParameterInvalid, "There is no such messaging account.")
	}
	return a, nil
}

// Reconciliation returns one with how far it has come and, once it is completed, what it
// found.
func (s *Reconciliations) Reconciliation(ctx context.Context, actor crm.Actor, id string) (r crm.Reconciliation, err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return r, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { r, err = one(tx, actor.WorkspaceID, id); return err })
	return r, err
}

// List returns a page of the workspace's reconciliations, newest first.
func (s *Reconciliations) List(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.Reconciliation], err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = page(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// Differences returns what one found, in the order of days; cause narrows it, "" does not.
func (s *Reconciliations) Differences(ctx context.Context, actor crm.Actor, id string, cause crm.DifferenceCause, p crm.Page) (list crm.List[crm.Difference], err error) {
	if err := actor.Require(crm.ScopeChargesRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if _, err = one(tx, actor.WorkspaceID, id); err == nil {
			list, err = differences(tx, actor.WorkspaceID, id, cause, p)
		}
		return err
	})
	return list, err
}
