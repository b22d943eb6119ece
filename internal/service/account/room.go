// Package account keeps messaging accounts, their phone numbers and tokens, and
// how the numbers are doing.
package account

import (
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// Options are what a deployment decides.
type Options struct {
	// Live and Test reach the provider for live and for test workspaces; nil where
	// a deployment has none.
	Live *whatsapp.Client
	Test *whatsapp.Client
	// TestToken is the token of this process's own simulator, which test workspaces
	// use when they name none; empty where there is none.
	TestToken string
	// Simulator reaches the simulated customers; nil where there is none.
	Simulator Simulator
}

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// SignatureFailures counts posts that nobody vouches for.
	SignatureFailures func()
}

// Accounts has the use cases about accounts and phone numbers.
type Accounts struct {
	calls   *core.Calls
	db      *db.DB
	box     *secret.Box
	opt     Options
	metrics Metrics

	access *access.Access

	numbers  core.Cache[[]crm.PhoneNumber] // by workspace
	tokens   core.Cache[string]            // by account
	routes   core.Cache[crm.PhoneNumber]   // by the provider's identifier
	accounts core.Cache[crm.MessagingAccount]
	owners   core.Cache[string] // workspaces by account
	health   healthCounters

	checking sync.Mutex
	checked  NumberKey // the last number that a check of all has looked at
}

// New returns the use cases.
func New(p core.Parts, opt Options, metrics Metrics, access *access.Access) *Accounts {
	return &Accounts{calls: p.Calls, db: p.DB, box: p.Box, opt: opt, metrics: metrics, access: access}
}

func (s *Accounts) now() time.Time { return s.db.Source().Now() }

// JobSyncAccount is the kind of the jobs of this room.
const JobSyncAccount jobs.JobKind = "sync_account"
