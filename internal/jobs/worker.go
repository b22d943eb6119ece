package jobs

import (
	"time"

	"service.example/crm/internal/db"
)

// Worker takes freshly committed jobs without a detour over the table.
type Worker interface {
	// Owner is the identifier of this node.
	Owner() string
	// Accepts reports whether a job of the kind and queue that is due after the
	// wait may be handed over.
	Accepts(kind JobKind, queue string, wait time.Duration) bool
	// Expect announces, before the commit, that a job of the key may be handed
	// over: Offer or Forgo follows.
	Expect(kind JobKind, key string)
	// Offer hands over a committed job that Owner holds, to run at its time. It
	// does not block.
	Offer(Job)
	// Forgo tells that a job that was expected does not come.
	Forgo(kind JobKind, key string)
	// Due tells that a job of the kind and queue will be free at the time.
	Due(kind JobKind, queue string, at time.Time)
}

var workers = db.NewSlot[Worker]()

// SetWorker names who runs jobs in this process; number makes its job
// identifiers unique among nodes.
func SetWorker(base *db.DB, w Worker, number int64) {
	workers.Set(base, w)
	base.SetNode(number)
}
