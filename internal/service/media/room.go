// Package media keeps files: their bytes, their rows, links to them, and their
// removal.
package media

import (
	"log/slog"
	"net/http"
	"time"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/scan"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
)

// Options are what a deployment decides.
type Options struct {
	// Deployment names the objects that are put into Media.
	Deployment crm.Deployment
	// Guard opens the connections to what customers name.
	Guard *egress.Guard
	// Media keeps the bytes of files.
	Media *blob.Store
	// Scanner is asked about each file; nil for none.
	Scanner scan.Scanner
}

// Media has the use cases about files.
type Media struct {
	db    *db.DB
	box   *secret.Box
	log   *slog.Logger
	calls *core.Calls
	opt   Options

	access  *access.Access
	account *account.Accounts

	fetcher *http.Client // of files on the web
}

// New returns the use cases.
func New(p core.Parts, opt Options, access *access.Access, account *account.Accounts) *Media {
	return &Media{db: p.DB, box: p.Box, log: p.Log, calls: p.Calls, opt: opt, access: access, account: account, fetcher: NewFetcher(opt.Guard)}
}

func (s *Media) now() time.Time { return s.db.Source().Now() }

// jobRemoveFile is the kind of the jobs of this room.
const jobRemoveFile jobs.JobKind = "remove_file"
