package crm

// ReadReceipts says when contacts are told that their messages to a phone number
// were read.
type ReadReceipts string

// The policies. By ReceiptsWhenViewed it is when the assignee of the conversation
// has seen the newest message, by ReceiptsWhenAnswered when the provider accepted an
// answer.
const (
	ReceiptsNever        ReadReceipts = "never"
	ReceiptsWhenViewed   ReadReceipts = "when_viewed"
	ReceiptsWhenAnswered ReadReceipts = "when_answered"
)

// Validate returns the fault of a policy that there is not.
func (r ReadReceipts) Validate() error {
	var f Faults
	switch r {
	case ReceiptsNever, ReceiptsWhenViewed, ReceiptsWhenAnswered:
	default:
		f.Add("/readReceipts", CodeNotAllowed, "readReceipts is %s, %s or %s.", ReceiptsNever, ReceiptsWhenViewed, ReceiptsWhenAnswered)
	}
	return f.Err()
}
