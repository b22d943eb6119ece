package crm

import (
	"testing"
	"time"
)

var outgoing = []Status{StatusScheduled, StatusQueued, StatusSending, StatusAccepted, StatusSent, StatusDelivered, StatusRead,
	StatusPlayed, StatusFailed, StatusExpired, StatusCanceled}

// Statuses only move forward: never back, never in a circle, never to itself.
func TestStatusesOnlyMoveForward(t *testing.T) {
	for _, from := range outgoing {
		if from.Rank() == 0 {
			t.Errorf("%s has no rank", from)
		}
		for _, to := range outgoing {
			if from.MovesTo(to) && (to.MovesTo(from) || from == to) {
				t.Errorf("%s and %s move to each other", from, to)
			}
		}
	}
	for _, c := range []struct {
		from, to Status
		want     bool
	}{
		{StatusFailed, StatusDelivered, true}, {StatusDelivered, StatusFailed, false}, {StatusRead, StatusDelivered, false},
		{StatusSent, StatusFailed, true}, {StatusFailed, StatusSent, false}, {StatusCanceled, StatusQueued, false},
		{StatusExpired, StatusRead, true}, {StatusFailed, StatusExpired, false}, {StatusSent, "", false}, {StatusRead, StatusPlayed, true},
	} {
		if c.from.MovesTo(c.to) != c.want {
			t.Errorf("%s to %s is not %v", c.from, c.to, c.want)
		}
	}
}

func TestFinalAndTold(t *testing.T) {
	for _, s := range outgoing {
		final := s.Rank() >= StatusFailed.Rank()
		if s.Final() != final || s.Told() == (s == StatusSending) {
			t.Errorf("%s: final %v, told %v", s, s.Final(), s.Told())
		}
	}
}

func TestFailure(t *testing.T) {
	for _, s := range outgoing {
		m := Message{Status: s, Error: &MessageError{Code: CodeProviderRefused}}
		if want := s == StatusFailed || s == StatusExpired; (m.Failure() != nil) != want {
			t.Errorf("a message that is %s shows a failure: %v", s, !want)
		}
	}
}

func TestWindow(t *testing.T) {
	for _, c := range []struct {
		ago  time.Duration
		open bool
	}{{0, true}, {time.Hour, true}, {24*time.Hour - 2*time.Minute, true}, {24*time.Hour - 30*time.Second, false}, {24 * time.Hour, false}, {48 * time.Hour, false}} {
		wrote := noon.Add(-c.ago)
		err := Conversation{LastInboundAt: &wrote}.CheckWindow(noon)
		if (err == nil) != c.open || !c.open && CodeOf(err) != CodeWindowClosed {
			t.Errorf("%s after the last message: %v", c.ago, err)
		}
	}
	if err := (Conversation{}).CheckWindow(noon); CodeOf(err) != CodeWindowClosed {
		t.Errorf("before any message: %v", err)
	}
	if (Conversation{}).WindowClosesAt() != nil {
		t.Error("a window that never opened closes")
	}
}

func TestConsent(t *testing.T) {
	for category, refused := range map[string][2]bool{CategoryMarketing: {true, true}, CategoryUtility: {false, true}, CategoryAuthentication: {}, "": {}} {
		for i, who := range []Refusals{{OptedOutAt: &noon}, {OptedOutAt: &noon, RefusesAllAt: &noon}} {
			err := who.CheckConsent(category)
			if (err != nil) != refused[i] || refused[i] && CodeOf(err) != CodeContactOptedOut {
				t.Errorf("%q to somebody who opted out (of all: %v): %v", category, i == 1, err)
			}
		}
		if err := (Conversation{}).CheckConsent(category); err != nil {
			t.Errorf("%q to somebody who did not: %v", category, err)
		}
	}
}
