package crm

import (
	"testing"
	"time"
)

func TestRetryDue(t *testing.T) {
	failed := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		reason FailureReason
		after  time.Duration
		due    bool
		ever   bool
	}{
		{FailureReason{Retry: RetrySafe}, 0, true, true},
		{FailureReason{Retry: RetryNever}, time.Hour, false, false},
		{FailureReason{Retry: RetryMended}, time.Hour, false, false},
		{FailureReason{Retry: RetryLater}, time.Hour, false, false},
		{FailureReason{Retry: RetryLater, RetryAfterSeconds: 60}, 59 * time.Second, false, true},
		{FailureReason{Retry: RetryLater, RetryAfterSeconds: 60}, time.Minute, true, true},
	} {
		if got := c.reason.RetryDue(failed, failed.Add(c.after)); got != c.due || c.reason.RetryAtAll() != c.ever {
			t.Errorf("%+v after %v: %v", c.reason, c.after, got)
		}
	}
}
