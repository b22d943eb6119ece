package assign

import (
	"cmp"
	"time"

	"service.example/crm/internal/crm"
)

// Ageing is how a queue is ordered: by how long contacts wait, some of them as if
// they had waited longer. What is added is bounded, so whoever waits that much
// longer than all others is next: nobody starves.
type Ageing struct {
	Boost map[crm.Priority]time.Duration
	// Window is what a conversation gets at most whose window is about to close.
	Window time.Duration
}

// DefaultAgeing is that of a workspace that has set none.
var DefaultAgeing = Ageing{
	Boost:  map[crm.Priority]time.Duration{crm.PriorityUrgent: 4 * time.Hour, crm.PriorityHigh: time.Hour, crm.PriorityLow: -time.Hour},
	Window: 2 * time.Hour,
}

// Queued is a conversation that waits for somebody.
type Queued struct {
	ConversationID string `json:"id"`
	// WaitingSince is the oldest message without an answer, in milliseconds.
	WaitingSince int64        `json:"since"`
	Priority     crm.Priority `json:"priority"`
	// ClosesAt is when the window closes, in milliseconds; one that closed before the
	// contact began to wait does not count.
	ClosesAt int64 `json:"closes,omitempty"`
}

// QueueAt is the place of a conversation in its queue, in milliseconds: less is
// served first. It does not depend on the time, so that it can be stored.
func (a Ageing) QueueAt(q Queued) int64 {
	return q.WaitingSince - a.Boost[q.Priority].Milliseconds() - a.windowBoost(q)
}

// Moved is how a place changes with the priority, in milliseconds.
func (a Ageing) Moved(from, to crm.Priority) int64 {
	return (a.Boost[from] - a.Boost[to]).Milliseconds()
}

// windowBoost grows with the part of the window that had passed when the contact
// began to wait: such a conversation has less time left for an answer.
func (a Ageing) windowBoost(q Queued) int64 {
	whole := crm.WindowLength.Milliseconds()
	left := q.ClosesAt - q.WaitingSince
	if left <= 0 || left >= whole {
		return 0
	}
	return a.Window.Milliseconds() * (whole - left) / whole
}

// Compare orders a queue. No two conversations have the same place.
func (a Ageing) Compare(x, y Queued) int {
	return cmp.Or(cmp.Compare(a.QueueAt(x), a.QueueAt(y)), cmp.Compare(x.WaitingSince, y.WaitingSince), cmp.Compare(x.ConversationID, y.ConversationID))
}

// Most is how much longer than another one a conversation can seem to wait.
func (a Ageing) Most() time.Duration {
	least, most := time.Duration(0), time.Duration(0)
	for _, b := range a.Boost {
		least, most = min(least, b), max(most, b)
	}
	return most - least + a.Window
}

// OverflowOf is where a conversation goes that nobody takes, and after how long:
// as its rule says, else its team. false means that it stays.
func OverflowOf(target crm.RoutingTarget, ofTeam *crm.RoutingOverflow) (crm.RoutingOverflow, bool) {
	o := target.Overflow
	if o == nil && target.TeamID != "" {
		o = ofTeam
	}
	if o == nil || o.TeamID == target.TeamID {
		return crm.RoutingOverflow{}, false
	}
	return *o, true
}
