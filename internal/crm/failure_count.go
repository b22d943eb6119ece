package crm

import "time"

// FailureKey is why a message failed: our code, and the provider's where it is the reason.
type FailureKey struct {
	Code         Code
	ProviderCode int
}

// FailureCount is how many messages failed for a reason.
type FailureCount struct {
	FailureKey
	Count int64
}

// KeyOfFailure is the key of what an event tells of a failure.
func KeyOfFailure(e *EventError) (k FailureKey) {
	if e != nil {
		if k.Code = e.Code; e.ProviderError != nil {
			k.ProviderCode = e.ProviderError.Code
		}
	}
	return k
}

// Error is a message's error with this key, by which it is explained.
func (k FailureKey) Error() *MessageError {
	e := &MessageError{Code: k.Code}
	if k.ProviderCode != 0 {
		e.Provider = &ProviderError{Code: k.ProviderCode}
	}
	return e
}

// Fails reports whether a message of this status was not delivered and nobody wanted that.
func (s Status) Fails() bool { return s == StatusFailed || s == StatusExpired }

// RetryDue reports whether what failed at a time may be sent again now. What may be sent
// again later, but nobody knows when, may not.
func (r FailureReason) RetryDue(failedAt, now time.Time) bool {
	switch r.Retry {
	case RetrySafe:
		return true
	case RetryLater:
		return r.RetryAfterSeconds > 0 && !now.Before(failedAt.Add(time.Duration(r.RetryAfterSeconds)*time.Second))
	}
	return false
}

// RetryAtAll reports whether what failed may be sent again as it is, now or later.
func (r FailureReason) RetryAtAll() bool {
	return r.Retry == RetrySafe || r.Retry == RetryLater && r.RetryAfterSeconds > 0
}
