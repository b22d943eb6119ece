// Package model calls AI providers: which there are, what they cost, and the
// budget of a day.
package model

import (
	"time"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/core"
)

// Options are what a deployment decides.
type Options struct {
	// Guard opens the connections to what customers name.
	Guard *egress.Guard
}

// Metrics counts what operators watch. Every field may be nil.
type Metrics struct {
	// AICall is told of every call to an AI provider and every answer from the
	// cache.
	AICall func(crm.AICall)
	// Budget is told of every share of a day's budget that was passed, in percent.
	Budget func(share int64)
}

// Models has the use cases about AI providers.
type Models struct {
	db      *db.DB
	box     *secret.Box
	calls   *core.Calls
	opt     Options
	metrics Metrics

	runtime runtime
}

// New returns the use cases.
func New(p core.Parts, opt Options, metrics Metrics) *Models {
	return &Models{db: p.DB, box: p.Box, calls: p.Calls, opt: opt, metrics: metrics, runtime: runtime{client: ai.NewClient(opt.Guard, aiPerHost), health: ai.NewHealth(p.DB.Source())}}
}

func (s *Models) now() time.Time { return s.db.Source().Now() }
