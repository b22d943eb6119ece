// Package template keeps the message templates as the provider has them.
package template

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

// Templates has the use cases about templates.
type Templates struct {
	db    *db.DB
	calls *core.Calls

	access  *access.Access
	account *account.Accounts

	templates core.Cache[[]crm.Template] // by account and name
}

// New returns the use cases.
func New(p core.Parts, access *access.Access, account *account.Accounts) *Templates {
	return &Templates{db: p.DB, calls: p.Calls, access: access, account: account}
}
