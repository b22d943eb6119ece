package event

import (
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// patience is for how long something is tried again whose failure may be the database's
// own.
const patience = time.Minute

// Patience tells failures that last from trouble that passes, for those who follow a log:
// what would fail again holds up nothing, and only what passes is tried again. It
// remembers since when things fail; a process that ends forgets it, and they are tried
// for as long again.
type Patience struct {
	mu    sync.Mutex
	first map[string]time.Time
}

// Lasts reports whether what failed would fail again. Of what nobody knows that, it is
// said after a while.
func (p *Patience) Lasts(key string, err error, now time.Time) bool {
	if crm.AsError(err).Kind == crm.KindUnavailable {
		return false
	}
	return Refuses(err) || db.Refused(err) || Unreadable(err) || p.since(key, now) >= patience
}

func (p *Patience) since(key string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first == nil {
		p.first = map[string]time.Time{}
	}
	first, seen := p.first[key]
	if !seen {
		p.first[key], first = now, now
	}
	return now.Sub(first)
}

// Forget is for what is done with.
func (p *Patience) Forget(key string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.first, key)
}

// Refuses reports whether an error says that something cannot be done as things are.
func Refuses(err error) bool {
	return slices.Contains([]crm.Kind{crm.KindInvalid, crm.KindNotFound, crm.KindConflict, crm.KindForbidden}, crm.AsError(err).Kind)
}

// Unreadable reports whether an error says that what is stored cannot be read.
func Unreadable(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind)
}
