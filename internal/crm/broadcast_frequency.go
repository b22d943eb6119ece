package crm

import "time"

// Bounds of a frequency cap.
const (
	maxCapMessages = 20
	maxCapDays     = 30
)

// FrequencyCap leaves out of a broadcast who got so many messages of broadcasts in the last
// so many days.
type FrequencyCap struct {
	Messages int64 `json:"messages"`
	Days     int64 `json:"days"`
}

// Since is after when messages count that are sent to a time.
func (c FrequencyCap) Since(at time.Time) time.Time {
	return at.Add(-time.Duration(c.Days) * 24 * time.Hour)
}

func (c *FrequencyCap) check(f *Faults) {
	if c == nil {
		return
	}
	for _, one := range []struct {
		name   string
		n, max int64
	}{{"messages", c.Messages, maxCapMessages}, {"days", c.Days, maxCapDays}} {
		if one.n == 0 {
			f.Add("/frequencyCap/"+one.name, CodeRequired, "%s is required: a number from 1 to %d.", one.name, one.max)
		} else if one.n < 0 || one.n > one.max {
			f.Add("/frequencyCap/"+one.name, CodeOutOfRange, "%s must be from 1 to %d.", one.name, one.max)
		}
	}
}

// Counts reports whether the message of a recipient in this state counts for caps: it was
// accepted and did not fail.
func (s RecipientState) Counts() bool { return s == RecipientSending || s.Took() }
