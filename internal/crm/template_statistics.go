package crm

import "time"

// TemplateCount is what became of messages of a template.
type TemplateCount struct {
	Sent, Delivered, Read, Failed int64
	// Tapped are those of which the contact tapped a button that answers, Answered those
	// after which the contact wrote within AnswerPeriod.
	Tapped, Answered int64
	// Billed are those that the provider bills, Unpriced those of them whose price is not
	// known, and Micros what the others cost at list price, in millionths of the currency.
	Billed, Unpriced, Micros int64
}

// AnswerPeriod is how long after a template what the contact writes is an answer to it.
const AnswerPeriod = 72 * time.Hour

// Add adds another count.
func (c *TemplateCount) Add(o TemplateCount) {
	c.Sent += o.Sent
	c.Delivered += o.Delivered
	c.Read += o.Read
	c.Failed += o.Failed
	c.Tapped += o.Tapped
	c.Answered += o.Answered
	c.Billed += o.Billed
	c.Unpriced += o.Unpriced
	c.Micros += o.Micros
}

// CountStep is what a message's move from a status to another one adds to the count of
// its template. Statuses may be left out: who reads a message has received it.
func CountStep(from, to Status) (c TemplateCount) {
	crosses := func(s Status) int64 {
		if from.Rank() < s.Rank() && to.Rank() >= s.Rank() {
			return 1
		}
		return 0
	}
	if to.TookFrom(from) {
		c.Sent = 1
	}
	c.Delivered, c.Read = crosses(StatusDelivered), crosses(StatusRead)
	switch {
	case to == StatusFailed:
		c.Failed = 1
	case from == StatusFailed:
		c.Failed = -1 // it arrived after all
	}
	return c
}

// TemplateDay is what became of the messages that were due on a day.
type TemplateDay struct {
	Date string // UTC, as 2006-01-02
	TemplateCount
}

// TemplateStatistics is what became of the messages of a template that were due in a
// period of days. Days without any are left out.
type TemplateStatistics struct {
	TemplateID, From, To string
	TemplateCount
	Days []TemplateDay
}

// DueAt is when a message was to be sent.
func (m *Message) DueAt() time.Time {
	if m.ScheduledAt != nil && m.ScheduledAt.After(m.CreatedAt) {
		return *m.ScheduledAt
	}
	return m.CreatedAt
}

// CountOf is what a message as it is now counts for its template, without what the contact
// did and what it cost: the sum of its steps.
func CountOf(m *Message) (c TemplateCount) {
	had := func(s Status) bool { _, is := m.Times[s]; return is }
	if had(StatusAccepted) || had(StatusSent) || m.Status.Rank() >= StatusDelivered.Rank() && !had(StatusFailed) {
		c.Sent = 1
	}
	step := CountStep(StatusQueued, m.Status)
	c.Delivered, c.Read, c.Failed = step.Delivered, step.Read, step.Failed
	return c
}
