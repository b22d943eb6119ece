package onboarding

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

// there returns nil where the workspace has a number, or a KindNotFound error.
func (s *Onboarding) there(ctx context.Context, workspaceID, numberID string) error {
	return s.db.View(ctx, func(tx *db.Tx) error { _, err := account.PhoneNumber(tx, workspaceID, numberID); return err })
}

// NumberSetup returns how far a number is set up, as the provider last told.
func (s *Onboarding) NumberSetup(ctx context.Context, actor crm.Actor, numberID string) (out crm.NumberSetup, err error) {
	if err := actor.Require(crm.ScopeNumbersRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		n, err := account.PhoneNumber(tx, actor.WorkspaceID, numberID)
		if err == nil {
			out, err = setupOf(tx, n)
		}
		return err
	})
	return out, err
}

// setupOf is how far a number is set up.
func setupOf(tx *db.Tx, n crm.PhoneNumber) (out crm.NumberSetup, err error) {
	out = crm.NumberSetup{PhoneNumberID: n.ID, Number: n.Number, RequestedName: n.RequestedName, NameStatus: n.NameStatus, NameRejection: n.NameRejection}
	if out.Facts, out.CheckedAt, err = factsOf(tx, n.WorkspaceID, n.ID); err != nil {
		return out, err
	}
	if out.CheckedAt == nil { // never asked for this: what was mirrored is all that is known
		out.Facts = crm.NumberFacts{ProviderID: n.ProviderID, Number: n.Number, VerifiedName: n.VerifiedName, Status: n.Status, Verification: "unknown"}
	}
	h, err := attemptsOf(tx, n.WorkspaceID, n.ID)
	if err != nil {
		return out, err
	}
	now := tx.Now()
	if open := h.open(); len(open) > 0 {
		out.UnderWay = string(open[0].Kind)
	}
	last, tries, nextCode := h.codeStanding(now)
	out.CodeTriesLeft, out.NextCodeAt = tries, core.Optional(nextCode)
	if last.ID != "" {
		out.CodeSentAt, out.CodeMethod = &last.At, last.Detail
	}
	left, nextRegistration := h.registrations(now)
	out.RegistrationsLeft, out.NextRegistrationAt = left, core.Optional(nextRegistration)
	if next := h.names(now); next.After(now) {
		out.NextNameAt = &next
	}
	if out.History, err = historyOf(tx, n, out.Facts.OnApp, h); err != nil {
		return out, err
	}
	out.NextAction = nextActionOf(out)
	return out, nil
}

// nextActionOf says in a sentence what brings a number on.
func nextActionOf(s crm.NumberSetup) string {
	switch {
	case s.UnderWay != "":
		return "Wait for the provider's answer."
	case s.Facts.StaysOnApp() && s.History != nil && (s.History.State == crm.HistoryOpen || s.History.State == crm.HistoryRefused) && !s.History.ConnectedAt.IsZero():
		return "Ask for the contacts and messages of the app: POST /v1/phone-numbers/{id}/app-history. The provider shares them for a day."
	case s.Facts.StaysOnApp():
		return ""
	case s.Facts.OnApp:
		return "Delete the number from the app on the phone, then have it checked again."
	case s.NameStatus == "rejected":
		return "Ask for another display name. " + crm.ExplainNameRejection(s.NameRejection)
	case s.Facts.Registered():
		return ""
	case s.Facts.Status == crm.NumberBanned:
		return "The provider has banned the number. Ask for a review on the account's quality page in the provider's business settings."
	case s.Facts.Verified():
		return "Register the number with a PIN of six digits."
	case s.CodeSentAt != nil && s.CodeTriesLeft > 0:
		return "Enter the code that was sent to the number."
	}
	return "Ask for a verification code, by sms or voice."
}

// KeepFacts stores what the provider tells of a number, and brings the number up to it.
func (s *Onboarding) KeepFacts(tx *db.Tx, n crm.PhoneNumber, f crm.NumberFacts, at time.Time) error {
	before, _, err := factsOf(tx, n.WorkspaceID, n.ID)
	if err != nil {
		return err
	}
	saveFacts(tx, n.WorkspaceID, n.ID, f, at)
	if before != f {
		if err := account.TellNews(tx, n.WorkspaceID, account.NewsChanged); err != nil {
			return err
		}
	}
	return s.account.ChangeNumber(tx, n.WorkspaceID, n.ID, "", func(n *crm.PhoneNumber) {
		n.VerifiedName, n.Status, n.QualityRating, n.Throughput = f.VerifiedName, f.Status, f.Quality, f.Throughput
		if n.RequestedName == "" || n.NameStatus != "pending" {
			return
		}
		switch {
		case f.VerifiedName == n.RequestedName && f.NewName == "":
			n.NameStatus = "approved"
		case f.NewName == n.RequestedName && f.NewNameStatus == "declined":
			n.NameStatus = "rejected"
		}
	})
}

// CodeSent reports whether a code was sent to a number that was not verified since.
func (s *Onboarding) CodeSent(tx *db.Tx, workspaceID, numberID string) (bool, error) {
	h, err := attemptsOf(tx, workspaceID, numberID)
	last, _, _ := h.codeStanding(tx.Now())
	return last.ID != "", err
}
