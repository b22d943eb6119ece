package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// view is GET /v1/messages/{id}.
type view struct {
	ID, Status string
	Timeline   []struct{ Status string }
	Attempts   []struct {
		Outcome   *string
		Detail    string
		SettledAt *time.Time
	}
	AttemptsOmitted int
	Error           *struct{ Code, Detail string }

	text string // as it was answered
}

// calling reports whether a call has no outcome yet. A status may be quicker
// than the end of a call, and when the caller died, its outcome is settled
// when its work is taken over.
func (v view) calling() bool {
	for _, a := range v.Attempts {
		if a.Outcome == nil {
			return true
		}
	}
	return false
}

var final = []string{"delivered", "read", "failed", "expired", "canceled"}

// result is what came of a run, for the report.
type result struct {
	accepted, attempts, known, refused, unknown, open int
	states                                            map[string]int
	events, repeats                                   int
	settled                                           time.Duration
}

func (r result) String() string {
	return fmt.Sprintf("accepted %d, final states %v, provider calls %d = known %d + refused %d + unknown %d + open %d, events %d (%d of them came twice), all final after %s",
		r.accepted, r.states, r.attempts, r.known, r.refused, r.unknown, r.open, r.events, r.repeats, r.settled.Round(time.Millisecond))
}

// settle waits until every accepted message is final, with the outcome of each
// call, and returns them all.
func (w *world) settle(base string, ids []string, within time.Duration) map[string]view {
	w.t.Helper()
	done := map[string]view{}
	waiting := ids
	awaitUntil(w.t, within, "every accepted message is final", func() (bool, string) {
		var rest []string
		states := map[string]int{}
		example := ""
		for _, id := range waiting {
			status, answer, err := w.try(base, "GET", "/v1/messages/"+id, "", nil)
			var v view
			if err == nil && status == http.StatusNotFound {
				w.t.Fatalf("%s was accepted with 202 and is gone", id)
			}
			if err != nil || status != http.StatusOK || json.Unmarshal(answer, &v) != nil {
				rest = append(rest, id)
				continue
			}
			if slices.Contains(final, v.Status) && !v.calling() {
				v.text = string(answer)
				done[id] = v
				continue
			}
			states[v.Status]++
			example = string(answer)
			rest = append(rest, id)
		}
		waiting = rest
		return len(rest) == 0, fmt.Sprintf("%d of %d are not: %v, for example %s", len(rest), len(ids), states, example)
	})
	return done
}

// ids returns the identifiers of every accepted message.
func (l *load) ids() (out []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.accepted {
		out = append(out, id)
	}
	slices.Sort(out)
	if n := len(out); n != len(slices.Compact(out)) {
		l.w.t.Errorf("two keys gave one message")
	}
	return out
}

// verify checks every promise after a run, at a node that is up.
func (w *world) verify(base string, l *load, within time.Duration) result {
	w.t.Helper()
	began := time.Now()
	ids := l.ids()
	views := w.settle(base, ids, within)
	r := result{accepted: len(ids), settled: time.Since(began), states: map[string]int{}}
	l.replay()
	awaitUntil(w.t, 30*time.Second, "the provider has posted everything", func() (bool, string) {
		s := w.stats()
		return s.Webhooks.Pending == 0, fmt.Sprintf("%d webhooks wait", s.Webhooks.Pending)
	})
	w.calls.read()
	for _, id := range w.calls.ids() {
		if _, known := views[id]; !known {
			w.t.Errorf("%s was sent to the provider but never accepted with 202", id)
		}
	}
	for _, v := range views {
		w.verifyMessage(v, &r)
	}
	w.verifySends(&r)
	w.verifyEvents(base, views, &r)
	w.verifyStatistics(base, "order_shipped")
	w.verifyCharges(base)
	return r
}

// verifyMessage balances the attempts of a message with the provider's log.
func (w *world) verifyMessage(v view, r *result) {
	r.states[v.Status]++
	t := w.calls.of(v.ID)
	known, refused, unmade, unknown, open, settled := 0, v.AttemptsOmitted, 0, 0, 0, 0
	calls := len(v.Attempts) + v.AttemptsOmitted
	for _, a := range v.Attempts {
		switch {
		case a.Outcome == nil:
			open++
		case *a.Outcome == "known":
			known++
		case *a.Outcome == "refused":
			refused++
			if strings.HasPrefix(a.Detail, "The database does not answer") {
				unmade++ // what the call needed could not be read
			}
		case *a.Outcome == "unknown":
			unknown++
		}
		if a.SettledAt != nil {
			settled++
		}
	}
	r.attempts, r.known, r.refused, r.unknown, r.open = r.attempts+calls, r.known+known, r.refused+refused, r.unknown+unknown, r.open+open
	bad := func(format string, args ...any) {
		w.t.Helper()
		w.t.Errorf("%s (%s, %d attempts: known %d, refused %d, unknown %d; the provider saw %+v): %s\n%s", v.ID, v.Status, calls,
			known, refused, unknown, t, fmt.Sprintf(format, args...), v.text)
	}
	if open > 0 {
		bad("%d calls have no outcome although the message is final", open)
	}
	if t.accepted != 1 {
		bad("the provider took it %d times", t.accepted)
	}
	if calls < t.calls {
		bad("the provider saw a call that the message does not tell of")
	}
	if known > t.answered || refused-unmade > t.refused || t.calls > known+refused+unknown+open {
		bad("the outcomes do not balance with the provider's log")
	}
	if known == 0 && settled == 0 && open == 0 {
		bad("no attempt accounts for the send")
	}
	if v.Status == "failed" && (v.Error == nil || v.Error.Code != "provider_refused") {
		bad("failed with %+v, and only the provider was to fail it", v.Error)
	}
}

// verifySends checks the provider's own count: each message took effect once.
func (w *world) verifySends(r *result) {
	w.t.Helper()
	s := w.stats()
	if s.DuplicateCount != 0 || len(s.Duplicates) != 0 {
		w.t.Errorf("%d messages were sent twice: %v", s.DuplicateCount, s.Duplicates)
	}
	if got, want := s.Times["1"], int64(r.states["delivered"]); got != want {
		w.t.Errorf("%d messages reached a customer, %d are delivered", got, want)
	}
	if got, want := s.Failing, int64(r.states["failed"]); got != want {
		w.t.Errorf("the provider failed %d messages, %d are failed", got, want)
	}
	if s.Webhooks.Abandoned+s.Webhooks.Dropped != 0 {
		w.t.Errorf("the provider gave up %d webhooks: the test's retries are too few", s.Webhooks.Abandoned+s.Webhooks.Dropped)
	}
}

// verifyEvents checks that the receiver got the whole log, each event at least
// once and each fact under one id.
func (w *world) verifyEvents(base string, views map[string]view, r *result) {
	w.t.Helper()
	var log map[string]statusEvent
	awaitUntil(w.t, max(w.eventsWithin, 30*time.Second), "the log and the receiver have every event", func() (bool, string) {
		log = w.events(base)
		ended := map[string]bool{}
		missing, last := 0, ""
		for id, e := range log {
			if slices.Contains(final, e.Data.Status) {
				ended[e.Data.MessageID] = true
			}
			if !w.receiver.has(id) {
				missing, last = missing+1, id
			}
		}
		untold := 0
		for id := range views {
			if !ended[id] {
				untold, last = untold+1, id
			}
		}
		return missing == 0 && untold == 0, fmt.Sprintf("%d of %d events did not reach the receiver, %d of %d messages have no final event (%s)",
			missing, len(log), untold, len(views), last)
	})
	r.events = len(log)
	for id, by := range w.receiver.told() {
		for status, events := range by {
			if len(events) > 1 {
				w.t.Errorf("%s: the receiver was told of %q under several ids: %v", id, status, events)
			}
			for _, e := range events {
				if _, known := log[e]; !known {
					w.t.Errorf("the receiver got %s, which is not in the log", e)
				}
			}
		}
		if v, ours := views[id]; ours && len(by[v.Status]) == 0 {
			w.t.Errorf("%s: the receiver was not told of %q", id, v.Status)
		}
	}
	w.receiver.mu.Lock()
	defer w.receiver.mu.Unlock()
	r.repeats = w.receiver.repeats
	for _, p := range w.receiver.problems {
		w.t.Error(p)
	}
}

// events returns the whole event log by id.
func (w *world) events(base string) map[string]statusEvent {
	w.t.Helper()
	out := map[string]statusEvent{}
	for _, e := range w.listed(base) {
		out[e.ID] = e.statusEvent
	}
	return out
}

// listedEvent is an event as the log has it.
type listedEvent struct {
	ID string
	statusEvent
}

// listed returns the whole event log in its order.
func (w *world) listed(base string) (out []listedEvent) {
	w.t.Helper()
	cursor := ""
	for {
		var page struct {
			Data       []listedEvent
			NextCursor *string
		}
		w.api(base, "GET", "/v1/events?limit=200&cursor="+cursor, nil, &page)
		out = append(out, page.Data...)
		if page.NextCursor == nil {
			return out
		}
		cursor = *page.NextCursor
	}
}
