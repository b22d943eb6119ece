// Package event keeps the log of events, the endpoints that are told of them,
// their deliveries, and the redelivery of what they missed.
package event

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/secret"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/core/longrun"
)

// Options are what a deployment decides.
type Options struct {
	// Guard opens the connections to what customers name.
	Guard *egress.Guard
	// RedeliveryRate is how many events per second and endpoint a bulk redelivery
	// puts on their way at most.
	RedeliveryRate int
}

// Events has the use cases about events and their receivers.
type Events struct {
	db    *db.DB
	box   *secret.Box
	calls *core.Calls
	opt   Options

	subjects     Subjects
	record       Recorder
	redeliveries *longrun.Runner
}

// Recorder adds an act to the audit log, which this room does not know because it
// tells of its acts by events. It is called last in a transaction.
type Recorder func(tx *db.Tx, actor crm.Actor, act crm.Act) error

// New returns the use cases.
func New(p core.Parts, opt Options, subjects Subjects, record Recorder) *Events {
	s := &Events{db: p.DB, box: p.Box, calls: p.Calls, opt: opt, subjects: subjects, record: record}
	s.redeliveries = longrun.New(p.DB, p.Log, s.redeliveryRuns())
	return s
}

func (s *Events) now() time.Time { return s.db.Source().Now() }

// jobRedeliver is the kind of the jobs of this room.
const jobRedeliver jobs.JobKind = "redeliver"
