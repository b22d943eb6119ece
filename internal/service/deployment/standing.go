package deployment

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/event"
)

// maxPendingCounted is how many deliveries are counted.
const maxPendingCounted = 10_000

// Standing is how the deployment stands.
type Standing struct {
	Node   Node
	Engine string
	At     time.Time
	Nodes  []db.Node
	Duties map[string]string // the node of each duty
	Jobs   jobs.Depths
	// Readers are what follows the logs. LogsRead says that every log was looked at.
	Readers  []Reader
	LogsRead bool
	Webhooks Webhooks
	Streams  int
}

// Webhooks is how the deliveries to webhook endpoints stand.
type Webhooks struct {
	Endpoints           // of the answering node
	Pending   int64     // deliveries that wait for another attempt
	PendingIs bool      // so many there are, not more
	OldestAt  time.Time // when the oldest event came that was not delivered; zero for none
}

// Reader is something that follows the logs of the workspaces.
type Reader struct {
	Name string
	Duty string // of the one node that does it; "" where every node does
	// Behind is how many workspaces have something that it has not read, OldestAt when
	// the first of that happened; zero for none.
	Behind   int
	OldestAt time.Time
}

// Standing returns how the deployment stands, for operators.
func (d *Deployment) Standing(ctx context.Context, actor crm.Actor) (Standing, error) {
	if err := actor.RequireOperator(); err != nil {
		return Standing{}, err
	}
	return d.standing.get(ctx, standingLife, d.look)
}

func (d *Deployment) look(ctx context.Context) (s Standing, err error) {
	s = Standing{Node: d.node, Engine: d.db.Engine(), At: d.db.Source().Now(), Streams: d.node.Streams()}
	err = d.db.View(ctx, func(tx *db.Tx) (err error) {
		if s.Nodes, err = tx.Nodes(); err != nil {
			return err
		}
		if s.Duties, err = tx.Duties(); err != nil {
			return err
		}
		if s.Jobs, err = jobs.CountDepths(tx); err != nil {
			return err
		}
		s.Webhooks = Webhooks{Endpoints: d.node.Endpoints()}
		w := &s.Webhooks
		w.Pending, w.OldestAt, err = event.PendingDeliveries(tx, maxPendingCounted)
		w.PendingIs = w.Pending < maxPendingCounted
		if at := w.Oldest; !at.IsZero() && (w.OldestAt.IsZero() || at.Before(w.OldestAt)) {
			w.OldestAt = at
		}
		return err
	})
	if err == nil {
		s.Readers, s.LogsRead, err = d.readers(ctx)
	}
	return s, err
}

// lookTime is how long logs are looked at. Where there are very many workspaces, the
// rest is not looked at.
const lookTime = time.Second

// readers looks at the logs, some workspaces at a time.
func (d *Deployment) readers(ctx context.Context) (list []Reader, all bool, err error) {
	l := newLook()
	until := time.Now().Add(lookTime)
	for after, more := "", true; more; {
		if time.Now().After(until) {
			return l.readers, false, nil
		}
		err = d.db.View(ctx, func(tx *db.Tx) (err error) { after, more, err = l.page(tx, after); return err })
		if err != nil {
			return nil, false, err
		}
	}
	err = d.db.View(ctx, func(tx *db.Tx) error { return l.queues(tx) })
	return l.readers, true, err
}
