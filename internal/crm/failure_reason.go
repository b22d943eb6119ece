package crm

// FailureReason explains to people why a message was not delivered.
type FailureReason struct {
	ProviderCode      int         `json:"providerCode,omitempty" doc:"The provider's code; absent for a reason of this service."`
	Title             string      `json:"title,omitempty" doc:"The provider's name of it."`
	Cause             string      `json:"cause" doc:"Why it happens, in plain words."`
	NextAction        string      `json:"nextAction" doc:"What you can safely do next."`
	Retry             RetryAdvice `json:"retry" enum:"never,once_mended,later,safe" doc:"Whether the same may be sent again. never: it would fail again, or bother the contact. once_mended: after somebody has done what nextAction says. later: after retryAfterSeconds. safe: at once."`
	RetryAfterSeconds int         `json:"retryAfterSeconds,omitempty" doc:"After how many seconds the same may be sent again; absent where that is not known."`
}

// RetryAdvice says whether the same message may be sent again.
type RetryAdvice string

// What may be done with a message that failed.
const (
	RetryNever  RetryAdvice = "never"
	RetryMended RetryAdvice = "once_mended"
	RetryLater  RetryAdvice = "later"
	RetrySafe   RetryAdvice = "safe"
)

// retryOfOwn says of our own codes which messages may be sent again; the others never.
var retryOfOwn = map[Code]RetryAdvice{CodeMessageExpired: RetrySafe, CodeInternal: RetrySafe}

// OwnReason explains a code of ours that stands in a message's error, by the guide.
func OwnReason(code Code) (FailureReason, bool) {
	for _, chapter := range ErrorGuide {
		for _, e := range chapter.Entries {
			if e.Code != code {
				continue
			}
			r := FailureReason{Cause: e.Happened, NextAction: e.Do, Retry: RetryNever}
			if advice, is := retryOfOwn[code]; is {
				r.Retry = advice
			}
			return r, true
		}
	}
	return FailureReason{}, false
}
