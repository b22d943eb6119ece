package crm

import (
	"testing"
	"time"
)

// A contact may have decided just now by a clock that says more digits than ours; what is
// later is refused.
func TestConsentIsNotOfTheFuture(t *testing.T) {
	now := time.Date(2026, 11, 27, 22, 0, 0, int(7*time.Millisecond), time.UTC)
	for after, want := range map[time.Duration]bool{-time.Hour: true, 0: true, 999 * time.Microsecond: true, time.Millisecond: false, time.Hour: false} {
		at := now.Add(after)
		err := ConsentRequest{Purpose: PurposeMarketing, State: ConsentOptedIn, Proof: "A form.", At: &at}.Validate(now)
		if (err == nil) != want {
			t.Errorf("decided %s from now: %v", after, err)
		}
	}
}
