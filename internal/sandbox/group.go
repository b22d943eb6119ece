package sandbox

import (
	"strings"
	"time"
)

// Gather makes a group of a number: what is sent to it arrives at each participant, has
// statuses for each, and is billed for each.
func Gather(s *Server, group string, participants ...string) {
	s.byNumber(strings.TrimPrefix(group, "+")).members.Store(&participants)
}

// participants are whom a message to a group reaches; none for a person, and for a group
// of which nobody is known.
func (m *message) participants() []string {
	if of := m.to.members.Load(); m.group && of != nil {
		return *of
	}
	return nil
}

// charge puts a message on the bill that has just arrived: for a group, once for each
// participant.
func (m *message) charge(now time.Time) {
	of := m.participants()
	for _, number := range of {
		m.from.account.bill.charge(m, number, now)
	}
	if of == nil {
		m.from.account.bill.charge(m, m.to.number, now)
	}
}

// items are what is posted of a status: sent and failed are told of a group as a whole,
// every other one of each participant (inbound.md 4.6).
func (st *step) items(now time.Time) (out []item) {
	it := item{step: st, stamp: now.Unix()}
	if st.status != failed && !st.group {
		it.contact = st.to.contact(st.server.enc())
	}
	if st.status != sent && st.status != failed {
		for _, it.of = range st.participants() {
			out = append(out, it)
		}
	}
	if out == nil {
		out = []item{it}
	}
	if st.statuses == statusesDoubled {
		out = append(out, out...)
	}
	out[len(out)-1].last = true
	return out
}

// appendGroup appends whose status it is, and the price, which is told within the
// conversation here.
func (it *item) appendGroup(dst []byte, enc encoder) []byte {
	m := it.step.message
	dst = append(dst, `,"recipient_type":"group"`...)
	if it.of == "" {
		return dst
	}
	dst = append(dst, `,"recipient_participant_id":`...)
	dst = enc.str(dst, it.of)
	if !it.priced() {
		return dst
	}
	dst = append(dst, `,"conversation":{"id":`...)
	dst = enc.str(dst, conversationID(&m.price, m.to.number))
	dst = append(dst, `,"origin":{"type":`...)
	dst = enc.str(dst, m.price.category)
	dst = append(dst, '}')
	return append(m.price.appendPricing(dst), '}')
}
