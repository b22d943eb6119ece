// Package assistant keeps assistants, their revisions, duties and settings.
package assistant

import (
	"log/slog"

	"service.example/crm/internal/db"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/model"
)

// Assistants has the use cases about assistants.
type Assistants struct {
	db    *db.DB
	box   *secret.Box
	log   *slog.Logger
	calls *core.Calls

	account *account.Accounts
	model   *model.Models

	duties   core.Cache[Duty] // by phone number
	measured Measured
}

// New returns the use cases.
func New(p core.Parts, account *account.Accounts, model *model.Models, measured Measured) *Assistants {
	return &Assistants{db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, account: account, model: model, measured: measured}
}
