// Package template keeps the message templates: drafts that are written here, what
// the provider is asked for about them, and the mirror of what it has.
package template

import (
	"log/slog"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
)

// Templates has the use cases about templates.
type Templates struct {
	db    *db.DB
	log   *slog.Logger
	calls *core.Calls

	access  *access.Access
	account *account.Accounts
	media   *media.Media

	templates core.Cache[[]crm.Template] // by account and name
}

// New returns the use cases.
func New(p core.Parts, access *access.Access, account *account.Accounts, media *media.Media) *Templates {
	return &Templates{db: p.DB, log: p.Log, calls: p.Calls, access: access, account: account, media: media}
}
