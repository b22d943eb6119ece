package account

import (
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// healthCounters gather what goes through the phone numbers, so that the hot
// path writes nothing for it. FlushHealth stores them every ten seconds; a
// crash loses what was counted since.
type healthCounters struct {
	mu       sync.Mutex
	arrivals map[arrival]*tally
	traffic  map[trafficKey]*crm.Traffic
	statusAt map[NumberKey]time.Time
	notes    map[noteKey]*crm.HealthNotice
}

type (
	NumberKey  struct{ WorkspaceID, NumberID string }
	trafficKey struct {
		NumberKey
		start time.Time
	}
	noteKey struct {
		NumberKey
		kind crm.HealthKind
	}
	// arrival is a post that names a number by the provider's identifier.
	// With wrong set its signature does not hold, so the name proves nothing.
	arrival struct {
		realm      Realm
		providerID string
		start      time.Time
		wrong      bool
	}
	tally struct {
		count int64
		last  time.Time
	}
)

// maxArrivals bounds what is remembered of posts that anybody could make.
const maxArrivals = 10_000

// arrived counts a post about each of the numbers.
func (h *healthCounters) arrived(realm Realm, providerIDs []string, wrong bool, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.arrivals == nil {
		h.arrivals = map[arrival]*tally{}
	}
	for _, id := range providerIDs {
		key := arrival{realm, id, now.Truncate(crm.TrafficStep), wrong}
		t := h.arrivals[key]
		if t == nil {
			if wrong && len(h.arrivals) >= maxArrivals {
				continue
			}
			t = &tally{}
			h.arrivals[key] = t
		}
		t.count++
		t.last = now
	}
}

// add counts what went through a number in the step of the time.
func (h *healthCounters) add(key NumberKey, at time.Time, t crm.Traffic) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.addLocked(key, at, t)
}

func (h *healthCounters) addLocked(key NumberKey, at time.Time, t crm.Traffic) {
	k := trafficKey{key, at.Truncate(crm.TrafficStep)}
	have := h.traffic[k]
	if have == nil {
		if h.traffic == nil {
			h.traffic = map[trafficKey]*crm.Traffic{}
		}
		have = &crm.Traffic{Start: k.start}
		h.traffic[k] = have
	}
	have.Webhooks += t.Webhooks
	have.Statuses += t.Statuses
	have.Sent += t.Sent
	have.Answered += t.Answered
}

// told counts the statuses of a number, and the messages that they are the
// first word of.
func (h *healthCounters) told(key NumberKey, statuses int64, answered []time.Time, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.addLocked(key, now, crm.Traffic{Statuses: statuses})
	for _, at := range answered {
		h.addLocked(key, at, crm.Traffic{Answered: 1})
	}
	if h.statusAt == nil {
		h.statusAt = map[NumberKey]time.Time{}
	}
	h.statusAt[key] = now
}

// note counts something that is wrong with a number.
func (h *healthCounters) note(n crm.HealthNotice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := noteKey{NumberKey{n.WorkspaceID, n.PhoneNumberID}, n.Kind}
	if have := h.notes[k]; have != nil {
		n.Count += have.Count
	}
	if h.notes == nil {
		h.notes = map[noteKey]*crm.HealthNotice{}
	}
	h.notes[k] = &n
}

// take returns what was gathered and begins anew.
func (h *healthCounters) take() *healthCounters {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := &healthCounters{arrivals: h.arrivals, traffic: h.traffic, statusAt: h.statusAt, notes: h.notes}
	h.arrivals, h.traffic, h.statusAt, h.notes = nil, nil, nil, nil
	return out
}

// parts shares out what was gathered, so much to each part.
func (h *healthCounters) parts(size int) (out []*healthCounters) {
	n := 0
	next := func() *healthCounters {
		if n%size == 0 {
			out = append(out, &healthCounters{arrivals: map[arrival]*tally{}, traffic: map[trafficKey]*crm.Traffic{}, statusAt: map[NumberKey]time.Time{},
				notes: map[noteKey]*crm.HealthNotice{}})
		}
		n++
		return out[len(out)-1]
	}
	for k, v := range h.arrivals {
		next().arrivals[k] = v
	}
	for k, v := range h.traffic {
		next().traffic[k] = v
	}
	for k, v := range h.statusAt {
		next().statusAt[k] = v
	}
	for k, v := range h.notes {
		next().notes[k] = v
	}
	return out
}

func (h *healthCounters) empty() bool {
	return len(h.arrivals)+len(h.traffic)+len(h.statusAt)+len(h.notes) == 0
}

// NoteHealth notes what a webhook shows of a number, once the transaction that
// found it out is on disk.
func (s *Accounts) NoteHealth(tx *db.Tx, number crm.PhoneNumber, kind crm.HealthKind, severity crm.Severity, detail string) {
	n := crm.HealthNotice{WorkspaceID: number.WorkspaceID, PhoneNumberID: number.ID, Kind: kind, Severity: severity,
		LastSeen: tx.Now(), Count: 1, Detail: detail}
	tx.After(func() { s.health.note(n) })
}

// NoteArrivals counts a post of the provider about each of the numbers, named
// by the provider's identifiers.
func (s *Accounts) NoteArrivals(realm Realm, providerIDs []string) {
	s.health.arrived(realm, providerIDs, false, s.now())
}

// NoteStatuses counts the statuses of a number, and the messages that they are
// the first word of.
func (s *Accounts) NoteStatuses(key NumberKey, statuses int64, answered []time.Time) {
	s.health.told(key, statuses, answered, s.now())
}

// NoteTraffic counts what went through a number in the step of the time.
func (s *Accounts) NoteTraffic(key NumberKey, at time.Time, t crm.Traffic) {
	s.health.add(key, at, t)
}
