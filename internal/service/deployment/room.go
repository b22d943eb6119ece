// Package deployment tells operators how the whole deployment stands: nodes, queues, how
// far readers of the logs are behind, and what the database takes up. It shows no content
// of a workspace and names none. What it costs does not grow with the messages.
package deployment

import (
	"context"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// For how long figures are shown again before they are taken anew: however many look,
// the database is asked this often.
const (
	standingLife = 2 * time.Second
	storageLife  = 30 * time.Second
	// longest is how long it may take to get figures.
	longest = 5 * time.Second
)

// Node is what the room is told of the process that answers.
type Node struct {
	ID        func() string
	Version   string
	StartedAt time.Time
	Streams   func() int // open event streams
	Endpoints func() Endpoints
}

// Endpoints is how the webhook endpoints are doing that the answering node serves.
type Endpoints struct {
	Open, InFlight int       // breakers that are open, calls under way
	Oldest         time.Time // of the events that were not tried yet; zero for none
}

// Deployment has the use cases of operators.
type Deployment struct {
	db   *db.DB
	node Node

	standing kept[Standing]
	storage  kept[Storage]
}

// New returns the use cases.
func New(p core.Parts) *Deployment {
	return &Deployment{db: p.DB, node: Node{ID: func() string { return "" }, Streams: func() int { return 0 }, Endpoints: func() Endpoints { return Endpoints{} }}}
}

// SetNode says which process answers, before anybody asks.
func (d *Deployment) SetNode(n Node) { d.node = n }

// kept are figures that are shown again for a while. One caller at a time takes them.
type kept[T any] struct {
	mu    sync.Mutex
	value T
	at    time.Time
}

func (k *kept[T]) get(ctx context.Context, life time.Duration, take func(context.Context) (T, error)) (T, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.at.IsZero() && time.Since(k.at) < life {
		return k.value, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	value, err := take(ctx)
	if err == nil {
		k.value, k.at = value, time.Now()
	}
	return value, err
}

// Storage is what the database takes up, when that was measured, and when it was backed up.
type Storage struct {
	db.Storage
	Engine string
	At     time.Time
	Backup *db.Backup // the last one that crm backup made; nil for none
}

// Storage returns what the database takes up, for operators.
func (d *Deployment) Storage(ctx context.Context, actor crm.Actor) (Storage, error) {
	if err := actor.RequireOperator(); err != nil {
		return Storage{}, err
	}
	return d.storage.get(ctx, storageLife, func(ctx context.Context) (Storage, error) {
		s, err := d.db.Storage(ctx)
		if err != nil {
			return Storage{}, err
		}
		out := Storage{Storage: s, Engine: d.db.Engine(), At: d.db.Source().Now()}
		b, found, err := d.db.LastBackup(ctx)
		if found {
			out.Backup = &b
		}
		return out, err
	})
}
