// Package onboarding connects messaging accounts and mirrors what the provider
// has of them.
package onboarding

import (
	"log/slog"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/template"
	"service.example/crm/internal/whatsapp"
)

// Options are what a deployment decides.
type Options struct {
	// CallbackURL is where the provider posts webhooks; "" leaves the subscription
	// of connected accounts alone.
	CallbackURL string
	// TestCallback is where this process's own simulator posts them; nil where there is
	// none. VerifyToken is asked for there.
	TestCallback func() string
	VerifyToken  string
	Test         *whatsapp.Client
	// TestToken is the token of this process's own simulator, which test workspaces
	// use when they name none; empty where there is none.
	TestToken string
	// LiveApp and TestApp are the apps with which the provider's signup is opened; their
	// fields are "" where there is none. GraphVersion is that of its window.
	LiveApp, TestApp whatsapp.App
	GraphVersion     string
	// SettleAfter is when an attempt without an outcome is looked after. What is asked of
	// the provider about the setting up of a number takes no longer.
	SettleAfter time.Duration
}

// Onboarding has the use cases of becoming a sender.
type Onboarding struct {
	db    *db.DB
	box   *secret.Box
	log   *slog.Logger
	calls *core.Calls
	opt   Options

	account  *account.Accounts
	template *template.Templates
}

// New returns the use cases.
func New(p core.Parts, opt Options, account *account.Accounts, template *template.Templates) *Onboarding {
	return &Onboarding{db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, opt: opt, account: account, template: template}
}
