package crm

import (
	"slices"
	"time"
)

// Receipt is how far a message to a group has come with one of its participants.
type Receipt struct {
	Recipient string    `json:"recipient"` // the digits of a number, or a user id
	Status    Status    `json:"status"`
	At        time.Time `json:"at"`
	Charge    *Charge   `json:"charge,omitempty"`
	// ChargedBy is the status that told the charge.
	ChargedBy Status `json:"chargedBy,omitempty"`
}

// chargeRank says how much the charge that a status tells counts: sent announces
// it, one of delivered and read settles it, and no other has one (inbound.md 4.2).
var chargeRank = map[Status]int{StatusSent: 1, StatusRead: 2, StatusDelivered: 3}

// weightier reports whether a charge that a status tells replaces the known one,
// so that the same is known in the end in whatever order statuses come.
func weightier(by Status, c Charge, knownBy Status, known *Charge) bool {
	rank, before := chargeRank[by], chargeRank[knownBy]
	return rank > 0 && (known == nil || rank > before || rank == before && c.Billable && !known.Billable)
}

// ChargeRank says how much the charge counts that a status tells; 0 for a status that tells
// none.
func (s Status) ChargeRank() int { return chargeRank[s] }

// TakeCharge keeps the charge that a status tells, if it is entitled to tell
// one, and reports whether anything changed.
func (m *Message) TakeCharge(by Status, c *Charge) bool {
	if c == nil || !weightier(by, *c, m.ChargedBy, m.Charge) {
		return false
	}
	m.Charge, m.ChargedBy = c, by
	return true
}

// Receipt is what is known of a participant of a group; zero for nothing.
func (m *Message) Receipt(recipient string) Receipt {
	for _, r := range m.Receipts {
		if r.Recipient == recipient {
			return r
		}
	}
	return Receipt{}
}

// ArrivedAt is when the message reached the contact: when it was delivered, else when a
// later status says that it had been; otherwise where none says so.
func (m *Message) ArrivedAt(otherwise time.Time) time.Time {
	for _, s := range []Status{StatusDelivered, StatusRead, StatusPlayed} {
		if at, is := m.Times[s]; is {
			return at
		}
	}
	return otherwise
}

// maxReceipts is more than a group has participants.
const maxReceipts = 1100

// TakeReceipt keeps what a status tells of one participant of a group, and
// reports whether anything changed. The message is billable where it is for any
// of them.
func (m *Message) TakeReceipt(recipient string, status Status, at time.Time, c *Charge) (changed bool) {
	i := slices.IndexFunc(m.Receipts, func(r Receipt) bool { return r.Recipient == recipient })
	if i < 0 {
		if len(m.Receipts) == maxReceipts {
			return false
		}
		i, changed = len(m.Receipts), true
		m.Receipts = append(m.Receipts, Receipt{Recipient: recipient, Status: status, At: at})
	}
	r := &m.Receipts[i]
	if r.Status.MovesTo(status) {
		r.Status, r.At, changed = status, at, true
	}
	if c == nil || !weightier(status, *c, r.ChargedBy, r.Charge) {
		return changed
	}
	r.Charge, r.ChargedBy = c, status
	m.Charge, m.ChargedBy = nil, ""
	for _, r := range m.Receipts {
		if r.Charge != nil && (m.Charge == nil || r.Charge.Billable && !m.Charge.Billable) {
			m.Charge, m.ChargedBy = r.Charge, r.ChargedBy
		}
	}
	return true
}
