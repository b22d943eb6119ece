package crm

import (
	"testing"
	"time"
)

// The steps of a message add up to what it counts in the end, whichever statuses came, and
// in whichever order they were told.
func TestStepsAddUp(t *testing.T) {
	for _, way := range [][]Status{
		{StatusQueued, StatusAccepted, StatusSent, StatusDelivered, StatusRead},
		{StatusQueued, StatusAccepted, StatusRead},
		{StatusQueued, StatusSending, StatusDelivered},
		{StatusQueued, StatusSending, StatusFailed},
		{StatusQueued, StatusAccepted, StatusSent, StatusFailed},
		{StatusQueued, StatusAccepted, StatusFailed, StatusDelivered, StatusRead},
		{StatusScheduled, StatusCanceled},
		{StatusQueued, StatusExpired},
		{StatusQueued, StatusAccepted, StatusDelivered, StatusPlayed},
	} {
		var sum TemplateCount
		m := &Message{Times: map[Status]time.Time{}}
		for i, s := range way {
			m.Status, m.Times[s] = s, time.Unix(int64(i), 0)
			if i > 0 {
				sum.Add(CountStep(way[i-1], s))
			}
		}
		if whole := CountOf(m); sum != whole {
			t.Errorf("%v: the steps are %+v, the whole %+v", way, sum, whole)
		}
	}
}

func TestDueAt(t *testing.T) {
	made := time.Date(2026, 11, 26, 23, 0, 0, 0, time.UTC)
	later, earlier := made.Add(2*time.Hour), made.Add(-time.Hour)
	for scheduled, want := range map[*time.Time]time.Time{nil: made, &later: later, &earlier: made} {
		if got := (&Message{CreatedAt: made, ScheduledAt: scheduled}).DueAt(); !got.Equal(want) {
			t.Errorf("scheduled at %v it is due at %s, want %s", scheduled, got, want)
		}
	}
}
