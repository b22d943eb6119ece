package crashtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/db"
)

// subscriber is a receiver with an endpoint that has an order and a filter.
type subscriber struct {
	*receiver
	name, ordering string
	kind           string // of the events that it wants; empty for all
}

// What may come again after a kill: what was being posted, and what was taken
// while the record of those before it was being written. Each event is checked
// to come again only after a kill; this checks that they are few.
const (
	inFlight   = 32  // the default of an endpoint
	unrecorded = 128 // attempts that have ended and are not recorded yet
)

// subscribe registers a further receiver of one kind of events. It has less of
// a mood than the first: with the order endpoint every failure stops all.
func (w *world) subscribe(name, ordering, kind string) {
	w.t.Helper()
	s := &subscriber{receiver: newReceiver(w.t, 5, 3), name: name, ordering: ordering, kind: kind}
	s.secret = w.register(s.receiver, map[string]any{"ordering": ordering, "events": []string{kind}})
	w.further = append(w.further, s)
}

// subscribers are all receivers, the first one included.
func (w *world) subscribers() []*subscriber {
	return append([]*subscriber{{receiver: w.receiver, name: "by key", ordering: "key"}}, w.further...)
}

func (w *world) senderDied() {
	w.t.Helper()
	for _, s := range w.subscribers() {
		s.senderDied(w.t)
	}
}

// verifySubscribers checks what each receiver got over the kills: all that it
// wants and nothing else, in its order, and again only what a kill cut off.
func (w *world) verifySubscribers(base string, kills int) {
	w.t.Helper()
	for _, s := range w.subscribers() {
		var log []listedEvent
		awaitUntil(w.t, 2*time.Minute, s.name+": every event of the log comes", func() (bool, string) {
			log = slices.DeleteFunc(w.listed(base), func(e listedEvent) bool { return s.kind != "" && e.Event != s.kind })
			missing := 0
			for _, e := range log {
				if !s.has(e.ID) {
					missing++
				}
			}
			s.mu.Lock()
			came := len(s.order)
			s.mu.Unlock()
			return missing == 0 && came <= len(log), fmt.Sprintf("%d of %d are missing, %d came", missing, len(log), came)
		})
		s.verify(w, log, kills)
	}
}

func (s *subscriber) verify(w *world, log []listedEvent, kills int) {
	w.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var came []listedEvent
	for _, id := range s.order {
		e := listedEvent{ID: id}
		if err := json.Unmarshal([]byte(s.bodies[id]), &e.statusEvent); err != nil {
			w.t.Errorf("%s: %s: %v", s.name, id, err)
		}
		if s.kind != "" && e.Event != s.kind {
			w.t.Errorf("%s: %s came, which is %s", s.name, id, e.Event)
		}
		came = append(came, e)
	}
	if s.ordering != "none" {
		s.inOrder(w, came, log)
	}
	total, most := 0, 0
	for _, n := range s.over {
		total, most = total+n, max(most, n)
	}
	if total > kills*(inFlight+unrecorded) {
		w.t.Errorf("%s: %d events came again over %d kills", s.name, total, kills)
	}
	if len(s.needless) > 0 {
		w.t.Errorf("%s: %d events came again without a kill, for example %s", s.name, len(s.needless), s.needless[0])
	}
	if s.receiver != w.receiver { // whose problems are told with the rest
		for _, p := range s.problems {
			w.t.Errorf("%s: %s", s.name, p)
		}
	}
	w.t.Logf("%s: %d events, %d came again after %d kills, %d at most after one; %d in all with those that the receiver hung up on",
		s.name, len(came), total, kills, most, s.repeats)
}

// inOrder checks the order in which events came first. Each status of a message
// names the one before it. On the embedded engine, where the log has the order
// of the commits, it is also the log's: over all events, or those of each
// conversation.
func (s *subscriber) inOrder(w *world, came, log []listedEvent) {
	w.t.Helper()
	status, wrong := map[string]string{}, 0
	for _, e := range came {
		if e.Data.Status == "" {
			continue
		}
		if before, told := status[e.Data.MessageID]; told && before != e.Data.PreviousStatus {
			if wrong++; wrong <= 5 {
				w.t.Errorf("%s: %s went from %q to %q after it was %q", s.name, e.Data.MessageID, e.Data.PreviousStatus, e.Data.Status, before)
			}
		}
		status[e.Data.MessageID] = e.Data.Status
	}
	if db.IsPostgres(w.database) {
		return
	}
	place, last := map[string]int{}, map[string]int{}
	for i, e := range log {
		place[e.ID] = i + 1
	}
	for _, e := range came {
		key := e.Data.ConversationID
		if s.ordering == "endpoint" {
			key = "all"
		}
		if key == "" {
			continue
		}
		if place[e.ID] < last[key] {
			if wrong++; wrong <= 5 {
				w.t.Errorf("%s: %s (%s) came after a later one of %s", s.name, e.ID, e.Event, key)
			}
		}
		last[key] = max(last[key], place[e.ID])
	}
}
